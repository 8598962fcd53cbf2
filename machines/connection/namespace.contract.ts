import type { Account, ApprovedNetworks, Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Connector } from '../entities/connector.ts'
import type { Namespace, NetworkId } from '../entities/namespace.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'
import type { Chosen } from '../rules/deepLinks.ts'

export interface NamespaceContract {
  context: {
    namespace: Namespace
    /** The wallet that is connected, or being disconnected. */
    connection: Connection | undefined
    /** The connector of the attempt under way, or of the last one that did not succeed. */
    connector: Connector | undefined
    /** The wallet of the catalogue that the attempt is for, where it is on another device. */
    chosen: Chosen | undefined
    /** Namespaces that its wallet may be connected in where it does not share this one. */
    free: readonly Namespace[]
    /** The caller's own id of the attempt under way. */
    attempt: string | undefined
    /** Why the last attempt did not succeed, or why the wallet left. */
    error: LatchkeyError | undefined
    /** A stored connection that is being looked up again. */
    connectorId: string | undefined
    /** The network that it was on; of an attempt, the one to begin on where the wallet has none of its own. */
    networkId: NetworkId | undefined
    /** The account of a stored connection that the visitor chose to act for. */
    address: string | undefined
    /** The account that a stored connection was active with: a wallet in the browser that does not share it is not restored. */
    lastAddress: string | undefined
    /** The account that the wallet itself named first the last time, if that is known. */
    leading: string | undefined
  }
  event:
    /** Connects the wallet behind a connector. `attempt` is the id of the caller, handed back with the outcome. */
    | {
        type: 'namespace.connect'
        connector: Connector
        attempt?: string
        chosen?: Chosen
        free?: readonly Namespace[]
        networkId?: NetworkId
      }
    /** An attempt that was made from another namespace ended with a wallet of this one. */
    | { type: 'namespace.adopt'; connection: Connection }
    /** A wallet that is connected in another namespace shares accounts in this one as well: it is asked for them. */
    | { type: 'namespace.sync'; connectorId: string }
    /** The wallet of an earlier visit shares its accounts after all. */
    | { type: 'namespace.found'; connection: Connection }
    /** What is there now in the place of the wallet of an earlier visit is not restored. */
    | { type: 'namespace.refused'; error: LatchkeyError }
    /** Tries the connector of the last attempt once more. */
    | { type: 'namespace.retry' }
    /** Calls the attempt off; with an id, only if it is that one. */
    | { type: 'namespace.cancel'; attempt?: string }
    /** The visitor turned away from the attempt. */
    | { type: 'namespace.abandon' }
    /** Leaves the wallet, or the attempt that is under way. */
    | { type: 'namespace.disconnect' }
    /** Acts for another account that the wallet shares, until the wallet itself moves to another. */
    | { type: 'namespace.selectAccount'; address: string }
    /** What the wallet says contradicts what is known of it: it is read again, without a prompt. */
    | { type: 'namespace.readAgain' }
    /** The wallet shares other accounts now; none ends the connection. */
    | { type: 'provider.accountsChanged'; accounts: readonly Account[] }
    /** The wallet is on another network now. */
    | { type: 'provider.networkChanged'; networkId: NetworkId }
    /** A wallet on another device told which networks it serves. */
    | { type: 'provider.networksApproved'; approved: ApprovedNetworks }
    /** The wallet ended the connection. */
    | { type: 'provider.disconnected'; error?: LatchkeyError }
    | FactOf<'memory.restored'>
    | FactOf<'modal.closed'>
  state: 'disconnected' | 'syncing' | 'reconnecting' | 'locked' | 'connecting' | 'connected' | 'disconnecting'
  tag: 'busy' | 'connected' | 'connecting'
  input: { namespace: Namespace }
  emitted:
    /** An attempt is over, as the outcome says. */
    | { type: 'namespace.settled'; connectorId: string; attempt: string | undefined; outcome: Outcome<Connection> }
    /** The wallet was left. The outcome says whether it was told. */
    | { type: 'namespace.left'; outcome: Outcome<undefined> }
}

/** The machine of a namespace. */
export const namespaceItem = (namespace: Namespace) => address<NamespaceContract>()(`namespace:${namespace}`)
