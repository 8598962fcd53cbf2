/** Base64 of either alphabet, as `atob` reads it. */
const plain = (encoded: string): string => encoded.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '')

const bytesOf = (given: string | ArrayLike<number>, encoding?: string): Uint8Array => {
  if (typeof given !== 'string') return Uint8Array.from(given)
  if (encoding !== 'base64') return new TextEncoder().encode(given)
  return Uint8Array.from(atob(plain(given)), (char) => char.charCodeAt(0))
}

const textOf = (bytes: Uint8Array, encoding?: string): string => {
  if (encoding === 'hex') return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (encoding === 'base64') return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return new TextDecoder().decode(bytes)
}

/**
 * Stands in for Node's `Buffer`, with which the official client signs in: bytes to hex, and text to base64 and back,
 * which is all that it asks for then.
 */
const lent = {
  from(given: string | ArrayLike<number>, encoding?: string): Uint8Array {
    const bytes = bytesOf(given, encoding)
    return Object.defineProperty(bytes, 'toString', { value: (to?: string) => textOf(bytes, to) })
  },
  /** None of what a library may ask about is one of Node's. */
  isBuffer: (): boolean => false,
}

/** Puts the stand-in where there is no `Buffer`. */
export function lendBuffer(scope: object = globalThis): void {
  if (!('Buffer' in scope)) Object.defineProperty(scope, 'Buffer', { value: lent, configurable: true, writable: true })
}
