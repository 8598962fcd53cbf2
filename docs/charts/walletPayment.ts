/**
 * One payment by the connected wallet: requested, stored, and confirmed by the network.
 *
 * The chart of `walletPayment` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  late: true as boolean,
  visible: true as boolean,
  takenUp: true as boolean,
  undone: true as boolean,
  toldElsewhere: true as boolean,
  resumed: true as boolean,
  sent: true as boolean,
  known: true as boolean,
  ours: true as boolean,
  own: true as boolean,
  ownSuccess: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  keep: 'pending' as Ends, // the slot walletPayment.keep
  claim: 'pending' as Ends, // the slot walletPayment.claim
  look: 'pending' as Ends, // the slot walletPayment.look
  finish: 'pending' as Ends, // the slot walletPayment.finish
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
    ask: says('ask'),
    callOff: says('callOff'),
    keepSent: says('keepSent'),
    watch: says('watch'),
    tellProgress: says('tellProgress'),
    keepRefusal: says('keepRefusal'),
    keepUnanswered: says('keepUnanswered'),
    keepUnconfirmed: says('keepUnconfirmed'),
    keepKnown: says('keepKnown'),
    keepPaid: says('keepPaid'),
    keepUnpaid: says('keepUnpaid'),
    keepOutcome: says('keepOutcome'),
    keepReverted: says('keepReverted'),
    keepFinished: says('keepFinished'),
    keepCancelled: says('keepCancelled'),
    keepVisible: says('keepVisible'),
  },
  guards: {
    late: () => yes['late'],
    visible: () => yes['visible'],
    takenUp: () => yes['takenUp'],
    undone: () => yes['undone'],
    toldElsewhere: () => yes['toldElsewhere'],
    resumed: () => yes['resumed'],
    sent: () => yes['sent'],
    known: () => yes['known'],
    ours: () => yes['ours'],
    own: () => yes['own'],
    ownSuccess: () => yes['ownSuccess'],
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
      always: [{ guard: 'late', target: 'late' }, { guard: 'resumed', target: 'claiming' }, { target: 'asking' }],
    },
    asking: {
      description: 'The wallet shows the request.',
      tags: 'busy',
      entry: ['tellProgress', 'ask'],
      on: {
        'walletPayment.cancel': { target: 'ended', actions: 'callOff' },
        'requests.settled': [
          {
            guard: { type: 'sent' },
            target: 'keeping',
            actions: [{ type: 'keepSent' }, 'watch', 'tellProgress'],
          },
          { target: 'ended', actions: { type: 'keepRefusal' } },
        ],
      },
      after: { lost: { target: 'ended', actions: 'keepUnanswered' } },
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
            guard: { type: 'ownSuccess' },
            target: 'finishing',
            actions: [{ type: 'keepPaid' }, 'keepOutcome'],
          },
          { guard: { type: 'own' }, target: 'finishing', actions: ['keepUnpaid', { type: 'keepReverted' }] },
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
          { guard: { type: 'known' }, target: 'ended', actions: { type: 'keepKnown' } },
          { guard: { type: 'ours' }, target: 'confirming', actions: ['watch', 'tellProgress'] },
          { target: 'waiting' },
        ],
        onError: { target: 'confirming', actions: 'watch' },
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
            guard: { type: 'ownSuccess' },
            target: 'finishing',
            actions: [{ type: 'keepPaid' }, 'keepOutcome'],
          },
          { guard: { type: 'own' }, target: 'finishing', actions: ['keepUnpaid', { type: 'keepReverted' }] },
        ],
      },
      after: { settle: { target: 'ended', actions: 'keepUnconfirmed' } },
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
            guard: { type: 'ownSuccess' },
            target: 'finishing',
            actions: [{ type: 'keepPaid' }, 'keepOutcome'],
          },
          { guard: { type: 'own' }, target: 'finishing', actions: ['keepUnpaid', { type: 'keepReverted' }] },
        ],
        'page.shown': { actions: { type: 'keepVisible', params: { isVisible: true } } },
        'page.hidden': { actions: { type: 'keepVisible', params: { isVisible: false } } },
      },
      after: { followed: 'ended' },
      states: {
        pausing: {
          description: 'Waits for the next check.',
          after: { poll: [{ guard: 'visible', target: 'looking' }, { target: 'resting' }] },
        },
        resting: { description: 'Waits until the page is visible.', always: { guard: 'visible', target: 'looking' } },
        looking: {
          description: 'Checks whether the transaction is in a block.',
          tags: 'busy',
          invoke: {
            id: 'look',
            src: 'look',
            onDone: [
              {
                guard: { type: 'toldElsewhere' },
                target: '#walletPayment.ended',
                description: 'Another tab reported the result.',
              },
              {
                guard: { type: 'takenUp' },
                target: '#walletPayment.finishing',
                actions: [{ type: 'keepPaid' }, 'keepOutcome'],
              },
              {
                guard: { type: 'undone' },
                target: '#walletPayment.finishing',
                actions: ['keepUnpaid', { type: 'keepReverted' }],
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
        onDone: { target: 'ended', actions: { type: 'keepFinished' } },
        onError: { target: 'ended', actions: { type: 'keepFinished', params: { output: true } } },
      },
      on: { 'walletPayment.cancel': { target: 'ended', actions: 'keepCancelled' } },
      after: { keep: { target: 'ended', actions: { type: 'keepFinished', params: { output: true } } } },
    },
    ended: { type: 'final', description: 'The result is known, or is no longer waited for.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
