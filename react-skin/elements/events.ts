import type { AccountState, ConnectedAccount, LatchkeyState } from '../../sdk/index.ts'

/**
 * The events of the elements. All elements dispatch the events of the same instance, so one listener is enough. They do not
 * bubble.
 */
export interface LatchkeyElementEvents {
  /** An account was connected, now or by restoring an earlier connection. */
  'latchkey-connect': CustomEvent<ConnectedAccount>
  /** The account was disconnected; the detail is the previous account. */
  'latchkey-disconnect': CustomEvent<ConnectedAccount>
  /** The account, the network, the sign-in or the modal's open state changed. */
  'latchkey-change': CustomEvent<LatchkeyState>
}

type AccountEvent = { type: 'latchkey-connect' | 'latchkey-disconnect'; detail: ConnectedAccount }

/** The events for a change of the account state. A change to another account is neither a connect nor a disconnect. */
export function accountEvents(before: AccountState, now: AccountState): readonly AccountEvent[] {
  if (before.status !== 'connected' && now.status === 'connected') return [{ type: 'latchkey-connect', detail: now }]
  if (before.status === 'connected' && now.status === 'disconnected')
    return [{ type: 'latchkey-disconnect', detail: before }]
  return []
}
