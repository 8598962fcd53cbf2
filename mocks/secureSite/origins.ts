/** The origins that may embed the frame: `https://shop.example`, or `http://localhost:*` for any port. */

const pattern = /^https?:\/\/[a-z\d]([a-z\d.-]*[a-z\d])?(:(\d{1,5}|\*))?$/

/** Whether a text is a valid origin pattern. */
export const isOriginPattern = (text: string): boolean => pattern.test(text)

/** Whether one of the patterns matches this origin. */
export const isListed = (patterns: readonly string[], origin: string): boolean =>
  patterns.some((pattern) => {
    if (!pattern.endsWith(':*')) return pattern === origin
    const host = pattern.slice(0, -2)
    return origin === host || (origin.startsWith(`${host}:`) && /^\d{1,5}$/.test(origin.slice(host.length + 1)))
  })
