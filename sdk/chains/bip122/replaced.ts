/** Tracks transactions that another one replaced (BIP-125), after the user sped them up or cancelled them in the wallet. */
import { RPC } from '../../../machines/constants.ts'
import type { TransactionPosition, Receipt, Sent } from '../../../machines/transactions/transaction.contract.ts'
import { pause } from '../../platform/abort.ts'
import { isConfirmed, spenderOf, transactionOf, type EsploraTransaction } from './esplora.ts'

type Asked = Pick<Sent, 'network' | 'hash'>

const coinsOf = ({ vin }: EsploraTransaction): string[] => vin.map(({ txid, vout }) => `${txid}:${vout}`)

/** The payments of a transaction: receivers and amounts. Change is excluded, because it may decrease. */
const doingOf = ({ vin, vout }: EsploraTransaction): string => {
  const own = new Set(vin.map(({ prevout }) => prevout?.scriptpubkey))
  const paid = vout.filter(({ scriptpubkey }) => !own.has(scriptpubkey))
  return paid
    .map(({ scriptpubkey, value }) => `${scriptpubkey} ${value}`)
    .toSorted()
    .join(', ')
}

const placeOf = (told: EsploraTransaction): TransactionPosition => ({ coins: coinsOf(told), doing: doingOf(told) })

/** The coins that a transaction spends, as soon as a server knows it. */
export async function readPosition({ network, hash }: Asked, signal: AbortSignal): Promise<TransactionPosition> {
  for (;;) {
    const told = await transactionOf(network, hash, signal)
    if (told) return placeOf(told)
    await pause(RPC.receiptPollMs, signal)
  }
}

/**
 * The confirmed transaction that replaced another one, or `undefined` before it is in a block, because it may be replaced again.
 * The same payment with a different fee counts as success, under its new hash.
 */
async function readReplacement(
  { network, hash, place }: Asked & { place: TransactionPosition },
  signal: AbortSignal,
): Promise<Receipt | undefined> {
  for (const coin of place.coins ?? []) {
    const [txid = '', vout = ''] = coin.split(':')
    const spender = await spenderOf(network, { txid, vout: Number(vout) }, signal)
    if (spender === undefined || spender === hash) continue
    const taker = await transactionOf(network, spender, signal)
    // The server's response must prove that it spends the coin.
    if (!taker?.status.confirmed || !coinsOf(taker).includes(coin)) continue
    return { status: doingOf(taker) === place.doing ? 'success' : 'replaced', hash: spender }
  }
  return undefined
}

/**
 * Returns a function that polls a transaction. It resolves to its receipt, or to that of its replacement, or to `undefined`. A
 * transaction that the server no longer knows has been replaced by one that spends the same coins, so the coins are read while it
 * is known.
 */
export function createReceiptPoll({ network, hash }: Asked, known?: TransactionPosition) {
  let place = known
  return async (signal: AbortSignal): Promise<Receipt | undefined> => {
    const confirmed = await isConfirmed(network, hash, signal)
    if (confirmed) return { status: 'success', hash }
    if (confirmed === undefined) return place && readReplacement({ network, hash, place }, signal)
    const told = place ? undefined : await transactionOf(network, hash, signal)
    if (told) place = placeOf(told)
    return undefined
  }
}
