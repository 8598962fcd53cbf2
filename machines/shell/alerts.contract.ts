import type { AlertCode, TextParams } from '../errors/catalogue.ts'

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
  event: { type: 'alerts.open'; alert: Alert } | { type: 'alerts.close' }
  state: 'closed' | 'open'
  emitted: { type: 'alerts.opened'; alert: Alert }
  input: { onScreen: boolean }
}
