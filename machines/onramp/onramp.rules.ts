/** Purchases of crypto: what is sold, for how much, by which seller, and which page may be opened for it. */
import { ONRAMP } from '../constants.ts'
import type { Connection } from '../shared/account.types.ts'
import type { Namespace } from '../shared/namespace.types.ts'
import type { Network } from '../shared/network.types.ts'
import type {
  OnrampOptions,
  OnrampParameter,
  OnrampProvider,
  OnrampQuote,
  PaymentCurrency,
  PaymentMethod,
  PurchaseCurrency,
} from './onramp.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import type { Transaction } from '../transactions/transaction.schemas.ts'
import { sanitizeTransactions } from '../account/activity.rules.ts'
import { isSameAddress } from '../shared/addresses.rules.ts'
import { isDecimal, parseAmount } from '../shared/amounts.rules.ts'
import { BOUGHT_NAMESPACES, isSecureOrigin } from '../project/configuration.rules.ts'
import { toPlainText } from '../shared/texts.rules.ts'

/** The namespaces that a seller pays out to by default. */
const PAID_OUT: Readonly<Record<OnrampProvider['kind'], readonly Namespace[]>> = {
  api: ['eip155'],
  link: BOUGHT_NAMESPACES,
}

/** Returns the providers that pay out to accounts of a namespace. Those of the API require a project id. */
export const providersFor = (
  providers: readonly OnrampProvider[],
  namespace: Namespace,
  hasApi: boolean,
): readonly OnrampProvider[] =>
  providers.filter(
    ({ kind, namespaces = PAID_OUT[kind] }) => namespaces.includes(namespace) && (kind === 'link' || hasApi),
  )

/** The options that the API returns, after validation. */
export interface ReceivedOptions {
  purchaseCurrencies: readonly {
    id: string
    name: string
    symbol: string
    networks: readonly { name: string; chain_id?: string | null | undefined }[]
  }[]
  paymentCurrencies: readonly {
    id: string
    payment_method_limits: readonly { id: string; min: string; max: string }[]
  }[]
}

/** The number of decimals with which amounts are compared. */
const FINEST = 18
const unitsOf = (amount: string): bigint | undefined => {
  const [whole = '', fraction = ''] = amount.split('.')
  const isShort = whole.length <= ONRAMP.digits * 2 && fraction.length <= FINEST
  return isShort && isDecimal(amount) && !amount.startsWith('-') ? parseAmount(amount, FINEST) : undefined
}

const methodsOf = (limits: ReceivedOptions['paymentCurrencies'][number]['payment_method_limits']): PaymentMethod[] => {
  const methods = new Map<string, PaymentMethod>()
  for (const { id, min, max } of limits) {
    const [least, most] = [unitsOf(min), unitsOf(max)]
    const name = toPlainText(id).toLowerCase()
    if (name !== '' && least !== undefined && most !== undefined && least <= most && most > 0n)
      methods.set(name, { id: name, min, max })
  }
  return [...methods.values()]
}

const fallbackCurrencies: readonly PaymentCurrency[] = ONRAMP.fallback.currencies.map((id) => ({
  id,
  methods: ONRAMP.fallback.methods,
}))

/** The native token, as the configuration describes it. */
const nativeOf = ({ caipNetworkId, nativeCurrency: { name, symbol } }: Network): PurchaseCurrency => ({
  id: symbol.toLowerCase(),
  name,
  symbol,
  networkName: Object.entries(ONRAMP.networkNames).find(([id]) => id === caipNetworkId)?.[1],
})

/** Returns the options of the API for a network. If there are none, the native token with the usual limits [9.28]. */
export function optionsOf(received: ReceivedOptions | undefined, network: Network): OnrampOptions {
  const isHere = ({ name, chain_id: id }: ReceivedOptions['purchaseCurrencies'][number]['networks'][number]): boolean =>
    network.chainNamespace === 'eip155' ? id === String(network.id) : name.toLowerCase() === network.chainNamespace
  const sold = new Map<string, PurchaseCurrency>()
  for (const { id, networks, ...currency } of received?.purchaseCurrencies ?? []) {
    const network = networks.find(isHere)
    const [name, symbol] = [toPlainText(currency.name), toPlainText(currency.symbol)]
    if (network && id !== '' && symbol !== '')
      sold.set(id, { id, name: name || symbol, symbol, networkName: network.name })
  }
  const paid = new Map<string, PaymentCurrency>()
  for (const { id, payment_method_limits: limits } of received?.paymentCurrencies ?? []) {
    const methods = methodsOf(limits)
    if (/^[A-Z]{3}$/.test(id) && methods.length > 0) paid.set(id, { id, methods })
  }
  return {
    purchaseCurrencies: sold.size > 0 ? [...sold.values()] : [nativeOf(network)],
    paymentCurrencies: paid.size > 0 ? [...paid.values()] : fallbackCurrencies,
    isFallback: paid.size === 0,
  }
}

/** Returns the initial draft: the native token if it is sold, and US dollars if they are accepted. */
export function initialPurchase({ purchaseCurrencies, paymentCurrencies }: OnrampOptions, network: Network) {
  const { symbol } = network.nativeCurrency
  const fiat = paymentCurrencies.find(({ id }) => id === 'USD') ?? paymentCurrencies[0]
  return {
    currency: purchaseCurrencies.find((each) => each.symbol === symbol) ?? purchaseCurrencies[0],
    fiat,
    method: fiat?.methods[0]?.id,
  }
}

/** The draft of a purchase, as typed and selected. */
export interface PurchaseDraft {
  /** As typed, in the currency that is paid with; empty if the provider asks for the amount. */
  amount: string
  /** The currency to buy; undefined if none is sold on this network. */
  currency: PurchaseCurrency | undefined
  /** The currency to pay with. */
  fiat: PaymentCurrency | undefined
  /** The id of the payment method. */
  method: string | undefined
}

/** Returns the selected payment method; undefined if the currency does not have it. */
export const paymentMethodOf = ({ fiat, method }: Pick<PurchaseDraft, 'fiat' | 'method'>): PaymentMethod | undefined =>
  fiat?.methods.find(({ id }) => id === method)

/** An amount of money with at most the supported number of digits and decimals. */
const MONEY = new RegExp(`^\\d{1,${ONRAMP.digits}}(\\.\\d{1,${ONRAMP.decimals}})?$`)

/** Returns what is wrong with the typed amount; undefined if nothing was typed. */
export function validatePurchaseAmount({
  amount,
  fiat,
  method,
}: Omit<PurchaseDraft, 'currency'>): LatchkeyError | undefined {
  if (amount === '') return undefined
  if (!MONEY.test(amount)) return new LatchkeyError('onramp.amount')
  const limits = paymentMethodOf({ fiat, method })
  const units = parseAmount(amount, FINEST)
  if (!fiat || !limits) return undefined
  const [least, most] = [unitsOf(limits.min), unitsOf(limits.max)]
  return least !== undefined && most !== undefined && (units < least || units > most)
    ? new LatchkeyError('onramp.limits', { params: { min: limits.min, max: limits.max, currency: fiat.id } })
    : undefined
}

/** Whether a provider sells the selected currency. The API's seller must have a name for the network. */
export const isSoldBy = ({ kind }: OnrampProvider, currency: PurchaseCurrency | undefined): boolean =>
  currency !== undefined && (kind === 'link' || currency.networkName !== undefined)

/** A purchase as it was submitted: the currency, the network and the receiving account. */
export interface PurchaseOrder {
  provider: OnrampProvider
  connection: Connection
  network: Network
  currency: PurchaseCurrency
  /** The amount to pay; undefined if the user typed none. */
  payment: { amount: string; currency: string } | undefined
}

type Orderable = PurchaseDraft &
  Pick<PurchaseOrder, 'connection' | 'network'> & { providers: readonly OnrampProvider[] }

/** Returns what is wrong with a draft for a provider. */
export function validatePurchase(draft: Orderable, providerId: string): LatchkeyError | undefined {
  const provider = draft.providers.find(({ id }) => id === providerId)
  if (!provider) return new LatchkeyError('onramp.unknownProvider', { params: { provider: providerId } })
  if (!isSoldBy(provider, draft.currency))
    return new LatchkeyError('onramp.notHere', { params: { provider: provider.name, network: draft.network.name } })
  return validatePurchaseAmount(draft)
}

/** Returns the order of a valid draft. */
export function purchaseOrder(
  { connection, network, currency, fiat, amount, providers }: Orderable,
  providerId: string,
): PurchaseOrder | undefined {
  const provider = providers.find(({ id }) => id === providerId)
  return (
    provider &&
    currency && {
      provider,
      connection,
      network,
      currency,
      payment: fiat && amount !== '' ? { amount, currency: fiat.id } : undefined,
    }
  )
}

/**
 * Returns the amount for the API's link. The link cannot contain a currency, so only an amount in US dollars is passed; otherwise
 * the seller asks for it.
 */
export const presetAmount = ({ payment }: Pick<PurchaseOrder, 'payment'>): string | undefined =>
  payment?.currency === 'USD' ? payment.amount : undefined

/** Returns an app's own link for an order, with the data that its parameters name. */
export function appLink({ provider: { url = '', parameters = {} }, ...order }: PurchaseOrder): string {
  const link = new URL(url)
  const values: Readonly<Record<OnrampParameter, string | undefined>> = {
    address: order.connection.address,
    currency: order.currency.symbol,
    network: order.network.caipNetworkId,
    fiat: order.payment?.currency,
    amount: order.payment?.amount,
  }
  for (const [name, value] of Object.entries(values)) {
    const parameter = parameters[name as OnrampParameter]
    if (parameter !== undefined && value !== undefined) link.searchParams.set(parameter, value)
  }
  return link.href
}

/** Whether a URL parameter may tell a seller where to pay out, in any spelling. */
function isPayee(parameter: string): boolean {
  const name = parameter.toLowerCase().replaceAll(/[^a-z]/g, '')
  return (
    name === 'to' || (/addr|wallet|payee|payout|receiver|recipient|dest|beneficiar/.test(name) && !/email/.test(name))
  )
}
/** Such a parameter may also contain a URL, whose host looks like a name. */
const isUrlParameter = (parameter: string): boolean => /ur[il]|redirect/i.test(parameter)

/** A name that resolves to an address, such as `shop.eth`. */
const NAME = /[\p{L}\p{N}_-]\.\p{L}{2,}/u
/**
 * Addresses that are recognized in any part of a URL. Those of other namespaces are recognized only in payout parameters, because
 * elsewhere they look like any id.
 */
const ANYWHERE = /0x[0-9a-f]{40}(?![0-9a-f])|(?<![0-9A-Za-z])(?:bc|tb|bcrt)1[0-9a-z]{25,87}/gi

/** Addresses in a payout parameter, alone or in a list: every run of characters in the format of an address. */
const ADDRESSES: Readonly<Partial<Record<Namespace, RegExp>>> = {
  eip155: /(?<![0-9a-f])(?:0x)?[0-9a-f]{40}(?![0-9a-f])/gi,
  solana: /(?<![0-9A-Za-z])[1-9A-HJ-NP-Za-km-z]{32,44}(?![0-9A-Za-z])/g,
  bip122: /(?<![0-9A-Za-z])(?:(?:bc|tb|bcrt)1[0-9a-z]{11,87}|[13mn2][1-9A-HJ-NP-Za-km-z]{25,39})(?![0-9A-Za-z])/gi,
}

/** Returns a part of a link, also decoded once more in case it was encoded twice. */
function readingsOf(text: string): readonly string[] {
  try {
    return [text, decodeURIComponent(text)]
  } catch {
    return [text]
  }
}

/** Returns why a link for an order must not be opened; undefined if it may. */
export function validateLink(link: string, { provider, connection }: PurchaseOrder): LatchkeyError | undefined {
  const refused = new LatchkeyError('onramp.linkRefused', { params: { provider: provider.name } })
  if (!URL.canParse(link)) return refused
  const { origin, username, password, pathname, searchParams, hash } = new URL(link)
  if (!isSecureOrigin(origin) || !provider.origins.includes(origin) || username !== '' || password !== '')
    return refused
  const { namespace, address } = connection
  const isOwn = (candidate: string) =>
    isSameAddress(namespace, candidate, address) || isSameAddress(namespace, `0x${candidate}`, address)
  const payoutParameters = [...searchParams].filter(([name]) => isPayee(name))
  const payoutValues = payoutParameters.flatMap(([, value]) => readingsOf(value))
  const names = payoutParameters.flatMap(([name, value]) => (isUrlParameter(name) ? [] : readingsOf(value)))
  const others = payoutValues.flatMap((value) =>
    Object.values(ADDRESSES)
      .flatMap((form) => value.match(form) ?? [])
      .filter((candidate) => !isOwn(candidate)),
  )
  const parts = [pathname, hash, ...[...searchParams].flat()].flatMap(readingsOf)
  const elsewhere = parts.flatMap((part) => part.match(ANYWHERE) ?? []).filter((candidate) => !isOwn(candidate))
  return others.length > 0 || elsewhere.length > 0 || names.some((value) => NAME.test(value) && !value.includes('@'))
    ? new LatchkeyError('onramp.otherAddress')
    : undefined
}

/** The quote that the API returns, after validation. */
export interface ReceivedQuote {
  coinbaseFee: { amount: string; currency: string }
  networkFee: { amount: string; currency: string }
  paymentSubtotal: { amount: string; currency: string }
  paymentTotal: { amount: string; currency: string }
  purchaseAmount: { amount: string; currency: string }
  quoteId: string
}

/** Returns the quote for a request; undefined if the API returned one for something else, or an invalid one. */
export function quoteFor(
  received: ReceivedQuote | null,
  request: { currency: PurchaseCurrency; payment: { amount: string; currency: string } },
): OnrampQuote | undefined {
  if (!received) return undefined
  const paid = [received.coinbaseFee, received.networkFee, received.paymentSubtotal, received.paymentTotal]
  const isPaid = paid.every(
    ({ amount, currency }) => currency === request.payment.currency && unitsOf(amount) !== undefined,
  )
  const isTotal = unitsOf(received.paymentTotal.amount) === unitsOf(request.payment.amount)
  const bought = unitsOf(received.purchaseAmount.amount)
  const isBought = received.purchaseAmount.currency.toLowerCase() === request.currency.symbol.toLowerCase()
  if (!isPaid || !isTotal || !isBought || bought === undefined || bought === 0n) return undefined
  return {
    purchase: { amount: received.purchaseAmount.amount, currency: request.currency.symbol },
    total: received.paymentTotal,
    subtotal: received.paymentSubtotal,
    providerFee: received.coinbaseFee,
    networkFee: received.networkFee,
    id: received.quoteId,
  }
}

/** The status of a purchase, as far as its seller reports it. */
export type PurchaseState = 'pending' | 'confirmed' | 'failed' | 'unknown'

/** Returns the status from the words that sellers use. */
export function purchaseState({ metadata: { status } }: Pick<Transaction, 'metadata'>): PurchaseState {
  const word = status.toLowerCase().replace(/^onramp_transaction_status_/, '')
  if (word === 'in_progress' || word === 'pending' || word === 'created') return 'pending'
  if (word === 'success' || word === 'confirmed') return 'confirmed'
  return word === 'failed' ? 'failed' : 'unknown'
}

export const hasPendingPurchase = (purchases: readonly Transaction[]): boolean =>
  purchases.some((purchase) => purchaseState(purchase) === 'pending')

/** Returns the purchases of an account on a network, newest first. */
export const purchasesOn = (transactions: readonly Transaction[], networkId: string): readonly Transaction[] =>
  sanitizeTransactions(transactions.filter(({ metadata }) => metadata.chain === networkId)).toSorted((one, other) =>
    one.metadata.minedAt < other.metadata.minedAt ? 1 : -1,
  )

/** The ids of the purchases that were known before a window was opened; undefined if they could not be read. */
export interface KnownPurchases {
  known: readonly string[] | undefined
}

/** Returns the purchase that was not known before. One that is pending counts even if it started earlier. */
export const newPurchase = (purchases: readonly Transaction[], { known }: KnownPurchases): Transaction | undefined =>
  purchases.find((purchase) => purchaseState(purchase) === 'pending' || known?.includes(purchase.id) === false)

/** Whether a purchase was confirmed since the last read. */
export const hasNewPurchase = (before: readonly Transaction[], now: readonly Transaction[]): boolean =>
  now.some(
    (purchase) =>
      purchaseState(purchase) === 'confirmed' &&
      !before.some((earlier) => earlier.id === purchase.id && purchaseState(earlier) === 'confirmed'),
  )
