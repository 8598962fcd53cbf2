import { TIMING } from '../../machines/constants.ts'
import type { PopupPort } from '../instance/ports.ts'

/** The features of a popup: the size that providers' pages expect, centered over this window. */
const popupFeatures = (width = 600, height = 800): string => {
  const { screenX, screenY, outerWidth, outerHeight } = window
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2))
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

/** Opens popups in the browser. */
export const browserPopup: PopupPort = {
  open(url, { closed, onMessage }) {
    const popup = typeof window === 'undefined' ? null : window.open(url, '_blank', popupFeatures())
    if (!popup) return undefined
    // An empty popup has this page's origin, so `opener` can be cleared before it navigates.
    if (!onMessage) popup.opener = null
    let wasClosed = false
    // No event reports that a popup of another origin was closed. Its last message may still be pending, so wait for one more
    // poll.
    const timer = setInterval(() => {
      if (wasClosed) closed()
      wasClosed = popup.closed
    }, TIMING.popupPollMs)
    const onWindowMessage = ({ source, data, origin }: MessageEvent<unknown>) =>
      source === popup && onMessage?.(data, origin)
    window.addEventListener('message', onWindowMessage)
    const leave = () => {
      clearInterval(timer)
      window.removeEventListener('message', onWindowMessage)
    }
    return {
      go: (target) => popup.location.replace(target),
      leave,
      close() {
        leave()
        popup.close()
      },
    }
  },
}
