/**
 * One request of an app to a wallet, on either side.
 *
 * The chart of `sessionRequest` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  over: true as boolean,
  refusable: true as boolean,
  faulty: true as boolean,
  received: true as boolean,
  rejected: true as boolean,
  overdue: true as boolean,
  sound: true as boolean,
  refusing: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  publishRequest: 'pending' as Ends, // the slot sessionRequest.publishRequest
  respond: 'pending' as Ends, // the slot sessionRequest.respond
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
    publishRequest: work('publishRequest'),
    respond: work('respond'),
  },
  actions: {
    validate: says('validate'),
    keepFault: says('keepFault'),
    refuse: says('refuse'),
    keepResult: says('keepResult'),
    keepRefusal: says('keepRefusal'),
    keepExpiry: says('keepExpiry'),
    keepAnswer: says('keepAnswer'),
    keepAnswered: says('keepAnswered'),
    tellCaller: says('tellCaller'),
    tellAsked: says('tellAsked'),
  },
  guards: {
    over: () => yes['over'],
    refusable: () => yes['refusable'],
    faulty: () => yes['faulty'],
    received: () => yes['received'],
    rejected: () => yes['rejected'],
    overdue: () => yes['overdue'],
    sound: () => yes['sound'],
    refusing: () => yes['refusing'],
  },
  delays: {
    expiry: 1_000, // worked out as it goes; a second here
    exchange: 30_000, // timeouts.exchangeMs
  },
}).createMachine({
  id: 'sessionRequest',
  description: 'One request of an app to a wallet, on either side.',
  meta: { kind: 'item', spec: ['3.35', '5.41', '5.42', '5.43', '5.44', '5.45', '6.4'] },
  initial: 'validating',
  states: {
    validating: {
      description: 'Checks whether the request is allowed in this session.',
      entry: 'validate',
      on: {
        'sessionRequest.validated': [
          { guard: { type: 'over' }, target: 'expired', actions: 'keepExpiry' },
          {
            guard: { type: 'refusable' },
            target: 'refusing',
            actions: [{ type: 'refuse' }, { type: 'keepFault' }],
          },
          { guard: { type: 'faulty' }, target: 'failed', actions: { type: 'keepFault' } },
          { guard: 'received', target: 'waiting', actions: { type: 'tellAsked' } },
          { target: 'publishing' },
        ],
      },
    },
    publishing: {
      description: 'Waits for the wallet\'s answer. A sleeping wallet receives the request when it wakes up.',
      tags: 'busy',
      invoke: {
        id: 'publishRequest',
        src: 'publishRequest',
        onDone: { target: 'answered', actions: { type: 'keepResult' } },
        onError: [
          { guard: { type: 'rejected' }, target: 'rejected', actions: { type: 'keepRefusal' } },
          { guard: { type: 'overdue' }, target: 'expired', actions: { type: 'keepRefusal' } },
          { target: 'failed', actions: { type: 'keepRefusal' } },
        ],
      },
      on: { 'sessionRequest.cancel': 'cancelled' },
      after: { expiry: { target: 'expired', actions: 'keepExpiry' } },
    },
    waiting: {
      description: 'Waits for the user to decide in the wallet.',
      tags: 'asking',
      on: {
        'sessionRequest.respond': [
          { guard: { type: 'sound' }, target: 'responding', actions: { type: 'keepAnswer' } },
          { actions: { type: 'tellCaller' } },
        ],
        'sessionRequest.cancel': 'cancelled',
      },
      after: { expiry: { target: 'expired', actions: 'keepExpiry' } },
    },
    responding: {
      description: 'The user\'s answer is being sent to the app.',
      tags: 'busy',
      invoke: {
        id: 'respond',
        src: 'respond',
        onDone: [
          { guard: 'refusing', target: 'rejected', actions: ['keepAnswered', { type: 'tellCaller' }] },
          { target: 'answered', actions: ['keepAnswered', { type: 'tellCaller' }] },
        ],
        onError: { target: 'waiting', actions: { type: 'tellCaller' } },
      },
      on: {
        'sessionRequest.cancel': 'cancelled',
        'sessionRequest.recall': { target: 'waiting', actions: { type: 'tellCaller' } },
      },
      after: { exchange: { target: 'waiting', actions: { type: 'tellCaller' } } },
    },
    refusing: {
      description: 'The request is being rejected without being shown.',
      tags: 'busy',
      invoke: { id: 'respond', src: 'respond', onDone: 'failed', onError: 'failed' },
      on: { 'sessionRequest.cancel': 'cancelled' },
      after: { exchange: 'failed' },
    },
    answered: { type: 'final', description: 'The wallet answered.' },
    rejected: { type: 'final', description: 'The user rejected the request.' },
    expired: { type: 'final', description: 'There was no answer in time.' },
    cancelled: { type: 'final', description: 'The request was cancelled, or its session ended.' },
    failed: { type: 'final', description: 'The request is not allowed, or could not be sent or answered.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
