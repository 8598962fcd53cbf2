/** Simulates a request on the chain (`eth_simulateV1`): the changes for the account, their cost and the remaining balance. */
import { decodeErrorResult, getAddress, toHex, type Hex } from 'viem'
import * as z from 'zod/mini'
import { RPC } from '../../../machines/constants.ts'
import type {
  Explanation,
  ExplanationPart as Part,
  ExplanationWarning as Warning,
  Forecast,
} from '../../../machines/wallet-requests/explanation.types.ts'
import type { RpcCall } from '../../../machines/wallet-requests/walletRequest.types.ts'
import { formatAmount } from '../../../machines/shared/amounts.rules.ts'
import { explanationOf, isWithoutLimit, toText } from '../../../machines/wallet-requests/explanation.rules.ts'
import { isRecord } from '../../../machines/shared/typeGuards.rules.ts'
import { displaySymbol } from '../../../machines/shared/texts.rules.ts'
import { rpcClient } from '../../rpc/client.ts'
import { readTransaction, tokenOf, type EvmRequestContext, type RequestedFee } from './explainTransaction.ts'
import type { DataCall } from './dataFees.ts'
import { dataFeeOf, gasPriceOf, readQuantity } from './fees.ts'
import { changesOf, grantsOf, NATIVE, type Change, type Grant } from './transferLogs.ts'

/** The maximum number of calls in a simulation. */
const MAX_CALLS = 50
const METHODS: readonly string[] = [
  'eth_sendTransaction',
  'eth_signTransaction',
  'wallet_sendTransaction',
  'wallet_sendCalls',
]
/** A request to another account or chain says nothing about this account. */
const OTHER_TARGET_WARNINGS: readonly Warning[] = ['otherAccount', 'otherChain']
/** The maximum number of changes that are shown. */
const MAX_CHANGES = 20

const bytes = z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/))
const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
const resultSchema = z.object({
  status: quantity,
  gasUsed: quantity,
  returnData: bytes,
  logs: z.array(z.object({ address: bytes, topics: z.array(bytes), data: bytes })),
})
const answerSchema = z.tuple([z.object({ calls: z.array(resultSchema) })])
type Result = z.infer<typeof resultSchema>

/** A gas price above this multiple of the network's price causes a warning. */
const HIGH_PRICE = 10n
const NO_FEE: RequestedFee = { gas: 0n, price: 0n, tip: 0n }

/** The calls of a request, parsed like wallets do, and the fee it sets. `undefined` if one of them cannot be parsed. */
function callsOf({ method, params }: RpcCall, { kind, warnings }: Explanation, { address }: EvmRequestContext) {
  if (
    !METHODS.includes(method) ||
    kind === 'unknown' ||
    warnings.some((warning) => OTHER_TARGET_WARNINGS.includes(warning))
  )
    return undefined
  const [request] = (Array.isArray(params) ? params : []) as unknown[]
  if (!isRecord(request)) return undefined
  const rawCalls: unknown = kind === 'bundle' ? request['calls'] : [request]
  if (!Array.isArray(rawCalls) || rawCalls.length > MAX_CALLS) return undefined
  const parsed = rawCalls.map((item: unknown) => (isRecord(item) ? readTransaction(item) : undefined))
  const calls = parsed.flatMap((transaction) =>
    transaction?.to === undefined
      ? []
      : [{ from: address, to: transaction.to, value: toHex(transaction.value), data: transaction.data }],
  )
  if (calls.length !== rawCalls.length) return undefined
  return { calls, fee: (kind !== 'bundle' && parsed[0]?.fee) || NO_FEE }
}

/** The revert reason of a call, or its raw data if that cannot be decoded. */
function reasonOf({ returnData: data }: Result): Part[] {
  if (data === '0x') return []
  try {
    const decoded: { errorName: string; args?: readonly unknown[] } = decodeErrorResult({ data: data as Hex })
    const { errorName, args = [] } = decoded
    const value = errorName === 'Error' ? toText(args[0]) : `${errorName}(${args.map(toText).join(', ')})`
    return [{ label: 'reason', value, as: 'text' }]
  } catch {
    return [{ label: 'reason', value: data, as: 'code' }]
  }
}

/** Describes the change of one asset, with its own decimals. */
async function changeParts(
  { asset, id, units }: Change,
  { network }: EvmRequestContext,
  signal: AbortSignal,
): Promise<Part[]> {
  const label = units < 0n ? 'out' : 'in'
  const count = units < 0n ? -units : units
  const { decimals, symbol } = network.nativeCurrency
  if (asset === NATIVE)
    return [{ label, value: `${formatAmount(count, decimals)} ${displaySymbol(symbol)}`, as: 'amount' }]
  const contract: Part = { label: 'contract', value: getAddress(asset), as: 'address' }
  if (id !== undefined) return [{ label, value: count === 1n ? `#${id}` : `${count} × #${id}`, as: 'text' }, contract]
  const token = await tokenOf(network, asset, signal)
  if (!token) return [{ label, value: count.toString(), as: 'text' }, contract]
  return [{ label, value: `${formatAmount(count, token.decimals)} ${token.symbol}`.trim(), as: 'amount' }, contract]
}

/** Describes an allowance that the request grants. */
async function grantParts({ token, id, spender, units }: Grant, { network }: EvmRequestContext, signal: AbortSignal) {
  const parts: Part[] = [{ label: 'spender', value: getAddress(spender), as: 'address' }]
  const contract: Part = { label: 'contract', value: getAddress(token), as: 'address' }
  if (id !== undefined) parts.push({ label: 'allowance', value: `#${id}`, as: 'text' })
  if (units === undefined || isWithoutLimit(units)) return [...parts, contract]
  const tokenInfo = await tokenOf(network, token, signal)
  const value = tokenInfo ? `${formatAmount(units, tokenInfo.decimals)} ${tokenInfo.symbol}`.trim() : units.toString()
  return [...parts, { label: 'allowance', value, as: tokenInfo ? 'amount' : 'text' } as const, contract]
}

/** The allowances that the explanation does not show already. */
function hiddenGrants(grants: readonly Grant[], explanation: Explanation): readonly Grant[] {
  const shownAddresses = [explanation, ...(explanation.steps ?? [])].map(({ parts }) =>
    parts.flatMap(({ value, as }) => (as === 'address' ? [value.toLowerCase()] : [])),
  )
  return grants.filter(
    ({ asset, spender }) =>
      !shownAddresses.some((addresses) => addresses.includes(asset) && addresses.includes(spender)),
  )
}

const warningsOf = (grants: readonly Grant[]): Warning[] =>
  grants.flatMap(({ units, id }) =>
    id !== undefined ? [] : units === undefined ? ['wholeCollection'] : isWithoutLimit(units) ? ['unlimited'] : [],
  )

/** The maximum network fee and the remaining balance, as far as the nodes return them. */
async function costOf(
  {
    used,
    requestedFee,
    change,
    calls,
  }: { used: bigint; requestedFee: RequestedFee; change: bigint; calls: readonly DataCall[] },
  { network, address }: EvmRequestContext,
  signal: AbortSignal,
): Promise<Forecast> {
  const { decimals, symbol } = network.nativeCurrency
  const amount = (label: 'fee' | 'balance', units: bigint): Part[] =>
    units < 0n ? [] : [{ label, value: `${formatAmount(units, decimals)} ${displaySymbol(symbol)}`, as: 'amount' }]
  const balanceRequest = rpcClient(network, signal).request({
    method: 'eth_getBalance',
    params: [address as Hex, 'latest'],
  })
  const [price, currentBalance, dataFee] = await Promise.allSettled([
    gasPriceOf(network, RPC.feeMs, signal),
    balanceRequest,
    dataFeeOf(network, calls, signal),
  ])
  if (price.status === 'rejected' || dataFee.status === 'rejected') return { parts: [], warnings: [] }
  const networkPrice = price.value.price
  const requestedPrice =
    requestedFee.price > 0n ? largest(requestedFee.price, requestedFee.tip) : networkPrice + requestedFee.tip
  const fee = largest(used, requestedFee.gas) * largest(networkPrice, requestedPrice) + dataFee.value
  return {
    parts: [
      ...amount('fee', fee),
      ...(currentBalance.status === 'rejected'
        ? []
        : amount('balance', readQuantity(currentBalance.value) + change - fee)),
    ],
    warnings: requestedPrice > networkPrice * HIGH_PRICE ? ['highFee'] : [],
  }
}

const largest = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/**
 * Simulates a request. Returns `undefined` if its calls cannot be parsed. If no node can simulate it, it rejects, or compares
 * the price that the request sets with the network's.
 */
export async function forecastCall(
  call: RpcCall,
  explanation: Explanation,
  context: EvmRequestContext,
  signal: AbortSignal,
): Promise<Forecast | undefined> {
  const parsed = callsOf(call, explanation, context)
  if (!parsed) return undefined
  const { calls, fee } = parsed
  const params = [{ blockStateCalls: [{ calls }], traceTransfers: true, validation: false }, 'latest']
  let answer: unknown
  try {
    answer = await rpcClient(context.network, signal).request({ method: 'eth_simulateV1', params } as never)
  } catch (error) {
    if (signal.aborted || (fee.price === 0n && fee.tip === 0n)) throw error
    // The price that the request sets is compared with the network's even if no node can simulate the request.
    const { warnings } = await costOf({ used: 0n, requestedFee: fee, change: 0n, calls }, context, signal)
    return forecastOf([], warnings)
  }
  const [{ calls: results }] = answerSchema.parse(answer)
  if (results.length !== calls.length) return undefined
  const failed = results.find(({ status }) => BigInt(status) === 0n)
  if (failed) return forecastOf(reasonOf(failed), ['wouldFail'])
  const logs = results.flatMap((result) => result.logs)
  const { changes, isTruncated } = changesOf(logs, context.address)
  const grants = hiddenGrants(grantsOf(logs, context.address), explanation)
  const used = results.reduce((sum, { gasUsed }) => sum + BigInt(gasUsed), 0n)
  const change = changes.find(({ asset }) => asset === NATIVE)?.units ?? 0n
  const [cost, ...parts] = await Promise.all([
    costOf({ used, requestedFee: fee, change, calls }, context, signal),
    ...changes.slice(0, MAX_CHANGES).map((item) => changeParts(item, context, signal)),
    ...grants.slice(0, MAX_CHANGES).map((grant) => grantParts(grant, context, signal)),
  ])
  const isShortened = isTruncated || changes.length > MAX_CHANGES || grants.length > MAX_CHANGES
  return forecastOf(
    [...parts.flat(), ...cost.parts],
    [...warningsOf(grants), ...cost.warnings, ...(isShortened ? (['truncated'] as const) : [])],
  )
}

/** Sanitizes texts of contracts for display. */
function forecastOf(parts: readonly Part[], warnings: Forecast['warnings']): Forecast {
  const sanitized = explanationOf('contractCall', parts, warnings)
  return { parts: sanitized.parts, warnings: sanitized.warnings }
}
