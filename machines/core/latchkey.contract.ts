import type { Configuration } from '../project/configuration.types.ts'
import type { Namespace } from '../shared/namespace.types.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from './actorKey.ts'
import type { CarriedOver } from './feature.ts'

export interface LatchkeyContract {
  context: {
    /** The configuration of the app. */
    configuration: Configuration
    /** One sentence per fault; empty if the configuration is valid. */
    faults: readonly string[]
    /** How often each feature crashed, by feature name. */
    crashes: Readonly<Record<string, number>>
    /** The parts of feature contexts that outlive their account, by feature name. */
    carriedOver: CarriedOver
  }
  event:
    /** Disconnects the wallet of one namespace, or all wallets. */
    | { type: 'latchkey.disconnect'; namespace?: Namespace }
    /** A feature crashed. `crashes` counts its crashes so far. `restarted`: it starts again. */
    | { type: 'latchkey.report'; name: string; error: unknown; crashes: number; restarted: boolean }
    | BroadcastEventOf<'storage.restored'>
    | BroadcastEventOf<'activeAccount.changed'>
  state: 'checking' | 'restoring' | 'running' | 'misconfigured'
  input: {
    /** The configuration of the app. */
    configuration: Configuration
  }
  emitted: /** A feature crashed. `restarted`: it starts again. */
  { type: 'latchkey.crashed'; name: string; error: unknown; restarted: boolean }
}

export const latchkey = actorKey<LatchkeyContract>()('latchkey')
