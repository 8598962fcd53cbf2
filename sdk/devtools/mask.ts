/** Values that identify a person or give access: hashes and accounts of every namespace, keys, signatures, email addresses. */
export const SECRETS = {
  // Tokens in the format of RFC 7519.
  token: /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  prefixedHex: /0x[0-9a-fA-F]{12,}/g,
  // Hex, including after a prefix such as `key_`.
  hex: /(?<![0-9a-zA-Z])(?:[0-9a-f]{32,}|[0-9A-F]{32,})(?![0-9a-zA-Z])/g,
  // Bech32: Bitcoin and Cosmos chains, each with its own prefix. QR codes have it in uppercase.
  bech32: /\b(?:[a-z]{1,20}1[02-9ac-hj-np-z]{20,}|[A-Z]{1,20}1[02-9AC-HJ-NP-Z]{20,})\b/g,
  // Base64 and base64url: signatures, and encoded links.
  base64:
    /(?<![0-9a-zA-Z])(?=[0-9a-zA-Z+/_-]{0,99}[0-9])(?=[0-9a-zA-Z+/_-]{0,99}[A-Z])(?=[0-9a-zA-Z+/_-]{0,99}[a-z])[0-9a-zA-Z+/_-]{40,}={0,2}/g,
  // Base58, which mixes digits, uppercase and lowercase letters; a long word in a text does not.
  base58: /\b(?=[1-9A-Za-z]*[1-9])(?=[1-9A-Za-z]*[A-Z])(?=[1-9A-Za-z]*[a-z])[1-9A-HJ-NP-Za-km-z]{26,}\b/g,
} as const satisfies Readonly<Record<string, RegExp>>
/** The maximum lengths are those of RFC 5321, so that the matching time is linear in the length of the text. */
export const EMAIL = /([^\s@<>"',;:/()])[^\s@<>"',;:/()]{0,63}@[^\s@<>"',;:/()]{0,253}(\.[A-Za-z]{2,63})\b/g

const maskMiddle = (text: string): string => `${text.slice(0, 4)}…${text.slice(-4)}`

/** Masks a text so that it identifies no one: `0xf3…2266`, `a…@….com`. */
export const maskText = (text: string): string =>
  Object.values(SECRETS)
    .reduce((result, secret) => result.replace(secret, maskMiddle), text)
    .replace(EMAIL, '$1…@…$2')

/** Names of fields that contain secrets, which are hidden regardless of their length. */
const SECRET_NAMES =
  /^(?:.*secret|password|passphrase|mnemonic|seed|otp|jwt|authorization|(?:private|sym|session|api)Key|(?:access|auth|device|id|page|refresh|session)Token)$/i

/** Whether a field is hidden because of its name: `pageToken`, `symKey`. */
export const isSecretName = (name: string): boolean => SECRET_NAMES.test(name)

const MAX_LENGTH = 72
/** The maximum number of characters that are masked; more than are shown. */
const MASKED_LENGTH = 1_000

/** How values are shown: masked by default. */
export type Mask = (text: string) => string
export const noMask: Mask = (text) => text

/** Masks and shortens a text for display. */
export function shortText(text: string, mask: Mask = maskText): string {
  const shortened = mask(text.slice(0, MASKED_LENGTH))
  return shortened.length > MAX_LENGTH ? `${shortened.slice(0, MAX_LENGTH)}…` : shortened
}
