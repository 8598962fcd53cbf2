/** Flow: one payment by the connected wallet, from the request to the confirmation. */
import { assign, setup } from 'xstate'
import { PAY, TIMING } from '../constants.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { Payment, PaymentEnd } from './payment.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { seal, type TypesOf } from '../core/contract.ts'
import { effect, listener, timeout } from '../core/actors.ts'
import { tell } from '../core/messaging.ts'
import { there } from '../core/assertDefined.ts'
import { now } from '../core/time.ts'
import { requests } from '../wallet-requests/requests.contract.ts'
import { cancelled, expired, failed } from '../shared/outcome.rules.ts'
import { endOutcome, overOf, paymentTransfer, sentHashIn, unsentPayment } from './pay.rules.ts'
import { transferSentFor } from '../transactions/sent.rules.ts'
import { transactions } from '../transactions/transactions.contract.ts'
import type { Claim } from './exchangePayment.contract.ts'
import { pay } from './pay.contract.ts'
import type { LateLook, WalletPaymentContract } from './walletPayment.contract.ts'

type Context = WalletPaymentContract['context']
type Settled = { attempt: string; outcome: Outcome<unknown> }
type Status = { status: 'success' | 'reverted' | 'replaced'; hash: string; finalHash: string }
interface Claimed {
  output: Claim
}
interface Looked {
  output: LateLook
}

/** A payment makes only one request. */
const ATTEMPT = '1'
const claimed = { params: ({ event }: { event: Claimed }) => event } as const
const settled = { params: ({ event }: { event: Status }) => event } as const
/** When the payment's transaction settles, the payment ends. */
const settling = {
  'walletPayment.cancel': 'ended',
  'walletPayment.settle': [
    {
      guard: { type: 'ownSuccess', ...settled },
      target: 'finishing',
      actions: [{ type: 'keepPaid', ...settled }, 'keepOutcome'],
    },
    {
      guard: { type: 'own', ...settled },
      target: 'finishing',
      actions: ['keepUnpaid', { type: 'keepReverted', ...settled }],
    },
  ],
} as const
const looked = { params: ({ event }: { event: Looked }) => event } as const
/** The status of the payment's transaction, according to a check. */
const lateStatus = ({ context, event }: { context: Context; event: Looked }): Status => {
  const hash = hashOf(context) ?? ''
  return event.output.kind === 'taken'
    ? { status: event.output.receipt.status, hash, finalHash: event.output.receipt.hash }
    : { status: 'reverted', hash, finalHash: hash }
}
const hashOf = ({ payment }: Context): string | undefined =>
  payment?.way.kind === 'wallet' ? payment.way.hash : undefined

export const walletPaymentMachine = setup({
  types: {} as TypesOf<WalletPaymentContract>,
  actors: {
    /** Stores a payment that was sent. */
    keep: effect<void, Payment>('walletPayment.keep'),
    /** Whether another tab follows a payment of an earlier visit. */
    claim: effect<Claim, Payment>('walletPayment.claim'),
    /** Checks the payment once, if no other tab follows it: the network's receipt, or the result that another tab reported. */
    look: effect<LateLook, { payment: Payment; network: Network }>('walletPayment.look'),
    watchPage: listener<{ type: 'page.shown' } | { type: 'page.hidden' }>('walletPayment.watchPage'),
    /** Stores the result. Resolves to whether it is the first one stored. */
    finish: effect<boolean, { payment: Payment; end: PaymentEnd }>('walletPayment.finish'),
  },
  actions: {
    ask: tell(requests)((_: undefined, { connection, network, order }: Context, asker) => ({
      type: 'requests.submit',
      attempt: ATTEMPT,
      question: {
        kind: 'transfer',
        connection: there(connection),
        transfer: paymentTransfer(there(order), network),
      },
      asker,
    })),
    callOff: tell(requests)((_: undefined, __: Context, asker) => ({
      type: 'requests.cancel',
      attempt: ATTEMPT,
      asker,
    })),
    /** The wallet has sent the transaction, so this holds even if it cannot be stored. */
    keepSent: assign(({ context: { order, connection, network }, system }, { outcome }: Settled) => ({
      payment: {
        id: sentHashIn(outcome) ?? '',
        startedAt: now(system),
        network: network.caipNetworkId,
        recipient: there(order).recipient,
        asset: there(order).asset,
        amount: there(order).amount,
        way: { kind: 'wallet' as const, from: there(connection).address, hash: sentHashIn(outcome) ?? '' },
      },
    })),
    watch: tell(transactions)((_: undefined, { payment, network }: Context) => {
      if (payment?.way.kind !== 'wallet') return undefined
      const { hash, from } = payment.way
      return {
        type: 'transactions.watch',
        hash,
        network,
        from,
        sentFor: transferSentFor(paymentTransfer(payment, network)),
      }
    }),
    tellProgress: tell(pay)((_: undefined, { id, connection, payment }: Context) => ({
      type: 'pay.progressed',
      id,
      progress: {
        kind: 'wallet',
        step: payment ? 'confirming' : 'asking',
        name: connection?.connector.name,
        host: undefined,
        isWindowClosed: false,
        ...(payment?.way.kind === 'wallet' && { hash: payment.way.hash }),
      },
      error: undefined,
    })),
    keepRefusal: assign({ outcome: (_, { outcome }: Settled) => unsentPayment(outcome) }),
    keepUnanswered: assign({ outcome: () => expired(new LatchkeyError('send.expired')) }),
    keepUnconfirmed: assign({ outcome: () => expired(new LatchkeyError('transaction.timedOut')) }),
    keepKnown: assign(({ context }, { output }: Claimed) =>
      output.kind === 'known' ? { end: output.end, outcome: endOutcome(there(context.payment), output.end) } : {},
    ),
    /** A transaction confirmed here pays the order, because the wallet received no other request. */
    keepPaid: assign({
      end: (_, { finalHash }: Status) => ({ status: 'paid' as const, hash: finalHash, isVerified: true }),
    }),
    keepUnpaid: assign({ end: { status: 'failed', hash: undefined, isVerified: false } }),
    keepOutcome: assign({ outcome: ({ context }) => endOutcome(there(context.payment), there(context.end)) }),
    keepReverted: assign({
      outcome: (_, { status }: Status) =>
        failed(new LatchkeyError(status === 'replaced' ? 'transaction.replaced' : 'transaction.reverted')),
    }),
    keepFinished: assign({ isFirst: (_, { output }: { output: boolean }) => output }),
    keepCancelled: assign({ outcome: cancelled }),
    keepVisible: assign({ isVisible: (_, { isVisible }: { isVisible: boolean }) => isVisible }),
  },
  guards: {
    late: ({ context }) => context.isLate,
    visible: ({ context }) => context.isVisible,
    takenUp: (_, { output }: Looked) => output.kind === 'taken' && output.receipt.status === 'success',
    undone: (_, { output }: Looked) => output.kind === 'taken',
    toldElsewhere: (_, { output }: Looked) => output.kind === 'known',
    resumed: ({ context }) => context.payment !== undefined,
    sent: (_, { outcome }: Settled) => sentHashIn(outcome) !== undefined,
    known: (_, { output }: Claimed) => output.kind === 'known',
    ours: (_, { output }: Claimed) => output.kind === 'ours',
    own: ({ context }, { hash }: Status) => hash === hashOf(context),
    ownSuccess: ({ context }, { hash, status }: Status) => hash === hashOf(context) && status === 'success',
  },
  delays: {
    /** Longer than any request takes. */
    lost: timeout('walletRequestMs', 'walletRequestMs', 'loadMs'),
    keep: timeout('writeMemoryMs'),
    /** Longer than the wait for a transaction receipt. */
    settle: timeout('receiptMs', 'loadMs'),
    pause: TIMING.payLookMs,
    poll: TIMING.pendingPollMs,
    api: timeout('apiMs', 'loadMs'),
    followed: PAY.followedMs,
  },
}).createMachine({
  id: 'walletPayment',
  description: 'One payment by the connected wallet: requested, stored, and confirmed by the network.',
  meta: { kind: 'flow', spec: ['2.12'] },
  context: ({ input }) => ({
    connection: undefined,
    order: undefined,
    payment: undefined,
    isLate: false,
    isVisible: true,
    ...input,
    end: undefined,
    isFirst: false,
    outcome: cancelled,
  }),
  output: ({ context }) => overOf(context),
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
            guard: { type: 'sent', params: ({ event }) => event },
            target: 'keeping',
            actions: [{ type: 'keepSent', params: ({ event }) => event }, 'watch', 'tellProgress'],
          },
          { target: 'ended', actions: { type: 'keepRefusal', params: ({ event }) => event } },
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
        input: ({ context }) => there(context.payment),
        onDone: 'confirming',
        onError: { target: 'confirming', description: 'Only this page knows the payment.' },
      },
      on: settling,
      after: { keep: 'confirming' },
    },
    claiming: {
      description: 'Checks whether another tab follows the payment.',
      tags: 'busy',
      invoke: {
        id: 'claim',
        src: 'claim',
        input: ({ context }) => there(context.payment),
        onDone: [
          {
            guard: { type: 'known', ...claimed },
            target: 'ended',
            actions: { type: 'keepKnown', ...claimed },
          },
          { guard: { type: 'ours', ...claimed }, target: 'confirming', actions: ['watch', 'tellProgress'] },
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
      on: settling,
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
        ...settling,
        'page.shown': { actions: { type: 'keepVisible', params: { isVisible: true } } },
        'page.hidden': { actions: { type: 'keepVisible', params: { isVisible: false } } },
      },
      after: { followed: 'ended' },
      states: {
        pausing: {
          description: 'Waits for the next check.',
          after: {
            poll: [{ guard: 'visible', target: 'looking' }, { target: 'resting' }],
          },
        },
        resting: { description: 'Waits until the page is visible.', always: { guard: 'visible', target: 'looking' } },
        looking: {
          description: 'Checks whether the transaction is in a block.',
          tags: 'busy',
          invoke: {
            id: 'look',
            src: 'look',
            input: ({ context }) => ({ payment: there(context.payment), network: context.network }),
            onDone: [
              {
                guard: { type: 'toldElsewhere', ...looked },
                target: '#walletPayment.ended',
                description: 'Another tab reported the result.',
              },
              {
                guard: { type: 'takenUp', ...looked },
                target: '#walletPayment.finishing',
                actions: [{ type: 'keepPaid', params: lateStatus }, 'keepOutcome'],
              },
              {
                guard: { type: 'undone', ...looked },
                target: '#walletPayment.finishing',
                actions: ['keepUnpaid', { type: 'keepReverted', params: lateStatus }],
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
        input: ({ context }) => ({ payment: there(context.payment), end: there(context.end) }),
        onDone: { target: 'ended', actions: { type: 'keepFinished', params: ({ event }) => event } },
        onError: { target: 'ended', actions: { type: 'keepFinished', params: { output: true } } },
      },
      on: { 'walletPayment.cancel': { target: 'ended', actions: 'keepCancelled' } },
      after: { keep: { target: 'ended', actions: { type: 'keepFinished', params: { output: true } } } },
    },
    ended: { type: 'final', description: 'The result is known, or is no longer waited for.' },
  },
})

export const walletPaymentLogic = seal<WalletPaymentContract>()(walletPaymentMachine)
