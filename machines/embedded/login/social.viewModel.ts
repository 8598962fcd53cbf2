import type { SnapshotOf } from '../../core/contract.ts'
import type { LatchkeyError } from '../../shared/errors/error.ts'
import type { SocialContract } from './social.contract.ts'
import type { SocialProvider } from './social.types.ts'

/** Everything that a UI shows of the machine `social`. */
export interface SocialViewModel {
  /**
   * `waiting`: the user signs in in the window. `windowClosed`: the window was closed, or the provider cut it off from the page.
   * `connecting`: the frame signs in and the wallet is connected.
   */
  status: 'idle' | 'waiting' | 'windowClosed' | 'connecting' | 'failed' | 'signingOut'
  /** The provider that the user signs in with. */
  provider: SocialProvider | undefined
  /** The user's name at the provider; undefined until it is known. */
  userName: string | undefined
  /** The email address of the account at the provider; undefined if the provider does not share it. */
  email: string | undefined
  /** Whether `social.retry` has an effect. Send it in a click, because it may open a window. */
  canRetry: boolean
  /** Why the sign-in cannot continue. */
  error: LatchkeyError | undefined
}

function statusOf(value: SocialContract['state']): SocialViewModel['status'] {
  if (typeof value === 'object') return value.open === 'closed' ? 'windowClosed' : 'waiting'
  if (value === 'accepting') return 'connecting'
  return value === 'unconnected' ? 'failed' : value
}

/** Returns everything that a UI shows of the machine `social`. */
export function socialViewModel(snapshot: SnapshotOf<SocialContract>): SocialViewModel {
  const { provider, userName, email, error } = snapshot.context
  return {
    status: statusOf(snapshot.value),
    provider,
    userName,
    email,
    canRetry: snapshot.can({ type: 'social.retry' }),
    error,
  }
}
