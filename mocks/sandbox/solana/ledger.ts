/** The chain itself: Solana's runtime, with what it lacks to be one: slots that pass, blockhashes that expire, a history. */
import type { LiteSVM, SimulatedTransactionInfo, FailedTransactionMetadata } from 'litesvm'
import { base58 } from '@scure/base'
import { failureNamed, readFailure, type Failure } from './failure.ts'
import type { Message, WireTransaction } from './wire.ts'

const slotMs = 400
const blockhashLifetime = 150n

type RuntimeTransaction = Parameters<LiteSVM['sendTransaction']>[0]
type Address = Parameters<LiteSVM['getBalance']>[0]
type Lamports = Parameters<LiteSVM['airdrop']>[1]

/** Brands an address that was checked for the runtime. */
export const addressOf = (text: string) => text as Address

/** An account at one moment. */
interface Snapshot {
  lamports: bigint
  program: string
  data: Uint8Array
}

/** What a transaction that got into a block did: to each of its accounts, in their order. */
export interface Recorded {
  message: Message
  before: readonly Snapshot[]
  after: readonly Snapshot[]
}

/** Where a transaction got to: the slot it is in, and what it failed with there. */
export interface Landed {
  slot: number
  failure: Failure | undefined
  /** Nothing of what the faucet gave. */
  recorded: Recorded | undefined
}

/** What running a transaction would do. `accounts` tells the balances and data it would leave. */
export interface Simulated {
  failure: Failure | undefined
  logs: readonly string[]
  units: number
  returned: { program: string; data: Uint8Array } | undefined
  accounts: ReturnType<SimulatedTransactionInfo['postAccounts']>
}

/** How much of a transaction a simulation checks. */
export interface Checks {
  signatures: boolean
  blockhash: boolean
}

/** A chain that runs. Each transaction gets a block of its own at once, and its block is final. */
export interface Ledger {
  /** The runtime, to read accounts from. */
  runtime: LiteSVM
  genesisHash: string
  /** The present slot. */
  slot(): number
  /** How many blocks there are. */
  blockHeight(): number
  latestBlockhash(): { blockhash: string; lastValidBlockHeight: number }
  isValid(blockhash: string): boolean
  simulate(transaction: WireTransaction, checks: Checks): Simulated
  /** Runs a transaction, whatever comes of it; its signature. One that can't get into a block leaves no trace. */
  send(transaction: WireTransaction): string
  airdrop(address: string, lamports: bigint): string
  /** Has an account there, whatever it holds, as if it were from the first block. */
  place(account: { address: string; program: string; data: Uint8Array; lamports: bigint }): void
  find(signature: string): Landed | undefined
  /** Hears of each transaction that gets into a block. */
  watch(watcher: (signature: string) => void): () => void
  /** Lets slots pass that would else take 400 ms each. */
  advance(slots: number): void
}

/** The transaction as the runtime takes it: signatures by the addresses of their signers. */
function forRuntime({ messageBytes, message, signatures }: WireTransaction): RuntimeTransaction {
  const bySigner = Object.fromEntries(signatures.map((signature, index) => [message.accounts[index], signature]))
  return { messageBytes, signatures: bySigner } as unknown as RuntimeTransaction
}

const hasFailed = (result: object): result is FailedTransactionMetadata => 'err' in result

/** The signature that a transaction is known by: its first, in base58. */
export const signatureOf = ({ signatures: [first] }: WireTransaction): string =>
  base58.encode(first ?? new Uint8Array())

/** Starts a chain at its genesis. The runtime is loaded now, which takes about 100 ms. */
export async function createLedger(): Promise<Ledger> {
  const { LiteSVM } = await import('litesvm')
  // The runtime knows one blockhash only, so the ones that are still valid are kept here.
  const runtime = new LiteSVM().withNativeMints().withBlockhashCheck(false)
  const genesisHash = String(runtime.latestBlockhash())
  const genesisSlot = runtime.getClock().slot
  const startedAt = performance.now()
  const lastValid = new Map<string, bigint>()
  const landed = new Map<string, Landed>()
  const watchers = new Set<(signature: string) => void>()
  let height = 0n
  let skipped = 0n

  /** Makes the block at this height, with a blockhash of its own and the present time. */
  const makeBlock = (at: bigint) => {
    height = at
    runtime.expireBlockhash()
    const clock = runtime.getClock()
    clock.slot = genesisSlot + height
    clock.unixTimestamp = BigInt(Math.floor(Date.now() / 1000))
    runtime.setClock(clock)
    lastValid.set(String(runtime.latestBlockhash()), height + blockhashLifetime)
    for (const [blockhash, last] of lastValid) if (last < height) lastValid.delete(blockhash)
  }

  /** Nothing happens while nobody asks: the blocks that were due since are made up for by one. */
  const catchUp = () => {
    const due = BigInt(Math.floor((performance.now() - startedAt) / slotMs)) + skipped
    if (due > height) makeBlock(due)
  }
  const advance = (slots: number) => {
    skipped += BigInt(slots)
    catchUp()
  }
  makeBlock((skipped = 1n))

  /** The accounts that a transaction names. Those of lookup tables are left out: nobody makes one here. */
  const snapshots = ({ message }: WireTransaction): Snapshot[] =>
    message.accounts.map((address) => {
      const account = runtime.getAccount(addressOf(address))
      if (!account.exists) return { lamports: 0n, program: '', data: new Uint8Array() }
      const { lamports, programAddress: program, data } = account
      return { lamports: BigInt(lamports), program, data: Uint8Array.from(data) }
    })
  const land = (signature: string, failure: Failure | undefined, recorded?: Recorded) => {
    landed.set(signature, { slot: Number(genesisSlot + height), failure, recorded })
    advance(1)
    watchers.forEach((watcher) => watcher(signature))
  }
  const isValid = (blockhash: string) => {
    catchUp()
    return lastValid.has(blockhash)
  }
  /** What keeps a transaction out of every block, as far as the runtime can't tell. */
  const obstacle = (transaction: WireTransaction) => {
    if (!isValid(transaction.message.blockhash)) return failureNamed('BlockhashNotFound')
    return landed.has(signatureOf(transaction)) ? failureNamed('AlreadyProcessed') : undefined
  }

  return {
    runtime,
    genesisHash,
    slot() {
      catchUp()
      return Number(genesisSlot + height)
    },
    blockHeight() {
      catchUp()
      return Number(height)
    },
    latestBlockhash() {
      catchUp()
      return {
        blockhash: String(runtime.latestBlockhash()),
        lastValidBlockHeight: Number(height + blockhashLifetime),
      }
    },
    isValid,
    simulate(transaction, checks) {
      catchUp()
      runtime.withSigverify(checks.signatures)
      const result = runtime.simulateTransaction(forRuntime(transaction))
      runtime.withSigverify(true)
      const failure = hasFailed(result) ? readFailure(result.err()) : undefined
      // A node looks at the signatures first, then at the blockhash, and then runs the instructions.
      const kept = checks.blockhash && failure?.err !== 'SignatureFailure' ? obstacle(transaction) : undefined
      if (kept) return { failure: kept, logs: [], units: 0, returned: undefined, accounts: [] }
      const meta = result.meta()
      const data = meta.returnData().data()
      return {
        failure,
        logs: meta.logs(),
        units: Number(meta.computeUnitsConsumed()),
        returned: data.length > 0 ? { program: base58.encode(meta.returnData().programId()), data } : undefined,
        accounts: hasFailed(result) ? [] : result.postAccounts(),
      }
    },
    send(transaction) {
      const signature = signatureOf(transaction)
      if (obstacle(transaction)) return signature
      const before = snapshots(transaction)
      const result = runtime.sendTransaction(forRuntime(transaction))
      const failure = hasFailed(result) ? readFailure(result.err()) : undefined
      const recorded = { message: transaction.message, before, after: snapshots(transaction) }
      if (typeof failure?.err !== 'string') land(signature, failure, recorded)
      return signature
    },
    airdrop(address, lamports) {
      catchUp()
      const result = runtime.airdrop(addressOf(address), lamports as Lamports)
      if (result === null) throw new Error('The faucet has given this already.')
      if (hasFailed(result)) throw new Error(readFailure(result.err()).text)
      const signature = base58.encode(result.signature())
      land(signature, undefined)
      return signature
    },
    place({ address, program, data, lamports }) {
      runtime.setAccount({
        address: addressOf(address),
        programAddress: addressOf(program),
        data,
        lamports: lamports as Lamports,
        executable: false,
        space: BigInt(data.length),
      })
    },
    find: (signature) => landed.get(signature),
    watch(watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    advance,
  }
}
