import type { Connection } from '../entities/account.ts'
import type { Configuration } from '../entities/configuration.ts'
import type { Namespace } from '../entities/namespace.ts'
import type { Fact, Happening } from '../facts.ts'
import type { AnalyticsEvent, Leaving } from '../rules/analytics.ts'
import { address } from '../kit/address.ts'

/** The facts that are counted. */
export type Tracked = Extract<
  Fact,
  {
    type:
      | 'modal.opened'
      | 'modal.closed'
      | 'view.shown'
      | 'account.connected'
      | 'account.disconnected'
      | 'scope.changed'
      | 'network.changed'
  }
>

export interface TrackerContract {
  context: {
    mode: Configuration['analytics']
    connection: Connection | undefined
    leaving: Leaving
    /** Events that were not delivered yet, the oldest first; the oldest go when there are too many. */
    queue: readonly AnalyticsEvent[]
    /** How many were lost: undeliverable, or too many. */
    lost: number
  }
  event:
    | Tracked
    /** Counts what nobody else has to know of. */
    | { type: 'tracker.track'; happening: Happening }
  /** `off` unless the site asks for it: then nothing is kept and nothing is sent. */
  state: 'deciding' | 'off' | { on: 'waiting' | 'asking' | 'idle' | 'delivering' }
  input: { mode: Configuration['analytics']; connection: Connection | undefined; connectedIn: readonly Namespace[] }
}

export const tracker = address<TrackerContract>()('tracker')
