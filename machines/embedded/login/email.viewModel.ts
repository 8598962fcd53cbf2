import type { SnapshotOf } from '../../core/contract.ts'
import type { LatchkeyError } from '../../shared/errors/error.ts'
import type { EmailContract } from './email.contract.ts'

/** Everything that a UI shows of the machine `email`. */
export interface EmailViewModel {
  /**
   * `requesting`: a code is being requested. `registering`: the user opens the link in the email. `entering`: the user types the
   * code. `unconnected`: the user is signed in, but the wallet could not be connected.
   */
  status: 'idle' | 'requesting' | 'registering' | 'entering' | 'checking' | 'connecting' | 'unconnected' | 'signingOut'
  /** The address that signs in. */
  email: string | undefined
  /** The seconds until another code may be requested; 0 if one may be requested now. */
  secondsLeft: number
  /** Whether the sign-in is waiting for something other than the code. */
  isBusy: boolean
  /** Whether `email.submitCode` has an effect. */
  canSubmitCode: boolean
  canResend: boolean
  canRetry: boolean
  /** Why the sign-in cannot continue. */
  error: LatchkeyError | undefined
}

function statusOf(value: EmailContract['state']): EmailViewModel['status'] {
  switch (value) {
    case 'coolingDown':
      return 'idle'
    case 'deciding':
    case 'resending':
      return 'requesting'
    default:
      return value
  }
}

/** Returns everything that a UI shows of the machine `email`. */
export function emailViewModel(snapshot: SnapshotOf<EmailContract>): EmailViewModel {
  const { value, context } = snapshot
  return {
    status: statusOf(value),
    email: context.email,
    secondsLeft: context.secondsLeft,
    isBusy: snapshot.hasTag('busy'),
    canSubmitCode: value === 'entering',
    canResend: snapshot.can({ type: 'email.resend' }),
    canRetry: snapshot.can({ type: 'email.retry' }),
    error: context.error,
  }
}
