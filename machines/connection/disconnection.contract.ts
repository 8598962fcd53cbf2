import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
export interface DisconnectionContract {
  context: {
    /** The connection that ends. */
    connection: Connection
    /** Why the wallet could not be notified; undefined unless that failed. */
    error: LatchkeyError | undefined
  }
  event: /** Stops waiting for the wallet. */
  { type: 'disconnection.skip' }
  state: 'disconnecting' | 'done' | 'failed'
  tag: 'busy'
  input: {
    /** The connection that ends. */
    connection: Connection
  }
  output: Outcome<undefined>
}
