import { ApiError } from '../../../machines/shared/errors/apiError.ts'
import type * as machines from '../../../machines/index.ts'
import { mainnet } from '../../../sdk/index.ts'
import { ether } from '../../support/instance.ts'
import type { Walk } from '../../support/walker.ts'
import { configuration, connection, error, network, wallet } from './samples.ts'

const activeAccount = { connection, network: mainnet }

export const activeAccountMachine: Walk<typeof machines.activeAccountMachine> = {
  inputs: [{ activeAccount, carriedOver: {} }],
}

export const latchkeyMachine: Walk<typeof machines.latchkeyMachine> = {
  inputs: [{ configuration }, { configuration: { ...configuration, networks: [] } }],
  events: [
    { type: 'latchkey.disconnect' },
    { type: 'latchkey.disconnect', namespace: 'eip155' },
    { type: 'storage.restored', persisted: {} },
    { type: 'activeAccount.changed', activeAccount, connectionStatus: 'connected', connected: true },
    { type: 'activeAccount.changed', activeAccount: undefined, connectionStatus: 'disconnected', connected: false },
    { type: 'latchkey.report', name: 'send', error: new Error('crash'), crashes: 1, restarted: true },
  ],
  lasting: {
    misconfigured: 'the site has to be mended',
    running: 'as long as the instance',
  },
}

export const storageMachine: Walk<typeof machines.storageMachine> = {
  events: [
    { type: 'account.connected', connection, restored: false },
    { type: 'account.changed', connection },
    {
      type: 'storage.setAccount',
      namespace: 'eip155',
      connectorId: connection.connector.id,
      address: connection.address,
    },
    { type: 'account.networkChanged', connection },
    { type: 'account.disconnected', namespace: 'eip155', connectorId: connection.connector.id },
    { type: 'network.changed', networkId: network, namespaceSwitched: false },
    { type: 'storage.setTheme', choice: 'dark' },
    { type: 'storage.setWallets', recent: [wallet] },
    {
      type: 'transaction.sent',
      hash: '0x1',
      networkId: network,
      address: connection.address,
      at: 1,
      status: 'pending',
      sentFor: { kind: 'send', to: connection.address, moved: [] },
    },
    { type: 'transaction.settled', hash: '0x1', finalHash: '0x1', networkId: network, status: 'success' },
    { type: 'balance.loaded', networkId: network, address: connection.address, tokens: [ether('1')] },
  ],
  answers: { read: [{ persisted: {}, broken: [] }], write: [{}, { theme: 'light' }] },
}

export const projectMachine: Walk<typeof machines.projectMachine> = {
  inputs: [{ configured: true }, { configured: false }],
  events: [
    { type: 'call.failed', error },
    { type: 'call.failed', error: new ApiError('api.refused', { call: 'fetchWallets', status: 403 }) },
    { type: 'modal.opened' },
    { type: 'view.shown', view: 'AllWallets' },
    { type: 'account.connected', connection, restored: false },
  ],
  answers: {
    fetchSupportedChains: [[network]],
    fetchAllowedOrigins: [
      { origin: 'https://evil.example', allowed: [] },
      { origin: undefined, allowed: [] },
    ],
  },
  lasting: {
    unconfigured: 'without a project id nothing is asked',
    ready: 'it was asked once, and the answer is good for the page',
  },
}

export const analyticsMachine: Walk<typeof machines.analyticsMachine> = {
  inputs: (['api', 'site'] as const).map((mode) => ({ mode, connection: undefined, connectedIn: [] })),
  events: [
    { type: 'analytics.track', record: { type: 'latchkey.ready', configuration } },
    { type: 'modal.opened' },
    { type: 'view.shown', view: 'Connect' },
    { type: 'analytics.track', record: { type: 'wallets.chosen', wallet, platform: 'mobile' } },
    { type: 'analytics.track', record: { type: 'catalog.searched', search: 'meta', certified: false } },
    { type: 'account.connected', connection, restored: false },
    { type: 'account.disconnected', namespace: 'eip155', connectorId: connection.connector.id },
    { type: 'activeAccount.changed', activeAccount, connectionStatus: 'connected', connected: false },
    { type: 'activeAccount.changed', activeAccount: undefined, connectionStatus: 'disconnected', connected: false },
    { type: 'analytics.track', record: { type: 'connection.failed', connector: connection.connector, error } },
    { type: 'analytics.track', record: { type: 'disconnection.done', namespace: 'eip155' } },
    { type: 'analytics.track', record: { type: 'disconnection.failed', namespace: 'eip155', error } },
    { type: 'network.changed', networkId: network, namespaceSwitched: false },
    {
      type: 'analytics.track',
      record: { type: 'activity.failed', address: connection.address, cursor: undefined, error },
    },
    { type: 'analytics.track', record: { type: 'send.submitted', networkId: network, token: 'ETH', amount: '1' } },
    { type: 'analytics.track', record: { type: 'send.failed', networkId: network, token: 'ETH', amount: '1', error } },
    { type: 'analytics.track', record: { type: 'actor.crashed', name: 'send' } },
  ],
  answers: { fetchEnabled: [true, false] },
  lasting: { off: 'nobody wants to be told' },
}
