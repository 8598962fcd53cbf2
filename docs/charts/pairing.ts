/**
 * The pairing protocol, on the app's or the wallet's side.
 *
 * The chart of `pairing` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  taken: true as boolean,
  acceptable: true as boolean,
  live: true as boolean,
  stored: true as boolean,
  early: true as boolean,
  awaited: true as boolean,
  settledAlready: true as boolean,
  fresh: true as boolean,
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
    wait: says('wait'),
    forgetWaiting: says('forgetWaiting'),
    begin: says('begin'),
    expectStored: says('expectStored'),
    forgetStored: says('forgetStored'),
    catchUp: says('catchUp'),
    note: says('note'),
    refuse: says('refuse'),
    forward: says('forward'),
    settle: says('settle'),
    settleFor: says('settleFor'),
    settleAll: says('settleAll'),
    openQueue: says('openQueue'),
    stopAll: says('stopAll'),
    open: says('open'),
    hold: says('hold'),
    release: says('release'),
    passOver: says('passOver'),
    keepOffer: says('keepOffer'),
    keepAsked: says('keepAsked'),
    close: says('close'),
    closeRequest: says('closeRequest'),
    closeSession: says('closeSession'),
    stop: says('stop'),
    forget: says('forget'),
    keepError: says('keepError'),
    keepSilence: says('keepSilence'),
    forgetError: says('forgetError'),
    keepRelay: says('keepRelay'),
    emit: says('emit'),
  },
  guards: {
    taken: () => yes['taken'],
    acceptable: () => yes['acceptable'],
    live: () => yes['live'],
    stored: () => yes['stored'],
    early: () => yes['early'],
    awaited: () => yes['awaited'],
    settledAlready: () => yes['settledAlready'],
    fresh: () => yes['fresh'],
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
        'pairing.*': { target: 'open', actions: { type: 'wait' } },
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
      entry: ['forgetError', 'openQueue'],
      exit: 'stopAll',
      invoke: { id: 'client', src: 'client', onError: { target: 'failed', actions: { type: 'keepError' } } },
      on: {
        'pairing.propose': [
          { guard: { type: 'taken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'acceptable' },
            actions: [{ type: 'note' }, { type: 'begin' }, { type: 'forward' }],
          },
          { actions: { type: 'refuse' } },
        ],
        'pairing.authenticate': [
          { guard: { type: 'taken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'acceptable' },
            actions: [{ type: 'note' }, { type: 'begin' }, { type: 'forward' }],
          },
          { actions: { type: 'refuse' } },
        ],
        'pairing.request': [
          { guard: { type: 'taken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'acceptable' },
            actions: [{ type: 'note' }, { type: 'begin' }, { type: 'forward' }],
          },
          { actions: { type: 'refuse' } },
        ],
        'pairing.pair': [
          { guard: { type: 'taken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'acceptable' },
            actions: [{ type: 'note' }, { type: 'begin' }, { type: 'forward' }],
          },
          { actions: { type: 'refuse' } },
        ],
        'pairing.approve': [
          { guard: { type: 'taken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'acceptable' },
            actions: [{ type: 'note' }, { type: 'begin' }, { type: 'forward' }],
          },
          { actions: { type: 'refuse' } },
        ],
        'pairing.reject': [
          { guard: { type: 'taken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'acceptable' },
            actions: [{ type: 'note' }, { type: 'begin' }, { type: 'forward' }],
          },
          { actions: { type: 'refuse' } },
        ],
        'pairing.respond': [
          { guard: { type: 'taken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'acceptable' },
            actions: [{ type: 'note' }, { type: 'begin' }, { type: 'forward' }],
          },
          { actions: { type: 'refuse' } },
        ],
        'pairing.signIn': [
          { guard: { type: 'taken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'acceptable' },
            actions: [{ type: 'note' }, { type: 'begin' }, { type: 'forward' }],
          },
          { actions: { type: 'refuse' } },
        ],
        'pairing.refuseSignIn': [
          { guard: { type: 'taken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'acceptable' },
            actions: [{ type: 'note' }, { type: 'begin' }, { type: 'forward' }],
          },
          { actions: { type: 'refuse' } },
        ],
        'pairing.speak': [
          { guard: { type: 'taken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'acceptable' },
            actions: [{ type: 'note' }, { type: 'begin' }, { type: 'forward' }],
          },
          { actions: { type: 'refuse' } },
        ],
        'pairing.disconnect': [
          { guard: { type: 'taken' }, description: 'The caller must choose unique ids.' },
          {
            guard: { type: 'acceptable' },
            actions: [{ type: 'note' }, { type: 'begin' }, { type: 'forward' }],
          },
          { actions: { type: 'refuse' } },
        ],
        'pairing.cancel': { actions: { type: 'forward' } },
        'pairing.close': { target: 'idle', actions: { type: 'settleAll', params: { outcome: { status: 'cancelled' } } } },
        'client.failed': { target: 'failed', actions: { type: 'keepError' } },
        'relay.connected': { actions: { type: 'keepRelay', params: { relay: 'connected' } } },
        'relay.disconnected': { actions: { type: 'keepRelay', params: { relay: 'disconnected' } } },
        'relay.failed': { actions: { type: 'keepError' } },
        'proposal.settled': [
          { description: 'The client reports the same session twice.', guard: { type: 'settledAlready' } },
          { guard: { type: 'awaited' }, actions: { type: 'forward' } },
          { actions: { type: 'begin' } },
        ],
        'proposal.refused': [{ guard: { type: 'awaited' }, actions: { type: 'forward' } }, { actions: { type: 'begin' } }],
        'authentication.answered': [{ guard: { type: 'awaited' }, actions: { type: 'forward' } }, { actions: { type: 'begin' } }],
        'authentication.refused': [{ guard: { type: 'awaited' }, actions: { type: 'forward' } }, { actions: { type: 'begin' } }],
        'proposal.received': [{ guard: { type: 'fresh' }, actions: { type: 'begin' } }, { actions: { type: 'passOver' } }],
        'authentication.received': [{ guard: { type: 'fresh' }, actions: { type: 'begin' } }, { actions: { type: 'passOver' } }],
        'request.received': [
          { guard: { type: 'live' }, actions: { type: 'forward' } },
          {
            description: 'The session is being settled.',
            guard: { type: 'early' },
            actions: { type: 'hold' },
          },
          { actions: { type: 'passOver' } },
        ],
        'session.acknowledged': [
          { guard: { type: 'live' }, actions: { type: 'forward' } },
          {
            description: 'The session is being settled.',
            guard: { type: 'early' },
            actions: { type: 'hold' },
          },
          { actions: { type: 'passOver' } },
        ],
        'session.unsettled': [
          { guard: { type: 'live' }, actions: { type: 'forward' } },
          {
            description: 'The session is being settled.',
            guard: { type: 'early' },
            actions: { type: 'hold' },
          },
          { actions: { type: 'passOver' } },
        ],
        'session.updated': [
          { guard: { type: 'live' }, actions: { type: 'forward' } },
          {
            description: 'The session is being settled.',
            guard: { type: 'early' },
            actions: { type: 'hold' },
          },
          { actions: { type: 'passOver' } },
        ],
        'session.extended': [
          { guard: { type: 'live' }, actions: { type: 'forward' } },
          {
            description: 'The session is being settled.',
            guard: { type: 'early' },
            actions: { type: 'hold' },
          },
          { actions: { type: 'passOver' } },
        ],
        'session.pinged': [
          { guard: { type: 'live' }, actions: { type: 'forward' } },
          {
            description: 'The session is being settled.',
            guard: { type: 'early' },
            actions: { type: 'hold' },
          },
          { actions: { type: 'passOver' } },
        ],
        'session.emitted': [
          { guard: { type: 'live' }, actions: { type: 'forward' } },
          {
            description: 'The session is being settled.',
            guard: { type: 'early' },
            actions: { type: 'hold' },
          },
          { actions: { type: 'passOver' } },
        ],
        'session.deleted': [
          { guard: { type: 'live' }, actions: { type: 'forward' } },
          {
            description: 'The session is being settled.',
            guard: { type: 'early' },
            actions: { type: 'hold' },
          },
          { actions: { type: 'passOver' } },
        ],
        'session.flooded': [
          { guard: { type: 'live' }, actions: { type: 'forward' } },
          {
            description: 'The session is being settled.',
            guard: { type: 'early' },
            actions: { type: 'hold' },
          },
          { actions: { type: 'passOver' } },
        ],
        'report.settled': { actions: { type: 'settle' } },
        'report.offered': { actions: [{ type: 'keepOffer' }, { type: 'emit' }] },
        'report.asked': { actions: [{ type: 'keepAsked' }, { type: 'emit' }] },
        'report.closed': { actions: [{ type: 'closeRequest' }, { type: 'settleFor' }] },
        'report.told': { actions: { type: 'emit' } },
        'xstate.done.actor.session.*': { actions: [{ type: 'closeSession' }, { type: 'settleFor' }] },
        'xstate.done.actor.proposal.*': {
          actions: [
            { type: 'close' },
            { type: 'open' },
            { type: 'settle' },
            { type: 'settleFor' },
            { type: 'begin' },
            'release',
          ],
        },
        'xstate.done.actor.authentication.*': {
          actions: [
            { type: 'close' },
            { type: 'open' },
            { type: 'settle' },
            { type: 'settleFor' },
            { type: 'begin' },
            'release',
          ],
        },
        'xstate.done.actor.exchange.*': { actions: [{ type: 'stop' }, { type: 'settle' }] },
        'xstate.error.actor.session.*': { actions: [{ type: 'closeSession' }, { type: 'settleFor' }, { type: 'begin' }] },
        'xstate.error.actor.*': { actions: [{ type: 'stop' }, { type: 'forget' }, { type: 'settleFor' }] },
      },
      states: {
        initialising: {
          description: 'The client is being loaded and opened. Commands wait.',
          tags: 'busy',
          on: {
            'pairing.*': { actions: { type: 'wait' } },
            'pairing.open': {},
            'pairing.cancel': { actions: { type: 'forgetWaiting' } },
            'pairing.close': {
              target: '#pairing.idle',
              actions: { type: 'settleAll', params: { outcome: { status: 'cancelled' } } },
            },
            'client.opened': {
              target: 'catchingUp',
              actions: [{ type: 'expectStored' }, { type: 'open' }, { type: 'begin' }, { type: 'catchUp' }],
            },
          },
          after: { startPairing: { target: '#pairing.failed', actions: 'keepSilence' } },
        },
        catchingUp: {
          description: 'Messages for sessions of an earlier visit are held until the sessions are ready for them.',
          on: {
            'request.received': { guard: { type: 'stored' }, actions: { type: 'hold' } },
            'session.updated': { guard: { type: 'stored' }, actions: { type: 'hold' } },
            'session.extended': { guard: { type: 'stored' }, actions: { type: 'hold' } },
            'session.emitted': { guard: { type: 'stored' }, actions: { type: 'hold' } },
            'session.deleted': { guard: { type: 'stored' }, actions: { type: 'hold' } },
          },
          after: { catchUp: 'ready' },
        },
        ready: { description: 'All held messages were delivered.', entry: ['forgetStored', 'release'] },
      },
    },
    failed: {
      description: 'The client could not be opened. The next command tries again.',
      entry: { type: 'settleAll' },
      on: {
        'pairing.*': { target: 'open', actions: { type: 'wait' } },
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
