/** Swaps on EVM chains: parses the transaction that the API builds, simulates it and measures the result. */
import {
  bytesToHex,
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  hexToString,
  numberToHex,
  type Address,
  type Hex,
} from 'viem'
import { getBalance, getTransaction, getTransactionCount, getTransactionReceipt, readContract } from 'viem/actions'
import * as z from 'zod/mini'
import type { Network } from '../../../machines/shared/network.types.ts'
import type { BuiltSwap, SwapCall, SwapToken } from '../../../machines/swap/swap.types.ts'
import type { TokenBalance } from '../../../machines/shared/token.types.ts'
import type { Connection } from '../../../machines/shared/account.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { validateAddress } from '../../../machines/shared/addresses.rules.ts'
import { formatAmount, parseAmount } from '../../../machines/shared/amounts.rules.ts'
import { isContractData } from '../../../machines/shared/hex.rules.ts'
import { isUnsupportedMethod } from '../../../machines/shared/outcome.rules.ts'
import { isRecord } from '../../../machines/shared/typeGuards.rules.ts'
import { findBalance, isNativeSide } from '../../../machines/swap/swapDraft.rules.ts'
import { maximumAmount, typicalNetworkFee } from '../../../machines/swap/swap.rules.ts'
import { toPlainText } from '../../../machines/shared/texts.rules.ts'
import { RPC, TIMEOUTS } from '../../../machines/constants.ts'
import type { FoundToken } from '../../../machines/swap/swap.contract.ts'
import type { Permit, SwapOrder } from '../../../machines/swap/swapExecution.contract.ts'
import type { Api } from '../../api/client.ts'
import { bounded } from '../../platform/abort.ts'
import type { WalletProvider } from '../../provider/walletProvider.ts'
import { rpcClient } from '../../rpc/client.ts'
import { readCapabilities } from './calls.ts'
import type { DataCall } from './dataFees.ts'
import { dataFeeOf, gasPriceOf } from './fees.ts'
import { callWallet, hexChainId } from './walletState.ts'
import { isOperationReverted } from './receipts.ts'
import { tokenCallIn } from './tokenCalls.ts'
import { assertDecimals } from './tokens.ts'
import { readTokenWord } from './tokenWords.ts'
import { changesOf, grantsOf, NATIVE, type Grant } from './transferLogs.ts'

const contractOf = ({ chainId, address }: SwapToken): Address =>
  getAddress(address.slice(chainId.length + 1).toLowerCase())
/** The address of a token in logs and simulations. */
const assetOf = (token: SwapToken): string => (isNativeSide(token) ? NATIVE : contractOf(token).toLowerCase())
const accountOf = ({ connection, network }: SwapOrder): string => `${network.caipNetworkId}:${connection.address}`

/** Checks that the contract's decimals match those with which amounts were shown. */
const checkDecimals = (network: Network, token: SwapToken, signal: AbortSignal) =>
  assertDecimals(
    network,
    {
      name: token.name,
      symbol: token.symbol,
      chainId: token.chainId,
      ...(!isNativeSide(token) && { address: token.address }),
      quantity: { decimals: String(token.decimals), numeric: '0' },
    },
    signal,
  )

/** The maximum length of a token's symbol and name. */
const MAX_LENGTHS = { symbol: 12, name: 64 }

/** The account's amount of a token, in the format of balances. */
const toTokenBalance = ({ chainId, address, name, symbol, decimals }: SwapToken, units: bigint): TokenBalance => ({
  name,
  symbol,
  chainId,
  address,
  quantity: { decimals: String(decimals), numeric: formatAmount(units, decimals) },
})

/** The account's balance of a token, or `undefined` if no node returns it in time. */
export async function readTokenBalance(
  { connection, network }: { connection: Connection; network: Network },
  token: SwapToken,
  signal: AbortSignal,
): Promise<TokenBalance | undefined> {
  const bound = bounded(signal, RPC.tokenMs, () => new LatchkeyError('rpc.expired'))
  const args = [getAddress(connection.address)] as const
  try {
    const client = rpcClient(network, bound.signal)
    const address = contractOf(token)
    return toTokenBalance(
      token,
      await readContract(client, { address, abi: erc20Abi, functionName: 'balanceOf', args }),
    )
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  } finally {
    bound.end()
  }
}

/** Reads a token by its contract address, and the account's balance of it. Throws `address.*`, `swap.unknownToken`. */
export async function readToken(
  { connection, network, address: text }: { connection: Connection; network: Network; address: string },
  signal: AbortSignal,
): Promise<FoundToken> {
  const error = validateAddress('eip155', text.trim())
  if (error) throw error
  const address = getAddress(text.trim().toLowerCase())
  const client = rpcClient(network, signal)
  const [decimals, symbol, name] = await Promise.allSettled([
    readContract(client, { address, abi: erc20Abi, functionName: 'decimals' }),
    readTokenWord(client, address, 'symbol'),
    readTokenWord(client, address, 'name'),
  ])
  if (signal.aborted) throw signal.reason
  if (decimals.status === 'rejected') throw new LatchkeyError('swap.unknownToken', { cause: decimals.reason })
  const toDisplayText = (result: PromiseSettledResult<string>, maxLength: number) =>
    (result.status === 'fulfilled' ? toPlainText(result.value).slice(0, maxLength) : '') || address.slice(0, 8)
  const token: SwapToken = {
    chainId: network.caipNetworkId,
    address: `${network.caipNetworkId}:${address}`,
    symbol: toDisplayText(symbol, MAX_LENGTHS.symbol),
    name: toDisplayText(name, MAX_LENGTHS.name),
    decimals: decimals.value,
    isUnlisted: true,
  }
  return { token, balance: await readTokenBalance({ connection, network }, token, signal) }
}

/** Sample data of the usual size of swaps, in which no byte equals the one before. */
const SAMPLE_DATA = bytesToHex(
  Uint8Array.from({ length: 1_000 }, (_, index) => (index * 167 + (index >> 3) * 29) & 255),
)

/** The maximum amount of a token that can be swapped, as decimal text. Throws `send.gasUnaffordable`, `send.gasEstimate`. */
export async function estimateMaximum(
  order: { network: Network; connection: Connection; from: SwapToken; balances: readonly TokenBalance[] },
  signal: AbortSignal,
): Promise<string> {
  const { network, from, balances } = order
  const balance = parseAmount(findBalance(balances, from) ?? '0', from.decimals)
  const isNative = isNativeSide(from)
  const [gasPrice, dataFee] = isNative
    ? await Promise.all([
        gasPriceOf(network, TIMEOUTS.estimateMs, signal),
        dataFeeOf(network, [{ data: SAMPLE_DATA }], signal).catch((cause: unknown) => {
          throw signal.aborted ? signal.reason : new LatchkeyError('send.gasEstimate', { cause })
        }),
      ])
    : [{ price: 0n }, 0n]
  const fee = typicalNetworkFee(gasPrice.price) + dataFee
  return formatAmount(maximumAmount(balance, fee, { symbol: from.symbol, isNative }), from.decimals)
}

/** Whether the wallet supports atomic bundles (EIP-5792). A wallet that does not respond does not support them. */
async function isAtomic(provider: WalletProvider, { connection, network }: SwapOrder, signal: AbortSignal) {
  const chainId = hexChainId(network.caipNetworkId)
  const bound = bounded(signal, RPC.tokenMs, () => new LatchkeyError('rpc.expired'))
  try {
    const answer = await callWallet(provider, bound.signal, 'wallet_getCapabilities', [connection.address, [chainId]])
    const capabilities = readCapabilities(answer)
    const atomic = capabilities[Number(chainId)]?.['atomic'] ?? capabilities[0]?.['atomic']
    return isRecord(atomic) && (atomic['status'] === 'supported' || atomic['status'] === 'ready')
  } catch (error) {
    if (signal.aborted) throw error
    return false
  } finally {
    bound.end()
  }
}

/** Reads the allowance [7.10]. Queries the wallet's capabilities only if the allowance is too low. */
export async function readPermit(
  { api, provider }: { api: Api; provider: WalletProvider },
  order: SwapOrder,
  signal: AbortSignal,
): Promise<Permit> {
  const { from, fromUnits } = order.quote
  if (isNativeSide(from)) return { isApproved: true, isAtomic: false }
  const query = { tokenAddress: from.address, userAddress: accountOf(order) }
  const { allowance } = await api.call('swapAllowance', query, {
    networkId: order.network.caipNetworkId,
    signal,
    fresh: true,
  })
  const isApproved = BigInt(allowance) >= fromUnits
  return { isApproved, isAtomic: !isApproved && (await isAtomic(provider, order, signal)) }
}

/** A call that the API built, if it is for the account and its chain. */
function callOf(tx: { from: string; to: string; data: string }, value: bigint, order: SwapOrder): SwapCall | undefined {
  const prefix = `${order.network.caipNetworkId}:`
  const to = tx.to.startsWith(prefix) ? tx.to.slice(prefix.length) : ''
  const isOwn = tx.from.toLowerCase() === accountOf(order).toLowerCase()
  if (!isOwn || validateAddress('eip155', to) || !isContractData(tx.data)) return undefined
  return { to: getAddress(to.toLowerCase()), data: tx.data, value }
}

/** The spender of an approval that the API built, or `undefined` if the call is not an approval. */
function spenderOf(call: SwapCall | undefined, token: SwapToken): Address | undefined {
  if (!call || call.to !== contractOf(token) || !isContractData(call.data)) return undefined
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: call.data })
    return functionName === 'approve' ? getAddress(args[0]) : undefined
  } catch {
    return undefined
  }
}

/**
 * Requests the transaction of a swap from the API, and its approval if one is needed [7.12] [7.13]. Only the spender is used from
 * the API's approval, and it must be the contract that the swap calls. The approved amount is exactly the amount to swap. Throws
 * `swap.buildFailed`, `swap.approvalFailed`, `send.decimalsDiffer`.
 */
export async function buildSwap(
  api: Api,
  order: SwapOrder,
  { isApproved }: Permit,
  signal: AbortSignal,
): Promise<BuiltSwap> {
  const { network, quote, slippage } = order
  const { from, to, fromUnits } = quote
  const networkId = network.caipNetworkId
  const swapParams = { from: from.address, to: to.address, userAddress: accountOf(order) }
  const eip155 = { slippage: Number(formatAmount(slippage, 2)) }
  const [built] = await Promise.all([
    api.call(
      'buildSwap',
      { ...swapParams, amount: String(fromUnits), disableEstimate: true, eip155 },
      { networkId, signal },
    ),
    checkDecimals(network, from, signal),
    checkDecimals(network, to, signal),
  ])
  const swap = callOf(built.tx, isNativeSide(from) ? fromUnits : 0n, order)
  // A swap that calls a token could transfer it anywhere. One that calls the account, if that is a contract, could do anything.
  if (
    !swap ||
    (isContractData(swap.data) && tokenCallIn(swap.data) !== undefined) ||
    swap.to === getAddress(order.connection.address) ||
    [from, to].some((token) => swap.to === contractOf(token))
  )
    throw new LatchkeyError('swap.buildFailed', { cause: built })
  if (isApproved) return { approval: undefined, swap }
  const approvalResponse = await api
    .call('buildApproval', swapParams, { networkId, signal })
    .catch((cause: unknown) => {
      throw signal.aborted ? signal.reason : new LatchkeyError('swap.approvalFailed', { cause })
    })
  const spender = spenderOf(callOf(approvalResponse.tx, 0n, order), from)
  if (spender === undefined || spender !== swap.to)
    throw new LatchkeyError('swap.approvalFailed', { cause: approvalResponse })
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, fromUnits] })
  return { approval: { to: contractOf(from), data, value: 0n }, swap }
}

const bytes = z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/))
const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
const simulatedSchema = z.tuple([
  z.object({
    calls: z.array(
      z.object({
        status: quantity,
        gasUsed: quantity,
        returnData: bytes,
        logs: z.array(z.object({ address: bytes, topics: z.array(bytes), data: bytes })),
      }),
    ),
  }),
])

/** Revert reasons of common exchange routers that mean that the price has moved. */
const PRICE_MOVED =
  /insufficient.?(output|a_amount|b_amount)|too little received|return amount is not enough|min.?return|slippage/i

/** The error of a call that failed in the simulation. */
function revertError(returnData: string): LatchkeyError {
  const reason = hexToString(returnData as Hex)
  return new LatchkeyError(PRICE_MOVED.test(reason) ? 'swap.priceMoved' : 'swap.wouldFail', { cause: reason })
}

/** Checks that the account can pay the network fee for this amount of gas. Throws `send.gasUnaffordable`. */
async function assertAffordable(
  { gas, value, calls }: { gas: bigint; value: bigint; calls: readonly DataCall[] },
  { network, connection }: SwapOrder,
  signal: AbortSignal,
) {
  const [gasPrice, balance, dataFee] = await Promise.allSettled([
    gasPriceOf(network, RPC.feeMs, signal),
    getBalance(rpcClient(network, signal), { address: getAddress(connection.address) }),
    dataFeeOf(network, calls, signal),
  ])
  if (gasPrice.status === 'rejected' || balance.status === 'rejected' || dataFee.status === 'rejected') return
  if (balance.value < value + gas * gasPrice.value.price + dataFee.value)
    throw new LatchkeyError('send.gasUnaffordable', { params: { symbol: network.nativeCurrency.symbol } })
}

/**
 * Simulates a swap with its approval on the current chain (`eth_simulateV1`). Resolves to the received amount in base units.
 * Throws `swap.unsimulated` if no node can simulate it, `swap.wouldFail`, `swap.priceMoved`, `swap.unexpected`,
 * `send.gasUnaffordable`.
 */
export async function simulateSwap(
  order: SwapOrder,
  { approval, swap }: BuiltSwap,
  signal: AbortSignal,
): Promise<bigint> {
  const { connection, network, quote, minimum } = order
  if (!('to' in swap)) throw new LatchkeyError('swap.buildFailed')
  const from = getAddress(connection.address)
  const calls = [...(approval ? [approval] : []), swap].map(({ to, data, value }) => ({
    from,
    to,
    data,
    value: numberToHex(value),
  }))
  const params = [{ blockStateCalls: [{ calls }], traceTransfers: true, validation: false }, 'latest']
  let answer: unknown
  try {
    answer = await rpcClient(network, signal).request({ method: 'eth_simulateV1', params } as never)
  } catch (error) {
    throw signal.aborted || !isUnsupportedMethod(error)
      ? error
      : new LatchkeyError('swap.unsimulated', { cause: error })
  }
  const [{ calls: results }] = simulatedSchema.parse(answer)
  const failedCall = results.find(({ status }) => BigInt(status) === 0n)
  if (failedCall) throw revertError(failedCall.returnData)
  if (results.length !== calls.length) throw new LatchkeyError('swap.wouldFail', { cause: results })
  const gas = results.reduce((sum, { gasUsed }) => sum + BigInt(gasUsed), 0n)
  const logs = results.flatMap((result) => result.logs)
  const { changes, isTruncated } = changesOf(logs, from)
  // The router may receive an allowance for the sold token; a new one must not exceed the amount.
  const isExpectedGrant = ({ asset, spender, units }: Grant) =>
    asset === assetOf(quote.from) &&
    spender === swap.to.toLowerCase() &&
    units !== undefined &&
    (!approval || units <= quote.fromUnits)
  if (!grantsOf(logs, from).every(isExpectedGrant)) throw new LatchkeyError('swap.unexpected')
  const changeOf = (token: SwapToken) =>
    changes.find(({ asset, id }) => asset === assetOf(token) && id === undefined)?.units ?? 0n
  const others = changes.filter(({ asset, units }) => units < 0n && asset !== assetOf(quote.from))
  if (isTruncated || others.length > 0 || -changeOf(quote.from) > quote.fromUnits)
    throw new LatchkeyError('swap.unexpected')
  const received = changeOf(quote.to)
  if (received < minimum) throw new LatchkeyError('swap.priceMoved')
  await assertAffordable({ gas, value: swap.value, calls }, order, signal)
  return received
}

/**
 * The amount that a transaction actually brought, in base units. For the native token only if it was the account's only
 * transaction in the block.
 */
export async function readReceived(order: SwapOrder, hash: string, signal: AbortSignal): Promise<bigint | undefined> {
  const { connection, network, quote } = order
  const client = rpcClient(network, signal)
  const account = getAddress(connection.address)
  const receipt = await getTransactionReceipt(client, { hash: hash as Hex })
  if (isOperationReverted(receipt.logs, connection.address)) return undefined
  if (!isNativeSide(quote.to)) {
    const { changes } = changesOf(receipt.logs, account)
    return changes.find(({ asset, id }) => asset === assetOf(quote.to) && id === undefined)?.units
  }
  const { blockNumber } = receipt
  const atBlock = { address: account, blockNumber }
  const beforeBlock = { address: account, blockNumber: blockNumber - 1n }
  const [transaction, balanceAfter, balanceBefore, nonceAfter, nonceBefore] = await Promise.all([
    getTransaction(client, { hash: hash as Hex }),
    getBalance(client, atBlock),
    getBalance(client, beforeBlock),
    getTransactionCount(client, atBlock),
    getTransactionCount(client, beforeBlock),
  ])
  // An account that authorizes code in the transaction uses a nonce for each authorization (EIP-7702).
  const usedNonces = 1 + (transaction.authorizationList?.length ?? 0)
  if (getAddress(transaction.from) !== account || nonceAfter - nonceBefore !== usedNonces) return undefined
  return balanceAfter - balanceBefore + transaction.value + receipt.gasUsed * receipt.effectiveGasPrice
}
