/**
 * What the sign-in methods of the embedded wallet share: connecting the wallet after the sign-in, and signing out after a
 * cancelled attempt.
 */
import type { Connection } from '../../shared/account.types.ts'
import { EMBEDDED_CONNECTOR_ID } from '../../constants.ts'
import type { Outcome } from '../../shared/outcome.types.ts'
import type { PersistedState } from '../../storage/persisted.types.ts'
import type { Social } from './social.types.ts'
import type { LatchkeyError } from '../../shared/errors/error.ts'
import type { AnalyticsRecord } from '../../events.ts'
import { promiseActor, configurableDelay } from '../../core/actors.ts'
import { assertDefined } from '../../core/assertDefined.ts'
import { trackEvent } from '../../analytics/trackEvent.ts'

type SocialHappening = Extract<AnalyticsRecord, { type: `social.${string}` }>

/** Connects the wallet of the signed-in user. */
export const connectWallet = promiseActor<Outcome<Connection>>('embedded.connectWallet')
/** Signs the user out again. */
export const signOut = promiseActor<void>('embedded.signOut')

/** The analytics actions for codes. */
export const trackCode = {
  trackSent: trackEvent(() => ({ type: 'email.codeSent' })),
  trackAccepted: trackEvent(() => ({ type: 'email.codeAccepted' })),
  trackRefused: trackEvent((_: undefined, { error }: { error: LatchkeyError | undefined }) => ({
    type: 'email.codeRefused',
    error: assertDefined(error),
  })),
}

/** The analytics actions for the sign-in with a provider. */
export function trackSocial<Context extends object>(providerOf: (context: Context) => Social) {
  const counted = (type: SocialHappening['type']) =>
    trackEvent((_: undefined, context: Context) => ({ type, provider: providerOf(context) }))
  return {
    trackStarted: counted('social.started'),
    trackAgreed: counted('social.agreed'),
    trackDone: counted('social.done'),
    trackFailed: counted('social.failed'),
    trackCancelled: counted('social.cancelled'),
  }
}

export const loginDelays = {
  /** Longer than any message takes, including the time to load the frame for it. */
  answer: configurableDelay('loadMs', 'frameReadyMs', 'frameAnswerMs', 'frameAnswerMs'),
  connect: configurableDelay('connectMs', 'frameReadyMs'),
  signOut: configurableDelay('signOutMs'),
}

/** Whether another kind of wallet connected, which ends the sign-in. */
export const isOtherWallet = ({ connector }: Connection): boolean => connector.type !== 'AUTH'

/** Whether cancelling must sign out: the attempt may have signed a user in, and no user was signed in before. */
export const mustSignOut = ({ signedIn, inUse }: { signedIn: boolean; inUse: boolean }): boolean => signedIn && !inUse

/**
 * Whether a user was signed in before the attempt. Once the attempt may have signed a user in, the frame's response no longer
 * counts.
 */
export const wasSignedIn = (
  { signedIn, inUse }: { signedIn: boolean; inUse: boolean },
  { inUse: isNow }: { inUse: boolean },
): boolean => (signedIn ? inUse : isNow)

/** The same, after another tab changed the stored state. A user who signed in there stays signed in. */
export const isSignedInElsewhere = ({ inUse }: { inUse: boolean }, { connections = {} }: PersistedState): boolean =>
  inUse || Object.values(connections).some((connection) => connection.connectorId === EMBEDDED_CONNECTOR_ID)
