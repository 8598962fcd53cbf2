import type { Connector } from '../shared/connector.types.ts'
import type { NetworkId } from '../shared/namespace.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { PersistedState } from '../storage/persisted.types.ts'
import type { Token, TokenBalance } from '../shared/token.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'

/** The account and the network whose balances are read. */
export interface BalanceTarget {
  networkId: NetworkId
  address: string
}

export interface BalanceContract {
  context: {
    /** The account and the network whose balances are read. */
    readonly target: BalanceTarget
    /** The network, with its native token. */
    readonly network: Network
    /** The connector of the wallet. Some wallets report their balances themselves. */
    readonly connector: Connector
    /** The app's own tokens on this network. */
    readonly listed: readonly Token[]
    /** The balances, native token first. Before the first read: the stored native balance, if it is recent enough [3.47]. */
    tokens: readonly TokenBalance[]
    /** Whether the API must not use its cache, because a balance changed. */
    fresh: boolean
    /** The tokens sent since the last read, by CAIP-10 id. A fresh read always includes the native token. */
    moved: readonly string[]
    /** When the last read ended, in milliseconds since 1970; 0 before the first. */
    readAt: number
    /**
     * When a read last failed, for any account, in milliseconds since 1970; undefined if none failed. The next read waits for
     * `balanceRetryMs` [9.2].
     */
    failedAt: number | undefined
    /** Why the last read failed or was incomplete; undefined if it succeeded. */
    error: LatchkeyError | undefined
  }
  event:
    /** Reads the balances again. `fresh`: the API must not use its cache. */
    | { type: 'balance.refresh'; fresh?: true }
    /**
     * Reports that a token was sent: its cached balance and that of the native token are outdated. Without `address`, the native
     * token was sent.
     */
    | { type: 'balance.expectChange'; networkId: NetworkId; address?: string }
    | BroadcastEventOf<'transaction.settled'>
    | BroadcastEventOf<'view.shown'>
    | BroadcastEventOf<'modal.opened'>
    /** The user returned to the page, or the browser is online again. */
    | { type: 'page.returned' }
  /** `blocked`: the last read failed; the next one is allowed after 30 s [9.2]. `unsupported`: shown as 0.00 [9.37]. */
  state: 'deciding' | 'loading' | 'ready' | 'blocked' | 'failed' | 'unsupported'
  tag: 'busy'
  input: Pick<BalanceContract['context'], 'target' | 'network' | 'connector' | 'listed' | 'failedAt' | 'error'> & {
    /** Native balances of earlier reads, by CAIP-10 id. */
    persisted: NonNullable<PersistedState['nativeBalances']>
    /** The current time, in milliseconds since 1970. */
    at: number
  }
}

export const balance = actorKey<BalanceContract>()('balance')
