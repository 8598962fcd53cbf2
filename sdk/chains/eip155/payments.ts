/** Verifies on the chain that a transaction pays a requested payment: recipient, asset and amount. */
import { getAddress } from 'viem'
import { getBlock, getTransaction } from 'viem/actions'
import { PAY } from '../../../machines/constants.ts'
import type { Network } from '../../../machines/shared/network.types.ts'
import type { Payment } from '../../../machines/pay/payment.types.ts'
import { parseAmount } from '../../../machines/shared/amounts.rules.ts'
import { rpcClient } from '../../rpc/client.ts'
import { pollForReceipt } from '../pollForReceipt.ts'
import { findReceipt } from './receipts.ts'
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
  const receipt = await pollForReceipt(
    (pollSignal) => findReceipt(rpcClient(network, pollSignal), hash),
    { timeoutMs },
    signal,
  )
  const { status, logs, blockNumber, transactionHash } = receipt
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
