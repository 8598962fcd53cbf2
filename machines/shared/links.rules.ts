/** Which links may be opened, and which may receive a pairing URI. */

/** Whether a text is a URL with one of these protocols, such as `https:`. */
export const isUrl = (text: string, protocols: readonly string[]): boolean => {
  try {
    return protocols.includes(new URL(text).protocol)
  } catch {
    return false
  }
}

export const isWeb = (link: string): boolean => /^https?:\/\//i.test(link)
const withSlash = (link: string): string => (link.endsWith('/') ? link : `${link}/`)

/** Returns the parts of a wallet's link: the base to open, with `://` and a slash at the end, the query and the fragment. */
export function parseLink(link: string): { app: string; query: string; fragment: string } {
  const [, start = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(link) ?? []
  const app = isWeb(start) || start.includes('://') ? start : `${start.replace(/[/:]/g, '')}://`
  return { app: withSlash(app), query, fragment }
}

/** Returns a wallet's link in the form in which it can be opened. */
export function appOfLink(link: string): string {
  const { app, query, fragment } = parseLink(link)
  return `${app}${query}${fragment}`
}

/** The scheme of an app (RFC 3986), alone or as a link. */
const NATIVE = /^([a-z][a-z0-9+.-]{1,40})(:\/{0,2}|:\/\/\S+)?$/i
/** Schemes that cannot belong to a wallet: they run code, read files, open other programs of the system, or are not encrypted. */
const FOREIGN =
  /^(https?|wss?|s?ftps?|javascript|vbscript|data|blob|file(system)?|about|intent|android-app|content|resource|jar|view-source|chrome.*|moz-.*|tel|sms.*|mms.*|mailto|facetime.*|itms.*|market|ms-.*|search.*|shell|magnet|ssh|telnet|ldaps?|smb|afp|nfs|vnc|rdp|shortcuts|x-.*)$/i

/** Whether a link opens a page: over https, and without a user name or password. */
export function isWebLink(link: string): boolean {
  try {
    const { protocol, username, password } = new URL(link)
    return protocol === 'https:' && username === '' && password === ''
  } catch {
    return false
  }
}

/** Whether a link may receive a pairing URI, whose reader can join the session: an app's own scheme, or an https link. */
export function isAppLink(link: string): boolean {
  if (isWeb(link)) return isWebLink(appOfLink(link))
  const [, scheme] = NATIVE.exec(link) ?? []
  return scheme !== undefined && !FOREIGN.test(scheme)
}
