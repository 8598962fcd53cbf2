/**
 * Buying crypto: what, for how much, from whom, and what became of it.
 *
 * The chart of `onramp`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  priceable: true as boolean,
  orderable: true as boolean,
  ofAttempt: true as boolean,
  found: true as boolean,
  untold: true as boolean,
  unconfirmed: true as boolean,
  calledOff: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchOptions: 'pending' as Ends, // the slot onramp.fetchOptions
  fetchQuote: 'pending' as Ends, // the slot onramp.fetchQuote
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

/** Says what the product would do now. */
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
    keepOptions: says('keepOptions'),
    setCurrency: says('setCurrency'),
    setFiat: says('setFiat'),
    setMethod: says('setMethod'),
    setAmount: says('setAmount'),
    forgetQuote: says('forgetQuote'),
    keepQuote: says('keepQuote'),
    keepQuoteError: says('keepQuoteError'),
    keepOrder: says('keepOrder'),
    forget: says('forget'),
    keepEnd: says('keepEnd'),
    refuse: says('refuse'),
    refuseFor: says('refuseFor'),
    settle: says('settle'),
    cancelPurchase: says('cancelPurchase'),
    leavePurchase: says('leavePurchase'),
    showPurchase: says('showPurchase'),
    leaveView: says('leaveView'),
    showPurchases: says('showPurchases'),
    readPurchases: says('readPurchases'),
    readBalance: says('readBalance'),
    trackProvider: says('trackProvider'),
  },
  guards: {
    priceable: () => yes['priceable'],
    orderable: () => yes['orderable'],
    ofAttempt: () => yes['ofAttempt'],
    found: () => yes['found'],
    untold: () => yes['untold'],
    unconfirmed: () => yes['unconfirmed'],
    calledOff: () => yes['calledOff'],
  },
  delays: {
    pause: 500,
    stale: 60_000,
    api: 35_000, // timeouts.apiMs + timeouts.loadMs
  },
}).createMachine({
  id: 'onramp',
  description: 'Buying crypto: what, for how much, from whom, and what became of it.',
  meta: { kind: 'service', spec: ['1.7', '2.12', '3.22', '3.23', '3.24', '7.19', '7.20', '9.28'] },
  initial: 'loading',
  states: {
    loading: {
      description: 'What can be bought here is read.',
      tags: 'busy',
      on: { 'onramp.buy': { actions: { type: 'refuseFor' } } },
      invoke: {
        id: 'fetchOptions',
        src: 'fetchOptions',
        onDone: { target: 'editing', actions: { type: 'keepOptions' } },
        onError: { target: 'editing', actions: { type: 'keepOptions', params: {} } },
      },
      after: { api: { target: 'editing', actions: { type: 'keepOptions', params: {} } } },
    },
    editing: {
      description: 'The visitor says what is bought, and for how much.',
      tags: 'editable',
      initial: 'deciding',
      on: {
        'onramp.setCurrency': { target: '#onramp.editing', actions: { type: 'setCurrency' } },
        'onramp.setFiat': { target: '#onramp.editing', actions: { type: 'setFiat' } },
        'onramp.setMethod': { target: '#onramp.editing', actions: { type: 'setMethod' } },
        'onramp.setAmount': { target: '#onramp.editing', actions: { type: 'setAmount' } },
        'onramp.buy': [
          {
            guard: { type: 'orderable' },
            target: '#onramp.buying',
            actions: [{ type: 'keepOrder' }, 'trackProvider'],
          },
          { actions: { type: 'refuse' } },
        ],
        'onramp.retry': 'loading',
      },
      states: {
        deciding: {
          description: 'Passing through: is there something that has a price?',
          entry: 'forgetQuote',
          always: [{ guard: 'priceable', target: 'pausing' }, { target: 'resting' }],
        },
        resting: { description: 'There is no amount, not a right one, or nobody who tells a price.' },
        pausing: { description: 'Somebody may still be typing.', tags: 'checking', after: { pause: 'pricing' } },
        pricing: {
          description: 'The API is asked what the amount brings.',
          tags: 'checking',
          invoke: {
            id: 'fetchQuote',
            src: 'fetchQuote',
            onDone: { target: 'priced', actions: { type: 'keepQuote' } },
            onError: { target: 'unpriced', actions: { type: 'keepQuoteError' } },
          },
          after: { api: { target: 'unpriced', actions: { type: 'keepQuoteError' } } },
        },
        priced: {
          description: 'What the amount brings is known, for a minute.',
          on: { 'onramp.refresh': 'deciding' },
          after: { stale: { target: 'unpriced', actions: 'forgetQuote' } },
        },
        unpriced: {
          description: 'What was told is too old, or nobody told a price: none is made up.',
          on: { 'onramp.refresh': 'deciding' },
        },
      },
    },
    buying: {
      description: 'The visitor pays at the seller, and it is looked for what became of it.',
      tags: 'busy',
      entry: 'showPurchase',
      on: {
        'onramp.buy': { actions: { type: 'refuseFor' } },
        'onramp.cancel': { guard: { type: 'ofAttempt' }, actions: 'cancelPurchase' },
        'onramp.viewLeft': { actions: 'leavePurchase' },
        'modal.closed': { actions: 'leavePurchase' },
      },
      invoke: {
        id: 'purchase',
        src: 'purchase',
        onDone: [
          {
            guard: { type: 'found' },
            target: 'editing',
            actions: [{ type: 'settle' }, 'forget', 'readPurchases', 'readBalance', 'showPurchases'],
          },
          { guard: { type: 'untold' }, target: 'unwatched', actions: [{ type: 'settle' }, 'readBalance'] },
          {
            guard: { type: 'calledOff' },
            target: 'editing',
            actions: [{ type: 'settle' }, 'forget', 'leaveView'],
          },
          {
            guard: { type: 'unconfirmed' },
            target: 'unconfirmed',
            actions: [{ type: 'keepEnd' }, { type: 'settle' }],
          },
          { target: 'failed', actions: [{ type: 'keepEnd' }, { type: 'settle' }] },
        ],
        onError: { target: 'failed', actions: [{ type: 'keepEnd' }, { type: 'settle' }] },
      },
    },
    unconfirmed: {
      description: 'Nothing was told of the purchase in time: nobody knows whether it failed.',
      on: {
        'onramp.buy': [
          {
            guard: { type: 'orderable' },
            target: '#onramp.buying',
            actions: [{ type: 'keepOrder' }, 'trackProvider'],
          },
          { actions: { type: 'refuse' } },
        ],
        'onramp.viewLeft': { target: '#onramp.editing', actions: 'forget' },
        'modal.closed': { target: '#onramp.editing', actions: 'forget' },
        'onramp.dismiss': { target: '#onramp.editing', actions: ['forget', 'leaveView'] },
        'onramp.lookAgain': 'buying',
      },
    },
    unwatched: {
      description: 'The window is closed. What was bought there comes to the account, and nobody tells before.',
      on: {
        'onramp.buy': [
          {
            guard: { type: 'orderable' },
            target: '#onramp.buying',
            actions: [{ type: 'keepOrder' }, 'trackProvider'],
          },
          { actions: { type: 'refuse' } },
        ],
        'onramp.viewLeft': { target: '#onramp.editing', actions: 'forget' },
        'modal.closed': { target: '#onramp.editing', actions: 'forget' },
        'onramp.dismiss': { target: '#onramp.editing', actions: ['forget', 'leaveView'] },
      },
    },
    failed: {
      description: 'The page of the seller was not opened, for the reason that is shown.',
      on: {
        'onramp.buy': [
          {
            guard: { type: 'orderable' },
            target: '#onramp.buying',
            actions: [{ type: 'keepOrder' }, 'trackProvider'],
          },
          { actions: { type: 'refuse' } },
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

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
