import { LIMITS } from '../../../machines/constants.ts'
import type * as machines from '../../../machines/index.ts'
import { ether } from '../../support/instance.ts'
import type { Walk } from '../../support/walker.ts'
import { transactionOf } from '../../support/wire.ts'
import { OTHER } from '../pairing/fixtures.ts'
import { connection, error, foreign, network, networks, onSolana } from './samples.ts'

const settled = {
  type: 'transaction.settled',
  hash: '0x1',
  finalHash: '0x1',
  networkId: network,
  status: 'success',
} as const
const nobody = { type: 'account.active', connection: undefined } as const
const here = { type: 'account.active', connection } as const

export const accountMachine: Walk<typeof machines.accountMachine> = {
  inputs: [{ tabs: ['Tokens', 'NFTs', 'Activity'] }, { tabs: ['Tokens'] }],
  events: [
    here,
    nobody,
    { type: 'account.active', connection: { ...connection, address: OTHER } },
    { type: 'account.active', connection: onSolana },
    { type: 'account.selectTab', tab: 'Activity' },
    { type: 'account.selectTab', tab: 'Tokens' },
    { type: 'account.select', address: OTHER },
    { type: 'account.setLabel', address: OTHER, label: 'Mine' },
    { type: 'account.setLabel', address: OTHER, label: '' },
    { type: 'modal.opened' },
  ],
  answers: { fetchIdentity: [{}, { name: 'alice.eth' }], fetchName: [undefined, 'alice.eth'] },
}

export const activityMachine: Walk<typeof machines.activityMachine> = {
  inputs: [
    { target: { networkId: network, address: connection.address }, shown: false },
    { target: { networkId: network, address: connection.address }, shown: true },
    { target: { networkId: 'cosmos:1', address: connection.address }, shown: true },
  ],
  events: [{ type: 'account.tabShown', tab: 'Activity' }, { type: 'account.tabShown', tab: 'Tokens' }, settled],
  answers: {
    fetchPage: [
      { transactions: [transactionOf(1)], next: 'two' },
      { transactions: [], next: 'three' },
      { transactions: [], next: undefined },
    ],
  },
  lasting: { unsupported: 'nobody tells the history of that network' },
  tells: ({ emptyPages, target }) => [Math.min(emptyPages, LIMITS.emptyPages), target?.networkId],
}

export const balanceMachine: Walk<typeof machines.balanceMachine> = {
  inputs: [{ networks, listed: {} }],
  events: [
    here,
    nobody,
    { type: 'account.active', connection: onSolana },
    { type: 'account.active', connection: { ...connection, networkId: foreign } },
    { type: 'send.started', hash: '0x1', networkId: network, token: 'ETH', amount: '1' },
    settled,
    { type: 'view.shown', view: 'Account' },
    { type: 'view.shown', view: 'Networks' },
    { type: 'network.offered', network: { ...networks[1], caipNetworkId: foreign } as (typeof networks)[1] },
    { type: 'memory.restored', remembered: {} },
    { type: 'modal.opened' },
  ],
  answers: {
    reading: [
      { tokens: [ether('1')], error: undefined },
      { tokens: [ether('1')], error },
      { tokens: undefined, error },
    ],
  },
}

export const readingMachine: Walk<typeof machines.readingMachine> = {
  inputs: networks.slice(0, 1).map((network) => ({
    network,
    address: connection.address,
    listed: [],
    connector: undefined,
    moved: undefined,
  })),
  answers: {
    fetchFromWallet: [undefined, [ether('1')]],
    fetchFromProvider: [undefined, [], [ether('1')]],
    fetchFromChain: [[ether('1')]],
  },
}
