import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { NetworkId } from '../../machines/shared/namespace.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { cancelled, failed } from '../../machines/shared/outcome.rules.ts'
import type { Instance } from '../instance/instance.ts'
import { networkIdOf, toNetwork, type NetworkChoice } from './networks.ts'
import { outcomeOf } from '../instance/outcomeOf.ts'
import { dispatch } from '../instance/dispatch.ts'

/** Switches the active network. A network that is passed as an object, not by id, is added to the app's networks. */
export async function switchNetwork(
  instance: Instance,
  network: NetworkChoice | undefined,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Outcome<NetworkId>> {
  if (!network) return failed(new LatchkeyError('network.undefined'))
  if (!instance.started()) return failed(new LatchkeyError('network.clientMissing'))
  if (signal?.aborted) return cancelled
  const networkId = networkIdOf(network)
  if (typeof network === 'object')
    dispatch(instance, { type: 'network.add', network: instance.viaGateway(toNetwork(network)) })
  return outcomeOf(instance.find('network'), { type: 'network.switch', networkId }, signal)
}
