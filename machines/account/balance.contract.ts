import type { Connector } from '../entities/connector.ts'
import type { NetworkId } from '../entities/namespace.ts'
import type { Network } from '../entities/network.ts'
import type { Remembered } from '../entities/remembered.ts'
import type { Token, TokenBalance } from '../entities/token.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

/** Whose balances, where. */
export interface BalanceTarget {
  networkId: NetworkId
  address: string
}

export interface BalanceContract {
  context: {
    readonly target: BalanceTarget
    readonly network: Network
    /** The wallet, which may tell what it holds. */
    readonly connector: Connector
    /** The site's own tokens on this network. */
    readonly listed: readonly Token[]
    /** The native token first; until it was read, the native balance of an earlier reading that is not too old [3.47]. */
    tokens: readonly TokenBalance[]
    /** Something moved: what is known already is no answer. */
    fresh: boolean
    /** The tokens that were sent since the last reading, by CAIP-10 id; the native one is always meant. */
    moved: readonly string[]
    /** When the last reading ended; 0 before the first. */
    readAt: number
    /** When a reading failed last, whoever's it was; nothing is asked before `balanceRetryMs` have passed [9.2]. */
    failedAt: number | undefined
    error: LatchkeyError | undefined
  }
  event:
    /** Reads the balances anew; `fresh`: no answer that the API gave before is good. */
    | { type: 'balance.refresh'; fresh?: true }
    /** A transfer on this network was sent: what is known of its token, or of the native one, is no answer. */
    | { type: 'balance.expectChange'; networkId: NetworkId; address?: string }
    | FactOf<'transaction.settled'>
    | FactOf<'view.shown'>
    | FactOf<'modal.opened'>
  /** `blocked`: the last read failed, the next is allowed after 30 s [9.2]. `unsupported`: shown as 0.00 [9.37]. */
  state: 'deciding' | 'loading' | 'ready' | 'blocked' | 'failed' | 'unsupported'
  tag: 'busy'
  input: Pick<BalanceContract['context'], 'target' | 'network' | 'connector' | 'listed' | 'failedAt' | 'error'> & {
    /** Native balances of earlier readings, by CAIP-10 id. */
    remembered: NonNullable<Remembered['nativeBalances']>
    /** The time, in milliseconds since 1970. */
    at: number
  }
}

export const balance = address<BalanceContract>()('balance')
