/**
 * One namespace: disconnected, connecting or connected, and never connected without an account.
 *
 * The chart of `namespace` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isPersisted: true as boolean,
  hasExistingConnection: true as boolean,
  isConnected: true as boolean,
  isInOtherNamespace: true as boolean,
  isCancelled: true as boolean,
  hasNoAccounts: true as boolean,
  hasOtherAccounts: true as boolean,
  isOtherNetwork: true as boolean,
  isSharedAccount: true as boolean,
  isSameWallet: true as boolean,
  canBeDirected: true as boolean,
  isOwnAttempt: true as boolean,
  hasAttempt: true as boolean,
  isInBrowser: true as boolean,
  isRefused: true as boolean,
  isFrameRejection: true as boolean,
  isLocked: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  attempt: 'pending' as Ends, // a machine of its own
  disconnection: 'pending' as Ends, // a machine of its own
  syncExisting: 'pending' as Ends, // the actor namespace.syncExisting
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
    startAttempt: says('startAttempt'),
    forwardConnection: says('forwardConnection'),
    setSelectedWallet: says('setSelectedWallet'),
    forwardWallet: says('forwardWallet'),
    retryAttempt: says('retryAttempt'),
    clearAttempt: says('clearAttempt'),
    expectReconnection: says('expectReconnection'),
    setStoredConnection: says('setStoredConnection'),
    setConnection: says('setConnection'),
    setRefusal: says('setRefusal'),
    setError: says('setError'),
    setAccounts: says('setAccounts'),
    setLeading: says('setLeading'),
    selectAccount: says('selectAccount'),
    updateConnection: says('updateConnection'),
    setLeaving: says('setLeaving'),
    clearConnection: says('clearConnection'),
    emitSettled: says('emitSettled'),
    emitAlready: says('emitAlready'),
    emitLeft: says('emitLeft'),
    showAttempt: says('showAttempt'),
    trackFailed: says('trackFailed'),
    leaveAttemptViews: says('leaveAttemptViews'),
    finishAttempt: says('finishAttempt'),
    broadcastConnected: says('broadcastConnected'),
    broadcastRestored: says('broadcastRestored'),
    broadcastChanged: says('broadcastChanged'),
    storeSelectedAccount: says('storeSelectedAccount'),
    removePersisted: says('removePersisted'),
    broadcastNetwork: says('broadcastNetwork'),
    broadcastDisconnected: says('broadcastDisconnected'),
    broadcastUnreached: says('broadcastUnreached'),
    trackLeave: says('trackLeave'),
    showRefused: says('showRefused'),
    showLeft: says('showLeft'),
    rereadWallet: says('rereadWallet'),
    cancelAttempt: says('cancelAttempt'),
  },
  guards: {
    isPersisted: () => yes['isPersisted'],
    hasExistingConnection: () => yes['hasExistingConnection'],
    isConnected: () => yes['isConnected'],
    isInOtherNamespace: () => yes['isInOtherNamespace'],
    isCancelled: () => yes['isCancelled'],
    hasNoAccounts: () => yes['hasNoAccounts'],
    hasOtherAccounts: () => yes['hasOtherAccounts'],
    isOtherNetwork: () => yes['isOtherNetwork'],
    isSharedAccount: () => yes['isSharedAccount'],
    isSameWallet: () => yes['isSameWallet'],
    canBeDirected: () => yes['canBeDirected'],
    isOwnAttempt: () => yes['isOwnAttempt'],
    hasAttempt: () => yes['hasAttempt'],
    isInBrowser: () => yes['isInBrowser'],
    isRefused: () => yes['isRefused'],
    isFrameRejection: () => yes['isFrameRejection'],
    isLocked: () => yes['isLocked'],
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
        'storage.restored': { guard: { type: 'isPersisted' }, target: 'syncing', actions: { type: 'setStoredConnection' } },
        'namespace.sync': { target: 'syncing', actions: { type: 'setStoredConnection' } },
        'namespace.takeConnection': { target: 'connected', actions: [{ type: 'setConnection' }, 'broadcastConnected', 'finishAttempt'] },
        'namespace.connect': { target: 'connecting', actions: { type: 'startAttempt' } },
        'namespace.retry': { guard: 'hasAttempt', target: 'connecting', actions: 'retryAttempt' },
        'namespace.cancel': { guard: { type: 'isOwnAttempt' }, actions: ['leaveAttemptViews', 'clearAttempt'] },
        'namespace.disconnect': { actions: { type: 'emitLeft', params: { outcome: { status: 'done' } } } },
        'modal.closed': { actions: 'clearAttempt' },
        'namespace.abandon': { actions: 'clearAttempt' },
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
            guard: { type: 'hasExistingConnection' },
            target: 'connected',
            actions: [{ type: 'setConnection' }, 'broadcastRestored'],
          },
          { guard: 'isInBrowser', target: 'locked', actions: 'broadcastUnreached' },
          { target: 'disconnected', actions: ['broadcastDisconnected', 'clearConnection'] },
        ],
        onError: [
          {
            guard: { type: 'isRefused' },
            target: 'disconnected',
            actions: [{ type: 'setRefusal' }, 'broadcastDisconnected', 'clearConnection', 'showRefused'],
          },
          { guard: 'isInBrowser', target: 'reconnecting', actions: 'broadcastUnreached' },
          {
            guard: { type: 'isFrameRejection' },
            target: 'disconnected',
            actions: ['broadcastDisconnected', 'clearConnection'],
          },
          { target: 'disconnected', actions: ['broadcastUnreached', 'clearConnection'] },
        ],
      },
      on: {
        'namespace.takeConnection': { target: 'connected', actions: [{ type: 'setConnection' }, 'broadcastConnected', 'finishAttempt'] },
        'namespace.connect': { target: 'connecting', actions: ['clearConnection', { type: 'startAttempt' }] },
        'namespace.disconnect': {
          target: 'disconnected',
          actions: [
            'broadcastDisconnected',
            'clearConnection',
            { type: 'emitLeft', params: { outcome: { status: 'done' } } },
          ],
        },
        'namespace.cancel': {
          guard: { type: 'isOwnAttempt' },
          target: 'disconnected',
          actions: ['broadcastDisconnected', 'clearConnection'],
        },
      },
      after: {
        restore: { guard: 'isInBrowser', target: 'reconnecting', actions: 'broadcastUnreached' },
        startPairing: { target: 'disconnected', actions: ['broadcastUnreached', 'clearConnection'] },
      },
    },
    reconnecting: {
      description: 'The wallet of an earlier visit did not answer in time. It connects when it answers.',
      invoke: {
        id: 'awaitWallet',
        src: 'awaitWallet',
        onError: { target: 'disconnected', actions: 'clearConnection' },
      },
      on: {
        'namespace.takeConnection': { target: 'connected', actions: [{ type: 'setConnection' }, 'broadcastConnected', 'finishAttempt'] },
        'namespace.connect': { target: 'connecting', actions: ['clearConnection', { type: 'startAttempt' }] },
        'namespace.disconnect': {
          target: 'disconnected',
          actions: [
            'broadcastDisconnected',
            'clearConnection',
            { type: 'emitLeft', params: { outcome: { status: 'done' } } },
          ],
        },
        'namespace.refused': {
          target: 'disconnected',
          actions: [{ type: 'setRefusal' }, 'broadcastDisconnected', 'clearConnection', 'showRefused'],
        },
        'namespace.found': { target: 'connected', actions: [{ type: 'setConnection' }, 'broadcastRestored'] },
        'namespace.sync': { target: 'syncing', actions: { type: 'setStoredConnection' } },
      },
    },
    locked: {
      description: 'The wallet shares no account, probably because it is locked. It connects again when it reports its accounts.',
      invoke: {
        id: 'awaitWallet',
        src: 'awaitWallet',
        onError: { target: 'disconnected', actions: 'clearConnection' },
      },
      on: {
        'namespace.takeConnection': { target: 'connected', actions: [{ type: 'setConnection' }, 'broadcastConnected', 'finishAttempt'] },
        'namespace.connect': { target: 'connecting', actions: ['clearConnection', { type: 'startAttempt' }] },
        'namespace.disconnect': {
          target: 'disconnected',
          actions: [
            'broadcastDisconnected',
            'clearConnection',
            { type: 'emitLeft', params: { outcome: { status: 'done' } } },
          ],
        },
        'namespace.refused': {
          target: 'disconnected',
          actions: [{ type: 'setRefusal' }, 'broadcastDisconnected', 'clearConnection', 'showRefused'],
        },
        'namespace.found': { target: 'connected', actions: [{ type: 'setConnection' }, 'broadcastRestored'] },
        'namespace.sync': { target: 'syncing', actions: { type: 'setStoredConnection' } },
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
            guard: { type: 'isConnected' },
            target: 'connected',
            actions: [{ type: 'emitSettled' }, { type: 'setConnection' }, 'broadcastConnected', 'finishAttempt'],
          },
          {
            guard: { type: 'isInOtherNamespace' },
            target: 'disconnected',
            actions: [{ type: 'forwardConnection' }, { type: 'emitSettled' }, 'clearAttempt'],
          },
          {
            guard: { type: 'isCancelled' },
            target: 'disconnected',
            actions: [{ type: 'emitSettled' }, 'leaveAttemptViews', 'clearAttempt'],
          },
          { target: 'disconnected', actions: [{ type: 'setError' }, { type: 'emitSettled' }, 'trackFailed'] },
        ],
        onError: { target: 'disconnected', actions: [{ type: 'setError' }, { type: 'emitSettled' }, 'trackFailed'] },
      },
      on: {
        'namespace.connect': [
          {
            guard: { type: 'canBeDirected' },
            actions: [{ type: 'setSelectedWallet' }, { type: 'forwardWallet' }, 'showAttempt'],
          },
          {
            target: 'connecting',
            reenter: true,
            actions: [{ type: 'emitSettled', params: { outcome: { status: 'cancelled' } } }, { type: 'startAttempt' }],
          },
        ],
        'namespace.cancel': { guard: { type: 'isOwnAttempt' }, actions: 'cancelAttempt' },
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
        onError: { target: 'disconnected', actions: ['broadcastDisconnected', 'clearConnection', 'showLeft'] },
      },
      on: {
        'provider.accountsChanged': [
          {
            guard: { type: 'isLocked' },
            target: 'locked',
            actions: [{ type: 'setLeaving' }, 'expectReconnection', 'broadcastUnreached', 'showLeft'],
          },
          {
            guard: { type: 'hasNoAccounts' },
            target: 'disconnected',
            actions: [{ type: 'setLeaving' }, 'broadcastDisconnected', 'clearConnection', 'showLeft'],
          },
          {
            description: 'Another account is active, or the other shared accounts changed.',
            guard: { type: 'hasOtherAccounts' },
            actions: [{ type: 'setAccounts' }, { type: 'setLeading' }, 'broadcastChanged'],
          },
          { actions: { type: 'setLeading' } },
        ],
        'namespace.selectAccount': {
          guard: { type: 'isSharedAccount' },
          actions: [{ type: 'selectAccount' }, 'broadcastChanged', 'storeSelectedAccount'],
        },
        'namespace.readAgain': { actions: 'rereadWallet' },
        'provider.networkChanged': { guard: { type: 'isOtherNetwork' }, actions: [{ type: 'updateConnection' }, 'broadcastNetwork'] },
        'provider.networksApproved': { actions: [{ type: 'updateConnection' }, 'broadcastChanged'] },
        'provider.disconnected': {
          target: 'disconnected',
          actions: [{ type: 'setLeaving' }, 'broadcastDisconnected', 'clearConnection', 'showLeft'],
        },
        'namespace.connect': [
          { guard: { type: 'isSameWallet' }, actions: { type: 'emitAlready' } },
          { target: 'disconnecting', actions: { type: 'startAttempt' } },
        ],
        'namespace.disconnect': 'disconnecting',
      },
    },
    disconnecting: {
      description: 'Waits for the wallet to disconnect. The stored connection is removed first, in case the page closes.',
      tags: 'busy',
      entry: 'removePersisted',
      invoke: {
        id: 'disconnection',
        src: 'disconnection',
        onDone: [
          {
            guard: 'hasAttempt',
            target: 'connecting',
            actions: [{ type: 'emitLeft' }, { type: 'trackLeave' }, 'broadcastDisconnected', 'clearConnection'],
          },
          {
            target: 'disconnected',
            actions: [{ type: 'emitLeft' }, { type: 'trackLeave' }, 'broadcastDisconnected', 'clearConnection'],
          },
        ],
        onError: {
          target: 'disconnected',
          actions: [
            { type: 'emitSettled', params: { outcome: { status: 'cancelled' } } },
            'clearAttempt',
            { type: 'emitLeft', params: { outcome: { status: 'done' } } },
            'broadcastDisconnected',
            'clearConnection',
          ],
        },
      },
      on: {
        'namespace.connect': {
          actions: [{ type: 'emitSettled', params: { outcome: { status: 'cancelled' } } }, { type: 'startAttempt' }],
        },
        'namespace.cancel': {
          guard: { type: 'isOwnAttempt' },
          actions: [{ type: 'emitSettled', params: { outcome: { status: 'cancelled' } } }, 'clearAttempt'],
        },
        'namespace.disconnect': {
          description: 'The user wants to disconnect instead of connecting another wallet.',
          actions: [{ type: 'emitSettled', params: { outcome: { status: 'cancelled' } } }, 'clearAttempt'],
        },
        'modal.closed': { actions: [{ type: 'emitSettled', params: { outcome: { status: 'cancelled' } } }, 'clearAttempt'] },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
