import type { Scope } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { GrantedPermissions, SmartSession } from '../entities/smartSession.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

/** A grant or a revocation that is under way, as a flow: `<kind>:<id>`. */
export interface OpenFlow {
  kind: 'sessionGrant' | 'sessionRevocation'
  id: string
  /** Of whoever waits for it; nothing where the visitor asked. */
  attempt: string | undefined
  /** The session that is revoked. */
  pci: string | undefined
}

export interface SmartSessionsContract {
  context: Scope & {
    /** As they were read last. */
    sessions: readonly SmartSession[]
    /** When that was; nothing before. */
    readAt: number | undefined
    /** The moment by which they are active or expired. */
    judgedAt: number
    /** The list is looked at. */
    shown: boolean
    open: readonly OpenFlow[]
    /** How many flows there were. */
    count: number
    error: LatchkeyError | undefined
  }
  event:
    /** Reads the list, or reads it anew. */
    | { type: 'smartSessions.load' }
    /** What failed is tried once more. */
    | { type: 'smartSessions.retry' }
    /** Asks the wallet to grant permissions; `request` is what the page says. `attempt` is handed back with the outcome. */
    | { type: 'smartSessions.grant'; request: unknown; attempt?: string }
    /** Asks the wallet to take a session back. */
    | { type: 'smartSessions.revoke'; pci: string; attempt?: string }
    /** Whoever asked does not wait any more. */
    | { type: 'smartSessions.cancel'; attempt: string }
    | FactOf<'view.shown'>
    | FactOf<'modal.closed'>
    | { type: `xstate.done.actor.${string}`; output: Outcome<GrantedPermissions | undefined> }
    | { type: `xstate.error.actor.${string}`; error: unknown }
  /** `unsupported`: the account is of a namespace that has none. */
  state: 'deciding' | 'unsupported' | 'idle' | 'loading' | 'ready' | 'failed'
  tag: 'busy'
  input: Scope & { shown: boolean }
  emitted: /** It is over, as the outcome says. */
  { type: 'smartSessions.settled'; attempt: string; outcome: Outcome<GrantedPermissions | undefined> }
}

export const smartSessions = address<SmartSessionsContract>()('smartSessions')
