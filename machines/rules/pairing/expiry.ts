/** Seconds since 1970 are over. A value that is no time is over as well. */
export const isExpired = (expirySeconds: unknown, nowMs: number): boolean =>
  typeof expirySeconds !== 'number' || !(nowMs < expirySeconds * 1_000)

/** The second, since 1970, at which something ends that lasts so long from now. */
export const expiryAfter = (seconds: number, nowMs: number): number => Math.floor(nowMs / 1_000) + seconds
