/**
 * Swapping tokens: the draft, its quote, and what became of it.
 *
 * The chart of `swap`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  priceable: true as boolean,
  submittable: true as boolean,
  unknownAddress: true as boolean,
  swapped: true as boolean,
  unconfirmed: true as boolean,
  estimable: true as boolean,
  seeking: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
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

/** What is listened to for as long as a state lasts; nothing is heard here. */
const listener = fromCallback(() => {})

/** Says what the product would do now. */
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
  description: 'Swapping tokens: the draft, its quote, and what became of it.',
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
      description: 'What can be swapped here is read.',
      tags: 'busy',
      on: {
        'swap.begin': { actions: { type: 'keepWish' } },
        'swap.findToken': { description: 'It is read once the tokens are there.', actions: { type: 'keepSought' } },
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
      description: 'Nothing can be swapped here, or that could not be read.',
      on: {
        'swap.retry': 'loading',
        'swap.viewEntered': 'loading',
        'swap.findToken': { target: 'loading', actions: { type: 'keepSought' } },
        'swap.begin': { target: 'loading', actions: { type: 'keepWish' } },
      },
    },
    editing: {
      description: 'The visitor says what is given, and what is wanted for it.',
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
          description: 'Passing through: is there enough to ask for a price?',
          entry: 'forgetQuote',
          always: [{ guard: 'priceable', target: 'pricing' }, { target: 'incomplete' }],
        },
        incomplete: { description: 'Something is missing or not right.' },
        finding: {
          description: 'A token that nobody suggests is read from the chain.',
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
          description: 'The largest amount is worked out.',
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
          description: 'The item swapQuote asks what it would bring.',
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
            waiting: { description: 'There is no quote, or none that is good any more.' },
            quoted: {
              description: 'What it would bring is known, and may be asked for.',
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
      description: 'The swap is carried out, as it was read; changes elsewhere do not touch it.',
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
          description: 'The wallet may have been asked.',
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
      description: 'It is on the chain; what was received is known, where the chain tells it.',
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

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
