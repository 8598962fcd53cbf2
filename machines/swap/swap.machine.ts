/** Service: swaps tokens, from the first typed character to the received amount. */
import { assign, enqueueActions, sendTo, setup, spawnChild, stopChild } from 'xstate'
import { balance } from '../account/balance.contract.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { ViewName } from '../shell/view.types.ts'
import type { Quote, SwapToken, SwapRequest } from './swap.types.ts'
import type { TokenBalance } from '../shared/token.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { sendToActor } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { now } from '../core/time.ts'
import { view } from '../shell/view.contract.ts'
import { failed, isUnconfirmed, mayBeSent } from '../shared/outcome.rules.ts'
import {
  initialDraft,
  emptySwap,
  isSameQuote,
  isNativeSide,
  isSameSide,
  toSwapOrder,
  validateForQuote,
  toQuoteOrder,
  defaultSlippage,
  validateSwap,
  unlistedAddress,
  noQuote,
  mergeBalances,
  updateBalance,
  withToken,
} from './swapDraft.rules.ts'
import { flippedAmount, swapError } from './swap.rules.ts'
import { showsQuote, type FoundToken, type SwapContract, type SwapSide } from './swap.contract.ts'
import type { SwapResult } from './swapExecution.contract.ts'
import { swapExecutionLogic } from './swapExecution.machine.ts'
import { swapQuoteLogic } from './swapQuote.machine.ts'
import type { QuoteResult } from './swapQuote.contract.ts'

type Context = SwapContract['context']
type SwapScope = Pick<Context, 'connection' | 'network'>
interface Ended {
  output: Outcome<SwapResult>
}

/** Events that change the draft, which is then checked again. */
const edits = {
  'swap.setFrom': {
    target: '#swap.editing',
    actions: [{ type: 'setFrom', params: ({ event }: { event: Sided }) => event }, 'leaveTokens'],
  },
  'swap.setTo': {
    target: '#swap.editing',
    actions: [{ type: 'setTo', params: ({ event }: { event: Sided }) => event }, 'leaveTokens'],
  },
  'swap.setAmount': {
    target: '#swap.editing',
    actions: { type: 'setAmount', params: ({ event }: { event: { amount: string } }) => event },
  },
  'swap.flip': { target: '#swap.editing', actions: 'flipTokens' },
  'swap.begin': {
    target: '#swap.editing',
    actions: { type: 'startDraft', params: ({ event }: { event: SwapRequest }) => event },
  },
} as const
/** The result of the previous draft no longer applies. */
const emptyDraft = { ...noQuote, search: '', error: undefined, result: undefined } as const
interface Sided {
  token: SwapToken
}
interface Typed {
  search: string
}
/** The address of the token to read: named in the event, or typed into the search. */
const addressIn = (event: object): string =>
  'address' in event ? String(event.address) : 'search' in event ? String(event.search).trim() : ''
interface Read {
  read?: Quote
}

export const swapMachine = setup({
  types: {} as SetupTypes<SwapContract>,
  actors: {
    /** Fetches the tokens that the API lists on a network. Rejects if the API does not serve the network. */
    loadTokens: promiseActor<readonly SwapToken[], SwapScope>('swap.loadTokens'),
    /** Reads a token from its contract, and the account's balance of it. */
    readToken: promiseActor<FoundToken, SwapScope & { address: string }>('swap.readToken'),
    /** Computes the maximum amount that can be swapped, as decimal text. */
    estimateMaximum: promiseActor<string, SwapScope & { from: SwapToken; balances: readonly TokenBalance[] }>(
      'swap.estimateMaximum',
    ),
    /** Fetches the quote of the draft, and renews it. */
    swapQuote: swapQuoteLogic,
    /** Carries out the submitted swap. */
    swapExecution: swapExecutionLogic,
  },
  actions: {
    setTokens: assign(({ context }, { output }: { output: readonly SwapToken[] }) => ({
      tokens: output,
      requestedDraft: undefined,
      error: undefined,
      ...initialDraft(output, context.requestedDraft),
    })),
    setRequestedDraft: assign({
      requestedDraft: (_, { fromToken, toToken, amount }: SwapRequest) => ({ fromToken, toToken, amount }),
    }),
    startDraft: assign(({ context }, request: SwapRequest) => ({
      ...emptySwap,
      ...initialDraft(context.tokens, request),
    })),
    setSide: assign((_, { side }: { side: SwapSide }) => ({ side, search: '', error: undefined })),
    setSearch: assign((_, { search }: Typed) => ({ search, error: undefined })),
    clearSearch: assign({ search: '', error: undefined }),
    showTokens: sendToActor(view)({ type: 'view.push', view: 'SwapSelectToken' }),
    leaveTokens: sendToActor(view)({ type: 'view.leave', views: ['SwapSelectToken'], otherwise: 'Swap' }),
    leavePreview: sendToActor(view)({ type: 'view.leave', views: ['SwapPreview'], otherwise: 'Swap' }),
    showSwapped: sendToActor(view)({ type: 'view.replace', view: 'SwapConfirmed', only: 'SwapPreview' }),
    setShown: assign({ isShown: (_, params: { view: ViewName }) => showsQuote(params.view) }),
    addToken: assign(({ context }, { output: { token, balance } }: { output: FoundToken }) => ({
      ...updateBalance(context, balance),
      tokens: withToken(context.tokens, token),
      error: undefined,
    })),
    setBalances: assign(({ context }, { tokens }: { tokens: readonly TokenBalance[] }) =>
      mergeBalances(tokens, context.unlistedBalances),
    ),
    setFrom: assign(({ context: { from, to } }, { token }: Sided) => ({
      ...emptyDraft,
      from: token,
      to: isSameSide(token, to) ? from : to,
    })),
    setTo: assign(({ context: { from, to } }, { token }: Sided) => ({
      ...emptyDraft,
      from: isSameSide(token, from) ? to : from,
      to: token,
    })),
    setAmount: assign((_, { amount }: { amount: string }) => ({ ...emptyDraft, amount: amount.trim() })),
    setSlippage: assign({ slippage: (_, { slippage }: { slippage: string }) => slippage.trim(), error: undefined }),
    flipTokens: assign(({ context: { from, to, quote } }) => ({
      ...emptyDraft,
      from: to,
      to: from,
      amount: flippedAmount(quote),
    })),
    reset: assign(({ context: { tokens } }) => ({ ...emptySwap, ...initialDraft(tokens, undefined) })),
    setWatched: assign({ isWatched: (_, { isWatched }: { isWatched: boolean }) => isWatched }),
    notifyWatched: sendTo('swapQuote', ({ context }) => ({
      type: 'swapQuote.setWatched' as const,
      isWatched: context.isWatched || context.isShown,
    })),
    startQuote: spawnChild('swapQuote', {
      id: 'swapQuote',
      input: ({ context }: { context: Context }) => ({
        ...toQuoteOrder(context),
        isWatched: context.isWatched || context.isShown,
      }),
    }),
    stopQuote: stopChild('swapQuote'),
    refresh: sendTo('swapQuote', { type: 'swapQuote.refresh' as const }),
    clearQuote: assign(noQuote),
    clearQuoteError: assign({ quoteError: undefined }),
    /** An accepted price impact does not carry over to a quote with a lower output. */
    setQuote: assign(({ context, system }, { quote, gasPrice, balance }: QuoteResult) => ({
      ...updateBalance(context, balance),
      quote,
      quotedAt: now(system),
      gasPrice,
      quoteError: undefined,
      isAccepted: context.isAccepted && context.quote !== undefined && quote.toUnits >= context.quote.toUnits,
    })),
    setUnquoted: assign((_, { error }: { error: LatchkeyError | undefined }) => ({ ...noQuote, quoteError: error })),
    acceptImpact: assign({ isAccepted: true, error: undefined }),
    setLoadError: assign({ error: (_, { error }: { error: unknown }) => swapError(error, 'swap.loadFailed') }),
    setTokenError: assign({ error: (_, { error }: { error: unknown }) => swapError(error, 'swap.unknownToken') }),
    setMaximumError: assign({ error: (_, { error }: { error: unknown }) => swapError(error, 'send.gasEstimate') }),
    setDraftError: assign({ error: ({ context }) => validateSwap(context) ?? new LatchkeyError('swap.staleQuote') }),
    emitDraftError: enqueueActions(({ context, enqueue }) => {
      enqueue.emit({
        type: 'swap.settled',
        outcome: failed(validateSwap(context) ?? new LatchkeyError('swap.staleQuote')),
      })
    }),
    freezeOrder: assign(({ context }) => ({
      order: toSwapOrder(context),
      isNotRequested: false,
      error: undefined,
      result: undefined,
    })),
    setNotRequested: assign({ isNotRequested: true }),
    setSearchedAddress: assign({ searchedAddress: (_, { address }: { address: string }) => address }),
    clearSearchedAddress: assign({ searchedAddress: undefined }),
    cancelExecution: sendTo('swapExecution', { type: 'swapExecution.cancel' as const }),
    notifyExecution: sendTo(
      'swapExecution',
      (_, { hash, finalHash, status }: BroadcastEventOf<'transaction.settled'>) => ({
        type: 'swapExecution.settle' as const,
        hash,
        finalHash,
        status,
      }),
    ),
    setResult: assign((_, { output }: Ended) => ({
      ...emptyDraft,
      amount: '',
      ...(output.status === 'done' && { result: output.value }),
    })),
    setError: assign({
      error: ({ context: { isNotRequested } }, { output }: Ended) =>
        'error' in output ? output.error : new LatchkeyError(isNotRequested ? 'swap.cancelled' : 'send.cancelled'),
      isAccepted: false,
    }),
    /** A swap that may have been sent is not offered again. */
    clearAmount: assign({ ...noQuote, amount: '' }),
    settle: enqueueActions(({ enqueue }, { output }: Ended) => {
      enqueue.emit({ type: 'swap.settled', outcome: output })
    }),
    /** Both balances may have changed on the chain, whatever the outcome. */
    notifyBalances: enqueueActions(({ context, enqueue }) => {
      const { order } = context
      for (const token of order ? [order.quote.from, order.quote.to] : [])
        enqueue(
          sendToActor(balance)({
            type: 'balance.expectChange',
            networkId: token.chainId,
            ...(!isNativeSide(token) && { address: token.address }),
          }),
        )
    }),
  },
  guards: {
    /** The draft has two different tokens and a valid amount, so a quote can be fetched. */
    canBePriced: ({ context }) => validateForQuote(context) === undefined,
    /** The draft is valid, and the quote is still the one that the user saw. */
    canSubmit: ({ context }, { read }: Read) => validateSwap(context) === undefined && isSameQuote(context.quote, read),
    /** The search is the address of a token that is not listed, so the token is read from the chain. */
    isUnknownAddress: ({ context }, { search }: Typed) => unlistedAddress(context, search) !== undefined,
    /** The swap is confirmed on the chain. */
    isSwapped: (_, { output }: Ended) => output.status === 'done',
    /** The wallet may have sent the swap, so the amount is cleared: another submit could send it twice. */
    isUnconfirmed: (_, { output }: Ended) => isUnconfirmed(output),
    /** A token to sell is selected, so its maximum amount can be computed. */
    canBeEstimated: ({ context }) => context.from !== undefined,
    /** A token was requested by its address while the tokens were loading, so it is read from the chain next. */
    isSearching: ({ context }) => context.searchedAddress !== undefined,
  },
  delays: {
    /** How long the tokens may take to load, including the code that loads them. */
    api: configurableDelay('apiMs', 'loadMs'),
    /** How long a token may take to be read from the chain. */
    resolve: configurableDelay('resolveMs'),
    /** How long the maximum amount may take to compute. */
    estimate: configurableDelay('estimateMs'),
  },
}).createMachine({
  id: 'swap',
  description: 'Swaps tokens: the draft, its quote, and the result.',
  meta: { kind: 'service', spec: ['1.6', '2.10', '7.7', '7.8', '7.9', '9.27'] },
  context: ({ input }) => ({
    ...input,
    ...emptySwap,
    unlistedBalances: [],
    tokens: [],
    from: undefined,
    to: undefined,
    slippage: defaultSlippage,
    requestedDraft: undefined,
    isNotRequested: false,
    searchedAddress: undefined,
    isWatched: false,
    side: 'from',
  }),
  initial: 'loading',
  on: {
    'balance.loaded': { actions: { type: 'setBalances', params: ({ event }) => event } },
    'swap.watch': { actions: { type: 'setWatched', params: ({ event }) => event } },
    'view.shown': { actions: { type: 'setShown', params: ({ event }) => event } },
    'swap.setSlippage': { actions: { type: 'setSlippage', params: ({ event }) => event } },
    'swap.viewLeft': { actions: 'clearSearch' },
  },
  states: {
    loading: {
      description: 'The tokens that can be swapped on this network are being loaded.',
      tags: 'busy',
      on: {
        'swap.begin': { actions: { type: 'setRequestedDraft', params: ({ event }) => event } },
        'swap.findToken': {
          description: 'The token is read once the tokens are loaded.',
          actions: { type: 'setSearchedAddress', params: ({ event }) => event },
        },
      },
      invoke: {
        id: 'loadTokens',
        src: 'loadTokens',
        input: ({ context: { connection, network } }) => ({ connection, network }),
        onDone: [
          {
            guard: 'isSearching',
            target: 'editing.finding',
            actions: { type: 'setTokens', params: ({ event }) => event },
          },
          { target: 'editing', actions: { type: 'setTokens', params: ({ event }) => event } },
        ],
        onError: { target: 'unavailable', actions: { type: 'setLoadError', params: ({ event }) => event } },
      },
      after: {
        api: { target: 'unavailable', actions: { type: 'setLoadError', params: { error: undefined } } },
      },
    },
    unavailable: {
      description: 'Nothing can be swapped on this network, or the tokens could not be loaded.',
      on: {
        'swap.retry': 'loading',
        'swap.viewEntered': 'loading',
        'swap.findToken': { target: 'loading', actions: { type: 'setSearchedAddress', params: ({ event }) => event } },
        'swap.begin': { target: 'loading', actions: { type: 'setRequestedDraft', params: ({ event }) => event } },
      },
    },
    editing: {
      description: 'The user edits the draft: the tokens and the amount.',
      initial: 'checking',
      on: {
        ...edits,
        'swap.setMaximum': { guard: 'canBeEstimated', target: '.estimating' },
        'swap.findToken': '.finding',
        'swap.chooseToken': { actions: [{ type: 'setSide', params: ({ event }) => event }, 'showTokens'] },
        'swap.search': [
          {
            guard: { type: 'isUnknownAddress', params: ({ event }) => event },
            target: '.finding',
            reenter: true,
            actions: { type: 'setSearch', params: ({ event }) => event },
          },
          { actions: { type: 'setSearch', params: ({ event }) => event } },
        ],
        'swap.reset': { target: '#swap.editing', actions: 'reset' },
        'swap.submit': { actions: ['setDraftError', 'emitDraftError'] },
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
          exit: 'clearSearchedAddress',
          on: {
            'swap.search': [
              {
                guard: { type: 'isUnknownAddress', params: ({ event }) => event },
                target: 'finding',
                reenter: true,
                actions: { type: 'setSearch', params: ({ event }) => event },
              },
              { target: 'checking', actions: { type: 'setSearch', params: ({ event }) => event } },
            ],
          },
          invoke: {
            id: 'readToken',
            src: 'readToken',
            input: ({ context: { connection, network, searchedAddress }, event }) => ({
              connection,
              network,
              address: addressIn(event) || (searchedAddress ?? ''),
            }),
            onDone: { target: 'checking', actions: { type: 'addToken', params: ({ event }) => event } },
            onError: { target: 'checking', actions: { type: 'setTokenError', params: ({ event }) => event } },
          },
          after: {
            resolve: { target: 'checking', actions: { type: 'setTokenError', params: { error: undefined } } },
          },
        },
        estimating: {
          description: 'The maximum amount is being computed.',
          tags: 'busy',
          invoke: {
            id: 'estimateMaximum',
            src: 'estimateMaximum',
            input: ({ context: { connection, network, from, balances } }) => ({
              connection,
              network,
              from: assertDefined(from),
              balances,
            }),
            onDone: {
              target: 'checking',
              actions: { type: 'setAmount', params: ({ event }) => ({ amount: event.output }) },
            },
            onError: { target: 'checking', actions: { type: 'setMaximumError', params: ({ event }) => event } },
          },
          after: {
            estimate: { target: 'checking', actions: { type: 'setMaximumError', params: { error: undefined } } },
          },
        },
        pricing: {
          description: 'The `swapQuote` actor fetches the quote.',
          entry: 'startQuote',
          exit: 'stopQuote',
          initial: 'waiting',
          on: {
            'swap.watch': { actions: [{ type: 'setWatched', params: ({ event }) => event }, 'notifyWatched'] },
            'view.shown': { actions: [{ type: 'setShown', params: ({ event }) => event }, 'notifyWatched'] },
            'swap.refresh': { actions: ['clearQuoteError', 'refresh'] },
            'xstate.error.actor.swapQuote': {
              target: '.waiting',
              actions: { type: 'setUnquoted', params: () => ({ error: new LatchkeyError('swap.quoteFailed') }) },
            },
            'swap.quoted': {
              target: '.quoted',
              actions: { type: 'setQuote', params: ({ event }) => event },
            },
            'swap.unquoted': { target: '.waiting', actions: { type: 'setUnquoted', params: ({ event }) => event } },
          },
          states: {
            waiting: { description: 'There is no quote, or it is no longer valid.' },
            quoted: {
              description: 'There is a valid quote, and the swap can be submitted.',
              tags: 'submittable',
              on: {
                'swap.acceptImpact': { actions: 'acceptImpact' },
                'swap.submit': [
                  {
                    guard: { type: 'canSubmit', params: ({ event }) => event },
                    target: '#swap.executing',
                    actions: 'freezeOrder',
                  },
                  { actions: ['setDraftError', 'emitDraftError'] },
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
        input: ({ context }) => assertDefined(context.order),
        onDone: [
          {
            guard: { type: 'isSwapped', params: ({ event }) => event },
            target: 'swapped',
            actions: [
              'notifyBalances',
              { type: 'setResult', params: ({ event }) => event },
              'showSwapped',
              { type: 'settle', params: ({ event }) => event },
            ],
          },
          {
            guard: { type: 'isUnconfirmed', params: ({ event }) => event },
            target: 'editing',
            actions: [
              'notifyBalances',
              { type: 'setError', params: ({ event }) => event },
              { type: 'settle', params: ({ event }) => event },
              'clearAmount',
              'leavePreview',
            ],
          },
          {
            target: 'editing',
            actions: [
              'notifyBalances',
              { type: 'setError', params: ({ event }) => event },
              { type: 'settle', params: ({ event }) => event },
            ],
          },
        ],
        onError: {
          description: 'The wallet request may have been sent already.',
          target: 'editing',
          actions: [
            'notifyBalances',
            { type: 'setError', params: ({ event }) => ({ output: mayBeSent(event.error) }) },
            { type: 'settle', params: ({ event }) => ({ output: mayBeSent(event.error) }) },
            'clearAmount',
            'leavePreview',
          ],
        },
      },
      on: {
        'transaction.settled': { actions: { type: 'notifyExecution', params: ({ event }) => event } },
        'swap.cancel': { actions: 'cancelExecution' },
        'swap.setNotRequested': { actions: 'setNotRequested' },
      },
    },
    swapped: {
      description: 'The swap is confirmed. The received amount is known if the chain reports it.',
      on: {
        ...edits,
        'swap.reset': { target: 'editing', actions: 'reset' },
        'swap.viewEntered': { target: 'editing', actions: 'reset' },
        'swap.chooseToken': {
          target: 'editing',
          actions: ['reset', { type: 'setSide', params: ({ event }) => event }, 'showTokens'],
        },
      },
    },
  },
})

export const swapLogic = withContract<SwapContract>()(swapMachine)
