/** Which links may be followed, and handed what. */

export const isWeb = (link: string): boolean => /^https?:\/\//i.test(link)
const withSlash = (link: string): string => (link.endsWith('/') ? link : `${link}/`)

/** A wallet's link in parts: what can be followed, with `://` and a slash at its end, and its query and fragment. */
export function partsOf(link: string): { app: string; query: string; fragment: string } {
  const [, start = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(link) ?? []
  const app = isWeb(start) || start.includes('://') ? start : `${start.replace(/[/:]/g, '')}://`
  return { app: withSlash(app), query, fragment }
}

/** A wallet's link as something can follow it. */
export function appOf(link: string): string {
  const { app, query, fragment } = partsOf(link)
  return `${app}${query}${fragment}`
}

/** A scheme of an app (RFC 3986), bare or as it is followed. */
const NATIVE = /^([a-z][a-z0-9+.-]{1,40})(:\/{0,2}|:\/\/\S+)?$/i
/** Schemes that are no wallet's: they run code, read files, reach other programs of the system, or are not encrypted. */
const FOREIGN =
  /^(https?|wss?|s?ftps?|javascript|vbscript|data|blob|file(system)?|about|intent|android-app|content|resource|jar|view-source|chrome.*|moz-.*|tel|sms.*|mms.*|mailto|facetime.*|itms.*|market|ms-.*|search.*|shell|magnet|ssh|telnet|ldaps?|smb|afp|nfs|vnc|rdp|shortcuts|x-.*)$/i

/** A page that can be opened: over https, and without a name or password in it. */
export function isWebLink(link: string): boolean {
  try {
    const { protocol, username, password } = new URL(link)
    return protocol === 'https:' && username === '' && password === ''
  } catch {
    return false
  }
}

/** A link that a pairing's URI may be handed to, which lets its reader into the session: an app's own scheme, or an https link. */
export function isAppLink(link: string): boolean {
  if (isWeb(link)) return isWebLink(appOf(link))
  const [, scheme] = NATIVE.exec(link) ?? []
  return scheme !== undefined && !FOREIGN.test(scheme)
}
