import type { Network } from '../../../machines/entities/network.ts'
import { LatchkeyError } from '../../../machines/errors/error.ts'
import type { BitcoinAddress } from './addresses.ts'
import { feeRateOf, unspentOf } from './esplora.ts'

/** Virtual bytes of spending one output, with one signature; of scripts, as the usual two of three would need. */
const INPUT_BYTES: Readonly<Record<BitcoinAddress['type'], number>> = {
  pkh: 148,
  sh: 91,
  wpkh: 68,
  wsh: 105,
  tr: 58,
  p2a: 41,
}
/** Virtual bytes of everything else: what a transaction begins and ends with, and the largest output there is. */
const FRAME_BYTES = 11 + 43
/** Nodes do not pass on outputs that are worth less, in satoshis. */
const DUST = 546n

/**
 * The most that can be sent from an address, in satoshis, when all of it is and nothing comes back as change; nothing
 * where the fee is more. What costs more to spend than it is worth stays. Throws `send.gasEstimate`.
 */
export async function maximumOf(
  network: Network,
  { address, type }: BitcoinAddress,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  const asked = Promise.all([feeRateOf(network, signal), unspentOf(network, address, signal)])
  const [rate, unspent] = await asked.catch((cause: unknown) => {
    if (signal.aborted) throw signal.reason
    throw new LatchkeyError('send.gasEstimate', { cause })
  })
  const cost = Math.ceil(INPUT_BYTES[type] * rate)
  const worth = unspent.filter((value) => value > cost).reduce((sum, value) => sum + BigInt(value - cost), 0n)
  const most = worth - BigInt(Math.ceil(FRAME_BYTES * rate))
  return most < DUST ? undefined : most
}
