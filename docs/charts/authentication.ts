/**
 * One sign-in that brings a session with it, on either side of it.
 *
 * The chart of `authentication`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
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

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
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

/** What is listened to for as long as a state lasts; nothing is heard here. */
const listener = fromCallback(() => {})

/** Says what the product would do now. */
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
  description: 'One sign-in that brings a session with it, on either side of it.',
  meta: { kind: 'item', spec: ['3.36', '5.50', '8.47'] },
  initial: 'validating',
  states: {
    validating: {
      description: 'Passing through: whose side is it, and is there time for an answer?',
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
      description: 'The page asks for a sign-in.',
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
            description: 'A wallet that knows no sign-in took the ordinary proposal.',
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
          description: 'The relay is told; it may be slow.',
          after: { pairing: { target: '#authentication.expired', actions: 'keepSilence' } },
        },
        offered: {
          description: 'A wallet may take it up.',
          tags: 'offering',
          after: { expiry: { target: '#authentication.expired', actions: 'keepExpiry' } },
        },
      },
    },
    asked: {
      description: 'The visitor decides in the wallet.',
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
      description: 'Each credential’s signature is looked at, before it is believed and before it is sent.',
      tags: 'busy',
      invoke: {
        id: 'verifySignatures',
        src: 'verifySignatures',
        onDone: [
          {
            description: 'The page is told that there will be no session.',
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
            description: 'It could not be looked at; the visitor may try again.',
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
      description: 'The answer is on its way to the page.',
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
    authenticated: { type: 'final', description: 'Signed in; or connected alone, by a wallet that knows no sign-in.' },
    rejected: { type: 'final', description: 'The visitor said no.' },
    expired: { type: 'final', description: 'Nobody answered in time.' },
    cancelled: { type: 'final', description: 'It was called off.' },
    failed: { type: 'final', description: 'What came is not what was asked for, or was signed by nobody.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
