import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Network } from '../entities/network.ts'
import type { BuiltSwap, Quote } from '../entities/swap.ts'
import type { RequestSettled } from '../requests/requests.contract.ts'

/** A swap as the visitor read it, fixed when it was submitted. */
export interface SwapOrder {
  connection: Connection
  network: Network
  quote: Quote
  /** When the quote came, in milliseconds since 1970. */
  quotedAt: number
  /** In hundredths of a percent. */
  slippage: bigint
  /** The least that it may bring, in base units. */
  minimum: bigint
}

/** What may be taken of the source token already, and whether the wallet does several calls at once. */
export interface Permit {
  isApproved: boolean
  /** All of a bundle happens, or nothing (EIP-5792). */
  isAtomic: boolean
}

/** What became of a swap. `received` is in base units; nothing where the chain does not tell it. */
export interface SwapResult {
  hash: string
  received: bigint | undefined
}

/** What a swap that is carried out is at. */
export type SwapExecutionStep = Exclude<SwapExecutionContract['state'], 'checkingAge' | 'ended'>

export interface SwapExecutionContract {
  context: SwapOrder & {
    /** The quote was too old when the swap was submitted. */
    isStale: boolean
    permit: Permit | undefined
    built: BuiltSwap | undefined
    /** What the simulation brought, in base units. */
    forecast: bigint | undefined
    /** How often the wallet was asked; the last question has this number. */
    asked: number
    /** What is under way, or has failed, is the allowance that comes before the swap. */
    isApproval: boolean
    /** It was called off before the wallet was asked for the swap, and while it was not asked for the allowance. */
    isUnasked: boolean
    /** Of the transaction that was sent last, or the id of the bundle. */
    hash: string | undefined
    outcome: Outcome<SwapResult>
  }
  event:
    /** Stops waiting for the wallet. What the visitor still confirms there is done nevertheless. */
    | { type: 'swapExecution.cancel' }
    /** A transaction is on the chain, or was replaced. */
    | { type: 'swapExecution.settle'; hash: string; finalHash: string; status: 'success' | 'reverted' | 'replaced' }
    /** The wallet was asked, and that is over, as the outcome says. */
    | RequestSettled
  /** `approving`, `swapping`, `bundling`: the wallet is asked; `confirming…`: the network is waited for. */
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
  tag: 'busy' | 'asking'
  input: SwapOrder
  output: Outcome<SwapResult>
}
