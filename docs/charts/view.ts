/**
 * Which view is shown, and whether it may be left.
 *
 * The chart of `view` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isLocking: false as boolean,
  isUnlocked: true as boolean,
  canBeLeft: true as boolean,
  isOffered: true as boolean,
  canBeReplaced: true as boolean,
  isReplacingShown: true as boolean,
  isOnlyShown: true as boolean,
  isStoodFor: true as boolean,
  isImposed: true as boolean,
  isClosing: true as boolean,
  isWaiting: true as boolean,
  isLeft: true as boolean,
  isClosingShown: true as boolean,
  hasLeftEvent: true as boolean,
  isCancellable: true as boolean,
  hasPrevious: true as boolean,
  isAwayFromHome: true as boolean,
  hasConnected: true as boolean,
  isLedOn: true as boolean,
  isSwitched: true as boolean,
}

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actions: {
    push: says('push'),
    pushAttempt: says('pushAttempt'),
    replace: says('replace'),
    start: says('start'),
    show: says('show'),
    imposeView: says('imposeView'),
    pop: says('pop'),
    goBack: says('goBack'),
    goHome: says('goHome'),
    leaveShown: says('leaveShown'),
    leave: says('leave'),
    removeViews: says('removeViews'),
    followActiveAccount: says('followActiveAccount'),
    followConnected: says('followConnected'),
    followActiveAccountBelow: says('followActiveAccountBelow'),
    followNetworkBelow: says('followNetworkBelow'),
    followNetwork: says('followNetwork'),
    setHome: says('setHome'),
    notifyEntered: says('notifyEntered'),
    notifyLeft: says('notifyLeft'),
    closeModal: says('closeModal'),
    forceModalClosed: says('forceModalClosed'),
    openModal: says('openModal'),
    lockModal: says('lockModal'),
    unlockModal: says('unlockModal'),
    unlockModalAfterCrash: says('unlockModalAfterCrash'),
  },
  guards: {
    isLocking: () => yes['isLocking'],
    isUnlocked: () => yes['isUnlocked'],
    canBeLeft: () => yes['canBeLeft'],
    isOffered: () => yes['isOffered'],
    canBeReplaced: () => yes['canBeReplaced'],
    isReplacingShown: () => yes['isReplacingShown'],
    isOnlyShown: () => yes['isOnlyShown'],
    isStoodFor: () => yes['isStoodFor'],
    isImposed: () => yes['isImposed'],
    isClosing: () => yes['isClosing'],
    isWaiting: () => yes['isWaiting'],
    isLeft: () => yes['isLeft'],
    isClosingShown: () => yes['isClosingShown'],
    hasLeftEvent: () => yes['hasLeftEvent'],
    isCancellable: () => yes['isCancellable'],
    hasPrevious: () => yes['hasPrevious'],
    isAwayFromHome: () => yes['isAwayFromHome'],
    hasConnected: () => yes['hasConnected'],
    isLedOn: () => yes['isLedOn'],
    isSwitched: () => yes['isSwitched'],
  },
}).createMachine({
  id: 'view',
  description: 'Which view is shown, and whether it may be left.',
  meta: { kind: 'service', spec: ['2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '2.9', '4.7', '4.9', '4.14'] },
  initial: 'free',
  entry: 'unlockModalAfterCrash',
  on: {
    'view.setHome': { actions: 'setHome' },
    'view.show': { actions: 'show' },
    'view.impose': [{ guard: 'isImposed' }, { target: '.free', actions: ['imposeView', 'openModal'] }],
    'activeAccount.changed': [
      {
        description: 'The user connected a wallet, and continues to the next view.',
        guard: 'isLedOn',
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
    free: {
      description: 'The user goes from view to view, and back.',
      tags: 'returnable',
      always: { guard: 'isLocking', target: 'locked' },
      on: {
        'view.push': { guard: 'isOffered', actions: ['push', 'notifyEntered'] },
        'view.showAttempt': [{ guard: 'isStoodFor' }, { actions: 'pushAttempt' }],
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
      always: { guard: 'isUnlocked', target: 'free' },
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
          description: 'A wallet still waits for an answer. Drafts of the previous account are removed from the history.',
          guard: 'isWaiting',
          actions: 'followActiveAccountBelow',
        },
        'network.changed': { guard: 'canBeLeft', actions: 'followNetworkBelow' },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
