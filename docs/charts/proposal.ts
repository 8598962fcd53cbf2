/**
 * One proposal of a session, on either side.
 *
 * The chart of `proposal` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isReceived: true as boolean,
  hasFault: true as boolean,
  isApproving: true as boolean,
  isDeclined: true as boolean,
  isExpired: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  approve: 'pending' as Ends, // the actor proposal.approve
  reject: 'pending' as Ends, // the actor proposal.reject
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
    setOffer: says('setOffer'),
    notifyOffered: says('notifyOffered'),
    notifyAsked: says('notifyAsked'),
    notifyCaller: says('notifyCaller'),
    notifyFaulty: says('notifyFaulty'),
    validate: says('validate'),
    validateSettled: says('validateSettled'),
    validateApproval: says('validateApproval'),
    validateRejection: says('validateRejection'),
    setSession: says('setSession'),
    setApproved: says('setApproved'),
    setFault: says('setFault'),
    setRefusal: says('setRefusal'),
    setFailure: says('setFailure'),
    setSilence: says('setSilence'),
    setExpiry: says('setExpiry'),
  },
  guards: {
    isReceived: () => yes['isReceived'],
    hasFault: () => yes['hasFault'],
    isApproving: () => yes['isApproving'],
    isDeclined: () => yes['isDeclined'],
    isExpired: () => yes['isExpired'],
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
          { guard: { type: 'hasFault' }, target: 'expired', actions: { type: 'setFault' } },
          { guard: 'isReceived', target: 'proposed', actions: 'notifyAsked' },
          { target: 'proposing' },
        ],
      },
    },
    proposing: {
      description: 'The app proposes a session.',
      initial: 'creating',
      tags: 'busy',
      invoke: { id: 'propose', src: 'propose', onError: { target: 'failed', actions: { type: 'setFailure' } } },
      on: {
        'offer.made': { target: '.offered', actions: [{ type: 'setOffer' }, { type: 'notifyOffered' }] },
        'offer.failed': { target: 'failed', actions: { type: 'setFailure' } },
        'proposal.settled': { actions: { type: 'validateSettled' } },
        'proposal.validated': [
          { guard: { type: 'hasFault' }, target: 'failed', actions: { type: 'setFault' } },
          { target: 'approved', actions: { type: 'setSession' } },
        ],
        'proposal.refused': [
          { guard: { type: 'isDeclined' }, target: 'rejected', actions: { type: 'setRefusal' } },
          { guard: { type: 'isExpired' }, target: 'expired', actions: { type: 'setRefusal' } },
          { target: 'failed', actions: { type: 'setRefusal' } },
        ],
        'proposal.cancel': 'cancelled',
      },
      states: {
        creating: {
          description: 'The offer is being made. The relay may be slow.',
          after: { pairing: { target: '#proposal.expired', actions: 'setSilence' } },
        },
        offered: {
          description: 'Waits for a wallet to accept the offer.',
          tags: 'offering',
          after: { expiry: { target: '#proposal.expired', actions: 'setExpiry' } },
        },
      },
    },
    proposed: {
      description: 'Waits for the user to decide in the wallet.',
      tags: 'asking',
      on: {
        'proposal.approve': { actions: { type: 'validateApproval' } },
        'proposal.reject': { actions: { type: 'validateRejection' } },
        'proposal.validated': [
          { guard: { type: 'hasFault' }, actions: { type: 'notifyFaulty' } },
          { guard: 'isApproving', target: 'approving' },
          { target: 'rejecting' },
        ],
        'proposal.refused': { target: 'expired', actions: 'setExpiry' },
        'proposal.cancel': 'cancelled',
      },
      after: { expiry: { target: 'expired', actions: 'setExpiry' } },
    },
    approving: {
      description: 'The session is being settled.',
      tags: 'busy',
      invoke: {
        id: 'approve',
        src: 'approve',
        onDone: {
          target: 'approved',
          actions: [{ type: 'setApproved' }, { type: 'notifyCaller', params: { outcome: { status: 'done' } } }],
        },
        onError: { target: 'proposed', actions: { type: 'notifyCaller' } },
      },
      on: {
        'proposal.cancel': 'cancelled',
        'proposal.recall': {
          target: 'proposed',
          actions: { type: 'notifyCaller', params: { outcome: { status: 'cancelled' } } },
        },
        'proposal.refused': { target: 'expired', actions: 'setExpiry' },
      },
      after: { exchange: { target: 'proposed', actions: { type: 'notifyCaller' } } },
    },
    rejecting: {
      description: 'The rejection is being sent to the app.',
      tags: 'busy',
      invoke: {
        id: 'reject',
        src: 'reject',
        onDone: { target: 'rejected', actions: { type: 'notifyCaller', params: { outcome: { status: 'done' } } } },
        onError: { target: 'rejected', actions: { type: 'notifyCaller' } },
      },
      on: {
        'proposal.cancel': 'cancelled',
        'proposal.recall': {
          target: 'proposed',
          actions: { type: 'notifyCaller', params: { outcome: { status: 'cancelled' } } },
        },
        'proposal.refused': { target: 'expired', actions: 'setExpiry' },
      },
      after: { exchange: { target: 'rejected', actions: { type: 'notifyCaller' } } },
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
