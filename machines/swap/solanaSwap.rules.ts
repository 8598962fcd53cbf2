/**
 * Checks what a swap on Solana does, by the state of each account afterwards instead of the programs that it calls. Amounts are
 * in base units.
 */
import { LatchkeyError } from '../shared/errors/error.ts'
import type { SwapOrder } from './swapExecution.contract.ts'
import { isNativeSide } from './swapDraft.rules.ts'

/** The mint of the wrapped native token. */
export const WRAPPED = 'So11111111111111111111111111111111111111112'

/** A token account. */
export interface SolanaHolding {
  mint: string
  owner: string
  units: bigint
  /** The account that may transfer some of it, and how much. */
  delegate: string | undefined
  allowed: bigint
  /** The account that may close it, apart from the owner. */
  closer: string | undefined
  isFrozen: boolean
  /** All other data of the account, as text to compare. */
  rest: string
}

/** The state of an account at one moment. */
export interface SolanaState {
  lamports: bigint
  /** The program that owns it. */
  program: string
  /** Its data, as text to compare. */
  data: string
  /** Whether its data contains the address of the account that swaps. */
  isNaming: boolean
  holding: SolanaHolding | undefined
}

/** An account before and after a transaction; undefined if it does not exist at that time. */
export interface SolanaChange {
  address: string
  before: SolanaState | undefined
  after: SolanaState | undefined
}

const SYSTEM = '11111111111111111111111111111111'
const unexpected = (cause: unknown) => new LatchkeyError('swap.unexpected', { cause })

/** Returns the mint of a side; for the native token, that of the wrapped one. */
const mintOf = ({ chainId, address }: SwapOrder['quote']['from']): string => address.slice(chainId.length + 1)

/** Returns a token account if it belongs to the owner in this state. */
const ownAt = (owner: string, state: SolanaState | undefined): SolanaHolding | undefined =>
  state?.holding?.owner === owner ? state.holding : undefined

/** Returns the native balance of an account without the wrapped amount: the deposit that keeps it open. */
const setOf = (state: SolanaState | undefined): bigint =>
  state === undefined ? 0n : state.lamports - (state.holding?.mint === WRAPPED ? state.holding.units : 0n)

/** What an account gains, by mint, and in the native token. */
export interface SolanaGains {
  /** Not including the network fee. */
  native: bigint
  tokens: ReadonlyMap<string, bigint>
}

/** Returns what an owner's accounts gain. Their deposits count as the owner's. */
export function solanaGains(owner: string, changes: readonly SolanaChange[], fee: bigint): SolanaGains {
  const tokens = new Map<string, bigint>()
  let native = fee
  for (const { address, before, after } of changes) {
    const [had, has] = [ownAt(owner, before), ownAt(owner, after)]
    if (address === owner) native += (after?.lamports ?? 0n) - (before?.lamports ?? 0n)
    if (had || has) native += (has ? setOf(after) : 0n) - (had ? setOf(before) : 0n)
    if (had) tokens.set(had.mint, (tokens.get(had.mint) ?? 0n) - had.units)
    if (has) tokens.set(has.mint, (tokens.get(has.mint) ?? 0n) + has.units)
  }
  return { native, tokens }
}

/**
 * Returns what a swap gave and received. The native token and the wrapped one count as one, unless the wrapped one is swapped
 * itself.
 */
export function checkSwapResult({ quote, connection }: SwapOrder, changes: readonly SolanaChange[], fee: bigint) {
  const { native, tokens } = solanaGains(connection.address, changes, fee)
  const [from, to] = [mintOf(quote.from), mintOf(quote.to)]
  const isApart = from === WRAPPED || to === WRAPPED
  const wrapped = tokens.get(WRAPPED) ?? 0n
  const total = isApart ? native : native + wrapped
  const gainOf = (token: SwapOrder['quote']['from'], mint: string) =>
    isNativeSide(token) ? total : (tokens.get(mint) ?? 0n)
  return {
    given: -gainOf(quote.from, from),
    received: gainOf(quote.to, to),
    /** Whether anything else decreased: the native token if it is not sold, or another token. */
    lost: [
      ...(isNativeSide(quote.from) || isNativeSide(quote.to) ? [] : [total]),
      ...(isApart ? [] : [-wrapped]),
      ...[...tokens].filter(([mint]) => mint !== from && mint !== to && mint !== WRAPPED).map(([, units]) => units),
    ].some((units) => units < 0n),
  }
}

/** Whether an owner's token account is unchanged apart from its balance. */
const isUnchanged = (had: SolanaHolding, has: SolanaHolding): boolean =>
  has.mint === had.mint &&
  has.owner === had.owner &&
  has.isFrozen === had.isFrozen &&
  has.closer === had.closer &&
  has.rest === had.rest &&
  (has.delegate === had.delegate || has.delegate === undefined) &&
  has.allowed <= had.allowed

/** Whether a new token account is controlled by its owner alone. */
const isOwn = ({ delegate, closer, owner, isFrozen }: SolanaHolding): boolean =>
  delegate === undefined && (closer === undefined || closer === owner) && !isFrozen

/** Whether anyone else gains control that only the owner had, or the owner loses it. */
function changesOwner(owner: string, { address, before, after }: SolanaChange): boolean {
  if (address === owner) return after !== undefined && (after.program !== SYSTEM || after.data !== (before?.data ?? ''))
  const [had, has] = [ownAt(owner, before), ownAt(owner, after)]
  if (had) {
    // A closed account returns its deposit, which is counted. An account with a new owner is not closed.
    if (!has) return after !== undefined && after.lamports > 0n
    return after?.program !== before?.program || !isUnchanged(had, has)
  }
  if (has) return !isOwn(has)
  if (!before?.isNaming) return false
  return (
    after === undefined ||
    after.program !== before.program ||
    after.data !== before.data ||
    after.lamports < before.lamports
  )
}

/** Whether a token account is opened or closed that is not part of the swap. */
const isForeign = ({ quote, connection }: SwapOrder, { before, after }: SolanaChange): boolean => {
  const [had, has] = [ownAt(connection.address, before), ownAt(connection.address, after)]
  if (has) return had === undefined && has.mint !== mintOf(quote.to)
  return had !== undefined && had.mint !== WRAPPED && had.mint !== mintOf(quote.from)
}

/**
 * Checks the simulated result of a swap: no more is given than the user saw, at least the minimum is received, and nothing else
 * of the account decreases, is handed over, or is created. Returns the received amount. Throws `swap.unexpected`,
 * `swap.priceMoved`.
 */
export function validateSolanaSwap(order: SwapOrder, changes: readonly SolanaChange[], fee: bigint, feeAtMost: bigint) {
  const { quote, minimum, connection } = order
  if (fee > feeAtMost) throw unexpected({ fee })
  const suspicious = changes.find((change) => changesOwner(connection.address, change) || isForeign(order, change))
  if (suspicious) throw unexpected(suspicious.address)
  const { given, received, lost } = checkSwapResult(order, changes, fee)
  if (lost || given > quote.fromUnits) throw unexpected({ given })
  if (received < minimum) throw new LatchkeyError('swap.priceMoved')
  return received
}
