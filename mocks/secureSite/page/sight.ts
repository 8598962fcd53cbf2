/** Whether the user can see an element of this frame completely, with nothing of the embedding page covering it. */

/** `small`: the frame shows too little of the card to read it. `unsure`: the browser cannot tell what covers it. */
export type Sight = 'hidden' | 'small' | 'partly' | 'covered' | 'unsure' | 'seen'

const least = { width: 300, height: 360 }
const wholly = 0.98
/** The shortest delay that browsers accept. */
const delayMs = 100

// Intersection Observer v2, which the DOM types do not contain yet.
interface SeeingOptions extends IntersectionObserverInit {
  trackVisibility: boolean
  delay: number
}
type SeeingEntry = IntersectionObserverEntry & { isVisible?: boolean }

function sightOf({ isIntersecting, intersectionRatio, isVisible }: SeeingEntry): Sight {
  if (!isIntersecting || document.visibilityState === 'hidden') return 'hidden'
  if (innerWidth < least.width || innerHeight < least.height) return 'small'
  if (intersectionRatio < wholly) return 'partly'
  // No page can cover a separate window.
  if (window.parent === window || isVisible === true) return 'seen'
  return isVisible === false ? 'covered' : 'unsure'
}

/** Calls `told` with the element's visibility, now and on each change. Returns a function that stops it. */
export function watchSight(element: Element, told: (sight: Sight) => void): () => void {
  let last: SeeingEntry | undefined
  const tell = () => last && told(sightOf(last))
  const options: SeeingOptions = { threshold: [0, 0.5, wholly, 1], trackVisibility: true, delay: delayMs }
  const observer = new IntersectionObserver((entries) => {
    last = entries.at(-1)
    tell()
  }, options)
  observer.observe(element)
  window.addEventListener('resize', tell)
  document.addEventListener('visibilitychange', tell)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', tell)
    document.removeEventListener('visibilitychange', tell)
  }
}
