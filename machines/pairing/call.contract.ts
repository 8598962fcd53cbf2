import type { Outcome } from '../shared/outcome.types.ts'
import type { PairingSession } from './pairing.schemas.ts'
import type { AppCall, Route, RoutingSettings } from './rules/routes.ts'
import type { NamespaceSession } from './rules/sharedSession.ts'

/** A request to a wallet. */
export interface RequestArguments {
  method: string
  params: unknown
}

export interface CallContract {
  context: {
    /** The caller's id. */
    id: string
    /** The method and its parameters. */
    call: RequestArguments
    /** The namespace's part of the session; undefined if the session does not serve the namespace. */
    line: NamespaceSession | undefined
    /** The ways to get a response that are left, such as the wallet or a node. The first one is in use. */
    routes: readonly Route[]
    /** The result: `done` with the response, `cancelled`, `expired` or `failed`. */
    outcome: Outcome<unknown>
  }
  event:
    /** Cancels the call. */
    | { type: 'call.cancel' }
    /** The session changed since the call started. */
    | { type: 'call.changed'; session: PairingSession }
  /** `waitingForChain`: the wallet accepted a switch to another chain, but has not approved that chain yet. */
  state: 'choosing' | 'requesting' | 'waitingForChain' | 'settled' | 'expired' | 'cancelled'
  tag: 'busy'
  /** `activeSession`: the active session; undefined if there is none. */
  input: {
    /** The caller's id. */ id: string
    call: RequestArguments
    /** The app's nodes. */ settings: RoutingSettings
  } & AppCall
  output: { id: string; outcome: Outcome<unknown> }
}
