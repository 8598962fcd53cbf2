/** Tracks transactions that another one replaced (BIP-125), after the user sped them up or cancelled them in the wallet. */
import { RPC } from '../../../machines/constants.ts'
import type { TransactionPosition, Receipt, Sent } from '../../../machines/transactions/transaction.contract.ts'
import { pause } from '../../platform/abort.ts'
import { isConfirmed, spenderOf, transactionOf, type EsploraTransaction } from './esplora.ts'

type TransactionReference = Pick<Sent, 'network' | 'hash'>

const coinsOf = ({ vin }: EsploraTransaction): string[] => vin.map(({ txid, vout }) => `${txid}:${vout}`)

/** The payments of a transaction: receivers and amounts. Change is excluded, because it may decrease. */
const effectOf = ({ vin, vout }: EsploraTransaction): string => {
  const ownScripts = new Set(vin.map(({ prevout }) => prevout?.scriptpubkey))
  const payments = vout.filter(({ scriptpubkey }) => !ownScripts.has(scriptpubkey))
  return payments
    .map(({ scriptpubkey, value }) => `${scriptpubkey} ${value}`)
    .toSorted()
    .join(', ')
}

const positionOf = (transaction: EsploraTransaction): TransactionPosition => ({
  coins: coinsOf(transaction),
  doing: effectOf(transaction),
})

/** The coins that a transaction spends, as soon as a server knows it. */
export async function readPosition(
  { network, hash }: TransactionReference,
  signal: AbortSignal,
): Promise<TransactionPosition> {
  for (;;) {
    const transaction = await transactionOf(network, hash, signal)
    if (transaction) return positionOf(transaction)
    await pause(RPC.receiptPollMs, signal)
  }
}

/**
 * The confirmed transaction that replaced another one, or `undefined` before it is in a block, because it may be replaced again.
 * The same payment with a different fee counts as success, under its new hash.
 */
async function readReplacement(
  { network, hash, position }: TransactionReference & { position: TransactionPosition },
  signal: AbortSignal,
): Promise<Receipt | undefined> {
  for (const coin of position.coins ?? []) {
    const [txid = '', vout = ''] = coin.split(':')
    const spender = await spenderOf(network, { txid, vout: Number(vout) }, signal)
    if (spender === undefined || spender === hash) continue
    const replacement = await transactionOf(network, spender, signal)
    // The server's response must prove that it spends the coin.
    if (!replacement?.status.confirmed || !coinsOf(replacement).includes(coin)) continue
    return { status: effectOf(replacement) === position.doing ? 'success' : 'replaced', hash: spender }
  }
  return undefined
}

/**
 * Returns a function that polls a transaction. It resolves to its receipt, or to that of its replacement, or to `undefined`. A
 * transaction that the server no longer knows has been replaced by one that spends the same coins, so the coins are read while it
 * is known.
 */
export function createReceiptPoll({ network, hash }: TransactionReference, initialPosition?: TransactionPosition) {
  let position = initialPosition
  return async (signal: AbortSignal): Promise<Receipt | undefined> => {
    const confirmed = await isConfirmed(network, hash, signal)
    if (confirmed) return { status: 'success', hash }
    if (confirmed === undefined) return position && readReplacement({ network, hash, position }, signal)
    const transaction = position ? undefined : await transactionOf(network, hash, signal)
    if (transaction) position = positionOf(transaction)
    return undefined
  }
}
