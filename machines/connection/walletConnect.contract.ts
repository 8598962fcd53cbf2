import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Connector } from '../entities/connector.ts'

export interface WalletConnectContract {
  context: {
    connector: Connector
    /** What a wallet scans, or is opened with; nothing while it is being made. */
    uri: string | undefined
    /** Milliseconds since 1970: until then the offer can be taken up. */
    expiresAt: number
    /** How many offers were made; each takes the place of the one before it. */
    offers: number
    outcome: Outcome<Connection>
  }
  event:
    | { type: 'walletConnect.cancel' }
    /** A new offer now: the shown one did not work. */
    | { type: 'walletConnect.refresh' }
    | { type: 'offer.made'; uri: string; expiresAt: number }
    | { type: 'offer.approved'; connection: Connection }
    | { type: 'offer.refused'; error: unknown }
  /** `offering`: the visitor may scan, copy or open. */
  state: { open: 'preparing' | 'offering' } | 'connected' | 'declined' | 'expired' | 'cancelled' | 'failed'
  tag: 'busy' | 'offering'
  input: { connector: Connector }
  output: Outcome<Connection>
}
