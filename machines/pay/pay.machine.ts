/** Service: the payment that the app requests, and the payment methods that the user can choose. */
import { assign, emit, enqueueActions, raise, setup } from 'xstate'
import { balance, type BalanceContract } from '../account/balance.contract.ts'
import type { ActiveAccount } from '../shared/account.types.ts'
import type { Exchange, Payment, PaymentOrder, PaymentRequest } from './payment.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { sendToActor, sendToActorIfRunning } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { networkOf } from '../network/network.rules.ts'
import { cancelled, failed, mayBePaid } from '../shared/outcome.rules.ts'
import { hasExchanges, isPayable, payError, readOrder, reportMessage, shownExchanges } from './pay.rules.ts'
import { modal } from '../shell/modal.contract.ts'
import { isModalVisible } from '../shell/isVisible.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import { view } from '../shell/view.contract.ts'
import type { PaymentOver } from './exchangePayment.contract.ts'
import { exchangePaymentLogic } from './exchangePayment.machine.ts'
import type { PayContract } from './pay.contract.ts'
import { walletPaymentLogic } from './walletPayment.machine.ts'

type Context = PayContract['context']
type Event = PayContract['event']
type Submitted = { request: PaymentRequest; requestId?: string }
type Progressed = Extract<Event, { type: 'pay.progressed' }>
interface Over {
  id: string
  over: PaymentOver
}

const nameOf = (id: string) => `payment:${id}` as const
const idOf = (type: string) => type.slice(type.lastIndexOf(':') + 1)
const over = ({ event }: { event: { type: string; output: PaymentOver } }): Over => ({
  id: idOf(event.type),
  over: event.output,
})
/** No caller waits for the payment, but the user is informed of the result. */
const following = [
  { type: 'endPayment', params: over },
  { type: 'report', params: over },
  { type: 'showReported', params: over },
  { type: 'expectBalanceChange', params: over },
] as const
const changeOf = ({ network, asset }: Pick<PaymentOrder, 'network' | 'asset'>): BalanceContract['event'] => ({
  type: 'balance.expectChange',
  networkId: network,
  ...(asset.address !== undefined && { address: `${network}:${asset.address}` }),
})
const broken = ({ event }: { event: { type: string; error: unknown } }): Over => ({
  id: idOf(event.type),
  over: {
    outcome: mayBePaid(event.error),
    payment: undefined,
    isOver: false,
    isFirst: false,
  },
})
/** Actions for a payment that may have been made: it is settled, stays shown, and is not offered again. */
const unconfirmedBy = <Params>(params: Params) =>
  [
    { type: 'setUnconfirmed', params },
    { type: 'settle', params },
    'clearRequestId',
    { type: 'endPayment', params },
    'expectAnyBalanceChange',
  ] as const
const fresh = {
  exchanges: [],
  exchangesError: undefined,
  current: undefined,
  progress: undefined,
  error: undefined,
  result: undefined,
  connecting: false,
} as const
const replacing = ['settleCancelled', 'detachPayment'] as const
const submitted = { params: ({ event }: { event: Submitted }) => event } as const
const submitting = <Actions extends readonly ('settleCancelled' | 'detachPayment')[]>(
  description: string,
  actions: Actions,
) =>
  [
    {
      description,
      guard: { type: 'isValid', ...submitted },
      target: '#pay.checking',
      actions: [...actions, { type: 'setOrder', ...submitted }],
    },
    { actions: { type: 'emitRefused', ...submitted } },
  ] as const
/** No earlier payment has a waiting caller. */
const beginning = { 'pay.submit': submitting('No payment is in progress.', []) } as const
/** Cancels the payment. If it may have been made, it is still followed. */
const leavingBy = <Actions>(actions: Actions) =>
  ({
    'pay.cancel': [
      { guard: { type: 'isOtherRequest', params: ({ event }: { event: { requestId?: string } }) => event } },
      { target: 'idle', actions },
    ],
    'modal.closed': { target: 'idle', actions },
  }) as const
const leaving = leavingBy([...replacing, 'leaveViews', 'forget'] as const)
/** The result is shown. The user can only leave it. */
const ending = {
  ...beginning,
  ...leavingBy(['leaveViews', 'forget'] as const),
  'view.shown': {
    guard: { type: 'isPayView', params: ({ event }: { event: BroadcastEventOf<'view.shown'> }) => event },
    target: 'idle',
    actions: ['leaveViews', 'forget'],
  },
} as const
const toIdle = { target: 'idle', actions: [...replacing, 'leaveViews', 'forget'] } as const

export const payMachine = setup({
  types: {} as SetupTypes<PayContract>,
  actors: {
    /** Reads the unfinished payments of earlier visits and of other tabs. */
    readPayments: promiseActor<readonly Payment[]>('pay.readPayments'),
    /** Validates the recipient by the rules of its chain. Resolves to the address as the chain writes it. */
    checkRecipient: promiseActor<string, PaymentOrder>('pay.checkRecipient'),
    /** Fetches the exchanges that can make this payment. */
    fetchExchanges: promiseActor<readonly Exchange[], PaymentOrder>('pay.fetchExchanges'),
    exchangePayment: exchangePaymentLogic,
    walletPayment: walletPaymentLogic,
  },
  actions: {
    setOrder: assign(({ context: { settings } }, { request, requestId }: Submitted) => {
      const read = readOrder(request, settings)
      return { ...fresh, requestId, order: 'order' in read ? read.order : undefined }
    }),
    emitRefused: emit(({ context: { settings } }, { request, requestId }: Submitted) => {
      const read = readOrder(request, settings)
      return {
        type: 'pay.settled' as const,
        requestId,
        outcome: 'error' in read ? failed(read.error) : cancelled,
      }
    }),
    setRecipient: assign({
      order: ({ context }, { output }: { output: string }) => ({ ...assertDefined(context.order), recipient: output }),
    }),
    setUnchecked: assign({
      error: (_, { error: cause }: { error: unknown }) =>
        LatchkeyError.is(cause, 'address.unresolved') || !(cause instanceof LatchkeyError)
          ? new LatchkeyError('pay.notInitiated', { cause })
          : new LatchkeyError('pay.invalidRecipient', { cause }),
    }),
    setActiveAccount: assign({
      activeAccount: (_, { activeAccount }: BroadcastEventOf<'activeAccount.changed'>) => activeAccount,
    }),
    setExchanges: assign(({ context }, { output }: { output: readonly Exchange[] }) => ({
      exchanges: shownExchanges(output, assertDefined(context.order)),
      exchangesError: undefined,
    })),
    setExchangesError: assign({
      exchangesError: (_, { error }: { error: unknown }) => payError(error, 'pay.exchangesFailed'),
    }),
    clearMethod: assign({ current: undefined, progress: undefined, error: undefined }),
    startExchange: enqueueActions(({ context, enqueue }, { exchangeId }: { exchangeId: string }) => {
      const exchange = assertDefined(context.exchanges.find(({ id }) => id === exchangeId))
      const id = String(context.count + 1)
      enqueue.spawnChild('exchangePayment', {
        id: nameOf(id),
        systemId: nameOf(id),
        input: { id, order: assertDefined(context.order), exchange },
      })
      const open = [...context.open, { id, kind: 'exchange' as const, from: undefined }]
      enqueue.assign({ open, count: context.count + 1, current: id, progress: undefined, error: undefined })
    }),
    startWalletPayment: enqueueActions(({ context, enqueue }) => {
      const { connection, network } = assertDefined(context.activeAccount)
      const id = String(context.count + 1)
      enqueue.spawnChild('walletPayment', {
        id: nameOf(id),
        systemId: nameOf(id),
        input: { id, network, order: assertDefined(context.order), connection },
      })
      const open = [...context.open, { id, kind: 'wallet' as const, from: connection.address }]
      enqueue.assign({ open, count: context.count + 1, current: id, progress: undefined, error: undefined })
    }),
    /** Payments of an earlier visit are followed. Nothing is shown before they end. */
    resumePayments: enqueueActions(({ context, enqueue }, { output }: { output: readonly Payment[] }) => {
      const { networks } = context.settings
      const resumable = output.flatMap((payment) => {
        const network = networkOf(networks, payment.network)
        return network ? [{ payment, network }] : []
      })
      let { count, open } = context
      for (const { payment, network } of resumable) {
        const id = String((count += 1))
        const name = { id: nameOf(id), systemId: nameOf(id) }
        if (payment.method.kind === 'exchange')
          enqueue.spawnChild('exchangePayment', { ...name, input: { id, payment } })
        else enqueue.spawnChild('walletPayment', { ...name, input: { id, payment, network } })
        open = [...open, { id, kind: payment.method.kind, from: undefined }]
      }
      enqueue.assign({ count, open })
    }),
    setProgress: assign((_, { progress, error }: Progressed) => ({ progress, error })),
    /** A payment that was not requested yet is cancelled. One that may have been made is followed without being shown. */
    detachPayment: enqueueActions(({ context: { current, progress, open }, enqueue }) => {
      const payment = open.find(({ id }) => id === current)
      if (payment && (progress?.step ?? 'requesting') === 'requesting')
        enqueue.sendTo(nameOf(payment.id), { type: `${payment.kind}Payment.cancel` })
      enqueue.assign({ current: undefined, progress: undefined, error: undefined })
    }),
    cancelPayment: enqueueActions(({ context: { current, open }, enqueue }) => {
      const payment = open.find(({ id }) => id === current)
      if (payment) enqueue.sendTo(nameOf(payment.id), { type: `${payment.kind}Payment.cancel` })
    }),
    notifyWallets: enqueueActions(
      ({ context: { open }, enqueue }, { hash, finalHash, status }: BroadcastEventOf<'transaction.settled'>) => {
        for (const { id } of open.filter(({ kind }) => kind === 'wallet'))
          enqueue.sendTo(nameOf(id), { type: 'walletPayment.settle', hash, finalHash, status })
      },
    ),
    /** A transaction that a wallet sent and the network did not confirm in time is followed under another id. */
    endPayment: enqueueActions(({ context, enqueue }, { id, over: { payment, outcome } }: Over) => {
      enqueue.stopChild(nameOf(id))
      const open = context.open.filter((other) => other.id !== id)
      const network = payment && networkOf(context.settings.networks, payment.network)
      if (payment?.method.kind !== 'wallet' || outcome.status !== 'expired' || !network) return enqueue.assign({ open })
      const next = String(context.count + 1)
      const input = { id: next, network, payment, isLate: true }
      enqueue.spawnChild('walletPayment', { id: nameOf(next), systemId: nameOf(next), input })
      enqueue.assign({
        open: [...open, { id: next, kind: 'wallet', from: undefined }],
        count: context.count + 1,
        ...(id === context.current && { current: next }),
      })
    }),
    report: enqueueActions(({ enqueue }, { over: { payment, outcome, isFirst } }: Over) => {
      if (payment && isFirst) enqueue.emit({ type: 'pay.reported', payment, outcome })
    }),
    showReported: sendToActor(snackbar)(({ over: { payment, outcome, isFirst } }: Over) =>
      payment && isFirst ? { type: 'snackbar.show', message: reportMessage(payment, outcome) } : undefined,
    ),
    expectBalanceChange: sendToActorIfRunning(balance)(({ over: { payment, isFirst } }: Over) =>
      payment && isFirst ? changeOf(payment) : undefined,
    ),
    expectAnyBalanceChange: sendToActorIfRunning(balance)((_: undefined, { order }: Context) =>
      changeOf(assertDefined(order)),
    ),
    setResult: assign({
      result: (_, { over: { outcome } }: Over) => (outcome.status === 'done' ? outcome.value : undefined),
      error: undefined,
    }),
    /** The payment may have been made, so its progress stays visible. */
    setUnconfirmed: assign({
      error: (_, { over: { outcome } }: Over) => ('error' in outcome ? outcome.error : undefined),
    }),
    setMethodError: assign({
      error: (_, { over: { outcome } }: Over) => ('error' in outcome ? outcome.error : undefined),
      current: undefined,
      progress: undefined,
    }),
    settle: emit(({ context: { requestId } }, { over: { outcome } }: Over) => ({
      type: 'pay.settled' as const,
      requestId,
      outcome,
    })),
    settleUnchecked: emit(({ context: { requestId, error } }) => ({
      type: 'pay.settled' as const,
      requestId,
      outcome: failed(assertDefined(error)),
    })),
    /** A payment that was sent already is not reported as cancelled: it may be paid. */
    settleCancelled: emit(({ context: { requestId, progress } }) => ({
      type: 'pay.settled' as const,
      requestId,
      outcome: progress?.step === 'confirming' ? mayBePaid(undefined) : cancelled,
    })),
    clearRequestId: assign({ requestId: undefined }),
    forget: assign({ ...fresh, order: undefined, requestId: undefined, opened: false }),
    show: enqueueActions(({ system, enqueue }) => {
      if (isModalVisible(system)) return enqueue(sendToActor(view)({ type: 'view.push', view: 'Pay' }))
      enqueue(sendToActor(modal)({ type: 'modal.open', view: 'Pay' }))
      enqueue.assign({ opened: true })
    }),
    /** Waits until the view has finished its own navigation. */
    showSoon: raise({ type: 'pay.show' as const }, { delay: 0 }),
    connect: assign({ connecting: true }),
    clearConnecting: assign({ connecting: false }),
    showConnect: sendToActor(view)({ type: 'view.push', view: 'Connect' }),
    showProgress: sendToActor(view)({ type: 'view.push', view: 'PayLoading' }),
    showMethods: sendToActor(view)({ type: 'view.leave', views: ['PayLoading'], otherwise: 'Pay' }),
    leaveViews: enqueueActions(({ context: { opened }, enqueue }) =>
      enqueue(sendToActor(view)({ type: 'view.leave', views: ['Pay', 'PayLoading'], ...(opened && { closes: true }) })),
    ),
  },
  guards: {
    /** The payment request is valid, so the payment starts. An invalid one fails. */
    isValid: ({ context: { settings } }, { request }: Submitted) => 'order' in readOrder(request, settings),
    /** A payment request waits already and the new one is valid, so it replaces the waiting one. */
    isAnother: ({ context: { order, settings } }, { request }: Submitted) =>
      order !== undefined && 'order' in readOrder(request, settings),
    /** A payment was requested while the payments of earlier visits were being read. */
    hasOrder: ({ context }) => context.order !== undefined,
    /** Exchanges cannot pay on this network, so only wallets are offered. */
    isWithoutExchanges: ({ context: { order } }) => order === undefined || !hasExchanges(order.network),
    /** The exchange is one of those that are offered for this payment. */
    isOffered: ({ context }, { exchangeId }: { exchangeId: string }) =>
      context.exchanges.some(({ id }) => id === exchangeId),
    /** The user navigated back from a payment that was sent and is being confirmed. */
    isSentAndLeft: ({ context: { progress } }, { view: name }: BroadcastEventOf<'view.shown'>) =>
      name === 'Pay' && progress?.step === 'confirming',
    /** The view of the payment methods is shown, because the user navigated back to it. */
    isPayView: (_, { view: name }: BroadcastEventOf<'view.shown'>) => name === 'Pay',
    /** The user connected a wallet for this payment, so closing the modal does not cancel the payment. */
    hasConnected: ({ context: { connecting, activeAccount } }) => connecting && activeAccount !== undefined,
    /** The wallet disconnected, so no account is active. */
    hasNoAccount: (_, { activeAccount }: { activeAccount: ActiveAccount | undefined }) => activeAccount === undefined,
    /** The connected wallet is on the network of the payment, so it can pay. */
    isPayable: ({ context: { activeAccount, order } }) => isPayable(activeAccount, order),
    /** The command is for another request, so this payment is not cancelled. */
    isOtherRequest: ({ context }, { requestId }: { requestId?: string }) =>
      requestId !== undefined && requestId !== context.requestId,
    /** It is the payment that the user sees, not one that is followed in the background. */
    isShown: ({ context }, { id }: { id: string }) => id === context.current,
    /** The payment that the user sees was made. */
    isShownPaid: ({ context }, { id, over: { outcome } }: Over) => id === context.current && outcome.status === 'done',
    /** The payment that the user sees has no result yet and may have been made, so it is not offered again. */
    isShownUnconfirmed: ({ context }, { id, over: { outcome } }: Over) =>
      id === context.current && outcome.status === 'expired',
    /** The payment that the user sees was requested and has failed, according to the exchange or the network. */
    isShownFailed: ({ context }, { id, over: { isOver } }: Over) => id === context.current && isOver,
    /** The wallet that shows the request is no longer the active one, so the payment is cancelled. */
    hasOtherPayer: (
      { context: { current, open, progress } },
      { activeAccount }: { activeAccount: ActiveAccount | undefined },
    ) => {
      const from = open.find(({ id }) => id === current)?.from
      return from !== undefined && progress?.step !== 'confirming' && activeAccount?.connection.address !== from
    },
  },
  delays: {
    /** The maximum wait for the payments of earlier visits, before a new payment starts. */
    read: configurableDelay('readStorageMs'),
    /** Timeout for validating the recipient, including the time to load the code. */
    check: configurableDelay('resolveMs', 'loadMs'),
    /** Timeout for fetching the exchanges, including the time to load the code. Wallets can still pay. */
    api: configurableDelay('apiMs', 'loadMs'),
  },
}).createMachine({
  id: 'pay',
  description:
    'A payment that the app requests: validated, offered by wallet and exchanges, and followed until its result is known.',
  meta: { kind: 'service', spec: ['2.12'] },
  context: ({ input }) => ({
    ...input,
    ...fresh,
    order: undefined,
    requestId: undefined,
    open: [],
    count: 0,
    opened: false,
  }),
  initial: 'reading',
  on: {
    'activeAccount.changed': { actions: { type: 'setActiveAccount', params: ({ event }) => event } },
    'transaction.settled': { actions: { type: 'notifyWallets', params: ({ event }) => event } },
    'pay.submit': submitting('Replaces the payment that is shown.', replacing),
    'xstate.done.actor.*': { actions: following },
    'xstate.error.actor.*': {
      description: 'A crashed item does not affect the others.',
      actions: { type: 'endPayment', params: broken },
    },
  },
  states: {
    reading: {
      description: 'The payments of earlier visits are being read.',
      tags: 'busy',
      invoke: {
        id: 'readPayments',
        src: 'readPayments',
        onDone: [
          { guard: 'hasOrder', target: 'checking', actions: { type: 'resumePayments', params: ({ event }) => event } },
          { target: 'idle', actions: { type: 'resumePayments', params: ({ event }) => event } },
        ],
        onError: [{ guard: 'hasOrder', target: 'checking' }, { target: 'idle' }],
      },
      on: {
        'pay.submit': [
          {
            description: 'The payment starts once those of earlier visits are read. It replaces an earlier request.',
            guard: { type: 'isAnother', ...submitted },
            actions: ['settleCancelled', { type: 'setOrder', ...submitted }],
          },
          {
            description: 'The payment starts once those of earlier visits are read.',
            guard: { type: 'isValid', ...submitted },
            actions: { type: 'setOrder', ...submitted },
          },
          { actions: { type: 'emitRefused', ...submitted } },
        ],
        'pay.cancel': [
          { guard: { type: 'isOtherRequest', params: ({ event }) => event } },
          { guard: 'hasOrder', actions: ['settleCancelled', 'forget'] },
        ],
      },
      after: { read: [{ guard: 'hasOrder', target: 'checking' }, { target: 'idle' }] },
    },
    idle: { description: 'No payment is requested.', on: beginning },
    checking: {
      description: 'The recipient is being validated by the rules of its chain.',
      tags: 'busy',
      entry: 'show',
      invoke: {
        id: 'checkRecipient',
        src: 'checkRecipient',
        input: ({ context }) => assertDefined(context.order),
        onDone: { target: 'choosing', actions: { type: 'setRecipient', params: ({ event }) => event } },
        onError: {
          target: 'idle',
          actions: [{ type: 'setUnchecked', params: ({ event }) => event }, 'settleUnchecked', 'leaveViews', 'forget'],
        },
      },
      on: { ...leaving, 'pay.viewLeft': toIdle },
      after: {
        check: {
          target: 'idle',
          actions: [{ type: 'setUnchecked', params: { error: undefined } }, 'settleUnchecked', 'leaveViews', 'forget'],
        },
      },
    },
    choosing: {
      description: 'The user reviews the payment and chooses a payment method.',
      tags: 'choosing',
      initial: 'loading',
      on: {
        ...leaving,
        'modal.closed': [
          {
            description: 'A wallet is connected now, so the payment continues.',
            guard: 'hasConnected',
            actions: ['clearConnecting', 'show'],
          },
          leaving['modal.closed'],
        ],
        'activeAccount.changed': [
          {
            description:
              'When the wallet disconnects, the modal returns to its first view. The payment is then shown again.',
            guard: { type: 'hasNoAccount', params: ({ event }) => event },
            actions: [{ type: 'setActiveAccount', params: ({ event }) => event }, 'showSoon'],
          },
          { actions: { type: 'setActiveAccount', params: ({ event }) => event } },
        ],
        'pay.show': { actions: 'show' },
        'pay.connect': { actions: ['connect', 'showConnect'] },
        'pay.viewLeft': toIdle,
        'pay.chooseWallet': { guard: 'isPayable', target: 'paying', actions: 'startWalletPayment' },
        'pay.chooseExchange': {
          guard: { type: 'isOffered', params: ({ event }) => event },
          target: 'paying',
          actions: { type: 'startExchange', params: ({ event }) => event },
        },
      },
      states: {
        loading: {
          description: 'The exchanges that can make the payment are being fetched.',
          tags: 'busy',
          always: { guard: 'isWithoutExchanges', target: 'ready' },
          invoke: {
            id: 'fetchExchanges',
            src: 'fetchExchanges',
            input: ({ context }) => assertDefined(context.order),
            onDone: { target: 'ready', actions: { type: 'setExchanges', params: ({ event }) => event } },
            onError: { target: 'unknown', actions: { type: 'setExchangesError', params: ({ event }) => event } },
          },
          after: {
            api: { target: 'unknown', actions: { type: 'setExchangesError', params: { error: undefined } } },
          },
        },
        ready: { description: 'The payment methods are known.' },
        unknown: { description: 'The exchanges are unknown. Wallets can still pay.', on: { 'pay.retry': 'loading' } },
      },
    },
    paying: {
      description: 'The item `payment:<id>` requests the payment and follows it.',
      entry: 'showProgress',
      on: {
        ...leaving,
        'view.shown': [
          {
            description: 'The user navigated back. The payment was sent, so no payment method is offered.',
            guard: { type: 'isSentAndLeft', params: ({ event }) => event },
            ...toIdle,
          },
          {
            description:
              'The user navigated back and can choose any payment method. A payment that may have been made is still followed.',
            guard: { type: 'isPayView', params: ({ event }) => event },
            target: 'choosing.ready',
            actions: 'detachPayment',
          },
        ],
        'pay.progressed': {
          guard: { type: 'isShown', params: ({ event }) => event },
          actions: { type: 'setProgress', params: ({ event }) => event },
        },
        'activeAccount.changed': [
          {
            guard: { type: 'hasOtherPayer', params: ({ event }) => event },
            actions: [{ type: 'setActiveAccount', params: ({ event }) => event }, 'cancelPayment'],
          },
          { actions: { type: 'setActiveAccount', params: ({ event }) => event } },
        ],
        'xstate.done.actor.*': [
          {
            guard: { type: 'isShownPaid', params: over },
            target: 'paid',
            actions: [
              { type: 'setResult', params: over },
              { type: 'settle', params: over },
              'clearRequestId',
              { type: 'endPayment', params: over },
              { type: 'report', params: over },
              { type: 'expectBalanceChange', params: over },
            ],
          },
          {
            description: 'The payment may have been made, but its result is not known yet.',
            guard: { type: 'isShownUnconfirmed', params: over },
            target: 'unconfirmed',
            actions: [...unconfirmedBy(over), { type: 'report', params: over }],
          },
          {
            guard: { type: 'isShownFailed', params: over },
            target: 'failed',
            actions: [
              { type: 'setMethodError', params: over },
              { type: 'settle', params: over },
              'clearRequestId',
              { type: 'endPayment', params: over },
              { type: 'report', params: over },
            ],
          },
          {
            description: 'The payment method failed. The others are still available.',
            guard: { type: 'isShown', params: over },
            target: 'choosing.ready',
            actions: [{ type: 'setMethodError', params: over }, { type: 'endPayment', params: over }, 'showMethods'],
          },
          { actions: following },
        ],
        'xstate.error.actor.*': [
          {
            description: 'The wallet or the exchange may have received the request.',
            guard: { type: 'isShown', params: broken },
            target: 'unconfirmed',
            actions: unconfirmedBy(broken),
          },
          { actions: { type: 'endPayment', params: broken } },
        ],
      },
    },
    paid: {
      description: 'The payment was made and is still shown.',
      on: ending,
    },
    unconfirmed: {
      description:
        'The payment may have been made, so no payment method is offered. A transaction that was sent is still followed.',
      on: {
        ...ending,
        'xstate.done.actor.*': [
          {
            guard: { type: 'isShownPaid', params: over },
            target: 'paid',
            actions: [{ type: 'setResult', params: over }, ...following],
          },
          {
            description: 'The result is still unknown.',
            guard: { type: 'isShownUnconfirmed', params: over },
            actions: following,
          },
          {
            guard: { type: 'isShownFailed', params: over },
            target: 'failed',
            actions: [{ type: 'setMethodError', params: over }, ...following],
          },
          { actions: following },
        ],
      },
    },
    failed: {
      description: 'Nothing was paid, and the error is shown. The payment can be retried.',
      on: {
        ...beginning,
        ...leavingBy(['leaveViews', 'forget'] as const),
        'view.shown': {
          guard: { type: 'isPayView', params: ({ event }) => event },
          target: 'choosing',
          actions: 'clearMethod',
        },
        'pay.retry': { target: 'choosing', actions: ['clearMethod', 'showMethods'] },
      },
    },
  },
})

export const payLogic = withContract<PayContract>()(payMachine)
