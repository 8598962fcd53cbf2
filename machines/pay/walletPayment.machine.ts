/** Flow: one payment by the connected wallet, from the request to the confirmation. */
import { assign, setup } from 'xstate'
import { PAY, TIMING } from '../constants.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { Payment, PaymentEnd } from './payment.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, callbackActor, configurableDelay } from '../core/actors.ts'
import { sendToActor } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { now } from '../core/time.ts'
import { requests } from '../wallet-requests/requests.contract.ts'
import { cancelled, expired, failed, isReplacementUnknown } from '../shared/outcome.rules.ts'
import { endOutcome, toEnd, paymentTransfer, sentHashIn, unsentPayment } from './pay.rules.ts'
import { transferPurpose } from '../transactions/sent.rules.ts'
import { transactions } from '../transactions/transactions.contract.ts'
import type { Claim } from './exchangePayment.contract.ts'
import { pay } from './pay.contract.ts'
import type { LateCheck, WalletPaymentContract } from './walletPayment.contract.ts'

type Context = WalletPaymentContract['context']
type Settled = { requestId: string; outcome: Outcome<unknown> }
type Status = { status: 'success' | 'reverted' | 'replaced'; hash: string; finalHash: string }
interface Claimed {
  output: Claim
}
interface Checked {
  output: LateCheck
}

/** A payment makes only one request. */
const REQUEST_ID = '1'
const claimed = { params: ({ event }: { event: Claimed }) => event } as const
const settled = { params: ({ event }: { event: Status }) => event } as const
/** When the payment's transaction settles, the payment ends. */
const settling = {
  'walletPayment.cancel': 'ended',
  'walletPayment.settle': [
    {
      guard: { type: 'isOwnSuccess', ...settled },
      target: 'finishing',
      actions: [{ type: 'setPaid', ...settled }, 'setOutcome'],
    },
    {
      description: 'Another transaction replaced it, possibly the same payment at a higher fee.',
      guard: { type: 'isReplacementUnknown', ...settled },
      target: 'ended',
      actions: 'setUnconfirmed',
    },
    {
      guard: { type: 'isOwn', ...settled },
      target: 'finishing',
      actions: ['setUnpaid', { type: 'setReverted', ...settled }],
    },
  ],
} as const
const checked = { params: ({ event }: { event: Checked }) => event } as const
/** The status of the payment's transaction, according to a check. */
const lateStatus = ({ context, event }: { context: Context; event: Checked }): Status => {
  const hash = hashOf(context) ?? ''
  return event.output.kind === 'receipt'
    ? { status: event.output.receipt.status, hash, finalHash: event.output.receipt.hash }
    : { status: 'reverted', hash, finalHash: hash }
}
const hashOf = ({ payment }: Context): string | undefined =>
  payment?.method.kind === 'wallet' ? payment.method.hash : undefined

export const walletPaymentMachine = setup({
  types: {} as SetupTypes<WalletPaymentContract>,
  actors: {
    /** Stores a payment that was sent. */
    keep: promiseActor<void, Payment>('walletPayment.keep'),
    /** Checks whether another tab follows a payment of an earlier visit. If none does, this tab does. */
    claim: promiseActor<Claim, Payment>('walletPayment.claim'),
    /** Checks the payment once, if no other tab follows it: the network's receipt, or the result that another tab reported. */
    check: promiseActor<LateCheck, { payment: Payment; network: Network }>('walletPayment.check'),
    /** Reports when the page becomes visible or hidden. */
    watchPage: callbackActor<{ type: 'page.shown' } | { type: 'page.hidden' }>('walletPayment.watchPage'),
    /** Stores the result. Resolves to whether it is the first one stored. */
    finish: promiseActor<boolean, { payment: Payment; end: PaymentEnd }>('walletPayment.finish'),
  },
  actions: {
    submitRequest: sendToActor(requests)((_: undefined, { connection, network, order }: Context, requester) => ({
      type: 'requests.submit',
      requestId: REQUEST_ID,
      request: {
        kind: 'transfer',
        connection: assertDefined(connection),
        transfer: paymentTransfer(assertDefined(order), network),
      },
      requester,
    })),
    cancelRequest: sendToActor(requests)((_: undefined, __: Context, requester) => ({
      type: 'requests.cancel',
      requestId: REQUEST_ID,
      requester,
    })),
    /** The wallet has sent the transaction, so this holds even if it cannot be stored. */
    setSent: assign(({ context: { order, connection, network }, system }, { outcome }: Settled) => ({
      payment: {
        id: sentHashIn(outcome) ?? '',
        startedAt: now(system),
        network: network.caipNetworkId,
        recipient: assertDefined(order).recipient,
        asset: assertDefined(order).asset,
        amount: assertDefined(order).amount,
        method: { kind: 'wallet' as const, from: assertDefined(connection).address, hash: sentHashIn(outcome) ?? '' },
      },
    })),
    watchTransaction: sendToActor(transactions)((_: undefined, { payment, network }: Context) => {
      if (payment?.method.kind !== 'wallet') return undefined
      const { hash, from } = payment.method
      return {
        type: 'transactions.watch',
        hash,
        network,
        from,
        sentFor: transferPurpose(paymentTransfer(payment, network)),
      }
    }),
    notifyProgress: sendToActor(pay)((_: undefined, { id, connection, payment }: Context) => ({
      type: 'pay.progressed',
      id,
      progress: {
        kind: 'wallet',
        step: payment ? 'confirming' : 'requesting',
        name: connection?.connector.name,
        host: undefined,
        isWindowClosed: false,
        ...(payment?.method.kind === 'wallet' && { hash: payment.method.hash }),
      },
      error: undefined,
    })),
    setRefusal: assign({ outcome: (_, { outcome }: Settled) => unsentPayment(outcome) }),
    setUnanswered: assign({ outcome: () => expired(new LatchkeyError('send.expired')) }),
    setUnconfirmed: assign({ outcome: () => expired(new LatchkeyError('transaction.timedOut')) }),
    setStoredEnd: assign(({ context }, { output }: Claimed) =>
      output.kind === 'ended'
        ? { end: output.end, outcome: endOutcome(assertDefined(context.payment), output.end) }
        : {},
    ),
    /** A transaction confirmed here pays the order, because the wallet received no other request. */
    setPaid: assign({
      end: (_, { finalHash }: Status) => ({ status: 'paid' as const, hash: finalHash, isVerified: true }),
    }),
    setUnpaid: assign({ end: { status: 'failed', hash: undefined, isVerified: false } }),
    setOutcome: assign({
      outcome: ({ context }) => endOutcome(assertDefined(context.payment), assertDefined(context.end)),
    }),
    setReverted: assign({
      outcome: (_, { status }: Status) =>
        failed(new LatchkeyError(status === 'replaced' ? 'transaction.replaced' : 'transaction.reverted')),
    }),
    setFinished: assign({ isFirst: (_, { output }: { output: boolean }) => output }),
    setCancelled: assign({ outcome: cancelled }),
    setVisible: assign({ isVisible: (_, { isVisible }: { isVisible: boolean }) => isVisible }),
  },
  guards: {
    /** The network did not confirm the transaction in time, so from now on it is checked at longer intervals. */
    isLate: ({ context }) => context.isLate,
    /** The page is visible, so the transaction is checked. While the page is hidden, no requests are made. */
    isVisible: ({ context }) => context.isVisible,
    /** The transaction is confirmed and succeeded, so the payment was made. */
    isSuccessful: (_, { output }: Checked) => output.kind === 'receipt' && output.receipt.status === 'success',
    /** The transaction is confirmed, but it did not succeed, so nothing was paid. */
    hasReceipt: (_, { output }: Checked) => output.kind === 'receipt',
    /** Another tab reported the result, so this tab stops. */
    isEndedInOtherTab: (_, { output }: Checked) => output.kind === 'ended',
    /** The payment is of an earlier visit, so another tab may already follow it. */
    isResumed: ({ context }) => context.payment !== undefined,
    /** The wallet returned a transaction hash, so the payment was sent. */
    isSent: (_, { outcome }: Settled) => sentHashIn(outcome) !== undefined,
    /** Another tab stored the result of the payment, so this tab uses it and stops. */
    isEnded: (_, { output }: Claimed) => output.kind === 'ended',
    /** No other tab follows the payment, so this tab waits for its confirmation. */
    isFollowedHere: (_, { output }: Claimed) => output.kind === 'thisTab',
    /** The payment's transaction was reverted or replaced, so the payment failed. Other transactions are ignored. */
    isOwn: ({ context }, { hash }: Status) => hash === hashOf(context),
    /** Another transaction replaced the payment's, and it is unknown which. It may have paid, so the result stays unknown. */
    isReplacementUnknown: ({ context }, status: Status) =>
      status.hash === hashOf(context) && isReplacementUnknown(status),
    /** The payment's transaction is confirmed and succeeded, so the payment was made. */
    isOwnSuccess: ({ context }, { hash, status }: Status) => hash === hashOf(context) && status === 'success',
  },
  delays: {
    /** The maximum wait for the wallet, longer than any request takes. After that, the payment may have been sent. */
    lost: configurableDelay('walletRequestMs', 'walletRequestMs', 'loadMs'),
    /** The maximum wait for each access to the stored payments. The payment continues without it. */
    keep: configurableDelay('writeStorageMs'),
    /** The maximum wait for the network's confirmation, longer than the wait for a receipt. */
    settle: configurableDelay('receiptMs', 'loadMs'),
    /** The time between two checks whether another tab still follows the payment. */
    pause: TIMING.paymentPollMs,
    /** The time between two checks for the confirmation of a late transaction. */
    poll: TIMING.pendingPollMs,
    /** Timeout of one check for the confirmation, including the time to load its code. */
    api: configurableDelay('apiMs', 'loadMs'),
    /** How long a late transaction is checked, because it may still be confirmed. After that, the result stays unknown. */
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
  output: ({ context }) => toEnd(context),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Checks whether the payment is new, was not confirmed in time, or is of an earlier visit.',
      always: [
        { guard: 'isLate', target: 'unconfirmed' },
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
            guard: { type: 'isSent', params: ({ event }) => event },
            target: 'storing',
            actions: [{ type: 'setSent', params: ({ event }) => event }, 'watchTransaction', 'notifyProgress'],
          },
          { target: 'ended', actions: { type: 'setRefusal', params: ({ event }) => event } },
        ],
      },
      after: { lost: { target: 'ended', actions: 'setUnanswered' } },
    },
    storing: {
      description: 'The payment that was sent is being stored, so that it is found again after a reload.',
      tags: 'busy',
      invoke: {
        id: 'keep',
        src: 'keep',
        input: ({ context }) => assertDefined(context.payment),
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
        input: ({ context }) => assertDefined(context.payment),
        onDone: [
          {
            guard: { type: 'isEnded', ...claimed },
            target: 'ended',
            actions: { type: 'setStoredEnd', ...claimed },
          },
          {
            guard: { type: 'isFollowedHere', ...claimed },
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
      on: settling,
      after: { settle: { target: 'ended', actions: 'setUnconfirmed' } },
    },
    unconfirmed: {
      description: 'The transaction was not confirmed in time, and the caller was informed. It may still be confirmed.',
      initial: 'pausing',
      invoke: {
        id: 'watchPage',
        src: 'watchPage',
        onError: { description: 'If the visibility of the page is unknown, it counts as visible.' },
      },
      on: {
        ...settling,
        'page.shown': { actions: { type: 'setVisible', params: { isVisible: true } } },
        'page.hidden': { actions: { type: 'setVisible', params: { isVisible: false } } },
      },
      after: { followed: 'ended' },
      states: {
        pausing: {
          description: 'Waits for the next check.',
          after: {
            poll: [{ guard: 'isVisible', target: 'polling' }, { target: 'hidden' }],
          },
        },
        hidden: { description: 'Waits until the page is visible.', always: { guard: 'isVisible', target: 'polling' } },
        polling: {
          description: 'Checks whether the transaction is in a block.',
          tags: 'busy',
          invoke: {
            id: 'check',
            src: 'check',
            input: ({ context }) => ({ payment: assertDefined(context.payment), network: context.network }),
            onDone: [
              {
                guard: { type: 'isEndedInOtherTab', ...checked },
                target: '#walletPayment.ended',
                description: 'Another tab reported the result.',
              },
              {
                guard: { type: 'isSuccessful', ...checked },
                target: '#walletPayment.finishing',
                actions: [{ type: 'setPaid', params: lateStatus }, 'setOutcome'],
              },
              {
                description: 'Another transaction replaced it, possibly the same payment at a higher fee.',
                guard: { type: 'isReplacementUnknown', params: lateStatus },
                target: '#walletPayment.ended',
                actions: 'setUnconfirmed',
              },
              {
                guard: { type: 'hasReceipt', ...checked },
                target: '#walletPayment.finishing',
                actions: ['setUnpaid', { type: 'setReverted', params: lateStatus }],
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
        input: ({ context }) => ({ payment: assertDefined(context.payment), end: assertDefined(context.end) }),
        onDone: { target: 'ended', actions: { type: 'setFinished', params: ({ event }) => event } },
        onError: { target: 'ended', actions: { type: 'setFinished', params: { output: true } } },
      },
      on: { 'walletPayment.cancel': { target: 'ended', actions: 'setCancelled' } },
      after: { keep: { target: 'ended', actions: { type: 'setFinished', params: { output: true } } } },
    },
    ended: { type: 'final', description: 'The result is known, or is no longer waited for.' },
  },
})

export const walletPaymentLogic = withContract<WalletPaymentContract>()(walletPaymentMachine)
