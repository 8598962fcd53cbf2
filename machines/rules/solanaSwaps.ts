/**
 * What a swap on Solana may do: judged by what each account would be afterwards, not by the programs that are called. Amounts are
 * base units.
 */
import { LatchkeyError } from '../errors/error.ts'
import type { SwapOrder } from '../swap/swapExecution.contract.ts'
import { isNativeSide } from './swapDraft.ts'

/** The mint by which programs of tokens hold the native token. */
export const WRAPPED = 'So11111111111111111111111111111111111111112'

/** An account of a token, which somebody owns. */
export interface SolanaHolding {
  mint: string
  owner: string
  units: bigint
  /** Who may take some of it, and how much. */
  delegate: string | undefined
  allowed: bigint
  /** Who may close it, beside the owner. */
  closer: string | undefined
  isFrozen: boolean
  /** All else that stands in it, as text to be compared. */
  rest: string
}

/** An account at one moment. */
export interface SolanaState {
  lamports: bigint
  /** The program that it belongs to. */
  program: string
  /** Its bytes, as text to be compared. */
  data: string
  /** The account that swaps is named in its bytes. */
  isNaming: boolean
  holding: SolanaHolding | undefined
}

/** An account before a transaction and after it; nothing where there was, or is, none. */
export interface SolanaChange {
  address: string
  before: SolanaState | undefined
  after: SolanaState | undefined
}

const SYSTEM = '11111111111111111111111111111111'
const unexpected = (cause: unknown) => new LatchkeyError('swap.unexpected', { cause })

/** The mint of a side; of the native token that by which programs of tokens hold it. */
const mintOf = ({ chainId, address }: SwapOrder['quote']['from']): string => address.slice(chainId.length + 1)

/** An account of a token that is the owner's before or after. */
const ownAt = (owner: string, state: SolanaState | undefined): SolanaHolding | undefined =>
  state?.holding?.owner === owner ? state.holding : undefined

/** What is in an account beside the native token that it counts as a token's: what keeps it there. */
const keepOf = (state: SolanaState | undefined): bigint =>
  state === undefined ? 0n : state.lamports - (state.holding?.mint === WRAPPED ? state.holding.units : 0n)

/** What an account has more of afterwards, by mint, and of the native token. */
export interface SolanaGains {
  /** Without what was paid to the network. */
  native: bigint
  tokens: ReadonlyMap<string, bigint>
}

/** What an owner's accounts have more of afterwards; what keeps them there is the owner's as well. */
export function solanaGains(owner: string, changes: readonly SolanaChange[], fee: bigint): SolanaGains {
  const tokens = new Map<string, bigint>()
  let native = fee
  for (const { address, before, after } of changes) {
    const [had, has] = [ownAt(owner, before), ownAt(owner, after)]
    if (address === owner) native += (after?.lamports ?? 0n) - (before?.lamports ?? 0n)
    if (had || has) native += (has ? keepOf(after) : 0n) - (had ? keepOf(before) : 0n)
    if (had) tokens.set(had.mint, (tokens.get(had.mint) ?? 0n) - had.units)
    if (has) tokens.set(has.mint, (tokens.get(has.mint) ?? 0n) + has.units)
  }
  return { native, tokens }
}

/** What a swap gave and brought: wrapped and as itself the native token is one, unless the wrapped one is swapped as such. */
export function solanaSwapped({ quote, connection }: SwapOrder, changes: readonly SolanaChange[], fee: bigint) {
  const { native, tokens } = solanaGains(connection.address, changes, fee)
  const [from, to] = [mintOf(quote.from), mintOf(quote.to)]
  const isApart = from === WRAPPED || to === WRAPPED
  const wrapped = tokens.get(WRAPPED) ?? 0n
  const whole = isApart ? native : native + wrapped
  const gainOf = (token: SwapOrder['quote']['from'], mint: string) =>
    isNativeSide(token) ? whole : (tokens.get(mint) ?? 0n)
  return {
    given: -gainOf(quote.from, from),
    received: gainOf(quote.to, to),
    /** What else became less: of the native token what was not to be given, and other tokens. */
    lost: [
      ...(isNativeSide(quote.from) || isNativeSide(quote.to) ? [] : [whole]),
      ...(isApart ? [] : [-wrapped]),
      ...[...tokens].filter(([mint]) => mint !== from && mint !== to && mint !== WRAPPED).map(([, units]) => units),
    ].some((units) => units < 0n),
  }
}

/** Whether an owner's account of a token is left as it was but for what is in it. */
const isKept = (had: SolanaHolding, has: SolanaHolding): boolean =>
  has.mint === had.mint &&
  has.owner === had.owner &&
  has.isFrozen === had.isFrozen &&
  has.closer === had.closer &&
  has.rest === had.rest &&
  (has.delegate === had.delegate || has.delegate === undefined) &&
  has.allowed <= had.allowed

/** Whether an account of a token that is new to its owner is the owner's alone. */
const isOwn = ({ delegate, closer, owner, isFrozen }: SolanaHolding): boolean =>
  delegate === undefined && (closer === undefined || closer === owner) && !isFrozen

/** Whether anybody else could do afterwards what only the owner could before, or the owner could not any more. */
function isTakenOver(owner: string, { address, before, after }: SolanaChange): boolean {
  if (address === owner) return after !== undefined && (after.program !== SYSTEM || after.data !== (before?.data ?? ''))
  const [had, has] = [ownAt(owner, before), ownAt(owner, after)]
  if (had) {
    // An account that is closed gives up what kept it there; that is counted. One that is given to somebody else is not closed.
    if (!has) return after !== undefined && after.lamports > 0n
    return after?.program !== before?.program || !isKept(had, has)
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

/** Whether an account of a token is made, and stays, or is closed, that has no part in the swap. */
const isForeign = ({ quote, connection }: SwapOrder, { before, after }: SolanaChange): boolean => {
  const [had, has] = [ownAt(connection.address, before), ownAt(connection.address, after)]
  if (has) return had === undefined && has.mint !== mintOf(quote.to)
  return had !== undefined && had.mint !== WRAPPED && had.mint !== mintOf(quote.from)
}

/**
 * Judges what a swap would do: no more is given than was read, at least the minimum comes, and nothing else of the account's becomes
 * less, is handed over, or is made. Answers what it brings. Throws `swap.unexpected`, `swap.priceMoved`.
 */
export function judgeSolanaSwap(order: SwapOrder, changes: readonly SolanaChange[], fee: bigint, feeAtMost: bigint) {
  const { quote, minimum, connection } = order
  if (fee > feeAtMost) throw unexpected({ fee })
  const taken = changes.find((change) => isTakenOver(connection.address, change) || isForeign(order, change))
  if (taken) throw unexpected(taken.address)
  const { given, received, lost } = solanaSwapped(order, changes, fee)
  if (lost || given > quote.fromUnits) throw unexpected({ given })
  if (received < minimum) throw new LatchkeyError('swap.priceMoved')
  return received
}
