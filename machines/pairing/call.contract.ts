import type { Outcome } from '../entities/attempt.ts'
import type { Route, Ways } from '../rules/pairing/routes.ts'
import type { Spoken } from '../rules/pairing/spoken.ts'

/** What the site gives to find a call's ways by. */
export type Site = Omit<Ways, 'session'>

export interface CallContract {
  context: {
    /** The caller's id. */
    id: string
    call: { method: string; params: unknown }
    spoken: Spoken | undefined
    /** The ways that are left; the first is the one that is gone. */
    routes: readonly Route[]
    outcome: Outcome<unknown>
  }
  event: { type: 'call.cancel' }
  state: 'choosing' | 'following' | 'settled' | 'expired' | 'cancelled'
  tag: 'busy'
  input: {
    id: string
    call: { method: string; params: unknown }
    /** Where the page speaks to a wallet; nothing where it speaks to none. */
    spoken: Spoken | undefined
    site: Site
  }
  output: { id: string; outcome: Outcome<unknown> }
}
