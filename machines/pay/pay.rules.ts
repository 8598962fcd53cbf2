/** Validates the payment that an app requests, and what an exchange returns. */
import { PAY } from '../constants.ts'
import type { Configuration } from '../project/configuration.types.ts'
import type { ActiveAccount } from '../shared/account.types.ts'
import { isNetworkId, namespaceOf, type Namespace, type NetworkId } from '../shared/namespace.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { Exchange, Payment, PaymentAsset, PaymentEnd, PaymentOrder, PaymentResult } from './payment.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Transfer } from '../send/transfer.types.ts'
import { apiErrorOf } from '../shared/errors/apiError.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import type { SnackbarMessage } from '../shell/snackbar.contract.ts'
import type { PaymentOver } from './exchangePayment.contract.ts'
import { validateAddress, isSameAddress } from '../shared/addresses.rules.ts'
import { formatAmount, isDecimal, parseAmount } from '../shared/amounts.rules.ts'
import { isTransactionHash } from '../shared/hex.rules.ts'
import { networkOf } from '../network/network.rules.ts'
import { done, expired, failed, unreadable } from '../shared/outcome.rules.ts'
import { toPlainText } from '../shared/texts.rules.ts'

type PaymentSettings = Pick<Configuration, 'networks' | 'tokens'>
type UntrustedRecord = Readonly<Record<string, unknown>>

/** The maximum number of decimals that a contract can return. */
const DECIMALS = 255
const isRecord = (value: unknown): value is UntrustedRecord => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= PAY.textAtMost
const areIds = (value: unknown): value is readonly string[] | undefined =>
  value === undefined || (Array.isArray(value) && value.length <= PAY.idsAtMost && value.every(isText))
const isDecimals = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= DECIMALS

/**
 * The namespaces in which payments are made. A Bitcoin transfer is confirmed too late to wait for, and its fee is only read in a
 * draft.
 */
const PAID_NAMESPACES: readonly Namespace[] = ['eip155', 'solana']

/** Returns the network, which must be one of the app's. Throws `pay.invalidNamespace`, `pay.invalidConfig`. */
function networkIn({ network }: UntrustedRecord, networks: readonly Network[]): Network {
  if (!isNetworkId(network) || !PAID_NAMESPACES.includes(namespaceOf(network)))
    throw new LatchkeyError('pay.invalidNamespace')
  const found = networkOf(networks, network)
  if (!found) throw new LatchkeyError('pay.invalidConfig')
  return found
}

/**
 * Returns the asset. The data of a token that the app lists, and of the native token, comes only from the configuration. Throws
 * `pay.invalidAsset`.
 */
function assetIn({ asset, metadata }: UntrustedRecord, network: Network, { tokens }: PaymentSettings): PaymentAsset {
  const invalid = () => new LatchkeyError('pay.invalidAsset')
  if (!isText(asset) || (metadata !== undefined && !isRecord(metadata))) throw invalid()
  const claimed = metadata ?? {}
  const toAsset = (own: { name: string; symbol: string; decimals: number; address?: string }): PaymentAsset => {
    if (claimed['decimals'] !== undefined && claimed['decimals'] !== own.decimals) throw invalid()
    const { address, name, symbol, decimals } = own
    return { ...(address !== undefined && { address }), name: toPlainText(name), symbol: toPlainText(symbol), decimals }
  }
  if (asset === 'native') return toAsset(network.nativeCurrency)
  const { caipNetworkId, chainNamespace } = network
  if (validateAddress(chainNamespace, asset)) throw invalid()
  const listed = tokens[caipNetworkId]?.find(({ address }) => isSameAddress(chainNamespace, address, asset))
  if (listed) return toAsset(listed)
  const { name, symbol, decimals } = claimed
  if (!isText(symbol) || toPlainText(symbol) === '' || !isDecimals(decimals)) throw invalid()
  if (name !== undefined && !isText(name)) throw invalid()
  return { address: asset, name: toPlainText(name ?? symbol), symbol: toPlainText(symbol), decimals, isUnlisted: true }
}

/** Returns the amount in the format that is used from then on. Throws `pay.invalidAmount`. */
function amountIn({ amount }: UntrustedRecord, { decimals }: PaymentAsset): string {
  if (!isText(amount) || !isDecimal(amount) || amount.startsWith('-')) throw new LatchkeyError('pay.invalidAmount')
  try {
    const units = parseAmount(amount, decimals)
    if (units > 0n) return formatAmount(units, decimals)
  } catch (cause) {
    throw new LatchkeyError('pay.invalidAmount', { cause })
  }
  throw new LatchkeyError('pay.invalidAmount')
}

/** Validates a payment request. Throws the first error. */
export function orderOf(request: unknown, settings: PaymentSettings): PaymentOrder {
  if (!isRecord(request)) throw new LatchkeyError('pay.invalidConfig')
  const network = networkIn(request, settings.networks)
  const { recipient, exchanges = {} } = request
  const fault = isText(recipient) ? validateAddress(network.chainNamespace, recipient) : undefined
  if (!isText(recipient) || fault) throw new LatchkeyError('pay.invalidRecipient', { cause: fault })
  const asset = assetIn(request, network, settings)
  // Tokens that are sent to their own contract are lost.
  if (asset.address !== undefined && isSameAddress(network.chainNamespace, asset.address, recipient))
    throw new LatchkeyError('pay.invalidRecipient', { cause: new LatchkeyError('address.ofToken') })
  const amount = amountIn(request, asset)
  if (!isRecord(exchanges)) throw new LatchkeyError('pay.invalidConfig')
  const { includeOnly, exclude } = exchanges
  if (!areIds(includeOnly) || !areIds(exclude)) throw new LatchkeyError('pay.invalidConfig')
  return { network: network.caipNetworkId, recipient, asset, amount, includeOnly, exclude }
}

/** The same, with the error returned instead of thrown. */
export function readOrder(
  request: unknown,
  settings: PaymentSettings,
): { order: PaymentOrder } | { error: LatchkeyError } {
  try {
    return { order: orderOf(request, settings) }
  } catch (error) {
    return { error: error instanceof LatchkeyError ? error : new LatchkeyError('pay.invalidConfig', { cause: error }) }
  }
}

/** Exchanges only pay on EVM chains: reference A.4.10. */
export const hasExchanges = (networkId: NetworkId): boolean => namespaceOf(networkId) === 'eip155'

/** Returns a CAIP-19 id. SLIP-44 identifies a coin; the API uses 60 for every EVM chain. */
export const assetIdOf = ({ network, asset: { address } }: Pick<PaymentOrder, 'network' | 'asset'>): string =>
  address === undefined ? `${network}/slip44:60` : `${network}/erc20:${address}`

/** Returns the exchanges that are shown, without duplicates. */
export const shownExchanges = (exchanges: readonly Exchange[], { includeOnly, exclude }: PaymentOrder): Exchange[] => {
  const byId = new Map<string, Exchange>()
  for (const { id, name, imageUrl } of exchanges) {
    const isOffered = (includeOnly?.includes(id) ?? true) && exclude?.includes(id) !== true
    const displayName = toPlainText(name)
    if (isOffered && displayName !== '' && !byId.has(id))
      byId.set(id, { id, name: displayName, imageUrl: pictureOf(imageUrl) })
  }
  return [...byId.values()].slice(0, PAY.exchangesShown)
}
const pictureOf = (url: string | undefined) =>
  url !== undefined && url.length <= PAY.urlAtMost && url.startsWith('https://') ? url : undefined

/**
 * Returns the host of an exchange's page, to show to the user; undefined for a URL that must not be opened. Only https and this
 * machine are allowed, without a user name or password that could make the URL look like another one.
 */
export function exchangeHost(text: string): string | undefined {
  if (text.length > PAY.urlAtMost || !URL.canParse(text)) return undefined
  const { protocol, hostname, host, username, password } = new URL(text)
  const isHere = /^((.+\.)?localhost|127\.0\.0\.1)$/.test(hostname)
  const isFit = protocol === 'https:' || (protocol === 'http:' && isHere)
  return isFit && username === '' && password === '' ? host : undefined
}

/** Returns the transfer of a payment, for the request to the wallet. */
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

/** Whether the active account can pay: it is on the network of the payment. */
export const isPayable = (
  activeAccount: ActiveAccount | undefined,
  order: PaymentOrder | undefined,
): activeAccount is ActiveAccount =>
  activeAccount !== undefined &&
  order !== undefined &&
  activeAccount.network.caipNetworkId === order.network &&
  activeAccount.connection.networkId === order.network

/** Returns a transaction hash that an exchange reports; undefined if it is not a hash. */
export const hashIn = (networkId: NetworkId, hash: string | undefined): string | undefined =>
  hash !== undefined && namespaceOf(networkId) === 'eip155' && isTransactionHash(hash) ? hash : undefined

/** Returns the outcome that the app receives when a payment has ended. */
export function endOutcome(payment: Payment, { status, hash, isVerified }: PaymentEnd): Outcome<PaymentResult> {
  if (status === 'paid') return done({ ...payment, hash, isVerified })
  return status === 'expired' ? expired(new LatchkeyError('pay.expired')) : failed(new LatchkeyError('pay.failed'))
}

/** Returns the final event for the callers that follow a payment. */
export const toEnd = ({
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

/** Returns the error of a failed exchange request: always one with a `pay.` code, never the exchange's text. */
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

/** Returns the hash that a wallet returned for a transfer, which its adapter validated; undefined for any other outcome. */
export const sentHashIn = (outcome: Outcome<unknown>): string | undefined =>
  outcome.status === 'done' && typeof outcome.value === 'string' && outcome.value !== '' ? outcome.value : undefined

/** Returns the outcome if there is no hash. */
export const unsentPayment = (outcome: Outcome<unknown>): Outcome<never> =>
  outcome.status === 'done' ? unreadable(outcome.value) : outcome

/** Returns the message that the user sees when a payment has ended. */
export const reportMessage = (
  { amount, asset: { symbol } }: Payment,
  outcome: Outcome<PaymentResult>,
): SnackbarMessage =>
  'error' in outcome
    ? { variant: 'error', code: outcome.error.code, params: outcome.error.params }
    : { variant: 'success', code: 'pay.paid', params: { amount, symbol } }
