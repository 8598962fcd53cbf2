/** Flow: one payment at an exchange, from opening the window to the result. */
import { assign, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import type { Exchange, Payment, PaymentEnd, PaymentOrder } from './payment.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { systemConfigurationOf } from '../core/implementations.ts'
import { withContract, type AnySystem, type SetupTypes } from '../core/contract.ts'
import { promiseActor, callbackActor, configurableDelay } from '../core/actors.ts'
import { sendToActor } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { now } from '../core/time.ts'
import { cancelled, failed } from '../shared/outcome.rules.ts'
import { endOutcome, toEnd, payError } from './pay.rules.ts'
import type { AgreedPayment, ExchangePaymentContract, PaymentCheck } from './exchangePayment.contract.ts'
import { pay } from './pay.contract.ts'

type Context = ExchangePaymentContract['context']
type WindowEvent = Extract<
  ExchangePaymentContract['event'],
  { type: 'exchangePayment.windowClosed' | 'exchangePayment.windowFailed' }
>
interface Checked {
  output: PaymentCheck
}

const isPaid = (check: PaymentCheck): check is Extract<PaymentCheck, { kind: 'status' }> =>
  check.kind === 'status' && check.status === 'SUCCESS'
const checked = { params: ({ event }: { event: Checked }) => event } as const
const ended = (status: PaymentEnd['status']) => ({ type: 'setEnd', params: { status } }) as const
const silent = { type: 'setError', params: { error: undefined, code: 'pay.statusFailed' } } as const
/** The time left for a payment. A payment of an earlier visit is checked at least once, however old it is. */
const overdue = ({ context: { payment }, system }: { context: Context; system: AnySystem }): number => {
  const { paymentMs, apiMs, loadMs } = systemConfigurationOf(system).timeouts
  // The clock may have been set back since.
  return payment ? Math.max(Math.min(payment.startedAt - now(system), 0) + paymentMs, apiMs + loadMs) : paymentMs
}

export const exchangePaymentMachine = setup({
  types: {} as SetupTypes<ExchangePaymentContract>,
  actors: {
    /**
     * Opens a window for a new payment, in the click handler, and reports its events. The flow never closes a window that shows
     * the exchange's page.
     */
    watchWindow: callbackActor<WindowEvent, { id: string; isNew: boolean }>('exchangePayment.watchWindow'),
    /** Requests the exchange's page, stores the payment, and opens the page in the window. */
    agree: promiseActor<AgreedPayment, { id: string; order: PaymentOrder; exchange: Exchange }>(
      'exchangePayment.agree',
    ),
    /** Checks the status of the payment once, if no other tab follows it. */
    check: promiseActor<PaymentCheck, Payment>('exchangePayment.check'),
    /** Checks on the chain whether the transaction pays the order. */
    verify: promiseActor<boolean, { payment: Payment; hash: string }>('exchangePayment.verify'),
    /** Stores the result. Resolves to whether it is the first one stored. */
    finish: promiseActor<boolean, { payment: Payment; end: PaymentEnd }>('exchangePayment.finish'),
  },
  actions: {
    setAgreed: assign((_, { output: { payment, host } }: { output: AgreedPayment }) => ({ payment, host })),
    setClosed: assign({ isWindowClosed: true }),
    setReported: assign((_, { output }: Checked) => ({
      error: undefined,
      ...(isPaid(output) && { end: { status: 'paid' as const, hash: output.hash, isVerified: false } }),
    })),
    setStoredEnd: assign((_, { output }: Checked) => (output.kind === 'ended' ? { end: output.end } : {})),
    setEnd: assign({
      end: (_, { status }: { status: PaymentEnd['status'] }) => ({ status, hash: undefined, isVerified: false }),
    }),
    setVerified: assign({
      end: ({ context }, { output }: { output: boolean }) => ({ ...assertDefined(context.end), isVerified: output }),
    }),
    setFinished: assign({ isFirst: (_, { output }: { output: boolean }) => output }),
    setCancelled: assign({ outcome: cancelled }),
    setError: assign({
      error: (_, { error, code }: { error: unknown; code: Parameters<typeof payError>[1] }) => payError(error, code),
    }),
    setFailure: assign({ outcome: ({ context }) => failed(assertDefined(context.error)) }),
    setBlocked: assign({ error: () => new LatchkeyError('pay.blocked') }),
    setOutcome: assign({
      outcome: ({ context }) => endOutcome(assertDefined(context.payment), assertDefined(context.end)),
    }),
    notifyProgress: sendToActor(pay)(
      (_: undefined, { id, exchange, payment, host, isWindowClosed, end, error }: Context) => ({
        type: 'pay.progressed',
        id,
        progress: {
          kind: 'exchange',
          step: end ? 'confirming' : payment ? 'waiting' : 'requesting',
          name: exchange?.name ?? (payment?.method.kind === 'exchange' ? payment.method.exchangeName : undefined),
          host,
          isWindowClosed,
        },
        error,
      }),
    ),
  },
  guards: {
    /** The payment is of an earlier visit, so its status is checked without opening a window. */
    isResumed: ({ context }) => context.payment !== undefined,
    /** Another tab stored the result of the payment, so this tab uses it and stops. */
    isEnded: (_, { output }: Checked) => output.kind === 'ended',
    /** The exchange reports the payment as paid but names no transaction, so it cannot be verified on the chain. */
    isPaid: (_, { output }: Checked) => isPaid(output),
    /** The exchange reports the payment as paid and names its transaction, which is then verified on the chain. */
    isPaidByHash: (_, { output }: Checked) => isPaid(output) && output.hash !== undefined,
    /** The exchange reports that the payment failed. */
    isUnpaid: (_, { output }: Checked) => output.kind === 'status' && output.status === 'FAILED',
  },
  delays: {
    /** The time to load the code for the request, and to receive the exchange's page. */
    agree: configurableDelay('apiMs', 'loadMs'),
    /** Timeout of one status check, including the time to load its code. Another check follows. */
    check: configurableDelay('apiMs', 'loadMs'),
    /** The maximum wait for the transaction on the chain. After that, the payment counts as paid but not verified. */
    verify: configurableDelay('receiptMs', 'loadMs'),
    /** The maximum wait for storing the result. After that, this tab reports the result in any case. */
    finish: configurableDelay('writeStorageMs'),
    /** The time between two status checks. */
    pause: TIMING.paymentPollMs,
    /** How long the exchange may take to report a result. After that, the payment expires, although it may have been made. */
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
  output: ({ context }) => toEnd(context),
  initial: 'open',
  states: {
    open: {
      description: 'The user pays in the window, or has closed it.',
      tags: 'busy',
      invoke: {
        id: 'watchWindow',
        src: 'watchWindow',
        input: ({ context }) => ({ id: context.id, isNew: context.payment === undefined }),
        onError: { target: 'failed', actions: 'setBlocked' },
      },
      initial: 'beginning',
      on: {
        'exchangePayment.cancel': 'ended',
        'exchangePayment.windowClosed': { actions: ['setClosed', 'notifyProgress'] },
      },
      after: { overdue: { target: 'finishing', actions: ended('expired') } },
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
            input: ({ context }) => ({
              id: context.id,
              order: assertDefined(context.order),
              exchange: assertDefined(context.exchange),
            }),
            onDone: {
              target: 'waiting',
              actions: [{ type: 'setAgreed', params: ({ event }) => event }, 'notifyProgress'],
            },
            onError: {
              target: '#exchangePayment.failed',
              actions: {
                type: 'setError',
                params: ({ event }) => ({ error: event.error, code: 'pay.urlFailed' as const }),
              },
            },
          },
          on: {
            'exchangePayment.windowFailed': { target: '#exchangePayment.failed', actions: 'setBlocked' },
            'exchangePayment.windowClosed': '#exchangePayment.ended',
          },
          after: {
            agree: {
              target: '#exchangePayment.failed',
              actions: { type: 'setError', params: { error: undefined, code: 'pay.urlFailed' } },
            },
          },
        },
        waiting: {
          description: 'Waits a few seconds before the next check.',
          after: { pause: 'polling' },
        },
        polling: {
          description: 'The status of the payment is being fetched.',
          invoke: {
            id: 'check',
            src: 'check',
            input: ({ context }) => assertDefined(context.payment),
            onDone: [
              {
                guard: { type: 'isEnded', ...checked },
                target: '#exchangePayment.ended',
                actions: [{ type: 'setStoredEnd', ...checked }, 'setOutcome'],
              },
              {
                guard: { type: 'isPaidByHash', ...checked },
                target: '#exchangePayment.verifying',
                actions: [{ type: 'setReported', ...checked }, 'notifyProgress'],
              },
              {
                description: 'The exchange names no transaction, so the payment cannot be verified.',
                guard: { type: 'isPaid', ...checked },
                target: '#exchangePayment.finishing',
                actions: [{ type: 'setReported', ...checked }, 'notifyProgress'],
              },
              {
                guard: { type: 'isUnpaid', ...checked },
                target: '#exchangePayment.finishing',
                actions: ended('failed'),
              },
              { target: 'waiting', actions: [{ type: 'setReported', ...checked }, 'notifyProgress'] },
            ],
            onError: {
              target: 'waiting',
              actions: [
                {
                  type: 'setError',
                  params: ({ event }) => ({ error: event.error, code: 'pay.statusFailed' as const }),
                },
                'notifyProgress',
              ],
            },
          },
          after: { check: { target: 'waiting', actions: [silent, 'notifyProgress'] } },
        },
      },
    },
    verifying: {
      description: 'The exchange reports the payment as paid. The transaction is being verified on the chain.',
      tags: 'busy',
      invoke: {
        id: 'verify',
        src: 'verify',
        input: ({ context }) => ({ payment: assertDefined(context.payment), hash: assertDefined(context.end?.hash) }),
        onDone: { target: 'finishing', actions: { type: 'setVerified', params: ({ event }) => event } },
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
        input: ({ context }) => ({ payment: assertDefined(context.payment), end: assertDefined(context.end) }),
        onDone: { target: 'ended', actions: { type: 'setFinished', params: ({ event }) => event } },
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
})

export const exchangePaymentLogic = withContract<ExchangePaymentContract>()(exchangePaymentMachine)
