/** Enables *Approve* once the whole card has been visible for a while and the user has scrolled to its end. */
import { watchVisibility, type Visibility } from './visibility.ts'

const minVisibleMs = 500
/** If the pointer has been over the frame for less than this, the page may have moved the frame under it. */
const minPointerMs = 250
const endTolerancePx = 8

const disabledReasons: Record<Visibility, string> = {
  hidden: '',
  small: 'The site shows this card too small.',
  partly: 'The site hides a part of this card.',
  covered: 'Something lies over this card.',
  unknown: 'This browser cannot tell whether the site covers this card.',
  visible: '',
}
const readToEndText = 'Please read to the end first.'
const pressAgainText = 'Please press once more.'

export interface ApprovalGuard {
  /** Whether a click counts now. */
  acceptsClick(): boolean
  stop(): void
}

interface GuardOptions {
  card: HTMLElement
  /** The element that scrolls. */
  scrollArea: HTMLElement
  /** Called with whether the user can approve, and the reason if not. `needsWindow`: only a separate window can be trusted. */
  onChange(canApprove: boolean, reason: string, needsWindow: boolean): void
  /** Called when the card becomes visible for the first time. */
  onVisible(): void
}

export function guardApproval({ card, scrollArea, onChange, onVisible }: GuardOptions): ApprovalGuard {
  let visibility: Visibility = 'hidden'
  let isVisibleLongEnough = false
  let isScrolledToEnd = false
  let wasVisible = false
  let pointerEnteredAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  const canApprove = () => visibility === 'visible' && isVisibleLongEnough && isScrolledToEnd
  const notify = () =>
    onChange(
      canApprove(),
      visibility === 'visible' && !isScrolledToEnd ? readToEndText : disabledReasons[visibility],
      visibility === 'unknown',
    )
  const update = () => {
    isScrolledToEnd ||=
      visibility === 'visible' &&
      scrollArea.scrollTop + scrollArea.clientHeight >= scrollArea.scrollHeight - endTolerancePx
    notify()
  }
  const stopWatching = watchVisibility(card, (next) => {
    if (next === visibility) return
    visibility = next
    clearTimeout(timer)
    isVisibleLongEnough = false
    if (next === 'visible') {
      timer = setTimeout(() => {
        isVisibleLongEnough = true
        notify()
      }, minVisibleMs)
      if (!wasVisible) onVisible()
      wasVisible = true
    }
    update()
  })
  const onPointerEnter = () => void (pointerEnteredAt = performance.now())
  scrollArea.addEventListener('scroll', update)
  document.documentElement.addEventListener('mouseenter', onPointerEnter)
  notify()
  return {
    acceptsClick() {
      if (!canApprove()) return false
      const isSteady = performance.now() - pointerEnteredAt >= minPointerMs
      if (!isSteady) onChange(true, pressAgainText, false)
      return isSteady
    },
    stop() {
      stopWatching()
      clearTimeout(timer)
      scrollArea.removeEventListener('scroll', update)
      document.documentElement.removeEventListener('mouseenter', onPointerEnter)
    },
  }
}
