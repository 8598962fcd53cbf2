/** Flow: one payment at an exchange, from opening the window to the result. */
import { assign, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import type { Exchange, Payment, PaymentEnd, PaymentOrder } from './payment.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { boundOf } from '../core/implementations.ts'
import { seal, type AnySystem, type TypesOf } from '../core/contract.ts'
import { effect, listener, timeout } from '../core/actors.ts'
import { tell } from '../core/messaging.ts'
import { there } from '../core/assertDefined.ts'
import { now } from '../core/time.ts'
import { cancelled, failed } from '../shared/outcome.rules.ts'
import { endOutcome, overOf, payError } from './pay.rules.ts'
import type { Agreed, ExchangePaymentContract, Look } from './exchangePayment.contract.ts'
import { pay } from './pay.contract.ts'

type Context = ExchangePaymentContract['context']
type Heard = Extract<
  ExchangePaymentContract['event'],
  { type: 'exchangePayment.windowClosed' | 'exchangePayment.windowFailed' }
>
interface Looked {
  output: Look
}

const isPaid = (look: Look): look is Extract<Look, { kind: 'told' }> =>
  look.kind === 'told' && look.status === 'SUCCESS'
const looked = { params: ({ event }: { event: Looked }) => event } as const
const ended = (status: PaymentEnd['status']) => ({ type: 'keepEnd', params: { status } }) as const
const silent = { type: 'keepError', params: { error: undefined, code: 'pay.statusFailed' } } as const
/** The time left for a payment. A payment of an earlier visit is checked at least once, however old it is. */
const overdue = ({ context: { payment }, system }: { context: Context; system: AnySystem }): number => {
  const { paymentMs, apiMs, loadMs } = boundOf(system).timeouts
  // The clock may have been set back since.
  return payment ? Math.max(Math.min(payment.startedAt - now(system), 0) + paymentMs, apiMs + loadMs) : paymentMs
}

export const exchangePaymentMachine = setup({
  types: {} as TypesOf<ExchangePaymentContract>,
  actors: {
    /**
     * Opens a window for a new payment, in the click handler, and reports its events. The flow never closes a window that shows
     * the exchange's page.
     */
    watchWindow: listener<Heard, { id: string; isNew: boolean }>('exchangePayment.watchWindow'),
    /** Requests the exchange's page, stores the payment, and opens the page in the window. */
    agree: effect<Agreed, { id: string; order: PaymentOrder; exchange: Exchange }>('exchangePayment.agree'),
    /** Checks the status of the payment once, if no other tab follows it. */
    look: effect<Look, Payment>('exchangePayment.look'),
    /** Whether the transaction pays the order, as read from the chain. */
    verify: effect<boolean, { payment: Payment; hash: string }>('exchangePayment.verify'),
    /** Stores the result. Resolves to whether it is the first one stored. */
    finish: effect<boolean, { payment: Payment; end: PaymentEnd }>('exchangePayment.finish'),
  },
  actions: {
    keepAgreed: assign((_, { output: { payment, host } }: { output: Agreed }) => ({ payment, host })),
    keepClosed: assign({ isWindowClosed: true }),
    keepTold: assign((_, { output }: Looked) => ({
      error: undefined,
      ...(isPaid(output) && { end: { status: 'paid' as const, hash: output.hash, isVerified: false } }),
    })),
    keepKnown: assign((_, { output }: Looked) => (output.kind === 'known' ? { end: output.end } : {})),
    keepEnd: assign({
      end: (_, { status }: { status: PaymentEnd['status'] }) => ({ status, hash: undefined, isVerified: false }),
    }),
    keepVerified: assign({
      end: ({ context }, { output }: { output: boolean }) => ({ ...there(context.end), isVerified: output }),
    }),
    keepFinished: assign({ isFirst: (_, { output }: { output: boolean }) => output }),
    keepCancelled: assign({ outcome: cancelled }),
    keepError: assign({
      error: (_, { error, code }: { error: unknown; code: Parameters<typeof payError>[1] }) => payError(error, code),
    }),
    keepFailure: assign({ outcome: ({ context }) => failed(there(context.error)) }),
    keepBlocked: assign({ error: () => new LatchkeyError('pay.blocked') }),
    keepOutcome: assign({ outcome: ({ context }) => endOutcome(there(context.payment), there(context.end)) }),
    tellProgress: tell(pay)((_: undefined, { id, exchange, payment, host, isWindowClosed, end, error }: Context) => ({
      type: 'pay.progressed',
      id,
      progress: {
        kind: 'exchange',
        step: end ? 'confirming' : payment ? 'waiting' : 'asking',
        name: exchange?.name ?? (payment?.way.kind === 'exchange' ? payment.way.exchangeName : undefined),
        host,
        isWindowClosed,
      },
      error,
    })),
  },
  guards: {
    resumed: ({ context }) => context.payment !== undefined,
    known: (_, { output }: Looked) => output.kind === 'known',
    paid: (_, { output }: Looked) => isPaid(output),
    paidBy: (_, { output }: Looked) => isPaid(output) && output.hash !== undefined,
    unpaid: (_, { output }: Looked) => output.kind === 'told' && output.status === 'FAILED',
  },
  delays: {
    /** The time to load the code for the request, and to receive the exchange's page. */
    agree: timeout('apiMs', 'loadMs'),
    look: timeout('apiMs', 'loadMs'),
    verify: timeout('receiptMs', 'loadMs'),
    finish: timeout('writeMemoryMs'),
    pause: TIMING.payLookMs,
    overdue: Object.assign(overdue, { names: ['paymentMs', 'apiMs', 'loadMs'] as const }),
  },
}).createMachine({
  id: 'exchangePayment',
  description:
    'One payment at an exchange: opens its page, checks the status, and verifies the transaction on the chain.',
  meta: { kind: 'flow', spec: ['2.12'] },
  context: ({ input }) => ({
    order: undefined,
    exchange: undefined,
    payment: undefined,
    ...input,
    host: undefined,
    isWindowClosed: false,
    end: undefined,
    isFirst: false,
    error: undefined,
    outcome: cancelled,
  }),
  output: ({ context }) => overOf(context),
  initial: 'open',
  states: {
    open: {
      description: 'The user pays in the window, or has closed it.',
      tags: 'busy',
      invoke: {
        id: 'watchWindow',
        src: 'watchWindow',
        input: ({ context }) => ({ id: context.id, isNew: context.payment === undefined }),
        onError: { target: 'failed', actions: 'keepBlocked' },
      },
      initial: 'beginning',
      on: {
        'exchangePayment.cancel': 'ended',
        'exchangePayment.windowClosed': { actions: ['keepClosed', 'tellProgress'] },
      },
      after: { overdue: { target: 'finishing', actions: ended('expired') } },
      states: {
        beginning: {
          description: 'Checks whether the payment is new or of an earlier visit.',
          always: [{ guard: 'resumed', target: 'looking' }, { target: 'asking' }],
        },
        asking: {
          description: 'Waits for the exchange to return the URL of its page.',
          entry: 'tellProgress',
          invoke: {
            id: 'agree',
            src: 'agree',
            input: ({ context }) => ({
              id: context.id,
              order: there(context.order),
              exchange: there(context.exchange),
            }),
            onDone: {
              target: 'resting',
              actions: [{ type: 'keepAgreed', params: ({ event }) => event }, 'tellProgress'],
            },
            onError: {
              target: '#exchangePayment.failed',
              actions: {
                type: 'keepError',
                params: ({ event }) => ({ error: event.error, code: 'pay.urlFailed' as const }),
              },
            },
          },
          on: {
            'exchangePayment.windowFailed': { target: '#exchangePayment.failed', actions: 'keepBlocked' },
            'exchangePayment.windowClosed': '#exchangePayment.ended',
          },
          after: {
            agree: {
              target: '#exchangePayment.failed',
              actions: { type: 'keepError', params: { error: undefined, code: 'pay.urlFailed' } },
            },
          },
        },
        resting: {
          description: 'Waits a few seconds before the next check.',
          after: { pause: 'looking' },
        },
        looking: {
          description: 'The status of the payment is being fetched.',
          invoke: {
            id: 'look',
            src: 'look',
            input: ({ context }) => there(context.payment),
            onDone: [
              {
                guard: { type: 'known', ...looked },
                target: '#exchangePayment.ended',
                actions: [{ type: 'keepKnown', ...looked }, 'keepOutcome'],
              },
              {
                guard: { type: 'paidBy', ...looked },
                target: '#exchangePayment.verifying',
                actions: [{ type: 'keepTold', ...looked }, 'tellProgress'],
              },
              {
                description: 'The exchange names no transaction, so the payment cannot be verified.',
                guard: { type: 'paid', ...looked },
                target: '#exchangePayment.finishing',
                actions: { type: 'keepTold', ...looked },
              },
              { guard: { type: 'unpaid', ...looked }, target: '#exchangePayment.finishing', actions: ended('failed') },
              { target: 'resting', actions: [{ type: 'keepTold', ...looked }, 'tellProgress'] },
            ],
            onError: {
              target: 'resting',
              actions: [
                {
                  type: 'keepError',
                  params: ({ event }) => ({ error: event.error, code: 'pay.statusFailed' as const }),
                },
                'tellProgress',
              ],
            },
          },
          after: { look: { target: 'resting', actions: [silent, 'tellProgress'] } },
        },
      },
    },
    verifying: {
      description: 'The exchange reports the payment as paid. The transaction is being verified on the chain.',
      tags: 'busy',
      invoke: {
        id: 'verify',
        src: 'verify',
        input: ({ context }) => ({ payment: there(context.payment), hash: there(context.end?.hash) }),
        onDone: { target: 'finishing', actions: { type: 'keepVerified', params: ({ event }) => event } },
        onError: { target: 'finishing', description: 'The payment could not be verified.' },
      },
      on: { 'exchangePayment.cancel': 'ended' },
      after: { verify: 'finishing' },
    },
    finishing: {
      description: 'The result is being stored, so that it is reported only once. If that fails, this tab reports it.',
      tags: 'busy',
      entry: 'keepOutcome',
      invoke: {
        id: 'finish',
        src: 'finish',
        input: ({ context }) => ({ payment: there(context.payment), end: there(context.end) }),
        onDone: { target: 'ended', actions: { type: 'keepFinished', params: ({ event }) => event } },
        onError: { target: 'ended', actions: { type: 'keepFinished', params: { output: true } } },
      },
      on: { 'exchangePayment.cancel': { target: 'ended', actions: 'keepCancelled' } },
      after: { finish: { target: 'ended', actions: { type: 'keepFinished', params: { output: true } } } },
    },
    failed: {
      type: 'final',
      description: 'The exchange returned no page, or the browser opened no window.',
      entry: 'keepFailure',
    },
    ended: { type: 'final', description: 'The result is known, or is no longer needed.' },
  },
})

export const exchangePaymentLogic = seal<ExchangePaymentContract>()(exchangePaymentMachine)
