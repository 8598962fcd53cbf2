import type { Connection, Scope, Standing } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Namespace, NetworkId } from '../entities/namespace.ts'
import type { Network } from '../entities/network.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

export interface NetworkContract {
  context: {
    networks: readonly Network[]
    defaultNetworkId: NetworkId
    /** The active network, whether the site offers it or not. */
    networkId: NetworkId
    /** The target of the switch under way. */
    wanted: NetworkId | undefined
    /** The network that was chosen while its namespace had no wallet: one that connects is asked to go there. */
    chosen: NetworkId | undefined
    /** The callers of the switch under way, by their ids: who began it, then who asked for the same network meanwhile. */
    attempts: readonly (string | undefined)[]
    /** The connected wallet of each namespace. */
    connections: Readonly<Partial<Record<Namespace, Connection>>>
    /** The account that is active, and its network, as was announced last. */
    scope: Scope | undefined
    /** Whether one is, or wallets of other namespaces only are connected, as was announced last. */
    standing: Standing
    /** The active network, as was announced last. */
    announced: NetworkId
    /** A network that the site does not offer is answered with the UnsupportedChain view [4.14]. */
    blocksUnsupported: boolean
    /** Why the last switch failed: until another is asked for, or the visitor closes the modal. */
    error: LatchkeyError | undefined
  }
  event:
    /**
     * Makes another network the active one; the wallet is asked where it has to move. `attempt` is the id of the caller, who may call
     * it off; it is handed back with the outcome.
     */
    | { type: 'network.switch'; networkId: NetworkId; attempt?: string }
    /** Calls the switch off; with an id, only if that caller began it. */
    | { type: 'network.cancel'; attempt?: string }
    /** Offers one more network; one that is offered already is ignored [5.9]. */
    | { type: 'network.add'; network: Network }
    | FactOf<'memory.restored'>
    | FactOf<'modal.opened'>
    | FactOf<'modal.closed'>
    | FactOf<'account.connected'>
    | FactOf<'account.changed'>
    | FactOf<'account.networkChanged'>
    | FactOf<'account.disconnected'>
  /** `deciding`: passing through, to tell whether the network is one that the site offers. */
  state: 'deciding' | 'supported' | 'unsupported' | 'changing'
  tag: 'busy'
  input: Pick<
    NetworkContract['context'],
    'networks' | 'defaultNetworkId' | 'networkId' | 'connections' | 'standing' | 'blocksUnsupported'
  >
  emitted: /** A switch that was asked for is over, as the outcome says; told once for each caller. */
  { type: 'network.settled'; networkId: NetworkId; attempt: string | undefined; outcome: Outcome<NetworkId> }
}

export const network = address<NetworkContract>()('network')
