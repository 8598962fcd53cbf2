import type { Account, ApprovedNetworks, Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Connector } from '../shared/connector.types.ts'
import type { Namespace, NetworkId } from '../shared/namespace.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'
import type { SelectedWallet } from './deepLinks.rules.ts'

export interface NamespaceContract {
  context: {
    /** The namespace, such as `eip155`. */
    namespace: Namespace
    /** The connected wallet, or the one that is being disconnected. */
    connection: Connection | undefined
    /** The connector of the attempt in progress, or of the last one that failed. */
    connector: Connector | undefined
    /** The catalog wallet that the attempt is for, if it is on another device. */
    selectedWallet: SelectedWallet | undefined
    /** Other namespaces that may connect if the wallet shares no account in this one. */
    availableNamespaces: readonly Namespace[]
    /** The caller's id of the attempt in progress. */
    requestId: string | undefined
    /** Why the last attempt failed, or why the wallet disconnected; undefined if neither happened. */
    error: LatchkeyError | undefined
    /** The id of the connector whose stored connection is being restored. */
    connectorId: string | undefined
    /** The network of the stored connection. During an attempt: the network to start on, for a wallet that has no network. */
    networkId: NetworkId | undefined
    /** The account that the user had selected in a stored connection. */
    address: string | undefined
    /** The account that was active in a stored connection. A wallet in the browser that does not share it is not restored. */
    lastAddress: string | undefined
    /** The account that the wallet last listed first; undefined if that is unknown. */
    firstListedAddress: string | undefined
  }
  event:
    /** Connects the wallet of a connector. `requestId` is the caller's id, which is returned with the outcome. */
    | {
        type: 'namespace.connect'
        connector: Connector
        requestId?: string
        selectedWallet?: SelectedWallet
        availableNamespaces?: readonly Namespace[]
        networkId?: NetworkId
      }
    /** Takes over a connection: an attempt from another namespace connected a wallet in this one. */
    | { type: 'namespace.takeConnection'; connection: Connection }
    /** Reads the accounts that a wallet shares in this namespace, because it connected in another one. */
    | { type: 'namespace.sync'; connectorId: string }
    /** The wallet of an earlier visit shares its accounts again. */
    | { type: 'namespace.found'; connection: Connection }
    /** Another wallet or account took the place of the one from an earlier visit, so it is not restored. */
    | { type: 'namespace.refused'; error: LatchkeyError }
    /** Retries the connector of the last attempt. */
    | { type: 'namespace.retry' }
    /** Cancels the attempt; with an id, only if it is that one. */
    | { type: 'namespace.cancel'; requestId?: string }
    /** Cancels the attempt, because the user navigated away from it. */
    | { type: 'namespace.abandon' }
    /** Disconnects the wallet, or cancels the attempt in progress. */
    | { type: 'namespace.disconnect' }
    /** Switches to another account that the wallet shares, until the wallet itself switches. */
    | { type: 'namespace.selectAccount'; address: string }
    /** Reads the wallet's state again without a prompt, because a wallet response contradicts it. */
    | { type: 'namespace.readAgain' }
    /** The wallet shares other accounts now. An empty list ends the connection. */
    | { type: 'wallet.accountsChanged'; accounts: readonly Account[] }
    /** The wallet switched to another network. */
    | { type: 'wallet.networkChanged'; networkId: NetworkId }
    /** A wallet on another device reported the networks that it serves. */
    | { type: 'wallet.networksApproved'; approved: ApprovedNetworks }
    /** The wallet ended the connection. */
    | { type: 'wallet.disconnected'; error?: LatchkeyError }
    | BroadcastEventOf<'storage.restored'>
    | BroadcastEventOf<'modal.closed'>
  state: 'disconnected' | 'syncing' | 'reconnecting' | 'locked' | 'connecting' | 'connected' | 'disconnecting'
  tag: 'busy' | 'connected' | 'connecting'
  input: {
    /** The namespace, such as `eip155`. */
    namespace: Namespace
  }
  emitted:
    /** An attempt ended. `outcome`: `done` with the connection, `cancelled`, `declined`, `expired` or `failed`. */
    | { type: 'namespace.settled'; connectorId: string; requestId: string | undefined; outcome: Outcome<Connection> }
    /** The wallet was disconnected. `outcome`: `done`, or `failed` if the wallet could not be notified. */
    | { type: 'namespace.left'; outcome: Outcome<undefined> }
}

/** The address of the machine of a namespace. */
export const namespaceItem = (namespace: Namespace) => actorKey<NamespaceContract>()(`namespace:${namespace}`)
