/**
 * Reads the mint of a Solana token: decimals, transfer fee, and restrictions on sending. The layouts are those of Token-2022:
 * https://github.com/solana-program/token-2022.
 */
import { base64 } from '@scure/base'
import type * as z from 'zod/mini'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { PROGRAMS } from './programs.ts'
import type { accountDataSchema } from './wire.ts'

/** The reason a token cannot be sent by anyone. */
type SendError = 'send.nonTransferable' | 'send.paused' | 'send.transferHook' | 'send.unsupportedToken'

type AccountData = z.infer<typeof accountDataSchema>

const [MINT_BYTES, ACCOUNT_BYTES] = [82, 165]
const DECIMALS_AT = 44
/** The base data of an account is followed by the account type and its extensions. */
const KIND = { mint: 1, account: 2 } as const

/** The extension numbers. Extensions that do not affect transfers are omitted. */
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
/** The last known extension. The effect of later ones on a transfer is unknown. */
const LAST_KNOWN_EXTENSION = 27
const FROZEN = 2

type Extensions = ReadonlyMap<number, DataView>

/** The extensions of an account, by number. Throws if the data is truncated. */
function extensionsOf(bytes: Uint8Array, kind: number): Extensions {
  const extensions = new Map<number, DataView>()
  if (bytes.length <= ACCOUNT_BYTES) return extensions
  if (bytes[ACCOUNT_BYTES] !== kind) throw new LatchkeyError('rpc.malformed', { cause: bytes[ACCOUNT_BYTES] })
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = ACCOUNT_BYTES + 1; at + 4 <= bytes.length;) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    // Unused reserved space.
    if (type === 0) break
    if (at + 4 + length > bytes.length) throw new LatchkeyError('rpc.malformed', { cause: { type, length } })
    extensions.set(type, new DataView(bytes.buffer, bytes.byteOffset + at + 4, length))
    at += 4 + length
  }
  return extensions
}

/** Reads an extension. Throws `rpc.malformed` if it is too short. */
function readBytes<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    throw new LatchkeyError('rpc.malformed', { cause })
  }
}

/** The transfer fee of a token, from an epoch on. */
interface TransferFee {
  epoch: bigint
  maximum: bigint
  basisPoints: bigint
}

const feeAt = (view: DataView, at: number): TransferFee => ({
  epoch: view.getBigUint64(at, true),
  maximum: view.getBigUint64(at + 8, true),
  basisPoints: BigInt(view.getUint16(at + 16, true)),
})

/** A token, as its mint describes it. */
export interface MintInfo {
  program: string
  decimals: number
  /** The fee before an epoch, and the fee from then on. */
  fees: readonly [TransferFee, TransferFee] | undefined
  /** The reason it cannot be sent. */
  sendError: SendError | undefined
  /** New accounts of the token are frozen until the issuer releases them. */
  startsFrozen: boolean
  /** The size in bytes of a new account. */
  accountBytes: number
}

const hasNoScaling = (view: DataView): boolean => view.getFloat64(32, true) === 1 && view.getFloat64(48, true) === 1
const isWithoutInterest = (view: DataView): boolean => view.getInt16(40, true) === 0 && view.getInt16(50, true) === 0
const hasProgram = (view: DataView): boolean =>
  Array.from({ length: 32 }, (_, at) => view.getUint8(32 + at)).some((byte) => byte !== 0)

function sendErrorOf(extensions: Extensions): SendError | undefined {
  const [hook, pausable] = [extensions.get(EXTENSION.hook), extensions.get(EXTENSION.pausable)]
  const [scaled, interest] = [extensions.get(EXTENSION.scaled), extensions.get(EXTENSION.interest)]
  if (extensions.has(EXTENSION.nonTransferable)) return 'send.nonTransferable'
  if (pausable && pausable.getUint8(32) !== 0) return 'send.paused'
  if (hook && hasProgram(hook)) return 'send.transferHook'
  // A balance may have been scaled differently than on the chain.
  if ((scaled && !hasNoScaling(scaled)) || (interest && !isWithoutInterest(interest))) return 'send.unsupportedToken'
  return [...extensions.keys()].some((type) => type > LAST_KNOWN_EXTENSION) ? 'send.unsupportedToken' : undefined
}

/** Token-2022 accounts have an immutable owner and the extensions that their mint requires. */
function accountBytesOf(program: string, extensions: Extensions): number {
  if (program !== PROGRAMS[1]) return ACCOUNT_BYTES
  const extensionBytes = [
    [EXTENSION.transferFee, 12],
    [EXTENSION.hook, 5],
    [EXTENSION.pausable, 4],
  ] as const
  return extensionBytes.reduce((sum, [type, bytes]) => sum + (extensions.has(type) ? bytes : 0), ACCOUNT_BYTES + 1 + 4)
}

/** Parses a mint. Throws `send.unsupportedToken` if the account is not a mint. */
export function readMint(account: AccountData | null): MintInfo {
  const bytes = account ? base64.decode(account.data[0]) : new Uint8Array()
  const isMint = bytes.length === MINT_BYTES || bytes[ACCOUNT_BYTES] === KIND.mint
  if (!account || !PROGRAMS.includes(account.owner) || !isMint) throw new LatchkeyError('send.unsupportedToken')
  const extensions = extensionsOf(bytes, KIND.mint)
  const fee = extensions.get(EXTENSION.transferFee)
  return readBytes(() => ({
    program: account.owner,
    decimals: bytes[DECIMALS_AT] ?? 0,
    fees: fee && ([feeAt(fee, 72), feeAt(fee, 90)] as const),
    sendError: sendErrorOf(extensions),
    startsFrozen: extensions.get(EXTENSION.defaultState)?.getUint8(0) === FROZEN,
    accountBytes: accountBytesOf(account.owner, extensions),
  }))
}

/** Whether an account accepts transfers only with a memo. */
export const requiresMemo = (bytes: Uint8Array): boolean =>
  readBytes(() => extensionsOf(bytes, KIND.account).get(EXTENSION.memo)?.getUint8(0) === 1)

/** The name in the mint of a Token-2022 token (TokenMetadata), or `undefined`. */
export function metadataNameOf(mint: Uint8Array): string | undefined {
  const metadata = extensionsOf(mint, KIND.mint).get(EXTENSION.metadata)
  if (!metadata) return undefined
  return readBytes(() => {
    const length = metadata.getUint32(64, true)
    if (68 + length > metadata.byteLength) throw new RangeError('The name ends too early.')
    return new TextDecoder().decode(new Uint8Array(metadata.buffer, metadata.byteOffset + 68, length))
  })
}

/** The transfer fee of an amount in an epoch, computed like the program does. */
export function computeTransferFee(
  units: bigint,
  [older, newer]: readonly [TransferFee, TransferFee],
  epoch: bigint,
): bigint {
  const { basisPoints, maximum } = epoch >= newer.epoch ? newer : older
  const fee = (units * basisPoints + 9_999n) / 10_000n
  return fee < maximum ? fee : maximum
}
