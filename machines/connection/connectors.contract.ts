import type { Connector } from '../entities/connector.ts'
import type { LatchkeyError } from '../errors/error.ts'

export interface ConnectorsContract {
  context: { connectors: readonly Connector[] }
  event:
    /** Connects the wallet behind a connector. `attempt` is the caller's own id, handed back with the outcome. */
    | { type: 'connectors.choose'; connectorId: string; attempt?: string }
    | { type: 'connector.announced'; connector: Connector }
    | { type: 'connector.removed'; connectorId: string }
  state: 'listening'
  emitted: { type: 'connectors.refused'; connectorId: string; attempt: string | undefined; error: LatchkeyError }
}
