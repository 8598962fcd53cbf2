const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Encodes a text as base64url without padding, in UTF-8. */
export const toBase64Url = (text: string): string =>
  btoa(Array.from(toBytes(text), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Decodes base64 or base64url, with or without padding; undefined if it is invalid, or not UTF-8. */
export function fromBase64(encoded: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Parses JSON; undefined if it is invalid. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
