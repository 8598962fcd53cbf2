/**
 * One proposal of a session, on either side.
 *
 * The chart of `proposal` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  received: true as boolean,
  faulty: true as boolean,
  approving: true as boolean,
  declined: true as boolean,
  overdue: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
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

/** A listener that receives no events. */
const listener = fromCallback(() => {})

/** Logs the actions that the product would run. */
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
  description: 'One proposal of a session, on either side.',
  meta: { kind: 'item', spec: ['3.34', '4.35', '5.36', '5.39', '5.40'] },
  initial: 'validating',
  states: {
    validating: {
      description: 'Checks the side, and whether there is time left for an answer.',
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
      description: 'The app proposes a session.',
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
          description: 'The offer is being made. The relay may be slow.',
          after: { pairing: { target: '#proposal.expired', actions: 'keepSilence' } },
        },
        offered: {
          description: 'Waits for a wallet to accept the offer.',
          tags: 'offering',
          after: { expiry: { target: '#proposal.expired', actions: 'keepExpiry' } },
        },
      },
    },
    proposed: {
      description: 'Waits for the user to decide in the wallet.',
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
      description: 'The rejection is being sent to the app.',
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
    rejected: { type: 'final', description: 'The user rejected the proposal.' },
    expired: { type: 'final', description: 'There was no answer in time.' },
    cancelled: { type: 'final', description: 'The proposal was cancelled.' },
    failed: { type: 'final', description: 'The offer could not be made, or the settled session is invalid.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
