/** Service: which view is shown. The views are data; the states tell whether the shown one may be left. */
import { assign, enqueueActions, setup } from 'xstate'
import { PAIRING_CONNECTOR_ID } from '../constants.ts'
import type { Connector } from '../entities/connector.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../entities/namespace.ts'
import { seal, type AnySystem, type TypesOf } from '../kit/contract.ts'
import { announce, loaderOfView, peek, tell } from '../kit/system.ts'
import { namespacesIn, withNamespace, withoutNamespace } from '../rules/connections.ts'
import {
  afterNetwork,
  afterToken,
  attemptView,
  before,
  homeView,
  isAttempt,
  isConnecting,
  isDraft,
  isOffered,
  isReturn,
  isSwitched,
  lockOf,
  popped,
  pushed,
  replaced,
  top,
  viewFor,
  viewsOff,
} from '../rules/views.ts'
import { view, type ViewContract } from './view.contract.ts'
import type { ViewName } from '../entities/view.ts'
import { connectors } from '../connection/connectors.contract.ts'
import { network } from '../connection/network.contract.ts'
import { wallets } from '../connection/wallets.contract.ts'
import { feature } from '../kit/feature.ts'
import { modal } from './modal.contract.ts'

type Context = ViewContract['context']

/** Shows another view, has the feature that it belongs to loaded, and says which one if it really is another. */
const move = <Params extends object | undefined = undefined>(
  change: (context: Context, params: Params) => Pick<Context, 'stack'> & Partial<Context>,
) =>
  // oxlint-disable-next-line no-explicit-any
  enqueueActions<any, any, Params, any, never, never, never, never, any>(({ context, system, enqueue }, params) => {
    const next = change(context as Context, params)
    const view = top(next.stack)
    enqueue.assign(next)
    const loader = loaderOfView(system, view)
    if (loader) enqueue.sendTo(loader, { type: 'feature.load' })
    if (view === top((context as Context).stack)) return
    enqueue(announce({ type: 'view.shown', view }))
    if (isReturn({ ...(context as Context), ...next, direction: next.direction ?? 'forward' }))
      enqueue(announce({ type: 'view.returned' }))
  })

export const viewMachine = setup({
  types: {} as TypesOf<ViewContract>,
  actions: {
    push: move((context, { view }: { view: ViewName }) => ({
      stack: pushed(context.stack, viewFor(view, context)),
      direction: 'forward',
    })),
    replace: move((context, { view }: { view: ViewName }) => ({
      stack: replaced(context.stack, viewFor(view, context)),
    })),
    start: move((context, { view }: { view?: ViewName }) => ({
      stack: [viewFor(view && isOffered(context, view) ? view : undefined, context)],
      direction: 'forward',
    })),
    showConnecting: move((context, attempt: { connector: Connector; directed: boolean }) => ({
      stack: pushed(context.stack, attemptView(attempt, context)),
      direction: 'forward',
    })),
    pop: move((context) => ({ stack: popped(context.stack), direction: 'back' })),
    goHome: move((context) => ({ stack: [homeView(context)], direction: 'back' })),
    followNetwork: move((context, { networkId }: { networkId: NetworkId }) =>
      afterNetwork(context, namespaceOf(networkId)),
    ),
    leaveConnecting: move((context) => ({
      stack: before(context.stack, (view) => isAttempt(view, context), context),
      direction: 'back',
    })),
    leaveApproval: move((context) => ({
      stack: before(context.stack, (view) => view === 'ApproveTransaction', context),
      direction: 'back',
    })),
    leaveTokens: move((context) => ({ stack: afterToken(context.stack), direction: 'back' })),
    leaveDraft: move((context) => ({ stack: before(context.stack, isDraft, context), direction: 'back' })),
    forgetDraft: assign({
      stack: ({ context: { stack } }) =>
        stack.filter((view) => !isDraft(view) || view === top(stack)) as [ViewName, ...ViewName[]],
    }),
    keepDevice: assign({ mobile: (_, { mobile }: { mobile: boolean }) => mobile }),
    settle: assign({ stack: ({ context }) => [homeView(context)] as const }),
    announceShown: enqueueActions(({ context, system, enqueue }) => {
      const view = top(context.stack)
      const loader = loaderOfView(system, view)
      if (loader) enqueue.sendTo(loader, { type: 'feature.load' })
      enqueue(announce({ type: 'view.shown', view }))
    }),
    blockWithUnsupported: move(() => ({ stack: ['UnsupportedChain'], direction: 'forward' })),
    keepActive: assign({
      active: (_, { networkId }: { networkId: NetworkId }) => namespaceOf(networkId),
    }),
    addNamespace: assign({
      connectedIn: ({ context }, { namespace }: { namespace: Namespace }) =>
        withNamespace(context.connectedIn, namespace),
    }),
    dropNamespace: assign({
      connectedIn: ({ context }, { namespace }: { namespace: Namespace }) =>
        withoutNamespace(context.connectedIn, namespace),
    }),
    announceAbandoned: announce({ type: 'connection.abandoned' }),
    announceLocked: announce(({ view }: { view: ViewName }) => ({
      type: 'view.locked',
      by: lockOf(view) ?? 'ApproveTransaction',
    })),
    announceUnlocked: announce({ type: 'view.unlocked' }),
    closeModal: tell(modal)({ type: 'modal.close' }),
    offerCode: tell(connectors)({ type: 'connectors.choose', connectorId: PAIRING_CONNECTOR_ID }),
    openModal: tell(modal)({ type: 'modal.open', view: 'UnsupportedChain' }),
    forceModalClosed: tell(modal)({ type: 'modal.close', forced: true }),
  },
  guards: {
    blocksUnsupported: ({ context }) => context.blocksUnsupported,
    offered: ({ context }, { view }: { view: ViewName }) => isOffered(context, view),
    movesHome: ({ context }, { namespace }: { namespace: Namespace }) =>
      homeView(context) !== homeView({ ...context, connectedIn: withoutNamespace(context.connectedIn, namespace) }),
    connecting: ({ context }) => isConnecting(top(context.stack)),
    /** Home is a list of wallets, or a code, of the API's. */
    provided: ({ context }) => context.manual || context.remoteOnly,
    /** A code is asked for, by its view's name or as there is nothing else to begin with, and nobody else makes one. */
    codeAsked: ({ context }, { view }: { view?: ViewName }) =>
      viewFor(view, context) === 'ConnectingWalletConnectBasic' && !context.manual && context.connectedIn.length === 0,
    /** The offer is the page's: who looks away from it does not call it off. */
    onOffer: ({ context: { manual, stack } }) => manual && stack.length > 1 && top(stack) === 'ConnectingWalletConnect',
    away: ({ context }) => context.stack.length > 1 || top(context.stack) !== homeView(context),
    home: ({ context }) => context.stack.length === 1 && top(context.stack) === homeView(context),
    onAttempt: ({ context }) => isAttempt(top(context.stack), context),
    onDraft: ({ context }) => context.stack.some(isDraft),
    onTokens: ({ context }) => top(context.stack) === 'WalletSendSelectToken',
    onAddresses: ({ context }) => top(context.stack) === 'SwitchAddress',
    deep: ({ context }) => context.stack.length > 1,
    switched: ({ context }, { networkId }: { networkId: NetworkId }) => isSwitched(context, namespaceOf(networkId)),
    approvable: ({ context }, { view }: { view?: ViewName }) =>
      view === 'ApproveTransaction' && context.connectedIn.length > 0,
    onConfirmation: ({ context }) => top(context.stack) === 'WalletSendPreview',
  },
}).createMachine({
  id: 'view',
  description: 'Which view is shown, and whether it may be left.',
  meta: { kind: 'service', spec: ['2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '2.9', '4.7', '4.9', '4.14'] },
  context: ({ input }) => ({
    ...input,
    stack: [homeView(input)],
    direction: 'forward',
  }),
  initial: 'browsing',
  on: {
    'page.known': { actions: { type: 'keepDevice', params: ({ event }) => event } },
    'network.changed': { actions: { type: 'keepActive', params: ({ event }) => event } },
    'account.connected': { actions: { type: 'addNamespace', params: ({ event }) => event.connection } },
    'account.disconnected': [
      {
        guard: { type: 'movesHome', params: ({ event }) => event },
        target: '.browsing',
        actions: [{ type: 'dropNamespace', params: ({ event }) => event }, 'goHome'],
      },
      { actions: { type: 'dropNamespace', params: ({ event }) => event } },
    ],
    'network.unsupported': {
      guard: 'blocksUnsupported',
      target: '.unsupported',
    },
  },
  states: {
    browsing: {
      description: 'The visitor goes from view to view, and back.',
      tags: 'returnable',
      on: {
        'view.push': [
          {
            guard: { type: 'codeAsked', params: ({ event }) => event },
            actions: [{ type: 'push', params: ({ event }) => event }, 'offerCode'],
          },
          {
            guard: { type: 'approvable', params: ({ event }) => event },
            target: 'approving',
            actions: { type: 'push', params: ({ event }) => event },
          },
          {
            guard: { type: 'offered', params: ({ event }) => event },
            actions: { type: 'push', params: ({ event }) => event },
          },
        ],
        'view.replace': [
          {
            guard: { type: 'approvable', params: ({ event }) => event },
            target: 'approving',
            actions: { type: 'replace', params: ({ event }) => event },
          },
          {
            guard: { type: 'offered', params: ({ event }) => event },
            actions: { type: 'replace', params: ({ event }) => event },
          },
        ],
        'view.back': [
          { guard: 'onOffer', actions: 'pop' },
          { guard: 'onAttempt', actions: ['announceAbandoned', 'leaveConnecting'] },
          { guard: 'deep', actions: 'pop' },
          { actions: 'closeModal' },
        ],
        'view.home': { guard: 'away', actions: 'goHome' },
        'page.known': {
          guard: 'home',
          actions: [{ type: 'keepDevice', params: ({ event }) => event }, 'settle'],
        },
        'modal.shown': {
          description: 'What is at home where no wallets of this browser are may need to be loaded.',
          guard: 'provided',
          actions: 'announceShown',
        },
        'modal.opened': [
          {
            guard: { type: 'approvable', params: ({ event }) => event },
            target: 'approving',
            actions: { type: 'start', params: ({ event }) => event },
          },
          {
            guard: { type: 'codeAsked', params: ({ event }) => event },
            actions: [{ type: 'start', params: ({ event }) => event }, 'offerCode'],
          },
          {
            guard: 'provided',
            actions: [{ type: 'start', params: ({ event }) => event }, 'announceShown'],
          },
          { actions: { type: 'start', params: ({ event }) => event } },
        ],
        'modal.closed': { actions: 'goHome' },
        'connection.started': { actions: { type: 'showConnecting', params: ({ event }) => event } },
        'connection.cancelled': { guard: 'connecting', actions: 'leaveConnecting' },
        'account.connected': [
          {
            guard: 'connecting',
            actions: [{ type: 'addNamespace', params: ({ event }) => event.connection }, 'goHome', 'forceModalClosed'],
          },
          { actions: { type: 'addNamespace', params: ({ event }) => event.connection } },
        ],
        'scope.changed': [
          { guard: 'onAddresses', actions: 'pop' },
          { guard: 'onDraft', actions: 'leaveDraft' },
        ],
        'view.dropDraft': { guard: 'onDraft', actions: 'leaveDraft' },
        'network.changed': [
          {
            guard: { type: 'switched', params: ({ event }) => event },
            actions: [{ type: 'followNetwork', params: ({ event }) => event }, 'closeModal'],
          },
          { actions: { type: 'followNetwork', params: ({ event }) => event } },
        ],
        'send.tokenChosen': { guard: 'onTokens', actions: 'leaveTokens' },
        'send.started': {
          guard: 'onConfirmation',
          actions: { type: 'replace', params: () => ({ view: 'WalletSendConfirmed' }) },
        },
      },
    },
    unsupported: {
      description: 'The wallet is on a network that the site does not offer. Switching or disconnecting leads out.',
      tags: 'locked',
      entry: ['blockWithUnsupported', { type: 'announceLocked', params: { view: 'UnsupportedChain' } }, 'openModal'],
      exit: 'announceUnlocked',
      on: {
        'network.changed': {
          target: 'browsing',
          actions: [{ type: 'keepActive', params: ({ event }) => event }, 'goHome'],
        },
        'network.unsupported': {},
      },
    },
    approving: {
      description: 'A request waits for the visitor. The modal does not close, unless forced; an answer leads back.',
      tags: 'locked',
      entry: { type: 'announceLocked', params: { view: 'ApproveTransaction' } },
      exit: 'announceUnlocked',
      on: {
        'view.back': { target: 'browsing', actions: 'leaveApproval' },
        'requests.over': { target: 'browsing', actions: 'leaveApproval' },
        'scope.changed': {
          description: 'What leads back leads to no draft of another account.',
          actions: 'forgetDraft',
        },
        'modal.closed': { target: 'browsing', actions: 'goHome' },
      },
    },
  },
})

/** Who is connected, and where the page is: nobody and nowhere, before anything was heard. */
function shownFor(system: AnySystem) {
  const { connections = {}, networkId } = peek(system, network)?.context ?? {}
  return {
    connectedIn: namespacesIn(connections),
    active: networkId && namespaceOf(networkId),
    mobile: peek(system, wallets)?.context.mobile ?? false,
  }
}

export const viewFeature = feature(view, {
  input: (configuration, system) => ({
    ...shownFor(system),
    manual: configuration.manualWCControl,
    remoteOnly: configuration.remoteOnly,
    blocksUnsupported: configuration.enableNetworkSwitch && configuration.unsupportedChain === 'view',
    off: viewsOff(configuration),
  }),
  logic: seal<ViewContract>()(viewMachine),
})
