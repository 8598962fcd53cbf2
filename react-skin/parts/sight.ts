/**
 * Calls `seen` whenever an element comes into sight, until the returned function is called. Nothing where nobody can tell, as
 * in jsdom.
 */
export function watchSight(element: Element, seen: () => void): (() => void) | undefined {
  if (typeof IntersectionObserver === 'undefined') return undefined
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) seen()
  })
  observer.observe(element)
  return () => observer.disconnect()
}
