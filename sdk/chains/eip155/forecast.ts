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
import { readTransaction, tokenOf, type Ground, type NamedFee } from './explainTransaction.ts'
import type { DataCall } from './dataFees.ts'
import { dataFeeOf, gasPriceOf, readQuantity } from './fees.ts'
import { changesOf, grantsOf, NATIVE, type Change, type Grant } from './transferLogs.ts'

/** The maximum number of calls in a simulation. */
const CALLS = 50
const METHODS: readonly string[] = [
  'eth_sendTransaction',
  'eth_signTransaction',
  'wallet_sendTransaction',
  'wallet_sendCalls',
]
/** A request to another account or chain says nothing about this account. */
const ELSEWHERE: readonly Warning[] = ['otherAccount', 'otherChain']
/** The maximum number of changes that are shown. */
const CHANGES = 20

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
const NO_FEE: NamedFee = { gas: 0n, price: 0n, tip: 0n }

/** The calls of a request, parsed like wallets do, and the fee it sets. `undefined` if one of them cannot be parsed. */
function callsOf({ method, params }: RpcCall, { kind, warnings }: Explanation, { address }: Ground) {
  if (!METHODS.includes(method) || kind === 'unknown' || warnings.some((each) => ELSEWHERE.includes(each)))
    return undefined
  const [asked] = (Array.isArray(params) ? params : []) as unknown[]
  if (!isRecord(asked)) return undefined
  const listed: unknown = kind === 'bundle' ? asked['calls'] : [asked]
  if (!Array.isArray(listed) || listed.length > CALLS) return undefined
  const read = listed.map((each: unknown) => (isRecord(each) ? readTransaction(each) : undefined))
  const calls = read.flatMap((each) =>
    each?.to === undefined ? [] : [{ from: address, to: each.to, value: toHex(each.value), data: each.data }],
  )
  if (calls.length !== listed.length) return undefined
  return { calls, fee: (kind !== 'bundle' && read[0]?.fee) || NO_FEE }
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
async function changeParts({ asset, id, units }: Change, { network }: Ground, signal: AbortSignal): Promise<Part[]> {
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
async function grantParts({ token, id, spender, units }: Grant, { network }: Ground, signal: AbortSignal) {
  const parts: Part[] = [{ label: 'spender', value: getAddress(spender), as: 'address' }]
  const contract: Part = { label: 'contract', value: getAddress(token), as: 'address' }
  if (id !== undefined) parts.push({ label: 'allowance', value: `#${id}`, as: 'text' })
  if (units === undefined || isWithoutLimit(units)) return [...parts, contract]
  const known = await tokenOf(network, token, signal)
  const value = known ? `${formatAmount(units, known.decimals)} ${known.symbol}`.trim() : units.toString()
  return [...parts, { label: 'allowance', value, as: known ? 'amount' : 'text' } as const, contract]
}

/** The allowances that the explanation does not show already. */
function untold(grants: readonly Grant[], explanation: Explanation): readonly Grant[] {
  const told = [explanation, ...(explanation.steps ?? [])].map(({ parts }) =>
    parts.flatMap(({ value, as }) => (as === 'address' ? [value.toLowerCase()] : [])),
  )
  return grants.filter(
    ({ asset, spender }) => !told.some((addresses) => addresses.includes(asset) && addresses.includes(spender)),
  )
}

const warningsOf = (grants: readonly Grant[]): Warning[] =>
  grants.flatMap(({ units, id }) =>
    id !== undefined ? [] : units === undefined ? ['allOfThem'] : isWithoutLimit(units) ? ['unlimited'] : [],
  )

/** The maximum network fee and the remaining balance, as far as the nodes return them. */
async function costOf(
  { used, named, change, calls }: { used: bigint; named: NamedFee; change: bigint; calls: readonly DataCall[] },
  { network, address }: Ground,
  signal: AbortSignal,
): Promise<Forecast> {
  const { decimals, symbol } = network.nativeCurrency
  const amount = (label: 'fee' | 'balance', units: bigint): Part[] =>
    units < 0n ? [] : [{ label, value: `${formatAmount(units, decimals)} ${displaySymbol(symbol)}`, as: 'amount' }]
  const balance = rpcClient(network, signal).request({ method: 'eth_getBalance', params: [address as Hex, 'latest'] })
  const [price, held, dataFee] = await Promise.allSettled([
    gasPriceOf(network, RPC.feeMs, signal),
    balance,
    dataFeeOf(network, calls, signal),
  ])
  if (price.status === 'rejected' || dataFee.status === 'rejected') return { parts: [], warnings: [] }
  const usual = price.value.price
  const asked = named.price > 0n ? named.price : usual + named.tip
  const fee = largest(used, named.gas) * largest(usual, asked) + dataFee.value
  return {
    parts: [
      ...amount('fee', fee),
      ...(held.status === 'rejected' ? [] : amount('balance', readQuantity(held.value) + change - fee)),
    ],
    warnings: asked > usual * HIGH_PRICE ? ['highFee'] : [],
  }
}

const largest = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** Simulates a request. Returns `undefined` if its calls cannot be parsed, and rejects if no node can simulate it. */
export async function forecastCall(
  call: RpcCall,
  explanation: Explanation,
  ground: Ground,
  signal: AbortSignal,
): Promise<Forecast | undefined> {
  const read = callsOf(call, explanation, ground)
  if (!read) return undefined
  const { calls, fee } = read
  const params = [{ blockStateCalls: [{ calls }], traceTransfers: true, validation: false }, 'latest']
  const answer: unknown = await rpcClient(ground.network, signal).request({ method: 'eth_simulateV1', params } as never)
  const [{ calls: results }] = answerSchema.parse(answer)
  if (results.length !== calls.length) return undefined
  const failed = results.find(({ status }) => BigInt(status) === 0n)
  if (failed) return forecastOf(reasonOf(failed), ['wouldFail'])
  const logs = results.flatMap((result) => result.logs)
  const { changes, isMore } = changesOf(logs, ground.address)
  const grants = untold(grantsOf(logs, ground.address), explanation)
  const used = results.reduce((sum, { gasUsed }) => sum + BigInt(gasUsed), 0n)
  const change = changes.find(({ asset }) => asset === NATIVE)?.units ?? 0n
  const [cost, ...parts] = await Promise.all([
    costOf({ used, named: fee, change, calls }, ground, signal),
    ...changes.slice(0, CHANGES).map((each) => changeParts(each, ground, signal)),
    ...grants.slice(0, CHANGES).map((grant) => grantParts(grant, ground, signal)),
  ])
  const isShortened = isMore || changes.length > CHANGES || grants.length > CHANGES
  return forecastOf(
    [...parts.flat(), ...cost.parts],
    [...warningsOf(grants), ...cost.warnings, ...(isShortened ? (['shortened'] as const) : [])],
  )
}

/** Sanitizes texts of contracts for display. */
function forecastOf(parts: readonly Part[], warnings: Forecast['warnings']): Forecast {
  const shown = explanationOf('contractCall', parts, warnings)
  return { parts: shown.parts, warnings: shown.warnings }
}
