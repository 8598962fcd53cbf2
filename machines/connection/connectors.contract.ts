import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { FactOf } from '../facts.ts'
import type { Namespace, NetworkId } from '../entities/namespace.ts'
import type { Connector } from '../entities/connector.ts'
import type { ViewName } from '../entities/view.ts'
import type { Chosen } from '../rules/deepLinks.ts'
import type { LatchkeyError } from '../errors/error.ts'
import { address } from '../kit/address.ts'

export interface ConnectorsContract {
  context: {
    connectors: readonly Connector[]
    /** The namespaces of the site's networks; wallets of others are passed over. */
    namespaces: readonly Namespace[]
    /** The namespace of the last attempt to connect: what is shown of an attempt is shown of this one. */
    attempted: Namespace
    /** The wallet of several namespaces for which one is to be chosen. */
    choosing: Connector | undefined
    /** The active network: a wallet that serves several namespaces is connected from its, one that has no network begins there. */
    networkId: NetworkId
    error: LatchkeyError | undefined
  }
  event:
    /**
     * Connects the wallet behind a connector; one of several namespaces leads to the choice of one. `attempt` is the caller's own id,
     * handed back with the outcome: it leads to no choice, but to the active namespace, else to the first. `chosen` is the wallet
     * of the catalogue that is to be opened, where it is on another device.
     */
    | { type: 'connectors.choose'; connectorId: string; attempt?: string; chosen?: Chosen }
    /** Calls an attempt to connect off: the one with that id. */
    | { type: 'connectors.cancel'; attempt: string }
    /** A way to a wallet is there, or is known better. */
    | { type: 'connector.announced'; connector: Connector }
    /** A way to a wallet is gone. */
    | { type: 'connector.removed'; connectorId: string }
    /** A connected wallet serves more namespaces now. */
    | { type: 'connector.shared'; connectorId: string; namespaces: readonly Namespace[] }
    /** A code for any wallet is asked for. */
    | { type: 'connectors.viewEntered'; view: ViewName }
    /** The visitor went back from an attempt to connect. */
    | { type: 'connectors.viewLeft'; view: ViewName }
    | FactOf<'modal.opened'>
    | FactOf<'network.changed'>
  state: 'listening' | 'unavailable'
  input: Pick<ConnectorsContract['context'], 'namespaces' | 'networkId'>
  emitted: /** A wallet was chosen that cannot be connected here. What became of any other choice its namespace tells, by `namespace.settled`. */
  { type: 'connectors.settled'; connectorId: string; attempt: string | undefined; outcome: Outcome<Connection> }
}

export const connectors = address<ConnectorsContract>()('connectors')
