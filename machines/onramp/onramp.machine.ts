/** Service, one per account: what to buy, its price, and the result of the purchase. */
import { assign, emit, sendTo, setup } from 'xstate'
import { balance } from '../account/balance.contract.ts'
import { ONRAMP } from '../constants.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { OnrampQuote, PurchaseCurrency } from './onramp.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { sendToActor, sendToActorIfRunning } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { trackEvent } from '../analytics/trackEvent.ts'
import {
  initialPurchase,
  validatePurchaseAmount,
  optionsOf,
  providersFor,
  validatePurchase,
  purchaseOrder,
  isSoldBy,
  type KnownPurchases,
  type ReceivedOptions,
} from './onramp.rules.ts'
import { crashed, failed } from '../shared/outcome.rules.ts'
import { view } from '../shell/view.contract.ts'
import type { OnrampContract } from './onramp.contract.ts'
import type { PurchaseResult } from './purchase.contract.ts'
import { purchaseLogic } from './purchase.machine.ts'
import { purchases } from './purchases.contract.ts'

type Context = OnrampContract['context']
type Buying = Pick<Extract<OnrampContract['event'], { type: 'onramp.buy' }>, 'providerId' | 'requestId'>
interface Ended {
  outcome: Outcome<PurchaseResult>
  since?: KnownPurchases | undefined
}

/** The request for a quote. */
export interface PriceOrder {
  network: Network
  currency: PurchaseCurrency
  payment: { amount: string; currency: string }
}

interface Chosen {
  id: string
}
const chosen = { params: ({ event }: { event: Chosen }) => event } as const
/** The events that change the draft and check it again. */
const edits = {
  'onramp.setCurrency': { target: '#onramp.editing', actions: { type: 'setCurrency', ...chosen } },
  'onramp.setFiat': { target: '#onramp.editing', actions: { type: 'setFiat', ...chosen } },
  'onramp.setMethod': { target: '#onramp.editing', actions: { type: 'setMethod', ...chosen } },
  'onramp.setAmount': {
    target: '#onramp.editing',
    actions: { type: 'setAmount', params: ({ event }: { event: { amount: string } }) => event },
  },
} as const
const orderGuard = { type: 'canBeOrdered', params: ({ event }: { event: Buying }) => event } as const
/** The user chose a seller. A valid order starts the purchase; an invalid one is rejected with a failed outcome. */
const buying = [
  {
    guard: orderGuard,
    target: '#onramp.buying',
    actions: [{ type: 'setOrder', params: ({ event }: { event: Buying }) => event }, 'trackProvider'],
  },
  { actions: { type: 'emitRefused', params: ({ event }: { event: Buying }) => event } },
] as const
const refusedFor = (code: 'onramp.notRead' | 'onramp.busy') =>
  ({
    actions: {
      type: 'emitRefusedFor',
      params: ({ event: { requestId } }: { event: Buying }) => ({ code, requestId }),
    },
  }) as const
const toDraft = { target: '#onramp.editing', actions: 'forget' } as const
/** The purchase ended and is still shown: the user can leave it or start another one. */
const ended = {
  'onramp.buy': buying,
  'onramp.viewLeft': toDraft,
  'modal.closed': toDraft,
  'onramp.dismiss': { target: '#onramp.editing', actions: ['forget', 'leaveView'] },
} as const

export const onrampMachine = setup({
  types: {} as SetupTypes<OnrampContract>,
  actors: {
    /** Fetches the currencies and payment methods that the API offers on a network. */
    fetchOptions: promiseActor<ReceivedOptions, { network: Network }>('onramp.fetchOptions'),
    /** Fetches the quote for an amount. Rejects if there is none. */
    fetchQuote: promiseActor<OnrampQuote, PriceOrder>('onramp.fetchQuote'),
    purchase: purchaseLogic,
  },
  actions: {
    setOptions: assign(({ context: { network } }, { output }: { output: ReceivedOptions | undefined }) => {
      const options = optionsOf(output, network)
      return { options, ...initialPurchase(options, network) }
    }),
    setCurrency: assign(({ context: { options, currency } }, { id }: Chosen) => ({
      currency: options.purchaseCurrencies.find((each) => each.id === id) ?? currency,
    })),
    setFiat: assign(({ context }, { id }: Chosen) => {
      const fiat = context.options.paymentCurrencies.find((each) => each.id === id) ?? context.fiat
      const isMethodAccepted = fiat?.methods.some((each) => each.id === context.method)
      return { fiat, method: isMethodAccepted ? context.method : fiat?.methods[0]?.id }
    }),
    setMethod: assign(({ context: { fiat, method } }, { id }: Chosen) => ({
      method: fiat?.methods.some((each) => each.id === id) ? id : method,
    })),
    setAmount: assign({ amount: (_, { amount }: { amount: string }) => amount.trim() }),
    clearQuote: assign({ quote: undefined, quoteError: undefined }),
    setQuote: assign({ quote: (_, { output }: { output: OnrampQuote }) => output }),
    setQuoteError: assign({
      quoteError: (_, { error: cause }: { error: unknown }) => new LatchkeyError('onramp.quoteFailed', { cause }),
    }),
    setOrder: assign((_, { providerId, requestId }: Buying) => ({
      providerId,
      requestId,
      since: undefined,
      error: undefined,
    })),
    forget: assign({ requestId: undefined, since: undefined, error: undefined }),
    setEnd: assign((_, { outcome, since }: Ended) => ({
      since,
      error: 'error' in outcome ? outcome.error : undefined,
    })),
    emitRefused: emit(({ context }, { providerId, requestId }: Buying) => ({
      type: 'onramp.settled' as const,
      requestId,
      outcome: failed(assertDefined(validatePurchase(context, providerId))),
    })),
    emitRefusedFor: emit(
      (_, { code, requestId }: { code: 'onramp.notRead' | 'onramp.busy'; requestId: string | undefined }) => ({
        type: 'onramp.settled' as const,
        requestId,
        outcome: failed(new LatchkeyError(code)),
      }),
    ),
    settle: emit(({ context: { requestId } }, { outcome }: Ended) => ({
      type: 'onramp.settled' as const,
      requestId,
      outcome,
    })),
    cancelPurchase: sendTo('purchase', { type: 'purchase.cancel' as const }),
    detachPurchase: sendTo('purchase', { type: 'purchase.leave' as const }),
    showPurchase: sendToActor(view)({ type: 'view.push', view: 'BuyInProgress' }),
    leaveView: sendToActor(view)({ type: 'view.leave', views: ['BuyInProgress'] }),
    showPurchases: sendToActor(view)({ type: 'view.replace', view: 'OnRampActivity', only: 'BuyInProgress' }),
    refreshPurchases: sendToActorIfRunning(purchases)(() => ({ type: 'purchases.load' })),
    refreshBalance: sendToActorIfRunning(balance)(() => ({ type: 'balance.refresh' })),
    trackProvider: trackEvent((_: undefined, { providers, providerId }: Context) => {
      const provider = providers.find(({ id }) => id === providerId)
      return provider && { type: 'onramp.chosen', provider: provider.name }
    }),
  },
  guards: {
    /** The amount is valid and the API's provider sells the currency. Other providers have no quotes. */
    canBePriced: ({ context }) =>
      context.amount !== '' &&
      validatePurchaseAmount(context) === undefined &&
      context.fiat !== undefined &&
      context.providers.some((provider) => provider.kind === 'api' && isSoldBy(provider, context.currency)),
    /** The provider sells the currency on this network and the amount is valid, so the purchase can start. */
    canBeOrdered: ({ context }, { providerId }: Buying) => validatePurchase(context, providerId) === undefined,
    /** The caller cancels its own purchase, or passes no id. The id of another purchase is ignored. */
    isOwnRequest: ({ context }, { requestId }: { requestId?: string }) =>
      requestId === undefined || requestId === context.requestId,
    /** The seller reported the purchase, so the list of purchases is shown. */
    hasTransaction: (_, { outcome }: Ended) => outcome.status === 'done' && outcome.value.transaction !== undefined,
    /** The purchase ended, but this seller reports no result, so the app cannot confirm it. */
    isFinished: (_, { outcome }: Ended) => outcome.status === 'done',
    /** No purchase was reported in time. It may still arrive, so the user can check again. */
    isUnconfirmed: (_, { outcome }: Ended) => outcome.status === 'expired',
    /** The user or the app cancelled the purchase, so the draft is shown again. */
    isCancelled: (_, { outcome }: Ended) => outcome.status === 'cancelled',
  },
  delays: {
    /** The pause after the last input before a price is fetched, so that not each keystroke makes a request. */
    pause: ONRAMP.pauseMs,
    /** How long a price is shown. After that, the provider may charge a different one. */
    stale: ONRAMP.staleMs,
    /** Timeout of an API request, including the time to load its code. */
    api: configurableDelay('apiMs', 'loadMs'),
  },
}).createMachine({
  id: 'onramp',
  description: 'Buying crypto: the draft, its price, the provider, and the result of the purchase.',
  meta: { kind: 'service', spec: ['1.7', '2.12', '3.22', '3.23', '3.24', '7.19', '7.20', '9.28'] },
  context: ({ input: { connection, network, providers, hasApi } }) => {
    const options = optionsOf(undefined, network)
    return {
      connection,
      network,
      providers: providersFor(providers, network.chainNamespace, hasApi),
      options,
      ...initialPurchase(options, network),
      amount: '',
      quote: undefined,
      quoteError: undefined,
      providerId: undefined,
      requestId: undefined,
      since: undefined,
      error: undefined,
    }
  },
  initial: 'loading',
  states: {
    loading: {
      description: 'The options for this network are being fetched.',
      tags: 'busy',
      on: { 'onramp.buy': refusedFor('onramp.notRead') },
      invoke: {
        id: 'fetchOptions',
        src: 'fetchOptions',
        input: ({ context: { network } }) => ({ network }),
        onDone: { target: 'editing', actions: { type: 'setOptions', params: ({ event }) => event } },
        onError: { target: 'editing', actions: { type: 'setOptions', params: { output: undefined } } },
      },
      after: { api: { target: 'editing', actions: { type: 'setOptions', params: { output: undefined } } } },
    },
    editing: {
      description: 'The user edits the draft.',
      tags: 'editable',
      initial: 'deciding',
      on: { ...edits, 'onramp.buy': buying, 'onramp.retry': 'loading' },
      states: {
        deciding: {
          description: 'Checks whether the draft can have a quote.',
          entry: 'clearQuote',
          always: [{ guard: 'canBePriced', target: 'pausing' }, { target: 'incomplete' }],
        },
        incomplete: { description: 'The amount is missing or invalid, or no provider has quotes.' },
        pausing: {
          description: 'Waits until the user stops typing.',
          tags: 'checking',
          after: { pause: 'pricing' },
        },
        pricing: {
          description: 'The quote is being fetched from the API.',
          tags: 'checking',
          invoke: {
            id: 'fetchQuote',
            src: 'fetchQuote',
            input: ({ context: { network, currency, fiat, amount } }) => ({
              network,
              currency: assertDefined(currency),
              payment: { amount, currency: assertDefined(fiat).id },
            }),
            onDone: { target: 'priced', actions: { type: 'setQuote', params: ({ event }) => event } },
            onError: { target: 'unpriced', actions: { type: 'setQuoteError', params: ({ event }) => event } },
          },
          after: {
            api: {
              target: 'unpriced',
              actions: { type: 'setQuoteError', params: () => ({ error: new LatchkeyError('api.expired') }) },
            },
          },
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
        'onramp.buy': refusedFor('onramp.busy'),
        'onramp.cancel': { guard: { type: 'isOwnRequest', params: ({ event }) => event }, actions: 'cancelPurchase' },
        'onramp.viewLeft': { actions: 'detachPurchase' },
        'modal.closed': { actions: 'detachPurchase' },
      },
      invoke: {
        id: 'purchase',
        src: 'purchase',
        input: ({ context }) => ({
          order: assertDefined(purchaseOrder(context, assertDefined(context.providerId))),
          since: context.since,
        }),
        onDone: [
          {
            guard: { type: 'hasTransaction', params: ({ event }) => event.output },
            target: 'editing',
            actions: [
              { type: 'settle', params: ({ event }) => event.output },
              'forget',
              'refreshPurchases',
              'refreshBalance',
              'showPurchases',
            ],
          },
          {
            guard: { type: 'isFinished', params: ({ event }) => event.output },
            target: 'unreported',
            actions: [{ type: 'settle', params: ({ event }) => event.output }, 'refreshBalance'],
          },
          {
            guard: { type: 'isCancelled', params: ({ event }) => event.output },
            target: 'editing',
            actions: [{ type: 'settle', params: ({ event }) => event.output }, 'forget', 'leaveView'],
          },
          {
            guard: { type: 'isUnconfirmed', params: ({ event }) => event.output },
            target: 'unconfirmed',
            actions: [
              { type: 'setEnd', params: ({ event }) => event.output },
              { type: 'settle', params: ({ event }) => event.output },
            ],
          },
          {
            target: 'failed',
            actions: [
              { type: 'setEnd', params: ({ event }) => event.output },
              { type: 'settle', params: ({ event }) => event.output },
            ],
          },
        ],
        onError: {
          target: 'failed',
          actions: [
            { type: 'setEnd', params: ({ event: { error } }) => ({ outcome: crashed(error) }) },
            { type: 'settle', params: ({ event: { error } }) => ({ outcome: crashed(error) }) },
          ],
        },
      },
    },
    unconfirmed: {
      description: 'The purchase was not confirmed in time, so its result is unknown.',
      on: { ...ended, 'onramp.checkAgain': 'buying' },
    },
    unreported: {
      description:
        'The seller does not report the result. What was bought arrives in the account without further notice.',
      on: ended,
    },
    failed: {
      description: "The seller's page could not be opened, and the error is shown.",
      on: ended,
    },
  },
})

export const onrampLogic = withContract<OnrampContract>()(onrampMachine)
