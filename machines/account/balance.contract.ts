import type { Connector } from '../entities/connector.ts'
import type { NetworkId } from '../entities/namespace.ts'
import type { Network } from '../entities/network.ts'
import type { Token, TokenBalance } from '../entities/token.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { Remembered } from '../entities/remembered.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

/** Whose balances, where. */
export interface BalanceTarget {
  networkId: NetworkId
  address: string
}

export interface BalanceContract {
  context: {
    networks: readonly Network[]
    listed: Readonly<Partial<Record<NetworkId, readonly Token[]>>>
    target: BalanceTarget | undefined
    /** The wallet, which may tell what it holds. */
    connector: Connector | undefined
    /** The native token first. Belongs to `target`; empty until it was read. */
    tokens: readonly TokenBalance[]
    /** The native balance of an earlier reading, by CAIP-10 id: shown until there is a newer one [3.47]. */
    remembered: NonNullable<Remembered['nativeBalances']>
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
    /** Reads the balances anew. */
    | { type: 'balance.refresh' }
    | FactOf<'account.active'>
    | FactOf<'send.started'>
    | FactOf<'transaction.settled'>
    | FactOf<'view.shown'>
    | FactOf<'modal.opened'>
    | FactOf<'network.offered'>
    | FactOf<'memory.restored'>
  /** `blocked`: the last read failed, the next is allowed after 30 s [9.2]. `unsupported`: shown as 0.00 [9.37]. */
  state: 'idle' | 'deciding' | 'loading' | 'ready' | 'blocked' | 'failed' | 'unsupported'
  tag: 'busy'
  input: { networks: readonly Network[]; listed: Readonly<Partial<Record<NetworkId, readonly Token[]>>> }
}

export const balance = address<BalanceContract>()('balance')
