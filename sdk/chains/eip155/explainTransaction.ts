/** Explains transactions of an EVM wallet. */
import { getAddress, isAddress, parseAbi, type Hex } from 'viem'
import { readContract } from 'viem/actions'
import type {
  Explanation,
  ExplanationPart as Part,
  ExplanationWarning as Warning,
} from '../../../machines/wallet-requests/explanation.types.ts'
import type { Network } from '../../../machines/shared/network.types.ts'
import type { RpcCall } from '../../../machines/wallet-requests/walletRequest.types.ts'
import { formatAmount } from '../../../machines/shared/amounts.rules.ts'
import { isContractData } from '../../../machines/shared/hex.rules.ts'
import {
  explanationOf,
  isWithoutLimit,
  explainUnknownCall,
  toText,
} from '../../../machines/wallet-requests/explanation.rules.ts'
import { displaySymbol, toPlainText } from '../../../machines/shared/texts.rules.ts'
import { rpcClient } from '../../rpc/client.ts'
import type { RequestContext } from '../requestContext.ts'
import { explainAbi, type Abis } from './explainAbi.ts'
import { tokenCallIn } from './tokenCalls.ts'
import { readTokenWord } from './tokenWords.ts'

/** The decimals of a token (ERC-20). */
const DECIMALS_ABI = parseAbi(['function decimals() view returns (uint8)'])

/** The maximum length of a symbol that is shown: a token can choose any text. */
const MAX_SYMBOL_LENGTH = 12

const address = (label: Part['label'], value: string): Part => ({ label, value, as: 'address' })
const amount = (value: string): Part => ({ label: 'amount', value, as: 'amount' })

/** The decimals and the symbol of a token from the chain, or `undefined` if it is not an ERC-20. */
export async function tokenOf(network: Network, contract: Hex, signal: AbortSignal) {
  const client = rpcClient(network, signal)
  const [decimals, symbol] = await Promise.allSettled([
    readContract(client, { address: contract, abi: DECIMALS_ABI, functionName: 'decimals' }),
    readTokenWord(client, contract, 'symbol'),
  ])
  if (decimals.status === 'rejected') return undefined
  const name = symbol.status === 'fulfilled' ? toPlainText(symbol.value).slice(0, MAX_SYMBOL_LENGTH) : ''
  return { decimals: decimals.value, symbol: displaySymbol(name) }
}

export interface EvmRequestContext extends RequestContext {
  network: Network
  /** The app's ABIs on this network, by contract address. */
  abis: Abis
}

/** Explains a call of a token contract. */
async function explainToken(
  contract: Hex,
  data: Hex,
  context: EvmRequestContext,
  signal: AbortSignal,
): Promise<Explanation | undefined> {
  const call = tokenCallIn(data)
  if (!call) return undefined
  const amountPart = async (units: bigint): Promise<Part> => {
    const token = await tokenOf(context.network, contract, signal)
    if (!token) return { label: 'token', value: units.toString(), as: 'text' }
    return amount(`${formatAmount(units, token.decimals)} ${token.symbol}`.trim())
  }
  const explain = (kind: Explanation['kind'], parts: readonly Part[], warnings: readonly Warning[] = []) =>
    explanationOf(kind, [...parts, address('contract', contract)], warnings)
  switch (call.functionName) {
    case 'transfer': {
      const [to, units] = call.args
      return explain('tokenTransfer', [await amountPart(units), address('receiver', to)])
    }
    case 'transferFrom': {
      const [from, to, units] = call.args
      return explain('tokenTransfer', [await amountPart(units), address('sender', from), address('receiver', to)])
    }
    case 'approve':
    case 'increaseAllowance': {
      const [spender, units] = call.args
      if (isWithoutLimit(units)) return explain('tokenApproval', [address('spender', spender)], ['unlimited'])
      return explain('tokenApproval', [await amountPart(units), address('spender', spender)])
    }
    case 'setApprovalForAll': {
      const [operator, approved] = call.args
      return explain('operatorApproval', [address('operator', operator)], approved ? ['wholeCollection'] : [])
    }
    case 'safeTransferFrom': {
      const [from, to, id, ...rest] = call.args
      const token: Part = { label: 'token', value: id.toString(), as: 'text' }
      // ERC-1155 has an amount; with ERC-721 each token is unique.
      const count = typeof rest[0] === 'bigint' ? [amount(rest[0].toString())] : []
      // A receiving contract may do anything with these bytes.
      const bytes = rest.find((item) => typeof item === 'string' && item !== '0x') as Hex | undefined
      const code: Part[] = bytes === undefined ? [] : [{ label: 'data', value: bytes, as: 'code' }]
      return explain(
        'tokenTransfer',
        [token, ...count, address('sender', from), address('receiver', to), ...code],
        code.length > 0 ? ['unreadable'] : [],
      )
    }
    default:
      return undefined
  }
}

/** The fields that are explained, or that only affect the execution. */
const FIELDS: readonly string[] =
  'from to value data input chainId gas gasLimit gasPrice maxFeePerGas maxPriorityFeePerGas nonce type accessList'.split(
    ' ',
  )

const isPresent = (value: unknown) => value !== undefined && value !== null

/** A quantity in the format of JSON-RPC, or `undefined` if wallets could parse it differently. */
function quantityOf(value: unknown): bigint | undefined {
  if (!isPresent(value)) return 0n
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined
}

/** The data of a transaction, or `undefined` if it is invalid or its two fields differ. */
function dataOf({ data, input }: Record<string, unknown>): Hex | undefined {
  const [first = '0x', second = first] = [data, input].filter(isPresent)
  return isContractData(first) && isContractData(second) && first.toLowerCase() === second.toLowerCase()
    ? first
    : undefined
}

/** The fee that a transaction sets, in units of gas and wei. 0 if the wallet chooses it. */
export interface RequestedFee {
  gas: bigint
  price: bigint
  tip: bigint
}

/** Reads the fee, or returns `undefined` if wallets could parse it differently. */
function feeIn(transaction: Record<string, unknown>): RequestedFee | undefined {
  const [limit, gasLimit, gasPrice, maxFee, tip] = [
    'gas',
    'gasLimit',
    'gasPrice',
    'maxFeePerGas',
    'maxPriorityFeePerGas',
  ].map((name) => quantityOf(transaction[name]))
  if (
    limit === undefined ||
    gasLimit === undefined ||
    gasPrice === undefined ||
    maxFee === undefined ||
    tip === undefined
  )
    return undefined
  return { gas: limit > gasLimit ? limit : gasLimit, price: gasPrice > maxFee ? gasPrice : maxFee, tip }
}

/** Parses a transaction. Returns `undefined` if wallets could parse it differently, or if a field is unknown. */
export function readTransaction(transaction: Record<string, unknown>) {
  const { to } = transaction
  const [value, data, fee] = [quantityOf(transaction['value']), dataOf(transaction), feeIn(transaction)]
  const nonce = quantityOf(transaction['nonce'])
  const isKnown = Object.keys(transaction).every((name) => FIELDS.includes(name))
  const hasReceiver = typeof to === 'string' && isAddress(to, { strict: false })
  if (value === undefined || data === undefined || !fee || nonce === undefined || !isKnown) return undefined
  if (!hasReceiver && to !== undefined && to !== null) return undefined
  return {
    to: hasReceiver ? getAddress(to) : undefined,
    value,
    data,
    fee,
    ...(isPresent(transaction['nonce']) && { nonce }),
  }
}

/** The gas of a transfer of the native token. */
const TRANSFER_GAS = 21_000n

/** Explains a transaction. If a part of it is unknown, the request is shown in raw form. */
export async function explainTransaction(
  call: RpcCall,
  transaction: Record<string, unknown>,
  context: EvmRequestContext,
  signal: AbortSignal,
): Promise<Explanation> {
  const { from } = transaction
  const { symbol, decimals } = context.network.nativeCurrency
  const parsed = readTransaction(transaction)
  // Do not explain a part of a transaction that is not understood as a whole.
  if (!parsed) return explainUnknownCall(call.method, call.params)
  const { to: receiver, value: units, data: calldata, nonce, fee } = parsed
  const coins = (wei: bigint) => `${formatAmount(wei, decimals)} ${displaySymbol(symbol)}`
  const native = amount(coins(units))
  const price = fee.price > fee.tip ? fee.price : fee.tip
  const isTransfer = receiver !== undefined && calldata === '0x'
  // Without a limit, the wallet chooses one. It is known only for a transfer.
  const maximumFee = (isTransfer && fee.gas < TRANSFER_GAS ? TRANSFER_GAS : fee.gas) * price
  const executionParts: readonly Part[] = [
    ...(nonce === undefined ? [] : [{ label: 'nonce', value: nonce.toString(), as: 'text' } as const]),
    ...(maximumFee > 0n ? [{ label: 'fee', value: coins(maximumFee), as: 'amount' } as const] : []),
  ]
  const valueParts = units > 0n ? [native] : []
  const warnings: readonly Warning[] =
    typeof from === 'string' && from.toLowerCase() !== context.address.toLowerCase() ? ['otherAccount'] : []
  const code: Part = { label: 'data', value: calldata, as: 'code' }
  if (receiver === undefined)
    return explanationOf('deployment', [...valueParts, ...executionParts, code], [...warnings, 'unreadable'])
  if (calldata === '0x')
    return explanationOf('transfer', [native, address('receiver', receiver), ...executionParts], warnings)
  // Standard token functions take precedence over the app's ABI.
  const explanation =
    (await explainToken(receiver, calldata, context, signal)) ?? explainAbi(context.abis, receiver, calldata)
  if (explanation)
    return {
      ...explanation,
      parts: [...explanation.parts, ...valueParts, ...executionParts],
      warnings: [...explanation.warnings, ...warnings],
    }
  return explanationOf(
    'contractCall',
    [...valueParts, address('contract', receiver), ...executionParts, code],
    [...warnings, 'unreadable'],
  )
}

/** Whether a request is for a chain other than the active one, whose token data would not apply. */
export const isOtherChain = ({ chainId }: Record<string, unknown>, { networkId }: EvmRequestContext): boolean =>
  isPresent(chainId) && `eip155:${quantityOf(chainId) ?? toText(chainId)}` !== networkId
