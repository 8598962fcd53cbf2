import type { SnapshotOf } from '../../core/contract.ts'
import type { LatchkeyError } from '../../shared/errors/error.ts'
import type { EmailUpdateContract } from './emailUpdate.contract.ts'

/** Everything that a UI shows of the machine `emailUpdate`. */
export interface EmailUpdateViewModel {
  /** `…Current` and `…New`: the code that was sent to the current address, and the one that was sent to the new address. */
  status: 'idle' | 'requesting' | 'enteringCurrent' | 'checkingCurrent' | 'enteringNew' | 'checkingNew'
  /** The new email address. */
  newEmail: string | undefined
  /** The seconds until another code may be requested; 0 if one may be requested now. */
  secondsLeft: number
  /** Whether a code is being requested or checked. */
  isBusy: boolean
  /** Whether a code is being checked. */
  isChecking: boolean
  /** Whether `emailUpdate.submitCode` has an effect. */
  canSubmitCode: boolean
  canResend: boolean
  /** Why the change cannot continue. */
  error: LatchkeyError | undefined
}

function statusOf(value: EmailUpdateContract['state']): EmailUpdateViewModel['status'] {
  if (typeof value === 'object') return 'checkingNew'
  if (value === 'coolingDown') return 'idle'
  return value === 'deciding' ? 'requesting' : value
}

/** Returns everything that a UI shows of the machine `emailUpdate`. */
export function emailUpdateViewModel(snapshot: SnapshotOf<EmailUpdateContract>): EmailUpdateViewModel {
  const { context } = snapshot
  const status = statusOf(snapshot.value)
  return {
    status,
    newEmail: context.newEmail,
    secondsLeft: context.secondsLeft,
    isBusy: snapshot.hasTag('busy'),
    isChecking: status === 'checkingCurrent' || status === 'checkingNew',
    canSubmitCode: status === 'enteringCurrent' || status === 'enteringNew',
    canResend: snapshot.can({ type: 'emailUpdate.resend' }),
    error: context.error,
  }
}
