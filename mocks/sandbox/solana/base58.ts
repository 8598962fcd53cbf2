/** Base58 in Bitcoin's alphabet, in which Solana writes keys, hashes and signatures. */

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Re-writes a big-endian number from one base in another; each leading zero stays one leading zero. */
function convert(digits: readonly number[], from: number, to: number): number[] {
  const start = digits.findIndex((digit) => digit !== 0)
  if (start === -1) return digits.map(() => 0)
  const converted: number[] = []
  for (const digit of digits.slice(start)) {
    let carry = digit
    for (const [index, low] of converted.entries()) {
      carry += low * from
      converted[index] = carry % to
      carry = Math.floor(carry / to)
    }
    for (; carry > 0; carry = Math.floor(carry / to)) converted.push(carry % to)
  }
  return [...digits.slice(0, start), ...converted.toReversed()]
}

/** Writes bytes as base58. */
export const encodeBase58 = (bytes: Uint8Array): string =>
  convert([...bytes], 256, 58)
    .map((digit) => alphabet[digit])
    .join('')

/** Reads base58. Throws when there is a character that is none of base58's. */
export function decodeBase58(text: string): Uint8Array {
  const digits = Array.from(text, (character) => alphabet.indexOf(character))
  if (digits.includes(-1)) throw new RangeError(`${text} is not base58.`)
  return Uint8Array.from(convert(digits, 58, 256))
}
