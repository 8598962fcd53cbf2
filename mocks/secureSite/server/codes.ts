/** Codes of six digits: issued, tried, used up. */
import { createLimit, minutesOf } from './limit.ts'
import { Refusal } from './refusal.ts'
import { createCode, isSame, type Vault } from './secret.ts'

export const codeLifeMs = 20 * 60_000
const triesAtMost = 5
/** Wrong codes of one of those whom a code is counted by, over all codes. */
const wrongAtMost = { most: 25, withinMs: 24 * 60 * 60_000 }

/** A code that was mailed, without the code. */
export interface IssuedCode {
  readonly email: string
  readonly countedBy: readonly string[]
  readonly hash: string
  readonly expiresAtMs: number
  tries: number
}

export interface Codes {
  /**
   * `countedBy`: whose wrong codes count, so that one of them who was wrong too often is locked out for a while. Never the address
   * alone: a stranger could lock its owner out.
   */
  issue(email: string, countedBy: readonly string[]): { code: string; issued: IssuedCode }
  /** Refuses a code that is wrong, too old, or was wrong too often. One that is right is to be forgotten by its owner. */
  check(issued: IssuedCode | undefined, code: string): void
}

export function createCodes({ mac }: Vault, nowMs: () => number): Codes {
  const wrong = createLimit(wrongAtMost, nowMs)
  const hash = (email: string, expiresAtMs: number, code: string) => mac(`${email} ${expiresAtMs} ${code}`)
  return {
    issue(email, countedBy) {
      const code = createCode()
      const expiresAtMs = nowMs() + codeLifeMs
      return { code, issued: { email, countedBy, hash: hash(email, expiresAtMs, code), expiresAtMs, tries: 0 } }
    },
    check(issued, code) {
      if (!issued) throw new Refusal('code.missing')
      if (nowMs() >= issued.expiresAtMs) throw new Refusal('code.expired')
      if (issued.tries >= triesAtMost) throw new Refusal('code.tooManyTries')
      const waitMs = Math.max(...issued.countedBy.map((key) => wrong.waitMs(key)))
      if (waitMs > 0) throw new Refusal('code.locked', { minutes: minutesOf(waitMs) })
      if (isSame(issued.hash, hash(issued.email, issued.expiresAtMs, code))) return
      for (const key of issued.countedBy) wrong.note(key)
      issued.tries += 1
      const left = triesAtMost - issued.tries
      throw left > 0 ? new Refusal('code.wrong', { left }) : new Refusal('code.tooManyTries')
    },
  }
}
