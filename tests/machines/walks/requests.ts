import type * as machines from '../../../machines/index.ts'
import { cancelled, done } from '../../../machines/rules/outcomes.ts'
import type { Walk } from '../../support/walker.ts'
import { connection, no } from './samples.ts'

const call = { method: 'personal_sign', params: ['0x00'] }

export const requestMachine: Walk<typeof machines.requestMachine> = {
  inputs: [{ id: '1', call, connection }],
  answers: { forward: ['0x1'] },
  refusals: { forward: [no] },
}

export const requestsMachine: Walk<typeof machines.requestsMachine> = {
  events: [
    { type: 'requests.submit', attempt: '1', connection, call },
    { type: 'requests.cancel', attempt: '1' },
    { type: 'account.disconnected', namespace: 'eip155' },
    { type: 'xstate.done.actor.request:1', output: done('0x1') },
    { type: 'xstate.done.actor.request:1', output: cancelled },
  ],
  unless: (event, { context: { open } }) => event.type === 'requests.submit' && open.length > 0,
}
