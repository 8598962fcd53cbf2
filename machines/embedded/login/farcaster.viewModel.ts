import type { SnapshotOf } from '../../core/contract.ts'
import type { LatchkeyError } from '../../shared/errors/error.ts'
import type { FarcasterContract } from './farcaster.contract.ts'

/** Everything that a UI shows of the machine `farcaster`. */
export interface FarcasterViewModel {
  /** `waiting`: the link is being requested, or the user approves in the app. `connecting`: the wallet is being connected. */
  status: 'idle' | 'waiting' | 'connecting' | 'failed' | 'signingOut'
  /** The URL that opens the user's Farcaster app, as a link or as a QR code; undefined until it is fetched. */
  url: string | undefined
  /** The user's Farcaster name; undefined until it is known. */
  userName: string | undefined
  canRetry: boolean
  /** Why the sign-in cannot continue. */
  error: LatchkeyError | undefined
}

function statusOf(value: FarcasterContract['state']): FarcasterViewModel['status'] {
  if (value === 'requesting') return 'waiting'
  return value === 'unconnected' ? 'failed' : value
}

/** Returns everything that a UI shows of the machine `farcaster`. */
export function farcasterViewModel(snapshot: SnapshotOf<FarcasterContract>): FarcasterViewModel {
  const { url, userName, error } = snapshot.context
  return {
    status: statusOf(snapshot.value),
    url,
    userName,
    canRetry: snapshot.can({ type: 'farcaster.retry' }),
    error,
  }
}
