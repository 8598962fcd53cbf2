import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { LatchkeyError } from '../errors/error.ts'
export interface DisconnectionContract {
  context: { connection: Connection; error: LatchkeyError | undefined }
  event: /** Stops waiting for the wallet. */
  { type: 'disconnection.skip' }
  state: 'disconnecting' | 'done' | 'failed'
  tag: 'busy'
  input: { connection: Connection }
  output: Outcome<undefined>
}
