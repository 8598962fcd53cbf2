/** Parses token accounts: https://github.com/solana-program/token, https://github.com/solana-program/token-2022. */
import { base58, base64 } from '@scure/base'
import type { SolanaHolding } from '../../../machines/swap/solanaSwap.rules.ts'
import { PROGRAMS } from './programs.ts'

/** The size of an account without extensions, and the type byte of one with extensions. */
const [ACCOUNT_BYTES, ACCOUNT_KIND] = [165, 2]
const FROZEN = 2
/** The withheld transfer fees in an account (TransferFeeAmount), which no longer belong to the owner. */
const WITHHELD = 2

/** The extension data of an account without the withheld fees. */
function restOf(bytes: Uint8Array): string {
  const parts: string[] = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = ACCOUNT_BYTES + 1; at + 4 <= bytes.length;) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    if (type !== WITHHELD) parts.push(`${type}:${base64.encode(bytes.slice(at + 4, at + 4 + length))}`)
    at += 4 + length
  }
  return parts.join(' ')
}

/** A token account, or `undefined` for other accounts and uninitialized ones. */
export function readHoldingState(program: string, bytes: Uint8Array): SolanaHolding | undefined {
  const isHolding =
    PROGRAMS.includes(program) &&
    (bytes.length === ACCOUNT_BYTES || (bytes.length > ACCOUNT_BYTES && bytes[ACCOUNT_BYTES] === ACCOUNT_KIND))
  const state = bytes[108] ?? 0
  if (!isHolding || state === 0) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const keyAt = (at: number) => base58.encode(bytes.slice(at, at + 32))
  const optionAt = (at: number) => (view.getUint32(at, true) === 0 ? undefined : keyAt(at + 4))
  const delegate = optionAt(72)
  return {
    mint: keyAt(0),
    owner: keyAt(32),
    units: view.getBigUint64(64, true),
    delegate,
    allowed: delegate === undefined ? 0n : view.getBigUint64(121, true),
    closer: optionAt(129),
    isFrozen: state === FROZEN,
    rest: restOf(bytes),
  }
}
