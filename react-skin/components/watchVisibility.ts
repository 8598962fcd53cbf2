/**
 * Calls `seen` whenever an element scrolls into view. Returns a function that stops it, or `undefined` without
 * `IntersectionObserver`, as in jsdom.
 */
export function watchVisibility(element: Element, seen: () => void): (() => void) | undefined {
  if (typeof IntersectionObserver === 'undefined') return undefined
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) seen()
  })
  observer.observe(element)
  return () => observer.disconnect()
}
