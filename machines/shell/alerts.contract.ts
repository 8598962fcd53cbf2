import type { AlertCode } from '../shared/errors/catalog.ts'
import type { TextParams } from '../shared/errors/messages.ts'
import { actorKey } from '../core/actorKey.ts'

export interface Alert {
  code: AlertCode
  params?: TextParams
}

export interface AlertsContract {
  context: {
    /** Alerts that are open; the first one is shown. */
    queue: readonly Alert[]
    /** Codes of the alerts that were opened. Each alert opens once. */
    opened: readonly AlertCode[]
    /** Whether alerts are shown on screen as well as logged. */
    onScreen: boolean
  }
  event:
    /** Shows an alert after those that are open. An alert that was opened before does not open again. */
    | { type: 'alerts.open'; alert: Alert }
    /** Closes the alert that is shown. */
    | { type: 'alerts.close' }
  state: 'closed' | 'open'
  emitted: /** An alert was opened for the first time, on screen or not. */
  { type: 'alerts.opened'; alert: Alert }
  input: {
    /** Whether alerts are shown on screen as well as logged (debug mode). */
    onScreen: boolean
  }
}

export const alerts = actorKey<AlertsContract>()('alerts')
