/** Service: the wallets that the visitor may choose from, installed or not, and the choice. */
import { assign, setup } from 'xstate'
import type { Connection } from '../entities/account.ts'
import type { Connector } from '../entities/connector.ts'
import type { Namespace } from '../entities/namespace.ts'
import type { Remembered } from '../entities/remembered.ts'
import { LatchkeyError } from '../errors/error.ts'
import type { Wallet } from '../entities/wallet.ts'
import type { Fact } from '../facts.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { effect, listener, timeout } from '../kit/effects.ts'
import { announce, peek, tell } from '../kit/system.ts'
import { memory } from '../root/memory.contract.ts'
import { track } from '../root/track.ts'
import { namespacesIn, withNamespace, withoutNamespace } from '../rules/connections.ts'
import { chosenFor, opensPage, type Chosen, type Page } from '../rules/deepLinks.ts'
import { platformsOf } from '../rules/platforms.ts'
import {
  connectorOf,
  excludedOf,
  installedAs,
  isExcluded,
  isPairable,
  pairingConnector,
  offerQueries,
  usedWallet,
  withRecent,
} from '../rules/wallets.ts'
import { view } from '../shell/view.contract.ts'
import type { ViewName } from '../entities/view.ts'
import { isList } from '../rules/views.ts'
import { wallets, type OfferQueries, type Offers, type WalletsContract } from './wallets.contract.ts'
import { feature } from '../kit/feature.ts'
import { connectors } from './connectors.contract.ts'
import { network } from './network.contract.ts'

type Context = WalletsContract['context']
type Choice = { wallet: Wallet }

export const walletsMachine = setup({
  types: {} as TypesOf<WalletsContract>,
  actors: {
    fetchOffers: effect<Offers, OfferQueries>('wallets.fetchOffers'),
    watchPage: listener<{ type: 'page.seen'; page: Page }>('wallets.watchPage'),
  },
  actions: {
    keepOffers: assign((_, { output }: { output: Offers }) => ({
      featured: output.featured?.wallets ?? [],
      recommended: output.recommended.wallets,
      excluded: output.excluded?.wallets ?? [],
      count: output.recommended.count,
      error: undefined,
    })),
    keepError: assign({
      error: (_, { error }: { error: unknown }) => new LatchkeyError('wallets.failed', { cause: error }),
    }),
    keepPage: assign((_, { page }: { page: Page }) => ({ page, mobile: page.mobile })),
    keepConnectors: assign({ connectors: (_, { connectors }: { connectors: readonly Connector[] }) => connectors }),
    keepRemembered: assign({
      recent: (_, { remembered }: { remembered: Remembered }) => remembered.recentWallets ?? [],
    }),
    keepUsed: assign({
      recent: ({ context }, { connector }: Connection) => {
        const wallet = usedWallet(context, connector)
        return wallet ? withRecent(context.recent, wallet) : context.recent
      },
    }),
    addNamespace: assign({
      connectedIn: ({ context }, { namespace }: Connection) => withNamespace(context.connectedIn, namespace),
    }),
    dropNamespace: assign({
      connectedIn: ({ context }, { namespace }: { namespace: Namespace }) =>
        withoutNamespace(context.connectedIn, namespace),
    }),
    keepShown: assign({ shown: true }),
    forgetChosen: assign({ chosen: undefined }),
    keepChosen: assign({ chosen: (_, { wallet }: Choice) => wallet }),
    announceUsed: announce((_: undefined, { recent }: Context): Fact => ({ type: 'wallets.used', recent })),
    trackChosen: track(({ wallet }: Choice, { connectors, mobile }: Context) => ({
      type: 'wallets.chosen',
      wallet,
      platform: platformsOf(wallet, { mobile, installed: connectorOf(wallet, connectors) !== undefined })[0],
    })),
    announcePage: announce(({ page }: { page: Page }): Fact => ({ type: 'page.known', mobile: page.mobile })),
    connect: tell(connectors)(({ connector, chosen }: { connector: Connector | undefined; chosen?: Chosen }) => ({
      type: 'connectors.choose',
      connectorId: connector?.id ?? '',
      ...(chosen && { chosen }),
    })),
    showDownloads: tell(view)({ type: 'view.push', view: 'Downloads' }),
  },
  guards: {
    configured: ({ context }) => context.configured,
    disconnected: ({ context }) => context.connectedIn.length === 0,
    /** The last one leaves, and the visitor looks at the lists again. */
    leftToLists: ({ context }, { namespace }: { namespace: Namespace }) =>
      context.shown && context.connectedIn.every((known) => known === namespace),
    anew: (_, { restored }: { restored: boolean }) => !restored,
    installed: ({ context }, { wallet }: Choice) => connectorOf(wallet, context.connectors) !== undefined,
    /** It is on another device, or in another tab, and can be reached by a code or a link. */
    pairable: ({ context }, { wallet }: Choice) =>
      pairingConnector(context.connectors) !== undefined && isPairable(wallet) && !opensPage(wallet, context),
    atList: (_, { view }: { view: ViewName }) => isList(view),
    excluded: ({ context }, { wallet }: Choice) => isExcluded(wallet, excludedOf(context.options, context.excluded)),
  },
  delays: { api: timeout('apiMs') },
}).createMachine({
  id: 'wallets',
  description: 'The wallets that the visitor may choose from, installed here or not, and the choice among them.',
  meta: { kind: 'service', spec: ['1.16', '2.2', '3.45', '4.6', '6.3', '9.40'] },
  context: ({ input }) => ({
    ...input,
    featured: [],
    recommended: [],
    excluded: [],
    count: 0,
    mobile: false,
    page: undefined,
    chosen: undefined,
    shown: false,
    error: undefined,
  }),
  initial: 'deciding',
  invoke: {
    id: 'watchPage',
    src: 'watchPage',
    onError: { actions: { type: 'keepError', params: ({ event }) => event } },
  },
  on: {
    'modal.shown': { actions: 'keepShown' },
    'view.shown': { guard: { type: 'atList', params: ({ event }) => event }, actions: 'forgetChosen' },
    'page.seen': {
      actions: [
        { type: 'keepPage', params: ({ event }) => event },
        { type: 'announcePage', params: ({ event }) => event },
      ],
    },
    'memory.restored': { actions: { type: 'keepRemembered', params: ({ event }) => event } },
    'memory.changed': { actions: { type: 'keepRemembered', params: ({ event }) => event } },
    'connectors.changed': { actions: { type: 'keepConnectors', params: ({ event }) => event } },
    'account.connected': [
      {
        guard: { type: 'anew', params: ({ event }) => event },
        actions: [
          { type: 'addNamespace', params: ({ event }) => event.connection },
          { type: 'keepUsed', params: ({ event }) => event.connection },
          'announceUsed',
        ],
      },
      { actions: { type: 'addNamespace', params: ({ event }) => event.connection } },
    ],
    'account.disconnected': { actions: { type: 'dropNamespace', params: ({ event }) => event } },
    'wallets.choose': [
      { guard: { type: 'excluded', params: ({ event }) => event } },
      {
        guard: { type: 'installed', params: ({ event }) => event },
        actions: [
          { type: 'trackChosen', params: ({ event }) => event },
          {
            type: 'connect',
            params: ({ context, event }) => ({ connector: installedAs(event.wallet, context.connectors) }),
          },
        ],
      },
      {
        guard: { type: 'pairable', params: ({ event }) => event },
        actions: [
          { type: 'keepChosen', params: ({ event }) => event },
          { type: 'trackChosen', params: ({ event }) => event },
          {
            type: 'connect',
            params: ({ context, event }) => ({
              connector: pairingConnector(context.connectors),
              chosen: chosenFor(event.wallet, context),
            }),
          },
        ],
      },
      {
        actions: [
          { type: 'keepChosen', params: ({ event }) => event },
          { type: 'trackChosen', params: ({ event }) => event },
          'showDownloads',
        ],
      },
    ],
    'wallets.get': [
      { guard: { type: 'excluded', params: ({ event }) => event } },
      { actions: [{ type: 'keepChosen', params: ({ event }) => event }, 'showDownloads'] },
    ],
  },
  states: {
    deciding: {
      description: 'Passing through: is there a catalogue to ask?',
      always: [{ guard: 'configured', target: 'idle' }, { target: 'local' }],
    },
    local: { description: 'Without a project id: only what is installed here and what the site adds.' },
    idle: {
      description: 'Nothing is asked before the visitor sees the modal, and nothing while somebody is connected.',
      on: {
        'modal.opened': { guard: 'disconnected', target: 'loading' },
        'modal.shown': [{ guard: 'disconnected', target: 'loading', actions: 'keepShown' }, { actions: 'keepShown' }],
        'account.disconnected': {
          guard: { type: 'leftToLists', params: ({ event }) => event },
          target: 'loading',
          actions: { type: 'dropNamespace', params: ({ event }) => event },
        },
        'wallets.load': 'loading',
      },
    },
    loading: {
      description: 'The lists are being read.',
      tags: 'busy',
      invoke: {
        id: 'fetchOffers',
        src: 'fetchOffers',
        input: ({ context }) => offerQueries(context.options, context.chains),
        onDone: { target: 'ready', actions: { type: 'keepOffers', params: ({ event }) => event } },
        onError: { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
      },
      on: {
        'account.connected': [
          {
            guard: { type: 'anew', params: ({ event }) => event },
            target: 'idle',
            actions: [
              { type: 'addNamespace', params: ({ event }) => event.connection },
              { type: 'keepUsed', params: ({ event }) => event.connection },
              'announceUsed',
            ],
          },
          { target: 'idle', actions: { type: 'addNamespace', params: ({ event }) => event.connection } },
        ],
      },
      after: {
        api: {
          target: 'failed',
          actions: { type: 'keepError', params: () => ({ error: new LatchkeyError('api.expired') }) },
        },
      },
    },
    ready: { description: 'The lists are there.' },
    failed: {
      description: 'What is installed can be chosen all the same; opening the modal, or a retry, asks again.',
      on: { 'wallets.load': 'loading', 'modal.opened': { guard: 'disconnected', target: 'loading' } },
    },
  },
})

export const walletsFeature = feature(wallets, {
  input: ({ wallets: options, namespaces, networks, projectId }, system) => ({
    options,
    namespaces,
    chains: networks.map(({ caipNetworkId }) => caipNetworkId),
    configured: projectId !== undefined,
    connectors: peek(system, connectors)?.context.connectors ?? [],
    connectedIn: namespacesIn(peek(system, network)?.context.connections ?? {}),
    recent: peek(system, memory)?.context.remembered.recentWallets ?? [],
  }),
  logic: seal<WalletsContract>()(walletsMachine),
})
