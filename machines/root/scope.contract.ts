import type { Scope } from '../entities/account.ts'

export interface ScopeContract {
  context: { scope: Scope }
  event: { type: `xstate.error.actor.${string}`; error: unknown }
  state: 'running'
  input: { scope: Scope }
}
