/**
 * One request of an app to a wallet, on either side.
 *
 * The chart of `sessionRequest` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isOver: true as boolean,
  canBeRefused: true as boolean,
  hasFault: true as boolean,
  isReceived: true as boolean,
  isRejected: true as boolean,
  isExpired: true as boolean,
  isValidAnswer: true as boolean,
  isRefusing: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  publishRequest: 'pending' as Ends, // the actor sessionRequest.publishRequest
  respond: 'pending' as Ends, // the actor sessionRequest.respond
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
    setFault: says('setFault'),
    setRejection: says('setRejection'),
    setResult: says('setResult'),
    setRefusal: says('setRefusal'),
    setExpiry: says('setExpiry'),
    setAnswer: says('setAnswer'),
    setAnswered: says('setAnswered'),
    notifyCaller: says('notifyCaller'),
    notifyAsked: says('notifyAsked'),
  },
  guards: {
    isOver: () => yes['isOver'],
    canBeRefused: () => yes['canBeRefused'],
    hasFault: () => yes['hasFault'],
    isReceived: () => yes['isReceived'],
    isRejected: () => yes['isRejected'],
    isExpired: () => yes['isExpired'],
    isValidAnswer: () => yes['isValidAnswer'],
    isRefusing: () => yes['isRefusing'],
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
          { guard: { type: 'isOver' }, target: 'expired', actions: 'setExpiry' },
          {
            guard: { type: 'canBeRefused' },
            target: 'refusing',
            actions: [{ type: 'setRejection' }, { type: 'setFault' }],
          },
          { guard: { type: 'hasFault' }, target: 'failed', actions: { type: 'setFault' } },
          { guard: 'isReceived', target: 'waiting', actions: { type: 'notifyAsked' } },
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
        onDone: { target: 'answered', actions: { type: 'setResult' } },
        onError: [
          { guard: { type: 'isRejected' }, target: 'rejected', actions: { type: 'setRefusal' } },
          { guard: { type: 'isExpired' }, target: 'expired', actions: { type: 'setRefusal' } },
          { target: 'failed', actions: { type: 'setRefusal' } },
        ],
      },
      on: { 'sessionRequest.cancel': 'cancelled' },
      after: { expiry: { target: 'expired', actions: 'setExpiry' } },
    },
    waiting: {
      description: 'Waits for the user to decide in the wallet.',
      tags: 'asking',
      on: {
        'sessionRequest.respond': [
          { guard: { type: 'isValidAnswer' }, target: 'responding', actions: { type: 'setAnswer' } },
          { actions: { type: 'notifyCaller' } },
        ],
        'sessionRequest.cancel': 'cancelled',
      },
      after: { expiry: { target: 'expired', actions: 'setExpiry' } },
    },
    responding: {
      description: 'The user\'s answer is being sent to the app.',
      tags: 'busy',
      invoke: {
        id: 'respond',
        src: 'respond',
        onDone: [
          { guard: 'isRefusing', target: 'rejected', actions: ['setAnswered', { type: 'notifyCaller' }] },
          { target: 'answered', actions: ['setAnswered', { type: 'notifyCaller' }] },
        ],
        onError: { target: 'waiting', actions: { type: 'notifyCaller' } },
      },
      on: {
        'sessionRequest.cancel': 'cancelled',
        'sessionRequest.recall': { target: 'waiting', actions: { type: 'notifyCaller' } },
      },
      after: { exchange: { target: 'waiting', actions: { type: 'notifyCaller' } } },
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
