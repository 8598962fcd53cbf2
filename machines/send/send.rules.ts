import type { Account, Connection } from '../shared/account.types.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../shared/namespace.types.ts'
import type { Network } from '../shared/network.types.ts'
import { balanceKey, type NftSource, type TokenBalance } from '../shared/token.types.ts'
import type { ErrorCode } from '../shared/errors/catalog.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import type { Fee, Transfer } from './transfer.types.ts'
import type { SendContract } from './send.contract.ts'
import { isDecimal, parseAmount } from '../shared/amounts.rules.ts'
import { isAddressOf, isSameToken } from '../account/balance.rules.ts'
import { toPlainText } from '../shared/texts.rules.ts'
import type { Profile } from '../account/account.contract.ts'

/** Namespaces in which tokens can be sent: those of [4.22], and Bitcoin. */
const SENDABLE: readonly Namespace[] = ['eip155', 'solana', 'bip122']

/** Whether tokens can be sent on a network [4.22] from an account. The coins of an address for ordinals are never spent. */
export const isSendable = (networkId: NetworkId, account?: Pick<Account, 'type'>): boolean =>
  SENDABLE.includes(namespaceOf(networkId)) && account?.type !== 'ordinal'

/** Whether the sending address is one for ordinals. */
const isForOrdinals = ({ connection }: Draft): boolean =>
  connection?.accounts.some(({ address, type }) => address === connection.address && type === 'ordinal') ?? false

export interface Draft {
  /** The sender. */
  connection?: Pick<Connection, 'address' | 'accounts'>
  network: Pick<Network, 'caipNetworkId'>
  token: TokenBalance | undefined
  amount: string
  receiver: string
  receiverAddress: string | undefined
  receiverError: LatchkeyError | undefined
  /** The account's balances. */
  tokens?: readonly TokenBalance[]
}

/** Returns what is wrong with the receiver: the error of the validation, or that it is the address of a token. */
export function validateReceiver({
  token,
  tokens = [],
  receiverAddress,
  receiverError,
}: Draft): LatchkeyError | undefined {
  if (receiverError || receiverAddress === undefined) return receiverError
  const candidates = token ? [token, ...tokens] : tokens
  return candidates.some((each) => isAddressOf(receiverAddress, each))
    ? new LatchkeyError('address.ofToken')
    : undefined
}

/** Returns what is wrong with a typed amount, regardless of the rest of the draft. */
export function validateAmount(amount: string, token: TokenBalance | undefined): LatchkeyError | undefined {
  if (amount === '') return undefined
  if (!isDecimal(amount)) return new LatchkeyError('amount.invalid', { params: { value: amount } })
  if (amount.startsWith('-')) return new LatchkeyError('amount.negative')
  if (!token) return undefined
  const decimals = Number(token.quantity.decimals)
  try {
    const units = parseAmount(amount, decimals)
    if (units === 0n) return new LatchkeyError('amount.negative')
    return units > parseAmount(token.quantity.numeric, decimals) ? new LatchkeyError('amount.insufficient') : undefined
  } catch (cause) {
    return new LatchkeyError('amount.tooPrecise', { params: { symbol: token.symbol, decimals }, cause })
  }
}

const isHere = ({ token, network }: Draft): boolean => token?.chainId === network.caipNetworkId

/** Returns the first reason why a draft cannot be sent; undefined if it can [5.1] [5.2]. */
export function validateDraft(draft: Draft): LatchkeyError | undefined {
  const namespace = namespaceOf(draft.network.caipNetworkId)
  if (!SENDABLE.includes(namespace)) return new LatchkeyError('send.unsupportedChain')
  if (isForOrdinals(draft)) return new LatchkeyError('send.ordinals')
  if (draft.amount === '' || draft.receiver === '') return new LatchkeyError('send.incomplete')
  if (!isHere(draft)) return new LatchkeyError('send.tokenRequired')
  const fault = validateAmount(draft.amount, draft.token) ?? validateReceiver(draft)
  if (fault) return fault
  return draft.receiverAddress === undefined ? new LatchkeyError('address.unresolved') : undefined
}

/** The next thing that the user has to do, in the order of the send view. */
export type DraftStep =
  | 'selectToken'
  | 'incorrectValue'
  | 'addAmount'
  | 'insufficientFunds'
  | 'addAddress'
  | 'invalidAddress'
  | 'checkingAddress'
  | 'preview'

/** Returns what a draft needs next. */
export function draftStep(draft: Draft): DraftStep {
  if (!isHere(draft)) return 'selectToken'
  const fault = validateAmount(draft.amount, draft.token)
  if (fault) return fault.code === 'amount.insufficient' ? 'insufficientFunds' : 'incorrectValue'
  if (draft.amount === '') return 'addAmount'
  if (draft.receiver === '') return 'addAddress'
  if (validateReceiver(draft)) return 'invalidAddress'
  return draft.receiverAddress === undefined ? 'checkingAddress' : 'preview'
}

type Context = SendContract['context']

/** No fee was fetched for the draft yet. */
export const noReview = { fee: undefined, feeError: undefined } as const
/** No receiver was entered yet. */
export const noReceiver = {
  receiver: '',
  receiverAddress: undefined,
  receiverError: undefined,
  receiverName: undefined,
  receiverProfileName: undefined,
  receiverProfileImageUrl: undefined,
} as const

/** An empty draft. */
export const emptyDraft = {
  ...noReceiver,
  ...noReview,
  token: undefined,
  nftSource: undefined,
  amount: '',
  error: undefined,
  transfer: undefined,
  hash: undefined,
  progress: 'none',
} as const

/** Whether an NFT is unique, so that its amount is always 1. */
export const isSingleNft = (token: TokenBalance | undefined): boolean =>
  token?.nft !== undefined && token.nft.standard !== 'erc1155'

/** Returns the amount of a draft for a typed text. */
export const amountOf = ({ token }: Pick<Context, 'token'>, typed: string): string =>
  isSingleNft(token) ? '1' : typed.trim()

/** Returns a draft with another token. The amount is cleared if it counted NFTs. */
export const withToken = ({ token: before, nftSource, amount }: Context, token: TokenBalance): Partial<Context> => ({
  token,
  nftSource: undefined,
  amount: isSingleNft(token) ? '1' : before?.nft || nftSource ? '' : amount,
  error: undefined,
})

/** Returns a draft of one NFT that was not read from the chain yet. */
export const withNftSource = (nftSource: NftSource): Partial<Context> => ({
  nftSource,
  token: undefined,
  amount: '1',
  error: undefined,
})

/** Returns the draft with the NFT that was read from the chain. */
export const withNft = ({ amount }: Context, token: TokenBalance): Partial<Context> => ({
  token,
  nftSource: undefined,
  amount: isSingleNft(token) ? '1' : amount,
})

/** Returns why an NFT could not be identified. */
export const nftError = (thrown: unknown): LatchkeyError => {
  const error = toLatchkeyError(thrown)
  return error.code === 'unknown' ? new LatchkeyError('send.nftNotFound', { cause: thrown }) : error
}

/** Returns the input with which an NFT is read. */
export function toNftOrder({ connection, network, nftSource }: Context) {
  if (!nftSource) throw new LatchkeyError('send.nftNotFound')
  return { connection, network, source: nftSource }
}

/** Returns an account's balances, and the value of the native one. */
export const toBalances = (tokens: readonly TokenBalance[]) => ({
  tokens,
  networkBalanceInUSD: tokens.find(({ address }) => address === undefined)?.value,
})

/**
 * Returns the draft after new balances were loaded. The amount is cleared if the token has other decimals or another symbol now.
 */
export function withTokens({ token }: Pick<Context, 'token'>, tokens: readonly TokenBalance[]): Partial<Context> {
  const balances = toBalances(tokens)
  const renewed = token && tokens.find((each) => balanceKey(each) === balanceKey(token))
  if (!token || !renewed) return balances
  return isSameToken(token, renewed) ? { ...balances, token: renewed } : { ...balances, token: undefined, amount: '' }
}

/** Whether new balances do not change the draft's token itself. */
export const hasSameToken = ({ token }: Pick<Context, 'token'>, tokens: readonly TokenBalance[]): boolean =>
  tokens.every((other) => !token || balanceKey(other) !== balanceKey(token) || isSameToken(other, token))

/** Errors that mean that a transfer cannot be made, whatever the wallet says. With other errors only its fee is unknown. */
const REFUSALS: readonly ErrorCode[] = [
  'amount.dust',
  'send.tooManyCoins',
  'send.feeTooHigh',
  'send.nonTransferable',
  'send.transferHook',
  'send.paused',
  'send.frozen',
  'send.receiverFrozen',
  'send.memoRequired',
  'send.nftNotHeld',
  'send.nftReceiver',
  'send.nftRefused',
]

/** Whether an error of the fee estimate means that the transfer cannot be made. */
export const isRefusal = (error: LatchkeyError): boolean => REFUSALS.includes(error.code)

/** Returns an error if the account has too little of the native token for the fee, and for the amount if that is native too. */
export function validateFee({ network, tokens, token, amount }: Context, fee: Fee): LatchkeyError | undefined {
  const native = tokens.find(({ address, chainId }) => address === undefined && chainId === network.caipNetworkId)
  if (!native) return undefined
  const decimals = Number(native.quantity.decimals)
  const sent = token && token.address === undefined ? parseAmount(amount, decimals) : 0n
  if (sent + parseAmount(fee.amount, decimals) <= parseAmount(native.quantity.numeric, decimals)) return undefined
  return new LatchkeyError('send.gasUnaffordable', { params: { symbol: native.symbol } })
}

/** Returns the value of a fee in USD; undefined if the price of the native token is unknown. */
export function feeValue({ amount }: Fee, tokens: readonly TokenBalance[]): number | undefined {
  const price = tokens.find(({ address }) => address === undefined)?.price
  return price === undefined ? undefined : Number(amount) * price
}

/** Returns the name and avatar of the receiver's profile, as fields of the draft. */
export const receiverOf = ({ name, avatar }: Profile): Partial<Context> => ({
  receiverProfileName: name === undefined ? undefined : toPlainText(name),
  receiverProfileImageUrl: avatar,
})

/** Returns an empty draft [4.23], with the transfer that was sent. */
export const clearedDraft = ({ transfer }: Context, hash: string): Partial<Context> => ({
  ...emptyDraft,
  transfer,
  hash,
  progress: 'confirming',
})

/** Returns the transfer of a complete draft. */
export function toTransfer({ network, token, amount, receiverAddress, fee }: Context): Transfer {
  if (!token || receiverAddress === undefined) throw new LatchkeyError('send.incomplete')
  return { network, token, amount, receiver: receiverAddress, fee }
}

/** Returns the input for estimating the maximum amount. */
export function toEstimateOrder({ connection, network, token, receiverAddress: receiver }: Context) {
  if (!token) throw new LatchkeyError('send.tokenRequired')
  return { connection, network, token, receiver }
}

/** Returns the data of a transfer for broadcast events and analytics. */
export const toSentTransfer = ({
  transfer,
  network,
}: Context): { networkId: NetworkId; token: string; amount: string } => ({
  networkId: network.caipNetworkId,
  token: transfer?.token.symbol ?? '',
  amount: transfer?.amount ?? '',
})
