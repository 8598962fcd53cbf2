import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import { feeOf, systemProgram } from '../sandbox/solana/fee.ts'
import { readMessage, readTransaction, type Message, type WireTransaction } from '../sandbox/solana/wire.ts'
import type { RpcCall } from './quirk.ts'
import { rpcError } from './rpcError.ts'

/** A transaction that a Solana node has accepted. */
export interface SimulatedSolanaTransaction {
  /** Its first signature, in base58, which is its id. */
  signature: string
  /** The address that pays the fee. */
  payer: string
  transfers: readonly { from: string; to: string; lamports: bigint }[]
  fee: bigint
  /** When it was sent, in ms since the epoch. */
  sentAt: number
}

export interface SimulatedSolanaChainOptions {
  /** The balance of each account at the start, in lamports. Default: 10 SOL. */
  balance?: bigint
  /** How long a transaction waits for its block, in ms. */
  blockMs?: number
}

export interface SimulatedSolanaChain {
  /** A CAIP-2 id. */
  readonly chainId: string
  /** Answers JSON-RPC, as a node of the chain. */
  request(call: RpcCall): Promise<unknown>
  /** Every transaction that was accepted, oldest first. */
  readonly transactions: readonly SimulatedSolanaTransaction[]
  /** Calls the listener with each accepted transaction. */
  watch(listener: (transaction: SimulatedSolanaTransaction) => void): void
}

const TRANSFER = 2
const SLOT_MS = 400
/** How many slots a blockhash is valid. */
const BLOCKHASH_SLOTS = 150

const transfersOf = ({ instructions }: Message) =>
  instructions.flatMap(({ program, accounts: [from = '', to = ''], data }) => {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    const isTransfer = program === systemProgram && data.length === 12 && view.getUint32(0, true) === TRANSFER
    return isTransfer ? [{ from, to, lamports: view.getBigUint64(4, true) }] : []
  })

/** Whether every required signature is that of its signer over the message. */
const isSigned = ({ message, messageBytes, signatures }: WireTransaction) =>
  signatures.every((signature, index) =>
    ed25519.verify(signature, messageBytes, base58.decode(message.accounts[index] ?? '')),
  )

/**
 * A Solana chain in memory, for tests with a simulated clock. It knows transfers of SOL, verifies signatures, and confirms each
 * transaction `blockMs` after it was sent. It reads the time from `Date`.
 */
export function simulatedSolanaChain({
  balance = 10_000_000_000n,
  blockMs = 800,
}: SimulatedSolanaChainOptions = {}): SimulatedSolanaChain {
  const transactions: SimulatedSolanaTransaction[] = []
  const listeners = new Set<(transaction: SimulatedSolanaTransaction) => void>()
  const slot = () => Math.floor(Date.now() / SLOT_MS)
  const blockhashOf = (atSlot: number) => {
    const bytes = new Uint8Array(32)
    new DataView(bytes.buffer).setFloat64(0, atSlot)
    return base58.encode(bytes)
  }
  const isRecent = (blockhash: string) => {
    const bytes = base58.decode(blockhash)
    return slot() - new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0) <= BLOCKHASH_SLOTS
  }
  const isConfirmed = ({ sentAt }: SimulatedSolanaTransaction) => Date.now() >= sentAt + blockMs
  const balanceOf = (address: unknown) =>
    transactions.filter(isConfirmed).reduce((left, { payer, fee, transfers }) => {
      const moved = transfers.reduce(
        (sum, { from, to, lamports }) => sum + (to === address ? lamports : 0n) - (from === address ? lamports : 0n),
        0n,
      )
      return left + moved - (payer === address ? fee : 0n)
    }, balance)

  const send = (text: string) => {
    const transaction = readTransaction(base64.decode(text))
    const { message } = transaction
    if (!isSigned(transaction)) throw rpcError(-32_003, 'Transaction signature verification failure')
    const signature = base58.encode(transaction.signatures[0] ?? new Uint8Array())
    if (transactions.some((one) => one.signature === signature))
      throw rpcError(-32_002, 'Transaction simulation failed: This transaction has already been processed')
    if (!isRecent(message.blockhash)) throw rpcError(-32_002, 'Transaction simulation failed: Blockhash not found')
    const accepted = {
      signature,
      payer: message.accounts[0] ?? '',
      transfers: transfersOf(message),
      fee: feeOf(message),
      sentAt: Date.now(),
    }
    transactions.push(accepted)
    for (const listener of listeners) listener(accepted)
    return signature
  }
  const statusOf = (signature: unknown) => {
    const transaction = transactions.find((one) => one.signature === signature)
    const confirmationStatus = transaction && isConfirmed(transaction) ? 'confirmed' : 'processed'
    return transaction ? { slot: slot(), confirmations: null, err: null, confirmationStatus } : null
  }
  const withContext = (value: unknown) => ({ context: { slot: slot() }, value })

  const methods: Record<string, (params: readonly unknown[]) => unknown> = {
    getSlot: slot,
    getBalance: ([address]) => withContext(Number(balanceOf(address))),
    getLatestBlockhash: () =>
      withContext({ blockhash: blockhashOf(slot()), lastValidBlockHeight: slot() + BLOCKHASH_SLOTS }),
    getFeeForMessage: ([text]) => withContext(Number(feeOf(readMessage(base64.decode(String(text)))))),
    getAccountInfo: () => withContext(null),
    sendTransaction: ([text]) => send(String(text)),
    getSignatureStatuses: ([signatures]) => withContext((signatures as readonly unknown[]).map(statusOf)),
  }

  return {
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    transactions,
    watch: (listener) => void listeners.add(listener),
    async request({ method, params = [] }) {
      const answer = methods[method]
      if (!answer) throw rpcError(-32_601, 'Method not found')
      return answer(params as readonly unknown[])
    },
  }
}
