/** What the ways in to the embedded wallet have in common: the wallet is connected once somebody has signed in, and left where nobody wants it. */
import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import { effect, timeout } from '../kit/effects.ts'

/** Connects the wallet of who has signed in. */
export const connectWallet = effect<Outcome<Connection>>('embedded.connectWallet')
/** Signs out again. */
export const signOut = effect<void>('embedded.signOut')

export const bounds = {
  /** Longer than any message lasts, with the frame that is loaded for it. */
  answer: timeout('loadMs', 'frameReadyMs', 'frameAnswerMs', 'frameAnswerMs'),
  connect: timeout('connectMs', 'frameReadyMs'),
  signOut: timeout('signOutMs'),
}

/** A wallet of another kind: once it is connected nobody signs in any more. */
export const isOther = ({ connector }: Connection): boolean => connector.type !== 'AUTH'

/** Whoever is called off now is signed out: somebody may have signed in, where nobody was before. */
export const isToSignOut = ({ signedIn, inUse }: { signedIn: boolean; inUse: boolean }): boolean => signedIn && !inUse

/** Whether somebody was signed in before this began: once somebody may have signed in by it, what the frame says now is no matter. */
export const wasInUse = (
  { signedIn, inUse }: { signedIn: boolean; inUse: boolean },
  { inUse: isNow }: { inUse: boolean },
): boolean => (signedIn ? inUse : isNow)
