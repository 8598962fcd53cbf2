/** Converts base64 of either alphabet to the one that `atob` accepts. */
const toPlainBase64 = (encoded: string): string => encoded.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '')

const unsupportedError = () =>
  new TypeError('This page has no Buffer but the one that a sign-in needs, which cannot do this.')

const bytesOf = (value: unknown, encoding: unknown = 'utf8', length?: number): Uint8Array => {
  if (value instanceof ArrayBuffer) return new Uint8Array(value, typeof encoding === 'number' ? encoding : 0, length)
  if (value instanceof Uint8Array || Array.isArray(value)) return Uint8Array.from(value as ArrayLike<number>)
  if (typeof value !== 'string') throw unsupportedError()
  if (encoding === 'utf8' || encoding === 'utf-8') return new TextEncoder().encode(value)
  if (encoding !== 'base64') throw unsupportedError()
  return Uint8Array.from(atob(toPlainBase64(value)), (char) => char.charCodeAt(0))
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
const bufferReplacement = {
  from(value: unknown, encoding?: string | number, length?: number): Uint8Array {
    const bytes = bytesOf(value, encoding, length)
    return Object.defineProperty(bytes, 'toString', {
      value: (targetEncoding?: string) => textOf(bytes, targetEncoding),
    })
  },
  /** No value is one of Node's buffers. */
  isBuffer: (): boolean => false,
}

/** Installs the replacement if there is no `Buffer`. */
export function installBuffer(scope: object = globalThis): void {
  if (!('Buffer' in scope))
    Object.defineProperty(scope, 'Buffer', { value: bufferReplacement, configurable: true, writable: true })
}
