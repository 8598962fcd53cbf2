import { namespaceOf, type Namespace, type NetworkId } from '../entities/namespace.ts'
import type { Network } from '../entities/network.ts'
import type { TokenBalance } from '../entities/token.ts'
import { LatchkeyError } from '../errors/error.ts'
import type { SendContract, Transfer } from '../transfer/send.contract.ts'
import { isDecimal, parseAmount } from './amounts.ts'
import { isAddressOf } from './balances.ts'
import { networkOrUnsupported } from './networks.ts'

/** Namespaces in which tokens can be sent [4.22]. */
const SENDABLE: readonly Namespace[] = ['eip155', 'solana']

/** Whether tokens can be sent on a network [4.22]. */
export const isSendable = (networkId: NetworkId): boolean => SENDABLE.includes(namespaceOf(networkId))

export interface Draft {
  networkId: string
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

const isHere = ({ token, networkId }: Draft): boolean => token?.chainId === networkId

/** The first thing that keeps a draft from being sent; `undefined` when it may go [5.1] [5.2]. */
export function draftFault(draft: Draft): LatchkeyError | undefined {
  if (!SENDABLE.includes(namespaceOf(draft.networkId))) return new LatchkeyError('send.unsupportedChain')
  if (draft.amount === '' || draft.receiver === '') return new LatchkeyError('send.incomplete')
  if (namespaceOf(draft.networkId) === 'eip155' && !isHere(draft)) return new LatchkeyError('send.tokenRequired')
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

export const networkIn = ({ networks, networkId }: Pick<Context, 'networks' | 'networkId'>): Network =>
  networkOrUnsupported(networks, networkId)

/** What keeps the draft from being submitted: something of its own, or that nobody is connected. */
export const submissionFault = (context: Context): LatchkeyError | undefined =>
  draftFault(context) ?? (context.connection ? undefined : new LatchkeyError('wallet.disconnected'))

/** The transfer that a draft asks for, which is complete. */
export function transferOf(context: Context): Transfer {
  const { connection, token, amount, receiverAddress } = context
  if (!connection || !token || receiverAddress === undefined) throw new LatchkeyError('send.incomplete')
  return { connection, network: networkIn(context), token, amount, receiver: receiverAddress }
}

/** What the largest amount is worked out from. */
export function estimateOf(context: Context): Pick<Transfer, 'connection' | 'network' | 'token'> {
  const { connection, token } = context
  if (!connection || !token) throw new LatchkeyError('send.tokenRequired')
  return { connection, network: networkIn(context), token }
}

/** What others are told of a transfer. */
export const sentOf = ({ transfer, networkId }: Context): { networkId: NetworkId; token: string; amount: string } => ({
  networkId: transfer?.network.caipNetworkId ?? networkId,
  token: transfer?.token.symbol ?? '',
  amount: transfer?.amount ?? '',
})
