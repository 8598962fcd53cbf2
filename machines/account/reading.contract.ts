import type { Connector } from '../entities/connector.ts'
import type { Network } from '../entities/network.ts'
import type { Token, TokenBalance } from '../entities/token.ts'
import type { LatchkeyError } from '../errors/error.ts'

/** Whose balances are read, where, and by what means. */
export interface Read {
  network: Network
  address: string
  /** Tokens that the site lists for the network. */
  listed: readonly Token[]
  connector: Connector | undefined
  /** The tokens, by CAIP-10 id, that the API has to look at anew; none where its last answer will do. */
  moved: readonly string[] | undefined
}

/** What was read. With an error it is not all there is, or nothing. */
export interface ReadBalances {
  tokens: readonly TokenBalance[] | undefined
  error: LatchkeyError | undefined
}

export interface ReadingContract {
  context: Read & ReadBalances
  /** Ends with what is known by then. */
  event: /** Calls it off. */
  { type: 'reading.cancel' }
  state: 'fromWallet' | 'fromApi' | 'fromChain' | 'done' | 'failed' | 'cancelled'
  tag: 'busy'
  input: Read
  output: ReadBalances
}
