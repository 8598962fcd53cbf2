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

/** Who is told. */
type Mode = Exclude<Configuration['analytics'], 'off'>

export interface TrackerContract {
  context: {
    mode: Mode
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
  /** `off`: the project does not want its events. A site that asks for no analytics has no tracker. */
  state: 'deciding' | 'off' | { on: 'waiting' | 'asking' | 'idle' | 'delivering' }
  input: { mode: Mode; connection: Connection | undefined; connectedIn: readonly Namespace[] }
}

export const tracker = address<TrackerContract>()('tracker')
