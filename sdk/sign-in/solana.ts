import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { Verifier } from './verifier.ts'

/** Decodes base58 of a known size, because decoding long texts is slow. */
function bytesOf(text: string, size: number): Uint8Array | undefined {
  // 58 to the power of 1.37 is more than 256.
  if (text.length > Math.ceil(size * 1.37)) return undefined
  try {
    const bytes = base58.decode(text)
    return bytes.length === size ? bytes : undefined
  } catch {
    return undefined
  }
}

/** Ed25519 over the text in UTF-8, strictly per RFC 8032: small-order keys, whose signatures anyone can create, are rejected. */
export const verifySolana: Verifier = ({ accountAddress, message, signature }) => {
  const [key, signed] = [bytesOf(accountAddress, 32), bytesOf(signature, 64)]
  return key && signed ? ed25519.verify(signed, new TextEncoder().encode(message), key, { zip215: false }) : false
}
