import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Connector } from '../entities/connector.ts'

export interface ExternalContract {
  context: { connector: Connector; outcome: Outcome<Connection> }
  event: { type: 'external.cancel' }
  /** `overdue`: the wallet has not answered for a while, its window may be hidden. */
  state: { requesting: 'prompted' | 'overdue' } | 'connected' | 'declined' | 'expired' | 'cancelled' | 'failed'
  tag: 'busy' | 'overdue'
  input: { connector: Connector }
  output: Outcome<Connection>
}
