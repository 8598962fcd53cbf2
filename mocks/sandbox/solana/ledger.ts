/** The chain state: Solana's runtime plus slots, expiring blockhashes and a history, which the runtime lacks. */
import type { LiteSVM, SimulatedTransactionInfo, FailedTransactionMetadata } from 'litesvm'
import { base58 } from '@scure/base'
import { createFailure, readFailure, type Failure } from './failure.ts'
import type { Message, WireTransaction } from './wire.ts'

const slotMs = 400
const blockhashLifetime = 150n

type RuntimeTransaction = Parameters<LiteSVM['sendTransaction']>[0]
type Address = Parameters<LiteSVM['getBalance']>[0]
type Lamports = Parameters<LiteSVM['airdrop']>[1]

/** Converts a validated address to the runtime's branded type. */
export const addressOf = (text: string) => text as Address

/** The state of an account at one moment. */
interface Snapshot {
  lamports: bigint
  program: string
  data: Uint8Array
}

/** The accounts of a mined transaction before and after it, in order. */
export interface AccountChanges {
  message: Message
  before: readonly Snapshot[]
  after: readonly Snapshot[]
}

/** A mined transaction: its slot, and its failure if it has one. */
export interface MinedTransaction {
  slot: number
  failure: Failure | undefined
  /** `undefined` for the faucet's transactions. */
  accountChanges: AccountChanges | undefined
}

/** The result of a simulation. `accounts` has the resulting balances and data. */
export interface SimulationResult {
  failure: Failure | undefined
  logs: readonly string[]
  units: number
  returnData: { program: string; data: Uint8Array } | undefined
  accounts: ReturnType<SimulatedTransactionInfo['postAccounts']>
}

/** The checks of a simulation. */
export interface Checks {
  signatures: boolean
  blockhash: boolean
}

/** A running chain. Each transaction immediately gets its own block, which is final. */
export interface Ledger {
  /** The runtime, for reading accounts. */
  runtime: LiteSVM
  genesisHash: string
  /** The current slot. */
  slot(): number
  /** The number of blocks. */
  blockHeight(): number
  latestBlockhash(): { blockhash: string; lastValidBlockHeight: number }
  isValid(blockhash: string): boolean
  simulate(transaction: WireTransaction, checks: Checks): SimulationResult
  /** Executes a transaction and returns its signature, whether or not it succeeds. A rejected transaction leaves no trace. */
  send(transaction: WireTransaction): string
  airdrop(address: string, lamports: bigint): string
  /** Creates an account with any content, as if it existed since the first block. */
  setAccount(account: { address: string; program: string; data: Uint8Array; lamports: bigint }): void
  find(signature: string): MinedTransaction | undefined
  /** Calls the watcher for each mined transaction. */
  watch(listener: (signature: string) => void): () => void
  /** Skips slots, which otherwise take 400 ms each. */
  advance(slots: number): void
}

/** Converts a transaction to the runtime's format, with signatures by signer address. */
function toRuntimeTransaction({ messageBytes, message, signatures }: WireTransaction): RuntimeTransaction {
  const bySigner = Object.fromEntries(signatures.map((signature, index) => [message.accounts[index], signature]))
  return { messageBytes, signatures: bySigner } as unknown as RuntimeTransaction
}

const hasFailed = (result: object): result is FailedTransactionMetadata => 'err' in result

/** The id of a transaction: its first signature in base58. */
export const signatureOf = ({ signatures: [first] }: WireTransaction): string =>
  base58.encode(first ?? new Uint8Array())

/** Starts a chain at its genesis. Loads the runtime, which takes about 100 ms. */
export async function createLedger(): Promise<Ledger> {
  const { LiteSVM } = await import('litesvm')
  // The runtime has only one blockhash, so this map stores the valid ones.
  const runtime = new LiteSVM().withNativeMints().withBlockhashCheck(false)
  const genesisHash = String(runtime.latestBlockhash())
  const genesisSlot = runtime.getClock().slot
  const startedAt = performance.now()
  const lastValidHeights = new Map<string, bigint>()
  const mined = new Map<string, MinedTransaction>()
  const listeners = new Set<(signature: string) => void>()
  let height = 0n
  let skippedSlots = 0n

  /** Creates the block at this height, with its own blockhash and the current time. */
  const makeBlock = (newHeight: bigint) => {
    height = newHeight
    runtime.expireBlockhash()
    const clock = runtime.getClock()
    clock.slot = genesisSlot + height
    clock.unixTimestamp = BigInt(Math.floor(Date.now() / 1000))
    runtime.setClock(clock)
    lastValidHeights.set(String(runtime.latestBlockhash()), height + blockhashLifetime)
    for (const [blockhash, lastHeight] of lastValidHeights) if (lastHeight < height) lastValidHeights.delete(blockhash)
  }

  /** Blocks are only created on access: one block makes up for all that were due since. */
  const createDueBlock = () => {
    const dueHeight = BigInt(Math.floor((performance.now() - startedAt) / slotMs)) + skippedSlots
    if (dueHeight > height) makeBlock(dueHeight)
  }
  const advance = (slots: number) => {
    skippedSlots += BigInt(slots)
    createDueBlock()
  }
  makeBlock((skippedSlots = 1n))

  /** The states of a transaction's accounts, except those in lookup tables, which do not exist in the sandbox. */
  const readAccounts = ({ message }: WireTransaction): Snapshot[] =>
    message.accounts.map((address) => {
      const account = runtime.getAccount(addressOf(address))
      if (!account.exists) return { lamports: 0n, program: '', data: new Uint8Array() }
      const { lamports, programAddress: program, data } = account
      return { lamports: BigInt(lamports), program, data: Uint8Array.from(data) }
    })
  const addMined = (signature: string, failure: Failure | undefined, accountChanges?: AccountChanges) => {
    mined.set(signature, { slot: Number(genesisSlot + height), failure, accountChanges })
    advance(1)
    listeners.forEach((listener) => listener(signature))
  }
  const isValid = (blockhash: string) => {
    createDueBlock()
    return lastValidHeights.has(blockhash)
  }
  /** Errors that the runtime itself cannot detect. */
  const findProblem = (transaction: WireTransaction) => {
    if (!isValid(transaction.message.blockhash)) return createFailure('BlockhashNotFound')
    return mined.has(signatureOf(transaction)) ? createFailure('AlreadyProcessed') : undefined
  }

  return {
    runtime,
    genesisHash,
    slot() {
      createDueBlock()
      return Number(genesisSlot + height)
    },
    blockHeight() {
      createDueBlock()
      return Number(height)
    },
    latestBlockhash() {
      createDueBlock()
      return {
        blockhash: String(runtime.latestBlockhash()),
        lastValidBlockHeight: Number(height + blockhashLifetime),
      }
    },
    isValid,
    simulate(transaction, checks) {
      createDueBlock()
      runtime.withSigverify(checks.signatures)
      const result = runtime.simulateTransaction(toRuntimeTransaction(transaction))
      runtime.withSigverify(true)
      const failure = hasFailed(result) ? readFailure(result.err()) : undefined
      // A node checks the signatures first, then the blockhash, and then runs the instructions.
      const problem = checks.blockhash && failure?.err !== 'SignatureFailure' ? findProblem(transaction) : undefined
      if (problem) return { failure: problem, logs: [], units: 0, returnData: undefined, accounts: [] }
      const meta = result.meta()
      const data = meta.returnData().data()
      return {
        failure,
        logs: meta.logs(),
        units: Number(meta.computeUnitsConsumed()),
        returnData: data.length > 0 ? { program: base58.encode(meta.returnData().programId()), data } : undefined,
        accounts: hasFailed(result) ? [] : result.postAccounts(),
      }
    },
    send(transaction) {
      const signature = signatureOf(transaction)
      if (findProblem(transaction)) return signature
      const accountsBefore = readAccounts(transaction)
      const result = runtime.sendTransaction(toRuntimeTransaction(transaction))
      const failure = hasFailed(result) ? readFailure(result.err()) : undefined
      const accountChanges = { message: transaction.message, before: accountsBefore, after: readAccounts(transaction) }
      if (typeof failure?.err !== 'string') addMined(signature, failure, accountChanges)
      return signature
    },
    airdrop(address, lamports) {
      createDueBlock()
      const result = runtime.airdrop(addressOf(address), lamports as Lamports)
      if (result === null) throw new Error('The faucet has given this already.')
      if (hasFailed(result)) throw new Error(readFailure(result.err()).text)
      const signature = base58.encode(result.signature())
      addMined(signature, undefined)
      return signature
    },
    setAccount({ address, program, data, lamports }) {
      runtime.setAccount({
        address: addressOf(address),
        programAddress: addressOf(program),
        data,
        lamports: lamports as Lamports,
        executable: false,
        space: BigInt(data.length),
      })
    },
    find: (signature) => mined.get(signature),
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    advance,
  }
}
