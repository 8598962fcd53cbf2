/**
 * The provider of the connected wallet on another device.
 *
 * The chart of `provider` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  hasSession: true as boolean,
  isKnownSession: true as boolean,
  isUsable: true as boolean,
  isCurrent: true as boolean,
  isEmptied: true as boolean,
  isShared: true as boolean,
  isUnwanted: true as boolean,
  hasTopic: true as boolean,
  isOurs: true as boolean,
  isForWallet: true as boolean,
  isOwnAttempt: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  look: 'pending' as Ends, // the actor provider.look
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
    watchSite: listener,
    watchSessions: listener,
    look: work('look'),
    leave: listener,
    offer: listener,
    call: listener,
  },
  actions: {
    setSession: says('setSession'),
    removeSession: says('removeSession'),
    useSession: says('useSession'),
    updateSession: says('updateSession'),
    notifyCalls: says('notifyCalls'),
    emitSessionEvent: says('emitSessionEvent'),
    setNetworks: says('setNetworks'),
    setLearnt: says('setLearnt'),
    clearActiveSession: says('clearActiveSession'),
    removeNamespace: says('removeNamespace'),
    disconnectSession: says('disconnectSession'),
    setPlaces: says('setPlaces'),
    enqueue: says('enqueue'),
    startRequests: says('startRequests'),
    emitRefused: says('emitRefused'),
    startOffer: says('startOffer'),
    cancelOffer: says('cancelOffer'),
    cancelCall: says('cancelCall'),
    notifyOffer: says('notifyOffer'),
    disconnectUnusable: says('disconnectUnusable'),
    settle: says('settle'),
    emit: says('emit'),
  },
  guards: {
    hasSession: () => yes['hasSession'],
    isKnownSession: () => yes['isKnownSession'],
    isUsable: () => yes['isUsable'],
    isCurrent: () => yes['isCurrent'],
    isEmptied: () => yes['isEmptied'],
    isShared: () => yes['isShared'],
    isUnwanted: () => yes['isUnwanted'],
    hasTopic: () => yes['hasTopic'],
    isOurs: () => yes['isOurs'],
    isForWallet: () => yes['isForWallet'],
    isOwnAttempt: () => yes['isOwnAttempt'],
  },
  delays: {
    look: 60_000, // timeouts.startPairingMs + timeouts.exchangeMs
  },
}).createMachine({
  id: 'provider',
  description: 'The provider of the connected wallet on another device.',
  meta: { kind: 'service', spec: ['8.50', '8.51', '9.17'] },
  initial: 'unopened',
  invoke: [
    { id: 'watchSite', src: 'watchSite', onError: { actions: { type: 'emitRefused' } } },
    { id: 'watchSessions', src: 'watchSessions', onError: { actions: { type: 'emitRefused' } } },
  ],
  on: {
    'provider.connect': { actions: ['cancelOffer', { type: 'startOffer' }] },
    'provider.cancel': [{ guard: { type: 'isOwnAttempt' }, actions: 'cancelOffer' }, { actions: { type: 'cancelCall' } }],
    'provider.leave': [
      { guard: { type: 'hasTopic' }, actions: { type: 'disconnectSession' } },
      { description: 'The session was left already.', actions: { type: 'emit' } },
    ],
    'provider.offered': { actions: { type: 'emit' } },
    'session.opened': { actions: [{ type: 'setSession' }, { type: 'notifyOffer' }] },
    'session.changed': { guard: { type: 'isKnownSession' }, actions: { type: 'setSession' } },
    'session.ended': { actions: { type: 'removeSession' } },
    'xstate.done.actor.offer.*': [
      {
        guard: { type: 'isUsable' },
        target: '.spoken',
        actions: [{ type: 'useSession' }, { type: 'settle' }],
      },
      {
        description: 'The attempt failed, or its session has no account that the app can use.',
        actions: [{ type: 'disconnectUnusable' }, { type: 'settle' }],
      },
    ],
    'provider.networks': { actions: { type: 'setNetworks' } },
    'provider.learnt': { actions: { type: 'setLearnt' } },
    'xstate.done.actor.call.*': { actions: { type: 'settle' } },
    'xstate.done.actor.leave.*': { actions: { type: 'settle' } },
    'xstate.error.actor.*': { actions: { type: 'settle' } },
  },
  states: {
    unopened: {
      description: 'Sessions were not searched for yet, or the search failed.',
      on: {
        'provider.look': { target: 'looking', actions: { type: 'setPlaces' } },
        'provider.request': [
          { guard: { type: 'isForWallet' }, actions: { type: 'emit' } },
          { target: 'looking', actions: { type: 'enqueue' } },
        ],
      },
    },
    none: {
      description: 'There is no active session.',
      on: {
        'provider.look': { target: 'looking', actions: { type: 'setPlaces' } },
        'provider.request': { target: 'looking', actions: { type: 'enqueue' } },
      },
    },
    looking: {
      description: 'Sessions of earlier visits are being searched for.',
      tags: 'looking',
      invoke: {
        id: 'look',
        src: 'look',
        onDone: [
          {
            guard: 'hasSession',
            target: 'spoken',
            actions: [{ type: 'useSession' }, { type: 'notifyOffer' }],
          },
          {
            target: 'none',
            actions: [
              { type: 'startRequests', params: [] },
              { type: 'notifyOffer', params: { type: 'offer.looked' } },
            ],
          },
        ],
        onError: { target: 'unopened', actions: [{ type: 'emitRefused' }, { type: 'notifyOffer' }] },
      },
      on: { 'provider.request': { actions: { type: 'enqueue' } } },
      after: { look: { target: 'unopened', actions: [{ type: 'emitRefused' }, { type: 'notifyOffer' }] } },
    },
    spoken: {
      description: 'A session is active. The app follows the wallet to the chains and accounts that it approved.',
      entry: { type: 'startRequests', params: [] },
      on: {
        'provider.look': { actions: { type: 'notifyOffer' } },
        'provider.request': { actions: { type: 'startRequests' } },
        'provider.move': { actions: { type: 'updateSession' } },
        'provider.leave': [
          { guard: { type: 'isShared' }, actions: [{ type: 'removeNamespace' }, { type: 'emit' }] },
          {
            guard: { type: 'isCurrent' },
            target: 'none',
            actions: ['clearActiveSession', { type: 'disconnectSession' }],
          },
        ],
        'session.opened': {
          description: 'A wallet accepted an offer of an earlier visit, but another session is active now.',
          guard: { type: 'isUnwanted' },
          actions: { type: 'disconnectSession' },
        },
        'session.changed': [
          {
            description: 'The session has no account left.',
            guard: { type: 'isEmptied' },
            target: 'none',
            actions: [{ type: 'updateSession', params: {} }, { type: 'disconnectSession' }],
          },
          {
            guard: { type: 'isCurrent' },
            actions: [{ type: 'updateSession' }, { type: 'setSession' }, { type: 'notifyCalls' }],
          },
        ],
        'session.emitted': { guard: { type: 'isCurrent' }, actions: [{ type: 'updateSession' }, { type: 'emitSessionEvent' }] },
        'session.ended': [
          {
            description: 'The app ended the session itself.',
            guard: { type: 'isOurs' },
            target: 'none',
            actions: [{ type: 'removeSession' }, 'clearActiveSession'],
          },
          {
            guard: { type: 'isCurrent' },
            target: 'none',
            actions: [{ type: 'removeSession' }, { type: 'updateSession', params: {} }],
          },
        ],
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
