import { LIMITS } from '../../../machines/constants.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import type * as machines from '../../../machines/index.ts'
import { cancelled, declined, done, failed } from '../../../machines/shared/outcome.rules.ts'
import { other } from '../../support/instance.ts'
import { START, type Walk } from '../../support/walker.ts'
import { walletOf } from '../../support/wire.ts'
import { walletOptions } from '../../support/walletOptions.ts'
import { OTHER } from '../pairing/fixtures.ts'
import {
  connection,
  connector,
  error,
  foreign,
  inFrame,
  network,
  networks,
  onSolana,
  remote,
  wallet,
} from './samples.ts'

const page = { url: 'https://site.example/a', origin: 'https://site.example', mobile: true }
const selectedWallet = { wallet, page, preferUniversalLinks: false }
const outcomes = [done(connection), cancelled, failed(error)] as const
/** The wallet does not know a chain. */
const unknownChain = new LatchkeyError('network.switchFailed', { cause: { code: 4902 } })
const mismatch = new LatchkeyError('connect.declined')

export const connectionAttemptMachine: Walk<typeof machines.connectionAttemptMachine> = {
  inputs: [
    { connector },
    { connector: { ...connector, lazy: true } },
    { connector: remote, selectedWallet },
    { connector: inFrame, availableNamespaces: ['eip155', 'solana'] },
  ],
  events: [{ type: 'connectionAttempt.selectWallet', selectedWallet }],
  answers: {
    requestAccounts: [connection],
    readAccounts: [undefined, connection],
    walletConnect: outcomes.map((outcome) => ({ outcome, app: undefined, namespaces: ['eip155', 'solana'] as const })),
  },
  refusals: { requestAccounts: [{ code: -32002 }, { code: 4001 }, error] },
  boundMs: LIMITS.pairingUris * 300_000,
}

export const catalogMachine: Walk<typeof machines.catalogMachine> = {
  inputs: [true, false].flatMap((configured) =>
    [true, false].map((isVisible) => ({ options: walletOptions, chains: [network], configured, isVisible })),
  ),
  events: [
    { type: 'catalog.search', search: 'meta' },
    { type: 'catalog.search', search: 'm' },
    { type: 'catalog.search', search: '' },
    { type: 'catalog.setCertified', certified: true },
    { type: 'catalog.setCertified', certified: false },
    { type: 'view.shown', view: 'AllWallets' },
    { type: 'view.shown', view: 'Connect' },
  ],
  answers: {
    fetchPage: [
      { wallets: [wallet], count: 2 },
      { wallets: [], count: 0 },
    ],
    fetchSearch: [{ wallets: [wallet], count: 1 }],
  },
  lasting: { unconfigured: 'without a project id there is no catalog' },
}

export const connectorsMachine: Walk<typeof machines.connectorsMachine> = {
  inputs: [{ namespaces: ['eip155', 'solana'], networkId: network }],
  events: [
    { type: 'connectors.connect', connectorId: connector.id },
    { type: 'connectors.connect', connectorId: connector.id, requestId: '1' },
    { type: 'connectors.connect', connectorId: remote.id, selectedWallet },
    { type: 'connectors.connect', connectorId: 'multichain:fake wallet' },
    { type: 'connector.announced', connector },
    { type: 'connector.announced', connector: { ...connector, id: 'fake on solana', chain: 'solana' } },
    { type: 'connector.announced', connector: remote },
    { type: 'connector.removed', connectorId: connector.id },
    { type: 'connector.shared', connectorId: connector.id, namespaces: ['solana'] },
    { type: 'modal.opened' },
    { type: 'modal.opened', connectorId: connector.id },
    { type: 'network.changed', networkId: onSolana.networkId, namespaceSwitched: true },
    { type: 'connectors.viewEntered', view: 'ConnectingWalletConnectBasic' },
    { type: 'connectors.viewLeft', view: 'ConnectingExternal' },
  ],
  lasting: {
    unavailable: 'the page cannot be listened to',
  },
}

export const countdownMachine: Walk<typeof machines.countdownMachine> = {
  inputs: [{ until: START + 62_000 }, { until: START + 2_500 }],
}

export const disconnectionMachine: Walk<typeof machines.disconnectionMachine> = {
  inputs: [{ connection }],
  refusals: { disconnectChain: [new Error('No matching key')] },
}

export const namespaceMachine: Walk<typeof machines.namespaceMachine> = {
  inputs: [{ namespace: 'eip155' }],
  events: [
    { type: 'namespace.connect', connector, networkId: network },
    { type: 'namespace.connect', connector, requestId: '1' },
    { type: 'namespace.connect', connector: remote, selectedWallet },
    { type: 'namespace.takeConnection', connection },
    { type: 'namespace.cancel' },
    { type: 'namespace.cancel', requestId: '1' },
    { type: 'namespace.selectAccount', address: OTHER },
    { type: 'wallet.accountsChanged', accounts: [] },
    { type: 'wallet.accountsChanged', accounts: connection.accounts.toReversed() },
    { type: 'wallet.networkChanged', networkId: foreign },
    { type: 'wallet.networkChanged', networkId: network },
    { type: 'wallet.networksApproved', approved: { approvedCaipNetworkIds: [network], supportsAllNetworks: false } },
    { type: 'wallet.disconnected' },
    { type: 'wallet.disconnected', error },
    { type: 'storage.restored', persisted: {} },
    { type: 'storage.restored', persisted: { connections: { eip155: { connectorId: connector.id } } } },
    { type: 'storage.restored', persisted: { connections: { eip155: { connectorId: remote.id } } } },
    { type: 'namespace.sync', connectorId: remote.id },
    { type: 'namespace.found', connection },
    { type: 'namespace.refused', error },
    { type: 'namespace.readAgain' },
    { type: 'namespace.abandon' },
  ],
  answers: {
    connectionAttempt: [...outcomes, done(onSolana), declined(mismatch)],
    disconnection: [done(undefined), failed(error)],
    syncExisting: [connection, undefined],
  },
  boundMs: LIMITS.pairingUris * 300_000,
}

const connectedOn = (networkId: typeof network) => ({ connection: { ...connection, networkId } })

export const networkMachine: Walk<typeof machines.networkMachine> = {
  inputs: [
    {
      networks,
      defaultNetworkId: network,
      networkId: network,
      connections: {},
      connectionStatus: 'disconnected',
      blocksUnsupported: false,
    },
    {
      networks,
      defaultNetworkId: network,
      networkId: network,
      connections: { eip155: connection },
      connectionStatus: 'disconnected',
      blocksUnsupported: true,
    },
  ],
  events: [
    { type: 'network.switch', networkId: network },
    { type: 'network.switch', networkId: other.caipNetworkId, requestId: '1' },
    { type: 'network.switch', networkId: foreign },
    { type: 'network.cancel' },
    { type: 'network.cancel', requestId: '1' },
    { type: 'network.add', network: { ...other, caipNetworkId: foreign } },
    { type: 'storage.restored', persisted: {} },
    { type: 'storage.restored', persisted: { networkId: other.caipNetworkId } },
    { type: 'modal.opened' },
    { type: 'modal.opened', namespace: 'eip155' },
    { type: 'account.connected', ...connectedOn(network), restored: false },
    { type: 'account.connected', ...connectedOn(foreign), restored: true },
    { type: 'account.changed', connection },
    { type: 'account.networkChanged', ...connectedOn(network) },
    { type: 'account.networkChanged', ...connectedOn(other.caipNetworkId) },
    { type: 'account.networkChanged', ...connectedOn(foreign) },
    { type: 'account.disconnected', namespace: 'eip155', connectorId: connection.connector.id },
  ],
  answers: { networkSwitch: [done(other.caipNetworkId), cancelled, failed(error)] },
  tells: ({ networkId, connections, targetNetworkId: wanted, preferredNetworkId: selectedWallet }) => [
    networkId,
    connections.eip155?.networkId,
    wanted,
    selectedWallet,
  ],
}

export const networkSwitchMachine: Walk<typeof machines.networkSwitchMachine> = {
  inputs: [{ connection, network: other }],
  answers: { switchNetwork: [other.caipNetworkId, network], addNetwork: [undefined] },
  refusals: { switchNetwork: [{ code: 4001 }, unknownChain], addNetwork: [{ code: 4001 }, error] },
}

export const walletConnectMachine: Walk<typeof machines.walletConnectMachine> = {
  inputs: [
    { connector: remote },
    { connector: remote, selectedWallet },
    {
      connector: remote,
      selectedWallet: {
        ...selectedWallet,
        wallet: walletOf(2, { desktopLink: 'wallet2://' }),
        page: { ...page, mobile: false },
      },
    },
  ],
  events: [
    { type: 'pairingUri.created', uri: 'wc:1@2', expiresAt: START + 3_600_000 },
    { type: 'proposal.approved', connection, namespaces: ['eip155'] },
    { type: 'proposal.rejected', error: mismatch },
    { type: 'proposal.rejected', error },
    { type: 'walletConnect.selectWallet', selectedWallet },
    { type: 'walletConnect.selectPlatform', platform: 'desktop' },
    { type: 'walletConnect.selectPlatform', platform: 'qrcode' },
  ],
  boundMs: 2 * 3_600_000,
}

export const walletsMachine: Walk<typeof machines.walletsMachine> = {
  inputs: [true, false].map((configured) => ({
    connectors: [],
    recent: [],
    options: walletOptions,
    namespaces: ['eip155'] as const,
    chains: [network],
    configured,
    codeFirst: !configured,
  })),
  events: [
    { type: 'wallets.choose', wallet },
    { type: 'wallets.get', wallet },
    { type: 'page.seen', page },
    { type: 'modal.opened' },
    { type: 'view.shown', view: 'AllWallets' },
    { type: 'storage.restored', persisted: { recentWallets: [wallet] } },
    { type: 'storage.updated', persisted: {} },
    { type: 'wallets.setConnectors', connectors: [connector, remote] },
    { type: 'account.connected', connection, restored: false },
    { type: 'account.connected', connection, restored: true },
    { type: 'activeAccount.changed', activeAccount: undefined, connectionStatus: 'disconnected', connected: false },
    { type: 'activeAccount.changed', activeAccount: undefined, connectionStatus: 'otherNamespace', connected: true },
  ],
  answers: { fetchOffers: [{ recommended: { wallets: [wallet], count: 1 } }] },
  lasting: { unconfigured: 'without a project id nothing is asked', ready: 'the lists are read once' },
}
