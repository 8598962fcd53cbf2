/**
 * Swaps tokens: the draft, its quote, and the result.
 *
 * The chart of `swap` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  priceable: true as boolean,
  submittable: true as boolean,
  unknownAddress: true as boolean,
  swapped: true as boolean,
  unconfirmed: true as boolean,
  estimable: true as boolean,
  seeking: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  loadTokens: 'pending' as Ends, // the slot swap.loadTokens
  readToken: 'pending' as Ends, // the slot swap.readToken
  estimateMaximum: 'pending' as Ends, // the slot swap.estimateMaximum
  swapExecution: 'pending' as Ends, // a machine of its own
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
    loadTokens: work('loadTokens'),
    readToken: work('readToken'),
    estimateMaximum: work('estimateMaximum'),
    swapQuote: listener,
    swapExecution: work('swapExecution'),
  },
  actions: {
    keepTokens: says('keepTokens'),
    keepWish: says('keepWish'),
    begin: says('begin'),
    setSide: says('setSide'),
    setSearch: says('setSearch'),
    endSearch: says('endSearch'),
    showTokens: says('showTokens'),
    leaveTokens: says('leaveTokens'),
    leavePreview: says('leavePreview'),
    showSwapped: says('showSwapped'),
    setShown: says('setShown'),
    addToken: says('addToken'),
    keepBalances: says('keepBalances'),
    setFrom: says('setFrom'),
    setTo: says('setTo'),
    setAmount: says('setAmount'),
    setSlippage: says('setSlippage'),
    flip: says('flip'),
    reset: says('reset'),
    setWatched: says('setWatched'),
    tellWatched: says('tellWatched'),
    beginQuote: says('beginQuote'),
    endQuote: says('endQuote'),
    refresh: says('refresh'),
    forgetQuote: says('forgetQuote'),
    forgetQuoteError: says('forgetQuoteError'),
    keepQuote: says('keepQuote'),
    keepUnquoted: says('keepUnquoted'),
    accept: says('accept'),
    keepLoadError: says('keepLoadError'),
    keepTokenError: says('keepTokenError'),
    keepMaximumError: says('keepMaximumError'),
    keepFault: says('keepFault'),
    emitFault: says('emitFault'),
    fix: says('fix'),
    keepUnasked: says('keepUnasked'),
    keepSought: says('keepSought'),
    forgetSought: says('forgetSought'),
    cancelExecution: says('cancelExecution'),
    tellExecution: says('tellExecution'),
    keepResult: says('keepResult'),
    keepError: says('keepError'),
    emptyAmount: says('emptyAmount'),
    settle: says('settle'),
    tellBalances: says('tellBalances'),
  },
  guards: {
    priceable: () => yes['priceable'],
    submittable: () => yes['submittable'],
    unknownAddress: () => yes['unknownAddress'],
    swapped: () => yes['swapped'],
    unconfirmed: () => yes['unconfirmed'],
    estimable: () => yes['estimable'],
    seeking: () => yes['seeking'],
  },
  delays: {
    api: 35_000, // timeouts.apiMs + timeouts.loadMs
    resolve: 10_000, // timeouts.resolveMs
    estimate: 20_000, // timeouts.estimateMs
  },
}).createMachine({
  id: 'swap',
  description: 'Swaps tokens: the draft, its quote, and the result.',
  meta: { kind: 'service', spec: ['1.6', '2.10', '7.7', '7.8', '7.9', '9.27'] },
  initial: 'loading',
  on: {
    'balance.loaded': { actions: { type: 'keepBalances' } },
    'swap.watch': { actions: { type: 'setWatched' } },
    'view.shown': { actions: { type: 'setShown' } },
    'swap.setSlippage': { actions: { type: 'setSlippage' } },
    'swap.viewLeft': { actions: 'endSearch' },
  },
  states: {
    loading: {
      description: 'The tokens that can be swapped on this network are being loaded.',
      tags: 'busy',
      on: {
        'swap.begin': { actions: { type: 'keepWish' } },
        'swap.findToken': { description: 'The token is read once the tokens are loaded.', actions: { type: 'keepSought' } },
      },
      invoke: {
        id: 'loadTokens',
        src: 'loadTokens',
        onDone: [
          { guard: 'seeking', target: 'editing.finding', actions: { type: 'keepTokens' } },
          { target: 'editing', actions: { type: 'keepTokens' } },
        ],
        onError: { target: 'unavailable', actions: { type: 'keepLoadError' } },
      },
      after: { api: { target: 'unavailable', actions: { type: 'keepLoadError', params: {} } } },
    },
    unavailable: {
      description: 'Nothing can be swapped on this network, or the tokens could not be loaded.',
      on: {
        'swap.retry': 'loading',
        'swap.viewEntered': 'loading',
        'swap.findToken': { target: 'loading', actions: { type: 'keepSought' } },
        'swap.begin': { target: 'loading', actions: { type: 'keepWish' } },
      },
    },
    editing: {
      description: 'The user edits the draft: the tokens and the amount.',
      initial: 'checking',
      on: {
        'swap.setFrom': { target: '#swap.editing', actions: [{ type: 'setFrom' }, 'leaveTokens'] },
        'swap.setTo': { target: '#swap.editing', actions: [{ type: 'setTo' }, 'leaveTokens'] },
        'swap.setAmount': { target: '#swap.editing', actions: { type: 'setAmount' } },
        'swap.flip': { target: '#swap.editing', actions: 'flip' },
        'swap.begin': { target: '#swap.editing', actions: { type: 'begin' } },
        'swap.setMaximum': { guard: 'estimable', target: '.estimating' },
        'swap.findToken': '.finding',
        'swap.chooseToken': { actions: [{ type: 'setSide' }, 'showTokens'] },
        'swap.search': [
          {
            guard: { type: 'unknownAddress' },
            target: '.finding',
            reenter: true,
            actions: { type: 'setSearch' },
          },
          { actions: { type: 'setSearch' } },
        ],
        'swap.reset': { target: '#swap.editing', actions: 'reset' },
        'swap.submit': { actions: ['keepFault', 'emitFault'] },
      },
      states: {
        checking: {
          description: 'Decides whether the draft is complete enough for a quote.',
          entry: 'forgetQuote',
          always: [{ guard: 'priceable', target: 'pricing' }, { target: 'incomplete' }],
        },
        incomplete: { description: 'Something is missing or invalid.' },
        finding: {
          description: 'A token that the API does not list is being read from the chain.',
          tags: 'busy',
          exit: 'forgetSought',
          on: {
            'swap.search': [
              {
                guard: { type: 'unknownAddress' },
                target: 'finding',
                reenter: true,
                actions: { type: 'setSearch' },
              },
              { target: 'checking', actions: { type: 'setSearch' } },
            ],
          },
          invoke: {
            id: 'readToken',
            src: 'readToken',
            onDone: { target: 'checking', actions: { type: 'addToken' } },
            onError: { target: 'checking', actions: { type: 'keepTokenError' } },
          },
          after: { resolve: { target: 'checking', actions: { type: 'keepTokenError', params: {} } } },
        },
        estimating: {
          description: 'The maximum amount is being computed.',
          tags: 'busy',
          invoke: {
            id: 'estimateMaximum',
            src: 'estimateMaximum',
            onDone: { target: 'checking', actions: { type: 'setAmount' } },
            onError: { target: 'checking', actions: { type: 'keepMaximumError' } },
          },
          after: { estimate: { target: 'checking', actions: { type: 'keepMaximumError', params: {} } } },
        },
        pricing: {
          description: 'The item swapQuote fetches the quote.',
          entry: 'beginQuote',
          exit: 'endQuote',
          initial: 'waiting',
          on: {
            'swap.watch': { actions: [{ type: 'setWatched' }, 'tellWatched'] },
            'view.shown': { actions: [{ type: 'setShown' }, 'tellWatched'] },
            'swap.refresh': { actions: ['forgetQuoteError', 'refresh'] },
            'xstate.error.actor.swapQuote': { target: '.waiting', actions: { type: 'keepUnquoted' } },
            'swap.quoted': { target: '.quoted', actions: { type: 'keepQuote' } },
            'swap.unquoted': { target: '.waiting', actions: { type: 'keepUnquoted' } },
          },
          states: {
            waiting: { description: 'There is no quote, or it is no longer valid.' },
            quoted: {
              description: 'There is a valid quote, and the swap can be submitted.',
              tags: 'submittable',
              on: {
                'swap.acceptImpact': { actions: 'accept' },
                'swap.submit': [
                  { guard: { type: 'submittable' }, target: '#swap.executing', actions: 'fix' },
                  { actions: ['keepFault', 'emitFault'] },
                ],
              },
            },
          },
        },
      },
    },
    executing: {
      description: 'The swap is being carried out as the user saw it. Changes elsewhere do not affect it.',
      tags: 'busy',
      invoke: {
        id: 'swapExecution',
        src: 'swapExecution',
        systemId: 'swapExecution',
        onDone: [
          {
            guard: { type: 'swapped' },
            target: 'swapped',
            actions: ['tellBalances', { type: 'keepResult' }, 'showSwapped', { type: 'settle' }],
          },
          {
            guard: { type: 'unconfirmed' },
            target: 'editing',
            actions: ['tellBalances', { type: 'keepError' }, { type: 'settle' }, 'emptyAmount', 'leavePreview'],
          },
          { target: 'editing', actions: ['tellBalances', { type: 'keepError' }, { type: 'settle' }] },
        ],
        onError: {
          description: 'The wallet request may have been sent already.',
          target: 'editing',
          actions: ['tellBalances', { type: 'keepError' }, { type: 'settle' }, 'emptyAmount', 'leavePreview'],
        },
      },
      on: {
        'transaction.settled': { actions: { type: 'tellExecution' } },
        'swap.cancel': { actions: 'cancelExecution' },
        'swap.keepUnasked': { actions: 'keepUnasked' },
      },
    },
    swapped: {
      description: 'The swap is confirmed. The received amount is known if the chain reports it.',
      on: {
        'swap.setFrom': { target: '#swap.editing', actions: [{ type: 'setFrom' }, 'leaveTokens'] },
        'swap.setTo': { target: '#swap.editing', actions: [{ type: 'setTo' }, 'leaveTokens'] },
        'swap.setAmount': { target: '#swap.editing', actions: { type: 'setAmount' } },
        'swap.flip': { target: '#swap.editing', actions: 'flip' },
        'swap.begin': { target: '#swap.editing', actions: { type: 'begin' } },
        'swap.reset': { target: 'editing', actions: 'reset' },
        'swap.viewEntered': { target: 'editing', actions: 'reset' },
        'swap.chooseToken': { target: 'editing', actions: ['reset', { type: 'setSide' }, 'showTokens'] },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
