/** Positions the visible frame: over the element that is marked as its place, else centered in the window. */

/** Sizes in pixels: reference A.9. In windows narrower than `NARROW` the frame takes the full width. */
const WIDTH = 360
const HEIGHT = 600
const NARROW = 430
const Z_INDEX = '999999'

/** The frame is shown over the element with this attribute. */
const ANCHOR_SELECTOR = '[data-latchkey-frame]'

function boxOf(anchor: Element | null): { left: number; top: number; width: number; height: number } {
  if (anchor) return anchor.getBoundingClientRect()
  const width = innerWidth < NARROW ? innerWidth : WIDTH
  const height = Math.min(HEIGHT, innerHeight)
  return { left: (innerWidth - width) / 2, top: (innerHeight - height) / 2, width, height }
}

/** Hides the frame from view, pointer and keyboard. */
export function hide(frame: HTMLIFrameElement): void {
  Object.assign(frame.style, {
    position: 'fixed',
    left: '0',
    top: '0',
    width: '1px',
    height: '1px',
    border: '0',
    visibility: 'hidden',
    pointerEvents: 'none',
    colorScheme: 'normal',
    zIndex: Z_INDEX,
  })
  frame.inert = true
  frame.setAttribute('aria-hidden', 'true')
}

/** Shows the frame at its place, follows that place and moves the focus into it. Returns a function that hides it again. */
export function show(frame: HTMLIFrameElement): () => void {
  const previousFocus = document.activeElement
  let lastBox = ''
  let animationFrame = 0
  let wasVisible = false
  const move = () => {
    const anchor = document.querySelector(ANCHOR_SELECTOR)
    const { left, top, width, height } = boxOf(anchor)
    const box = [left, top, width, height].join()
    // The user cannot click the part that is out of view, so scroll the place into view until it keeps its size. Later, the user
    // scrolls.
    const isFullyVisible = height > innerHeight || (top >= 0 && top + height <= innerHeight)
    if (!wasVisible && !isFullyVisible) anchor?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    wasVisible ||= isFullyVisible && box === lastBox && anchor !== null
    if (box === lastBox) return
    lastBox = box
    Object.assign(frame.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
  }
  const follow = () => {
    move()
    animationFrame = requestAnimationFrame(follow)
  }
  frame.inert = false
  frame.removeAttribute('aria-hidden')
  Object.assign(frame.style, { visibility: 'visible', pointerEvents: 'auto' })
  follow()
  frame.focus()
  return () => {
    cancelAnimationFrame(animationFrame)
    const hadFocus = document.activeElement === frame
    hide(frame)
    if (hadFocus && previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus()
  }
}
