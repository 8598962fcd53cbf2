import type { Configuration } from '../entities/configuration.ts'
import type { Namespace } from '../entities/namespace.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'
import type { Kept } from '../kit/feature.ts'

export interface LatchkeyContract {
  context: {
    configuration: Configuration
    /** One sentence a fault; empty when the configuration is sound. */
    faults: readonly string[]
    /** How often each feature stopped by mistake. */
    crashes: Readonly<Record<string, number>>
    /** What of the features of an account outlives it. */
    kept: Kept
  }
  event:
    /** Disconnects one namespace, or all. */
    | { type: 'latchkey.disconnect'; namespace?: Namespace }
    /** A feature stopped by mistake, so often by now. `restarted`: it begins anew. */
    | { type: 'latchkey.report'; name: string; error: unknown; crashes: number; restarted: boolean }
    | FactOf<'memory.restored'>
    | FactOf<'scope.changed'>
  state: 'checking' | 'restoring' | 'running' | 'misconfigured'
  input: { configuration: Configuration }
  emitted: /** A feature stopped by mistake. `restarted`: it begins anew. */
  { type: 'latchkey.crashed'; name: string; error: unknown; restarted: boolean }
}

export const latchkey = address<LatchkeyContract>()('latchkey')
