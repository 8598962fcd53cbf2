/** Solana's wire format of transactions: the number of signatures, the signatures, and the signed message. */
import { base58 } from '@scure/base'

const keyBytes = 32
const signatureBytes = 64
const versionFlag = 0x80

/** An instruction: one call of a program. Addresses from a lookup table are `undefined`. */
export interface Instruction {
  program: string | undefined
  accounts: readonly (string | undefined)[]
  data: Uint8Array
}

/** The signed message of a transaction. The first `signers` of `accounts` sign; the first account pays the fee. */
export interface Message {
  version: 'legacy' | 0
  signers: number
  accounts: readonly string[]
  blockhash: string
  instructions: readonly Instruction[]
}

/** A transaction as it was sent. A missing signature is 64 zeros. */
export interface WireTransaction {
  signatures: readonly Uint8Array[]
  /** The signed bytes. */
  messageBytes: Uint8Array
  message: Message
}

/** Reads bytes in sequence. Throws at an unexpected end. */
function createReader(bytes: Uint8Array) {
  let offset = 0
  const takeBytes = (length: number) => {
    if (offset + length > bytes.length) throw new RangeError('io error: unexpected end of file')
    return bytes.slice(offset, (offset += length))
  }
  const byte = () => takeBytes(1)[0] ?? 0
  /** A compact-u16: seven bits per byte, lowest first, at most three bytes. */
  const count = () => {
    let value = 0
    for (let shift = 0; shift <= 14; shift += 7) {
      const nextByte = byte()
      value |= (nextByte & 0x7f) << shift
      if (nextByte < 0x80) return value
    }
    throw new RangeError('a count has more than three bytes')
  }
  const list = <T>(read: () => T): T[] => Array.from({ length: count() }, read)
  const end = () => {
    if (offset < bytes.length) throw new RangeError(`${bytes.length - offset} bytes are left over`)
  }
  return { takeBytes, byte, count, list, end, rest: () => bytes.slice(offset) }
}

/** Parses a message of version 0 or a legacy message. Throws a RangeError otherwise. */
export function readMessage(bytes: Uint8Array): Message {
  const { takeBytes, byte, count, list, end } = createReader(bytes)
  const first = byte()
  if (first > versionFlag) throw new RangeError(`transaction version ${first - versionFlag} is not supported`)
  const version = first === versionFlag ? 0 : 'legacy'
  const signers = version === 0 ? byte() : first
  takeBytes(2) // the number of read-only accounts among the signers and the others
  const accounts = list(() => base58.encode(takeBytes(keyBytes)))
  const blockhash = base58.encode(takeBytes(keyBytes))
  const instructions = list(() => ({
    program: accounts[byte()],
    accounts: list(() => accounts[byte()]),
    data: takeBytes(count()),
  }))
  if (version === 0) list(() => [takeBytes(keyBytes), takeBytes(count()), takeBytes(count())]) // lookup tables
  end()
  if (signers === 0 || signers > accounts.length) throw new RangeError('the signers are not among the accounts')
  return { version, signers, accounts, blockhash, instructions }
}

/** Parses a transaction. Throws a RangeError if it is invalid or the number of signatures does not match. */
export function readTransaction(bytes: Uint8Array): WireTransaction {
  const { takeBytes, list, rest } = createReader(bytes)
  const signatures = list(() => takeBytes(signatureBytes))
  const messageBytes = rest()
  const message = readMessage(messageBytes)
  if (signatures.length !== message.signers) {
    throw new RangeError(`${message.signers} signatures are required, and there is room for ${signatures.length}`)
  }
  return { signatures, messageBytes, message }
}

/** The index of the account's signature; -1 if the account does not sign. */
export const signerIndex = ({ accounts, signers }: Message, address: string): number =>
  accounts.slice(0, signers).indexOf(address)

/** Returns a copy of the transaction with this signature at this index. Other signatures stay unchanged. */
export function withSignature(bytes: Uint8Array, index: number, signature: Uint8Array): Uint8Array {
  const { signatures, messageBytes } = readTransaction(bytes)
  const start = bytes.length - messageBytes.length - (signatures.length - index) * signatureBytes
  const signed = bytes.slice()
  signed.set(signature, start)
  return signed
}
