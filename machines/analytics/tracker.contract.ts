import type { Connection } from '../shared/account.types.ts'
import type { Configuration } from '../project/configuration.types.ts'
import type { Namespace } from '../shared/namespace.types.ts'
import type { BroadcastEvent, AnalyticsRecord } from '../events.ts'
import type { AnalyticsEvent, Leaving } from './analytics.rules.ts'
import { actorKey } from '../core/actorKey.ts'

/** The broadcast events that analytics count. */
export type Tracked = Extract<
  BroadcastEvent,
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

/** The recipient of the events. */
type Mode = Exclude<Configuration['analytics'], 'off'>

export interface TrackerContract {
  context: {
    mode: Mode
    connection: Connection | undefined
    leaving: Leaving
    /** Events that were not delivered yet, oldest first. If there are too many, the oldest are dropped. */
    queue: readonly AnalyticsEvent[]
    /** How many events were lost: not delivered, or dropped. */
    lost: number
  }
  event:
    | Tracked
    /** Counts an event that only analytics use. */
    | { type: 'tracker.track'; record: AnalyticsRecord }
  /** `off`: the project disabled analytics. There is no tracker if the app did not enable analytics. */
  state: 'deciding' | 'off' | { on: 'waiting' | 'asking' | 'idle' | 'delivering' }
  input: { mode: Mode; connection: Connection | undefined; connectedIn: readonly Namespace[] }
}

export const tracker = actorKey<TrackerContract>()('tracker')
