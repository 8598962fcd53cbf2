import { TIMEOUTS } from '../../../machines/constants.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import type * as machines from '../../../machines/index.ts'
import { done } from '../../../machines/shared/outcome.rules.ts'
import type { Walk } from '../../support/walker.ts'
import { connection } from './samples.ts'

const id = '0x12'
const pending = { id, status: 'pending', statusCode: 100, receipts: [] } as const
const receipt = {
  status: 'success',
  transactionHash: '0x1',
  blockHash: '0x2',
  blockNumber: 1n,
  gasUsed: 1n,
  logs: [],
} as const

export const callsMachine: Walk<typeof machines.callsMachine> = {
  events: [
    { type: 'calls.follow', id, connection },
    { type: 'calls.wait', requestId: '1', id },
    { type: 'calls.cancel', requestId: '1' },
    { type: 'xstate.done.actor.calls:0x12', output: done({ ...pending, status: 'success' }) },
    { type: 'xstate.error.actor.calls:0x12', error: new Error('crash') },
  ],
  unless: (event, { context: { waiting, followed } }) =>
    event.type === 'calls.wait' ? waiting.length > 0 : event.type.startsWith('xstate.') && followed.length === 0,
}

export const bundleMachine: Walk<typeof machines.bundleMachine> = {
  inputs: [{ id, connection }, { id: 'latchkey:1:1:' }],
  events: [{ type: 'account.disconnected', namespace: 'eip155', connectorId: connection.connector.id }],
  answers: {
    fetchStatus: [
      pending,
      { ...pending, status: 'success', receipts: [receipt] },
      { ...pending, status: 'reverted' },
      { ...pending, status: 'partlyReverted', chainId: 10, receipts: [receipt] },
      { ...pending, status: 'failed' },
    ],
  },
  refusals: { fetchStatus: [new LatchkeyError('calls.idUnknown')] },
  tells: ({ pollCount: looks }) => looks,
  boundMs: TIMEOUTS.receiptMs,
}
