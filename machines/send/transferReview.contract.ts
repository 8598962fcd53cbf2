import type { Profile } from '../account/account.contract.ts'
import type { Connection } from '../shared/account.types.ts'
import type { Fee, Transfer } from './transfer.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'

/** A transfer, and the connection that sends it. */
export type TransferOrder = Transfer & { connection: Connection }

export interface TransferReviewContract {
  context: {
    readonly order: TransferOrder
    /** The fee of the transfer; undefined until it is known. `error` says why it is unknown. */
    fee: Fee | undefined
    error: LatchkeyError | undefined
    /** The receiver's profile; undefined until it was fetched, empty if there is none. */
    profile: Profile | undefined
  }
  event: /** Cancels the review. */
  { type: 'transferReview.cancel' }
  /** `pausing`: the user may still be typing. */
  state: 'pausing' | 'reviewing' | 'ended'
  tag: 'busy'
  input: { order: TransferOrder }
}
