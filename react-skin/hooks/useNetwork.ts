import { useMemo } from 'react'
import type { Latchkey, NetworkState } from '../../sdk/index.ts'
import { approvedBy, chainIdOf, networkOrUnsupported } from '../../sdk/skin.ts'
import { useActorSelector } from './useActorSelector.ts'
import { useLatchkey } from './useLatchkey.ts'

export interface UseNetworkReturnType extends NetworkState {
  isSwitching: boolean
  switchNetwork: Latchkey['switchNetwork']
}

/**
 * Returns the active network and switches it. To show the result of a switch, use `useSwitchNetwork`.
 * @returns The network, whether the app has it (`isSupported`), the networks that its wallet approved, whether a switch is in
 * progress (`isSwitching`), and `switchNetwork`.
 */
export function useNetwork(): UseNetworkReturnType {
  const { switchNetwork } = useLatchkey()
  const networks = useActorSelector('network', ({ context }) => context.networks)
  const networkId = useActorSelector('network', ({ context }) => context.networkId)
  const isSupported = useActorSelector('network', ({ context }) =>
    context.networks.some(({ caipNetworkId }) => caipNetworkId === context.networkId),
  )
  const isSwitching = useActorSelector('network', (snapshot) => snapshot.hasTag('busy'))
  const network = useMemo(() => networkOrUnsupported(networks, networkId), [networks, networkId])
  const connection = useActorSelector('network', ({ context }) => context.connections[network.chainNamespace])
  const chainId = chainIdOf(networkId)
  return { network, networkId, chainId, isSupported, ...approvedBy(connection), isSwitching, switchNetwork }
}
