/**
 * Which view is shown, and whether it may be left.
 *
 * The chart of `view` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  locks: false as boolean,
  free: true as boolean,
  leavable: true as boolean,
  offered: true as boolean,
  replaceable: true as boolean,
  replacesShown: true as boolean,
  onlyShown: true as boolean,
  stoodFor: true as boolean,
  imposed: true as boolean,
  closes: true as boolean,
  waits: true as boolean,
  leftFor: true as boolean,
  closesShown: true as boolean,
  left: true as boolean,
  callsOff: true as boolean,
  deep: true as boolean,
  away: true as boolean,
  hasConnected: true as boolean,
  isLedOn: true as boolean,
  switched: true as boolean,
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
    impose: says('impose'),
    pop: says('pop'),
    goBack: says('goBack'),
    goHome: says('goHome'),
    leaveShown: says('leaveShown'),
    leave: says('leave'),
    dropPassed: says('dropPassed'),
    followScope: says('followScope'),
    followConnected: says('followConnected'),
    followScopeBelow: says('followScopeBelow'),
    followNetworkBelow: says('followNetworkBelow'),
    followNetwork: says('followNetwork'),
    keepHome: says('keepHome'),
    tellEntered: says('tellEntered'),
    tellLeft: says('tellLeft'),
    closeModal: says('closeModal'),
    forceModalClosed: says('forceModalClosed'),
    openModal: says('openModal'),
    lockModal: says('lockModal'),
    unlockModal: says('unlockModal'),
    unlockAnew: says('unlockAnew'),
  },
  guards: {
    locks: () => yes['locks'],
    free: () => yes['free'],
    leavable: () => yes['leavable'],
    offered: () => yes['offered'],
    replaceable: () => yes['replaceable'],
    replacesShown: () => yes['replacesShown'],
    onlyShown: () => yes['onlyShown'],
    stoodFor: () => yes['stoodFor'],
    imposed: () => yes['imposed'],
    closes: () => yes['closes'],
    waits: () => yes['waits'],
    leftFor: () => yes['leftFor'],
    closesShown: () => yes['closesShown'],
    left: () => yes['left'],
    callsOff: () => yes['callsOff'],
    deep: () => yes['deep'],
    away: () => yes['away'],
    hasConnected: () => yes['hasConnected'],
    isLedOn: () => yes['isLedOn'],
    switched: () => yes['switched'],
  },
}).createMachine({
  id: 'view',
  description: 'Which view is shown, and whether it may be left.',
  meta: { kind: 'service', spec: ['2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7', '2.9', '4.7', '4.9', '4.14'] },
  initial: 'free',
  entry: 'unlockAnew',
  on: {
    'view.setHome': { actions: 'keepHome' },
    'view.show': { actions: 'show' },
    'view.impose': [{ guard: 'imposed' }, { target: '.free', actions: ['impose', 'openModal'] }],
    'scope.changed': [
      {
        description: 'The user connected a wallet, and continues to the next view.',
        guard: 'isLedOn',
        actions: 'followConnected',
      },
      {
        description: 'The user connected a wallet. The modal was open for that, so it closes.',
        guard: 'hasConnected',
        actions: ['followScope', 'forceModalClosed'],
      },
      { actions: 'followScope' },
    ],
    'network.changed': [
      {
        description: 'The modal was open only to switch the network, so it closes.',
        guard: 'switched',
        actions: ['followNetwork', 'closeModal'],
      },
      { actions: 'followNetwork' },
    ],
  },
  states: {
    free: {
      description: 'The user goes from view to view, and back.',
      tags: 'returnable',
      always: { guard: 'locks', target: 'locked' },
      on: {
        'view.push': { guard: 'offered', actions: ['push', 'tellEntered'] },
        'view.showAttempt': [{ guard: 'stoodFor' }, { actions: 'pushAttempt' }],
        'view.replace': { guard: 'replaceable', actions: 'replace' },
        'view.back': [
          { guard: 'left', actions: ['tellLeft', 'goBack'] },
          { guard: 'deep', actions: 'pop' },
          { actions: 'closeModal' },
        ],
        'view.home': { guard: 'away', actions: 'goHome' },
        'view.leave': [{ guard: 'closes', actions: ['leave', 'forceModalClosed'] }, { actions: 'leave' }],
        'modal.opened': { actions: ['start', 'tellEntered'] },
        'modal.closed': { actions: 'goHome' },
      },
    },
    locked: {
      description: 'The modal cannot be closed, unless forced. An imposed view can only be left by its feature.',
      tags: 'locked',
      entry: 'lockModal',
      exit: 'unlockModal',
      always: { guard: 'free', target: 'free' },
      on: {
        'view.back': [
          { guard: 'callsOff', actions: ['tellLeft', 'leaveShown'] },
          { guard: 'leavable', actions: 'leaveShown' },
        ],
        'view.callOff': { guard: 'callsOff', actions: ['tellLeft', 'leaveShown'] },
        'view.replace': [
          { guard: 'replacesShown', actions: 'replace' },
          {
            description: 'The app does not offer the replacement, so the view is left.',
            guard: 'onlyShown',
            actions: 'leaveShown',
          },
        ],
        'view.leave': [
          { guard: 'closesShown', actions: ['leave', 'forceModalClosed'] },
          { guard: 'leftFor', actions: 'leave' },
          {
            description: 'Removes these views from the history, so that the user does not go back to them.',
            actions: 'dropPassed',
          },
        ],
        'modal.closed': [{ guard: 'callsOff', actions: ['tellLeft', 'goHome'] }, { guard: 'leavable', actions: 'goHome' }],
        'scope.changed': {
          description: 'A wallet still waits for an answer. Drafts of the previous account are removed from the history.',
          guard: 'waits',
          actions: 'followScopeBelow',
        },
        'network.changed': { guard: 'leavable', actions: 'followNetworkBelow' },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
