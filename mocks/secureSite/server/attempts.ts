/** Open sign-in attempts, by the hashes of their tokens. They are in memory, so a restart ends them. */
import { createToken, hashOf } from './secret.ts'

const maxAttempts = 10_000

export interface Attempts<Attempt extends { expiresAtMs: number }> {
  /** Adds an attempt. Returns its token. */
  add(attempt: Attempt): string
  get(token: string): Attempt | undefined
  end(token: string): void
  /** Removes the matching attempts. */
  removeMatching(matches: (attempt: Attempt) => boolean): void
}

/**
 * Keeps at most 10,000 attempts and removes the oldest first. An expired attempt stays for another `lifeMs`, so that a late
 * request gets a precise error.
 */
export function createAttempts<Attempt extends { expiresAtMs: number }>(
  lifeMs: number,
  nowMs: () => number,
): Attempts<Attempt> {
  const attempts = new Map<string, Attempt>()
  return {
    add(attempt) {
      for (const [key, { expiresAtMs }] of attempts) if (nowMs() >= expiresAtMs + lifeMs) attempts.delete(key)
      const [oldest] = attempts.keys()
      if (attempts.size >= maxAttempts && oldest !== undefined) attempts.delete(oldest)
      const token = createToken()
      attempts.set(hashOf(token), attempt)
      return token
    },
    get: (token) => attempts.get(hashOf(token)),
    end: (token) => void attempts.delete(hashOf(token)),
    removeMatching(matches) {
      for (const [key, attempt] of attempts) if (matches(attempt)) attempts.delete(key)
    },
  }
}
