/**
 * What a token of Solana's says of itself: how it counts, what it keeps of a transfer, and what keeps it from being sent. The layouts are
 * those of the token program of 2022: https://github.com/solana-program/token-2022.
 */
import { base64 } from '@scure/base'
import type * as z from 'zod/mini'
import { LatchkeyError } from '../../../machines/errors/error.ts'
import { PROGRAMS } from './programs.ts'
import type { accountDataSchema } from './wire.ts'

/** Why a token cannot be sent, whoever sends it. */
type Fault = 'send.nonTransferable' | 'send.paused' | 'send.transferHook' | 'send.unsupportedToken'

type AccountData = z.infer<typeof accountDataSchema>

const [MINT_BYTES, ACCOUNT_BYTES] = [82, 165]
const DECIMALS_AT = 44
/** Behind an account's own bytes stands what kind it is, then what it has beyond them. */
const KIND = { mint: 1, account: 2 } as const

/** By number; those that a transfer is not touched by have no name. */
const EXTENSION = {
  transferFee: 1,
  defaultState: 6,
  memo: 8,
  nonTransferable: 9,
  interest: 10,
  hook: 14,
  metadata: 19,
  scaled: 25,
  pausable: 26,
} as const
/** The last one that is known: nobody can say what a later one does to a transfer. */
const LAST_KNOWN = 27
const FROZEN = 2

type Extensions = ReadonlyMap<number, DataView>

/** What an account has beyond its own bytes, by number. Throws where it does not end as it should. */
function extensionsOf(bytes: Uint8Array, kind: number): Extensions {
  const found = new Map<number, DataView>()
  if (bytes.length <= ACCOUNT_BYTES) return found
  if (bytes[ACCOUNT_BYTES] !== kind) throw new LatchkeyError('rpc.malformed', { cause: bytes[ACCOUNT_BYTES] })
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = ACCOUNT_BYTES + 1; at + 4 <= bytes.length;) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    // What was set aside for more and is not used.
    if (type === 0) break
    if (at + 4 + length > bytes.length) throw new LatchkeyError('rpc.malformed', { cause: { type, length } })
    found.set(type, new DataView(bytes.buffer, bytes.byteOffset + at + 4, length))
    at += 4 + length
  }
  return found
}

/** Reads an extension; what is shorter than it should be was not told truly. */
function within<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    throw new LatchkeyError('rpc.malformed', { cause })
  }
}

/** What a token keeps of each transfer, from an epoch on. */
interface TransferFee {
  epoch: bigint
  most: bigint
  basisPoints: bigint
}

const feeAt = (view: DataView, at: number): TransferFee => ({
  epoch: view.getBigUint64(at, true),
  most: view.getBigUint64(at + 8, true),
  basisPoints: BigInt(view.getUint16(at + 16, true)),
})

/** A token, as its mint describes it. */
export interface MintFacts {
  program: string
  decimals: number
  /** The fee until an epoch, and the one from then on. */
  fees: readonly [TransferFee, TransferFee] | undefined
  /** Why it cannot be sent. */
  fault: Fault | undefined
  /** Whoever is given an account of it cannot use that before the issuer says so. */
  beginsFrozen: boolean
  /** The bytes of an account that is made for somebody. */
  accountBytes: number
}

const isOne = (view: DataView): boolean => view.getFloat64(32, true) === 1 && view.getFloat64(48, true) === 1
const isWithoutInterest = (view: DataView): boolean => view.getInt16(40, true) === 0 && view.getInt16(50, true) === 0
const hasProgram = (view: DataView): boolean =>
  Array.from({ length: 32 }, (_, at) => view.getUint8(32 + at)).some((byte) => byte !== 0)

function faultOf(extensions: Extensions): Fault | undefined {
  const [hook, pausable] = [extensions.get(EXTENSION.hook), extensions.get(EXTENSION.pausable)]
  const [scaled, interest] = [extensions.get(EXTENSION.scaled), extensions.get(EXTENSION.interest)]
  if (extensions.has(EXTENSION.nonTransferable)) return 'send.nonTransferable'
  if (pausable && pausable.getUint8(32) !== 0) return 'send.paused'
  if (hook && hasProgram(hook)) return 'send.transferHook'
  // Who tells of a balance may have counted otherwise than the chain does.
  if ((scaled && !isOne(scaled)) || (interest && !isWithoutInterest(interest))) return 'send.unsupportedToken'
  return [...extensions.keys()].some((type) => type > LAST_KNOWN) ? 'send.unsupportedToken' : undefined
}

/** Accounts of the program of 2022 say that their owner is so for good, and what their token asks them to. */
function accountBytesOf(program: string, extensions: Extensions): number {
  if (program !== PROGRAMS[1]) return ACCOUNT_BYTES
  const more = [
    [EXTENSION.transferFee, 12],
    [EXTENSION.hook, 5],
    [EXTENSION.pausable, 4],
  ] as const
  return more.reduce((sum, [type, bytes]) => sum + (extensions.has(type) ? bytes : 0), ACCOUNT_BYTES + 1 + 4)
}

/** Reads a mint. Throws `send.unsupportedToken` for what is none. */
export function readMint(account: AccountData | null): MintFacts {
  const bytes = account ? base64.decode(account.data[0]) : new Uint8Array()
  const isMint = bytes.length === MINT_BYTES || bytes[ACCOUNT_BYTES] === KIND.mint
  if (!account || !PROGRAMS.includes(account.owner) || !isMint) throw new LatchkeyError('send.unsupportedToken')
  const extensions = extensionsOf(bytes, KIND.mint)
  const fee = extensions.get(EXTENSION.transferFee)
  return within(() => ({
    program: account.owner,
    decimals: bytes[DECIMALS_AT] ?? 0,
    fees: fee && ([feeAt(fee, 72), feeAt(fee, 90)] as const),
    fault: faultOf(extensions),
    beginsFrozen: extensions.get(EXTENSION.defaultState)?.getUint8(0) === FROZEN,
    accountBytes: accountBytesOf(account.owner, extensions),
  }))
}

/** Whether an account takes what comes only with a memo. */
export const asksForMemo = (bytes: Uint8Array): boolean =>
  within(() => extensionsOf(bytes, KIND.account).get(EXTENSION.memo)?.getUint8(0) === 1)

/** What a token of 2022 is called by its own mint (TokenMetadata); nothing where that says nothing. */
export function metadataNameOf(mint: Uint8Array): string | undefined {
  const found = extensionsOf(mint, KIND.mint).get(EXTENSION.metadata)
  if (!found) return undefined
  return within(() => {
    const length = found.getUint32(64, true)
    if (68 + length > found.byteLength) throw new RangeError('The name ends too early.')
    return new TextDecoder().decode(new Uint8Array(found.buffer, found.byteOffset + 68, length))
  })
}

/** What a token keeps of one transfer in an epoch, as the program works it out. */
export function keptOf(units: bigint, [older, newer]: readonly [TransferFee, TransferFee], epoch: bigint): bigint {
  const { basisPoints, most } = epoch >= newer.epoch ? newer : older
  const part = (units * basisPoints + 9_999n) / 10_000n
  return part < most ? part : most
}
