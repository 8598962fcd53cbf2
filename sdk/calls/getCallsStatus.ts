import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { CallsStatus } from '../../machines/calls/calls.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { isOwnId } from '../../machines/calls/calls.rules.ts'
import { cancelled, done } from '../../machines/shared/outcome.rules.ts'
import type { Instance } from '../instance/instance.ts'
import { requestWallet, toOutcome } from '../wallet-requests/requestWallet.ts'
import { loadPart } from '../platform/loadPart.ts'

/** Reads the status of a bundle of calls: from the EVM wallet, or from the chain if the calls were sent one by one. */
export const getCallsStatus = (
  instance: Instance,
  id: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Outcome<CallsStatus>> =>
  isOwnId(id)
    ? statusOnChain(instance, id, signal)
    : requestWallet(instance, {
        action: 'read the status of calls',
        signal,
        async callFor() {
          const { validateBundleId } = await loadPart(import('../wallet-requests/encodeRequest.ts'))
          return { method: 'wallet_getCallsStatus', params: [validateBundleId(id)] }
        },
        read: async (answer) => (await loadPart(import('../chains/eip155/calls.ts'))).readStatus(answer, id),
      })

const statusOnChain = (
  { ports: { rpc }, actor, started }: Instance,
  id: string,
  signal: AbortSignal | undefined,
): Promise<Outcome<CallsStatus>> =>
  toOutcome(async () => {
    if (!started()) throw new LatchkeyError('connection.clientMissing')
    const { statusOneByOne } = await loadPart(import('../chains/eip155/calls.ts'))
    const { networks } = actor('network').getSnapshot().context
    const status = await statusOneByOne(id, { rpc, networks }, signal)
    return started() ? done(status) : cancelled
  }, signal)
