import type { Account, AccountTab, Connection, ActiveAccount, ConnectionStatus } from './shared/account.types.ts'
import type { Configuration } from './project/configuration.types.ts'
import type { Connector } from './shared/connector.types.ts'
import type { Namespace, NetworkId } from './shared/namespace.types.ts'
import type { PersistedState } from './storage/persisted.types.ts'
import type { TransactionPosition, TransactionPurpose } from './transactions/sent.types.ts'
import type { Social } from './embedded/login/social.types.ts'
import type { TokenBalance } from './shared/token.types.ts'
import type { Wallet } from './shared/wallet.types.ts'
import type { LatchkeyError } from './shared/errors/error.ts'
import type { Platform } from './connection/platforms.rules.ts'
import type { ViewName } from './shell/view.types.ts'

/**
 * Events that several machines handle. `broadcast` sends them to every actor whose chart handles them. Their names are in the
 * past tense.
 */
export type BroadcastEvent =
  /** The stored state of an earlier visit was read. It may be empty. */
  | { type: 'storage.restored'; persisted: PersistedState }
  /** Another tab changed the stored state. `persisted` is the whole new state. */
  | { type: 'storage.updated'; persisted: PersistedState }
  /** The modal opened. It may have been opened for a namespace, a view or a connector. */
  | { type: 'modal.opened'; namespace?: Namespace; view?: ViewName; connectorId?: string }
  /** The modal closed. */
  | { type: 'modal.closed' }
  /** The embedded modal came into sight. */
  | { type: 'modal.shown' }
  /** Another view is shown. */
  | { type: 'view.shown'; view: ViewName }
  /** A wallet connected. `restored`: it was connected on an earlier visit. */
  | { type: 'account.connected'; connection: Connection; restored: boolean }
  /** The active address of a connected wallet changed. */
  | { type: 'account.changed'; connection: Connection }
  /** The network of a connected wallet changed. */
  | { type: 'account.networkChanged'; connection: Connection }
  /**
   * The wallet of a namespace disconnected, or a wallet of an earlier visit is not available. `connectorId` is undefined after a
   * crash. `unreached`: the wallet could not be reached.
   */
  | { type: 'account.disconnected'; namespace: Namespace; connectorId: string | undefined; unreached?: true }
  /**
   * The active account or network changed, or no account is active now; the features of the previous one end. Also broadcast
   * without an active account when wallets of other namespaces connect or disconnect. `connected`: the reason is that the user
   * connected a wallet.
   */
  | {
      type: 'activeAccount.changed'
      activeAccount: ActiveAccount | undefined
      connectionStatus: ConnectionStatus
      connected: boolean
    }
  /** The active network changed. `namespaceSwitched`: to a network of another namespace. */
  | { type: 'network.changed'; networkId: NetworkId; namespaceSwitched: boolean }
  /** Some or all balances of an account on a network were read. */
  | { type: 'balance.loaded'; networkId: NetworkId; address: string; tokens: readonly TokenBalance[] }
  /** A transaction was sent from this app, or became known only after it succeeded. `at`: milliseconds since 1970. */
  | {
      type: 'transaction.sent'
      hash: string
      networkId: NetworkId
      address: string
      at: number
      status: 'pending' | 'success'
      sentFor: TransactionPurpose
    }
  /** A node knows a transaction that was sent, so its place among those of its account was read. */
  | { type: 'transaction.positionRead'; hash: string; networkId: NetworkId; position: TransactionPosition }
  /** A transaction was confirmed, reverted or replaced. `finalHash` differs from `hash` if the user sped it up or replaced it. */
  | {
      type: 'transaction.settled'
      hash: string
      finalHash: string
      networkId: NetworkId
      status: 'success' | 'reverted' | 'replaced'
    }

/** Events that only analytics use. They are sent only to `analytics`. */
export type AnalyticsRecord =
  /** The configuration is valid and the stored state was read: the instance is running. */
  | { type: 'latchkey.ready'; configuration: Configuration }
  /** A connection attempt ended without a connection. `error`: the reason. */
  | { type: 'connection.failed'; connector: Connector; error: LatchkeyError }
  /** The user selected a wallet of the catalog. */
  | { type: 'wallets.chosen'; wallet: Wallet; platform: Platform }
  /** The user searched the wallets of the catalog. */
  | { type: 'catalog.searched'; search: string; certified: boolean }
  /** A page of the transaction history could not be fetched. */
  | { type: 'activity.failed'; address: string; cursor: string | undefined; error: LatchkeyError }
  /** The user opened another tab of the account view. */
  | { type: 'account.tabShown'; tab: AccountTab }
  /** Another page of the transaction history was requested. */
  | { type: 'activity.more'; address: string; cursor: string | undefined }
  /** A transfer was submitted to the wallet. `amount` is decimal text in whole tokens. */
  | { type: 'send.submitted'; networkId: NetworkId; token: string; amount: string }
  /** A transfer was sent. `amount` is decimal text in whole tokens. */
  | { type: 'send.started'; hash: string; networkId: NetworkId; token: string; amount: string }
  /** A transfer was submitted to the wallet, but not sent. */
  | { type: 'send.failed'; networkId: NetworkId; token: string; amount: string; error: LatchkeyError }
  /** A sign-in was requested, declined, completed, or failed. */
  | {
      type: 'signIn.asked' | 'signIn.declined' | 'signIn.done' | 'signIn.failed'
      networkId: NetworkId
      isSmart: boolean
    }
  /**
   * The user selected the email field, submitted an address, registered a device, was sent a code, entered the correct code, or
   * edited the address.
   */
  | {
      type:
        | 'email.selected'
        | 'email.submitted'
        | 'email.deviceRegistered'
        | 'email.codeSent'
        | 'email.codeAccepted'
        | 'email.edited'
    }
  /** A code was rejected. */
  | { type: 'email.codeRefused'; error: LatchkeyError }
  /** A social sign-in started, was approved by the provider, completed, failed, or was cancelled. */
  | {
      type: 'social.started' | 'social.agreed' | 'social.done' | 'social.failed' | 'social.cancelled'
      provider: Social
    }
  /** The embedded wallet switched to its account of another type. */
  | { type: 'accountType.preferred'; accountType: Account['type']; networkId: NetworkId }
  /** A name was submitted to the wallet for a signature, was registered, or could not be registered. `name` is the full name. */
  | { type: 'names.started' | 'names.registered'; name: string }
  | { type: 'names.failed'; name: string; error: LatchkeyError }
  /**
   * A swap was submitted, completed, or failed, possibly at its approval (`isApproval`). Amounts are decimal text in whole
   * tokens.
   */
  | ({ type: 'swap.submitted' | 'swap.done' } & SwapCounted)
  | ({ type: 'swap.failed'; isApproval: boolean; error: LatchkeyError } & SwapCounted)
  /** The user selected a seller of crypto. */
  | { type: 'onramp.chosen'; provider: string }
  /** All wallets were disconnected at once. */
  | { type: 'disconnection.together' }
  /** A wallet was notified that it is disconnected. */
  | { type: 'disconnection.done'; namespace: Namespace }
  /** A wallet could not be notified that it is disconnected. It is disconnected anyway. */
  | { type: 'disconnection.failed'; namespace: Namespace; error: LatchkeyError }
  /** An actor crashed. */
  | { type: 'actor.crashed'; name: string }

/** The analytics data of a swap. */
export interface SwapCounted {
  networkId: NetworkId
  fromToken: string
  toToken: string
  fromAmount: string
  toAmount: string
}

export type BroadcastEventOf<Type extends BroadcastEvent['type']> = Extract<BroadcastEvent, { type: Type }>
