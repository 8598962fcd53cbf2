/** Letters and digits, as EIP-4361 wants a nonce to be. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Of 62 letters each: 130 bits. */
const LENGTH = 22
/** Bytes from here on would make some letters likelier than others. */
const FAIR = 256 - (256 % LETTERS.length)

/** A nonce for one sign-in: 22 letters and digits, 130 random bits. */
export function createNonce(): string {
  let nonce = ''
  while (nonce.length < LENGTH)
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH)))
      if (byte < FAIR && nonce.length < LENGTH) nonce += LETTERS[byte % LETTERS.length]
  return nonce
}
