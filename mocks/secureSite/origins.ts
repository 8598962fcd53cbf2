/** The origins that may show the frame: `https://shop.example`, or with any port `http://localhost:*`. */

const pattern = /^https?:\/\/[a-z\d]([a-z\d.-]*[a-z\d])?(:(\d{1,5}|\*))?$/

/** Whether a text names origins as a list of parents may. */
export const isOriginPattern = (text: string): boolean => pattern.test(text)

/** Whether one of the patterns names this origin. */
export const isListed = (patterns: readonly string[], origin: string): boolean =>
  patterns.some((one) => {
    if (!one.endsWith(':*')) return one === origin
    const host = one.slice(0, -2)
    return origin === host || (origin.startsWith(`${host}:`) && /^\d{1,5}$/.test(origin.slice(host.length + 1)))
  })
