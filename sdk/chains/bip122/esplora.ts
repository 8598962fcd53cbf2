/** Reads Bitcoin through the HTTP API of Esplora (blockstream.info, mempool.space), if the network has a URL. */
import ky, { isHTTPError, isTimeoutError } from 'ky'
import * as z from 'zod/mini'
import { RPC } from '../../../machines/constants.ts'
import type { Network } from '../../../machines/shared/network.types.ts'
import { LatchkeyError, reasonOf } from '../../../machines/shared/errors/error.ts'
import type { Coin } from './coins.ts'
import { BodyTooLargeError, boundedFetch } from '../../platform/boundedFetch.ts'

const satoshis = z.int().check(z.gte(0))
const sums = z.object({ funded_txo_sum: satoshis, spent_txo_sum: satoshis })
const addressSchema = z.object({ chain_stats: sums, mempool_stats: sums })
const txidSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const unspentSchema = z.array(
  z.object({
    txid: txidSchema,
    vout: z.int().check(z.gte(0)),
    value: satoshis,
    status: z.object({ confirmed: z.boolean() }),
  }),
)
/** Satoshis per virtual byte, by the number of blocks to wait for. */
const feesSchema = z.record(z.string(), z.number().check(z.gt(0)))
const statusSchema = z.object({ confirmed: z.boolean() })
const scriptSchema = z.string().check(z.regex(/^[0-9a-f]*$/))
const transactionSchema = z.object({
  txid: txidSchema,
  vin: z.array(
    z.object({
      txid: txidSchema,
      vout: z.int().check(z.gte(0)),
      prevout: z.nullish(z.object({ scriptpubkey: scriptSchema })),
    }),
  ),
  vout: z.array(z.object({ scriptpubkey: scriptSchema, value: satoshis })),
  status: statusSchema,
})
export type EsploraTransaction = z.infer<typeof transactionSchema>
const outspendSchema = z.object({ spent: z.boolean(), txid: z.optional(txidSchema) })
/** Matches errors for a transaction that is in a block already. */
const ALREADY_SENT = /already (known|in)/i

/** The number of blocks that a transfer may wait for. */
const FEE_TARGET = '3'

export const hasApi = ({ rpcUrls }: Network): boolean => rpcUrls.default.http.length > 0

function esploraError(thrown: unknown): LatchkeyError {
  if (thrown instanceof LatchkeyError) return thrown
  if (isTimeoutError(thrown)) return new LatchkeyError('api.expired', { cause: thrown })
  if (thrown instanceof BodyTooLargeError) return new LatchkeyError('rpc.malformed', { cause: thrown })
  if (!isHTTPError(thrown)) return new LatchkeyError('api.offline', { cause: thrown })
  const { status } = thrown.response
  if (status === 429) return new LatchkeyError('api.busy', { cause: thrown })
  if (status >= 500) return new LatchkeyError('api.failed', { params: { status }, cause: thrown })
  return new LatchkeyError('api.refused', { params: { reason: reasonOf(thrown) }, cause: thrown })
}

const urlsOf = ({ rpcUrls }: Network, path: string): string[] =>
  rpcUrls.default.http.map((url) => `${url.replace(/\/+$/, '')}${path}`)

const BOUNDS = { fetch: boundedFetch(RPC.answerAtMostBytes), timeout: RPC.timeoutMs } as const

async function fetchFrom<Value>(url: string, read: (text: string) => Value, signal: AbortSignal): Promise<Value> {
  const text = await ky
    .get(url, {
      signal,
      ...BOUNDS,
      retry: { limit: RPC.retryCount, delay: (attempt) => RPC.retryDelayMs * 2 ** (attempt - 1) },
    })
    .text()
  try {
    return read(text)
  } catch (cause) {
    throw new LatchkeyError('rpc.malformed', { cause })
  }
}

/** Queries the servers of a network in order until one returns a valid response. */
async function fetchText<Value>(
  network: Network,
  path: string,
  read: (text: string) => Value,
  signal: AbortSignal,
): Promise<Value> {
  let lastError: LatchkeyError = new LatchkeyError('rpc.urlMissing')
  for (const url of urlsOf(network, path)) {
    try {
      return await fetchFrom(url, read, signal)
    } catch (thrown) {
      if (signal.aborted) throw signal.reason
      lastError = esploraError(thrown)
    }
  }
  throw lastError
}

const fetchJson = <Schema extends z.ZodMiniType>(
  network: Network,
  path: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.infer<Schema>> => fetchText(network, path, (text) => z.parse(schema, JSON.parse(text)), signal)

/** The balance of an address in satoshis, including unconfirmed transactions. */
export async function balanceOf(network: Network, address: string, signal: AbortSignal): Promise<bigint> {
  const statistics = await fetchJson(network, `/address/${address}`, addressSchema, signal)
  const balance = [statistics.chain_stats, statistics.mempool_stats]
    .map(({ funded_txo_sum: funded, spent_txo_sum: spent }) => BigInt(funded) - BigInt(spent))
    .reduce((sum, value) => sum + value, 0n)
  if (balance < 0n) throw new LatchkeyError('rpc.malformed', { cause: statistics })
  return balance
}

/** The coins that an address can spend, without duplicates and including unconfirmed ones. */
export async function unspentOf(network: Network, address: string, signal: AbortSignal): Promise<readonly Coin[]> {
  const outputs = await fetchJson(network, `/address/${address}/utxo`, unspentSchema, signal)
  const coins = outputs.map(({ txid, vout, value, status }): Coin => {
    return { txid, vout, value: BigInt(value), isMined: status.confirmed }
  })
  return [...new Map(coins.map((coin) => [`${coin.txid}:${coin.vout}`, coin])).values()]
}

/** The bytes of a transaction in hex. */
export const rawTransactionOf = (network: Network, txid: string, signal: AbortSignal): Promise<string> =>
  fetchText(network, `/tx/${txid}/hex`, (text) => z.parse(z.hex(), text.trim()), signal)

const hasStatus = (thrown: unknown, status: number): boolean => isHTTPError(thrown) && thrown.response.status === status
/** Whether the error means that the server did not accept the transaction. */
const isRejected = (thrown: unknown): boolean =>
  isHTTPError(thrown) && thrown.response.status < 500 && thrown.response.status !== 408

/** Whether a server knows the transaction, confirmed or in its mempool. */
const hasTransaction = (network: Network, txid: string, signal: AbortSignal): Promise<boolean> =>
  fetchJson(network, `/tx/${txid}`, z.object({ txid: txidSchema }), signal).then(
    (transaction) => transaction.txid === txid,
    () => false,
  )

/**
 * Sends a signed transaction to the first server that accepts it. Throws `send.failed` if all rejected it and none knows it. A
 * server that did not respond may have accepted it, so the caller tracks it by its id like a sent one.
 */
export async function broadcast(network: Network, raw: string, txid: string, signal: AbortSignal): Promise<void> {
  const causes: unknown[] = []
  for (const url of urlsOf(network, '/tx')) {
    try {
      await ky.post(url, { body: raw, signal, ...BOUNDS, retry: 0 })
      return
    } catch (thrown) {
      if (hasStatus(thrown, 400) && isHTTPError(thrown) && ALREADY_SENT.test(String(thrown.data))) return
      causes.push(thrown)
    }
  }
  if (!causes.every(isRejected) || (await hasTransaction(network, txid, signal))) return
  throw new LatchkeyError('send.failed', { cause: new AggregateError(causes) })
}

/** The fee rate in satoshis per virtual byte for quick confirmation. Never below the relay minimum. */
export async function feeRateOf(network: Network, signal: AbortSignal): Promise<number> {
  const { [FEE_TARGET]: rate } = await fetchJson(network, '/fee-estimates', feesSchema, signal)
  return Math.max(rate ?? 1, 1)
}

/** Resolves to `undefined` if the server does not know the transaction, or no longer. */
async function undefinedIfNotFound<Value>(request: Promise<Value>): Promise<Value | undefined> {
  try {
    return await request
  } catch (error) {
    if (error instanceof Error && hasStatus(error.cause, 404)) return undefined
    throw error
  }
}

/** Whether a transaction is in a block; `undefined` if the server does not know it, or no longer. */
export const isConfirmed = async (network: Network, txid: string, signal: AbortSignal): Promise<boolean | undefined> =>
  (await undefinedIfNotFound(fetchJson(network, `/tx/${txid}/status`, statusSchema, signal)))?.confirmed

/** A transaction from a server; `undefined` if the server does not know it. */
export const transactionOf = async (
  network: Network,
  txid: string,
  signal: AbortSignal,
): Promise<EsploraTransaction | undefined> => {
  const transaction = await undefinedIfNotFound(fetchJson(network, `/tx/${txid}`, transactionSchema, signal))
  if (transaction && transaction.txid !== txid) throw new LatchkeyError('rpc.malformed', { cause: transaction })
  return transaction
}

/** The id of the transaction that spends a coin, confirmed or in the mempool; `undefined` if the coin is unspent. */
export async function spenderOf(
  network: Network,
  { txid, vout }: Pick<Coin, 'txid' | 'vout'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const outspend = await undefinedIfNotFound(fetchJson(network, `/tx/${txid}/outspend/${vout}`, outspendSchema, signal))
  return outspend?.spent ? outspend.txid : undefined
}
