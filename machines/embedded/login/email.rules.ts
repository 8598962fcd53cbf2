/** Email addresses, the codes sent by email, and how often a code may be requested. */
import { EMAIL } from '../../constants.ts'
import type { EmbeddedLogin } from '../embedded.types.ts'

/** ASCII letters, digits and some signs, and a domain with a dot. */
const ADDRESS = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

/** Whether a text can be an email address. Only sending an email shows whether it exists. */
export const isEmail = (text: string): boolean => text.length <= EMAIL.longest && ADDRESS.test(text)

/** The first digits of other scripts in which codes are typed: Arabic, Persian, full width. */
const ZEROS = [0x6_60, 0x6_f0, 0xff_10]
const inAscii = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  const zero = ZEROS.find((first) => code >= first && code < first + 10)
  return zero === undefined ? digit : String(code - zero)
}

/** Returns the digits of a code, however it was typed or pasted; at most as many as a code has. */
export const codeDigits = (text: string): string =>
  text
    .replace(/\p{Nd}/gu, inAscii)
    .replace(/\D/g, '')
    .slice(0, EMAIL.codeLength)

/** Whether all digits of a code are present. */
export const isCompleteCode = (digits: string): boolean => digits.length === EMAIL.codeLength

/**
 * Returns how long no other code may be requested, in milliseconds, at most the cooldown. A time in the future was stored before
 * the clock was set back, and is ignored [5.5] [5.6] [9.1].
 */
export const cooldownLeft = (lastLoginAt: number | undefined, now: number): number =>
  lastLoginAt === undefined || !(lastLoginAt <= now) ? 0 : Math.max(0, lastLoginAt + EMAIL.cooldownMs - now)

/** The same in whole seconds, for display; 0 if a code may be requested. */
export const secondsToCode = (lastLoginAt: number | undefined, now: number): number =>
  Math.ceil(cooldownLeft(lastLoginAt, now) / EMAIL.secondMs)

/**
 * Returns the email address of the signed-in user: from the frame, or from the browser's storage until the frame has returned it.
 */
export const emailOf = (
  user: { email?: string | null | undefined } | undefined,
  persisted: EmbeddedLogin | undefined,
): string | undefined => (user ? (user.email ?? undefined) : persisted?.email)
