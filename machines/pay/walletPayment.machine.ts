/** Flow: one payment by the connected wallet, from the question to the network's word. */
import { assign, setup } from 'xstate'
import { PAY, TIMING } from '../constants.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Network } from '../entities/network.ts'
import type { Payment, PaymentEnd } from '../entities/payment.ts'
import { LatchkeyError } from '../errors/error.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { effect, listener, timeout } from '../kit/effects.ts'
import { tell } from '../kit/system.ts'
import { there } from '../kit/there.ts'
import { now } from '../kit/time.ts'
import { requests } from '../requests/requests.contract.ts'
import { cancelled, expired, failed } from '../rules/outcomes.ts'
import { endOutcome, overOf, paymentTransfer, sentHashIn, unsentPayment } from '../rules/paying.ts'
import { transferSentFor } from '../rules/sent.ts'
import { transactions } from '../transfer/transactions.contract.ts'
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

/** The one question of a payment. */
const ATTEMPT = '1'
const claimed = { params: ({ event }: { event: Claimed }) => event } as const
const settled = { params: ({ event }: { event: Status }) => event } as const
/** What the network says of the own transaction ends it. */
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
/** What a look says of the own transaction. */
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
    /** Keeps a payment that was sent. */
    keep: effect<void, Payment>('walletPayment.keep'),
    /** Whether another tab looks after a payment of an earlier visit. */
    claim: effect<Claim, Payment>('walletPayment.claim'),
    /** One look, where no other tab looks after it: what the network says by now, or what another tab was told. */
    look: effect<LateLook, { payment: Payment; network: Network }>('walletPayment.look'),
    watchPage: listener<{ type: 'page.shown' } | { type: 'page.hidden' }>('walletPayment.watchPage'),
    /** Keeps what became of it. Resolves to whether nobody had before. */
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
    /** The wallet has sent it: what is told of it holds whatever the storage does. */
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
    /** What was confirmed here is what was asked for: the wallet was given nothing else. */
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
    /** Longer than any question lasts. */
    lost: timeout('walletRequestMs', 'walletRequestMs', 'loadMs'),
    keep: timeout('writeMemoryMs'),
    /** Longer than a transaction is waited for. */
    settle: timeout('receiptMs', 'loadMs'),
    pause: TIMING.payLookMs,
    poll: TIMING.pendingPollMs,
    api: timeout('apiMs', 'loadMs'),
    followed: PAY.followedMs,
  },
}).createMachine({
  id: 'walletPayment',
  description: 'One payment by the connected wallet: asked for, kept, and confirmed by the network.',
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
      description: 'Passing through: is it one that was not confirmed in time, or of an earlier visit?',
      always: [{ guard: 'late', target: 'late' }, { guard: 'resumed', target: 'claiming' }, { target: 'asking' }],
    },
    asking: {
      description: 'The visitor answers in the wallet.',
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
      description: 'What was sent is kept, so that it is found again after a reload.',
      tags: 'busy',
      invoke: {
        id: 'keep',
        src: 'keep',
        input: ({ context }) => there(context.payment),
        onDone: 'confirming',
        onError: { target: 'confirming', description: 'It is known to this page alone.' },
      },
      on: settling,
      after: { keep: 'confirming' },
    },
    claiming: {
      description: 'Does another tab look after it?',
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
      description: 'Another tab looks after it, as long as it is there.',
      on: { 'walletPayment.cancel': 'ended' },
      after: { pause: 'deciding' },
    },
    confirming: {
      description: 'The network takes it up.',
      tags: 'busy',
      on: settling,
      after: { settle: { target: 'ended', actions: 'keepUnconfirmed' } },
    },
    late: {
      description: 'It was not confirmed in time, and whoever waited was told so. It may be taken up all the same.',
      initial: 'pausing',
      invoke: {
        id: 'watchPage',
        src: 'watchPage',
        onError: { description: 'Where nobody knows whether the page can be seen, it counts as seen.' },
      },
      on: {
        ...settling,
        'page.shown': { actions: { type: 'keepVisible', params: { isVisible: true } } },
        'page.hidden': { actions: { type: 'keepVisible', params: { isVisible: false } } },
      },
      after: { followed: 'ended' },
      states: {
        pausing: {
          description: 'It was looked at a moment ago.',
          after: {
            poll: [{ guard: 'visible', target: 'looking' }, { target: 'resting' }],
          },
        },
        resting: { description: 'Nobody looks; nothing is asked.', always: { guard: 'visible', target: 'looking' } },
        looking: {
          description: 'Is it in a block by now?',
          tags: 'busy',
          invoke: {
            id: 'look',
            src: 'look',
            input: ({ context }) => ({ payment: there(context.payment), network: context.network }),
            onDone: [
              {
                guard: { type: 'toldElsewhere', ...looked },
                target: '#walletPayment.ended',
                description: 'Another tab has told it.',
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
      description: 'What became of it is kept, so that it is told once. Where it cannot be kept, it is told here.',
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
    ended: { type: 'final', description: 'What became of it is known, or is waited for no longer.' },
  },
})

export const walletPaymentLogic = seal<WalletPaymentContract>()(walletPaymentMachine)
