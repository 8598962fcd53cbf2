/**
 * One proposal of a session, on either side of it.
 *
 * The chart of `proposal`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  received: true as boolean,
  faulty: true as boolean,
  approving: true as boolean,
  declined: true as boolean,
  overdue: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  approve: 'pending' as Ends, // the slot proposal.approve
  reject: 'pending' as Ends, // the slot proposal.reject
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
    propose: listener,
    approve: work('approve'),
    reject: work('reject'),
  },
  actions: {
    keepOffer: says('keepOffer'),
    tellOffered: says('tellOffered'),
    tellAsked: says('tellAsked'),
    tellCaller: says('tellCaller'),
    tellFaulty: says('tellFaulty'),
    validate: says('validate'),
    judgeSettled: says('judgeSettled'),
    judgeApproval: says('judgeApproval'),
    judgeRejection: says('judgeRejection'),
    keepSession: says('keepSession'),
    keepApproved: says('keepApproved'),
    keepFault: says('keepFault'),
    keepRefusal: says('keepRefusal'),
    keepFailure: says('keepFailure'),
    keepSilence: says('keepSilence'),
    keepExpiry: says('keepExpiry'),
  },
  guards: {
    received: () => yes['received'],
    faulty: () => yes['faulty'],
    approving: () => yes['approving'],
    declined: () => yes['declined'],
    overdue: () => yes['overdue'],
  },
  delays: {
    pairing: 20_000, // timeouts.pairingMs
    exchange: 30_000, // timeouts.exchangeMs
    expiry: 1_000, // worked out as it goes; a second here
  },
}).createMachine({
  id: 'proposal',
  description: 'One proposal of a session, on either side of it.',
  meta: { kind: 'item', spec: ['3.34', '4.35', '5.36', '5.39', '5.40'] },
  initial: 'validating',
  states: {
    validating: {
      description: 'Passing through: whose side is it, and is there time for an answer?',
      entry: 'validate',
      on: {
        'proposal.validated': [
          { guard: { type: 'faulty' }, target: 'expired', actions: { type: 'keepFault' } },
          { guard: 'received', target: 'proposed', actions: 'tellAsked' },
          { target: 'proposing' },
        ],
      },
    },
    proposing: {
      description: 'The page proposes a session.',
      initial: 'creating',
      tags: 'busy',
      invoke: { id: 'propose', src: 'propose', onError: { target: 'failed', actions: { type: 'keepFailure' } } },
      on: {
        'offer.made': { target: '.offered', actions: [{ type: 'keepOffer' }, { type: 'tellOffered' }] },
        'offer.failed': { target: 'failed', actions: { type: 'keepFailure' } },
        'proposal.settled': { actions: { type: 'judgeSettled' } },
        'proposal.validated': [
          { guard: { type: 'faulty' }, target: 'failed', actions: { type: 'keepFault' } },
          { target: 'approved', actions: { type: 'keepSession' } },
        ],
        'proposal.refused': [
          { guard: { type: 'declined' }, target: 'rejected', actions: { type: 'keepRefusal' } },
          { guard: { type: 'overdue' }, target: 'expired', actions: { type: 'keepRefusal' } },
          { target: 'failed', actions: { type: 'keepRefusal' } },
        ],
        'proposal.cancel': 'cancelled',
      },
      states: {
        creating: {
          description: 'The relay is told; it may be slow.',
          after: { pairing: { target: '#proposal.expired', actions: 'keepSilence' } },
        },
        offered: {
          description: 'A wallet may take it up.',
          tags: 'offering',
          after: { expiry: { target: '#proposal.expired', actions: 'keepExpiry' } },
        },
      },
    },
    proposed: {
      description: 'The visitor decides in the wallet.',
      tags: 'asking',
      on: {
        'proposal.approve': { actions: { type: 'judgeApproval' } },
        'proposal.reject': { actions: { type: 'judgeRejection' } },
        'proposal.validated': [
          { guard: { type: 'faulty' }, actions: { type: 'tellFaulty' } },
          { guard: 'approving', target: 'approving' },
          { target: 'rejecting' },
        ],
        'proposal.refused': { target: 'expired', actions: 'keepExpiry' },
        'proposal.cancel': 'cancelled',
      },
      after: { expiry: { target: 'expired', actions: 'keepExpiry' } },
    },
    approving: {
      description: 'The session is being settled.',
      tags: 'busy',
      invoke: {
        id: 'approve',
        src: 'approve',
        onDone: {
          target: 'approved',
          actions: [{ type: 'keepApproved' }, { type: 'tellCaller', params: { outcome: { status: 'done' } } }],
        },
        onError: { target: 'proposed', actions: { type: 'tellCaller' } },
      },
      on: {
        'proposal.cancel': 'cancelled',
        'proposal.recall': { target: 'proposed', actions: { type: 'tellCaller', params: { outcome: { status: 'cancelled' } } } },
        'proposal.refused': { target: 'expired', actions: 'keepExpiry' },
      },
      after: { exchange: { target: 'proposed', actions: { type: 'tellCaller' } } },
    },
    rejecting: {
      description: 'The visitor’s no is on its way to the page.',
      tags: 'busy',
      invoke: {
        id: 'reject',
        src: 'reject',
        onDone: { target: 'rejected', actions: { type: 'tellCaller', params: { outcome: { status: 'done' } } } },
        onError: { target: 'rejected', actions: { type: 'tellCaller' } },
      },
      on: {
        'proposal.cancel': 'cancelled',
        'proposal.recall': { target: 'proposed', actions: { type: 'tellCaller', params: { outcome: { status: 'cancelled' } } } },
        'proposal.refused': { target: 'expired', actions: 'keepExpiry' },
      },
      after: { exchange: { target: 'rejected', actions: { type: 'tellCaller' } } },
    },
    approved: { type: 'final', description: 'The session is settled.' },
    rejected: { type: 'final', description: 'The visitor said no.' },
    expired: { type: 'final', description: 'Nobody answered in time.' },
    cancelled: { type: 'final', description: 'It was called off.' },
    failed: { type: 'final', description: 'It could not be made, or what was settled is not good enough.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
