/** Whether the user can see an element of this frame completely, with nothing of the embedding page covering it. */

/** `small`: the frame shows too little of the card to read it. `unknown`: the browser cannot tell what covers it. */
export type Visibility = 'hidden' | 'small' | 'partly' | 'covered' | 'unknown' | 'visible'

const minSize = { width: 300, height: 360 }
const fullRatio = 0.98
/** The shortest delay that browsers accept. */
const delayMs = 100

// Intersection Observer v2, which the DOM types do not contain yet.
interface VisibilityObserverOptions extends IntersectionObserverInit {
  trackVisibility: boolean
  delay: number
}
type VisibilityEntry = IntersectionObserverEntry & { isVisible?: boolean }

function visibilityOf({ isIntersecting, intersectionRatio, isVisible }: VisibilityEntry): Visibility {
  if (!isIntersecting || document.visibilityState === 'hidden') return 'hidden'
  if (innerWidth < minSize.width || innerHeight < minSize.height) return 'small'
  if (intersectionRatio < fullRatio) return 'partly'
  // No page can cover a separate window.
  if (window.parent === window || isVisible === true) return 'visible'
  return isVisible === false ? 'covered' : 'unknown'
}

/** Calls `listener` with the element's visibility, now and on each change. Returns a function that stops it. */
export function watchVisibility(element: Element, listener: (visibility: Visibility) => void): () => void {
  let lastEntry: VisibilityEntry | undefined
  const notify = () => lastEntry && listener(visibilityOf(lastEntry))
  const options: VisibilityObserverOptions = {
    threshold: [0, 0.5, fullRatio, 1],
    trackVisibility: true,
    delay: delayMs,
  }
  const observer = new IntersectionObserver((entries) => {
    lastEntry = entries.at(-1)
    notify()
  }, options)
  observer.observe(element)
  window.addEventListener('resize', notify)
  document.addEventListener('visibilitychange', notify)
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', notify)
    document.removeEventListener('visibilitychange', notify)
  }
}
