/**
 * A payment that the app requests: validated, offered by wallet and exchanges, and followed until its result is known.
 *
 * The chart of `pay` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isValid: true as boolean,
  isAnother: true as boolean,
  hasOrder: true as boolean,
  isWithoutExchanges: true as boolean,
  isOffered: true as boolean,
  isPayView: true as boolean,
  hasConnected: true as boolean,
  hasNoAccount: true as boolean,
  isPayable: true as boolean,
  isOtherAttempt: true as boolean,
  isShown: true as boolean,
  isShownPaid: true as boolean,
  isShownUnconfirmed: true as boolean,
  isShownOver: true as boolean,
  isShownEnded: true as boolean,
  hasOtherPayer: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  readPayments: 'pending' as Ends, // the actor pay.readPayments
  checkRecipient: 'pending' as Ends, // the actor pay.checkRecipient
  fetchExchanges: 'pending' as Ends, // the actor pay.fetchExchanges
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
    readPayments: work('readPayments'),
    checkRecipient: work('checkRecipient'),
    fetchExchanges: work('fetchExchanges'),
    exchangePayment: listener,
    walletPayment: listener,
  },
  actions: {
    setOrder: says('setOrder'),
    emitRefused: says('emitRefused'),
    setRecipient: says('setRecipient'),
    setUnchecked: says('setUnchecked'),
    setActiveAccount: says('setActiveAccount'),
    setExchanges: says('setExchanges'),
    setExchangesError: says('setExchangesError'),
    clearWay: says('clearWay'),
    startExchange: says('startExchange'),
    startWalletPayment: says('startWalletPayment'),
    resumePayments: says('resumePayments'),
    setProgress: says('setProgress'),
    detachPayment: says('detachPayment'),
    cancelPayment: says('cancelPayment'),
    notifyWallets: says('notifyWallets'),
    endPayment: says('endPayment'),
    report: says('report'),
    showReported: says('showReported'),
    expectBalanceChange: says('expectBalanceChange'),
    expectAnyBalanceChange: says('expectAnyBalanceChange'),
    setResult: says('setResult'),
    setUnconfirmed: says('setUnconfirmed'),
    setWayError: says('setWayError'),
    settle: says('settle'),
    settleUnchecked: says('settleUnchecked'),
    settleCancelled: says('settleCancelled'),
    clearAttempt: says('clearAttempt'),
    forget: says('forget'),
    show: says('show'),
    showSoon: says('showSoon'),
    connect: says('connect'),
    clearConnecting: says('clearConnecting'),
    showConnect: says('showConnect'),
    showProgress: says('showProgress'),
    showWays: says('showWays'),
    leaveViews: says('leaveViews'),
  },
  guards: {
    isValid: () => yes['isValid'],
    isAnother: () => yes['isAnother'],
    hasOrder: () => yes['hasOrder'],
    isWithoutExchanges: () => yes['isWithoutExchanges'],
    isOffered: () => yes['isOffered'],
    isPayView: () => yes['isPayView'],
    hasConnected: () => yes['hasConnected'],
    hasNoAccount: () => yes['hasNoAccount'],
    isPayable: () => yes['isPayable'],
    isOtherAttempt: () => yes['isOtherAttempt'],
    isShown: () => yes['isShown'],
    isShownPaid: () => yes['isShownPaid'],
    isShownUnconfirmed: () => yes['isShownUnconfirmed'],
    isShownOver: () => yes['isShownOver'],
    isShownEnded: () => yes['isShownEnded'],
    hasOtherPayer: () => yes['hasOtherPayer'],
  },
  delays: {
    read: 20_000, // timeouts.readMemoryMs
    check: 30_000, // timeouts.resolveMs + timeouts.loadMs
    api: 35_000, // timeouts.apiMs + timeouts.loadMs
  },
}).createMachine({
  id: 'pay',
  description: 'A payment that the app requests: validated, offered by wallet and exchanges, and followed until its result is known.',
  meta: { kind: 'service', spec: ['2.12'] },
  initial: 'reading',
  on: {
    'activeAccount.changed': { actions: { type: 'setActiveAccount' } },
    'transaction.settled': { actions: { type: 'notifyWallets' } },
    'pay.submit': [
      {
        description: 'Replaces the payment that is shown.',
        guard: { type: 'isValid' },
        target: '#pay.checking',
        actions: ['settleCancelled', 'detachPayment', { type: 'setOrder' }],
      },
      { actions: { type: 'emitRefused' } },
    ],
    'xstate.done.actor.*': {
      actions: [{ type: 'endPayment' }, { type: 'report' }, { type: 'showReported' }, { type: 'expectBalanceChange' }],
    },
    'xstate.error.actor.*': { description: 'A crashed item does not affect the others.', actions: { type: 'endPayment' } },
  },
  states: {
    reading: {
      description: 'The payments of earlier visits are being read.',
      tags: 'busy',
      invoke: {
        id: 'readPayments',
        src: 'readPayments',
        onDone: [
          { guard: 'hasOrder', target: 'checking', actions: { type: 'resumePayments' } },
          { target: 'idle', actions: { type: 'resumePayments' } },
        ],
        onError: [{ guard: 'hasOrder', target: 'checking' }, { target: 'idle' }],
      },
      on: {
        'pay.submit': [
          {
            description: 'The payment starts once those of earlier visits are read. It replaces an earlier request.',
            guard: { type: 'isAnother' },
            actions: ['settleCancelled', { type: 'setOrder' }],
          },
          {
            description: 'The payment starts once those of earlier visits are read.',
            guard: { type: 'isValid' },
            actions: { type: 'setOrder' },
          },
          { actions: { type: 'emitRefused' } },
        ],
        'pay.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          { guard: 'hasOrder', actions: ['settleCancelled', 'forget'] },
        ],
      },
      after: { read: [{ guard: 'hasOrder', target: 'checking' }, { target: 'idle' }] },
    },
    idle: {
      description: 'No payment is requested.',
      on: {
        'pay.submit': [
          {
            description: 'No payment is in progress.',
            guard: { type: 'isValid' },
            target: '#pay.checking',
            actions: [{ type: 'setOrder' }],
          },
          { actions: { type: 'emitRefused' } },
        ],
      },
    },
    checking: {
      description: 'The recipient is being validated by the rules of its chain.',
      tags: 'busy',
      entry: 'show',
      invoke: {
        id: 'checkRecipient',
        src: 'checkRecipient',
        onDone: { target: 'choosing', actions: { type: 'setRecipient' } },
        onError: { target: 'idle', actions: [{ type: 'setUnchecked' }, 'settleUnchecked', 'leaveViews', 'forget'] },
      },
      on: {
        'pay.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          { target: 'idle', actions: ['settleCancelled', 'detachPayment', 'leaveViews', 'forget'] },
        ],
        'modal.closed': { target: 'idle', actions: ['settleCancelled', 'detachPayment', 'leaveViews', 'forget'] },
        'pay.viewLeft': { target: 'idle', actions: ['settleCancelled', 'detachPayment', 'leaveViews', 'forget'] },
      },
      after: {
        check: {
          target: 'idle',
          actions: [{ type: 'setUnchecked', params: {} }, 'settleUnchecked', 'leaveViews', 'forget'],
        },
      },
    },
    choosing: {
      description: 'The user reviews the payment and chooses a payment method.',
      tags: 'choosing',
      initial: 'loading',
      on: {
        'pay.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          { target: 'idle', actions: ['settleCancelled', 'detachPayment', 'leaveViews', 'forget'] },
        ],
        'modal.closed': [
          {
            description: 'A wallet is connected now, so the payment continues.',
            guard: 'hasConnected',
            actions: ['clearConnecting', 'show'],
          },
          { target: 'idle', actions: ['settleCancelled', 'detachPayment', 'leaveViews', 'forget'] },
        ],
        'activeAccount.changed': [
          {
            description: 'When the wallet disconnects, the modal returns to its first view. The payment is then shown again.',
            guard: { type: 'hasNoAccount' },
            actions: [{ type: 'setActiveAccount' }, 'showSoon'],
          },
          { actions: { type: 'setActiveAccount' } },
        ],
        'pay.show': { actions: 'show' },
        'pay.connect': { actions: ['connect', 'showConnect'] },
        'pay.viewLeft': { target: 'idle', actions: ['settleCancelled', 'detachPayment', 'leaveViews', 'forget'] },
        'pay.chooseWallet': { guard: 'isPayable', target: 'paying', actions: 'startWalletPayment' },
        'pay.chooseExchange': { guard: { type: 'isOffered' }, target: 'paying', actions: { type: 'startExchange' } },
      },
      states: {
        loading: {
          description: 'The exchanges that can make the payment are being fetched.',
          tags: 'busy',
          always: { guard: 'isWithoutExchanges', target: 'ready' },
          invoke: {
            id: 'fetchExchanges',
            src: 'fetchExchanges',
            onDone: { target: 'ready', actions: { type: 'setExchanges' } },
            onError: { target: 'unknown', actions: { type: 'setExchangesError' } },
          },
          after: { api: { target: 'unknown', actions: { type: 'setExchangesError', params: {} } } },
        },
        ready: { description: 'The payment methods are known.' },
        unknown: { description: 'The exchanges are unknown. Wallets can still pay.', on: { 'pay.retry': 'loading' } },
      },
    },
    paying: {
      description: 'The item `payment:<id>` requests the payment and follows it.',
      entry: 'showProgress',
      on: {
        'pay.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          { target: 'idle', actions: ['settleCancelled', 'detachPayment', 'leaveViews', 'forget'] },
        ],
        'modal.closed': { target: 'idle', actions: ['settleCancelled', 'detachPayment', 'leaveViews', 'forget'] },
        'view.shown': {
          description: 'The user navigated back and can choose any payment method. A payment that may have been made is still followed.',
          guard: { type: 'isPayView' },
          target: 'choosing.ready',
          actions: 'detachPayment',
        },
        'pay.progressed': { guard: { type: 'isShown' }, actions: { type: 'setProgress' } },
        'activeAccount.changed': [
          { guard: { type: 'hasOtherPayer' }, actions: [{ type: 'setActiveAccount' }, 'cancelPayment'] },
          { actions: { type: 'setActiveAccount' } },
        ],
        'xstate.done.actor.*': [
          {
            guard: { type: 'isShownPaid' },
            target: 'paid',
            actions: [
              { type: 'setResult' },
              { type: 'settle' },
              'clearAttempt',
              { type: 'endPayment' },
              { type: 'report' },
              { type: 'expectBalanceChange' },
            ],
          },
          {
            description: 'The payment may have been made, but its result is not known yet.',
            guard: { type: 'isShownUnconfirmed' },
            target: 'unconfirmed',
            actions: [
              { type: 'setUnconfirmed' },
              { type: 'settle' },
              'clearAttempt',
              { type: 'endPayment' },
              'expectAnyBalanceChange',
              { type: 'report' },
            ],
          },
          {
            guard: { type: 'isShownOver' },
            target: 'failed',
            actions: [
              { type: 'setWayError' },
              { type: 'settle' },
              'clearAttempt',
              { type: 'endPayment' },
              { type: 'report' },
            ],
          },
          {
            description: 'The payment method failed. The others are still available.',
            guard: { type: 'isShownEnded' },
            target: 'choosing.ready',
            actions: [{ type: 'setWayError' }, { type: 'endPayment' }, 'showWays'],
          },
          {
            actions: [
              { type: 'endPayment' },
              { type: 'report' },
              { type: 'showReported' },
              { type: 'expectBalanceChange' },
            ],
          },
        ],
        'xstate.error.actor.*': [
          {
            description: 'The wallet or the exchange may have received the request.',
            guard: { type: 'isShownEnded' },
            target: 'unconfirmed',
            actions: [
              { type: 'setUnconfirmed' },
              { type: 'settle' },
              'clearAttempt',
              { type: 'endPayment' },
              'expectAnyBalanceChange',
            ],
          },
          { actions: { type: 'endPayment' } },
        ],
      },
    },
    paid: {
      description: 'The payment was made and is still shown.',
      on: {
        'pay.submit': [
          {
            description: 'No payment is in progress.',
            guard: { type: 'isValid' },
            target: '#pay.checking',
            actions: [{ type: 'setOrder' }],
          },
          { actions: { type: 'emitRefused' } },
        ],
        'pay.cancel': [{ guard: { type: 'isOtherAttempt' } }, { target: 'idle', actions: ['leaveViews', 'forget'] }],
        'modal.closed': { target: 'idle', actions: ['leaveViews', 'forget'] },
        'view.shown': { guard: { type: 'isPayView' }, target: 'idle', actions: ['leaveViews', 'forget'] },
      },
    },
    unconfirmed: {
      description: 'The payment may have been made, so no payment method is offered. It is still followed.',
      on: {
        'pay.submit': [
          {
            description: 'No payment is in progress.',
            guard: { type: 'isValid' },
            target: '#pay.checking',
            actions: [{ type: 'setOrder' }],
          },
          { actions: { type: 'emitRefused' } },
        ],
        'pay.cancel': [{ guard: { type: 'isOtherAttempt' } }, { target: 'idle', actions: ['leaveViews', 'forget'] }],
        'modal.closed': { target: 'idle', actions: ['leaveViews', 'forget'] },
        'view.shown': { guard: { type: 'isPayView' }, target: 'idle', actions: ['leaveViews', 'forget'] },
        'xstate.done.actor.*': [
          {
            guard: { type: 'isShownPaid' },
            target: 'paid',
            actions: [
              { type: 'setResult' },
              { type: 'endPayment' },
              { type: 'report' },
              { type: 'showReported' },
              { type: 'expectBalanceChange' },
            ],
          },
          {
            guard: { type: 'isShownOver' },
            target: 'failed',
            actions: [
              { type: 'setWayError' },
              { type: 'endPayment' },
              { type: 'report' },
              { type: 'showReported' },
              { type: 'expectBalanceChange' },
            ],
          },
          {
            actions: [
              { type: 'endPayment' },
              { type: 'report' },
              { type: 'showReported' },
              { type: 'expectBalanceChange' },
            ],
          },
        ],
      },
    },
    failed: {
      description: 'Nothing was paid, and the error is shown. The payment can be retried.',
      on: {
        'pay.submit': [
          {
            description: 'No payment is in progress.',
            guard: { type: 'isValid' },
            target: '#pay.checking',
            actions: [{ type: 'setOrder' }],
          },
          { actions: { type: 'emitRefused' } },
        ],
        'pay.cancel': [{ guard: { type: 'isOtherAttempt' } }, { target: 'idle', actions: ['leaveViews', 'forget'] }],
        'modal.closed': { target: 'idle', actions: ['leaveViews', 'forget'] },
        'view.shown': { guard: { type: 'isPayView' }, target: 'choosing', actions: 'clearWay' },
        'pay.retry': { target: 'choosing', actions: ['clearWay', 'showWays'] },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
