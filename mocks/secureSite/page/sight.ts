/** Whether a person can really see something in this frame: all of it, with nothing of the page around it laid over it. */

/** `small` is a frame that shows too little of the card to be read; `unsure` one of a browser that cannot tell what lies over it. */
export type Sight = 'hidden' | 'small' | 'partly' | 'covered' | 'unsure' | 'seen'

const least = { width: 300, height: 360 }
const wholly = 0.98
/** The shortest that browsers take. */
const delayMs = 100

// Of Intersection Observer v2, which is no part of the DOM's types yet.
interface SeeingOptions extends IntersectionObserverInit {
  trackVisibility: boolean
  delay: number
}
type SeeingEntry = IntersectionObserverEntry & { isVisible?: boolean }

function sightOf({ isIntersecting, intersectionRatio, isVisible }: SeeingEntry): Sight {
  if (!isIntersecting || document.visibilityState === 'hidden') return 'hidden'
  if (innerWidth < least.width || innerHeight < least.height) return 'small'
  if (intersectionRatio < wholly) return 'partly'
  // Nothing can be laid over a window of its own.
  if (window.parent === window || isVisible === true) return 'seen'
  return isVisible === false ? 'covered' : 'unsure'
}

/** Tells how the element is seen, now and whenever that changes. Returns what ends it. */
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
