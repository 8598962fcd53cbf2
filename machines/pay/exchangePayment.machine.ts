/** Flow: one payment at an exchange, from the window that is opened for it to what became of it. */
import { assign, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import type { Exchange, Payment, PaymentEnd, PaymentOrder } from '../entities/payment.ts'
import { LatchkeyError } from '../errors/error.ts'
import { boundOf } from '../kit/bound.ts'
import { seal, type AnySystem, type TypesOf } from '../kit/contract.ts'
import { effect, listener, timeout } from '../kit/effects.ts'
import { tell } from '../kit/system.ts'
import { there } from '../kit/there.ts'
import { now } from '../kit/time.ts'
import { cancelled, failed } from '../rules/outcomes.ts'
import { endOutcome, overOf, payError } from '../rules/paying.ts'
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
/** What is left of a payment's time. One of an earlier visit is looked at once more, however old it is. */
const overdue = ({ context: { payment }, system }: { context: Context; system: AnySystem }): number => {
  const { paymentMs, apiMs, loadMs } = boundOf(system).timeouts
  // The clock may have been set back since.
  return payment ? Math.max(Math.min(payment.startedAt - now(system), 0) + paymentMs, apiMs + loadMs) : paymentMs
}

export const exchangePaymentMachine = setup({
  types: {} as TypesOf<ExchangePaymentContract>,
  actors: {
    /** Opens a window for a new payment, in the press, and hears what becomes of it. It is the visitor's once it shows the exchange's page. */
    watchWindow: listener<Heard, { id: string; isNew: boolean }>('exchangePayment.watchWindow'),
    /** Asks for the exchange's page, keeps the payment, and leads the window to the page. */
    agree: effect<Agreed, { id: string; order: PaymentOrder; exchange: Exchange }>('exchangePayment.agree'),
    /** One look at what became of it, where no other tab looks after it. */
    look: effect<Look, Payment>('exchangePayment.look'),
    /** Whether the transaction pays what was asked for, by the chain's own word. */
    verify: effect<boolean, { payment: Payment; hash: string }>('exchangePayment.verify'),
    /** Keeps what became of it. Resolves to whether nobody had before. */
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
    /** The page of the exchange, and what is loaded to ask for it. */
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
    'One payment at an exchange: its page, looks at what became of it, and the transaction that the chain has.',
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
      description: 'The visitor pays in the window, or has closed it.',
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
          description: 'Passing through: is its page known?',
          always: [{ guard: 'resumed', target: 'looking' }, { target: 'asking' }],
        },
        asking: {
          description: 'The exchange says where it is paid.',
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
          description: 'The exchange is not asked more often than every few seconds.',
          after: { pause: 'looking' },
        },
        looking: {
          description: 'What does the exchange say?',
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
                description: 'No transaction is named: nobody can tell whether it is so.',
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
      description: 'The exchange says that it is paid. What does the chain say?',
      tags: 'busy',
      invoke: {
        id: 'verify',
        src: 'verify',
        input: ({ context }) => ({ payment: there(context.payment), hash: there(context.end?.hash) }),
        onDone: { target: 'finishing', actions: { type: 'keepVerified', params: ({ event }) => event } },
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
        input: ({ context }) => ({ payment: there(context.payment), end: there(context.end) }),
        onDone: { target: 'ended', actions: { type: 'keepFinished', params: ({ event }) => event } },
        onError: { target: 'ended', actions: { type: 'keepFinished', params: { output: true } } },
      },
      on: { 'exchangePayment.cancel': { target: 'ended', actions: 'keepCancelled' } },
      after: { finish: { target: 'ended', actions: { type: 'keepFinished', params: { output: true } } } },
    },
    failed: {
      type: 'final',
      description: 'There was no page to pay on, or no window for it.',
      entry: 'keepFailure',
    },
    ended: { type: 'final', description: 'What became of it is known, or nobody wants to know.' },
  },
})

export const exchangePaymentLogic = seal<ExchangePaymentContract>()(exchangePaymentMachine)
