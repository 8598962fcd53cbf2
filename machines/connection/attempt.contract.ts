import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Connector } from '../entities/connector.ts'

export interface AttemptContract {
  context: { connector: Connector; outcome: Outcome<Connection> }
  event: { type: 'attempt.cancel' }
  state: 'judging' | 'external' | 'walletConnect' | 'ended'
  tag: 'busy'
  input: { connector: Connector }
  output: Outcome<Connection>
}
