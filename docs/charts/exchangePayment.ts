/**
 * One payment at an exchange: opens its page, checks the status, and verifies the transaction on the chain.
 *
 * The chart of `exchangePayment` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isResumed: true as boolean,
  isKnown: true as boolean,
  isPaid: true as boolean,
  isPaidByHash: true as boolean,
  isUnpaid: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  agree: 'pending' as Ends, // the actor exchangePayment.agree
  look: 'pending' as Ends, // the actor exchangePayment.look
  verify: 'pending' as Ends, // the actor exchangePayment.verify
  finish: 'pending' as Ends, // the actor exchangePayment.finish
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
    watchWindow: listener,
    agree: work('agree'),
    look: work('look'),
    verify: work('verify'),
    finish: work('finish'),
  },
  actions: {
    setAgreed: says('setAgreed'),
    setClosed: says('setClosed'),
    setTold: says('setTold'),
    setKnown: says('setKnown'),
    setEnd: says('setEnd'),
    setVerified: says('setVerified'),
    setFinished: says('setFinished'),
    setCancelled: says('setCancelled'),
    setError: says('setError'),
    setFailure: says('setFailure'),
    setBlocked: says('setBlocked'),
    setOutcome: says('setOutcome'),
    notifyProgress: says('notifyProgress'),
  },
  guards: {
    isResumed: () => yes['isResumed'],
    isKnown: () => yes['isKnown'],
    isPaid: () => yes['isPaid'],
    isPaidByHash: () => yes['isPaidByHash'],
    isUnpaid: () => yes['isUnpaid'],
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
  description: 'One payment at an exchange: opens its page, checks the status, and verifies the transaction on the chain.',
  meta: { kind: 'flow', spec: ['2.12'] },
  initial: 'open',
  states: {
    open: {
      description: 'The user pays in the window, or has closed it.',
      tags: 'busy',
      invoke: { id: 'watchWindow', src: 'watchWindow', onError: { target: 'failed', actions: 'setBlocked' } },
      initial: 'beginning',
      on: {
        'exchangePayment.cancel': 'ended',
        'exchangePayment.windowClosed': { actions: ['setClosed', 'notifyProgress'] },
      },
      after: { overdue: { target: 'finishing', actions: { type: 'setEnd', params: { status: 'expired' } } } },
      states: {
        beginning: {
          description: 'Checks whether the payment is new or of an earlier visit.',
          always: [{ guard: 'isResumed', target: 'polling' }, { target: 'requesting' }],
        },
        requesting: {
          description: 'Waits for the exchange to return the URL of its page.',
          entry: 'notifyProgress',
          invoke: {
            id: 'agree',
            src: 'agree',
            onDone: { target: 'waiting', actions: [{ type: 'setAgreed' }, 'notifyProgress'] },
            onError: { target: '#exchangePayment.failed', actions: { type: 'setError' } },
          },
          on: {
            'exchangePayment.windowFailed': { target: '#exchangePayment.failed', actions: 'setBlocked' },
            'exchangePayment.windowClosed': '#exchangePayment.ended',
          },
          after: {
            agree: {
              target: '#exchangePayment.failed',
              actions: { type: 'setError', params: { code: 'pay.urlFailed' } },
            },
          },
        },
        waiting: { description: 'Waits a few seconds before the next check.', after: { pause: 'polling' } },
        polling: {
          description: 'The status of the payment is being fetched.',
          invoke: {
            id: 'look',
            src: 'look',
            onDone: [
              {
                guard: { type: 'isKnown' },
                target: '#exchangePayment.ended',
                actions: [{ type: 'setKnown' }, 'setOutcome'],
              },
              {
                guard: { type: 'isPaidByHash' },
                target: '#exchangePayment.verifying',
                actions: [{ type: 'setTold' }, 'notifyProgress'],
              },
              {
                description: 'The exchange names no transaction, so the payment cannot be verified.',
                guard: { type: 'isPaid' },
                target: '#exchangePayment.finishing',
                actions: { type: 'setTold' },
              },
              {
                guard: { type: 'isUnpaid' },
                target: '#exchangePayment.finishing',
                actions: { type: 'setEnd', params: { status: 'failed' } },
              },
              { target: 'waiting', actions: [{ type: 'setTold' }, 'notifyProgress'] },
            ],
            onError: { target: 'waiting', actions: [{ type: 'setError' }, 'notifyProgress'] },
          },
          after: {
            look: {
              target: 'waiting',
              actions: [{ type: 'setError', params: { code: 'pay.statusFailed' } }, 'notifyProgress'],
            },
          },
        },
      },
    },
    verifying: {
      description: 'The exchange reports the payment as paid. The transaction is being verified on the chain.',
      tags: 'busy',
      invoke: {
        id: 'verify',
        src: 'verify',
        onDone: { target: 'finishing', actions: { type: 'setVerified' } },
        onError: { target: 'finishing', description: 'The payment could not be verified.' },
      },
      on: { 'exchangePayment.cancel': 'ended' },
      after: { verify: 'finishing' },
    },
    finishing: {
      description: 'The result is being stored, so that it is reported only once. If that fails, this tab reports it.',
      tags: 'busy',
      entry: 'setOutcome',
      invoke: {
        id: 'finish',
        src: 'finish',
        onDone: { target: 'ended', actions: { type: 'setFinished' } },
        onError: { target: 'ended', actions: { type: 'setFinished', params: { output: true } } },
      },
      on: { 'exchangePayment.cancel': { target: 'ended', actions: 'setCancelled' } },
      after: { finish: { target: 'ended', actions: { type: 'setFinished', params: { output: true } } } },
    },
    failed: {
      type: 'final',
      description: 'The exchange returned no page, or the browser opened no window.',
      entry: 'setFailure',
    },
    ended: { type: 'final', description: 'The result is known, or is no longer needed.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
