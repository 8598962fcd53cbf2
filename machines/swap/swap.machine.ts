/** Service: swaps tokens, from the first typed character to the received amount. */
import { assign, enqueueActions, sendTo, setup, spawnChild, stopChild } from 'xstate'
import { balance } from '../account/balance.contract.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { ViewName } from '../shell/view.types.ts'
import type { Quote, SwapToken, SwapWish } from './swap.types.ts'
import type { TokenBalance } from '../shared/token.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import type { FactOf } from '../events.ts'
import { seal, type TypesOf } from '../core/contract.ts'
import { effect, timeout } from '../core/actors.ts'
import { tell } from '../core/messaging.ts'
import { there } from '../core/assertDefined.ts'
import { now } from '../core/time.ts'
import { view } from '../shell/view.contract.ts'
import { failed, isUnconfirmed, mayBeSent } from '../shared/outcome.rules.ts'
import {
  begun,
  emptySwap,
  isAsRead,
  isNativeSide,
  isSameSide,
  orderOf,
  pricingFault,
  quoteOrderOf,
  startSlippage,
  swapFault,
  unknownAddress,
  unquoted,
  withFound,
  withHeld,
  withToken,
} from './swapDraft.rules.ts'
import { flippedAmount, swapError } from './swap.rules.ts'
import { showsQuote, type FoundToken, type SwapContract, type SwapSide } from './swap.contract.ts'
import type { SwapResult } from './swapExecution.contract.ts'
import { swapExecutionLogic } from './swapExecution.machine.ts'
import { swapQuoteLogic } from './swapQuote.machine.ts'
import type { Quoted } from './swapQuote.contract.ts'

type Context = SwapContract['context']
type Place = Pick<Context, 'connection' | 'network'>
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
  'swap.flip': { target: '#swap.editing', actions: 'flip' },
  'swap.begin': {
    target: '#swap.editing',
    actions: { type: 'begin', params: ({ event }: { event: SwapWish }) => event },
  },
} as const
/** The result of the previous draft no longer applies. */
const emptyDraft = { ...unquoted, search: '', error: undefined, result: undefined } as const
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
  types: {} as TypesOf<SwapContract>,
  actors: {
    /** Fetches the tokens that the API lists on a network. Rejects if the API does not serve the network. */
    loadTokens: effect<readonly SwapToken[], Place>('swap.loadTokens'),
    /** Reads a token from its contract, and the account's balance of it. */
    readToken: effect<FoundToken, Place & { address: string }>('swap.readToken'),
    /** The maximum amount that can be swapped, as decimal text. */
    estimateMaximum: effect<string, Place & { from: SwapToken; balances: readonly TokenBalance[] }>(
      'swap.estimateMaximum',
    ),
    swapQuote: swapQuoteLogic,
    swapExecution: swapExecutionLogic,
  },
  actions: {
    keepTokens: assign(({ context }, { output }: { output: readonly SwapToken[] }) => ({
      tokens: output,
      wish: undefined,
      error: undefined,
      ...begun(output, context.wish),
    })),
    keepWish: assign({ wish: (_, { fromToken, toToken, amount }: SwapWish) => ({ fromToken, toToken, amount }) }),
    begin: assign(({ context }, wish: SwapWish) => ({ ...emptySwap, ...begun(context.tokens, wish) })),
    setSide: assign((_, { side }: { side: SwapSide }) => ({ side, search: '', error: undefined })),
    setSearch: assign((_, { search }: Typed) => ({ search, error: undefined })),
    endSearch: assign({ search: '', error: undefined }),
    showTokens: tell(view)({ type: 'view.push', view: 'SwapSelectToken' }),
    leaveTokens: tell(view)({ type: 'view.leave', views: ['SwapSelectToken'], otherwise: 'Swap' }),
    leavePreview: tell(view)({ type: 'view.leave', views: ['SwapPreview'], otherwise: 'Swap' }),
    showSwapped: tell(view)({ type: 'view.replace', view: 'SwapConfirmed', only: 'SwapPreview' }),
    setShown: assign({ isShown: (_, shown: { view: ViewName }) => showsQuote(shown.view) }),
    addToken: assign(({ context }, { output: { token, held } }: { output: FoundToken }) => ({
      ...withHeld(context, held),
      tokens: withToken(context.tokens, token),
      error: undefined,
    })),
    keepBalances: assign(({ context }, { tokens }: { tokens: readonly TokenBalance[] }) =>
      withFound(tokens, context.found),
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
    flip: assign(({ context: { from, to, quote } }) => ({
      ...emptyDraft,
      from: to,
      to: from,
      amount: flippedAmount(quote),
    })),
    reset: assign(({ context: { tokens } }) => ({ ...emptySwap, ...begun(tokens, undefined) })),
    setWatched: assign({ isWatched: (_, { isWatched }: { isWatched: boolean }) => isWatched }),
    tellWatched: sendTo('swapQuote', ({ context }) => ({
      type: 'swapQuote.setWatched' as const,
      isWatched: context.isWatched || context.isShown,
    })),
    beginQuote: spawnChild('swapQuote', {
      id: 'swapQuote',
      input: ({ context }: { context: Context }) => ({
        ...quoteOrderOf(context),
        isWatched: context.isWatched || context.isShown,
      }),
    }),
    endQuote: stopChild('swapQuote'),
    refresh: sendTo('swapQuote', { type: 'swapQuote.refresh' as const }),
    forgetQuote: assign(unquoted),
    forgetQuoteError: assign({ quoteError: undefined }),
    /** An accepted price impact does not carry over to a quote with a lower output. */
    keepQuote: assign(({ context, system }, { quote, gasPrice, held }: Quoted) => ({
      ...withHeld(context, held),
      quote,
      quotedAt: now(system),
      gasPrice,
      quoteError: undefined,
      isAccepted: context.isAccepted && context.quote !== undefined && quote.toUnits >= context.quote.toUnits,
    })),
    keepUnquoted: assign((_, { error }: { error: LatchkeyError | undefined }) => ({ ...unquoted, quoteError: error })),
    accept: assign({ isAccepted: true, error: undefined }),
    keepLoadError: assign({ error: (_, { error }: { error: unknown }) => swapError(error, 'swap.loadFailed') }),
    keepTokenError: assign({ error: (_, { error }: { error: unknown }) => swapError(error, 'swap.unknownToken') }),
    keepMaximumError: assign({ error: (_, { error }: { error: unknown }) => swapError(error, 'send.gasEstimate') }),
    keepFault: assign({ error: ({ context }) => swapFault(context) ?? new LatchkeyError('swap.staleQuote') }),
    emitFault: enqueueActions(({ context, enqueue }) => {
      enqueue.emit({
        type: 'swap.settled',
        outcome: failed(swapFault(context) ?? new LatchkeyError('swap.staleQuote')),
      })
    }),
    fix: assign(({ context }) => ({ order: orderOf(context), isUnasked: false, error: undefined, result: undefined })),
    keepUnasked: assign({ isUnasked: true }),
    keepSought: assign({ sought: (_, { address }: { address: string }) => address }),
    forgetSought: assign({ sought: undefined }),
    cancelExecution: sendTo('swapExecution', { type: 'swapExecution.cancel' as const }),
    tellExecution: sendTo('swapExecution', (_, { hash, finalHash, status }: FactOf<'transaction.settled'>) => ({
      type: 'swapExecution.settle' as const,
      hash,
      finalHash,
      status,
    })),
    keepResult: assign((_, { output }: Ended) => ({
      ...emptyDraft,
      amount: '',
      ...(output.status === 'done' && { result: output.value }),
    })),
    keepError: assign({
      error: ({ context: { isUnasked } }, { output }: Ended) =>
        'error' in output ? output.error : new LatchkeyError(isUnasked ? 'swap.cancelled' : 'send.cancelled'),
      isAccepted: false,
    }),
    /** A swap that may have been sent is not offered again. */
    emptyAmount: assign({ ...unquoted, amount: '' }),
    settle: enqueueActions(({ enqueue }, { output }: Ended) => {
      enqueue.emit({ type: 'swap.settled', outcome: output })
    }),
    /** Both balances may have changed on the chain, whatever the outcome. */
    tellBalances: enqueueActions(({ context, enqueue }) => {
      const { order } = context
      for (const token of order ? [order.quote.from, order.quote.to] : [])
        enqueue(
          tell(balance)({
            type: 'balance.expectChange',
            networkId: token.chainId,
            ...(!isNativeSide(token) && { address: token.address }),
          }),
        )
    }),
  },
  guards: {
    priceable: ({ context }) => pricingFault(context) === undefined,
    submittable: ({ context }, { read }: Read) => swapFault(context) === undefined && isAsRead(context.quote, read),
    unknownAddress: ({ context }, { search }: Typed) => unknownAddress(context, search) !== undefined,
    swapped: (_, { output }: Ended) => output.status === 'done',
    unconfirmed: (_, { output }: Ended) => isUnconfirmed(output),
    estimable: ({ context }) => context.from !== undefined,
    seeking: ({ context }) => context.sought !== undefined,
  },
  delays: {
    api: timeout('apiMs', 'loadMs'),
    resolve: timeout('resolveMs'),
    estimate: timeout('estimateMs'),
  },
}).createMachine({
  id: 'swap',
  description: 'Swaps tokens: the draft, its quote, and the result.',
  meta: { kind: 'service', spec: ['1.6', '2.10', '7.7', '7.8', '7.9', '9.27'] },
  context: ({ input }) => ({
    ...input,
    ...emptySwap,
    found: [],
    tokens: [],
    from: undefined,
    to: undefined,
    slippage: startSlippage,
    wish: undefined,
    isUnasked: false,
    sought: undefined,
    isWatched: false,
    side: 'from',
  }),
  initial: 'loading',
  on: {
    'balance.loaded': { actions: { type: 'keepBalances', params: ({ event }) => event } },
    'swap.watch': { actions: { type: 'setWatched', params: ({ event }) => event } },
    'view.shown': { actions: { type: 'setShown', params: ({ event }) => event } },
    'swap.setSlippage': { actions: { type: 'setSlippage', params: ({ event }) => event } },
    'swap.viewLeft': { actions: 'endSearch' },
  },
  states: {
    loading: {
      description: 'The tokens that can be swapped on this network are being loaded.',
      tags: 'busy',
      on: {
        'swap.begin': { actions: { type: 'keepWish', params: ({ event }) => event } },
        'swap.findToken': {
          description: 'The token is read once the tokens are loaded.',
          actions: { type: 'keepSought', params: ({ event }) => event },
        },
      },
      invoke: {
        id: 'loadTokens',
        src: 'loadTokens',
        input: ({ context: { connection, network } }) => ({ connection, network }),
        onDone: [
          {
            guard: 'seeking',
            target: 'editing.finding',
            actions: { type: 'keepTokens', params: ({ event }) => event },
          },
          { target: 'editing', actions: { type: 'keepTokens', params: ({ event }) => event } },
        ],
        onError: { target: 'unavailable', actions: { type: 'keepLoadError', params: ({ event }) => event } },
      },
      after: {
        api: { target: 'unavailable', actions: { type: 'keepLoadError', params: { error: undefined } } },
      },
    },
    unavailable: {
      description: 'Nothing can be swapped on this network, or the tokens could not be loaded.',
      on: {
        'swap.retry': 'loading',
        'swap.viewEntered': 'loading',
        'swap.findToken': { target: 'loading', actions: { type: 'keepSought', params: ({ event }) => event } },
        'swap.begin': { target: 'loading', actions: { type: 'keepWish', params: ({ event }) => event } },
      },
    },
    editing: {
      description: 'The user edits the draft: the tokens and the amount.',
      initial: 'checking',
      on: {
        ...edits,
        'swap.setMaximum': { guard: 'estimable', target: '.estimating' },
        'swap.findToken': '.finding',
        'swap.chooseToken': { actions: [{ type: 'setSide', params: ({ event }) => event }, 'showTokens'] },
        'swap.search': [
          {
            guard: { type: 'unknownAddress', params: ({ event }) => event },
            target: '.finding',
            reenter: true,
            actions: { type: 'setSearch', params: ({ event }) => event },
          },
          { actions: { type: 'setSearch', params: ({ event }) => event } },
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
                guard: { type: 'unknownAddress', params: ({ event }) => event },
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
            input: ({ context: { connection, network, sought }, event }) => ({
              connection,
              network,
              address: addressIn(event) || (sought ?? ''),
            }),
            onDone: { target: 'checking', actions: { type: 'addToken', params: ({ event }) => event } },
            onError: { target: 'checking', actions: { type: 'keepTokenError', params: ({ event }) => event } },
          },
          after: {
            resolve: { target: 'checking', actions: { type: 'keepTokenError', params: { error: undefined } } },
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
              from: there(from),
              balances,
            }),
            onDone: {
              target: 'checking',
              actions: { type: 'setAmount', params: ({ event }) => ({ amount: event.output }) },
            },
            onError: { target: 'checking', actions: { type: 'keepMaximumError', params: ({ event }) => event } },
          },
          after: {
            estimate: { target: 'checking', actions: { type: 'keepMaximumError', params: { error: undefined } } },
          },
        },
        pricing: {
          description: 'The item swapQuote fetches the quote.',
          entry: 'beginQuote',
          exit: 'endQuote',
          initial: 'waiting',
          on: {
            'swap.watch': { actions: [{ type: 'setWatched', params: ({ event }) => event }, 'tellWatched'] },
            'view.shown': { actions: [{ type: 'setShown', params: ({ event }) => event }, 'tellWatched'] },
            'swap.refresh': { actions: ['forgetQuoteError', 'refresh'] },
            'xstate.error.actor.swapQuote': {
              target: '.waiting',
              actions: { type: 'keepUnquoted', params: () => ({ error: new LatchkeyError('swap.quoteFailed') }) },
            },
            'swap.quoted': {
              target: '.quoted',
              actions: { type: 'keepQuote', params: ({ event }) => event },
            },
            'swap.unquoted': { target: '.waiting', actions: { type: 'keepUnquoted', params: ({ event }) => event } },
          },
          states: {
            waiting: { description: 'There is no quote, or it is no longer valid.' },
            quoted: {
              description: 'There is a valid quote, and the swap can be submitted.',
              tags: 'submittable',
              on: {
                'swap.acceptImpact': { actions: 'accept' },
                'swap.submit': [
                  {
                    guard: { type: 'submittable', params: ({ event }) => event },
                    target: '#swap.executing',
                    actions: 'fix',
                  },
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
        input: ({ context }) => there(context.order),
        onDone: [
          {
            guard: { type: 'swapped', params: ({ event }) => event },
            target: 'swapped',
            actions: [
              'tellBalances',
              { type: 'keepResult', params: ({ event }) => event },
              'showSwapped',
              { type: 'settle', params: ({ event }) => event },
            ],
          },
          {
            guard: { type: 'unconfirmed', params: ({ event }) => event },
            target: 'editing',
            actions: [
              'tellBalances',
              { type: 'keepError', params: ({ event }) => event },
              { type: 'settle', params: ({ event }) => event },
              'emptyAmount',
              'leavePreview',
            ],
          },
          {
            target: 'editing',
            actions: [
              'tellBalances',
              { type: 'keepError', params: ({ event }) => event },
              { type: 'settle', params: ({ event }) => event },
            ],
          },
        ],
        onError: {
          description: 'The wallet request may have been sent already.',
          target: 'editing',
          actions: [
            'tellBalances',
            { type: 'keepError', params: ({ event }) => ({ output: mayBeSent(event.error) }) },
            { type: 'settle', params: ({ event }) => ({ output: mayBeSent(event.error) }) },
            'emptyAmount',
            'leavePreview',
          ],
        },
      },
      on: {
        'transaction.settled': { actions: { type: 'tellExecution', params: ({ event }) => event } },
        'swap.cancel': { actions: 'cancelExecution' },
        'swap.keepUnasked': { actions: 'keepUnasked' },
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

export const swapLogic = seal<SwapContract>()(swapMachine)
