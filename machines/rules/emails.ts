/** E-mail addresses, the codes that come by mail, and how often one may be asked for. */
import { EMAIL } from '../constants.ts'

/** Whether a text can be an e-mail address; who writes to it finds out whether it is one. */
export const isEmail = (text: string): boolean =>
  text.length <= EMAIL.longest && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)

/** The digits of a code, however it was typed or pasted; at most as many as a code has. */
export const codeDigits = (text: string): string => text.replace(/\D/g, '').slice(0, EMAIL.codeLength)

/**
 * How long nobody may ask for another code, in milliseconds: never longer than the cooldown. A moment that lies ahead was written before
 * the clock was set back, and counts for nothing [5.5] [5.6] [9.1].
 */
export const cooldownLeft = (lastLoginAt: number | undefined, now: number): number =>
  lastLoginAt === undefined || !(lastLoginAt <= now) ? 0 : Math.max(0, lastLoginAt + EMAIL.cooldownMs - now)
