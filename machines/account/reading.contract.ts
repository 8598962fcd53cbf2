import type { Connector } from '../shared/connector.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { Token, TokenBalance } from '../shared/token.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'

/** The account, the network and the sources of a balance read. */
export interface Read {
  /** The network on which the balances are read. */
  network: Network
  /** The address whose balances are read. */
  address: string
  /** The tokens that the app lists for the network. */
  listed: readonly Token[]
  /** The connector of the wallet, which may report its balances itself; undefined without a wallet. */
  connector: Connector | undefined
  /** The tokens, by CAIP-10 id, that the API must fetch again; undefined if its cached balances are good enough. */
  moved: readonly string[] | undefined
}

/** The result of a read. With an `error`, the balances are incomplete or missing. */
export interface ReadBalances {
  /** The balances that were read; undefined if there are none. */
  tokens: readonly TokenBalance[] | undefined
  /** Why the read failed or is incomplete; undefined if it is complete. */
  error: LatchkeyError | undefined
}

export interface ReadingContract {
  context: Read & ReadBalances
  event: /** Cancels the read, which ends with the balances read so far. */
  { type: 'reading.cancel' }
  state: 'fromWallet' | 'fromApi' | 'fromChain' | 'done' | 'failed' | 'cancelled'
  tag: 'busy'
  input: Read
  output: ReadBalances
}
