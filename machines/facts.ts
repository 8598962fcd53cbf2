import type { Account, AccountTab, Connection, Scope, Standing } from './entities/account.ts'
import type { Configuration } from './entities/configuration.ts'
import type { Connector } from './entities/connector.ts'
import type { Namespace, NetworkId } from './entities/namespace.ts'
import type { Remembered } from './entities/remembered.ts'
import type { Place, SentFor } from './entities/sent.ts'
import type { Social } from './entities/social.ts'
import type { TokenBalance } from './entities/token.ts'
import type { Wallet } from './entities/wallet.ts'
import type { LatchkeyError } from './errors/error.ts'
import type { Platform } from './rules/platforms.ts'
import type { ViewName } from './entities/view.ts'

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
  /** A wallet is connected now. `restored`: as it was on an earlier visit. */
  | { type: 'account.connected'; connection: Connection; restored: boolean }
  /** The same wallet now acts for another address. */
  | { type: 'account.changed'; connection: Connection }
  /** The wallet is on another network now. */
  | { type: 'account.networkChanged'; connection: Connection }
  /** The wallet of a namespace is connected no more, or one of an earlier visit is not there. Nobody knows which after a mistake. `unreached`: it could not be asked. */
  | { type: 'account.disconnected'; namespace: Namespace; connectorId: string | undefined; unreached?: true }
  /**
   * Another account or network is the active one, or none: what belonged to the one before ends. Or none is, as before, and wallets of
   * other namespaces are connected now, or are not any more. `connected`: since a wallet was connected.
   */
  | { type: 'scope.changed'; scope: Scope | undefined; standing: Standing; connected: boolean }
  /** Another network is the active one. `namespaceSwitched`: it is of another namespace. */
  | { type: 'network.changed'; networkId: NetworkId; namespaceSwitched: boolean }
  /** What an account holds on a network was read, or some of it. */
  | { type: 'balance.loaded'; networkId: NetworkId; address: string; tokens: readonly TokenBalance[] }
  /** A transaction was sent from this page, or became known only once it was a success. `at`: milliseconds since 1970. */
  | {
      type: 'transaction.sent'
      hash: string
      networkId: NetworkId
      address: string
      at: number
      status: 'pending' | 'success'
      sentFor: SentFor
    }
  /** A node has heard of a transaction that was sent, and told where it stands among its account's. */
  | { type: 'transaction.placed'; hash: string; networkId: NetworkId; place: Place }
  /** `finalHash` differs from `hash` where the visitor sped it up or replaced it. */
  | {
      type: 'transaction.settled'
      hash: string
      finalHash: string
      networkId: NetworkId
      status: 'success' | 'reverted' | 'replaced'
    }

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
  /** Another tab of the account is shown. */
  | { type: 'account.tabShown'; tab: AccountTab }
  /** A further page of the history is asked for. */
  | { type: 'activity.more'; address: string; cursor: string | undefined }
  /** The wallet is asked for a transfer. `amount` is decimal text in whole tokens. */
  | { type: 'send.submitted'; networkId: NetworkId; token: string; amount: string }
  /** A transfer was sent. `amount` is decimal text in whole tokens. */
  | { type: 'send.started'; hash: string; networkId: NetworkId; token: string; amount: string }
  /** A transfer was asked for, and not sent. */
  | { type: 'send.failed'; networkId: NetworkId; token: string; amount: string; error: LatchkeyError }
  /** A visitor is about to sign in, does not want to, has signed in, or could not. */
  | {
      type: 'signIn.asked' | 'signIn.declined' | 'signIn.done' | 'signIn.failed'
      networkId: NetworkId
      isSmart: boolean
    }
  /** The visitor turned to the field for an e-mail address; handed one on; registered a device; was sent a code; typed the right one; asks for another address. */
  | {
      type:
        | 'email.selected'
        | 'email.submitted'
        | 'email.deviceRegistered'
        | 'email.codeSent'
        | 'email.codeAccepted'
        | 'email.edited'
    }
  /** A code was not accepted. */
  | { type: 'email.codeRefused'; error: LatchkeyError }
  /** Signing in by an account elsewhere was begun; its provider agreed; it is done; failed; was called off. */
  | {
      type: 'social.started' | 'social.agreed' | 'social.done' | 'social.failed' | 'social.cancelled'
      provider: Social
    }
  /** The embedded wallet acts for its account of another type now. */
  | { type: 'accountType.preferred'; accountType: Account['type']; networkId: NetworkId }
  /** The wallet is asked to sign for a name; the name is registered; or it is not. `name`: the whole one. */
  | { type: 'names.started' | 'names.registered'; name: string }
  | { type: 'names.failed'; name: string; error: LatchkeyError }
  /** The wallet is about to be asked for a swap; it is done; or it is not, for the allowance or for itself. Amounts are decimal text in whole tokens. */
  | ({ type: 'swap.submitted' | 'swap.done' } & SwapCounted)
  | ({ type: 'swap.failed'; isApproval: boolean; error: LatchkeyError } & SwapCounted)
  /** The visitor chose who sells crypto. */
  | { type: 'onramp.chosen'; provider: string }
  /** All wallets are left at once. */
  | { type: 'disconnection.together' }
  /** A wallet was told that it is left. */
  | { type: 'disconnection.done'; namespace: Namespace }
  /** A wallet could not be told that it is left; it is left all the same. */
  | { type: 'disconnection.failed'; namespace: Namespace; error: LatchkeyError }
  /** An actor stopped by mistake. */
  | { type: 'actor.crashed'; name: string }

/** What is told of a swap that is counted. */
export interface SwapCounted {
  networkId: NetworkId
  fromToken: string
  toToken: string
  fromAmount: string
  toAmount: string
}

export type FactOf<Type extends Fact['type']> = Extract<Fact, { type: Type }>
