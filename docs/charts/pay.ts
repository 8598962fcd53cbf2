/**
 * A payment that the app requests: validated, offered by wallet and exchanges, and followed until its result is known.
 *
 * The chart of `pay` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  valid: true as boolean,
  another: true as boolean,
  ordered: true as boolean,
  unexchangeable: true as boolean,
  offered: true as boolean,
  ways: true as boolean,
  hasConnected: true as boolean,
  nobody: true as boolean,
  payable: true as boolean,
  ofAnother: true as boolean,
  ofShown: true as boolean,
  shownPaid: true as boolean,
  shownUnconfirmed: true as boolean,
  shownOver: true as boolean,
  shownEnded: true as boolean,
  otherPayer: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  readPayments: 'pending' as Ends, // the slot pay.readPayments
  checkRecipient: 'pending' as Ends, // the slot pay.checkRecipient
  fetchExchanges: 'pending' as Ends, // the slot pay.fetchExchanges
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
    keepOrder: says('keepOrder'),
    refuse: says('refuse'),
    keepRecipient: says('keepRecipient'),
    keepUnchecked: says('keepUnchecked'),
    keepScope: says('keepScope'),
    keepExchanges: says('keepExchanges'),
    keepExchangesError: says('keepExchangesError'),
    forgetWay: says('forgetWay'),
    beginExchange: says('beginExchange'),
    beginWallet: says('beginWallet'),
    resume: says('resume'),
    keepProgress: says('keepProgress'),
    detach: says('detach'),
    callOff: says('callOff'),
    tellWallets: says('tellWallets'),
    end: says('end'),
    report: says('report'),
    sayReported: says('sayReported'),
    expectChange: says('expectChange'),
    expectAnyChange: says('expectAnyChange'),
    keepResult: says('keepResult'),
    keepUnconfirmed: says('keepUnconfirmed'),
    keepWayError: says('keepWayError'),
    settle: says('settle'),
    settleUnchecked: says('settleUnchecked'),
    settleCancelled: says('settleCancelled'),
    forgetAttempt: says('forgetAttempt'),
    forget: says('forget'),
    show: says('show'),
    showSoon: says('showSoon'),
    connect: says('connect'),
    forgetConnecting: says('forgetConnecting'),
    showConnect: says('showConnect'),
    showProgress: says('showProgress'),
    showWays: says('showWays'),
    leaveViews: says('leaveViews'),
  },
  guards: {
    valid: () => yes['valid'],
    another: () => yes['another'],
    ordered: () => yes['ordered'],
    unexchangeable: () => yes['unexchangeable'],
    offered: () => yes['offered'],
    ways: () => yes['ways'],
    hasConnected: () => yes['hasConnected'],
    nobody: () => yes['nobody'],
    payable: () => yes['payable'],
    ofAnother: () => yes['ofAnother'],
    ofShown: () => yes['ofShown'],
    shownPaid: () => yes['shownPaid'],
    shownUnconfirmed: () => yes['shownUnconfirmed'],
    shownOver: () => yes['shownOver'],
    shownEnded: () => yes['shownEnded'],
    otherPayer: () => yes['otherPayer'],
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
    'scope.changed': { actions: { type: 'keepScope' } },
    'transaction.settled': { actions: { type: 'tellWallets' } },
    'pay.submit': [
      {
        description: 'Replaces the payment that is shown.',
        guard: { type: 'valid' },
        target: '#pay.checking',
        actions: ['settleCancelled', 'detach', { type: 'keepOrder' }],
      },
      { actions: { type: 'refuse' } },
    ],
    'xstate.done.actor.*': { actions: [{ type: 'end' }, { type: 'report' }, { type: 'sayReported' }, { type: 'expectChange' }] },
    'xstate.error.actor.*': { description: 'A crashed item does not affect the others.', actions: { type: 'end' } },
  },
  states: {
    reading: {
      description: 'The payments of earlier visits are being read.',
      tags: 'busy',
      invoke: {
        id: 'readPayments',
        src: 'readPayments',
        onDone: [
          { guard: 'ordered', target: 'checking', actions: { type: 'resume' } },
          { target: 'idle', actions: { type: 'resume' } },
        ],
        onError: [{ guard: 'ordered', target: 'checking' }, { target: 'idle' }],
      },
      on: {
        'pay.submit': [
          {
            description: 'The payment starts once those of earlier visits are read. It replaces an earlier request.',
            guard: { type: 'another' },
            actions: ['settleCancelled', { type: 'keepOrder' }],
          },
          {
            description: 'The payment starts once those of earlier visits are read.',
            guard: { type: 'valid' },
            actions: { type: 'keepOrder' },
          },
          { actions: { type: 'refuse' } },
        ],
        'pay.cancel': [{ guard: { type: 'ofAnother' } }, { guard: 'ordered', actions: ['settleCancelled', 'forget'] }],
      },
      after: { read: [{ guard: 'ordered', target: 'checking' }, { target: 'idle' }] },
    },
    idle: {
      description: 'No payment is requested.',
      on: {
        'pay.submit': [
          {
            description: 'No payment is in progress.',
            guard: { type: 'valid' },
            target: '#pay.checking',
            actions: [{ type: 'keepOrder' }],
          },
          { actions: { type: 'refuse' } },
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
        onDone: { target: 'choosing', actions: { type: 'keepRecipient' } },
        onError: { target: 'idle', actions: [{ type: 'keepUnchecked' }, 'settleUnchecked', 'leaveViews', 'forget'] },
      },
      on: {
        'pay.cancel': [
          { guard: { type: 'ofAnother' } },
          { target: 'idle', actions: ['settleCancelled', 'detach', 'leaveViews', 'forget'] },
        ],
        'modal.closed': { target: 'idle', actions: ['settleCancelled', 'detach', 'leaveViews', 'forget'] },
        'pay.viewLeft': { target: 'idle', actions: ['settleCancelled', 'detach', 'leaveViews', 'forget'] },
      },
      after: {
        check: {
          target: 'idle',
          actions: [{ type: 'keepUnchecked', params: {} }, 'settleUnchecked', 'leaveViews', 'forget'],
        },
      },
    },
    choosing: {
      description: 'The user reviews the payment and chooses a payment method.',
      tags: 'choosing',
      initial: 'loading',
      on: {
        'pay.cancel': [
          { guard: { type: 'ofAnother' } },
          { target: 'idle', actions: ['settleCancelled', 'detach', 'leaveViews', 'forget'] },
        ],
        'modal.closed': [
          {
            description: 'A wallet is connected now, so the payment continues.',
            guard: 'hasConnected',
            actions: ['forgetConnecting', 'show'],
          },
          { target: 'idle', actions: ['settleCancelled', 'detach', 'leaveViews', 'forget'] },
        ],
        'scope.changed': [
          {
            description: 'When the wallet disconnects, the modal returns to its first view. The payment is then shown again.',
            guard: { type: 'nobody' },
            actions: [{ type: 'keepScope' }, 'showSoon'],
          },
          { actions: { type: 'keepScope' } },
        ],
        'pay.show': { actions: 'show' },
        'pay.connect': { actions: ['connect', 'showConnect'] },
        'pay.viewLeft': { target: 'idle', actions: ['settleCancelled', 'detach', 'leaveViews', 'forget'] },
        'pay.chooseWallet': { guard: 'payable', target: 'paying', actions: 'beginWallet' },
        'pay.chooseExchange': { guard: { type: 'offered' }, target: 'paying', actions: { type: 'beginExchange' } },
      },
      states: {
        loading: {
          description: 'The exchanges that can make the payment are being fetched.',
          tags: 'busy',
          always: { guard: 'unexchangeable', target: 'ready' },
          invoke: {
            id: 'fetchExchanges',
            src: 'fetchExchanges',
            onDone: { target: 'ready', actions: { type: 'keepExchanges' } },
            onError: { target: 'unknown', actions: { type: 'keepExchangesError' } },
          },
          after: { api: { target: 'unknown', actions: { type: 'keepExchangesError', params: {} } } },
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
          { guard: { type: 'ofAnother' } },
          { target: 'idle', actions: ['settleCancelled', 'detach', 'leaveViews', 'forget'] },
        ],
        'modal.closed': { target: 'idle', actions: ['settleCancelled', 'detach', 'leaveViews', 'forget'] },
        'view.shown': {
          description: 'The user navigated back and can choose any payment method. A payment that may have been made is still followed.',
          guard: { type: 'ways' },
          target: 'choosing.ready',
          actions: 'detach',
        },
        'pay.progressed': { guard: { type: 'ofShown' }, actions: { type: 'keepProgress' } },
        'scope.changed': [
          { guard: { type: 'otherPayer' }, actions: [{ type: 'keepScope' }, 'callOff'] },
          { actions: { type: 'keepScope' } },
        ],
        'xstate.done.actor.*': [
          {
            guard: { type: 'shownPaid' },
            target: 'paid',
            actions: [
              { type: 'keepResult' },
              { type: 'settle' },
              'forgetAttempt',
              { type: 'end' },
              { type: 'report' },
              { type: 'expectChange' },
            ],
          },
          {
            description: 'The payment may have been made, but its result is not known yet.',
            guard: { type: 'shownUnconfirmed' },
            target: 'unconfirmed',
            actions: [
              { type: 'keepUnconfirmed' },
              { type: 'settle' },
              'forgetAttempt',
              { type: 'end' },
              'expectAnyChange',
              { type: 'report' },
            ],
          },
          {
            guard: { type: 'shownOver' },
            target: 'failed',
            actions: [
              { type: 'keepWayError' },
              { type: 'settle' },
              'forgetAttempt',
              { type: 'end' },
              { type: 'report' },
            ],
          },
          {
            description: 'The payment method failed. The others are still available.',
            guard: { type: 'shownEnded' },
            target: 'choosing.ready',
            actions: [{ type: 'keepWayError' }, { type: 'end' }, 'showWays'],
          },
          {
            actions: [{ type: 'end' }, { type: 'report' }, { type: 'sayReported' }, { type: 'expectChange' }],
          },
        ],
        'xstate.error.actor.*': [
          {
            description: 'The wallet or the exchange may have received the request.',
            guard: { type: 'shownEnded' },
            target: 'unconfirmed',
            actions: [
              { type: 'keepUnconfirmed' },
              { type: 'settle' },
              'forgetAttempt',
              { type: 'end' },
              'expectAnyChange',
            ],
          },
          { actions: { type: 'end' } },
        ],
      },
    },
    paid: {
      description: 'The payment was made and is still shown.',
      on: {
        'pay.submit': [
          {
            description: 'No payment is in progress.',
            guard: { type: 'valid' },
            target: '#pay.checking',
            actions: [{ type: 'keepOrder' }],
          },
          { actions: { type: 'refuse' } },
        ],
        'pay.cancel': [{ guard: { type: 'ofAnother' } }, { target: 'idle', actions: ['leaveViews', 'forget'] }],
        'modal.closed': { target: 'idle', actions: ['leaveViews', 'forget'] },
        'view.shown': { guard: { type: 'ways' }, target: 'idle', actions: ['leaveViews', 'forget'] },
      },
    },
    unconfirmed: {
      description: 'The payment may have been made, so no payment method is offered. It is still followed.',
      on: {
        'pay.submit': [
          {
            description: 'No payment is in progress.',
            guard: { type: 'valid' },
            target: '#pay.checking',
            actions: [{ type: 'keepOrder' }],
          },
          { actions: { type: 'refuse' } },
        ],
        'pay.cancel': [{ guard: { type: 'ofAnother' } }, { target: 'idle', actions: ['leaveViews', 'forget'] }],
        'modal.closed': { target: 'idle', actions: ['leaveViews', 'forget'] },
        'view.shown': { guard: { type: 'ways' }, target: 'idle', actions: ['leaveViews', 'forget'] },
        'xstate.done.actor.*': [
          {
            guard: { type: 'shownPaid' },
            target: 'paid',
            actions: [
              { type: 'keepResult' },
              { type: 'end' },
              { type: 'report' },
              { type: 'sayReported' },
              { type: 'expectChange' },
            ],
          },
          {
            guard: { type: 'shownOver' },
            target: 'failed',
            actions: [
              { type: 'keepWayError' },
              { type: 'end' },
              { type: 'report' },
              { type: 'sayReported' },
              { type: 'expectChange' },
            ],
          },
          {
            actions: [{ type: 'end' }, { type: 'report' }, { type: 'sayReported' }, { type: 'expectChange' }],
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
            guard: { type: 'valid' },
            target: '#pay.checking',
            actions: [{ type: 'keepOrder' }],
          },
          { actions: { type: 'refuse' } },
        ],
        'pay.cancel': [{ guard: { type: 'ofAnother' } }, { target: 'idle', actions: ['leaveViews', 'forget'] }],
        'modal.closed': { target: 'idle', actions: ['leaveViews', 'forget'] },
        'view.shown': { guard: { type: 'ways' }, target: 'choosing', actions: 'forgetWay' },
        'pay.retry': { target: 'choosing', actions: ['forgetWay', 'showWays'] },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
