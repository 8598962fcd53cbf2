/**
 * One sign-in that creates a session, on either side.
 *
 * The chart of `authentication` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  received: true as boolean,
  faulty: true as boolean,
  unsigned: true as boolean,
  ownForged: true as boolean,
  forged: true as boolean,
  refusing: true as boolean,
  declined: true as boolean,
  overdue: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  verifySignatures: 'pending' as Ends, // the slot authentication.verifySignatures
  answer: 'pending' as Ends, // the slot authentication.answer
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
    keepOffer: says('keepOffer'),
    tellOffered: says('tellOffered'),
    tellAsked: says('tellAsked'),
    tellCaller: says('tellCaller'),
    validate: says('validate'),
    judgeAnswer: says('judgeAnswer'),
    judgeApproval: says('judgeApproval'),
    judgeRejection: says('judgeRejection'),
    keepSession: says('keepSession'),
    keepSignedIn: says('keepSignedIn'),
    keepFault: says('keepFault'),
    keepForged: says('keepForged'),
    refuseForged: says('refuseForged'),
    keepFailure: says('keepFailure'),
    keepRefusal: says('keepRefusal'),
    keepSilence: says('keepSilence'),
    keepExpiry: says('keepExpiry'),
  },
  guards: {
    received: () => yes['received'],
    faulty: () => yes['faulty'],
    unsigned: () => yes['unsigned'],
    ownForged: () => yes['ownForged'],
    forged: () => yes['forged'],
    refusing: () => yes['refusing'],
    declined: () => yes['declined'],
    overdue: () => yes['overdue'],
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
          { guard: { type: 'faulty' }, target: 'expired', actions: { type: 'keepFault' } },
          { guard: 'received', target: 'asked', actions: 'tellAsked' },
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
        onError: { target: 'failed', actions: { type: 'keepFailure' } },
      },
      on: {
        'offer.made': { target: '.offered', actions: [{ type: 'keepOffer' }, { type: 'tellOffered' }] },
        'offer.failed': { target: 'failed', actions: { type: 'keepFailure' } },
        'authentication.answered': { actions: { type: 'judgeAnswer' } },
        'authentication.validated': [
          { guard: { type: 'faulty' }, target: 'failed', actions: { type: 'keepFault' } },
          {
            description: 'A wallet that does not support sign-in accepted the ordinary proposal.',
            guard: 'unsigned',
            target: 'authenticated',
            actions: 'keepSignedIn',
          },
          { target: 'verifying' },
        ],
        'authentication.refused': [
          { guard: { type: 'declined' }, target: 'rejected', actions: { type: 'keepRefusal' } },
          { guard: { type: 'overdue' }, target: 'expired', actions: { type: 'keepRefusal' } },
          { target: 'failed', actions: { type: 'keepRefusal' } },
        ],
        'authentication.cancel': 'cancelled',
      },
      states: {
        creating: {
          description: 'The offer is being made. The relay may be slow.',
          after: { pairing: { target: '#authentication.expired', actions: 'keepSilence' } },
        },
        offered: {
          description: 'Waits for a wallet to accept the offer.',
          tags: 'offering',
          after: { expiry: { target: '#authentication.expired', actions: 'keepExpiry' } },
        },
      },
    },
    asked: {
      description: 'Waits for the user to decide in the wallet.',
      tags: 'asking',
      on: {
        'authentication.approve': { actions: { type: 'judgeApproval' } },
        'authentication.reject': { actions: { type: 'judgeRejection' } },
        'authentication.validated': [
          { guard: { type: 'faulty' }, actions: { type: 'tellCaller' } },
          { guard: 'refusing', target: 'answering' },
          { target: 'verifying' },
        ],
        'authentication.refused': { target: 'expired', actions: 'keepExpiry' },
        'authentication.cancel': 'cancelled',
      },
      after: { expiry: { target: 'expired', actions: 'keepExpiry' } },
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
            guard: { type: 'ownForged' },
            target: 'answering',
            actions: ['keepForged', 'refuseForged', { type: 'tellCaller' }],
          },
          { guard: { type: 'forged' }, target: 'failed', actions: 'keepForged' },
          { guard: 'received', target: 'answering' },
          { target: 'authenticated', actions: 'keepSignedIn' },
        ],
        onError: [
          {
            description: 'The signatures could not be verified. The user may try again.',
            guard: 'received',
            target: 'asked',
            actions: { type: 'tellCaller' },
          },
          { target: 'failed', actions: { type: 'keepFailure' } },
        ],
      },
      on: {
        'authentication.refused': { guard: 'received', target: 'expired', actions: 'keepExpiry' },
        'authentication.cancel': 'cancelled',
        'authentication.recall': {
          guard: 'received',
          target: 'asked',
          actions: { type: 'tellCaller', params: { outcome: { status: 'cancelled' } } },
        },
      },
      after: {
        verify: [
          { guard: 'received', target: 'asked', actions: { type: 'tellCaller' } },
          { target: 'failed', actions: 'keepSilence' },
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
            guard: 'refusing',
            target: 'rejected',
            actions: { type: 'tellCaller', params: { outcome: { status: 'done' } } },
          },
          {
            target: 'authenticated',
            actions: [
              { type: 'keepSession' },
              'keepSignedIn',
              { type: 'tellCaller', params: { outcome: { status: 'done' } } },
            ],
          },
        ],
        onError: { target: 'asked', actions: { type: 'tellCaller' } },
      },
      on: {
        'authentication.refused': { target: 'expired', actions: 'keepExpiry' },
        'authentication.cancel': 'cancelled',
        'authentication.recall': { target: 'asked', actions: { type: 'tellCaller', params: { outcome: { status: 'cancelled' } } } },
      },
      after: { exchange: { target: 'asked', actions: { type: 'tellCaller' } } },
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
