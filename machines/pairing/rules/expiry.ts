/** Whether a time in seconds since 1970 has passed. A value that is not a time counts as expired. */
export const isExpired = (expirySeconds: unknown, nowMs: number): boolean =>
  typeof expirySeconds !== 'number' || !(nowMs < expirySeconds * 1_000)

/** Returns the time in seconds since 1970, this many seconds from now. */
export const expiryAfter = (seconds: number, nowMs: number): number => Math.floor(nowMs / 1_000) + seconds
