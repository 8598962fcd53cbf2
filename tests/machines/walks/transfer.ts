import type * as machines from '../../../machines/index.ts'
import { ether, other } from '../../support/instance.ts'
import type { Walk } from '../../support/walker.ts'
import { OTHER } from '../pairing/fixtures.ts'
import { connection, network, networks, no } from './samples.ts'

const { address } = connection
const tokens = [ether('1')]
const settled = { hash: '0x1', finalHash: '0x1', networkId: network } as const

export const sendMachine: Walk<typeof machines.sendMachine> = {
  inputs: [
    { networks, networkId: network, connection: undefined, tokens: [], lastRetry: undefined, watchPending: false },
  ],
  events: [
    { type: 'send.setToken', token: ether('1') },
    { type: 'send.setAmount', amount: '0.5' },
    { type: 'send.setAmount', amount: '5' },
    { type: 'send.setReceiver', receiver: OTHER },
    { type: 'send.setReceiver', receiver: '' },
    { type: 'send.sentLate', hash: '0x2', network: other },
    { type: 'account.active', connection },
    { type: 'account.active', connection: { ...connection, address: OTHER } },
    { type: 'account.active', connection: undefined },
    { type: 'account.disconnected', namespace: 'eip155' },
    { type: 'network.changed', networkId: other.caipNetworkId, namespaceSwitched: false },
    { type: 'network.changed', networkId: network, namespaceSwitched: false },
    { type: 'network.offered', network: other },
    { type: 'balance.loaded', networkId: network, address, tokens },
    { type: 'balance.failed', networkId: network, address, at: 1 },
    { type: 'transaction.settled', ...settled, status: 'success' },
    { type: 'transaction.unconfirmed', hash: '0x1', networkId: network },
  ],
  answers: {
    resolveReceiver: [OTHER],
    estimateMaximum: ['0.9'],
    estimateFee: [{ amount: '0.001', symbol: 'ETH' }],
    fetchProfile: [{}, { name: 'bob.eth' }],
    sendToken: ['0x1'],
  },
  refusals: { sendToken: [no] },
}

export const transactionMachine: Walk<typeof machines.transactionMachine> = {
  inputs: [true, false].map((watchPending) => ({ hash: '0x1', network: other, watchPending })),
  answers: {
    awaitReceipt: [
      { status: 'success', hash: '0x1' },
      { status: 'replaced', hash: '0x2' },
    ],
    fetchReceipt: [undefined, { status: 'reverted', hash: '0x1' }],
  },
  tells: ({ looks }) => looks,
}
