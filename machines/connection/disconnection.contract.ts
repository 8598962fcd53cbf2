import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
export interface DisconnectionContract {
  context: { connection: Connection; error: LatchkeyError | undefined }
  event: /** Stops waiting for the wallet. */
  { type: 'disconnection.skip' }
  state: 'disconnecting' | 'done' | 'failed'
  tag: 'busy'
  input: { connection: Connection }
  output: Outcome<undefined>
}
