import type { Outcome } from '../../machines/shared/outcome.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { isTransactionId } from '../../machines/shared/hex.rules.ts'
import { namespaceOf } from '../../machines/shared/namespace.types.ts'
import type { Receipt } from '../../machines/transactions/transaction.contract.ts'
import { networkOf } from '../../machines/network/network.rules.ts'
import { connectionIn } from '../connection/connections.ts'
import type { Instance, WaitForTransactionReceiptOptions } from '../instance/instance.ts'
import { load } from '../instance/load.ts'
import { outcomeOf } from '../instance/outcomeOf.ts'
import { invalidRequest } from '../wallet-requests/deepCopy.ts'
import { toOutcome } from '../wallet-requests/requestWallet.ts'

/** Waits until a transaction is confirmed, reverted or replaced. */
export const waitForTransactionReceipt = (
  instance: Instance,
  hash: string,
  { networkId, signal }: WaitForTransactionReceiptOptions = {},
): Promise<Outcome<Receipt>> =>
  toOutcome(async () => {
    if (!instance.started()) throw new LatchkeyError('connection.clientMissing')
    const { context } = instance.actor('network').getSnapshot()
    const network = networkOf(context.networks, networkId ?? context.networkId)
    if (!network) throw new LatchkeyError('network.missing')
    const { caipNetworkId } = network
    if (!isTransactionId(caipNetworkId, hash)) throw invalidRequest('the hash of the transaction is invalid')
    const loaded = await load(instance, 'transactions', { signal })
    if (loaded.status !== 'done') return loaded
    // Without the account, a transaction that another one replaced cannot be detected.
    const from = connectionIn(instance, namespaceOf(caipNetworkId))?.address ?? ''
    return outcomeOf(loaded.value, { type: 'transactions.wait', hash, network, from }, signal)
  }, signal)
