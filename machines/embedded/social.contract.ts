import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Secret } from '../entities/secret.ts'
import type { SocialProvider } from '../entities/social.ts'
import type { ViewName } from '../entities/view.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

export interface SocialContract {
  context: {
    /** Where the visitor signs in. */
    provider: SocialProvider | undefined
    /** The visitor's name there, once it is known. */
    userName: string | undefined
    /** The e-mail address that the account there has, where it is told. */
    email: string | undefined
    /** The caller's own id, handed back with the outcome. */
    attempt: string | undefined
    /** Somebody was signed in before, be it in another tab: whoever is called off signs nobody out. */
    inUse: boolean
    /** Somebody may have signed in since. */
    signedIn: boolean
    /** Why it does not go on. */
    error: LatchkeyError | undefined
  }
  event:
    /**
     * Signs in by an account at a provider. It opens a window, which browsers allow in the press of a button only: load the feature before.
     * `attempt` is handed back with the outcome.
     */
    | { type: 'social.choose'; provider: SocialProvider; attempt?: string }
    /** Goes on where it failed; opens the window anew where it has to. */
    | { type: 'social.retry' }
    /** Calls it off: the attempt with that id, else whichever is under way. */
    | { type: 'social.cancel'; attempt?: string }
    /** The visitor went back from it. */
    | { type: 'social.viewLeft'; view: ViewName }
    /** The secure site's page in the window says what became of it. */
    | { type: 'social.returned'; uri: Secret }
    /** The user closed the window, or the provider cut it off from this page, which looks the same. */
    | { type: 'social.windowClosed' }
    /** The window is not open, or not the secure site's any more. */
    | { type: 'social.windowFailed'; error: LatchkeyError }
    | FactOf<'modal.closed'>
    | FactOf<'account.connected'>
    | FactOf<'memory.changed'>
  state:
    | 'idle'
    | { open: 'asking' | 'waiting' | 'closed' }
    | 'accepting'
    | 'connecting'
    | 'unconnected'
    | 'failed'
    | 'signingOut'
  tag: 'busy' | 'underWay'
  emitted: /** Signing in is over, as the outcome says. */
  { type: 'social.settled'; attempt: string | undefined; outcome: Outcome<Connection> }
}

export const social = address<SocialContract>()('social')
