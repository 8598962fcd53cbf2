/** Enables *Approve* once the whole card has been visible for a while and the user has scrolled to its end. */
import { watchSight, type Sight } from './sight.ts'

const seenForMs = 500
/** If the pointer has been over the frame for less than this, the page may have moved the frame under it. */
const pointedForMs = 250
const nearEnd = 8

const reasons: Record<Sight, string> = {
  hidden: '',
  small: 'The site shows this card too small.',
  partly: 'The site hides a part of this card.',
  covered: 'Something lies over this card.',
  unsure: 'This browser cannot tell whether the site covers this card.',
  seen: '',
}
const toRead = 'Please read to the end first.'
const tooQuick = 'Please press once more.'

export interface Arming {
  /** Whether a click now counts. */
  takes(): boolean
  end(): void
}

interface Watched {
  card: HTMLElement
  /** The element that scrolls. */
  text: HTMLElement
  /** Called with whether it is armed, and the reason if not. `isUnsure` means that only a separate window can be trusted. */
  changed(isArmed: boolean, reason: string, isUnsure: boolean): void
  /** Called when the card becomes visible for the first time. */
  seen(): void
}

export function arm({ card, text, changed, seen }: Watched): Arming {
  let sight: Sight = 'hidden'
  let isLongSeen = false
  let isRead = false
  let wasSeen = false
  let pointedAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  const isArmed = () => sight === 'seen' && isLongSeen && isRead
  const tell = () => changed(isArmed(), sight === 'seen' && !isRead ? toRead : reasons[sight], sight === 'unsure')
  const look = () => {
    isRead ||= sight === 'seen' && text.scrollTop + text.clientHeight >= text.scrollHeight - nearEnd
    tell()
  }
  const unwatch = watchSight(card, (now) => {
    if (now === sight) return
    sight = now
    clearTimeout(timer)
    isLongSeen = false
    if (now === 'seen') {
      timer = setTimeout(() => {
        isLongSeen = true
        tell()
      }, seenForMs)
      if (!wasSeen) seen()
      wasSeen = true
    }
    look()
  })
  const pointed = () => void (pointedAt = performance.now())
  text.addEventListener('scroll', look)
  document.documentElement.addEventListener('mouseenter', pointed)
  tell()
  return {
    takes() {
      if (!isArmed()) return false
      const isSteady = performance.now() - pointedAt >= pointedForMs
      if (!isSteady) changed(true, tooQuick, false)
      return isSteady
    },
    end() {
      unwatch()
      clearTimeout(timer)
      text.removeEventListener('scroll', look)
      document.documentElement.removeEventListener('mouseenter', pointed)
    },
  }
}
