import type { AccountState, ConnectedAccount, LatchkeyState } from '../sdk/index.ts'

/** What the elements dispatch: each hears of the same instance, so that one of them is enough to listen to. None bubbles. */
export interface LatchkeyElementEvents {
  /** Somebody is connected: chosen now, or on an earlier visit. */
  'latchkey-connect': CustomEvent<ConnectedAccount>
  /** Nobody is connected any more; the account that was. */
  'latchkey-disconnect': CustomEvent<ConnectedAccount>
  /** The account, the network, the sign-in, or whether the modal is open. */
  'latchkey-change': CustomEvent<LatchkeyState>
}

type Told = { type: 'latchkey-connect' | 'latchkey-disconnect'; detail: ConnectedAccount }

/** Who came or went between two states of the account; an account that takes the place of another is a change alone. */
export function accountEvents(before: AccountState, now: AccountState): readonly Told[] {
  if (before.status !== 'connected' && now.status === 'connected') return [{ type: 'latchkey-connect', detail: now }]
  if (before.status === 'connected' && now.status === 'disconnected')
    return [{ type: 'latchkey-disconnect', detail: before }]
  return []
}
