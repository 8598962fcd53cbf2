import type { AccountTab } from './entities/account.ts'
import type { Connection, Scope } from './entities/account.ts'
import type { Configuration } from './entities/configuration.ts'
import type { Connector } from './entities/connector.ts'
import type { Namespace, NetworkId } from './entities/namespace.ts'
import type { Remembered } from './entities/remembered.ts'
import type { TokenBalance } from './entities/token.ts'
import type { Wallet } from './entities/wallet.ts'
import type { LatchkeyError } from './errors/error.ts'
import type { Platform } from './rules/platforms.ts'
import type { LockingView, ViewName } from './entities/view.ts'

/** Things that happened and may concern anyone. Announced, never addressed; always in the past tense. */
export type Fact =
  /** What an earlier visit left was read; there may be nothing. */
  | { type: 'memory.restored'; remembered: Remembered }
  /** Another tab of the page changed what is remembered: all of it, as it is now. */
  | { type: 'memory.changed'; remembered: Remembered }
  /** The modal opened; with a namespace, a view or a connector where it was opened for one. */
  | { type: 'modal.opened'; namespace?: Namespace; view?: ViewName; connectorId?: string }
  /** The modal closed. */
  | { type: 'modal.closed' }
  /** The modal that is part of the page came into sight. */
  | { type: 'modal.shown' }
  /** Another view is shown. */
  | { type: 'view.shown'; view: ViewName }
  /** The visitor came back to where everything starts. */
  | { type: 'view.returned' }
  /** What is shown cannot be left for now. */
  | { type: 'view.locked'; by: LockingView }
  /** What is shown can be left again. */
  | { type: 'view.unlocked' }
  /** Other colours were chosen. */
  | { type: 'theme.changed'; choice: 'light' | 'dark' | 'system' }
  /** `directed`: at a wallet of the catalogue that was chosen. */
  | { type: 'connection.started'; connector: Connector; directed: boolean }
  /** An attempt to connect was called off. */
  | { type: 'connection.cancelled'; connector: Connector }
  /** The visitor turned away from an attempt. */
  | { type: 'connection.abandoned' }
  /** A wallet that is connected, or is about to be, shares accounts in these families of chains as well. */
  | { type: 'wallet.shared'; connectorId: string; namespaces: readonly Namespace[] }
  /** The connectors that this page has now. */
  | { type: 'connectors.changed'; connectors: readonly Connector[] }
  /** What kind of device the visitor is on. */
  | { type: 'page.known'; mobile: boolean }
  /** The wallets that were used last, the newest first. */
  | { type: 'wallets.used'; recent: readonly Wallet[] }
  /** A wallet is connected now. `restored`: as it was on an earlier visit. */
  | { type: 'account.connected'; connection: Connection; restored: boolean }
  /** The same wallet now acts for another address. */
  | { type: 'account.changed'; connection: Connection }
  /** The visitor chose to act for this address of the connected wallet. */
  | { type: 'account.selected'; namespace: Namespace; address: string }
  /** The wallet is on another network now. */
  | { type: 'account.networkChanged'; connection: Connection }
  /** The wallet of a family is connected no more. */
  | { type: 'account.disconnected'; namespace: Namespace }
  /** Another account or network is the active one, or none: what belonged to the one before ends. */
  | { type: 'scope.changed'; scope: Scope | undefined }
  /** Another tab of the account is shown. */
  | { type: 'account.tabShown'; tab: AccountTab }
  /** A further page of the history is asked for. */
  | { type: 'activity.more'; address: string; cursor: string | undefined }
  /** Another network is the active one. `namespaceSwitched`: it is of another family. */
  | { type: 'network.changed'; networkId: NetworkId; namespaceSwitched: boolean }
  /** The wallet is on a network that the site does not offer. */
  | { type: 'network.unsupported'; networkId: NetworkId }
  /** What an account holds on a network was read, or some of it. */
  | { type: 'balance.loaded'; networkId: NetworkId; address: string; tokens: readonly TokenBalance[] }
  /** What an account holds on a network could not be read, or not all of it. `at`: milliseconds since 1970. */
  | { type: 'balance.failed'; networkId: NetworkId; address: string; at: number }
  /** No request of the page waits for the visitor's answer in a wallet any more. */
  | { type: 'requests.over' }
  /** What is to be sent was chosen for the draft. */
  | { type: 'send.tokenChosen' }
  /** `address` is the token's CAIP-10 id; the native one has none. */
  | { type: 'send.started'; hash: string; networkId: NetworkId; token: string; address?: string; amount: string }
  /** `finalHash` differs from `hash` where the visitor sped it up or replaced it. */
  | {
      type: 'transaction.settled'
      hash: string
      finalHash: string
      networkId: NetworkId
      status: 'success' | 'reverted' | 'replaced'
    }
  /** Nobody heard in time what became of a transaction. */
  | { type: 'transaction.unconfirmed'; hash: string; networkId: NetworkId }

/** Things that happened and only count: the tracker is told, and nobody else. */
export type Happening =
  /** The configuration is good, and what an earlier visit left was read: everything works. */
  | { type: 'latchkey.ready'; configuration: Configuration }
  /** An attempt to connect ended without a connection, as the error says. */
  | { type: 'connection.failed'; connector: Connector; error: LatchkeyError }
  /** The visitor chose a wallet of the catalogue. */
  | { type: 'wallets.chosen'; wallet: Wallet; platform: Platform }
  /** Wallets of the catalogue were searched for. */
  | { type: 'catalogue.searched'; search: string; certified: boolean }
  /** A page of the history could not be read. */
  | { type: 'activity.failed'; address: string; cursor: string | undefined; error: LatchkeyError }
  /** The wallet is asked for a transfer. `amount` is decimal text in whole tokens. */
  | { type: 'send.submitted'; networkId: NetworkId; token: string; amount: string }
  /** A transfer was asked for, and not sent. */
  | { type: 'send.failed'; networkId: NetworkId; token: string; amount: string; error: LatchkeyError }
  /** All wallets are left at once. */
  | { type: 'disconnection.together' }
  /** A wallet was told that it is left. */
  | { type: 'disconnection.done'; namespace: Namespace }
  /** A wallet could not be told that it is left; it is left all the same. */
  | { type: 'disconnection.failed'; namespace: Namespace; error: LatchkeyError }
  /** An actor stopped by mistake. */
  | { type: 'actor.crashed'; name: string }

export type FactOf<Type extends Fact['type']> = Extract<Fact, { type: Type }>
