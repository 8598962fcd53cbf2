/** Whether a transaction that somebody names pays what was asked for: recipient, asset and amount, by the chain's own word. */
import { getAddress } from 'viem'
import { getBlock, getTransaction, waitForTransactionReceipt } from 'viem/actions'
import { PAY, RPC } from '../../../machines/constants.ts'
import type { Network } from '../../../machines/entities/network.ts'
import type { Payment } from '../../../machines/entities/payment.ts'
import { parseAmount } from '../../../machines/rules/amounts.ts'
import { rpcClient } from '../../rpc/client.ts'
import { changesOf } from './transferLogs.ts'

/**
 * Looks a transaction up, and waits for it for a while. A transfer within a contract leaves no trace in a receipt: then nobody can tell, and
 * it is not verified.
 */
export async function verifyPayment(
  { recipient, asset, amount, startedAt }: Payment,
  { network, hash, timeoutMs }: { network: Network; hash: string; timeoutMs: number },
  signal: AbortSignal,
): Promise<boolean> {
  const client = rpcClient(network, signal)
  const { status, logs, blockNumber, transactionHash } = await waitForTransactionReceipt(client, {
    hash: hash as `0x${string}`,
    pollingInterval: RPC.receiptPollMs,
    timeout: timeoutMs,
  })
  if (status !== 'success' || transactionHash !== hash) return false
  // An earlier payment of the same amount is none of this one.
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
