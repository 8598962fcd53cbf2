/** What becomes of a transaction in whose place another one was taken up (BIP-125): sped up, or called off, in the wallet. */
import { RPC } from '../../../machines/constants.ts'
import type { Place, Receipt, Sent } from '../../../machines/transfer/transaction.contract.ts'
import { pause } from '../../platform/abort.ts'
import { isConfirmed, spenderOf, transactionOf, type ToldTransaction } from './esplora.ts'

type Asked = Pick<Sent, 'network' | 'hash'>

const coinsOf = ({ vin }: ToldTransaction): string[] => vin.map(({ txid, vout }) => `${txid}:${vout}`)

/** What a transaction does: whom it pays how much. What comes back to those who spend may become less. */
const doingOf = ({ vin, vout }: ToldTransaction): string => {
  const own = new Set(vin.map(({ prevout }) => prevout?.scriptpubkey))
  const paid = vout.filter(({ scriptpubkey }) => !own.has(scriptpubkey))
  return paid
    .map(({ scriptpubkey, value }) => `${scriptpubkey} ${value}`)
    .toSorted()
    .join(', ')
}

const placeOf = (told: ToldTransaction): Place => ({ coins: coinsOf(told), doing: doingOf(told) })

/** Which coins a transaction spends, as soon as a server has heard of it. */
export async function readPlace({ network, hash }: Asked, signal: AbortSignal): Promise<Place> {
  for (;;) {
    const told = await transactionOf(network, hash, signal)
    if (told) return placeOf(told)
    await pause(RPC.receiptPollMs, signal)
  }
}

/**
 * What was taken up in a transaction's place; nothing until a block has it, since what waits may be replaced again. The same transfer at
 * another fee counts as the transfer, under its new hash.
 */
async function readReplacement(
  { network, hash, place }: Asked & { place: Place },
  signal: AbortSignal,
): Promise<Receipt | undefined> {
  for (const coin of place.coins ?? []) {
    const [txid = '', vout = ''] = coin.split(':')
    const spender = await spenderOf(network, { txid, vout: Number(vout) }, signal)
    if (spender === undefined || spender === hash) continue
    const taker = await transactionOf(network, spender, signal)
    // The server has to show that it spends the coin.
    if (!taker?.status.confirmed || !coinsOf(taker).includes(coin)) continue
    return { status: doingOf(taker) === place.doing ? 'success' : 'replaced', hash: spender }
  }
  return undefined
}

/**
 * Looks at a transaction, as often as it is called: its receipt, or that of what was taken up in its place, or nothing yet. A server that
 * has not heard of it any more has one that spends the same coins; which these are is read while it is there.
 */
export function looks({ network, hash }: Asked, known?: Place) {
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
