import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { BroadcastEventOf } from '../events.ts'
import type { Namespace, NetworkId } from '../shared/namespace.types.ts'
import type { Connector } from '../shared/connector.types.ts'
import type { ViewName } from '../shell/view.types.ts'
import type { SelectedWallet } from './deepLinks.rules.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import { actorKey } from '../core/actorKey.ts'

export interface ConnectorsContract {
  context: {
    /** The available connectors, in the order in which they were found. */
    connectors: readonly Connector[]
    /** The namespaces of the app's networks. Wallets of other namespaces are ignored. */
    namespaces: readonly Namespace[]
    /** The namespace of the last attempt to connect. Views of an attempt show this one. */
    attempted: Namespace
    /** The multichain wallet for which the user must choose a namespace. */
    pendingMultichainConnector: Connector | undefined
    /** The active network. A multichain wallet connects in its namespace; a wallet without a network starts on it. */
    networkId: NetworkId
    /** Why no new wallets can be discovered; undefined if they can. */
    error: LatchkeyError | undefined
  }
  event:
    /**
     * Connects the wallet of a connector. For a multichain wallet, the user chooses a namespace first. `requestId` is the caller's
     * id, which is returned with the outcome; with it, the choice is skipped and the active namespace is used, else the first
     * one. `selectedWallet` is the catalog wallet to open on another device.
     */
    | { type: 'connectors.connect'; connectorId: string; requestId?: string; selectedWallet?: SelectedWallet }
    /** Cancels the attempt to connect that has this id. */
    | { type: 'connectors.cancel'; requestId: string }
    /** A connector was found, or its details changed. */
    | { type: 'connector.announced'; connector: Connector }
    /** A connector is no longer available. */
    | { type: 'connector.removed'; connectorId: string }
    /** A connected wallet now shares further namespaces. */
    | { type: 'connector.shared'; connectorId: string; namespaces: readonly Namespace[] }
    /** The user opened the view that shows a code for any wallet. */
    | { type: 'connectors.viewEntered'; view: ViewName }
    /** The user navigated back from an attempt to connect. */
    | { type: 'connectors.viewLeft'; view: ViewName }
    | BroadcastEventOf<'modal.opened'>
    | BroadcastEventOf<'network.changed'>
  state: 'listening' | 'unavailable'
  input: Pick<ConnectorsContract['context'], 'namespaces' | 'networkId'>
  emitted: /** No connector has this id. `outcome`: `failed`. All other attempts end with `namespace.settled` of a namespace. */
  { type: 'connectors.settled'; connectorId: string; requestId: string | undefined; outcome: Outcome<Connection> }
}

export const connectors = actorKey<ConnectorsContract>()('connectors')
