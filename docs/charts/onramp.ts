/**
 * Buying crypto: the draft, its price, the provider, and the result of the purchase.
 *
 * The chart of `onramp` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  canBePriced: true as boolean,
  canBeOrdered: true as boolean,
  isOwnAttempt: true as boolean,
  hasTransaction: true as boolean,
  isFinished: true as boolean,
  isUnconfirmed: true as boolean,
  isCancelled: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchOptions: 'pending' as Ends, // the actor onramp.fetchOptions
  fetchQuote: 'pending' as Ends, // the actor onramp.fetchQuote
  purchase: 'pending' as Ends, // a machine of its own
}
const work = (name: keyof typeof ends) =>
  fromPromise<unknown, unknown>(
    () =>
      new Promise((resolve, reject) => {
        if (ends[name] === 'done') setTimeout(resolve, 1_000)
        if (ends[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))
      }),
  )

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    fetchOptions: work('fetchOptions'),
    fetchQuote: work('fetchQuote'),
    purchase: work('purchase'),
  },
  actions: {
    setOptions: says('setOptions'),
    setCurrency: says('setCurrency'),
    setFiat: says('setFiat'),
    setMethod: says('setMethod'),
    setAmount: says('setAmount'),
    clearQuote: says('clearQuote'),
    setQuote: says('setQuote'),
    setQuoteError: says('setQuoteError'),
    setOrder: says('setOrder'),
    forget: says('forget'),
    setEnd: says('setEnd'),
    emitRefused: says('emitRefused'),
    emitRefusedFor: says('emitRefusedFor'),
    settle: says('settle'),
    cancelPurchase: says('cancelPurchase'),
    detachPurchase: says('detachPurchase'),
    showPurchase: says('showPurchase'),
    leaveView: says('leaveView'),
    showPurchases: says('showPurchases'),
    refreshPurchases: says('refreshPurchases'),
    refreshBalance: says('refreshBalance'),
    trackProvider: says('trackProvider'),
  },
  guards: {
    canBePriced: () => yes['canBePriced'],
    canBeOrdered: () => yes['canBeOrdered'],
    isOwnAttempt: () => yes['isOwnAttempt'],
    hasTransaction: () => yes['hasTransaction'],
    isFinished: () => yes['isFinished'],
    isUnconfirmed: () => yes['isUnconfirmed'],
    isCancelled: () => yes['isCancelled'],
  },
  delays: {
    pause: 500,
    stale: 60_000,
    api: 35_000, // timeouts.apiMs + timeouts.loadMs
  },
}).createMachine({
  id: 'onramp',
  description: 'Buying crypto: the draft, its price, the provider, and the result of the purchase.',
  meta: { kind: 'service', spec: ['1.7', '2.12', '3.22', '3.23', '3.24', '7.19', '7.20', '9.28'] },
  initial: 'loading',
  states: {
    loading: {
      description: 'The options for this network are being fetched.',
      tags: 'busy',
      on: { 'onramp.buy': { actions: { type: 'emitRefusedFor' } } },
      invoke: {
        id: 'fetchOptions',
        src: 'fetchOptions',
        onDone: { target: 'editing', actions: { type: 'setOptions' } },
        onError: { target: 'editing', actions: { type: 'setOptions', params: {} } },
      },
      after: { api: { target: 'editing', actions: { type: 'setOptions', params: {} } } },
    },
    editing: {
      description: 'The user edits the draft.',
      tags: 'editable',
      initial: 'deciding',
      on: {
        'onramp.setCurrency': { target: '#onramp.editing', actions: { type: 'setCurrency' } },
        'onramp.setFiat': { target: '#onramp.editing', actions: { type: 'setFiat' } },
        'onramp.setMethod': { target: '#onramp.editing', actions: { type: 'setMethod' } },
        'onramp.setAmount': { target: '#onramp.editing', actions: { type: 'setAmount' } },
        'onramp.buy': [
          {
            guard: { type: 'canBeOrdered' },
            target: '#onramp.buying',
            actions: [{ type: 'setOrder' }, 'trackProvider'],
          },
          { actions: { type: 'emitRefused' } },
        ],
        'onramp.retry': 'loading',
      },
      states: {
        deciding: {
          description: 'Checks whether the draft can have a quote.',
          entry: 'clearQuote',
          always: [{ guard: 'canBePriced', target: 'pausing' }, { target: 'incomplete' }],
        },
        incomplete: { description: 'The amount is missing or invalid, or no provider has quotes.' },
        pausing: { description: 'Waits until the user stops typing.', tags: 'checking', after: { pause: 'pricing' } },
        pricing: {
          description: 'The quote is being fetched from the API.',
          tags: 'checking',
          invoke: {
            id: 'fetchQuote',
            src: 'fetchQuote',
            onDone: { target: 'priced', actions: { type: 'setQuote' } },
            onError: { target: 'unpriced', actions: { type: 'setQuoteError' } },
          },
          after: { api: { target: 'unpriced', actions: { type: 'setQuoteError' } } },
        },
        priced: {
          description: 'The quote is known. It expires after a minute.',
          on: { 'onramp.refresh': 'deciding' },
          after: { stale: { target: 'unpriced', actions: 'clearQuote' } },
        },
        unpriced: {
          description: 'The quote expired or could not be fetched, so no price is shown.',
          on: { 'onramp.refresh': 'deciding' },
        },
      },
    },
    buying: {
      description: 'The user pays at the seller, and the result is being checked.',
      tags: 'busy',
      entry: 'showPurchase',
      on: {
        'onramp.buy': { actions: { type: 'emitRefusedFor' } },
        'onramp.cancel': { guard: { type: 'isOwnAttempt' }, actions: 'cancelPurchase' },
        'onramp.viewLeft': { actions: 'detachPurchase' },
        'modal.closed': { actions: 'detachPurchase' },
      },
      invoke: {
        id: 'purchase',
        src: 'purchase',
        onDone: [
          {
            guard: { type: 'hasTransaction' },
            target: 'editing',
            actions: [{ type: 'settle' }, 'forget', 'refreshPurchases', 'refreshBalance', 'showPurchases'],
          },
          {
            guard: { type: 'isFinished' },
            target: 'unwatched',
            actions: [{ type: 'settle' }, 'refreshBalance'],
          },
          {
            guard: { type: 'isCancelled' },
            target: 'editing',
            actions: [{ type: 'settle' }, 'forget', 'leaveView'],
          },
          {
            guard: { type: 'isUnconfirmed' },
            target: 'unconfirmed',
            actions: [{ type: 'setEnd' }, { type: 'settle' }],
          },
          { target: 'failed', actions: [{ type: 'setEnd' }, { type: 'settle' }] },
        ],
        onError: { target: 'failed', actions: [{ type: 'setEnd' }, { type: 'settle' }] },
      },
    },
    unconfirmed: {
      description: 'The purchase was not confirmed in time, so its result is unknown.',
      on: {
        'onramp.buy': [
          {
            guard: { type: 'canBeOrdered' },
            target: '#onramp.buying',
            actions: [{ type: 'setOrder' }, 'trackProvider'],
          },
          { actions: { type: 'emitRefused' } },
        ],
        'onramp.viewLeft': { target: '#onramp.editing', actions: 'forget' },
        'modal.closed': { target: '#onramp.editing', actions: 'forget' },
        'onramp.dismiss': { target: '#onramp.editing', actions: ['forget', 'leaveView'] },
        'onramp.lookAgain': 'buying',
      },
    },
    unwatched: {
      description: 'The seller does not report the result. What was bought arrives in the account without further notice.',
      on: {
        'onramp.buy': [
          {
            guard: { type: 'canBeOrdered' },
            target: '#onramp.buying',
            actions: [{ type: 'setOrder' }, 'trackProvider'],
          },
          { actions: { type: 'emitRefused' } },
        ],
        'onramp.viewLeft': { target: '#onramp.editing', actions: 'forget' },
        'modal.closed': { target: '#onramp.editing', actions: 'forget' },
        'onramp.dismiss': { target: '#onramp.editing', actions: ['forget', 'leaveView'] },
      },
    },
    failed: {
      description: 'The seller\'s page could not be opened, and the error is shown.',
      on: {
        'onramp.buy': [
          {
            guard: { type: 'canBeOrdered' },
            target: '#onramp.buying',
            actions: [{ type: 'setOrder' }, 'trackProvider'],
          },
          { actions: { type: 'emitRefused' } },
        ],
        'onramp.viewLeft': { target: '#onramp.editing', actions: 'forget' },
        'modal.closed': { target: '#onramp.editing', actions: 'forget' },
        'onramp.dismiss': { target: '#onramp.editing', actions: ['forget', 'leaveView'] },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
