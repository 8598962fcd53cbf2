import { chainIdOf, namespaceOf } from '../../machines/shared/namespace.types.ts'
import { approvedBy, networkOf, networkOrUnsupported } from '../../machines/network/network.rules.ts'
import type { Instance, NetworkState } from '../instance/instance.ts'

/** The active network, and the networks its wallet approved. */
export function getNetwork({ actor }: Pick<Instance, 'actor'>): NetworkState {
  const { networks, networkId, connections } = actor('network').getSnapshot().context
  return {
    network: networkOrUnsupported(networks, networkId),
    networkId,
    chainId: chainIdOf(networkId),
    isSupported: networkOf(networks, networkId) !== undefined,
    ...approvedBy(connections[namespaceOf(networkId)]),
  }
}
