import type { Outcome } from '../entities/attempt.ts'
import type { NetworkId } from '../entities/namespace.ts'
import type { LatchkeyError } from '../errors/error.ts'

export type Receipt = { status: 'success' | 'reverted' }

export interface TransactionContract {
  context: {
    hash: string
    networkId: NetworkId
    watchPending: boolean
    looks: number
    receipt: Receipt | undefined
    error: LatchkeyError | undefined
  }
  event: { type: 'transaction.stop' }
  state: 'confirming' | 'watching' | 'looking' | 'settled' | 'timedOut' | 'gaveUp' | 'stopped'
  tag: 'busy'
  input: { hash: string; networkId: NetworkId; watchPending: boolean }
  output: Outcome<Receipt>
}
