/** Service: a stack of views, a direction and a lock. Each feature declares what its views need. */
import { assign, setup } from 'xstate'
import { createAction } from '../core/createAction.ts'
import { network } from '../network/network.contract.ts'
import { wallets } from '../wallets/wallets.contract.ts'
import type { ViewName } from './view.types.ts'
import { systemConfigurationOf } from '../core/implementations.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { eventOf } from '../core/event.ts'
import { feature } from '../core/feature.ts'
import { broadcast, loaderOfView, featureActorOfView, getActorSnapshot, sendToActor } from '../core/messaging.ts'
import {
  afterBack,
  afterLeaving,
  afterNetwork,
  afterActiveAccount,
  belowNetwork,
  belowActiveAccount,
  homeView,
  homesOf,
  isAtHome,
  hasConnected,
  isOffered,
  isCovered,
  isNetworkSwitchDone,
  viewsToLeave,
  popped,
  pushed,
  replaced,
  top,
  topRoute,
  resolveView,
  viewOnConnected,
  withoutHistory,
} from './view.rules.ts'
import { modal } from './modal.contract.ts'
import { view, type ViewContract } from './view.contract.ts'

type Context = ViewContract['context']
type Event = ViewContract['event']

/** The requested view. */
const requestedView = (event: Event): ViewName | undefined =>
  eventOf({ event }, 'view.push', 'view.replace', 'modal.opened').view

/**
 * Action: change the stack. If the view changed or became visible (`isNewlyVisible`), its feature is loaded and `view.shown` is
 * broadcast. After a change of account (`newActiveAccount`), the feature is always loaded: it is a new instance.
 */
const move = (
  change: (context: Context, event: Event) => Partial<Context>,
  { isNewlyVisible = false, newActiveAccount = false }: { isNewlyVisible?: boolean; newActiveAccount?: boolean } = {},
) =>
  createAction<Context>(({ context, event, system, enqueue }) => {
    const next: Context = { ...context, ...change(context, event) }
    const current = top(next.stack)
    const isOther = current !== top(context.stack)
    enqueue.assign(next)
    const loader = isOther || isNewlyVisible || newActiveAccount ? loaderOfView(system, current) : undefined
    if (loader) enqueue.sendTo(loader, { type: 'feature.load' })
    if (isOther || isNewlyVisible) enqueue(broadcast({ type: 'view.shown', view: current }))
    if (isOther && isAtHome(next)) enqueue(sendToActor(modal)({ type: 'modal.returnedHome' }))
  })

/**
 * Action: notify the feature of the shown view that it was opened or that the user went back from it, if its route declares
 * that.
 */
const notifyOwner = (flag: 'entered' | 'left') =>
  createAction<Context>(({ context, system, enqueue }) => {
    const { routes, stack } = context
    const current = top(stack)
    const owner = routes[current]?.[flag] ? featureActorOfView(system, current, flag) : undefined
    if (owner) enqueue.sendTo(owner.ref, owner.event)
  })

/** Goes back to the views that are left. If all are left, nothing changes. */
const backTo = ({ stack }: Context, remaining: Context['stack']): Pick<Context, 'stack'> & Partial<Context> =>
  remaining.join() === stack.join() ? { stack } : { stack: remaining, direction: 'back' }

export const viewMachine = setup({
  types: {} as SetupTypes<ViewContract>,
  actions: {
    push: move((context, event) => ({
      stack: pushed(context.stack, resolveView(requestedView(event), context)),
      direction: 'forward',
    })),
    pushAttempt: move((context, event) => ({
      stack: pushed(context.stack, eventOf({ event }, 'view.showAttempt').view),
      direction: 'forward',
    })),
    replace: move((context, event) => ({ stack: replaced(context.stack, resolveView(requestedView(event), context)) })),
    start: move((context, event) => ({ stack: [resolveView(requestedView(event), context)], direction: 'forward' }), {
      isNewlyVisible: true,
    }),
    show: move(() => ({}), { isNewlyVisible: true }),
    imposeView: move((_, event) => ({ stack: [eventOf({ event }, 'view.impose').view], direction: 'forward' })),
    pop: move((context) => ({ stack: popped(context.stack), direction: 'back' })),
    goBack: move((context) => ({ stack: afterBack(context), direction: 'back' })),
    goHome: move((context) => ({ stack: [homeView(context)], direction: 'back' })),
    leaveShown: move((context) => backTo(context, afterLeaving(context, [top(context.stack)]))),
    leave: move((context, event) => {
      const { views, otherwise } = eventOf({ event }, 'view.leave')
      return backTo(context, afterLeaving(context, views, otherwise))
    }),
    removeViews: assign({
      stack: ({ context, event }) => {
        const { views } = eventOf({ event }, 'view.leave')
        return withoutHistory(context.stack, (view) => views.includes(view))
      },
    }),
    followActiveAccount: move(
      (context, event) => {
        const { connectionStatus, connected } = eventOf({ event }, 'activeAccount.changed')
        return { ...backTo(context, afterActiveAccount(context, connectionStatus, connected)), connectionStatus }
      },
      { newActiveAccount: true },
    ),
    followConnected: move(
      (context, event) => ({
        stack: [viewOnConnected(context) ?? homeView(context)],
        direction: 'forward',
        connectionStatus: eventOf({ event }, 'activeAccount.changed').connectionStatus,
      }),
      { newActiveAccount: true },
    ),
    followActiveAccountBelow: assign(({ context, event }) => {
      const { connectionStatus } = eventOf({ event }, 'activeAccount.changed')
      return { connectionStatus, stack: belowActiveAccount(context, connectionStatus) }
    }),
    followNetworkBelow: assign({ stack: ({ context }) => belowNetwork(context) }),
    followNetwork: move((context) => backTo(context, afterNetwork(context))),
    /** The view is not visible yet, so nothing is loaded for it. */
    setHome: assign(({ context, event }) => {
      const homes = { ...context.homes, disconnected: eventOf({ event }, 'view.setHome').view }
      const isHome = context.stack.length === 1 && top(context.stack) === homeView(context)
      return { homes, stack: isHome ? ([homeView({ ...context, homes })] as const) : context.stack }
    }),
    notifyEntered: notifyOwner('entered'),
    notifyLeft: notifyOwner('left'),
    closeModal: sendToActor(modal)({ type: 'modal.close' }),
    forceModalClosed: sendToActor(modal)({ type: 'modal.close', forced: true }),
    openModal: sendToActor(modal)((_: undefined, { stack }: Context) => ({ type: 'modal.open', view: top(stack) })),
    lockModal: sendToActor(modal)((_: undefined, { stack }: Context) => ({ type: 'modal.lock', by: top(stack) })),
    unlockModal: sendToActor(modal)({ type: 'modal.unlock' }),
    /** If this service restarted after a crash, the modal may still be locked. */
    unlockModalAfterCrash: sendToActor(modal)((_: undefined, __: Context, { system }) =>
      getActorSnapshot(system, modal)?.context.lockedBy === undefined ? undefined : { type: 'modal.unlock' },
    ),
  },
  guards: {
    /** The shown view keeps the modal open. */
    isLocking: ({ context }) => topRoute(context).locks === true,
    /** The shown view does not keep the modal open. */
    isUnlocked: ({ context }) => !topRoute(context).locks,
    /** The user may leave the shown view: it was not imposed by a feature. */
    canBeLeft: ({ context }) => !topRoute(context).imposed,
    /** The app offers the requested view. Views of features that are switched off are not offered. */
    isOffered: ({ context, event }) => isOffered(context, eventOf({ event }, 'view.push').view),
    /** The app offers the requested view, and the shown view is the one to replace, if the event names one. */
    canBeReplaced: ({ context, event }) => {
      const { view, only } = eventOf({ event }, 'view.replace')
      return isOffered(context, view) && (only === undefined || only === top(context.stack))
    },
    /** The shown view is the one to replace, and the app offers another view for it. */
    isReplacingShown: ({ context, event }) => {
      const { view, only } = eventOf({ event }, 'view.replace')
      return isOffered(context, view) && view !== only && only === top(context.stack)
    },
    /** The shown view is the one to replace, but no other view can be shown for it, so it is left. */
    isOnlyShown: ({ context, event }) => eventOf({ event }, 'view.replace').only === top(context.stack),
    /** The current view already shows the attempt. */
    isCovered: ({ context, event }) => {
      const { view, directed } = eventOf({ event }, 'view.showAttempt')
      return !directed && isCovered(context, view)
    },
    /** The imposed view is already shown. */
    isImposed: ({ context, event }) => top(context.stack) === eventOf({ event }, 'view.impose').view,
    /** Some of these views are in the history, and the modal was open only for them, so it closes. */
    isClosing: ({ context, event }) => {
      const { closes, views } = eventOf({ event }, 'view.leave')
      return closes === true && viewsToLeave(context, views).length > 0
    },
    /** The view can be left and a wallet is still connected. */
    isWaiting: ({ context, event }) =>
      !topRoute(context).imposed && eventOf({ event }, 'activeAccount.changed').connectionStatus !== 'disconnected',
    /** The shown view is among those to leave. */
    isLeft: ({ context, event }) => eventOf({ event }, 'view.leave').views.includes(top(context.stack)),
    /** The shown view is one of these views, and the modal was open only for them, so it closes. */
    isClosingShown: ({ context, event }) => {
      const { closes, views } = eventOf({ event }, 'view.leave')
      return closes === true && views.includes(top(context.stack))
    },
    /** The feature of the shown view is notified when the user goes back, so that it cancels its work. */
    hasLeftEvent: ({ context }) => topRoute(context).left === true,
    /** The user may leave the shown view, and its feature is notified, so that it cancels its work. */
    isCancellable: ({ context }) => topRoute(context).left === true && !topRoute(context).imposed,
    /** The history has a view to go back to. From the first view, going back closes the modal. */
    hasPrevious: ({ context }) => context.stack.length > 1,
    /** The user is not on the home view, or the history has other views. */
    isAwayFromHome: ({ context }) => context.stack.length > 1 || top(context.stack) !== homeView(context),
    /** The user connected a wallet while a view about connecting was shown, so the modal closes. */
    hasConnected: ({ context, event }) => {
      const { connectionStatus, connected } = eventOf({ event }, 'activeAccount.changed')
      return hasConnected(context, connectionStatus, connected)
    },
    /** The user connected a wallet, and a feature offers a view for what follows, such as the sign-in. */
    hasNextView: ({ context, event }) => {
      const { connectionStatus, connected } = eventOf({ event }, 'activeAccount.changed')
      return viewOnConnected(context) !== undefined && hasConnected(context, connectionStatus, connected)
    },
    /** The modal was opened only to switch the network, so it closes. */
    isSwitched: ({ context }) => isNetworkSwitchDone(context),
  },
}).createMachine({
  id: 'view',
  description: 'Which view is shown, and whether it may be left.',
  meta: { kind: 'service', spec: ['2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '2.9', '4.7', '4.9', '4.14'] },
  context: ({ input }) => ({ ...input, stack: [homeView(input)], direction: 'forward' }),
  initial: 'unlocked',
  entry: 'unlockModalAfterCrash',
  on: {
    'view.setHome': { actions: 'setHome' },
    'view.show': { actions: 'show' },
    'view.impose': [{ guard: 'isImposed' }, { target: '.unlocked', actions: ['imposeView', 'openModal'] }],
    'activeAccount.changed': [
      {
        description: 'The user connected a wallet, and continues to the next view.',
        guard: 'hasNextView',
        actions: 'followConnected',
      },
      {
        description: 'The user connected a wallet. The modal was open for that, so it closes.',
        guard: 'hasConnected',
        actions: ['followActiveAccount', 'forceModalClosed'],
      },
      { actions: 'followActiveAccount' },
    ],
    'network.changed': [
      {
        description: 'The modal was open only to switch the network, so it closes.',
        guard: 'isSwitched',
        actions: ['followNetwork', 'closeModal'],
      },
      { actions: 'followNetwork' },
    ],
  },
  states: {
    unlocked: {
      description: 'The user goes from view to view, and back.',
      tags: 'returnable',
      always: { guard: 'isLocking', target: 'locked' },
      on: {
        'view.push': { guard: 'isOffered', actions: ['push', 'notifyEntered'] },
        'view.showAttempt': [{ guard: 'isCovered' }, { actions: 'pushAttempt' }],
        'view.replace': { guard: 'canBeReplaced', actions: 'replace' },
        'view.back': [
          { guard: 'hasLeftEvent', actions: ['notifyLeft', 'goBack'] },
          { guard: 'hasPrevious', actions: 'pop' },
          { actions: 'closeModal' },
        ],
        'view.home': { guard: 'isAwayFromHome', actions: 'goHome' },
        'view.leave': [{ guard: 'isClosing', actions: ['leave', 'forceModalClosed'] }, { actions: 'leave' }],
        'modal.opened': { actions: ['start', 'notifyEntered'] },
        'modal.closed': { actions: 'goHome' },
      },
    },
    locked: {
      description: 'The modal cannot be closed, unless forced. An imposed view can only be left by its feature.',
      tags: 'locked',
      entry: 'lockModal',
      exit: 'unlockModal',
      always: { guard: 'isUnlocked', target: 'unlocked' },
      on: {
        'view.back': [
          { guard: 'isCancellable', actions: ['notifyLeft', 'leaveShown'] },
          { guard: 'canBeLeft', actions: 'leaveShown' },
        ],
        'view.cancel': { guard: 'isCancellable', actions: ['notifyLeft', 'leaveShown'] },
        'view.replace': [
          { guard: 'isReplacingShown', actions: 'replace' },
          {
            description: 'The app does not offer the replacement, so the view is left.',
            guard: 'isOnlyShown',
            actions: 'leaveShown',
          },
        ],
        'view.leave': [
          { guard: 'isClosingShown', actions: ['leave', 'forceModalClosed'] },
          { guard: 'isLeft', actions: 'leave' },
          {
            description: 'Removes these views from the history, so that the user does not go back to them.',
            actions: 'removeViews',
          },
        ],
        'modal.closed': [
          { guard: 'isCancellable', actions: ['notifyLeft', 'goHome'] },
          { guard: 'canBeLeft', actions: 'goHome' },
        ],
        'activeAccount.changed': {
          description:
            'A wallet request still waits for the user. Drafts of the previous account are removed from the history.',
          guard: 'isWaiting',
          actions: 'followActiveAccountBelow',
        },
        'network.changed': { guard: 'canBeLeft', actions: 'followNetworkBelow' },
      },
    },
  },
})

export const viewFeature = feature(view, {
  input: (_, system) => {
    const routes = Object.assign({}, ...systemConfigurationOf(system).features.map((entry) => entry.routes))
    const home = getActorSnapshot(system, wallets)?.context.home
    return {
      routes,
      homes: { ...homesOf(routes), ...(home && { disconnected: home }) },
      connectionStatus: getActorSnapshot(system, network)?.context.connectionStatus ?? 'disconnected',
    }
  },
  logic: withContract<ViewContract>()(viewMachine),
})
