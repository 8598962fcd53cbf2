import type { Outcome } from '../../machines/entities/attempt.ts'
import type { CallsStatus } from '../../machines/entities/calls.ts'
import type { Instance } from '../instance.ts'
import { askWallet } from './askWallet.ts'

/** Asks the EVM wallet what became of a bundle of calls. */
export const getCallsStatus = (
  instance: Instance,
  id: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Outcome<CallsStatus>> =>
  askWallet(instance, {
    action: 'read the status of calls',
    signal,
    async callFor() {
      const { judgeBundleId } = await import('../requests.ts')
      return { method: 'wallet_getCallsStatus', params: [judgeBundleId(id)] }
    },
    read: async (answer) => (await import('../chains/eip155/calls.ts')).readStatus(answer, id),
  })
