import type { Latchkey, Network, NetworkId } from '../../sdk/index.ts'
import { useAction, type ActionState } from './useAction.ts'
import { useActorSelector } from './useActorSelector.ts'
import { useLatchkey } from './useLatchkey.ts'

export type UseSwitchNetworkReturnType = ActionState<NetworkId> &
  Pick<Latchkey, 'switchNetwork'> & { networks: readonly Network[] }

/**
 * Switches to another network of the app.
 * @returns `switchNetwork`, the `networks`, and the state of its last call; `data` is the new network as a CAIP-2 id.
 */
export function useSwitchNetwork(): UseSwitchNetworkReturnType {
  const [state, switchNetwork] = useAction(useLatchkey().switchNetwork)
  const networks = useActorSelector('network', ({ context }) => context.networks)
  return { ...state, switchNetwork, networks }
}
