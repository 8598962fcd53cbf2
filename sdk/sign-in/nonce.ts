const BYTES = 16

/**
 * Creates a nonce for one sign-in: 128 random bits (Web Crypto) as 32 hex digits.
 * @returns The nonce.
 */
export const createNonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
