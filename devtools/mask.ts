/** What names a person or opens something: hashes and accounts of every namespace, keys, signatures, e-mails. */
const SECRETS: readonly RegExp[] = [
  // Tokens as RFC 7519 has them.
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /0x[0-9a-fA-F]{12,}/g,
  // Hex, also behind a prefix such as `key_`.
  /(?<![0-9a-zA-Z])(?:[0-9a-f]{32,}|[0-9A-F]{32,})(?![0-9a-zA-Z])/g,
  // Bech32: Bitcoin's, and those of Cosmos' chains, each with a prefix of its own.
  /\b[a-z]{1,20}1[02-9ac-hj-np-z]{20,}\b/g,
  // Base64 and base64url: signatures, and links that were packed.
  /(?<![0-9a-zA-Z])(?=[0-9a-zA-Z+/_-]{0,99}[0-9])(?=[0-9a-zA-Z+/_-]{0,99}[A-Z])(?=[0-9a-zA-Z+/_-]{0,99}[a-z])[0-9a-zA-Z+/_-]{40,}={0,2}/g,
  // Base58, which mixes figures, capitals and small letters; a long word of a text does not.
  /\b(?=[1-9A-Za-z]*[1-9])(?=[1-9A-Za-z]*[A-Z])(?=[1-9A-Za-z]*[a-z])[1-9A-HJ-NP-Za-km-z]{26,}\b/g,
]
/** As long as RFC 5321 lets the parts be: a text of any length is read in time that grows with it. */
const EMAIL = /([^\s@<>"',;:/()])[^\s@<>"',;:/()]{0,63}@[^\s@<>"',;:/()]{0,253}(\.[A-Za-z]{2,63})\b/g

const ends = (text: string): string => `${text.slice(0, 4)}…${text.slice(-4)}`

/** A text in which nobody can be told: `0xf3…2266`, `a…@….com`. */
export const masked = (text: string): string =>
  SECRETS.reduce((left, secret) => left.replace(secret, ends), text).replace(EMAIL, '$1…@…$2')

/** Fields that hold what opens something, however short it is. */
const SECRET_NAMES =
  /^(?:.*secret|password|passphrase|mnemonic|seed|otp|jwt|authorization|(?:private|sym|session|api)Key|(?:access|auth|device|id|page|refresh|session)Token)$/i

/** Whether a field is hidden by its name: `pageToken`, `symKey`. */
export const isSecretName = (name: string): boolean => SECRET_NAMES.test(name)

const LONGEST = 72
/** So much is looked at: what is masked is shorter, and still longer than what is shown. */
const LOOKED_AT = 1_000

/** How values are shown: masked, unless somebody asks to see them. */
export type Mask = (text: string) => string
export const open: Mask = (text) => text

/** A text that is short enough to show. */
export function shortText(text: string, mask: Mask = masked): string {
  const shown = mask(text.slice(0, LOOKED_AT))
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown
}
