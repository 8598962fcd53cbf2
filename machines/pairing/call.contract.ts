import type { Outcome } from '../entities/attempt.ts'
import type { PairingSession } from '../schemas/pairing.ts'
import type { Asked, Route, Site } from '../rules/pairing/routes.ts'
import type { Line } from '../rules/pairing/spoken.ts'

/** What is asked of a wallet. */
export interface Question {
  method: string
  params: unknown
}

export interface CallContract {
  context: {
    /** The caller's id. */
    id: string
    call: Question
    /** Its namespace's part of the session; nothing where there is none. */
    line: Line | undefined
    /** The ways that are left; the first is the one that is gone. */
    routes: readonly Route[]
    outcome: Outcome<unknown>
  }
  event:
    /** Calls it off. */
    | { type: 'call.cancel' }
    /** The session is another one now than when the call was begun. */
    | { type: 'call.changed'; session: PairingSession }
  /** `arriving`: the wallet said yes to another chain, and has yet to approve it. */
  state: 'choosing' | 'following' | 'arriving' | 'settled' | 'expired' | 'cancelled'
  tag: 'busy'
  /** `spoken`: where the page speaks to a wallet; nothing where it speaks to none. */
  input: { id: string; call: Question; site: Site } & Asked
  output: { id: string; outcome: Outcome<unknown> }
}
