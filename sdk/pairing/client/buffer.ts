/** Converts base64 of either alphabet to the one that `atob` accepts. */
const plain = (encoded: string): string => encoded.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '')

const unsupported = () =>
  new TypeError('This page has no Buffer but the one that a sign-in needs, which cannot do this.')

const bytesOf = (given: unknown, encoding: unknown = 'utf8', length?: number): Uint8Array => {
  if (given instanceof ArrayBuffer) return new Uint8Array(given, typeof encoding === 'number' ? encoding : 0, length)
  if (given instanceof Uint8Array || Array.isArray(given)) return Uint8Array.from(given as ArrayLike<number>)
  if (typeof given !== 'string') throw unsupported()
  if (encoding === 'utf8' || encoding === 'utf-8') return new TextEncoder().encode(given)
  if (encoding !== 'base64') throw unsupported()
  return Uint8Array.from(atob(plain(given)), (char) => char.charCodeAt(0))
}

const textOf = (bytes: Uint8Array, encoding?: string): string => {
  if (encoding === 'hex') return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (encoding === 'base64') return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return new TextDecoder().decode(bytes)
}

/**
 * A minimal replacement for Node's `Buffer`. The official client needs it for sign-ins and attestations: bytes to hex, and text
 * to base64 and back. If a `Buffer` exists, the client also uses it to decode all texts from an `ArrayBuffer`.
 */
const lent = {
  from(given: unknown, encoding?: string | number, length?: number): Uint8Array {
    const bytes = bytesOf(given, encoding, length)
    return Object.defineProperty(bytes, 'toString', { value: (to?: string) => textOf(bytes, to) })
  },
  /** No value is one of Node's buffers. */
  isBuffer: (): boolean => false,
}

/** Installs the replacement if there is no `Buffer`. */
export function lendBuffer(scope: object = globalThis): void {
  if (!('Buffer' in scope)) Object.defineProperty(scope, 'Buffer', { value: lent, configurable: true, writable: true })
}
