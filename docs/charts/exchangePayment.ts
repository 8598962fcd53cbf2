/**
 * One payment at an exchange: its page, looks at what became of it, and the transaction that the chain has.
 *
 * The chart of `exchangePayment`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  resumed: true as boolean,
  known: true as boolean,
  paid: true as boolean,
  paidBy: true as boolean,
  unpaid: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  agree: 'pending' as Ends, // the slot exchangePayment.agree
  look: 'pending' as Ends, // the slot exchangePayment.look
  verify: 'pending' as Ends, // the slot exchangePayment.verify
  finish: 'pending' as Ends, // the slot exchangePayment.finish
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
    watchWindow: listener,
    agree: work('agree'),
    look: work('look'),
    verify: work('verify'),
    finish: work('finish'),
  },
  actions: {
    keepAgreed: says('keepAgreed'),
    keepClosed: says('keepClosed'),
    keepTold: says('keepTold'),
    keepKnown: says('keepKnown'),
    keepEnd: says('keepEnd'),
    keepVerified: says('keepVerified'),
    keepFinished: says('keepFinished'),
    keepCancelled: says('keepCancelled'),
    keepError: says('keepError'),
    keepFailure: says('keepFailure'),
    keepBlocked: says('keepBlocked'),
    keepOutcome: says('keepOutcome'),
    tellProgress: says('tellProgress'),
  },
  guards: {
    resumed: () => yes['resumed'],
    known: () => yes['known'],
    paid: () => yes['paid'],
    paidBy: () => yes['paidBy'],
    unpaid: () => yes['unpaid'],
  },
  delays: {
    agree: 35_000, // timeouts.apiMs + timeouts.loadMs
    look: 35_000, // timeouts.apiMs + timeouts.loadMs
    verify: 45_000, // timeouts.receiptMs + timeouts.loadMs
    finish: 2_000, // timeouts.writeMemoryMs
    pause: 3_000,
    overdue: 1_800_000, // one of timeouts.paymentMs, timeouts.apiMs, timeouts.loadMs
  },
}).createMachine({
  id: 'exchangePayment',
  description: 'One payment at an exchange: its page, looks at what became of it, and the transaction that the chain has.',
  meta: { kind: 'flow', spec: ['2.12'] },
  initial: 'open',
  states: {
    open: {
      description: 'The visitor pays in the window, or has closed it.',
      tags: 'busy',
      invoke: { id: 'watchWindow', src: 'watchWindow', onError: { target: 'failed', actions: 'keepBlocked' } },
      initial: 'beginning',
      on: {
        'exchangePayment.cancel': 'ended',
        'exchangePayment.windowClosed': { actions: ['keepClosed', 'tellProgress'] },
      },
      after: { overdue: { target: 'finishing', actions: { type: 'keepEnd', params: { status: 'expired' } } } },
      states: {
        beginning: {
          description: 'Passing through: is its page known?',
          always: [{ guard: 'resumed', target: 'looking' }, { target: 'asking' }],
        },
        asking: {
          description: 'The exchange says where it is paid.',
          entry: 'tellProgress',
          invoke: {
            id: 'agree',
            src: 'agree',
            onDone: { target: 'resting', actions: [{ type: 'keepAgreed' }, 'tellProgress'] },
            onError: { target: '#exchangePayment.failed', actions: { type: 'keepError' } },
          },
          on: {
            'exchangePayment.windowFailed': { target: '#exchangePayment.failed', actions: 'keepBlocked' },
            'exchangePayment.windowClosed': '#exchangePayment.ended',
          },
          after: {
            agree: {
              target: '#exchangePayment.failed',
              actions: { type: 'keepError', params: { code: 'pay.urlFailed' } },
            },
          },
        },
        resting: {
          description: 'The exchange is not asked more often than every few seconds.',
          after: { pause: 'looking' },
        },
        looking: {
          description: 'What does the exchange say?',
          invoke: {
            id: 'look',
            src: 'look',
            onDone: [
              {
                guard: { type: 'known' },
                target: '#exchangePayment.ended',
                actions: [{ type: 'keepKnown' }, 'keepOutcome'],
              },
              {
                guard: { type: 'paidBy' },
                target: '#exchangePayment.verifying',
                actions: [{ type: 'keepTold' }, 'tellProgress'],
              },
              {
                description: 'No transaction is named: nobody can tell whether it is so.',
                guard: { type: 'paid' },
                target: '#exchangePayment.finishing',
                actions: { type: 'keepTold' },
              },
              {
                guard: { type: 'unpaid' },
                target: '#exchangePayment.finishing',
                actions: { type: 'keepEnd', params: { status: 'failed' } },
              },
              { target: 'resting', actions: [{ type: 'keepTold' }, 'tellProgress'] },
            ],
            onError: { target: 'resting', actions: [{ type: 'keepError' }, 'tellProgress'] },
          },
          after: {
            look: {
              target: 'resting',
              actions: [{ type: 'keepError', params: { code: 'pay.statusFailed' } }, 'tellProgress'],
            },
          },
        },
      },
    },
    verifying: {
      description: 'The exchange says that it is paid. What does the chain say?',
      tags: 'busy',
      invoke: {
        id: 'verify',
        src: 'verify',
        onDone: { target: 'finishing', actions: { type: 'keepVerified' } },
        onError: { target: 'finishing', description: 'Nobody can tell.' },
      },
      on: { 'exchangePayment.cancel': 'ended' },
      after: { verify: 'finishing' },
    },
    finishing: {
      description: 'What became of it is kept, so that it is told once. Where it cannot be kept, it is told here.',
      tags: 'busy',
      entry: 'keepOutcome',
      invoke: {
        id: 'finish',
        src: 'finish',
        onDone: { target: 'ended', actions: { type: 'keepFinished' } },
        onError: { target: 'ended', actions: { type: 'keepFinished', params: { output: true } } },
      },
      on: { 'exchangePayment.cancel': { target: 'ended', actions: 'keepCancelled' } },
      after: { finish: { target: 'ended', actions: { type: 'keepFinished', params: { output: true } } } },
    },
    failed: { type: 'final', description: 'There was no page to pay on, or no window for it.', entry: 'keepFailure' },
    ended: { type: 'final', description: 'What became of it is known, or nobody wants to know.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
