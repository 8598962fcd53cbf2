/** Verifies on the chain that a transaction pays a requested payment: recipient, asset and amount. */
import { getAddress } from 'viem'
import { getBlock, getTransaction } from 'viem/actions'
import { PAY } from '../../../machines/constants.ts'
import type { Network } from '../../../machines/shared/network.types.ts'
import type { Payment } from '../../../machines/pay/payment.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { parseAmount } from '../../../machines/shared/amounts.rules.ts'
import { bounded } from '../../platform/abort.ts'
import { rpcClient } from '../../rpc/client.ts'
import { pollReceipt } from './receipts.ts'
import { changesOf } from './transferLogs.ts'

/**
 * Waits for a transaction and verifies it. A native transfer inside a contract call leaves no trace in the receipt, so it cannot
 * be verified.
 */
export async function verifyPayment(
  { recipient, asset, amount, startedAt }: Payment,
  { network, hash, timeoutMs }: { network: Network; hash: string; timeoutMs: number },
  signal: AbortSignal,
): Promise<boolean> {
  const client = rpcClient(network, signal)
  const bound = bounded(signal, timeoutMs, () => new LatchkeyError('transaction.timedOut'))
  const receipt = pollReceipt(rpcClient(network, bound.signal), hash, bound.signal).finally(bound.end)
  const { status, logs, blockNumber, transactionHash } = await receipt
  if (status !== 'success' || transactionHash !== hash) return false
  // An earlier payment of the same amount does not count.
  const { timestamp } = await getBlock(client, { blockNumber })
  if (Number(timestamp) * 1_000 < startedAt - PAY.clockMs) return false
  const units = parseAmount(amount, asset.decimals)
  if (asset.address === undefined) {
    const { to, value } = await getTransaction(client, { hash: hash as `0x${string}` })
    return to !== null && getAddress(to) === getAddress(recipient) && value === units
  }
  const contract = asset.address.toLowerCase()
  const { changes } = changesOf(logs, recipient)
  return changes.some((change) => change.asset === contract && change.id === undefined && change.units === units)
}
