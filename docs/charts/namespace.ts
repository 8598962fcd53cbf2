/**
 * One namespace: disconnected, connecting or connected, and never connected without an account.
 *
 * The chart of `namespace` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  remembered: true as boolean,
  existing: true as boolean,
  connected: true as boolean,
  inOtherNamespace: true as boolean,
  calledOff: true as boolean,
  none: true as boolean,
  otherAccounts: true as boolean,
  otherNetwork: true as boolean,
  shares: true as boolean,
  sameWallet: true as boolean,
  directable: true as boolean,
  ofAttempt: true as boolean,
  attempted: true as boolean,
  inBrowser: true as boolean,
  inFrame: true as boolean,
  refused: true as boolean,
  unreached: true as boolean,
  locked: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  attempt: 'pending' as Ends, // a machine of its own
  disconnection: 'pending' as Ends, // a machine of its own
  syncExisting: 'pending' as Ends, // the slot namespace.syncExisting
}
const work = (name: keyof typeof ends) =>
  fromPromise<unknown, unknown>(
    () =>
      new Promise((resolve, reject) => {
        if (ends[name] === 'done') setTimeout(resolve, 1_000)
        if (ends[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))
      }),
  )

/** A listener that receives no events. */
const listener = fromCallback(() => {})

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    attempt: work('attempt'),
    disconnection: work('disconnection'),
    syncExisting: work('syncExisting'),
    awaitWallet: listener,
    watchProvider: listener,
  },
  actions: {
    want: says('want'),
    handOn: says('handOn'),
    choose: says('choose'),
    direct: says('direct'),
    wantAgain: says('wantAgain'),
    forgetAttempt: says('forgetAttempt'),
    expectAgain: says('expectAgain'),
    expect: says('expect'),
    keepConnection: says('keepConnection'),
    keepRefusal: says('keepRefusal'),
    keepError: says('keepError'),
    keepAccounts: says('keepAccounts'),
    keepLeading: says('keepLeading'),
    select: says('select'),
    keep: says('keep'),
    keepLeaving: says('keepLeaving'),
    drop: says('drop'),
    emitSettled: says('emitSettled'),
    emitAlready: says('emitAlready'),
    emitLeft: says('emitLeft'),
    showAttempt: says('showAttempt'),
    trackFailed: says('trackFailed'),
    leaveAttempt: says('leaveAttempt'),
    finishAttempt: says('finishAttempt'),
    announceConnected: says('announceConnected'),
    announceRestored: says('announceRestored'),
    announceChanged: says('announceChanged'),
    rememberSelected: says('rememberSelected'),
    dropRemembered: says('dropRemembered'),
    announceNetwork: says('announceNetwork'),
    announceDisconnected: says('announceDisconnected'),
    announceUnreached: says('announceUnreached'),
    trackLeave: says('trackLeave'),
    sayRefused: says('sayRefused'),
    sayLeft: says('sayLeft'),
    readAgain: says('readAgain'),
    cancelAttempt: says('cancelAttempt'),
  },
  guards: {
    remembered: () => yes['remembered'],
    existing: () => yes['existing'],
    connected: () => yes['connected'],
    inOtherNamespace: () => yes['inOtherNamespace'],
    calledOff: () => yes['calledOff'],
    none: () => yes['none'],
    otherAccounts: () => yes['otherAccounts'],
    otherNetwork: () => yes['otherNetwork'],
    shares: () => yes['shares'],
    sameWallet: () => yes['sameWallet'],
    directable: () => yes['directable'],
    ofAttempt: () => yes['ofAttempt'],
    attempted: () => yes['attempted'],
    inBrowser: () => yes['inBrowser'],
    inFrame: () => yes['inFrame'],
    refused: () => yes['refused'],
    unreached: () => yes['unreached'],
    locked: () => yes['locked'],
  },
  delays: {
    restore: 5_000, // timeouts.restoreMs
    startPairing: 30_000, // timeouts.startPairingMs
  },
}).createMachine({
  id: 'namespace',
  description: 'One namespace: disconnected, connecting or connected, and never connected without an account.',
  meta: { kind: 'item', spec: ['3.4', '4.1', '4.2', '4.3', '4.4', '4.17', '4.19'] },
  initial: 'disconnected',
  states: {
    disconnected: {
      description: 'No wallet is connected in this namespace.',
      on: {
        'memory.restored': { guard: { type: 'remembered' }, target: 'syncing', actions: { type: 'expect' } },
        'namespace.sync': { target: 'syncing', actions: { type: 'expect' } },
        'namespace.adopt': { target: 'connected', actions: [{ type: 'keepConnection' }, 'announceConnected', 'finishAttempt'] },
        'namespace.connect': { target: 'connecting', actions: { type: 'want' } },
        'namespace.retry': { guard: 'attempted', target: 'connecting', actions: 'wantAgain' },
        'namespace.cancel': { guard: { type: 'ofAttempt' }, actions: ['leaveAttempt', 'forgetAttempt'] },
        'namespace.disconnect': { actions: { type: 'emitLeft', params: { outcome: { status: 'done' } } } },
        'modal.closed': { actions: 'forgetAttempt' },
        'namespace.abandon': { actions: 'forgetAttempt' },
      },
    },
    syncing: {
      description: 'Checks, without a prompt, whether the wallet of an earlier visit is still connected.',
      tags: ['busy', 'connecting'],
      invoke: {
        id: 'syncExisting',
        src: 'syncExisting',
        onDone: [
          {
            guard: { type: 'existing' },
            target: 'connected',
            actions: [{ type: 'keepConnection' }, 'announceRestored'],
          },
          { guard: 'inBrowser', target: 'locked', actions: 'announceUnreached' },
          { target: 'disconnected', actions: ['announceDisconnected', 'drop'] },
        ],
        onError: [
          {
            guard: { type: 'refused' },
            target: 'disconnected',
            actions: [{ type: 'keepRefusal' }, 'announceDisconnected', 'drop', 'sayRefused'],
          },
          { guard: 'inBrowser', target: 'reconnecting', actions: 'announceUnreached' },
          { guard: { type: 'unreached' }, target: 'disconnected', actions: ['announceUnreached', 'drop'] },
          { target: 'disconnected', actions: ['announceDisconnected', 'drop'] },
        ],
      },
      on: {
        'namespace.adopt': { target: 'connected', actions: [{ type: 'keepConnection' }, 'announceConnected', 'finishAttempt'] },
        'namespace.connect': { target: 'connecting', actions: ['drop', { type: 'want' }] },
        'namespace.disconnect': {
          target: 'disconnected',
          actions: ['announceDisconnected', 'drop', { type: 'emitLeft', params: { outcome: { status: 'done' } } }],
        },
        'namespace.cancel': { guard: { type: 'ofAttempt' }, target: 'disconnected', actions: ['announceDisconnected', 'drop'] },
      },
      after: {
        restore: { guard: 'inBrowser', target: 'reconnecting', actions: 'announceUnreached' },
        startPairing: [
          { guard: 'inFrame', target: 'disconnected', actions: ['announceUnreached', 'drop'] },
          { target: 'disconnected', actions: ['announceDisconnected', 'drop'] },
        ],
      },
    },
    reconnecting: {
      description: 'The wallet of an earlier visit did not answer in time. It connects when it answers.',
      invoke: { id: 'awaitWallet', src: 'awaitWallet', onError: { target: 'disconnected', actions: 'drop' } },
      on: {
        'namespace.adopt': { target: 'connected', actions: [{ type: 'keepConnection' }, 'announceConnected', 'finishAttempt'] },
        'namespace.connect': { target: 'connecting', actions: ['drop', { type: 'want' }] },
        'namespace.disconnect': {
          target: 'disconnected',
          actions: ['announceDisconnected', 'drop', { type: 'emitLeft', params: { outcome: { status: 'done' } } }],
        },
        'namespace.refused': {
          target: 'disconnected',
          actions: [{ type: 'keepRefusal' }, 'announceDisconnected', 'drop', 'sayRefused'],
        },
        'namespace.found': { target: 'connected', actions: [{ type: 'keepConnection' }, 'announceRestored'] },
        'namespace.sync': { target: 'syncing', actions: { type: 'expect' } },
      },
    },
    locked: {
      description: 'The wallet shares no account, probably because it is locked. It connects again when it reports its accounts.',
      invoke: { id: 'awaitWallet', src: 'awaitWallet', onError: { target: 'disconnected', actions: 'drop' } },
      on: {
        'namespace.adopt': { target: 'connected', actions: [{ type: 'keepConnection' }, 'announceConnected', 'finishAttempt'] },
        'namespace.connect': { target: 'connecting', actions: ['drop', { type: 'want' }] },
        'namespace.disconnect': {
          target: 'disconnected',
          actions: ['announceDisconnected', 'drop', { type: 'emitLeft', params: { outcome: { status: 'done' } } }],
        },
        'namespace.refused': {
          target: 'disconnected',
          actions: [{ type: 'keepRefusal' }, 'announceDisconnected', 'drop', 'sayRefused'],
        },
        'namespace.found': { target: 'connected', actions: [{ type: 'keepConnection' }, 'announceRestored'] },
        'namespace.sync': { target: 'syncing', actions: { type: 'expect' } },
      },
    },
    connecting: {
      description: 'Waits until the user answers in the wallet.',
      tags: ['busy', 'connecting'],
      entry: 'showAttempt',
      invoke: {
        id: 'attempt',
        src: 'attempt',
        onDone: [
          {
            guard: { type: 'connected' },
            target: 'connected',
            actions: [{ type: 'emitSettled' }, { type: 'keepConnection' }, 'announceConnected', 'finishAttempt'],
          },
          {
            guard: { type: 'inOtherNamespace' },
            target: 'disconnected',
            actions: [{ type: 'handOn' }, { type: 'emitSettled' }, 'forgetAttempt'],
          },
          {
            guard: { type: 'calledOff' },
            target: 'disconnected',
            actions: [{ type: 'emitSettled' }, 'leaveAttempt', 'forgetAttempt'],
          },
          {
            target: 'disconnected',
            actions: [{ type: 'keepError' }, { type: 'emitSettled' }, 'trackFailed'],
          },
        ],
        onError: { target: 'disconnected', actions: [{ type: 'keepError' }, { type: 'emitSettled' }, 'trackFailed'] },
      },
      on: {
        'namespace.connect': [
          { guard: { type: 'directable' }, actions: [{ type: 'choose' }, { type: 'direct' }, 'showAttempt'] },
          {
            target: 'connecting',
            reenter: true,
            actions: [{ type: 'emitSettled', params: { outcome: { status: 'cancelled' } } }, { type: 'want' }],
          },
        ],
        'namespace.cancel': { guard: { type: 'ofAttempt' }, actions: 'cancelAttempt' },
        'namespace.disconnect': { actions: ['cancelAttempt', { type: 'emitLeft', params: { outcome: { status: 'done' } } }] },
        'modal.closed': { actions: 'cancelAttempt' },
        'namespace.abandon': { actions: 'cancelAttempt' },
      },
    },
    connected: {
      description: 'The wallet shares its accounts. Its events are handled.',
      tags: 'connected',
      invoke: {
        id: 'watchProvider',
        src: 'watchProvider',
        onError: { target: 'disconnected', actions: ['announceDisconnected', 'drop', 'sayLeft'] },
      },
      on: {
        'provider.accountsChanged': [
          {
            guard: { type: 'locked' },
            target: 'locked',
            actions: [{ type: 'keepLeaving' }, 'expectAgain', 'announceUnreached', 'sayLeft'],
          },
          {
            guard: { type: 'none' },
            target: 'disconnected',
            actions: [{ type: 'keepLeaving' }, 'announceDisconnected', 'drop', 'sayLeft'],
          },
          {
            description: 'Another account is active, or the other shared accounts changed.',
            guard: { type: 'otherAccounts' },
            actions: [{ type: 'keepAccounts' }, { type: 'keepLeading' }, 'announceChanged'],
          },
          { actions: { type: 'keepLeading' } },
        ],
        'namespace.selectAccount': { guard: { type: 'shares' }, actions: [{ type: 'select' }, 'announceChanged', 'rememberSelected'] },
        'namespace.readAgain': { actions: 'readAgain' },
        'provider.networkChanged': { guard: { type: 'otherNetwork' }, actions: [{ type: 'keep' }, 'announceNetwork'] },
        'provider.networksApproved': { actions: [{ type: 'keep' }, 'announceChanged'] },
        'provider.disconnected': {
          target: 'disconnected',
          actions: [{ type: 'keepLeaving' }, 'announceDisconnected', 'drop', 'sayLeft'],
        },
        'namespace.connect': [
          { guard: { type: 'sameWallet' }, actions: { type: 'emitAlready' } },
          { target: 'disconnecting', actions: { type: 'want' } },
        ],
        'namespace.disconnect': 'disconnecting',
      },
    },
    disconnecting: {
      description: 'Waits for the wallet to disconnect. The stored connection is removed first, in case the page closes.',
      tags: 'busy',
      entry: 'dropRemembered',
      invoke: {
        id: 'disconnection',
        src: 'disconnection',
        onDone: [
          {
            guard: 'attempted',
            target: 'connecting',
            actions: [{ type: 'emitLeft' }, { type: 'trackLeave' }, 'announceDisconnected', 'drop'],
          },
          {
            target: 'disconnected',
            actions: [{ type: 'emitLeft' }, { type: 'trackLeave' }, 'announceDisconnected', 'drop'],
          },
        ],
        onError: {
          target: 'disconnected',
          actions: [
            { type: 'emitSettled', params: { outcome: { status: 'cancelled' } } },
            'forgetAttempt',
            { type: 'emitLeft', params: { outcome: { status: 'done' } } },
            'announceDisconnected',
            'drop',
          ],
        },
      },
      on: {
        'namespace.connect': {
          actions: [{ type: 'emitSettled', params: { outcome: { status: 'cancelled' } } }, { type: 'want' }],
        },
        'namespace.cancel': {
          guard: { type: 'ofAttempt' },
          actions: [{ type: 'emitSettled', params: { outcome: { status: 'cancelled' } } }, 'forgetAttempt'],
        },
        'namespace.disconnect': {
          description: 'The user wants to disconnect instead of connecting another wallet.',
          actions: [{ type: 'emitSettled', params: { outcome: { status: 'cancelled' } } }, 'forgetAttempt'],
        },
        'modal.closed': { actions: [{ type: 'emitSettled', params: { outcome: { status: 'cancelled' } } }, 'forgetAttempt'] },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
