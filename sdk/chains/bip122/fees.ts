import type { Network } from '../../../machines/shared/network.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { formatAmount, parseAmount } from '../../../machines/shared/amounts.rules.ts'
import type { SendOrder } from '../adapter.ts'
import { readAddressOn } from './addresses.ts'
import { validateFeeRate, DECIMALS, maximumOf, planTransaction, type Plan } from './coins.ts'
import { feeRateOf, unspentOf } from './esplora.ts'

/** Reads the coins of an address and the fee rate. Throws `send.gasEstimate`, `send.feeTooHigh`. */
async function readCoinsAndRate(network: Network, address: string, signal: AbortSignal) {
  const requests = Promise.all([feeRateOf(network, signal), unspentOf(network, address, signal)])
  const [rate, coins] = await requests.catch((cause: unknown) => {
    if (signal.aborted) throw signal.reason
    throw new LatchkeyError('send.gasEstimate', { cause })
  })
  return { rate: validateFeeRate(rate), coins }
}

/** The maximum amount that can be sent from an address, as decimal text. Throws `send.gasUnaffordable`. */
export async function readMaximum(
  { network, from, symbol }: { network: Network; from: string; symbol: string },
  signal: AbortSignal,
): Promise<string> {
  const { address, type } = readAddressOn(network.caipNetworkId, from)
  const { rate, coins } = await readCoinsAndRate(network, address, signal)
  const maximum = maximumOf(coins, type, rate)
  if (maximum === undefined) throw new LatchkeyError('send.gasUnaffordable', { params: { symbol } })
  return formatAmount(maximum, DECIMALS)
}

/** Plans a transfer with the current coins. Uses the fee rate that was shown to the user, else the server's current one. */
export async function readPlan(order: SendOrder, signal: AbortSignal): Promise<Plan & { rate: bigint }> {
  const { network, token, amount, fee } = order
  if (token.address !== undefined) throw new LatchkeyError('send.unsupportedChain')
  const [from, to] = [order.from, order.receiver].map((text) => readAddressOn(network.caipNetworkId, text))
  const units = parseAmount(amount, DECIMALS)
  if (!from || !to) throw new LatchkeyError('address.invalid')
  const current = await readCoinsAndRate(network, from.address, signal)
  const rate = fee?.satoshiRate === undefined ? current.rate : BigInt(fee.satoshiRate)
  const { coins } = current
  const plan = planTransaction({ coins, amount: units, rate, from: from.type, to: to.type, symbol: token.symbol })
  if (fee && plan.fee > parseAmount(fee.amount, DECIMALS)) throw new LatchkeyError('send.feeRose')
  return { ...plan, rate }
}
