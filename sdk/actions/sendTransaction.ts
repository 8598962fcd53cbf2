import type { Outcome } from '../../machines/entities/attempt.ts'
import { isTransactionHash } from '../../machines/rules/hex.ts'
import type { Instance } from '../instance.ts'
import type { TransactionRequest } from '../requests.ts'
import { askWallet, assertOffered, textOf } from './askWallet.ts'

/** Asks the wallet to send an EVM transaction. One for a network that the site does not have is not asked for. */
export const sendTransaction = (
  instance: Instance,
  transaction: TransactionRequest,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Outcome<`0x${string}`>> =>
  askWallet(instance, {
    action: 'send a transaction',
    signal,
    read: textOf(isTransactionHash),
    async callFor(connection) {
      const { encodeTransaction } = await import('../requests.ts')
      const encoded = await encodeTransaction(transaction, connection)
      assertOffered(instance, transaction.chainId, connection)
      return { method: 'eth_sendTransaction', params: [encoded] }
    },
  })
