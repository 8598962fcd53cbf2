import type { Account, Connection } from '../entities/account.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../entities/namespace.ts'
import type { Network } from '../entities/network.ts'
import { balanceKey, type NftSource, type TokenBalance } from '../entities/token.ts'
import type { ErrorCode } from '../errors/catalogue.ts'
import { LatchkeyError, toLatchkeyError } from '../errors/error.ts'
import type { Fee, Transfer } from '../entities/transfer.ts'
import type { SendContract } from '../transfer/send.contract.ts'
import { isDecimal, parseAmount } from './amounts.ts'
import { isAddressOf, isSameToken } from './balances.ts'
import { plainText } from './texts.ts'
import type { Profile } from '../account/account.contract.ts'

/** Namespaces in which tokens can be sent: those of [4.22], and Bitcoin. */
const SENDABLE: readonly Namespace[] = ['eip155', 'solana', 'bip122']

/** Whether tokens can be sent on a network [4.22], from an account: what an address for ordinals holds is never spent. */
export const isSendable = (networkId: NetworkId, account?: Pick<Account, 'type'>): boolean =>
  SENDABLE.includes(namespaceOf(networkId)) && account?.type !== 'ordinal'

/** Whether the address that is sent from is one for ordinals. */
const isForOrdinals = ({ connection }: Draft): boolean =>
  connection?.accounts.some(({ address, type }) => address === connection.address && type === 'ordinal') ?? false

export interface Draft {
  /** Who sends. */
  connection?: Pick<Connection, 'address' | 'accounts'>
  network: Pick<Network, 'caipNetworkId'>
  token: TokenBalance | undefined
  amount: string
  receiver: string
  receiverAddress: string | undefined
  receiverError: LatchkeyError | undefined
  /** What the account holds. */
  tokens?: readonly TokenBalance[]
}

/** What is wrong with the receiver: what the chain says of it, or that it is the address of a token. */
export function receiverFault({
  token,
  tokens = [],
  receiverAddress,
  receiverError,
}: Draft): LatchkeyError | undefined {
  if (receiverError || receiverAddress === undefined) return receiverError
  const known = token ? [token, ...tokens] : tokens
  return known.some((each) => isAddressOf(receiverAddress, each)) ? new LatchkeyError('address.ofToken') : undefined
}

/** What is wrong with an amount as typed, whatever the rest of the draft says. */
export function amountFault(amount: string, token: TokenBalance | undefined): LatchkeyError | undefined {
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

/** The first thing that keeps a draft from being sent; `undefined` when it may go [5.1] [5.2]. */
export function draftFault(draft: Draft): LatchkeyError | undefined {
  const namespace = namespaceOf(draft.network.caipNetworkId)
  if (!SENDABLE.includes(namespace)) return new LatchkeyError('send.unsupportedChain')
  if (isForOrdinals(draft)) return new LatchkeyError('send.ordinals')
  if (draft.amount === '' || draft.receiver === '') return new LatchkeyError('send.incomplete')
  if (!isHere(draft)) return new LatchkeyError('send.tokenRequired')
  const fault = amountFault(draft.amount, draft.token) ?? receiverFault(draft)
  if (fault) return fault
  return draft.receiverAddress === undefined ? new LatchkeyError('address.unresolved') : undefined
}

/** The next thing a visitor has to do, in the order the send view asks for it. */
export type DraftStep =
  | 'selectToken'
  | 'incorrectValue'
  | 'addAmount'
  | 'insufficientFunds'
  | 'addAddress'
  | 'invalidAddress'
  | 'checkingAddress'
  | 'preview'

export function draftStep(draft: Draft): DraftStep {
  if (!isHere(draft)) return 'selectToken'
  const fault = amountFault(draft.amount, draft.token)
  if (fault) return fault.code === 'amount.insufficient' ? 'insufficientFunds' : 'incorrectValue'
  if (draft.amount === '') return 'addAmount'
  if (draft.receiver === '') return 'addAddress'
  if (receiverFault(draft)) return 'invalidAddress'
  return draft.receiverAddress === undefined ? 'checkingAddress' : 'preview'
}

type Context = SendContract['context']

/** Nothing was looked up for the draft yet. */
export const unreviewed = { fee: undefined, feeError: undefined } as const
/** Nobody was named yet. */
export const noReceiver = {
  receiver: '',
  receiverAddress: undefined,
  receiverError: undefined,
  receiverName: undefined,
  receiverProfileName: undefined,
  receiverProfileImageUrl: undefined,
} as const

/** A draft of which nothing was said yet. */
export const emptyDraft = {
  ...noReceiver,
  ...unreviewed,
  token: undefined,
  nftSource: undefined,
  amount: '',
  error: undefined,
  transfer: undefined,
  hash: undefined,
  progress: 'none',
} as const

/** An NFT that is the only one: of it there is no other amount. */
export const isOneNft = (token: TokenBalance | undefined): boolean =>
  token?.nft !== undefined && token.nft.standard !== 'erc1155'

/** The amount of a draft as it was typed. */
export const amountOf = ({ token }: Pick<Context, 'token'>, typed: string): string =>
  isOneNft(token) ? '1' : typed.trim()

/** A draft with another token: an amount that counts NFTs says nothing of it. */
export const withToken = ({ token: before, nftSource, amount }: Context, token: TokenBalance): Partial<Context> => ({
  token,
  nftSource: undefined,
  amount: isOneNft(token) ? '1' : before?.nft || nftSource ? '' : amount,
  error: undefined,
})

/** A draft of one NFT, of which nothing was read yet. */
export const withNftSource = (nftSource: NftSource): Partial<Context> => ({
  nftSource,
  token: undefined,
  amount: '1',
  error: undefined,
})

/** The NFT as the chain tells it, in the draft that asked for it. */
export const withNft = ({ amount }: Context, token: TokenBalance): Partial<Context> => ({
  token,
  nftSource: undefined,
  amount: isOneNft(token) ? '1' : amount,
})

/** Why it is not known which NFT is meant. */
export const nftError = (thrown: unknown): LatchkeyError => {
  const error = toLatchkeyError(thrown)
  return error.code === 'unknown' ? new LatchkeyError('send.nftNotFound', { cause: thrown }) : error
}

/** What an NFT is read from. */
export function nftOrderOf({ connection, network, nftSource }: Context) {
  if (!nftSource) throw new LatchkeyError('send.nftNotFound')
  return { connection, network, source: nftSource }
}

/** What an account holds, and what the native token of it is worth. */
export const heldTokens = (tokens: readonly TokenBalance[]) => ({
  tokens,
  networkBalanceInUSD: tokens.find(({ address }) => address === undefined)?.value,
})

/** What the draft makes of balances that came in: an amount that was typed for another scale says nothing of this one. */
export function withTokens({ token }: Pick<Context, 'token'>, tokens: readonly TokenBalance[]): Partial<Context> {
  const known = heldTokens(tokens)
  const renewed = token && tokens.find((each) => balanceKey(each) === balanceKey(token))
  if (!token || !renewed) return known
  return isSameToken(token, renewed) ? { ...known, token: renewed } : { ...known, token: undefined, amount: '' }
}

/** Whether balances say nothing else of what the draft's token is. */
export const isRenewed = ({ token }: Pick<Context, 'token'>, tokens: readonly TokenBalance[]): boolean =>
  tokens.every((known) => !token || balanceKey(known) !== balanceKey(token) || isSameToken(known, token))

/** Why a transfer cannot be made as it is, whatever a wallet says; anything else only keeps its fee from being known. */
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

/** Whether what came of working out the fee means that the transfer cannot be made. */
export const isRefusal = (error: LatchkeyError): boolean => REFUSALS.includes(error.code)

/** Whether the account has too little of the native token for the fee, and for the amount where that is native too. */
export function feeFault({ network, tokens, token, amount }: Context, fee: Fee): LatchkeyError | undefined {
  const native = tokens.find(({ address, chainId }) => address === undefined && chainId === network.caipNetworkId)
  if (!native) return undefined
  const decimals = Number(native.quantity.decimals)
  const sent = token && token.address === undefined ? parseAmount(amount, decimals) : 0n
  if (sent + parseAmount(fee.amount, decimals) <= parseAmount(native.quantity.numeric, decimals)) return undefined
  return new LatchkeyError('send.gasUnaffordable', { params: { symbol: native.symbol } })
}

/** What a fee is worth, in USD; nothing where no price of the native token is known. */
export function feeValue({ amount }: Fee, tokens: readonly TokenBalance[]): number | undefined {
  const price = tokens.find(({ address }) => address === undefined)?.price
  return price === undefined ? undefined : Number(amount) * price
}

/** What is known of the receiver by the name and picture that its address has made for itself. */
export const receiverOf = ({ name, avatar }: Profile): Partial<Context> => ({
  receiverProfileName: name === undefined ? undefined : plainText(name),
  receiverProfileImageUrl: avatar,
})

/** An empty draft [4.23], and what was sent. */
export const sentDraft = ({ transfer }: Context, hash: string): Partial<Context> => ({
  ...emptyDraft,
  transfer,
  hash,
  progress: 'confirming',
})

/** The transfer that a draft asks for, which is complete. */
export function transferOf({ network, token, amount, receiverAddress, fee }: Context): Transfer {
  if (!token || receiverAddress === undefined) throw new LatchkeyError('send.incomplete')
  return { network, token, amount, receiver: receiverAddress, fee }
}

/** What the largest amount is worked out from. */
export function estimateOf({ connection, network, token, receiverAddress: receiver }: Context) {
  if (!token) throw new LatchkeyError('send.tokenRequired')
  return { connection, network, token, receiver }
}

/** What others are told of a transfer. */
export const sentOf = ({ transfer, network }: Context): { networkId: NetworkId; token: string; amount: string } => ({
  networkId: network.caipNetworkId,
  token: transfer?.token.symbol ?? '',
  amount: transfer?.amount ?? '',
})
