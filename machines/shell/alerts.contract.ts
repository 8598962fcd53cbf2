import type { AlertCode, TextParams } from '../errors/catalogue.ts'
import { address } from '../kit/address.ts'

export interface Alert {
  code: AlertCode
  params?: TextParams
}

export interface AlertsContract {
  context: {
    /** Waiting to be shown, the shown one first. */
    queue: readonly Alert[]
    /** Codes that were opened already: each opens once. */
    opened: readonly AlertCode[]
    /** Shown on screen, not only logged. */
    onScreen: boolean
  }
  event:
    /** Shows an alert, after those that are open; one that was opened before is not opened again. */
    | { type: 'alerts.open'; alert: Alert }
    /** Closes the one that is shown. */
    | { type: 'alerts.close' }
  state: 'closed' | 'open'
  emitted: /** An alert was opened for the first time, on screen or not. */
  { type: 'alerts.opened'; alert: Alert }
  input: { onScreen: boolean }
}

export const alerts = address<AlertsContract>()('alerts')
