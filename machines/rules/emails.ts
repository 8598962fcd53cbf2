/** E-mail addresses, the codes that come by mail, and how often one may be asked for. */
import { EMAIL } from '../constants.ts'
import type { EmbeddedLogin } from '../entities/embedded.ts'

/** Letters, digits and some signs of ASCII, and a domain with a dot. */
const ADDRESS = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

/** Whether a text can be an e-mail address; who writes to it finds out whether it is one. */
export const isEmail = (text: string): boolean => text.length <= EMAIL.longest && ADDRESS.test(text)

/** Where the digits of scripts begin in which codes are typed: Arabic, Persian, full width. */
const ZEROS = [0x6_60, 0x6_f0, 0xff_10]
const inAscii = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  const zero = ZEROS.find((first) => code >= first && code < first + 10)
  return zero === undefined ? digit : String(code - zero)
}

/** The digits of a code, however it was typed or pasted; at most as many as a code has. */
export const codeDigits = (text: string): string =>
  text
    .replace(/\p{Nd}/gu, inAscii)
    .replace(/\D/g, '')
    .slice(0, EMAIL.codeLength)

/** All digits of a code are there. */
export const isWholeCode = (digits: string): boolean => digits.length === EMAIL.codeLength

/**
 * How long nobody may ask for another code, in milliseconds: never longer than the cooldown. A moment that lies ahead was written before
 * the clock was set back, and counts for nothing [5.5] [5.6] [9.1].
 */
export const cooldownLeft = (lastLoginAt: number | undefined, now: number): number =>
  lastLoginAt === undefined || !(lastLoginAt <= now) ? 0 : Math.max(0, lastLoginAt + EMAIL.cooldownMs - now)

/** The same in whole seconds, as they are told; 0 where one may be asked for. */
export const secondsToCode = (lastLoginAt: number | undefined, now: number): number =>
  Math.ceil(cooldownLeft(lastLoginAt, now) / EMAIL.secondMs)

/** The e-mail address of who is signed in: as the frame says, or as the browser remembers it until the frame has said so. */
export const emailOf = (
  user: { email?: string | null | undefined } | undefined,
  remembered: EmbeddedLogin | undefined,
): string | undefined => (user ? (user.email ?? undefined) : remembered?.email)
