import * as z from 'zod/mini'
import { receiptFault, receiptRequest } from '../../machines/rules/pairing/routes.ts'
import { bounded } from '../platform/abort.ts'

const answerSchema = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }) }),
  z.object({ result: z.unknown() }),
])

/**
 * What became of a bundle of calls, as a bundler tells it [7.30] [7.31].
 * @throws what the bundler answers as an error; a `LatchkeyError` where its status is none of success; the fetch's own error, or the signal's reason.
 */
export async function fetchBundleReceipt(
  url: string,
  callId: unknown,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...receiptRequest(callId) })
  const bound = bounded(signal, timeoutMs, () => new DOMException('The bundler took too long.', 'TimeoutError'))
  const ask = async () => {
    const response = await fetch(url, { method: 'POST', body, signal: bound.signal })
    const fault = receiptFault(response.status)
    if (fault) throw fault
    return z.parse(answerSchema, await response.json())
  }
  const answer = await ask().finally(bound.end)
  if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error)
  return answer.result
}
