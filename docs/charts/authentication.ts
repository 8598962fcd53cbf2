/**
 * One sign-in that creates a session, on either side.
 *
 * The chart of `authentication` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isReceived: true as boolean,
  hasFault: true as boolean,
  isUnsigned: true as boolean,
  isOwnForged: true as boolean,
  isForged: true as boolean,
  isRefusing: true as boolean,
  isDeclined: true as boolean,
  isExpired: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  verifySignatures: 'pending' as Ends, // the actor authentication.verifySignatures
  answer: 'pending' as Ends, // the actor authentication.answer
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
    authenticate: listener,
    verifySignatures: work('verifySignatures'),
    answer: work('answer'),
  },
  actions: {
    setOffer: says('setOffer'),
    notifyOffered: says('notifyOffered'),
    notifyAsked: says('notifyAsked'),
    notifyCaller: says('notifyCaller'),
    validate: says('validate'),
    validateAnswer: says('validateAnswer'),
    validateApproval: says('validateApproval'),
    validateRejection: says('validateRejection'),
    setSession: says('setSession'),
    setSignedIn: says('setSignedIn'),
    setFault: says('setFault'),
    setForged: says('setForged'),
    rejectForged: says('rejectForged'),
    setFailure: says('setFailure'),
    setRefusal: says('setRefusal'),
    setSilence: says('setSilence'),
    setExpiry: says('setExpiry'),
  },
  guards: {
    isReceived: () => yes['isReceived'],
    hasFault: () => yes['hasFault'],
    isUnsigned: () => yes['isUnsigned'],
    isOwnForged: () => yes['isOwnForged'],
    isForged: () => yes['isForged'],
    isRefusing: () => yes['isRefusing'],
    isDeclined: () => yes['isDeclined'],
    isExpired: () => yes['isExpired'],
  },
  delays: {
    pairing: 20_000, // timeouts.pairingMs
    exchange: 30_000, // timeouts.exchangeMs
    verify: 15_000, // timeouts.verifyMs
    expiry: 1_000, // worked out as it goes; a second here
  },
}).createMachine({
  id: 'authentication',
  description: 'One sign-in that creates a session, on either side.',
  meta: { kind: 'item', spec: ['3.36', '5.50', '8.47'] },
  initial: 'validating',
  states: {
    validating: {
      description: 'Checks the side, and whether there is time left for an answer.',
      entry: 'validate',
      on: {
        'authentication.validated': [
          { guard: { type: 'hasFault' }, target: 'expired', actions: { type: 'setFault' } },
          { guard: 'isReceived', target: 'asked', actions: 'notifyAsked' },
          { target: 'asking' },
        ],
      },
    },
    asking: {
      description: 'The app requests a sign-in.',
      initial: 'creating',
      tags: 'busy',
      invoke: {
        id: 'authenticate',
        src: 'authenticate',
        onError: { target: 'failed', actions: { type: 'setFailure' } },
      },
      on: {
        'offer.made': { target: '.offered', actions: [{ type: 'setOffer' }, { type: 'notifyOffered' }] },
        'offer.failed': { target: 'failed', actions: { type: 'setFailure' } },
        'authentication.answered': { actions: { type: 'validateAnswer' } },
        'authentication.validated': [
          { guard: { type: 'hasFault' }, target: 'failed', actions: { type: 'setFault' } },
          {
            description: 'A wallet that does not support sign-in accepted the ordinary proposal.',
            guard: 'isUnsigned',
            target: 'authenticated',
            actions: 'setSignedIn',
          },
          { target: 'verifying' },
        ],
        'authentication.refused': [
          { guard: { type: 'isDeclined' }, target: 'rejected', actions: { type: 'setRefusal' } },
          { guard: { type: 'isExpired' }, target: 'expired', actions: { type: 'setRefusal' } },
          { target: 'failed', actions: { type: 'setRefusal' } },
        ],
        'authentication.cancel': 'cancelled',
      },
      states: {
        creating: {
          description: 'The offer is being made. The relay may be slow.',
          after: { pairing: { target: '#authentication.expired', actions: 'setSilence' } },
        },
        offered: {
          description: 'Waits for a wallet to accept the offer.',
          tags: 'offering',
          after: { expiry: { target: '#authentication.expired', actions: 'setExpiry' } },
        },
      },
    },
    asked: {
      description: 'Waits for the user to decide in the wallet.',
      tags: 'asking',
      on: {
        'authentication.approve': { actions: { type: 'validateApproval' } },
        'authentication.reject': { actions: { type: 'validateRejection' } },
        'authentication.validated': [
          { guard: { type: 'hasFault' }, actions: { type: 'notifyCaller' } },
          { guard: 'isRefusing', target: 'answering' },
          { target: 'verifying' },
        ],
        'authentication.refused': { target: 'expired', actions: 'setExpiry' },
        'authentication.cancel': 'cancelled',
      },
      after: { expiry: { target: 'expired', actions: 'setExpiry' } },
    },
    verifying: {
      description: 'The signatures of the credentials are being verified, before the app trusts them and before the wallet sends them.',
      tags: 'busy',
      invoke: {
        id: 'verifySignatures',
        src: 'verifySignatures',
        onDone: [
          {
            description: 'A rejection is sent, so that the app knows that there will be no session.',
            guard: { type: 'isOwnForged' },
            target: 'answering',
            actions: ['setForged', 'rejectForged', { type: 'notifyCaller' }],
          },
          { guard: { type: 'isForged' }, target: 'failed', actions: 'setForged' },
          { guard: 'isReceived', target: 'answering' },
          { target: 'authenticated', actions: 'setSignedIn' },
        ],
        onError: [
          {
            description: 'The signatures could not be verified. The user may try again.',
            guard: 'isReceived',
            target: 'asked',
            actions: { type: 'notifyCaller' },
          },
          { target: 'failed', actions: { type: 'setFailure' } },
        ],
      },
      on: {
        'authentication.refused': { guard: 'isReceived', target: 'expired', actions: 'setExpiry' },
        'authentication.cancel': 'cancelled',
        'authentication.recall': {
          guard: 'isReceived',
          target: 'asked',
          actions: { type: 'notifyCaller', params: { outcome: { status: 'cancelled' } } },
        },
      },
      after: {
        verify: [
          { guard: 'isReceived', target: 'asked', actions: { type: 'notifyCaller' } },
          { target: 'failed', actions: 'setSilence' },
        ],
      },
    },
    answering: {
      description: 'The answer is being sent to the app.',
      tags: 'busy',
      invoke: {
        id: 'answer',
        src: 'answer',
        onDone: [
          {
            guard: 'isRefusing',
            target: 'rejected',
            actions: { type: 'notifyCaller', params: { outcome: { status: 'done' } } },
          },
          {
            target: 'authenticated',
            actions: [
              { type: 'setSession' },
              'setSignedIn',
              { type: 'notifyCaller', params: { outcome: { status: 'done' } } },
            ],
          },
        ],
        onError: { target: 'asked', actions: { type: 'notifyCaller' } },
      },
      on: {
        'authentication.refused': { target: 'expired', actions: 'setExpiry' },
        'authentication.cancel': 'cancelled',
        'authentication.recall': { target: 'asked', actions: { type: 'notifyCaller', params: { outcome: { status: 'cancelled' } } } },
      },
      after: { exchange: { target: 'asked', actions: { type: 'notifyCaller' } } },
    },
    authenticated: { type: 'final', description: 'Signed in, or only connected if the wallet cannot sign in.' },
    rejected: { type: 'final', description: 'The user rejected the sign-in.' },
    expired: { type: 'final', description: 'There was no answer in time.' },
    cancelled: { type: 'final', description: 'The sign-in was cancelled.' },
    failed: { type: 'final', description: 'The answer does not match the request, or its signature is invalid.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
