import { TIMEOUTS, TIMING } from '../../../machines/constants.ts'
import type * as machines from '../../../machines/index.ts'
import { cancelled, done } from '../../../machines/shared/outcome.rules.ts'
import { mainnet } from '../../../sdk/index.ts'
import { ether } from '../../support/instance.ts'
import type { Walk } from '../../support/walker.ts'
import { OTHER } from '../pairing/fixtures.ts'
import { connection, error, no } from './samples.ts'

const call = { method: 'personal_sign', params: ['0x00'] }
const transfer = { network: mainnet, token: ether('1'), amount: '1', receiver: OTHER }
const signing = { kind: 'call', connection, call } as const
const sending = { kind: 'transfer', connection, transfer } as const

export const walletRequestMachine: Walk<typeof machines.walletRequestMachine> = {
  inputs: [
    { request: signing, id: '1' },
    { request: signing, id: '1', reviewed: true },
    { request: sending, id: '1' },
  ],
  answers: { prepare: [call], sendToWallet: ['0x1'] },
  refusals: { prepare: [error], sendToWallet: [no] },
  events: [{ type: 'walletRequest.cancel' }, { type: 'walletRequest.cancel', byUser: true }],
  tells: ({ request }) => request.kind,
  boundMs: TIMING.lateAnswerMs + TIMEOUTS.walletRequestMs,
}

export const approvalMachine: Walk<typeof machines.approvalMachine> = {
  events: [{ type: 'approval.show', pendingCall: { id: '1', connection, call } }, { type: 'approval.hide' }],
  answers: {
    explain: [{ kind: 'message', parts: [], warnings: [] }],
    forecast: [undefined, { parts: [], warnings: ['wouldFail'] }],
  },
  refusals: { explain: [error], forecast: [error] },
}

export const requestsMachine: Walk<typeof machines.requestsMachine> = {
  inputs: (['before', 'beside', 'none'] as const).map((review) => ({ methods: { safe: [], unsafe: [] }, review })),
  events: [
    { type: 'requests.submit', requestId: '1', request: signing },
    { type: 'requests.submit', requestId: '1', request: { ...signing, call: { method: 'eth_mystery' } } },
    { type: 'requests.submit', requestId: '1', request: sending },
    { type: 'requests.submit', requestId: '1', request: { ...signing, call: { method: 'wallet_sendCalls' } } },
    { type: 'requests.viewLeft', view: 'ApproveTransaction' },
    { type: 'requests.cancelShown' },
    { type: 'requests.approve', id: '1' },
    { type: 'requests.show' },
    { type: 'view.shown', view: 'Account' },
    { type: 'requests.release', id: '1', outcome: cancelled },
    { type: 'requests.cancel', requestId: '1' },
    { type: 'account.disconnected', namespace: 'eip155', connectorId: connection.connector.id },
    { type: 'xstate.done.actor.walletRequest:1', output: done('0x1') },
    { type: 'xstate.done.actor.walletRequest:1', output: cancelled },
    { type: 'xstate.error.actor.walletRequest:1', error: new Error('crash') },
  ],
  unless: (event, { context: { count } }) => event.type === 'requests.submit' && count > 0,
}
