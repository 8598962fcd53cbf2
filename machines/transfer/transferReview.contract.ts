import type { Profile } from '../account/account.contract.ts'
import type { Connection } from '../entities/account.ts'
import type { Fee, Transfer } from '../entities/transfer.ts'
import type { LatchkeyError } from '../errors/error.ts'

/** A transfer, and who makes it. */
export type TransferOrder = Transfer & { connection: Connection }

export interface TransferReviewContract {
  context: {
    readonly order: TransferOrder
    /** What it costs, once that is known; else `error` says why it is not. */
    fee: Fee | undefined
    error: LatchkeyError | undefined
    /** What the receiver's address is known as, once that was told; nothing in it where nobody told. */
    profile: Profile | undefined
  }
  event: /** Nobody wants to know any more. */
  { type: 'transferReview.cancel' }
  /** `pausing`: somebody may still be typing. */
  state: 'pausing' | 'reviewing' | 'ended'
  tag: 'busy'
  input: { order: TransferOrder }
}
