import type { ActiveAccount } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { GrantedPermissions, SmartSession } from './smartSession.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'

/** A grant or a revocation in progress. Its flow is `<kind>:<id>`. */
export interface OpenFlow {
  kind: 'sessionGrant' | 'sessionRevocation'
  id: string
  /** The caller's id; undefined if the user started the flow in the modal. */
  requestId: string | undefined
  /** The session to revoke; undefined for a grant. */
  pci: string | undefined
}

export interface SmartSessionsContract {
  context: ActiveAccount & {
    /** The sessions, as they were last fetched. */
    sessions: readonly SmartSession[]
    /** When they were last fetched, in milliseconds since 1970; undefined before. */
    readAt: number | undefined
    /** When expiry was last evaluated, in milliseconds since 1970; 0 before. */
    checkedAt: number
    /** Whether the list is shown. */
    isListVisible: boolean
    /** The grants and revocations in progress. */
    open: readonly OpenFlow[]
    /** How many flows were started. */
    count: number
    /** Why the list could not be fetched; undefined otherwise. */
    error: LatchkeyError | undefined
  }
  event:
    /** Loads the list, or reloads it. */
    | { type: 'smartSessions.load' }
    /** Retries after a failure. */
    | { type: 'smartSessions.retry' }
    /**
     * Requests permissions from the wallet. `request`: the app's request, which is validated first. `requestId`: the caller's id,
     * which is returned with the outcome.
     */
    | { type: 'smartSessions.grant'; request: unknown; requestId?: string }
    /**
     * Requests the revocation of the session `pci` from the wallet. `requestId`: the caller's id, which is returned with the
     * outcome. Without it, a failure is shown to the user.
     */
    | { type: 'smartSessions.revoke'; pci: string; requestId?: string }
    /** Cancels the flows of a caller, by its id. */
    | { type: 'smartSessions.cancel'; requestId: string }
    | BroadcastEventOf<'view.shown'>
    | BroadcastEventOf<'modal.closed'>
    /** A grant or a revocation ended. `output`: its outcome. */
    | { type: `xstate.done.actor.${string}`; output: Outcome<GrantedPermissions | undefined> }
    /** A grant or a revocation crashed. */
    | { type: `xstate.error.actor.${string}`; error: unknown }
  /** `unsupported`: accounts of this namespace have no sessions. */
  state: 'deciding' | 'unsupported' | 'idle' | 'loading' | 'ready' | 'failed'
  tag: 'busy'
  input: ActiveAccount & {
    /** Whether the list is shown when the machine starts. */
    isListVisible: boolean
  }
  emitted: /** Emitted once per caller. `outcome`: `done`, `cancelled`, `declined`, `expired` or `failed`. */
  { type: 'smartSessions.settled'; requestId: string; outcome: Outcome<GrantedPermissions | undefined> }
}

export const smartSessions = actorKey<SmartSessionsContract>()('smartSessions')
