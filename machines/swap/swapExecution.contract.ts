import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { BuiltSwap, Quote } from './swap.types.ts'
import type { RequestSettled } from '../wallet-requests/requests.contract.ts'

/** A swap as the user saw it, frozen when it was submitted. */
export interface SwapOrder {
  /** The connection of the account that swaps. */
  connection: Connection
  /** The network on which the tokens are swapped. */
  network: Network
  /** The quote that the user submitted. */
  quote: Quote
  /** When the quote arrived, in milliseconds since 1970. */
  quotedAt: number
  /** The slippage tolerance, in hundredths of a percent. */
  slippage: bigint
  /** The minimum output, in base units. */
  minimum: bigint
}

/** Whether the source token is approved already, and whether the wallet can send both calls as one bundle. */
export interface Permit {
  isApproved: boolean
  /** Whether the wallet executes all calls of a bundle, or none (EIP-5792). */
  isAtomic: boolean
}

/** The result of a swap. `received` is in base units; undefined if the chain does not report it. */
export interface SwapResult {
  hash: string
  received: bigint | undefined
}

/** The current step of a swap. */
export type SwapExecutionStep = Exclude<SwapExecutionContract['state'], 'checkingAge' | 'ended'>

export interface SwapExecutionContract {
  context: SwapOrder & {
    /** Whether the quote was too old when the swap was submitted. */
    isStale: boolean
    /** The allowance, and whether the wallet supports bundles; undefined until both were read. */
    permit: Permit | undefined
    /** The transactions that the API built; undefined before. */
    built: BuiltSwap | undefined
    /** The output of the simulation, in base units; undefined before, and if it is unknown. */
    forecast: bigint | undefined
    /** How many wallet requests were made. The last one has this number as its `requestId`. */
    requestCount: number
    /** Whether the step in progress, or the one that failed, is the approval. */
    isApproval: boolean
    /** Whether it was cancelled before the wallet request for the swap, and not during the one for the approval. */
    isNotRequested: boolean
    /** The hash of the last transaction, or the id of the bundle; undefined before. */
    hash: string | undefined
    /** How the swap ended; `cancelled` until then. */
    outcome: Outcome<SwapResult>
  }
  event:
    /** Stops waiting for the wallet. A transaction that the user still confirms there is sent. */
    | { type: 'swapExecution.cancel' }
    /** The transaction `hash` was confirmed, reverted or replaced. `finalHash` is the one that is on the chain. */
    | { type: 'swapExecution.settle'; hash: string; finalHash: string; status: 'success' | 'reverted' | 'replaced' }
    /**
     * The wallet request settled. `outcome`: `done` with the wallet's response, `cancelled`, `declined`, `expired` or `failed`.
     */
    | RequestSettled
  /** `approving`, `swapping`, `bundling`: waits for the wallet. `confirming…`: waits for the network. */
  state:
    | 'checkingAge'
    | 'allowance'
    | 'building'
    | 'simulating'
    | 'approving'
    | 'confirmingApproval'
    | 'swapping'
    | 'confirming'
    | 'bundling'
    | 'confirmingBundle'
    | 'measuring'
    | 'ended'
  tag: 'busy' | 'requesting'
  input: SwapOrder
  output: Outcome<SwapResult>
}
