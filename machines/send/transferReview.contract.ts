import type { Profile } from '../account/account.contract.ts'
import type { Connection } from '../shared/account.types.ts'
import type { Fee, Transfer } from './transfer.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'

/** A transfer, and the connection that sends it. */
export type TransferOrder = Transfer & { connection: Connection }

export interface TransferReviewContract {
  context: {
    /** The transfer of the draft, and the connection that sends it. */
    readonly order: TransferOrder
    /** The network fee of the transfer; undefined until it is known. */
    fee: Fee | undefined
    /** Why the fee is unknown; undefined otherwise. */
    error: LatchkeyError | undefined
    /** The receiver's profile; undefined until it was fetched. Without a profile, its fields are undefined. */
    profile: Profile | undefined
  }
  event: /** Cancels the review. */
  { type: 'transferReview.cancel' }
  /** `pausing`: the user may still be typing. */
  state: 'pausing' | 'reviewing' | 'ended'
  tag: 'busy'
  input: {
    /** The transfer of the draft, and the connection that sends it. */
    order: TransferOrder
  }
}
