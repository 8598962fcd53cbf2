/** What the ways in to the embedded wallet have in common: the wallet is connected once somebody has signed in, and left where nobody wants it. */
import type { Connection } from '../entities/account.ts'
import { EMBEDDED_CONNECTOR_ID } from '../constants.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Remembered } from '../entities/remembered.ts'
import type { Social } from '../entities/social.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { Happening } from '../facts.ts'
import { effect, timeout } from '../kit/effects.ts'
import { there } from '../kit/there.ts'
import { track } from '../root/track.ts'

type SocialHappening = Extract<Happening, { type: `social.${string}` }>

/** Connects the wallet of who has signed in. */
export const connectWallet = effect<Outcome<Connection>>('embedded.connectWallet')
/** Signs out again. */
export const signOut = effect<void>('embedded.signOut')

/** What became of a code counts. */
export const trackCode = {
  trackSent: track(() => ({ type: 'email.codeSent' })),
  trackAccepted: track(() => ({ type: 'email.codeAccepted' })),
  trackRefused: track((_: undefined, { error }: { error: LatchkeyError | undefined }) => ({
    type: 'email.codeRefused',
    error: there(error),
  })),
}

/** What became of an attempt by an account elsewhere counts. */
export function trackSocial<Context extends object>(providerOf: (context: Context) => Social) {
  const counted = (type: SocialHappening['type']) =>
    track((_: undefined, context: Context) => ({ type, provider: providerOf(context) }))
  return {
    trackStarted: counted('social.started'),
    trackAgreed: counted('social.agreed'),
    trackDone: counted('social.done'),
    trackFailed: counted('social.failed'),
    trackCancelled: counted('social.cancelled'),
  }
}

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

/** The same, once another tab has stored something: whoever has signed in there is not signed out here. */
export const inUseBy = ({ inUse }: { inUse: boolean }, { connections = {} }: Remembered): boolean =>
  inUse || Object.values(connections).some((known) => known.connectorId === EMBEDDED_CONNECTOR_ID)
