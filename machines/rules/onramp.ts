/** Buying crypto: what is sold, for how much, by whom, and which page may be opened for it. */
import { ONRAMP } from '../constants.ts'
import type { Connection } from '../entities/account.ts'
import type { Namespace } from '../entities/namespace.ts'
import type { Network } from '../entities/network.ts'
import type {
  OnrampOptions,
  OnrampParameter,
  OnrampProvider,
  OnrampQuote,
  PaymentCurrency,
  PaymentMethod,
  PurchaseCurrency,
} from '../entities/onramp.ts'
import { LatchkeyError } from '../errors/error.ts'
import type { Transaction } from '../schemas/transaction.ts'
import { legible } from './activity.ts'
import { isSameAddress } from './addresses.ts'
import { isDecimal, parseAmount } from './amounts.ts'
import { BOUGHT_NAMESPACES, isSecureOrigin } from './configuration.ts'
import { plainText } from './texts.ts'

/** Whose accounts are paid out to, where a site says nothing else. */
const PAID_OUT: Readonly<Record<OnrampProvider['kind'], readonly Namespace[]>> = {
  api: ['eip155'],
  link: BOUGHT_NAMESPACES,
}

/** The providers that pay out to accounts of a namespace; one by the API needs a project id. */
export const providersFor = (
  providers: readonly OnrampProvider[],
  namespace: Namespace,
  hasApi: boolean,
): readonly OnrampProvider[] =>
  providers.filter(
    ({ kind, namespaces = PAID_OUT[kind] }) => namespaces.includes(namespace) && (kind === 'link' || hasApi),
  )

/** What the API tells of its options, as its schema lets it through. */
export interface ToldOptions {
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

/** Digits after the dot that two amounts are compared with. */
const FINEST = 18
const unitsOf = (amount: string): bigint | undefined => {
  const [whole = '', fraction = ''] = amount.split('.')
  const isShort = whole.length <= ONRAMP.digits * 2 && fraction.length <= FINEST
  return isShort && isDecimal(amount) && !amount.startsWith('-') ? parseAmount(amount, FINEST) : undefined
}

const methodsOf = (limits: ToldOptions['paymentCurrencies'][number]['payment_method_limits']): PaymentMethod[] => {
  const methods = new Map<string, PaymentMethod>()
  for (const { id, min, max } of limits) {
    const [least, most] = [unitsOf(min), unitsOf(max)]
    const name = plainText(id).toLowerCase()
    if (name !== '' && least !== undefined && most !== undefined && least <= most && most > 0n)
      methods.set(name, { id: name, min, max })
  }
  return [...methods.values()]
}

const fallbackCurrencies: readonly PaymentCurrency[] = ONRAMP.fallback.currencies.map((id) => ({
  id,
  methods: ONRAMP.fallback.methods,
}))

/** The network's own coin, which a site names itself. */
const nativeOf = ({ caipNetworkId, nativeCurrency: { name, symbol } }: Network): PurchaseCurrency => ({
  id: symbol.toLowerCase(),
  name,
  symbol,
  networkName: Object.entries(ONRAMP.networkNames).find(([id]) => id === caipNetworkId)?.[1],
})

/** What of the API's options is of use on a network: where nobody told any, its own coin, for the usual limits [9.28]. */
export function optionsOf(told: ToldOptions | undefined, network: Network): OnrampOptions {
  const isHere = ({ name, chain_id: id }: ToldOptions['purchaseCurrencies'][number]['networks'][number]): boolean =>
    network.chainNamespace === 'eip155' ? id === String(network.id) : name.toLowerCase() === network.chainNamespace
  const sold = new Map<string, PurchaseCurrency>()
  for (const { id, networks, ...currency } of told?.purchaseCurrencies ?? []) {
    const found = networks.find(isHere)
    const [name, symbol] = [plainText(currency.name), plainText(currency.symbol)]
    if (found && id !== '' && symbol !== '') sold.set(id, { id, name: name || symbol, symbol, networkName: found.name })
  }
  const paid = new Map<string, PaymentCurrency>()
  for (const { id, payment_method_limits: limits } of told?.paymentCurrencies ?? []) {
    const methods = methodsOf(limits)
    if (/^[A-Z]{3}$/.test(id) && methods.length > 0) paid.set(id, { id, methods })
  }
  return {
    purchaseCurrencies: sold.size > 0 ? [...sold.values()] : [nativeOf(network)],
    paymentCurrencies: paid.size > 0 ? [...paid.values()] : fallbackCurrencies,
    isFallback: paid.size === 0,
  }
}

/** What a draft begins with: the network's own coin where it is sold, and dollars where they are taken. */
export function begunPurchase({ purchaseCurrencies, paymentCurrencies }: OnrampOptions, network: Network) {
  const { symbol } = network.nativeCurrency
  const fiat = paymentCurrencies.find(({ id }) => id === 'USD') ?? paymentCurrencies[0]
  return {
    currency: purchaseCurrencies.find((each) => each.symbol === symbol) ?? purchaseCurrencies[0],
    fiat,
    method: fiat?.methods[0]?.id,
  }
}

/** What is bought, as it is typed and chosen. */
export interface PurchaseDraft {
  /** As typed, in the money that is paid with; nothing where the provider is to ask. */
  amount: string
  currency: PurchaseCurrency | undefined
  fiat: PaymentCurrency | undefined
  /** The way to pay, by its id. */
  method: string | undefined
}

export const paymentMethodOf = ({ fiat, method }: Pick<PurchaseDraft, 'fiat' | 'method'>): PaymentMethod | undefined =>
  fiat?.methods.find(({ id }) => id === method)

/** An amount of money that can be handed on to the last digit. */
const MONEY = new RegExp(`^\\d{1,${ONRAMP.digits}}(\\.\\d{1,${ONRAMP.decimals}})?$`)

/** What is wrong with the amount as typed; nothing where none was. */
export function onrampFault({ amount, fiat, method }: Omit<PurchaseDraft, 'currency'>): LatchkeyError | undefined {
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

/** Whether a provider sells what was chosen: the API's seller only where it has a name for the network. */
export const isSoldBy = ({ kind }: OnrampProvider, currency: PurchaseCurrency | undefined): boolean =>
  currency !== undefined && (kind === 'link' || currency.networkName !== undefined)

/** What is bought, where, and for whom: fixed at the press. */
export interface PurchaseOrder {
  provider: OnrampProvider
  connection: Connection
  network: Network
  currency: PurchaseCurrency
  /** What is paid, where the visitor said how much. */
  payment: { amount: string; currency: string } | undefined
}

type Orderable = PurchaseDraft &
  Pick<PurchaseOrder, 'connection' | 'network'> & { providers: readonly OnrampProvider[] }

/** What is wrong with a draft, for who is to sell it. */
export function purchaseFault(draft: Orderable, providerId: string): LatchkeyError | undefined {
  const provider = draft.providers.find(({ id }) => id === providerId)
  if (!provider) return new LatchkeyError('onramp.unknownProvider', { params: { provider: providerId } })
  if (!isSoldBy(provider, draft.currency))
    return new LatchkeyError('onramp.notHere', { params: { provider: provider.name, network: draft.network.name } })
  return onrampFault(draft)
}

/** The order that a draft without a fault is. */
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

/** The amount that the API's link is made for. The API is not told in which money: of any but dollars, its seller is to ask. */
export const presetAmount = ({ payment }: Pick<PurchaseOrder, 'payment'>): string | undefined =>
  payment?.currency === 'USD' ? payment.amount : undefined

/** A site's own link for an order, with what the site wants to be told. */
export function ownLink({ provider: { url = '', parameters = {} }, ...order }: PurchaseOrder): string {
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

/** Parameters by which sellers are told where to pay out. */
const PAYEES =
  'address addresses destination destinationaddress destinationwallets payee payoutaddress receiver recipient to wallet walletaddress walletaddresses wallets'.split(
    ' ',
  )
/** A name that stands for an address, as `shop.eth`. */
const NAME = /[\p{L}\p{N}_-]\.\p{L}{2,}/u
/** What is an address wherever it stands; elsewhere than in such a parameter the others look like any id. */
const ANYWHERE = /0x[0-9a-f]{40}(?![0-9a-f])|(?<![0-9A-Za-z])(?:bc|tb|bcrt)1[0-9a-z]{25,87}/gi

/** What is an address in such a parameter, alone or in a list: each run of letters that has the form of one. */
const ADDRESSES: Readonly<Partial<Record<Namespace, RegExp>>> = {
  eip155: /0x[0-9a-f]{40}(?![0-9a-f])/gi,
  solana: /(?<![0-9A-Za-z])[1-9A-HJ-NP-Za-km-z]{32,44}(?![0-9A-Za-z])/g,
  bip122: /(?<![0-9A-Za-z])(?:(?:bc|tb|bcrt)1[0-9a-z]{11,87}|[13mn2][1-9A-HJ-NP-Za-km-z]{25,39})(?![0-9A-Za-z])/gi,
}

/** A part of a link, also as it is where it was encoded twice. */
function readingsOf(text: string): readonly string[] {
  try {
    return [text, decodeURIComponent(text)]
  } catch {
    return [text]
  }
}

/** Why a link that somebody made for an order must not be opened; nothing where it may. */
export function linkFault(link: string, { provider, connection }: PurchaseOrder): LatchkeyError | undefined {
  const refused = new LatchkeyError('onramp.linkRefused', { params: { provider: provider.name } })
  if (!URL.canParse(link)) return refused
  const { origin, username, password, pathname, searchParams, hash } = new URL(link)
  if (!isSecureOrigin(origin) || !provider.origins.includes(origin) || username !== '' || password !== '')
    return refused
  const { namespace, address } = connection
  const isOwn = (found: string) => isSameAddress(namespace, found, address)
  const told = [...searchParams].flatMap(([name, value]) =>
    PAYEES.includes(name.toLowerCase()) ? readingsOf(value) : [],
  )
  const others = told.flatMap((value) =>
    Object.values(ADDRESSES)
      .flatMap((form) => value.match(form) ?? [])
      .filter((found) => !isOwn(found)),
  )
  const parts = [pathname, hash, ...[...searchParams].flat()].flatMap(readingsOf)
  const elsewhere = parts.flatMap((part) => part.match(ANYWHERE) ?? []).filter((found) => !isOwn(found))
  return others.length > 0 || elsewhere.length > 0 || told.some((value) => NAME.test(value))
    ? new LatchkeyError('onramp.otherAddress')
    : undefined
}

/** What the API tells of a price, as its schema lets it through. */
export interface ToldQuote {
  coinbaseFee: { amount: string; currency: string }
  networkFee: { amount: string; currency: string }
  paymentSubtotal: { amount: string; currency: string }
  paymentTotal: { amount: string; currency: string }
  purchaseAmount: { amount: string; currency: string }
  quoteId: string
}

/** The price of what was asked for; nothing where something else was told, or nothing real. */
export function quoteFor(
  told: ToldQuote | null,
  asked: { currency: PurchaseCurrency; payment: { amount: string; currency: string } },
): OnrampQuote | undefined {
  if (!told) return undefined
  const paid = [told.coinbaseFee, told.networkFee, told.paymentSubtotal, told.paymentTotal]
  const isPaid = paid.every(
    ({ amount, currency }) => currency === asked.payment.currency && unitsOf(amount) !== undefined,
  )
  const isTotal = unitsOf(told.paymentTotal.amount) === unitsOf(asked.payment.amount)
  const bought = unitsOf(told.purchaseAmount.amount)
  const isBought = told.purchaseAmount.currency.toLowerCase() === asked.currency.symbol.toLowerCase()
  if (!isPaid || !isTotal || !isBought || bought === undefined || bought === 0n) return undefined
  return {
    purchase: { amount: told.purchaseAmount.amount, currency: asked.currency.symbol },
    total: told.paymentTotal,
    subtotal: told.paymentSubtotal,
    providerFee: told.coinbaseFee,
    networkFee: told.networkFee,
    id: told.quoteId,
  }
}

/** What became of a purchase, as far as its seller tells. */
export type PurchaseState = 'pending' | 'confirmed' | 'failed' | 'unknown'

/** By the words that sellers have for it. */
export function purchaseState({ metadata: { status } }: Pick<Transaction, 'metadata'>): PurchaseState {
  const word = status.toLowerCase().replace(/^onramp_transaction_status_/, '')
  if (word === 'in_progress' || word === 'pending' || word === 'created') return 'pending'
  if (word === 'success' || word === 'confirmed') return 'confirmed'
  return word === 'failed' ? 'failed' : 'unknown'
}

export const isUnderWay = (purchases: readonly Transaction[]): boolean =>
  purchases.some((purchase) => purchaseState(purchase) === 'pending')

/** The purchases of an account on a network that are worth showing, newest first. */
export const purchasesOn = (told: readonly Transaction[], networkId: string): readonly Transaction[] =>
  legible(told.filter(({ metadata }) => metadata.chain === networkId)).toSorted((one, other) =>
    one.metadata.minedAt < other.metadata.minedAt ? 1 : -1,
  )

/** What was known before a window was opened: the ids of purchases; nothing where they could not be read. */
export interface Since {
  known: readonly string[] | undefined
}

/** The purchase that was not known before; one that is under way counts whenever it was begun. */
export const newPurchase = (purchases: readonly Transaction[], { known }: Since): Transaction | undefined =>
  purchases.find((purchase) => purchaseState(purchase) === 'pending' || known?.includes(purchase.id) === false)

/** Something of what is read now has arrived since it was read last. */
export const hasArrived = (before: readonly Transaction[], now: readonly Transaction[]): boolean =>
  now.some(
    (purchase) =>
      purchaseState(purchase) === 'confirmed' &&
      !before.some((known) => known.id === purchase.id && purchaseState(known) === 'confirmed'),
  )
