import type { Connection } from '../entities/account.ts'
import type { Configuration } from '../entities/configuration.ts'
import type { Fact } from '../facts.ts'
import type { AnalyticsEvent, Leaving } from '../rules/analytics.ts'
import { address } from '../kit/address.ts'

/** The facts that are counted. */
export type Tracked = Extract<
  Fact,
  {
    type:
      | 'latchkey.ready'
      | 'modal.opened'
      | 'modal.closed'
      | 'view.shown'
      | 'wallets.chosen'
      | 'catalogue.searched'
      | 'account.connected'
      | 'account.disconnected'
      | 'scope.changed'
      | 'account.tabShown'
      | 'connection.failed'
      | 'disconnection.together'
      | 'disconnection.done'
      | 'disconnection.failed'
      | 'network.changed'
      | 'activity.more'
      | 'activity.failed'
      | 'send.submitted'
      | 'send.started'
      | 'send.failed'
      | 'actor.restarted'
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
  event: Tracked
  /** `off` unless the site asks for it: then nothing is kept and nothing is sent. */
  state: 'deciding' | 'off' | { on: 'waiting' | 'asking' | 'idle' | 'delivering' }
  input: { mode: Configuration['analytics'] }
}

export const tracker = address<TrackerContract>()('tracker')
