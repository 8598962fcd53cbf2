import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { CallsStatus } from '../../machines/calls/calls.types.ts'
import { isOwnId } from '../../machines/calls/calls.rules.ts'
import type { Instance } from '../instance/instance.ts'
import { outcomeOf } from '../instance/outcomeOf.ts'
import { toOutcome, walletOf } from '../wallet-requests/requestWallet.ts'
import { load } from '../instance/load.ts'
import { loadPart } from '../platform/loadPart.ts'

/** Waits for the final status of a bundle of calls. */
export const waitForCalls = (
  instance: Instance,
  id: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Outcome<CallsStatus>> =>
  toOutcome(async () => {
    const { validateBundleId } = await loadPart(import('../wallet-requests/encodeRequest.ts'))
    const bundle = {
      id: validateBundleId(id),
      connection: isOwnId(id) ? undefined : walletOf(instance, 'wait for calls'),
    }
    const loaded = await load(instance, 'calls', { signal })
    return loaded.status === 'done' ? outcomeOf(loaded.value, { type: 'calls.wait', ...bundle }, signal) : loaded
  })
