import type { Connection } from './account.ts'
import type { Connector } from './connector.ts'
import type { NetworkId } from './namespace.ts'
import type { Network } from './network.ts'
import type { SentFor } from './sent.ts'
import type { Transfer } from './transfer.ts'

/** An EIP-1193 call. */
export interface RpcCall {
  method: string
  params?: unknown
}

/** What a wallet may be asked, by its kind. */
export interface Questions {
  /** For its accounts. */
  connect: {
    connector: Connector
    /** The network to begin on, where the wallet has none of its own. */
    networkId: NetworkId | undefined
  }
  switchNetwork: { connection: Connection; network: Network }
  addNetwork: { connection: Connection; network: Network }
  /** To send tokens. */
  transfer: { connection: Connection; transfer: Transfer }
  /** Whatever the page wants to know. `followedOn`: a transaction is followed there, also where nobody waits for the answer any more. `sentFor`: what it is remembered as. */
  call: { connection: Connection; call: RpcCall; followedOn?: Network; sentFor?: SentFor }
}

/** What a wallet answers, by what it was asked. */
export interface Answers {
  connect: Connection
  /** The network that the wallet is on afterwards. */
  switchNetwork: NetworkId
  addNetwork: undefined
  /** The transaction's hash. */
  transfer: string
  call: unknown
}

export type QuestionKind = keyof Questions
export type Question<Kind extends QuestionKind = QuestionKind> = { [K in Kind]: { kind: K } & Questions[K] }[Kind]
