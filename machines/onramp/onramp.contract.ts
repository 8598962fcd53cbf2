import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Network } from '../entities/network.ts'
import type { OnrampOptions, OnrampProvider, OnrampQuote } from '../entities/onramp.ts'
import type { ViewName } from '../entities/view.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'
import type { PurchaseDraft, Since } from '../rules/onramp.ts'
import type { Bought } from './purchase.contract.ts'

export interface OnrampContract {
  context: PurchaseDraft & {
    readonly connection: Connection
    readonly network: Network
    /** Who pays out to this account, in the site's order. */
    readonly providers: readonly OnrampProvider[]
    options: OnrampOptions
    /** Of the draft as it is; nothing while it is asked for, too old, or not told. */
    quote: OnrampQuote | undefined
    /** Why there is no price. */
    quoteError: LatchkeyError | undefined
    /** Who was chosen last, by id. */
    providerId: string | undefined
    /** The caller's own id, handed back with the outcome. */
    attempt: string | undefined
    /** What was known before the purchase that is not confirmed yet. */
    since: Since | undefined
    /** Why the last purchase did not go on. */
    error: LatchkeyError | undefined
  }
  event:
    /** What is bought, by its id in the options. */
    | { type: 'onramp.setCurrency'; id: string }
    /** What is paid with, by its id in the options. */
    | { type: 'onramp.setFiat'; id: string }
    /** The way to pay, by its id: its limits count. */
    | { type: 'onramp.setMethod'; id: string }
    /** How much is paid, as decimal text; nothing where the provider is to ask. */
    | { type: 'onramp.setAmount'; amount: string }
    /** Reads anew what can be bought. */
    | { type: 'onramp.retry' }
    /** Asks for the price again. */
    | { type: 'onramp.refresh' }
    /**
     * Opens the page of a provider, by its id, for what was chosen: browsers allow that in the press of a button only, so load the feature
     * before. `attempt` is handed back with the outcome.
     */
    | { type: 'onramp.buy'; providerId: string; attempt?: string }
    /** Looks once more for a purchase that was not confirmed in time. */
    | { type: 'onramp.lookAgain' }
    /**
     * Calls off the attempt with that id, else whichever is under way. What was paid is paid. Its window is closed where nothing of the
     * seller's stands in it yet; browsers let no page close one that is apart from it.
     */
    | { type: 'onramp.cancel'; attempt?: string }
    /** Back to the draft, from what became of a purchase. */
    | { type: 'onramp.dismiss' }
    /** The visitor went back from it: it is not looked for any more, and its window stays open. */
    | { type: 'onramp.viewLeft'; view: ViewName }
    | FactOf<'modal.closed'>
  /** `unwatched`: its seller tells nobody what became of it. */
  state:
    | 'loading'
    | { editing: 'deciding' | 'resting' | 'pausing' | 'pricing' | 'priced' | 'unpriced' }
    | 'buying'
    | 'unconfirmed'
    | 'unwatched'
    | 'failed'
  tag: 'busy' | 'checking' | 'editable'
  /** `providers`: all that the site names. `hasApi`: the API serves the site. */
  input: Pick<OnrampContract['context'], 'connection' | 'network' | 'providers'> & { hasApi: boolean }
  emitted: /** A purchase is over: done with its transaction, or with none where its seller tells nobody. */
  { type: 'onramp.settled'; attempt: string | undefined; outcome: Outcome<Bought> }
}

export const onramp = address<OnrampContract>()('onramp')
