/**
 * The active network, and the switch to another one. It always reflects the network that the wallet reports.
 *
 * The chart of `network` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isNotOffered: true as boolean,
  isAlreadyActive: true as boolean,
  canAskWallet: true as boolean,
  hasOtherActiveAccount: true as boolean,
  hasOtherNetwork: true as boolean,
  isSupported: true as boolean,
  isSwitched: true as boolean,
  isTarget: true as boolean,
  isTargetNamespace: true as boolean,
  isOwnAttempt: true as boolean,
  isOffered: true as boolean,
  isActive: true as boolean,
  isLeading: true as boolean,
  hasMoved: true as boolean,
  isOtherNamespace: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  networkSwitch: 'pending' as Ends, // a machine of its own
}
const work = (name: keyof typeof ends) =>
  fromPromise<unknown, unknown>(
    () =>
      new Promise((resolve, reject) => {
        if (ends[name] === 'done') setTimeout(resolve, 1_000)
        if (ends[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))
      }),
  )

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    networkSwitch: work('networkSwitch'),
  },
  actions: {
    setTarget: says('setTarget'),
    addWaiter: says('addWaiter'),
    setNetworkId: says('setNetworkId'),
    settleSwitched: says('settleSwitched'),
    settleFailed: says('settleFailed'),
    setPreferred: says('setPreferred'),
    switchToPreferred: says('switchToPreferred'),
    resetToFallback: says('resetToFallback'),
    addNetwork: says('addNetwork'),
    setConnection: says('setConnection'),
    updateConnectionNetwork: says('updateConnectionNetwork'),
    removeConnection: says('removeConnection'),
    restartSwitch: says('restartSwitch'),
    clearError: says('clearError'),
    emitRefused: says('emitRefused'),
    setActiveAccount: says('setActiveAccount'),
    broadcastActiveAccount: says('broadcastActiveAccount'),
    setAnnounced: says('setAnnounced'),
    broadcastNetwork: says('broadcastNetwork'),
    showUnsupported: says('showUnsupported'),
    leaveUnsupported: says('leaveUnsupported'),
    notifyNamespace: says('notifyNamespace'),
    openNotFoundAlert: says('openNotFoundAlert'),
    showSwitchFailed: says('showSwitchFailed'),
  },
  guards: {
    isNotOffered: () => yes['isNotOffered'],
    isAlreadyActive: () => yes['isAlreadyActive'],
    canAskWallet: () => yes['canAskWallet'],
    hasOtherActiveAccount: () => yes['hasOtherActiveAccount'],
    hasOtherNetwork: () => yes['hasOtherNetwork'],
    isSupported: () => yes['isSupported'],
    isSwitched: () => yes['isSwitched'],
    isTarget: () => yes['isTarget'],
    isTargetNamespace: () => yes['isTargetNamespace'],
    isOwnAttempt: () => yes['isOwnAttempt'],
    isOffered: () => yes['isOffered'],
    isActive: () => yes['isActive'],
    isLeading: () => yes['isLeading'],
    hasMoved: () => yes['hasMoved'],
    isOtherNamespace: () => yes['isOtherNamespace'],
  },
}).createMachine({
  id: 'network',
  description: 'The active network, and the switch to another one. It always reflects the network that the wallet reports.',
  meta: { kind: 'service', spec: ['4.11', '4.12', '4.13', '4.14', '5.9', '5.19'] },
  initial: 'deciding',
  always: [
    { guard: 'hasOtherActiveAccount', actions: [{ type: 'broadcastActiveAccount' }, 'setActiveAccount'] },
    { guard: 'hasOtherNetwork', actions: ['broadcastNetwork', 'setAnnounced'] },
  ],
  on: {
    'modal.closed': { actions: 'clearError' },
    'network.add': { actions: { type: 'addNetwork' } },
    'modal.opened': { guard: { type: 'isOtherNamespace' }, target: '.deciding', actions: [{ type: 'settleSwitched' }] },
    'network.switch': [
      { guard: { type: 'isNotOffered' }, actions: [{ type: 'emitRefused' }, 'openNotFoundAlert'] },
      { guard: { type: 'isAlreadyActive' }, actions: { type: 'settleSwitched' } },
      { guard: { type: 'canAskWallet' }, target: '.changing', actions: { type: 'setTarget' } },
      {
        description: 'No wallet has to switch.',
        target: '.deciding',
        actions: [{ type: 'setPreferred' }, { type: 'settleSwitched' }],
      },
    ],
    'storage.restored': { guard: { type: 'isOffered' }, actions: [{ type: 'settleSwitched' }] },
    'account.connected': [
      {
        guard: { type: 'isLeading' },
        target: '.deciding',
        actions: [{ type: 'setConnection' }, { type: 'settleSwitched' }, { type: 'switchToPreferred' }],
      },
      { target: '.deciding', actions: [{ type: 'setConnection' }, { type: 'switchToPreferred' }] },
    ],
    'account.changed': { actions: { type: 'setConnection' } },
    'account.networkChanged': [
      {
        guard: { type: 'hasMoved' },
        target: '.deciding',
        actions: [{ type: 'setConnection' }, { type: 'settleSwitched' }],
      },
      { actions: { type: 'setConnection' } },
    ],
    'account.disconnected': [
      {
        guard: { type: 'isActive' },
        target: '.deciding',
        actions: [{ type: 'removeConnection' }, 'resetToFallback'],
      },
      { actions: { type: 'removeConnection' } },
    ],
  },
  states: {
    deciding: {
      description: 'Checks whether the app offers the active network.',
      always: [
        { guard: 'hasOtherActiveAccount', actions: [{ type: 'broadcastActiveAccount' }, 'setActiveAccount'] },
        { guard: 'hasOtherNetwork', actions: ['broadcastNetwork', 'setAnnounced'] },
        { guard: 'isSupported', target: 'supported' },
        { target: 'unsupported' },
      ],
    },
    supported: { description: 'The app offers the active network.', entry: 'leaveUnsupported' },
    unsupported: {
      description: 'The wallet is on a network that the app does not offer.',
      entry: 'showUnsupported',
      always: { guard: 'isSupported', target: 'supported' },
    },
    changing: {
      description: 'Waits for the wallet to switch. Its answer or its own network change settles the switch, whichever comes first.',
      tags: 'busy',
      invoke: {
        id: 'networkSwitch',
        src: 'networkSwitch',
        systemId: 'networkSwitch',
        onDone: [
          {
            guard: { type: 'isSwitched' },
            target: 'deciding',
            actions: [{ type: 'notifyNamespace' }, { type: 'updateConnectionNetwork' }, { type: 'settleSwitched' }],
          },
          { target: 'deciding', actions: [{ type: 'showSwitchFailed' }, { type: 'settleFailed' }] },
        ],
        onError: { target: 'deciding', actions: { type: 'settleFailed' } },
      },
      on: {
        'storage.restored': {},
        'modal.opened': {
          guard: { type: 'isOtherNamespace' },
          target: 'deciding',
          actions: [
            { type: 'settleFailed', params: { outcome: { status: 'cancelled' } } },
            { type: 'settleSwitched' },
          ],
        },
        'network.cancel': {
          guard: { type: 'isOwnAttempt' },
          target: 'deciding',
          actions: { type: 'settleFailed', params: { outcome: { status: 'cancelled' } } },
        },
        'network.switch': [
          {
            description: 'A caller that requests the same network waits for the same answer.',
            guard: { type: 'isTarget' },
            actions: { type: 'addWaiter' },
          },
          { guard: { type: 'isNotOffered' }, actions: [{ type: 'emitRefused' }, 'openNotFoundAlert'] },
          {
            description: 'The user chose yet another network.',
            target: 'deciding',
            actions: [{ type: 'settleFailed', params: { outcome: { status: 'cancelled' } } }, 'restartSwitch'],
          },
        ],
        'account.networkChanged': [
          {
            guard: { type: 'isTarget' },
            target: 'deciding',
            actions: [{ type: 'setConnection' }, { type: 'settleSwitched' }],
          },
          { guard: { type: 'hasMoved' }, actions: [{ type: 'setConnection' }, { type: 'setNetworkId' }] },
          { actions: { type: 'setConnection' } },
        ],
        'account.connected': { actions: { type: 'setConnection' } },
        'account.disconnected': [
          {
            guard: { type: 'isTargetNamespace' },
            target: 'deciding',
            actions: [
              { type: 'settleFailed', params: { outcome: { status: 'cancelled' } } },
              { type: 'removeConnection' },
              'resetToFallback',
            ],
          },
          { actions: { type: 'removeConnection' } },
        ],
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
