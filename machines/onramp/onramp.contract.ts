import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { OnrampOptions, OnrampProvider, OnrampQuote } from './onramp.types.ts'
import type { ViewName } from '../shell/view.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'
import type { PurchaseDraft, KnownPurchases } from './onramp.rules.ts'
import type { PurchaseResult } from './purchase.contract.ts'

export interface OnrampContract {
  context: PurchaseDraft & {
    /** The wallet that receives what is bought. */
    readonly connection: Connection
    /** The network on which the wallet receives it. */
    readonly network: Network
    /** The providers that sell to this account, in the order of the configuration. */
    readonly providers: readonly OnrampProvider[]
    /** The currencies to buy, the currencies to pay with, and their payment methods. */
    options: OnrampOptions
    /** The quote for the current draft; undefined while it is being fetched, when it is outdated, or if there is none. */
    quote: OnrampQuote | undefined
    /** Why there is no quote; undefined unless fetching it failed. */
    quoteError: LatchkeyError | undefined
    /** The id of the provider that was chosen last. */
    providerId: string | undefined
    /** The caller's id, which is returned with the outcome. */
    requestId: string | undefined
    /** The purchases known before the one that is not confirmed yet; undefined if there is no such purchase. */
    since: KnownPurchases | undefined
    /** Why the last purchase failed; undefined unless it failed. */
    error: LatchkeyError | undefined
  }
  event:
    /** Sets the currency to buy, by its id in `options`. */
    | { type: 'onramp.setCurrency'; id: string }
    /** Sets the currency to pay with, by its id in `options`. */
    | { type: 'onramp.setFiat'; id: string }
    /** Sets the payment method, by its id. Its limits apply. */
    | { type: 'onramp.setMethod'; id: string }
    /** Sets how much is paid, as decimal text; empty if the provider should ask. */
    | { type: 'onramp.setAmount'; amount: string }
    /** Fetches the options again. */
    | { type: 'onramp.retry' }
    /** Fetches the quote again. */
    | { type: 'onramp.refresh' }
    /**
     * Opens the page of a provider, by its id, for the draft. Browsers allow this only in a click handler, so load the feature
     * before. `requestId` is returned with the outcome.
     */
    | { type: 'onramp.buy'; providerId: string; requestId?: string }
    /** Checks again for a purchase that was not confirmed in time. */
    | { type: 'onramp.checkAgain' }
    /**
     * Cancels the request with this id; without an id, the one in progress. Payments that were made are not reversed. The window
     * is closed only if the seller's page is not in it yet: browsers do not let a page close a window that is isolated from it.
     */
    | { type: 'onramp.cancel'; requestId?: string }
    /** Returns to the draft from the result of a purchase. */
    | { type: 'onramp.dismiss' }
    /** The user navigated back from the view: the purchase is no longer checked, and its window stays open. */
    | { type: 'onramp.viewLeft'; view: ViewName }
    | BroadcastEventOf<'modal.closed'>
  /** `unreported`: the seller does not report the result of the purchase. */
  state:
    | 'loading'
    | { editing: 'deciding' | 'incomplete' | 'pausing' | 'pricing' | 'priced' | 'unpriced' }
    | 'buying'
    | 'unconfirmed'
    | 'unreported'
    | 'failed'
  tag: 'busy' | 'checking' | 'editable'
  /** `providers`: all providers that the app configures. `hasApi`: whether the API serves the app. */
  input: Pick<OnrampContract['context'], 'connection' | 'network' | 'providers'> & { hasApi: boolean }
  emitted: /** A purchase ended. `outcome`: `done` (with a transaction if reported), `cancelled`, `expired` or `failed`. */
  { type: 'onramp.settled'; requestId: string | undefined; outcome: Outcome<PurchaseResult> }
}

export const onramp = actorKey<OnrampContract>()('onramp')
