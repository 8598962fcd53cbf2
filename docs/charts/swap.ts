/**
 * Swaps tokens: the draft, its quote, and the result.
 *
 * The chart of `swap` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  canBePriced: true as boolean,
  canSubmit: true as boolean,
  isUnknownAddress: true as boolean,
  isSwapped: true as boolean,
  isUnconfirmed: true as boolean,
  canBeEstimated: true as boolean,
  isSearching: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  loadTokens: 'pending' as Ends, // the actor swap.loadTokens
  readToken: 'pending' as Ends, // the actor swap.readToken
  estimateMaximum: 'pending' as Ends, // the actor swap.estimateMaximum
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
    setTokens: says('setTokens'),
    setWish: says('setWish'),
    startDraft: says('startDraft'),
    setSide: says('setSide'),
    setSearch: says('setSearch'),
    clearSearch: says('clearSearch'),
    showTokens: says('showTokens'),
    leaveTokens: says('leaveTokens'),
    leavePreview: says('leavePreview'),
    showSwapped: says('showSwapped'),
    setShown: says('setShown'),
    addToken: says('addToken'),
    setBalances: says('setBalances'),
    setFrom: says('setFrom'),
    setTo: says('setTo'),
    setAmount: says('setAmount'),
    setSlippage: says('setSlippage'),
    flipTokens: says('flipTokens'),
    reset: says('reset'),
    setWatched: says('setWatched'),
    notifyWatched: says('notifyWatched'),
    startQuote: says('startQuote'),
    stopQuote: says('stopQuote'),
    refresh: says('refresh'),
    clearQuote: says('clearQuote'),
    clearQuoteError: says('clearQuoteError'),
    setQuote: says('setQuote'),
    setUnquoted: says('setUnquoted'),
    acceptImpact: says('acceptImpact'),
    setLoadError: says('setLoadError'),
    setTokenError: says('setTokenError'),
    setMaximumError: says('setMaximumError'),
    setFault: says('setFault'),
    emitFault: says('emitFault'),
    freezeOrder: says('freezeOrder'),
    setUnasked: says('setUnasked'),
    setSought: says('setSought'),
    clearSought: says('clearSought'),
    cancelExecution: says('cancelExecution'),
    notifyExecution: says('notifyExecution'),
    setResult: says('setResult'),
    setError: says('setError'),
    clearAmount: says('clearAmount'),
    settle: says('settle'),
    notifyBalances: says('notifyBalances'),
  },
  guards: {
    canBePriced: () => yes['canBePriced'],
    canSubmit: () => yes['canSubmit'],
    isUnknownAddress: () => yes['isUnknownAddress'],
    isSwapped: () => yes['isSwapped'],
    isUnconfirmed: () => yes['isUnconfirmed'],
    canBeEstimated: () => yes['canBeEstimated'],
    isSearching: () => yes['isSearching'],
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
    'balance.loaded': { actions: { type: 'setBalances' } },
    'swap.watch': { actions: { type: 'setWatched' } },
    'view.shown': { actions: { type: 'setShown' } },
    'swap.setSlippage': { actions: { type: 'setSlippage' } },
    'swap.viewLeft': { actions: 'clearSearch' },
  },
  states: {
    loading: {
      description: 'The tokens that can be swapped on this network are being loaded.',
      tags: 'busy',
      on: {
        'swap.begin': { actions: { type: 'setWish' } },
        'swap.findToken': { description: 'The token is read once the tokens are loaded.', actions: { type: 'setSought' } },
      },
      invoke: {
        id: 'loadTokens',
        src: 'loadTokens',
        onDone: [
          { guard: 'isSearching', target: 'editing.finding', actions: { type: 'setTokens' } },
          { target: 'editing', actions: { type: 'setTokens' } },
        ],
        onError: { target: 'unavailable', actions: { type: 'setLoadError' } },
      },
      after: { api: { target: 'unavailable', actions: { type: 'setLoadError', params: {} } } },
    },
    unavailable: {
      description: 'Nothing can be swapped on this network, or the tokens could not be loaded.',
      on: {
        'swap.retry': 'loading',
        'swap.viewEntered': 'loading',
        'swap.findToken': { target: 'loading', actions: { type: 'setSought' } },
        'swap.begin': { target: 'loading', actions: { type: 'setWish' } },
      },
    },
    editing: {
      description: 'The user edits the draft: the tokens and the amount.',
      initial: 'checking',
      on: {
        'swap.setFrom': { target: '#swap.editing', actions: [{ type: 'setFrom' }, 'leaveTokens'] },
        'swap.setTo': { target: '#swap.editing', actions: [{ type: 'setTo' }, 'leaveTokens'] },
        'swap.setAmount': { target: '#swap.editing', actions: { type: 'setAmount' } },
        'swap.flip': { target: '#swap.editing', actions: 'flipTokens' },
        'swap.begin': { target: '#swap.editing', actions: { type: 'startDraft' } },
        'swap.setMaximum': { guard: 'canBeEstimated', target: '.estimating' },
        'swap.findToken': '.finding',
        'swap.chooseToken': { actions: [{ type: 'setSide' }, 'showTokens'] },
        'swap.search': [
          {
            guard: { type: 'isUnknownAddress' },
            target: '.finding',
            reenter: true,
            actions: { type: 'setSearch' },
          },
          { actions: { type: 'setSearch' } },
        ],
        'swap.reset': { target: '#swap.editing', actions: 'reset' },
        'swap.submit': { actions: ['setFault', 'emitFault'] },
      },
      states: {
        checking: {
          description: 'Decides whether the draft is complete enough for a quote.',
          entry: 'clearQuote',
          always: [{ guard: 'canBePriced', target: 'pricing' }, { target: 'incomplete' }],
        },
        incomplete: { description: 'Something is missing or invalid.' },
        finding: {
          description: 'A token that the API does not list is being read from the chain.',
          tags: 'busy',
          exit: 'clearSought',
          on: {
            'swap.search': [
              {
                guard: { type: 'isUnknownAddress' },
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
            onError: { target: 'checking', actions: { type: 'setTokenError' } },
          },
          after: { resolve: { target: 'checking', actions: { type: 'setTokenError', params: {} } } },
        },
        estimating: {
          description: 'The maximum amount is being computed.',
          tags: 'busy',
          invoke: {
            id: 'estimateMaximum',
            src: 'estimateMaximum',
            onDone: { target: 'checking', actions: { type: 'setAmount' } },
            onError: { target: 'checking', actions: { type: 'setMaximumError' } },
          },
          after: { estimate: { target: 'checking', actions: { type: 'setMaximumError', params: {} } } },
        },
        pricing: {
          description: 'The item swapQuote fetches the quote.',
          entry: 'startQuote',
          exit: 'stopQuote',
          initial: 'waiting',
          on: {
            'swap.watch': { actions: [{ type: 'setWatched' }, 'notifyWatched'] },
            'view.shown': { actions: [{ type: 'setShown' }, 'notifyWatched'] },
            'swap.refresh': { actions: ['clearQuoteError', 'refresh'] },
            'xstate.error.actor.swapQuote': { target: '.waiting', actions: { type: 'setUnquoted' } },
            'swap.quoted': { target: '.quoted', actions: { type: 'setQuote' } },
            'swap.unquoted': { target: '.waiting', actions: { type: 'setUnquoted' } },
          },
          states: {
            waiting: { description: 'There is no quote, or it is no longer valid.' },
            quoted: {
              description: 'There is a valid quote, and the swap can be submitted.',
              tags: 'submittable',
              on: {
                'swap.acceptImpact': { actions: 'acceptImpact' },
                'swap.submit': [
                  { guard: { type: 'canSubmit' }, target: '#swap.executing', actions: 'freezeOrder' },
                  { actions: ['setFault', 'emitFault'] },
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
            guard: { type: 'isSwapped' },
            target: 'swapped',
            actions: ['notifyBalances', { type: 'setResult' }, 'showSwapped', { type: 'settle' }],
          },
          {
            guard: { type: 'isUnconfirmed' },
            target: 'editing',
            actions: ['notifyBalances', { type: 'setError' }, { type: 'settle' }, 'clearAmount', 'leavePreview'],
          },
          { target: 'editing', actions: ['notifyBalances', { type: 'setError' }, { type: 'settle' }] },
        ],
        onError: {
          description: 'The wallet request may have been sent already.',
          target: 'editing',
          actions: ['notifyBalances', { type: 'setError' }, { type: 'settle' }, 'clearAmount', 'leavePreview'],
        },
      },
      on: {
        'transaction.settled': { actions: { type: 'notifyExecution' } },
        'swap.cancel': { actions: 'cancelExecution' },
        'swap.setUnasked': { actions: 'setUnasked' },
      },
    },
    swapped: {
      description: 'The swap is confirmed. The received amount is known if the chain reports it.',
      on: {
        'swap.setFrom': { target: '#swap.editing', actions: [{ type: 'setFrom' }, 'leaveTokens'] },
        'swap.setTo': { target: '#swap.editing', actions: [{ type: 'setTo' }, 'leaveTokens'] },
        'swap.setAmount': { target: '#swap.editing', actions: { type: 'setAmount' } },
        'swap.flip': { target: '#swap.editing', actions: 'flipTokens' },
        'swap.begin': { target: '#swap.editing', actions: { type: 'startDraft' } },
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
