import type { Connector } from '../entities/connector.ts'
import type { LatchkeyError } from '../errors/error.ts'

export interface ConnectorsContract {
  context: { connectors: readonly Connector[] }
  event:
    /** Connects the wallet behind a connector. */
    | { type: 'connectors.choose'; connectorId: string }
    | { type: 'connector.announced'; connector: Connector }
    | { type: 'connector.removed'; connectorId: string }
  state: 'listening'
  emitted: { type: 'connectors.refused'; connectorId: string; error: LatchkeyError }
}
