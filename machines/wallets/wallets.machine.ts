/** Service: the wallets that the user may choose from, installed or not, and the choice. */
import { assign, enqueueActions, setup } from 'xstate'
import { hasEmbedded } from '../embedded/frame.feature.ts'
import type { Connection, ConnectionStatus } from '../shared/account.types.ts'
import type { Connector } from '../shared/connector.types.ts'
import type { PersistedState } from '../storage/persisted.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import type { Wallet } from '../shared/wallet.types.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, callbackActor, configurableDelay } from '../core/actors.ts'
import { getActorSnapshot, sendToActor } from '../core/messaging.ts'
import { storage } from '../storage/storage.contract.ts'
import { trackEvent } from '../analytics/trackEvent.ts'
import { selectWallet, opensPage, type SelectedWallet, type PageInfo } from '../connection/deepLinks.rules.ts'
import { platformsOf } from '../connection/platforms.rules.ts'
import {
  startsWithQrCode,
  connectorOf,
  excludedWallets,
  installedConnector,
  isExcluded,
  isPairable,
  pairingConnector,
  openingQueries,
  usedWallet,
  withRecent,
} from './wallets.rules.ts'
import { view } from '../shell/view.contract.ts'
import type { ViewName } from '../shell/view.types.ts'
import { wallets, type OpeningQueries, type OpeningLists, type WalletsContract } from './wallets.contract.ts'
import { feature } from '../core/feature.ts'
import { connectors } from '../connection/connectors.contract.ts'
import { network } from '../network/network.contract.ts'

type Context = WalletsContract['context']
type Choice = { wallet: Wallet }

const LISTS: readonly ViewName[] = ['Connect', 'AllWallets', 'ConnectingWalletConnectBasic']

export const walletsMachine = setup({
  types: {} as SetupTypes<WalletsContract>,
  actors: {
    /** Fetches the featured, recommended and excluded wallets of the catalog. */
    fetchOffers: promiseActor<OpeningLists, OpeningQueries>('wallets.fetchOffers'),
    /** Reads the URL of the page and the kind of device. */
    watchPage: callbackActor<{ type: 'page.seen'; page: PageInfo }>('wallets.watchPage'),
  },
  actions: {
    setOffers: assign((_, { output }: { output: OpeningLists }) => ({
      featured: output.featured?.wallets ?? [],
      recommended: output.recommended.wallets,
      excluded: output.excluded?.wallets ?? [],
      count: output.recommended.count,
      error: undefined,
    })),
    setError: assign({
      error: (_, { error }: { error: unknown }) => new LatchkeyError('wallets.failed', { cause: error }),
    }),
    setPage: assign((_, { page }: { page: PageInfo }) => ({ page, mobile: page.mobile })),
    setConnectors: assign({ connectors: (_, { connectors }: { connectors: readonly Connector[] }) => connectors }),
    setPersisted: assign({
      recent: (_, { persisted }: { persisted: PersistedState }) => persisted.recentWallets ?? [],
    }),
    setUsed: assign({
      recent: ({ context }, { connector }: Connection) => {
        const wallet = usedWallet(context, connector)
        return wallet ? withRecent(context.recent, wallet) : context.recent
      },
    }),
    setShown: assign({ isListVisible: true }),
    clearSelectedWallet: assign({ selectedWallet: undefined }),
    setSelectedWallet: assign({ selectedWallet: (_, { wallet }: Choice) => wallet }),
    storeUsedWallet: sendToActor(storage)((_: undefined, { recent }: Context) => ({
      type: 'storage.setWallets',
      recent,
    })),
    trackChosen: trackEvent(({ wallet }: Choice, { connectors, mobile }: Context) => ({
      type: 'wallets.chosen',
      wallet,
      platform: platformsOf(wallet, { mobile, installed: connectorOf(wallet, connectors) !== undefined })[0],
    })),
    setHome: assign({
      home: (_, { page }: { page: PageInfo }) => (page.mobile ? 'AllWallets' : 'ConnectingWalletConnectBasic'),
    }),
    sendHome: sendToActor(view)((_: undefined, { home }: Context) => home && { type: 'view.setHome', view: home }),
    /** A user who is already connected chooses no wallet. */
    loadIfNotConnected: enqueueActions(({ system, enqueue }) => {
      if ((getActorSnapshot(system, network)?.context.connectionStatus ?? 'disconnected') === 'disconnected')
        enqueue.raise({ type: 'wallets.load' })
    }),
    connect: sendToActor(connectors)(
      ({ connector, selectedWallet }: { connector: Connector | undefined; selectedWallet?: SelectedWallet }) => ({
        type: 'connectors.connect',
        connectorId: connector?.id ?? '',
        ...(selectedWallet && { selectedWallet }),
      }),
    ),
    showDownloads: sendToActor(view)({ type: 'view.push', view: 'Downloads' }),
  },
  guards: {
    /** The app has a project id, without which there is no wallet catalog. */
    isConfigured: ({ context }) => context.configured,
    /** The app offers no wallets of this browser, so the first view depends on the kind of device. */
    isCodeFirst: ({ context }) => context.codeFirst,
    /** The last wallet disconnected and the user sees the lists again, so they are fetched. */
    isShownToUser: ({ context }, { connectionStatus }: { connectionStatus: ConnectionStatus }) =>
      context.isListVisible && connectionStatus === 'disconnected',
    /** A wallet is connected, so the lists are not needed and the fetch ends. */
    isConnected: (_, { connectionStatus }: { connectionStatus: ConnectionStatus }) =>
      connectionStatus !== 'disconnected',
    /** The user connected the wallet now. One that was restored is among the recent wallets already. */
    isNew: (_, { restored }: { restored: boolean }) => !restored,
    /** The wallet is installed in this browser, so it is connected directly. */
    isInstalled: ({ context }, { wallet }: Choice) => connectorOf(wallet, context.connectors) !== undefined,
    /** The wallet is on another device or in another app or tab, and a QR code or a link can reach it. */
    canBePaired: ({ context }, { wallet }: Choice) =>
      pairingConnector(context.connectors) !== undefined && isPairable(wallet) && !opensPage(wallet, context),
    /** The user sees a list of wallets again, so the previous selection is cleared. */
    isListView: (_, { view }: { view: ViewName }) => LISTS.includes(view),
    /** The app excludes this wallet, so selecting it has no effect. */
    isExcluded: ({ context }, { wallet }: Choice) =>
      isExcluded(wallet, excludedWallets(context.options, context.excluded)),
  },
  delays: {
    /** How long the lists may take to load. */
    api: configurableDelay('apiMs'),
  },
}).createMachine({
  id: 'wallets',
  description: 'The wallets that the user may choose from, installed here or not, and the choice among them.',
  meta: { kind: 'service', spec: ['1.16', '2.2', '3.45', '4.6', '6.3', '9.40'] },
  context: ({ input }) => ({
    ...input,
    featured: [],
    recommended: [],
    excluded: [],
    count: 0,
    mobile: false,
    page: undefined,
    home: undefined,
    selectedWallet: undefined,
    isListVisible: false,
    error: undefined,
  }),
  initial: 'deciding',
  invoke: {
    id: 'watchPage',
    src: 'watchPage',
    onError: { actions: { type: 'setError', params: ({ event }) => event } },
  },
  on: {
    'modal.shown': { actions: 'setShown' },
    'view.shown': { guard: { type: 'isListView', params: ({ event }) => event }, actions: 'clearSelectedWallet' },
    'page.seen': [
      {
        guard: 'isCodeFirst',
        actions: [
          { type: 'setPage', params: ({ event }) => event },
          { type: 'setHome', params: ({ event }) => event },
          'sendHome',
        ],
      },
      { actions: { type: 'setPage', params: ({ event }) => event } },
    ],
    'storage.restored': { actions: { type: 'setPersisted', params: ({ event }) => event } },
    'storage.updated': { actions: { type: 'setPersisted', params: ({ event }) => event } },
    'wallets.setConnectors': { actions: { type: 'setConnectors', params: ({ event }) => event } },
    'account.connected': {
      guard: { type: 'isNew', params: ({ event }) => event },
      actions: [{ type: 'setUsed', params: ({ event }) => event.connection }, 'storeUsedWallet'],
    },
    'wallets.choose': [
      { guard: { type: 'isExcluded', params: ({ event }) => event } },
      {
        guard: { type: 'isInstalled', params: ({ event }) => event },
        actions: [
          { type: 'trackChosen', params: ({ event }) => event },
          {
            type: 'connect',
            params: ({ context, event }) => ({ connector: installedConnector(event.wallet, context.connectors) }),
          },
        ],
      },
      {
        guard: { type: 'canBePaired', params: ({ event }) => event },
        actions: [
          { type: 'setSelectedWallet', params: ({ event }) => event },
          { type: 'trackChosen', params: ({ event }) => event },
          {
            type: 'connect',
            params: ({ context, event }) => ({
              connector: pairingConnector(context.connectors),
              selectedWallet: selectWallet(event.wallet, context),
            }),
          },
        ],
      },
      {
        actions: [
          { type: 'setSelectedWallet', params: ({ event }) => event },
          { type: 'trackChosen', params: ({ event }) => event },
          'showDownloads',
        ],
      },
    ],
    'wallets.get': [
      { guard: { type: 'isExcluded', params: ({ event }) => event } },
      { actions: [{ type: 'setSelectedWallet', params: ({ event }) => event }, 'showDownloads'] },
    ],
  },
  states: {
    deciding: {
      description: 'Checks whether there is a catalog.',
      always: [{ guard: 'isConfigured', target: 'idle' }, { target: 'unconfigured' }],
    },
    unconfigured: {
      description: 'There is no project id: only installed wallets and those that the app adds are offered.',
    },
    idle: {
      description: 'Waits until the user opens the modal. Nothing is requested while a wallet is connected.',
      on: {
        'modal.opened': { actions: 'loadIfNotConnected' },
        'modal.shown': { actions: ['setShown', 'loadIfNotConnected'] },
        'activeAccount.changed': { guard: { type: 'isShownToUser', params: ({ event }) => event }, target: 'loading' },
        'wallets.load': 'loading',
        'wallets.viewEntered': { description: 'A user who looks for a wallet to get sees some.', target: 'loading' },
      },
    },
    loading: {
      description: 'The lists are being fetched.',
      tags: 'busy',
      invoke: {
        id: 'fetchOffers',
        src: 'fetchOffers',
        input: ({ context }) => openingQueries(context.options, context.chains),
        onDone: { target: 'ready', actions: { type: 'setOffers', params: ({ event }) => event } },
        onError: { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
      },
      on: {
        'activeAccount.changed': { guard: { type: 'isConnected', params: ({ event }) => event }, target: 'idle' },
      },
      after: {
        api: {
          target: 'failed',
          actions: { type: 'setError', params: () => ({ error: new LatchkeyError('api.expired') }) },
        },
      },
    },
    ready: { description: 'The lists were fetched.' },
    failed: {
      description:
        'The lists could not be fetched. Installed wallets can still be chosen. A retry, or opening the modal, fetches again.',
      on: {
        'wallets.load': 'loading',
        'wallets.viewEntered': 'loading',
        'modal.opened': { actions: 'loadIfNotConnected' },
      },
    },
  },
})

export const walletsFeature = feature(wallets, {
  views: {
    Connect: (site) =>
      startsWithQrCode(site)
        ? { for: 'disconnected', instead: 'disconnected' }
        : { for: 'disconnected', home: 'disconnected' },
    Create: (site) => (hasEmbedded(site) ? { for: 'disconnected' } : undefined),
    Downloads: {},
    GetWallet: { entered: true },
    WhatIsAWallet: {},
  },
  input: (site, system) => ({
    options: site.wallets,
    namespaces: site.namespaces,
    chains: site.networks.map(({ caipNetworkId }) => caipNetworkId),
    configured: site.projectId !== undefined,
    codeFirst: startsWithQrCode(site),
    connectors: getActorSnapshot(system, connectors)?.context.connectors ?? [],
    recent: getActorSnapshot(system, storage)?.context.persisted.recentWallets ?? [],
  }),
  logic: withContract<WalletsContract>()(walletsMachine),
})
