import { LIMITS } from '../../../machines/constants.ts'
import { caipAddressOf } from '../../../machines/shared/account.types.ts'
import type * as machines from '../../../machines/index.ts'
import { networkOrUnsupported } from '../../../machines/network/network.rules.ts'
import { mainnet } from '../../../sdk/index.ts'
import { ether } from '../../support/instance.ts'
import { START, type Walk } from '../../support/walker.ts'
import { transactionOf } from '../../support/wire.ts'
import { succeeded } from '../page.ts'
import { OTHER } from '../pairing/fixtures.ts'
import { connection, error, foreign, network, networks, onSolana } from './samples.ts'

const sentFor = { kind: 'send', to: OTHER, moved: [{ direction: 'out', amount: '1', symbol: 'ETH' }] } as const
const sentEntry = { ...sentFor, hash: '0x1', at: START, status: 'pending' } as const
const sentHere = {
  type: 'transaction.sent',
  hash: '0x1',
  networkId: network,
  address: connection.address,
  at: START,
  status: 'pending',
  sentFor,
} as const

export const accountMachine: Walk<typeof machines.accountMachine> = {
  inputs: [
    { connection, profile: {}, tab: 'Tokens', labels: {}, tabs: ['Tokens', 'NFTs', 'Activity'], storesSent: true },
    { connection: onSolana, profile: {}, tab: 'Tokens', labels: {}, tabs: ['Tokens'], storesSent: true },
  ],
  events: [
    { type: 'account.selectTab', tab: 'Activity' },
    { type: 'account.selectTab', tab: 'Tokens' },
    { type: 'account.select', address: OTHER },
    { type: 'account.setLabel', address: OTHER, label: 'Mine' },
    { type: 'account.setLabel', address: OTHER, label: '' },
    { type: 'account.setName', name: 'ann.reown.id' },
    { type: 'modal.opened' },
    { ...sentHere, networkId: onSolana.networkId, address: onSolana.address },
    { type: 'storage.updated', persisted: { transactions: { [caipAddressOf(onSolana)]: [sentEntry] } } },
    { type: 'storage.restored', persisted: { transactions: { [caipAddressOf(onSolana)]: [sentEntry] } } },
  ],
  answers: { fetchIdentity: [{}, { name: 'alice.eth' }], fetchName: [undefined, 'alice.eth'] },
  lasting: { settled: 'it ends with its account' },
}

export const activityMachine: Walk<typeof machines.activityMachine> = {
  inputs: [
    { target: { networkId: network, address: connection.address }, isVisible: false },
    { target: { networkId: network, address: connection.address }, isVisible: true },
    { target: { networkId: 'cosmos:1', address: connection.address }, isVisible: true },
  ],
  events: [
    { type: 'activity.setVisible', isVisible: true },
    { type: 'activity.setVisible', isVisible: false },
    succeeded,
  ],
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

export const recentMachine: Walk<typeof machines.recentMachine> = {
  inputs: [
    { network: mainnet, address: connection.address, entries: [], isTabVisible: false },
    { network: mainnet, address: connection.address, entries: [sentEntry], isTabVisible: true },
  ],
  events: [
    { type: 'recent.setVisible', isTabVisible: true },
    { type: 'recent.setVisible', isTabVisible: false },
    sentHere,
    succeeded,
    { type: 'storage.restored', persisted: {} },
    { type: 'storage.updated', persisted: {} },
    { type: 'page.shown' },
    { type: 'page.hidden' },
  ],
  answers: {},
}

export const nftsMachine: Walk<typeof machines.nftsMachine> = {
  inputs: [
    { connection, network: mainnet },
    { connection: onSolana, network: { ...mainnet, caipNetworkId: onSolana.networkId, chainNamespace: 'solana' } },
  ],
  events: [
    { type: 'nfts.refresh' },
    { type: 'nfts.retry' },
    succeeded,
    { ...succeeded, networkId: onSolana.networkId },
  ],
  answers: { readNfts: [[], [{ name: 'Bird', nft: { contract: OTHER, tokenId: '' } }]] },
  lasting: { unsupported: 'its history tells them' },
}

const holder = {
  target: { networkId: network, address: connection.address },
  connector: connection.connector,
  listed: [],
  persisted: {},
  failedAt: undefined,
  error: undefined,
  at: START,
}

export const balanceMachine: Walk<typeof machines.balanceMachine> = {
  inputs: [
    { ...holder, network: mainnet },
    { ...holder, network: networkOrUnsupported([], foreign) },
    { ...holder, network: { ...mainnet, testnet: true } },
    { ...holder, network: mainnet, failedAt: START - 1, error },
  ],
  events: [
    { type: 'balance.expectChange', networkId: network },
    succeeded,
    { type: 'view.shown', view: 'Account' },
    { type: 'view.shown', view: 'Networks' },
    { type: 'modal.opened' },
  ],
  answers: {
    reading: [
      { tokens: [ether('1')], error: undefined },
      { tokens: [ether('1')], error },
      { tokens: undefined, error },
    ],
  },
  lasting: { unsupported: 'nobody reads the balances of that network' },
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
    fetchFromApi: [undefined, [], [ether('1')]],
    fetchFromChain: [[ether('1')]],
  },
}
