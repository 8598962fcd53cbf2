import type { Outcome } from '../../machines/entities/attempt.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { isTransactionHash } from '../../machines/rules/hex.ts'
import { networkOf } from '../../machines/rules/networks.ts'
import type { Instance } from '../instance.ts'
import type { TransactionRequest } from '../requests.ts'
import { askWallet } from './askWallet.ts'

/** Asks the wallet to send an EVM transaction. One for a network that the site does not have is not asked for. */
export const sendTransaction = (
  instance: Instance,
  transaction: TransactionRequest,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Outcome<string>> =>
  askWallet(instance, {
    action: 'send a transaction',
    signal,
    isAnswer: isTransactionHash,
    async callFor(connection) {
      const { encodeTransaction } = await import('../requests.ts')
      const encoded = await encodeTransaction(transaction, connection)
      const networkId = transaction.chainId === undefined ? undefined : (`eip155:${transaction.chainId}` as const)
      const { networks } = instance.actor('network').getSnapshot().context
      if (networkId && networkId !== connection.networkId && !networkOf(networks, networkId))
        throw new LatchkeyError('network.missing')
      return { method: 'eth_sendTransaction', params: [encoded] }
    },
  })
