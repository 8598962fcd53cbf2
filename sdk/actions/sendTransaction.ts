import type { Outcome } from '../../machines/entities/attempt.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { isTransactionHash } from '../../machines/rules/hex.ts'
import type { Instance } from '../instance.ts'
import type { TransactionRequest } from '../requests.ts'
import { askWallet, assertOffered } from './askWallet.ts'
import { part } from '../platform/part.ts'

/** Asks the wallet to send an EVM transaction. One for a network that the site does not have is not asked for. Expires with `send.unreadable` if the wallet answers with no hash. */
export const sendTransaction = (
  instance: Instance,
  transaction: TransactionRequest,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Outcome<`0x${string}`>> =>
  askWallet(instance, {
    action: 'send a transaction',
    signal,
    read(answer) {
      if (isTransactionHash(answer)) return answer
      throw new LatchkeyError('send.unreadable', { cause: answer })
    },
    async callFor(connection) {
      const { encodeTransaction } = await part(import('../requests.ts'))
      const encoded = await encodeTransaction(transaction, connection)
      assertOffered(instance, transaction.chainId, connection)
      return { method: 'eth_sendTransaction', params: [encoded] }
    },
  })
