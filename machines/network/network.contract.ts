import type { Connection, ActiveAccount, ConnectionStatus } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Namespace, NetworkId } from '../shared/namespace.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'

export interface NetworkContract {
  context: {
    /** The networks that the app offers. */
    networks: readonly Network[]
    /** The network that becomes active if the app does not offer the current one and no wallet is connected on it. */
    defaultNetworkId: NetworkId
    /** The active network, which may be one that the app does not offer. */
    networkId: NetworkId
    /** The target of the switch in progress; undefined if there is none. */
    targetNetworkId: NetworkId | undefined
    /**
     * The network that the user chose while its namespace had no wallet. A wallet that connects there is requested to switch to
     * it.
     */
    preferredNetworkId: NetworkId | undefined
    /**
     * The ids of the callers of the switch in progress: first the one that started it, then those that requested the same
     * network.
     */
    requestIds: readonly (string | undefined)[]
    /** The connected wallet of each namespace. */
    connections: Readonly<Partial<Record<Namespace, Connection>>>
    /** The active account and its network, as last announced. */
    activeAccount: ActiveAccount | undefined
    /**
     * Whether an account is active, wallets are connected in other namespaces only, or no wallet is connected, as last announced.
     */
    connectionStatus: ConnectionStatus
    /** The active network, as last announced. */
    announced: NetworkId
    /** Whether the UnsupportedChain view is shown for a network that the app does not offer [4.14]. */
    blocksUnsupported: boolean
    /** Why the last switch failed. Cleared by the next switch, and when the modal closes. */
    error: LatchkeyError | undefined
  }
  event:
    /**
     * Makes another network active. Requests a switch if the wallet is on a different one. `requestId` is the caller's id: it can
     * cancel the switch, and is returned with the outcome.
     */
    | { type: 'network.switch'; networkId: NetworkId; requestId?: string }
    /** Cancels the switch; with an id, only if that caller started it. */
    | { type: 'network.cancel'; requestId?: string }
    /** Adds a network to those that the app offers. A network that is already offered is ignored [5.9]. */
    | { type: 'network.add'; network: Network }
    | BroadcastEventOf<'storage.restored'>
    | BroadcastEventOf<'modal.opened'>
    | BroadcastEventOf<'modal.closed'>
    | BroadcastEventOf<'account.connected'>
    | BroadcastEventOf<'account.changed'>
    | BroadcastEventOf<'account.networkChanged'>
    | BroadcastEventOf<'account.disconnected'>
  /** `deciding`: checks whether the app offers the active network. */
  state: 'deciding' | 'supported' | 'unsupported' | 'changing'
  tag: 'busy'
  input: Pick<
    NetworkContract['context'],
    'networks' | 'defaultNetworkId' | 'networkId' | 'connections' | 'connectionStatus' | 'blocksUnsupported'
  >
  emitted: /** Emitted once per caller. `outcome`: `done` with the network, `cancelled`, `declined`, `expired` or `failed`. */
  { type: 'network.settled'; networkId: NetworkId; requestId: string | undefined; outcome: Outcome<NetworkId> }
}

export const network = actorKey<NetworkContract>()('network')
