/** Six-digit codes: issuing and checking them. */
import { createLimit, minutesOf } from './limit.ts'
import { Refusal } from './refusal.ts'
import { createCode, isSame, type Vault } from './secret.ts'

export const codeLifeMs = 20 * 60_000
const maxTries = 5
/** The maximum number of wrong codes per key, over all codes. */
const wrongCodeLimit = { max: 25, windowMs: 24 * 60 * 60_000 }

/** An emailed code, stored as a hash. */
export interface IssuedCode {
  readonly email: string
  readonly countedBy: readonly string[]
  readonly hash: string
  readonly expiresAtMs: number
  tries: number
}

export interface Codes {
  /**
   * `countedBy` are the keys by which wrong codes are counted; too many lock a key for a while. Never pass the email address
   * alone, because anyone could lock out its owner.
   */
  issue(email: string, countedBy: readonly string[]): { code: string; issued: IssuedCode }
  /** Throws a refusal if the code is wrong, expired, or had too many tries. The caller must discard a correct code. */
  check(issued: IssuedCode | undefined, code: string): void
}

export function createCodes({ mac }: Vault, nowMs: () => number): Codes {
  const wrongCodes = createLimit(wrongCodeLimit, nowMs)
  const hashCode = (email: string, expiresAtMs: number, code: string) => mac(`${email} ${expiresAtMs} ${code}`)
  return {
    issue(email, countedBy) {
      const code = createCode()
      const expiresAtMs = nowMs() + codeLifeMs
      return { code, issued: { email, countedBy, hash: hashCode(email, expiresAtMs, code), expiresAtMs, tries: 0 } }
    },
    check(issued, code) {
      if (!issued) throw new Refusal('code.missing')
      if (nowMs() >= issued.expiresAtMs) throw new Refusal('code.expired')
      if (issued.tries >= maxTries) throw new Refusal('code.tooManyTries')
      const waitMs = Math.max(...issued.countedBy.map((key) => wrongCodes.waitMs(key)))
      if (waitMs > 0) throw new Refusal('code.locked', { minutes: minutesOf(waitMs) })
      if (isSame(issued.hash, hashCode(issued.email, issued.expiresAtMs, code))) return
      for (const key of issued.countedBy) wrongCodes.record(key)
      issued.tries += 1
      const triesLeft = maxTries - issued.tries
      throw triesLeft > 0 ? new Refusal('code.wrong', { left: triesLeft }) : new Refusal('code.tooManyTries')
    },
  }
}
