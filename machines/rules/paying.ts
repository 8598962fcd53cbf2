/** What a page asks to be paid, judged to the last digit; and what is believed of an exchange. */
import { PAY } from '../constants.ts'
import type { Configuration } from '../entities/configuration.ts'
import type { Scope } from '../entities/account.ts'
import { isNetworkId, namespaceOf, type Namespace, type NetworkId } from '../entities/namespace.ts'
import type { Network } from '../entities/network.ts'
import type { Exchange, Payment, PaymentAsset, PaymentEnd, PaymentOrder, PaymentResult } from '../entities/payment.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Transfer } from '../entities/transfer.ts'
import { apiErrorOf } from '../errors/apiError.ts'
import { LatchkeyError } from '../errors/error.ts'
import type { SnackbarMessage } from '../shell/snackbar.contract.ts'
import type { PaymentOver } from '../pay/exchangePayment.contract.ts'
import { addressFault, isSameAddress } from './addresses.ts'
import { formatAmount, isDecimal, parseAmount } from './amounts.ts'
import { isTransactionHash } from './hex.ts'
import { networkOf } from './networks.ts'
import { done, expired, failed, unreadable } from './outcomes.ts'
import { plainText } from './texts.ts'

type Site = Pick<Configuration, 'networks' | 'tokens'>
type Given = Readonly<Record<string, unknown>>

/** Decimals that a contract can say. */
const DECIMALS = 255
const isGiven = (value: unknown): value is Given => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= PAY.textAtMost
const areIds = (value: unknown): value is readonly string[] | undefined =>
  value === undefined || (Array.isArray(value) && value.length <= PAY.idsAtMost && value.every(isText))
const isDecimals = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= DECIMALS

/** Where payments are made. A transfer of Bitcoin is confirmed too late to be waited for, and its fee is read in a draft alone. */
const PAID_NAMESPACES: readonly Namespace[] = ['eip155', 'solana']

/** The network, which is the site's. Throws `pay.invalidNamespace`, `pay.invalidConfig`. */
function networkIn({ network }: Given, networks: readonly Network[]): Network {
  if (!isNetworkId(network) || !PAID_NAMESPACES.includes(namespaceOf(network)))
    throw new LatchkeyError('pay.invalidNamespace')
  const known = networkOf(networks, network)
  if (!known) throw new LatchkeyError('pay.invalidConfig')
  return known
}

/** What is paid in. The site's own word for a token it lists, and the network's for the native one, are the only ones. Throws `pay.invalidAsset`. */
function assetIn({ asset, metadata }: Given, network: Network, { tokens }: Site): PaymentAsset {
  const invalid = () => new LatchkeyError('pay.invalidAsset')
  if (!isText(asset) || (metadata !== undefined && !isGiven(metadata))) throw invalid()
  const told = metadata ?? {}
  const known = (own: { name: string; symbol: string; decimals: number; address?: string }): PaymentAsset => {
    if (told['decimals'] !== undefined && told['decimals'] !== own.decimals) throw invalid()
    const { address, name, symbol, decimals } = own
    return { ...(address !== undefined && { address }), name: plainText(name), symbol: plainText(symbol), decimals }
  }
  if (asset === 'native') return known(network.nativeCurrency)
  const { caipNetworkId, chainNamespace } = network
  if (addressFault(chainNamespace, asset)) throw invalid()
  const listed = tokens[caipNetworkId]?.find(({ address }) => isSameAddress(chainNamespace, address, asset))
  if (listed) return known(listed)
  const { name, symbol, decimals } = told
  if (!isText(symbol) || plainText(symbol) === '' || !isDecimals(decimals)) throw invalid()
  if (name !== undefined && !isText(name)) throw invalid()
  return { address: asset, name: plainText(name ?? symbol), symbol: plainText(symbol), decimals, isUnlisted: true }
}

/** The amount, as it is written everywhere from then on. Throws `pay.invalidAmount`. */
function amountIn({ amount }: Given, { decimals }: PaymentAsset): string {
  if (!isText(amount) || !isDecimal(amount) || amount.startsWith('-')) throw new LatchkeyError('pay.invalidAmount')
  try {
    const units = parseAmount(amount, decimals)
    if (units > 0n) return formatAmount(units, decimals)
  } catch (cause) {
    throw new LatchkeyError('pay.invalidAmount', { cause })
  }
  throw new LatchkeyError('pay.invalidAmount')
}

/** What a page asks for. Throws the first thing that is wrong with it. */
export function orderOf(request: unknown, site: Site): PaymentOrder {
  if (!isGiven(request)) throw new LatchkeyError('pay.invalidConfig')
  const network = networkIn(request, site.networks)
  const { recipient, exchanges = {} } = request
  const fault = isText(recipient) ? addressFault(network.chainNamespace, recipient) : undefined
  if (!isText(recipient) || fault) throw new LatchkeyError('pay.invalidRecipient', { cause: fault })
  const asset = assetIn(request, network, site)
  // What is sent to a token's own contract is lost.
  if (asset.address !== undefined && isSameAddress(network.chainNamespace, asset.address, recipient))
    throw new LatchkeyError('pay.invalidRecipient', { cause: new LatchkeyError('address.ofToken') })
  const amount = amountIn(request, asset)
  if (!isGiven(exchanges)) throw new LatchkeyError('pay.invalidConfig')
  const { includeOnly, exclude } = exchanges
  if (!areIds(includeOnly) || !areIds(exclude)) throw new LatchkeyError('pay.invalidConfig')
  return { network: network.caipNetworkId, recipient, asset, amount, includeOnly, exclude }
}

/** The same without an error to catch. */
export function readOrder(request: unknown, site: Site): { order: PaymentOrder } | { error: LatchkeyError } {
  try {
    return { order: orderOf(request, site) }
  } catch (error) {
    return { error: error instanceof LatchkeyError ? error : new LatchkeyError('pay.invalidConfig', { cause: error }) }
  }
}

/** Exchanges pay on EVM chains only: reference A.4.10. */
export const hasExchanges = (networkId: NetworkId): boolean => namespaceOf(networkId) === 'eip155'

/** CAIP-19: SLIP-44 names a coin, and 60 is that of every EVM chain to the API. */
export const assetIdOf = ({ network, asset: { address } }: Pick<PaymentOrder, 'network' | 'asset'>): string =>
  address === undefined ? `${network}/slip44:60` : `${network}/erc20:${address}`

/** The exchanges that are shown, each once. */
export const shownExchanges = (told: readonly Exchange[], { includeOnly, exclude }: PaymentOrder): Exchange[] => {
  const known = new Map<string, Exchange>()
  for (const { id, name, imageUrl } of told) {
    const isOffered = (includeOnly?.includes(id) ?? true) && exclude?.includes(id) !== true
    const shown = plainText(name)
    if (isOffered && shown !== '' && !known.has(id)) known.set(id, { id, name: shown, imageUrl: pictureOf(imageUrl) })
  }
  return [...known.values()].slice(0, PAY.exchangesShown)
}
const pictureOf = (url: string | undefined) =>
  url !== undefined && url.length <= PAY.urlAtMost && url.startsWith('https://') ? url : undefined

/**
 * Where an exchange's page is, as the visitor may read it; nothing where nobody is sent: only to https, or to this machine, and to no address
 * that looks like another one's.
 */
export function exchangeHost(text: string): string | undefined {
  if (text.length > PAY.urlAtMost || !URL.canParse(text)) return undefined
  const { protocol, hostname, host, username, password } = new URL(text)
  const isHere = /^((.+\.)?localhost|127\.0\.0\.1)$/.test(hostname)
  const isFit = protocol === 'https:' || (protocol === 'http:' && isHere)
  return isFit && username === '' && password === '' ? host : undefined
}

/** The transfer of a payment, which a wallet is asked for. */
export const paymentTransfer = (
  { recipient, asset: { address, name, symbol, decimals }, amount }: Pick<Payment, 'recipient' | 'asset' | 'amount'>,
  network: Network,
): Transfer => ({
  network,
  receiver: recipient,
  amount,
  token: {
    name,
    symbol,
    chainId: network.caipNetworkId,
    ...(address !== undefined && { address: `${network.caipNetworkId}:${address}` }),
    quantity: { decimals: String(decimals), numeric: amount },
  },
})

/** Whether the active account can pay: it is on the payment's network. */
export const isPayable = (scope: Scope | undefined, order: PaymentOrder | undefined): scope is Scope =>
  scope !== undefined &&
  order !== undefined &&
  scope.network.caipNetworkId === order.network &&
  scope.connection.networkId === order.network

/** A hash as an exchange names it; nothing for what is none. */
export const hashIn = (networkId: NetworkId, hash: string | undefined): string | undefined =>
  hash !== undefined && namespaceOf(networkId) === 'eip155' && isTransactionHash(hash) ? hash : undefined

/** What a page is told of a payment that is over. */
export function endOutcome(payment: Payment, { status, hash, isVerified }: PaymentEnd): Outcome<PaymentResult> {
  if (status === 'paid') return done({ ...payment, hash, isVerified })
  return status === 'expired' ? expired(new LatchkeyError('pay.expired')) : failed(new LatchkeyError('pay.failed'))
}

/** What those who look at a payment are told at its end. */
export const overOf = ({
  outcome,
  payment,
  end,
  isFirst,
}: Pick<PaymentOver, 'outcome' | 'payment' | 'isFirst'> & { end: PaymentEnd | undefined }): PaymentOver => ({
  outcome,
  payment,
  isOver: outcome.status !== 'cancelled' && end !== undefined,
  isFirst,
})

/** Why an exchange could not be asked: by name, and in no words of its own. */
export function payError(
  thrown: unknown,
  code: 'pay.exchangesFailed' | 'pay.urlFailed' | 'pay.statusFailed' | 'pay.notInitiated',
): LatchkeyError {
  if (thrown instanceof LatchkeyError && thrown.code.startsWith('pay.')) return thrown
  const words = apiErrorOf(thrown)?.serverText ?? ''
  if (code === 'pay.urlFailed' && /asset|token/i.test(words) && /not supported|unsupported/i.test(words))
    return new LatchkeyError('pay.assetNotSupported', { cause: thrown })
  return new LatchkeyError(code, { cause: thrown })
}

/** The hash that a wallet answered to a transfer, which its adapter judged; nothing for anything else. */
export const sentHashIn = (outcome: Outcome<unknown>): string | undefined =>
  outcome.status === 'done' && typeof outcome.value === 'string' && outcome.value !== '' ? outcome.value : undefined

/** Why there is none. */
export const unsentPayment = (outcome: Outcome<unknown>): Outcome<never> =>
  outcome.status === 'done' ? unreadable(outcome.value) : outcome

/** What the visitor is told of a payment that is over. */
export const reportMessage = (
  { amount, asset: { symbol } }: Payment,
  outcome: Outcome<PaymentResult>,
): SnackbarMessage =>
  'error' in outcome
    ? { variant: 'error', code: outcome.error.code, params: outcome.error.params }
    : { variant: 'success', code: 'pay.paid', params: { amount, symbol } }
