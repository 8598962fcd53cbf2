import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { Capabilities } from '../../machines/calls/calls.types.ts'
import type { Instance } from '../instance/instance.ts'
import { requestWallet } from '../wallet-requests/requestWallet.ts'
import { loadPart } from '../platform/loadPart.ts'

/** Asks the EVM wallet for its capabilities with bundles of calls, by chain. */
export const getCapabilities = (
  instance: Instance,
  { chainIds, signal }: { chainIds?: readonly number[]; signal?: AbortSignal } = {},
): Promise<Outcome<Readonly<Record<number, Capabilities>>>> =>
  requestWallet(instance, {
    action: 'read the capabilities of a wallet',
    signal,
    async callFor(connection) {
      const { encodeCapabilities } = await loadPart(import('../wallet-requests/encodeRequest.ts'))
      return { method: 'wallet_getCapabilities', params: encodeCapabilities(chainIds, connection) }
    },
    read: async (answer) => (await loadPart(import('../chains/eip155/calls.ts'))).readCapabilities(answer),
  })
