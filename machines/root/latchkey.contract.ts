import type { Configuration } from '../entities/configuration.ts'
import type { Namespace } from '../entities/namespace.ts'
import type { FactOf } from '../facts.ts'

export interface LatchkeyContract {
  context: {
    configuration: Configuration
    /** One sentence a fault; empty when the configuration is sound. */
    faults: readonly string[]
    /** How often each actor had to be started again. */
    crashes: Readonly<Record<string, number>>
  }
  event:
    /** Disconnects one namespace, or all. */
    | { type: 'latchkey.disconnect'; namespace?: Namespace }
    | FactOf<'memory.restored'>
    | { type: `xstate.error.actor.${string}`; error: unknown }
  state: 'checking' | 'restoring' | 'running' | 'misconfigured'
  input: { configuration: Configuration }
  emitted: /** An actor stopped by mistake. `restarted`: it begins anew. */
  { type: 'latchkey.crashed'; name: string; error: unknown; restarted: boolean }
}
