/** Reads Bitcoin through the HTTP API of Esplora (blockstream.info, mempool.space), where a network names one. */
import ky, { isHTTPError, isTimeoutError } from 'ky'
import * as z from 'zod/mini'
import { RPC } from '../../../machines/constants.ts'
import type { Network } from '../../../machines/entities/network.ts'
import { LatchkeyError, reasonOf } from '../../../machines/errors/error.ts'
import { BodyTooLargeError, boundedFetch } from '../../platform/boundedFetch.ts'

const satoshis = z.int().check(z.gte(0))
const sums = z.object({ funded_txo_sum: satoshis, spent_txo_sum: satoshis })
const addressSchema = z.object({ chain_stats: sums, mempool_stats: sums })
const unspentSchema = z.array(z.object({ value: satoshis }))
/** Satoshis a virtual byte, by the blocks that one is ready to wait for. */
const feesSchema = z.record(z.string(), z.number().check(z.gt(0)))
const statusSchema = z.object({ confirmed: z.boolean() })

/** The blocks that a transfer may wait for. */
const FEE_TARGET = '3'

export const hasApi = ({ rpcUrls }: Network): boolean => rpcUrls.default.http.length > 0

function fault(thrown: unknown): LatchkeyError {
  if (thrown instanceof LatchkeyError) return thrown
  if (isTimeoutError(thrown)) return new LatchkeyError('api.expired', { cause: thrown })
  if (thrown instanceof BodyTooLargeError) return new LatchkeyError('rpc.malformed', { cause: thrown })
  if (!isHTTPError(thrown)) return new LatchkeyError('api.offline', { cause: thrown })
  const { status } = thrown.response
  if (status === 429) return new LatchkeyError('api.busy', { cause: thrown })
  if (status >= 500) return new LatchkeyError('api.failed', { params: { status }, cause: thrown })
  return new LatchkeyError('api.refused', { params: { reason: reasonOf(thrown) }, cause: thrown })
}

async function askOne<Schema extends z.ZodMiniType>(url: string, schema: Schema, signal: AbortSignal) {
  const text = await ky
    .get(url, {
      signal,
      fetch: boundedFetch(RPC.answerAtMostBytes),
      timeout: RPC.timeoutMs,
      retry: { limit: RPC.retryCount, delay: (attempt) => RPC.retryDelayMs * 2 ** (attempt - 1) },
    })
    .text()
  try {
    return z.parse(schema, JSON.parse(text))
  } catch (cause) {
    throw new LatchkeyError('rpc.malformed', { cause })
  }
}

/** Asks a network's servers in their order until one answers what fits. */
async function ask<Schema extends z.ZodMiniType>(
  { rpcUrls }: Network,
  path: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.infer<Schema>> {
  let last: LatchkeyError = new LatchkeyError('rpc.urlMissing')
  for (const url of rpcUrls.default.http) {
    try {
      return await askOne(`${url.replace(/\/+$/, '')}${path}`, schema, signal)
    } catch (thrown) {
      if (signal.aborted) throw signal.reason
      last = fault(thrown)
    }
  }
  throw last
}

/** What an address holds, in satoshis; what is on its way counts. */
export async function balanceOf(network: Network, address: string, signal: AbortSignal): Promise<bigint> {
  const told = await ask(network, `/address/${address}`, addressSchema, signal)
  const left = [told.chain_stats, told.mempool_stats]
    .map(({ funded_txo_sum: funded, spent_txo_sum: spent }) => BigInt(funded) - BigInt(spent))
    .reduce((sum, part) => sum + part, 0n)
  if (left < 0n) throw new LatchkeyError('rpc.malformed', { cause: told })
  return left
}

/** The values, in satoshis, of what an address can spend. */
export async function unspentOf(network: Network, address: string, signal: AbortSignal): Promise<readonly number[]> {
  return (await ask(network, `/address/${address}/utxo`, unspentSchema, signal)).map(({ value }) => value)
}

/** Satoshis a virtual byte, to be taken up soon. Never below what nodes pass on. */
export async function feeRateOf(network: Network, signal: AbortSignal): Promise<number> {
  const { [FEE_TARGET]: rate } = await ask(network, '/fee-estimates', feesSchema, signal)
  return Math.max(rate ?? 1, 1)
}

/** Whether a transaction is in a block. One that the server has not heard of is in none. */
export async function isConfirmed(network: Network, txid: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await ask(network, `/tx/${txid}/status`, statusSchema, signal)).confirmed
  } catch (error) {
    const { cause } = error instanceof Error ? error : {}
    if (isHTTPError(cause) && cause.response.status === 404) return false
    throw error
  }
}
