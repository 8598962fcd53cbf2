/** Solana's wire format of transactions: a count of signatures, the signatures, and the message that they sign. */
import { base58 } from '@scure/base'

const keyBytes = 32
const signatureBytes = 64
const versionFlag = 0x80

/** One call of a program. `accounts` are addresses; one that a lookup table holds is undefined. */
export interface Instruction {
  program: string | undefined
  accounts: readonly (string | undefined)[]
  data: Uint8Array
}

/** What a transaction's signers sign. The first `signers` of `accounts` sign; the first of all pays the fee. */
export interface Message {
  version: 'legacy' | 0
  signers: number
  accounts: readonly string[]
  blockhash: string
  instructions: readonly Instruction[]
}

/** A transaction as it was sent. A signature that is still to come is 64 zeros. */
export interface WireTransaction {
  signatures: readonly Uint8Array[]
  /** The bytes that are signed. */
  messageBytes: Uint8Array
  message: Message
}

/** Reads bytes in their order, and throws where they end too early. */
function createReader(bytes: Uint8Array) {
  let offset = 0
  const take = (length: number) => {
    if (offset + length > bytes.length) throw new RangeError('io error: unexpected end of file')
    return bytes.slice(offset, (offset += length))
  }
  const byte = () => take(1)[0] ?? 0
  /** A compact-u16: seven bits a byte, lowest first, in three bytes at most. */
  const count = () => {
    let value = 0
    for (let shift = 0; shift <= 14; shift += 7) {
      const next = byte()
      value |= (next & 0x7f) << shift
      if (next < 0x80) return value
    }
    throw new RangeError('a count has more than three bytes')
  }
  const list = <T>(read: () => T): T[] => Array.from({ length: count() }, read)
  const end = () => {
    if (offset < bytes.length) throw new RangeError(`${bytes.length - offset} bytes are left over`)
  }
  return { take, byte, count, list, end, rest: () => bytes.slice(offset) }
}

/** Reads a message of version 0, or a legacy one, which has no version. Throws a RangeError when it is neither. */
export function readMessage(bytes: Uint8Array): Message {
  const { take, byte, count, list, end } = createReader(bytes)
  const first = byte()
  if (first > versionFlag) throw new RangeError(`transaction version ${first - versionFlag} is not supported`)
  const version = first === versionFlag ? 0 : 'legacy'
  const signers = version === 0 ? byte() : first
  take(2) // how many of the signers, and of the others, are read-only
  const accounts = list(() => base58.encode(take(keyBytes)))
  const blockhash = base58.encode(take(keyBytes))
  const instructions = list(() => ({
    program: accounts[byte()],
    accounts: list(() => accounts[byte()]),
    data: take(count()),
  }))
  if (version === 0) list(() => [take(keyBytes), take(count()), take(count())]) // lookup tables
  end()
  if (signers === 0 || signers > accounts.length) throw new RangeError('the signers are not among the accounts')
  return { version, signers, accounts, blockhash, instructions }
}

/** Reads a transaction. Throws a RangeError when it is none, or hasn't a place for each signature. */
export function readTransaction(bytes: Uint8Array): WireTransaction {
  const { take, list, rest } = createReader(bytes)
  const signatures = list(() => take(signatureBytes))
  const messageBytes = rest()
  const message = readMessage(messageBytes)
  if (signatures.length !== message.signers) {
    throw new RangeError(`${message.signers} signatures are required, and there is room for ${signatures.length}`)
  }
  return { signatures, messageBytes, message }
}

/** Which of a message's signatures is the account's; -1 when it isn't asked to sign. */
export const signerIndex = ({ accounts, signers }: Message, address: string): number =>
  accounts.slice(0, signers).indexOf(address)

/** A copy of the transaction that has this signature at this index. The other signatures stay as they are. */
export function withSignature(bytes: Uint8Array, index: number, signature: Uint8Array): Uint8Array {
  const { signatures, messageBytes } = readTransaction(bytes)
  const start = bytes.length - messageBytes.length - (signatures.length - index) * signatureBytes
  const signed = bytes.slice()
  signed.set(signature, start)
  return signed
}
