/**
 * The pairing protocol, on the app's or the wallet's side.
 *
 * The chart of `pairing` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isIdTaken: true as boolean,
  isAcceptable: true as boolean,
  isLive: true as boolean,
  isStored: true as boolean,
  isEarly: true as boolean,
  isAwaited: true as boolean,
  isAlreadySettled: true as boolean,
  hasNewItems: true as boolean,
}

/** A listener that receives no events. */
const listener = fromCallback(() => {})

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    client: listener,
    requestQueue: listener,
    session: listener,
    proposal: listener,
    authentication: listener,
    exchange: listener,
  },
  actions: {
    enqueue: says('enqueue'),
    clearWaiting: says('clearWaiting'),
    startItems: says('startItems'),
    setStored: says('setStored'),
    clearStored: says('clearStored'),
    drainQueue: says('drainQueue'),
    addCall: says('addCall'),
    emitRefused: says('emitRefused'),
    forward: says('forward'),
    settle: says('settle'),
    settleFor: says('settleFor'),
    settleAll: says('settleAll'),
    openQueue: says('openQueue'),
    stopAll: says('stopAll'),
    open: says('open'),
    holdMessage: says('holdMessage'),
    releaseMessages: says('releaseMessages'),
    emitIgnored: says('emitIgnored'),
    setOffer: says('setOffer'),
    setAsked: says('setAsked'),
    close: says('close'),
    closeRequest: says('closeRequest'),
    closeSession: says('closeSession'),
    stop: says('stop'),
    forget: says('forget'),
    setError: says('setError'),
    setSilence: says('setSilence'),
    clearError: says('clearError'),
    setRelay: says('setRelay'),
    emit: says('emit'),
  },
  guards: {
    isIdTaken: () => yes['isIdTaken'],
    isAcceptable: () => yes['isAcceptable'],
    isLive: () => yes['isLive'],
    isStored: () => yes['isStored'],
    isEarly: () => yes['isEarly'],
    isAwaited: () => yes['isAwaited'],
    isAlreadySettled: () => yes['isAlreadySettled'],
    hasNewItems: () => yes['hasNewItems'],
  },
  delays: {
    startPairing: 30_000, // timeouts.startPairingMs
    catchUp: 1_050,
  },
}).createMachine({
  id: 'pairing',
  description: 'The pairing protocol, on the app\'s or the wallet\'s side.',
  meta: { kind: 'root', spec: ['4.38', '4.39', '6.4', '7.34'] },
  initial: 'idle',
  states: {
    idle: {
      description: 'No command arrived yet, so no network requests are made.',
      on: {
        'pairing.*': { target: 'open', actions: { type: 'enqueue' } },
        'pairing.open': 'open',
        'pairing.cancel': {},
        'pairing.request': { actions: { type: 'emit' } },
        'pairing.close': {},
      },
    },
    open: {
      description: 'The client is open, or is being opened.',
      initial: 'initialising',
      tags: 'open',
      entry: ['clearError', 'openQueue'],
      exit: 'stopAll',
      invoke: { id: 'client', src: 'client', onError: { target: 'failed', actions: { type: 'setError' } } },
      on: {
        'pairing.propose': [
          { guard: { type: 'isIdTaken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'isAcceptable' },
            actions: [{ type: 'addCall' }, { type: 'startItems' }, { type: 'forward' }],
          },
          { actions: { type: 'emitRefused' } },
        ],
        'pairing.authenticate': [
          { guard: { type: 'isIdTaken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'isAcceptable' },
            actions: [{ type: 'addCall' }, { type: 'startItems' }, { type: 'forward' }],
          },
          { actions: { type: 'emitRefused' } },
        ],
        'pairing.request': [
          { guard: { type: 'isIdTaken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'isAcceptable' },
            actions: [{ type: 'addCall' }, { type: 'startItems' }, { type: 'forward' }],
          },
          { actions: { type: 'emitRefused' } },
        ],
        'pairing.pair': [
          { guard: { type: 'isIdTaken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'isAcceptable' },
            actions: [{ type: 'addCall' }, { type: 'startItems' }, { type: 'forward' }],
          },
          { actions: { type: 'emitRefused' } },
        ],
        'pairing.approve': [
          { guard: { type: 'isIdTaken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'isAcceptable' },
            actions: [{ type: 'addCall' }, { type: 'startItems' }, { type: 'forward' }],
          },
          { actions: { type: 'emitRefused' } },
        ],
        'pairing.reject': [
          { guard: { type: 'isIdTaken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'isAcceptable' },
            actions: [{ type: 'addCall' }, { type: 'startItems' }, { type: 'forward' }],
          },
          { actions: { type: 'emitRefused' } },
        ],
        'pairing.respond': [
          { guard: { type: 'isIdTaken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'isAcceptable' },
            actions: [{ type: 'addCall' }, { type: 'startItems' }, { type: 'forward' }],
          },
          { actions: { type: 'emitRefused' } },
        ],
        'pairing.signIn': [
          { guard: { type: 'isIdTaken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'isAcceptable' },
            actions: [{ type: 'addCall' }, { type: 'startItems' }, { type: 'forward' }],
          },
          { actions: { type: 'emitRefused' } },
        ],
        'pairing.refuseSignIn': [
          { guard: { type: 'isIdTaken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'isAcceptable' },
            actions: [{ type: 'addCall' }, { type: 'startItems' }, { type: 'forward' }],
          },
          { actions: { type: 'emitRefused' } },
        ],
        'pairing.speak': [
          { guard: { type: 'isIdTaken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'isAcceptable' },
            actions: [{ type: 'addCall' }, { type: 'startItems' }, { type: 'forward' }],
          },
          { actions: { type: 'emitRefused' } },
        ],
        'pairing.disconnect': [
          { guard: { type: 'isIdTaken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'isAcceptable' },
            actions: [{ type: 'addCall' }, { type: 'startItems' }, { type: 'forward' }],
          },
          { actions: { type: 'emitRefused' } },
        ],
        'pairing.cancel': { actions: { type: 'forward' } },
        'pairing.close': { target: 'idle', actions: { type: 'settleAll', params: { outcome: { status: 'cancelled' } } } },
        'client.failed': { target: 'failed', actions: { type: 'setError' } },
        'relay.connected': { actions: { type: 'setRelay', params: { relay: 'connected' } } },
        'relay.disconnected': { actions: { type: 'setRelay', params: { relay: 'disconnected' } } },
        'relay.failed': { actions: { type: 'setError' } },
        'proposal.settled': [
          { description: 'The client reports the same session twice.', guard: { type: 'isAlreadySettled' } },
          { guard: { type: 'isAwaited' }, actions: { type: 'forward' } },
          { actions: { type: 'startItems' } },
        ],
        'proposal.refused': [{ guard: { type: 'isAwaited' }, actions: { type: 'forward' } }, { actions: { type: 'startItems' } }],
        'authentication.answered': [{ guard: { type: 'isAwaited' }, actions: { type: 'forward' } }, { actions: { type: 'startItems' } }],
        'authentication.refused': [{ guard: { type: 'isAwaited' }, actions: { type: 'forward' } }, { actions: { type: 'startItems' } }],
        'proposal.received': [
          { guard: { type: 'hasNewItems' }, actions: { type: 'startItems' } },
          { actions: { type: 'emitIgnored' } },
        ],
        'authentication.received': [
          { guard: { type: 'hasNewItems' }, actions: { type: 'startItems' } },
          { actions: { type: 'emitIgnored' } },
        ],
        'request.received': [
          { guard: { type: 'isLive' }, actions: { type: 'forward' } },
          {
            description: 'The session is being settled.',
            guard: { type: 'isEarly' },
            actions: { type: 'holdMessage' },
          },
          { actions: { type: 'emitIgnored' } },
        ],
        'session.acknowledged': [
          { guard: { type: 'isLive' }, actions: { type: 'forward' } },
          {
            description: 'The session is being settled.',
            guard: { type: 'isEarly' },
            actions: { type: 'holdMessage' },
          },
          { actions: { type: 'emitIgnored' } },
        ],
        'session.unsettled': [
          { guard: { type: 'isLive' }, actions: { type: 'forward' } },
          {
            description: 'The session is being settled.',
            guard: { type: 'isEarly' },
            actions: { type: 'holdMessage' },
          },
          { actions: { type: 'emitIgnored' } },
        ],
        'session.updated': [
          { guard: { type: 'isLive' }, actions: { type: 'forward' } },
          {
            description: 'The session is being settled.',
            guard: { type: 'isEarly' },
            actions: { type: 'holdMessage' },
          },
          { actions: { type: 'emitIgnored' } },
        ],
        'session.extended': [
          { guard: { type: 'isLive' }, actions: { type: 'forward' } },
          {
            description: 'The session is being settled.',
            guard: { type: 'isEarly' },
            actions: { type: 'holdMessage' },
          },
          { actions: { type: 'emitIgnored' } },
        ],
        'session.pinged': [
          { guard: { type: 'isLive' }, actions: { type: 'forward' } },
          {
            description: 'The session is being settled.',
            guard: { type: 'isEarly' },
            actions: { type: 'holdMessage' },
          },
          { actions: { type: 'emitIgnored' } },
        ],
        'session.emitted': [
          { guard: { type: 'isLive' }, actions: { type: 'forward' } },
          {
            description: 'The session is being settled.',
            guard: { type: 'isEarly' },
            actions: { type: 'holdMessage' },
          },
          { actions: { type: 'emitIgnored' } },
        ],
        'session.deleted': [
          { guard: { type: 'isLive' }, actions: { type: 'forward' } },
          {
            description: 'The session is being settled.',
            guard: { type: 'isEarly' },
            actions: { type: 'holdMessage' },
          },
          { actions: { type: 'emitIgnored' } },
        ],
        'session.flooded': [
          { guard: { type: 'isLive' }, actions: { type: 'forward' } },
          {
            description: 'The session is being settled.',
            guard: { type: 'isEarly' },
            actions: { type: 'holdMessage' },
          },
          { actions: { type: 'emitIgnored' } },
        ],
        'report.settled': { actions: { type: 'settle' } },
        'report.offered': { actions: [{ type: 'setOffer' }, { type: 'emit' }] },
        'report.asked': { actions: [{ type: 'setAsked' }, { type: 'emit' }] },
        'report.closed': { actions: [{ type: 'closeRequest' }, { type: 'settleFor' }] },
        'report.told': { actions: { type: 'emit' } },
        'xstate.done.actor.session.*': { actions: [{ type: 'closeSession' }, { type: 'settleFor' }] },
        'xstate.done.actor.proposal.*': {
          actions: [
            { type: 'close' },
            { type: 'open' },
            { type: 'settle' },
            { type: 'settleFor' },
            { type: 'startItems' },
            'releaseMessages',
          ],
        },
        'xstate.done.actor.authentication.*': {
          actions: [
            { type: 'close' },
            { type: 'open' },
            { type: 'settle' },
            { type: 'settleFor' },
            { type: 'startItems' },
            'releaseMessages',
          ],
        },
        'xstate.done.actor.exchange.*': { actions: [{ type: 'stop' }, { type: 'settle' }] },
        'xstate.error.actor.session.*': { actions: [{ type: 'closeSession' }, { type: 'settleFor' }, { type: 'startItems' }] },
        'xstate.error.actor.*': { actions: [{ type: 'stop' }, { type: 'forget' }, { type: 'settleFor' }] },
      },
      states: {
        initialising: {
          description: 'The client is being loaded and opened. Commands wait.',
          tags: 'busy',
          on: {
            'pairing.*': { actions: { type: 'enqueue' } },
            'pairing.open': {},
            'pairing.cancel': { actions: { type: 'clearWaiting' } },
            'pairing.close': {
              target: '#pairing.idle',
              actions: { type: 'settleAll', params: { outcome: { status: 'cancelled' } } },
            },
            'client.opened': {
              target: 'catchingUp',
              actions: [{ type: 'setStored' }, { type: 'open' }, { type: 'startItems' }, { type: 'drainQueue' }],
            },
          },
          after: { startPairing: { target: '#pairing.failed', actions: 'setSilence' } },
        },
        catchingUp: {
          description: 'Messages for sessions of an earlier visit are held until the sessions are ready for them.',
          on: {
            'request.received': { guard: { type: 'isStored' }, actions: { type: 'holdMessage' } },
            'session.updated': { guard: { type: 'isStored' }, actions: { type: 'holdMessage' } },
            'session.extended': { guard: { type: 'isStored' }, actions: { type: 'holdMessage' } },
            'session.emitted': { guard: { type: 'isStored' }, actions: { type: 'holdMessage' } },
            'session.deleted': { guard: { type: 'isStored' }, actions: { type: 'holdMessage' } },
          },
          after: { catchUp: 'ready' },
        },
        ready: { description: 'All held messages were delivered.', entry: ['clearStored', 'releaseMessages'] },
      },
    },
    failed: {
      description: 'The client could not be opened. The next command tries again.',
      entry: { type: 'settleAll' },
      on: {
        'pairing.*': { target: 'open', actions: { type: 'enqueue' } },
        'pairing.open': 'open',
        'pairing.cancel': {},
        'pairing.close': 'idle',
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
