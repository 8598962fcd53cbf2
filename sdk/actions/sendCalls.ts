import type { Outcome } from '../../machines/entities/attempt.ts'
import type { SentCalls } from '../../machines/entities/calls.ts'
import type { Instance } from '../instance.ts'
import type { CallsRequest } from '../requests.ts'
import { askWallet, assertOffered } from './askWallet.ts'

/** Asks the EVM wallet to do several calls as one (EIP-5792). */
export const sendCalls = (
  instance: Instance,
  bundle: CallsRequest,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Outcome<SentCalls>> =>
  askWallet(instance, {
    action: 'send calls',
    signal,
    async callFor(connection) {
      const { encodeCalls } = await import('../requests.ts')
      const encoded = encodeCalls(bundle, connection)
      assertOffered(instance, bundle.chainId, connection)
      return { method: 'wallet_sendCalls', params: [encoded] }
    },
    read: async (answer) => (await import('../chains/eip155/calls.ts')).readSent(answer),
  })
