import type { Outcome } from '../../machines/shared/outcome.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { isTransactionHash } from '../../machines/shared/hex.rules.ts'
import type { Instance } from '../instance/instance.ts'
import type { TransactionRequest } from './encodeRequest.ts'
import { requestWallet, assertConfiguredNetwork } from './requestWallet.ts'
import { loadPart } from '../platform/loadPart.ts'

/**
 * Asks the wallet to send an EVM transaction. Rejects networks that the app does not have. Expires with `send.unreadable` if the
 * wallet responds without a hash.
 */
export const sendTransaction = (
  instance: Instance,
  transaction: TransactionRequest,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Outcome<`0x${string}`>> =>
  requestWallet(instance, {
    action: 'send a transaction',
    signal,
    read(answer) {
      if (isTransactionHash(answer)) return answer
      throw new LatchkeyError('send.unreadable', { cause: answer })
    },
    async callFor(connection) {
      const { encodeTransaction } = await loadPart(import('./encodeRequest.ts'))
      const encoded = await encodeTransaction(transaction, connection)
      assertConfiguredNetwork(instance, transaction.chainId, connection)
      return { method: 'eth_sendTransaction', params: [encoded] }
    },
  })
