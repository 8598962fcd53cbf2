import type { Scope } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { SignInSession } from '../entities/signIn.ts'
import type { ViewName } from '../entities/view.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

export interface SignInContract {
  context: Scope & {
    /** The visitor signs in, or leaves. */
    readonly required: boolean
    /** Nobody signs in with this account: its network is not offered, or its namespace is not signed in with. */
    readonly exempt: boolean
    /** The visitor looks at a view of sign-in, as was seen last. */
    asked: boolean
    /** Those who wait for the visitor to sign in, by their ids. */
    attempts: readonly string[]
    /** The sign-in that holds. */
    session: SignInSession | undefined
    /** When it was looked up last: milliseconds since 1970. */
    lookedAt: number
    /** The page can be seen, as far as is known. */
    pageSeen: boolean
    /** Why the last attempt failed, or why nobody knows whether the visitor has signed in. */
    error: LatchkeyError | undefined
  }
  event:
    /** Has the wallet asked for a signature. `attempt` is handed back with the outcome. */
    | { type: 'signIn.submit'; attempt?: string }
    /** The visitor does not want to; or, with an id, whoever asked does not wait any more. */
    | { type: 'signIn.cancel'; attempt?: string }
    /** Somebody opened the view that asks for it. */
    | { type: 'signIn.viewEntered'; view: ViewName }
    /** The visitor left that view. */
    | { type: 'signIn.viewLeft'; view: ViewName }
    /** What is stored of sign-ins may be something else now. */
    | { type: 'signIn.lookAgain' }
    /** The visitor signs out, or the page does it: nobody is signed in from now on. */
    | { type: 'signIn.end' }
    /** The visitor is back at the page. */
    | { type: 'page.shown' }
    /** The page is out of sight. */
    | { type: 'page.hidden' }
    | FactOf<'view.shown'>
    | FactOf<'modal.closed'>
  /** `checking`: it is looked up whether the sign-in still holds. `deciding`, `returning`, `expiring`: passing through. */
  state:
    | 'deciding'
    | 'exempt'
    | 'looking'
    | 'returning'
    | 'signedOut'
    | 'leaving'
    | 'asking'
    | 'signing'
    | 'signedIn'
    | 'expiring'
    | 'checking'
  tag: 'busy'
  input: Pick<SignInContract['context'], 'connection' | 'network' | 'required' | 'exempt'>
  emitted: /** An attempt to sign in is over, as the outcome says. */
  { type: 'signIn.settled'; attempt: string; outcome: Outcome<SignInSession> }
}

export const signIn = address<SignInContract>()('signIn')
