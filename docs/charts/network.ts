/**
 * The active network, and the switch to another one. It always reflects the network that the wallet reports.
 *
 * The chart of `network` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  notOffered: true as boolean,
  already: true as boolean,
  askable: true as boolean,
  otherScope: true as boolean,
  otherNetwork: true as boolean,
  supported: true as boolean,
  switched: true as boolean,
  wanted: true as boolean,
  ofWanted: true as boolean,
  ofAttempt: true as boolean,
  offered: true as boolean,
  active: true as boolean,
  leads: true as boolean,
  moved: true as boolean,
  otherNamespace: true as boolean,
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
    want: says('want'),
    join: says('join'),
    follow: says('follow'),
    arrive: says('arrive'),
    giveUp: says('giveUp'),
    choose: says('choose'),
    goToChosen: says('goToChosen'),
    rest: says('rest'),
    offer: says('offer'),
    keepConnection: says('keepConnection'),
    moveConnection: says('moveConnection'),
    dropConnection: says('dropConnection'),
    switchAgain: says('switchAgain'),
    forgetError: says('forgetError'),
    emitRefused: says('emitRefused'),
    keepScope: says('keepScope'),
    announceScope: says('announceScope'),
    keepAnnounced: says('keepAnnounced'),
    announceNetwork: says('announceNetwork'),
    showUnsupported: says('showUnsupported'),
    leaveUnsupported: says('leaveUnsupported'),
    tellNamespace: says('tellNamespace'),
    alertNotFound: says('alertNotFound'),
    sayGivenUp: says('sayGivenUp'),
  },
  guards: {
    notOffered: () => yes['notOffered'],
    already: () => yes['already'],
    askable: () => yes['askable'],
    otherScope: () => yes['otherScope'],
    otherNetwork: () => yes['otherNetwork'],
    supported: () => yes['supported'],
    switched: () => yes['switched'],
    wanted: () => yes['wanted'],
    ofWanted: () => yes['ofWanted'],
    ofAttempt: () => yes['ofAttempt'],
    offered: () => yes['offered'],
    active: () => yes['active'],
    leads: () => yes['leads'],
    moved: () => yes['moved'],
    otherNamespace: () => yes['otherNamespace'],
  },
}).createMachine({
  id: 'network',
  description: 'The active network, and the switch to another one. It always reflects the network that the wallet reports.',
  meta: { kind: 'service', spec: ['4.11', '4.12', '4.13', '4.14', '5.9', '5.19'] },
  initial: 'deciding',
  always: [
    { guard: 'otherScope', actions: [{ type: 'announceScope' }, 'keepScope'] },
    { guard: 'otherNetwork', actions: ['announceNetwork', 'keepAnnounced'] },
  ],
  on: {
    'modal.closed': { actions: 'forgetError' },
    'network.add': { actions: { type: 'offer' } },
    'modal.opened': { guard: { type: 'otherNamespace' }, target: '.deciding', actions: [{ type: 'arrive' }] },
    'network.switch': [
      { guard: { type: 'notOffered' }, actions: [{ type: 'emitRefused' }, 'alertNotFound'] },
      { guard: { type: 'already' }, actions: { type: 'arrive' } },
      { guard: { type: 'askable' }, target: '.changing', actions: { type: 'want' } },
      {
        description: 'No wallet has to switch.',
        target: '.deciding',
        actions: [{ type: 'choose' }, { type: 'arrive' }],
      },
    ],
    'memory.restored': { guard: { type: 'offered' }, actions: [{ type: 'arrive' }] },
    'account.connected': [
      {
        guard: { type: 'leads' },
        target: '.deciding',
        actions: [{ type: 'keepConnection' }, { type: 'arrive' }, { type: 'goToChosen' }],
      },
      { target: '.deciding', actions: [{ type: 'keepConnection' }, { type: 'goToChosen' }] },
    ],
    'account.changed': { actions: { type: 'keepConnection' } },
    'account.networkChanged': [
      {
        guard: { type: 'moved' },
        target: '.deciding',
        actions: [{ type: 'keepConnection' }, { type: 'arrive' }],
      },
      { actions: { type: 'keepConnection' } },
    ],
    'account.disconnected': [
      { guard: { type: 'active' }, target: '.deciding', actions: [{ type: 'dropConnection' }, 'rest'] },
      { actions: { type: 'dropConnection' } },
    ],
  },
  states: {
    deciding: {
      description: 'Checks whether the app offers the active network.',
      always: [
        { guard: 'otherScope', actions: [{ type: 'announceScope' }, 'keepScope'] },
        { guard: 'otherNetwork', actions: ['announceNetwork', 'keepAnnounced'] },
        { guard: 'supported', target: 'supported' },
        { target: 'unsupported' },
      ],
    },
    supported: { description: 'The app offers the active network.', entry: 'leaveUnsupported' },
    unsupported: {
      description: 'The wallet is on a network that the app does not offer.',
      entry: 'showUnsupported',
      always: { guard: 'supported', target: 'supported' },
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
            guard: { type: 'switched' },
            target: 'deciding',
            actions: [{ type: 'tellNamespace' }, { type: 'moveConnection' }, { type: 'arrive' }],
          },
          { target: 'deciding', actions: [{ type: 'sayGivenUp' }, { type: 'giveUp' }] },
        ],
        onError: { target: 'deciding', actions: { type: 'giveUp' } },
      },
      on: {
        'memory.restored': {},
        'modal.opened': {
          guard: { type: 'otherNamespace' },
          target: 'deciding',
          actions: [{ type: 'giveUp', params: { outcome: { status: 'cancelled' } } }, { type: 'arrive' }],
        },
        'network.cancel': {
          guard: { type: 'ofAttempt' },
          target: 'deciding',
          actions: { type: 'giveUp', params: { outcome: { status: 'cancelled' } } },
        },
        'network.switch': [
          {
            description: 'A caller that requests the same network waits for the same answer.',
            guard: { type: 'wanted' },
            actions: { type: 'join' },
          },
          { guard: { type: 'notOffered' }, actions: [{ type: 'emitRefused' }, 'alertNotFound'] },
          {
            description: 'The user chose yet another network.',
            target: 'deciding',
            actions: [{ type: 'giveUp', params: { outcome: { status: 'cancelled' } } }, 'switchAgain'],
          },
        ],
        'account.networkChanged': [
          {
            guard: { type: 'wanted' },
            target: 'deciding',
            actions: [{ type: 'keepConnection' }, { type: 'arrive' }],
          },
          { guard: { type: 'moved' }, actions: [{ type: 'keepConnection' }, { type: 'follow' }] },
          { actions: { type: 'keepConnection' } },
        ],
        'account.connected': { actions: { type: 'keepConnection' } },
        'account.disconnected': [
          {
            guard: { type: 'ofWanted' },
            target: 'deciding',
            actions: [
              { type: 'giveUp', params: { outcome: { status: 'cancelled' } } },
              { type: 'dropConnection' },
              'rest',
            ],
          },
          { actions: { type: 'dropConnection' } },
        ],
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
