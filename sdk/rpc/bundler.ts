import * as z from 'zod/mini'
import { RPC } from '../../machines/constants.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { validateReceipt, receiptRequest } from '../../machines/pairing/rules/bundlers.ts'
import { bounded } from '../platform/abort.ts'
import { BodyTooLargeError, boundedFetch } from '../platform/boundedFetch.ts'

const answerSchema = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }) }),
  z.object({ result: z.unknown() }),
])

const fetchBounded = boundedFetch(RPC.answerAtMostBytes)

/** Maps a failed request to a `LatchkeyError`. */
const toRpcError = (cause: unknown): unknown =>
  cause instanceof TypeError
    ? new LatchkeyError('rpc.offline', { cause })
    : cause instanceof SyntaxError || cause instanceof z.core.$ZodError || cause instanceof BodyTooLargeError
      ? new LatchkeyError('rpc.malformed', { cause })
      : cause

/**
 * Fetches the status of a bundle of calls from a bundler [7.29] to [7.31]. The wallet chooses the bundler, so the request reveals
 * only the call id: it sends no cookies or referrer and follows no redirects.
 * @throws the error of the bundler; a `LatchkeyError` `session.receiptFailed` for an unsuccessful HTTP status, `rpc.expired`,
 * `rpc.offline` or `rpc.malformed` if there is no valid response; the reason of the signal.
 */
export async function fetchBundleReceipt(
  url: string,
  callId: unknown,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...receiptRequest(callId) })
  const bound = bounded(signal, timeoutMs, () => new LatchkeyError('rpc.expired'))
  const fetchReceipt = async () => {
    const response = await fetchBounded(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: bound.signal,
    })
    const failure = validateReceipt(response.status)
    if (failure) {
      await response.body?.cancel()
      throw failure
    }
    return z.parse(answerSchema, await response.json())
  }
  const answer = await fetchReceipt()
    .catch((error: unknown) => {
      throw bound.signal.aborted ? bound.signal.reason : toRpcError(error)
    })
    .finally(bound.end)
  if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error)
  return answer.result
}
