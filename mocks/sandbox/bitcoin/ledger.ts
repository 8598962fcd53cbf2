/** The chain state: coins, pending transactions and blocks. */
import { hex } from '@scure/base'
import { firstBitcoinAccount, miner } from './accounts.ts'
import type { Interpreter } from './interpreter.ts'
import { validateTransaction, validateReplacement, Refusal, signalsReplacement, type Coin } from './policy.ts'
import { mineBlock, readTransaction, type Block, type MiningPlan, type WireTransaction } from './wire.ts'

/** The genesis block of testnet 3. */
const genesisHash = '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943'
const genesisTime = 1_296_688_602

/** CAIP-2, by BIP-122: the first 32 characters of the genesis block's hash. */
export const bitcoinNetworkId = `bip122:${genesisHash.slice(0, 32)}` as const

const codes = { decode: -22, alreadyMined: -27 }
/** The number of blocks until a miner may spend a reward. */
const maturity = 100

/** A pending or mined transaction. */
export interface Entry {
  transaction: WireTransaction
  /** The coins that its inputs spend, in order; empty for a coinbase transaction. */
  spent: readonly Coin[]
  outputs: readonly Coin[]
  fee: bigint
  /** `undefined` while it is pending. */
  block: Block | undefined
}

/** A running chain. Accepted transactions wait for a block; with `automatic`, each is mined immediately. */
export interface BitcoinLedger {
  /** The height of the newest block. */
  height(): number
  block(heightOrHash: number | string): Block | undefined
  find(txid: string): Entry | undefined
  /** The transactions of a script, newest first, pending ones before all others. */
  history(script: Uint8Array): readonly Entry[]
  /** All outputs of a script, spent or not. */
  coins(script: Uint8Array): readonly Coin[]
  /** The pending transactions, in order. */
  pending(): readonly Entry[]
  /** Accepts a transaction, and removes those that it replaces (BIP-125). Returns its id, or throws a Refusal. */
  send(hexadecimal: string): string
  /** Mines this many blocks. The first contains all pending transactions. */
  mine(blocks?: number): void
  automatic(): boolean
  setAutomatic(on: boolean): void
}

/** The sandbox's initial balances, in satoshis. */
const funding = [
  ...[60_000_000n, 30_000_000n, 10_000_000n].map((amount) => ({ amount, script: firstBitcoinAccount.payment.script })),
  { amount: 10_000n, script: firstBitcoinAccount.ordinals.script },
]

const isSame = (left: Uint8Array, right: Uint8Array) =>
  left.length === right.length && left.every((byte, index) => byte === right[index])

/** Starts a chain: the genesis block, the block that funds the accounts, and blocks until those coins are mature. */
export function createBitcoinLedger(loadInterpreter: () => Interpreter): BitcoinLedger {
  const blocks: Block[] = []
  const entries = new Map<string, Entry>()
  const coins = new Map<string, Coin>()
  const pending = new Set<Entry>()
  let automatic = true
  let interpreter: Interpreter | undefined

  const tip = () => blocks.at(-1) ?? { height: 0, hash: genesisHash, time: genesisTime }

  const addEntry = (transaction: WireTransaction, spent: readonly Coin[], fee: bigint): Entry => {
    const { txid } = transaction
    const outputs = transaction.outputs.map(({ amount: value, script }, vout): Coin => {
      const coinbase = spent.length === 0
      return { txid, vout, value, script, coinbase, height: undefined, spentBy: undefined }
    })
    for (const coin of spent) coin.spentBy = txid
    for (const coin of outputs) coins.set(`${txid}:${coin.vout}`, coin)
    const entry: Entry = { transaction, spent, outputs, fee, block: undefined }
    entries.set(txid, entry)
    return entry
  }

  /** The given pending transactions and all pending transactions that spend their outputs. */
  const withDescendants = (pendingEntries: readonly Entry[]): readonly Entry[] => {
    const descendants = new Set(pendingEntries)
    for (const { outputs } of descendants)
      for (const entry of pending)
        if (outputs.some(({ spentBy }) => spentBy === entry.transaction.txid)) descendants.add(entry)
    return [...descendants]
  }
  /** Removes a replaced transaction. */
  const removeEntry = (entry: Entry) => {
    const { txid } = entry.transaction
    pending.delete(entry)
    entries.delete(txid)
    for (const coin of entry.spent) if (coin.spentBy === txid) coin.spentBy = undefined
    for (const { vout } of entry.outputs) coins.delete(`${txid}:${vout}`)
  }

  const makeBlock = (plan: MiningPlan) => {
    const includedEntries = [...pending]
    const fees = includedEntries.reduce((sum, { fee }) => sum + fee, 0n)
    const block = mineBlock(
      tip(),
      includedEntries.map(({ transaction }) => transaction),
      fees,
      plan,
    )
    const [coinbase] = block.transactions
    if (!coinbase) throw new Error('A block pays its miner.')
    for (const entry of [addEntry(coinbase, [], 0n), ...includedEntries]) {
      entry.block = block
      for (const coin of entry.outputs) coin.height = block.height
    }
    pending.clear()
    blocks.push(block)
  }
  const mine = (count = 1) => {
    for (let mined = 0; mined < count; mined += 1) makeBlock(miner)
  }

  const parseTransaction = (hexadecimal: string): WireTransaction => {
    try {
      return readTransaction(hex.decode(hexadecimal.trim()))
    } catch {
      throw new Refusal(codes.decode, 'TX decode failed. Make sure the tx has at least one input.')
    }
  }

  makeBlock({ ...miner, outputs: funding })
  mine(maturity)

  return {
    height: () => tip().height,
    block: (heightOrHash) => blocks.find(({ height, hash }) => heightOrHash === height || heightOrHash === hash),
    find: (txid) => entries.get(txid),
    history: (script) =>
      [...entries.values()]
        .filter(({ spent, outputs }) => [...spent, ...outputs].some((coin) => isSame(coin.script, script)))
        .toReversed()
        .toSorted((left, right) => (right.block?.height ?? Infinity) - (left.block?.height ?? Infinity) || 0),
    coins: (script) => [...coins.values()].filter((coin) => isSame(coin.script, script)),
    pending: () => [...pending],
    send(hexadecimal) {
      const transaction = parseTransaction(hexadecimal)
      const { txid } = transaction
      const existing = entries.get(txid)
      if (existing?.block) throw new Refusal(codes.alreadyMined, 'Transaction outputs already in utxo set')
      // Sending the same transaction again returns the same result.
      if (existing) return txid
      const find = (outpointTxid: Uint8Array, index: number) => {
        const coin = coins.get(`${hex.encode(outpointTxid)}:${index}`)
        // Coins spent in a block cannot be spent again; pending transactions can still be replaced.
        return coin?.spentBy !== undefined && entries.get(coin.spentBy)?.block ? undefined : coin
      }
      const next = { height: tip().height + 1, time: Math.floor(Date.now() / 1000) }
      const isReplaceable = (spenderTxid: string) => {
        const spender = entries.get(spenderTxid)
        return spender !== undefined && signalsReplacement(spender.transaction)
      }
      const run = (interpreter ??= loadInterpreter())
      const { coins: spent, fee } = validateTransaction(transaction, find, next, run, isReplaceable)
      const conflicts = [...pending].filter(({ transaction: { txid: conflictTxid } }) =>
        spent.some(({ spentBy }) => spentBy === conflictTxid),
      )
      const removed = withDescendants(conflicts)
      if (removed.length > 0) validateReplacement({ transaction, fee }, conflicts, removed)
      for (const entry of removed) removeEntry(entry)
      pending.add(addEntry(transaction, spent, fee))
      if (automatic) mine()
      return txid
    },
    mine,
    automatic: () => automatic,
    setAutomatic(on) {
      automatic = on
      if (on && pending.size > 0) mine()
    },
  }
}
