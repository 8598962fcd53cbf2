import type { Connection } from '../shared/account.types.ts'
import type { Configuration } from '../project/configuration.types.ts'
import type { Namespace } from '../shared/namespace.types.ts'
import type { BroadcastEvent, AnalyticsRecord } from '../events.ts'
import type { AnalyticsEvent, Disconnections } from './analytics.rules.ts'
import { actorKey } from '../core/actorKey.ts'

/** The broadcast events that analytics count. */
export type QueuedEvent = Extract<
  BroadcastEvent,
  {
    type:
      | 'modal.opened'
      | 'modal.closed'
      | 'view.shown'
      | 'account.connected'
      | 'account.disconnected'
      | 'activeAccount.changed'
      | 'network.changed'
  }
>

/** The recipient of the events. */
type Mode = Exclude<Configuration['analytics'], 'off'>

export interface AnalyticsContract {
  context: {
    /** Where the events go: `site` for the app's own function, `api` for the API. */
    mode: Mode
    /** The connection of the active account; undefined if no account is active. */
    connection: Connection | undefined
    /** The connected namespaces, and those whose disconnections are reported as one event. */
    leaving: Disconnections
    /** Events that were not delivered yet, oldest first. If there are too many, the oldest are dropped. */
    queue: readonly AnalyticsEvent[]
    /** How many events were lost: not delivered, or dropped. */
    lost: number
  }
  event:
    | QueuedEvent
    /** Counts an event that only analytics use. */
    | { type: 'analytics.track'; record: AnalyticsRecord }
  /** `off`: the project disabled analytics. The machine does not run unless the app enables analytics. */
  state: 'deciding' | 'off' | { on: 'waiting' | 'checking' | 'idle' | 'delivering' }
  input: {
    /** Where the events go: `site` for the app's own function, `api` for the API. */
    mode: Mode
    /** The connection of the active account; undefined if no account is active. */
    connection: Connection | undefined
    /** The namespaces in which a wallet is connected. */
    connectedIn: readonly Namespace[]
  }
}

export const analytics = actorKey<AnalyticsContract>()('analytics')
