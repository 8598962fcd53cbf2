/**
 * One payment by the connected wallet: requested, stored, and confirmed by the network.
 *
 * The chart of `walletPayment` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isLate: true as boolean,
  isVisible: true as boolean,
  isSuccessful: true as boolean,
  isReverted: true as boolean,
  isKnownElsewhere: true as boolean,
  isResumed: true as boolean,
  isSent: true as boolean,
  isKnown: true as boolean,
  isOurs: true as boolean,
  isOwn: true as boolean,
  isOwnSuccess: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  keep: 'pending' as Ends, // the actor walletPayment.keep
  claim: 'pending' as Ends, // the actor walletPayment.claim
  look: 'pending' as Ends, // the actor walletPayment.look
  finish: 'pending' as Ends, // the actor walletPayment.finish
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
    keep: work('keep'),
    claim: work('claim'),
    look: work('look'),
    watchPage: listener,
    finish: work('finish'),
  },
  actions: {
    submitRequest: says('submitRequest'),
    cancelRequest: says('cancelRequest'),
    setSent: says('setSent'),
    watchTransaction: says('watchTransaction'),
    notifyProgress: says('notifyProgress'),
    setRefusal: says('setRefusal'),
    setUnanswered: says('setUnanswered'),
    setUnconfirmed: says('setUnconfirmed'),
    setKnown: says('setKnown'),
    setPaid: says('setPaid'),
    setUnpaid: says('setUnpaid'),
    setOutcome: says('setOutcome'),
    setReverted: says('setReverted'),
    setFinished: says('setFinished'),
    setCancelled: says('setCancelled'),
    setVisible: says('setVisible'),
  },
  guards: {
    isLate: () => yes['isLate'],
    isVisible: () => yes['isVisible'],
    isSuccessful: () => yes['isSuccessful'],
    isReverted: () => yes['isReverted'],
    isKnownElsewhere: () => yes['isKnownElsewhere'],
    isResumed: () => yes['isResumed'],
    isSent: () => yes['isSent'],
    isKnown: () => yes['isKnown'],
    isOurs: () => yes['isOurs'],
    isOwn: () => yes['isOwn'],
    isOwnSuccess: () => yes['isOwnSuccess'],
  },
  delays: {
    lost: 620_000, // timeouts.walletRequestMs + timeouts.walletRequestMs + timeouts.loadMs
    keep: 2_000, // timeouts.writeMemoryMs
    settle: 45_000, // timeouts.receiptMs + timeouts.loadMs
    pause: 3_000,
    poll: 30_000,
    api: 35_000, // timeouts.apiMs + timeouts.loadMs
    followed: 86_400_000,
  },
}).createMachine({
  id: 'walletPayment',
  description: 'One payment by the connected wallet: requested, stored, and confirmed by the network.',
  meta: { kind: 'flow', spec: ['2.12'] },
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Checks whether the payment is new, was not confirmed in time, or is of an earlier visit.',
      always: [
        { guard: 'isLate', target: 'late' },
        { guard: 'isResumed', target: 'claiming' },
        { target: 'requesting' },
      ],
    },
    requesting: {
      description: 'The wallet shows the request.',
      tags: 'busy',
      entry: ['notifyProgress', 'submitRequest'],
      on: {
        'walletPayment.cancel': { target: 'ended', actions: 'cancelRequest' },
        'requests.settled': [
          {
            guard: { type: 'isSent' },
            target: 'keeping',
            actions: [{ type: 'setSent' }, 'watchTransaction', 'notifyProgress'],
          },
          { target: 'ended', actions: { type: 'setRefusal' } },
        ],
      },
      after: { lost: { target: 'ended', actions: 'setUnanswered' } },
    },
    keeping: {
      description: 'The payment that was sent is being stored, so that it is found again after a reload.',
      tags: 'busy',
      invoke: {
        id: 'keep',
        src: 'keep',
        onDone: 'confirming',
        onError: { target: 'confirming', description: 'Only this page knows the payment.' },
      },
      on: {
        'walletPayment.cancel': 'ended',
        'walletPayment.settle': [
          {
            guard: { type: 'isOwnSuccess' },
            target: 'finishing',
            actions: [{ type: 'setPaid' }, 'setOutcome'],
          },
          { guard: { type: 'isOwn' }, target: 'finishing', actions: ['setUnpaid', { type: 'setReverted' }] },
        ],
      },
      after: { keep: 'confirming' },
    },
    claiming: {
      description: 'Checks whether another tab follows the payment.',
      tags: 'busy',
      invoke: {
        id: 'claim',
        src: 'claim',
        onDone: [
          { guard: { type: 'isKnown' }, target: 'ended', actions: { type: 'setKnown' } },
          {
            guard: { type: 'isOurs' },
            target: 'confirming',
            actions: ['watchTransaction', 'notifyProgress'],
          },
          { target: 'waiting' },
        ],
        onError: { target: 'confirming', actions: 'watchTransaction' },
      },
      on: { 'walletPayment.cancel': 'ended' },
      after: { keep: 'waiting' },
    },
    waiting: {
      description: 'Another tab follows the payment for as long as it is open.',
      on: { 'walletPayment.cancel': 'ended' },
      after: { pause: 'deciding' },
    },
    confirming: {
      description: 'Waits for the network to confirm the transaction.',
      tags: 'busy',
      on: {
        'walletPayment.cancel': 'ended',
        'walletPayment.settle': [
          {
            guard: { type: 'isOwnSuccess' },
            target: 'finishing',
            actions: [{ type: 'setPaid' }, 'setOutcome'],
          },
          { guard: { type: 'isOwn' }, target: 'finishing', actions: ['setUnpaid', { type: 'setReverted' }] },
        ],
      },
      after: { settle: { target: 'ended', actions: 'setUnconfirmed' } },
    },
    late: {
      description: 'The transaction was not confirmed in time, and the caller was informed. It may still be confirmed.',
      initial: 'pausing',
      invoke: {
        id: 'watchPage',
        src: 'watchPage',
        onError: { description: 'If the visibility of the page is unknown, it counts as visible.' },
      },
      on: {
        'walletPayment.cancel': 'ended',
        'walletPayment.settle': [
          {
            guard: { type: 'isOwnSuccess' },
            target: 'finishing',
            actions: [{ type: 'setPaid' }, 'setOutcome'],
          },
          { guard: { type: 'isOwn' }, target: 'finishing', actions: ['setUnpaid', { type: 'setReverted' }] },
        ],
        'page.shown': { actions: { type: 'setVisible', params: { isVisible: true } } },
        'page.hidden': { actions: { type: 'setVisible', params: { isVisible: false } } },
      },
      after: { followed: 'ended' },
      states: {
        pausing: {
          description: 'Waits for the next check.',
          after: { poll: [{ guard: 'isVisible', target: 'polling' }, { target: 'hidden' }] },
        },
        hidden: {
          description: 'Waits until the page is visible.',
          always: { guard: 'isVisible', target: 'polling' },
        },
        polling: {
          description: 'Checks whether the transaction is in a block.',
          tags: 'busy',
          invoke: {
            id: 'look',
            src: 'look',
            onDone: [
              {
                guard: { type: 'isKnownElsewhere' },
                target: '#walletPayment.ended',
                description: 'Another tab reported the result.',
              },
              {
                guard: { type: 'isSuccessful' },
                target: '#walletPayment.finishing',
                actions: [{ type: 'setPaid' }, 'setOutcome'],
              },
              {
                guard: { type: 'isReverted' },
                target: '#walletPayment.finishing',
                actions: ['setUnpaid', { type: 'setReverted' }],
              },
              { target: 'pausing' },
            ],
            onError: 'pausing',
          },
          after: { api: 'pausing' },
        },
      },
    },
    finishing: {
      description: 'The result is being stored, so that it is reported only once. If that fails, this tab reports it.',
      tags: 'busy',
      invoke: {
        id: 'finish',
        src: 'finish',
        onDone: { target: 'ended', actions: { type: 'setFinished' } },
        onError: { target: 'ended', actions: { type: 'setFinished', params: { output: true } } },
      },
      on: { 'walletPayment.cancel': { target: 'ended', actions: 'setCancelled' } },
      after: { keep: { target: 'ended', actions: { type: 'setFinished', params: { output: true } } } },
    },
    ended: { type: 'final', description: 'The result is known, or is no longer waited for.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
