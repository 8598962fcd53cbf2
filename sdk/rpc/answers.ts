/** A `fetch` for viem's `http` transport, which converts the responses of nodes to the format it expects. */
import { HttpRequestError, ResponseBodyTooLargeError, TimeoutError } from 'viem'
import { RPC } from '../../machines/constants.ts'
import { isRetriedStatus } from '../../machines/network/rpc.rules.ts'
import { bounded } from '../platform/abort.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The error of a response as a whole, if it has a code. */
function errorIn(answer: unknown): { code: number; message: string; data?: unknown } | undefined {
  const single: unknown = Array.isArray(answer) && answer.length === 1 ? answer[0] : answer
  if (!isFields(single) || !isFields(single['error'])) return undefined
  const { code, message, data } = single['error']
  return typeof code === 'number' ? { code, message: typeof message === 'string' ? message : '', data } : undefined
}

const isAnswer = (value: unknown): value is Fields => isFields(value) && ('result' in value || 'error' in value)

/** `Retry-After` in milliseconds: seconds, or a date. */
function retryAfterMs({ headers }: Response): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const seconds = Number(text)
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(text) - Date.now()
  return ms > 0 ? Math.min(ms, RPC.restAtMostMs) : undefined
}

/** Reads the whole body here, so that the time limit covers it until the last byte. */
async function textOf({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > RPC.answerAtMostBytes) {
      await reader.cancel()
      throw new ResponseBodyTooLargeError({ maxSize: RPC.answerAtMostBytes, size })
    }
    text += decoder.decode(value, { stream: true })
  }
}

/**
 * Matches responses to requests by id. Nodes may respond in any order, leave some out, or reject the whole batch with one error.
 */
function matchAnswers(requests: readonly Fields[], answer: unknown): readonly unknown[] | undefined {
  const refusal = errorIn(answer)
  if (requests.length === 1 && isAnswer(answer)) return [answer]
  if (!Array.isArray(answer)) return refusal && requests.map(({ id }) => ({ id, error: refusal }))
  const all: readonly unknown[] = answer
  if (requests.length === 1) return isAnswer(all[0]) ? [all[0]] : undefined
  const answersById = new Map(all.filter(isAnswer).map((item) => [String(item['id']), item]))
  if (answersById.size === 0) return undefined
  const missing = { code: -32_603, message: 'The node left this call of a batch unanswered' }
  return requests.map(({ id }) => ({ ...(answersById.get(String(id)) ?? { error: missing }), id }))
}

/**
 * Creates the `fetchFn` for `http()`. It ends after `timeoutMs` or when the caller's signal aborts; viem supports only one of
 * them. A single call is sent without a batch, for nodes that do not support batches. `rested` receives `Retry-After` in
 * milliseconds. Throws `HttpRequestError` for an invalid response, which viem passes on unchanged.
 */
export function nodeFetch(timeoutMs: number, onPause: (ms: number) => void) {
  return async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const body = readJson(typeof init.body === 'string' ? init.body : '')
    const batch = Array.isArray(body) ? body.filter(isFields) : undefined
    const url = input instanceof Request ? input.url : String(input)
    const isSingle = batch?.length === 1
    const bound = bounded(init.signal, timeoutMs, () => new TimeoutError({ body: { ...batch?.[0] }, url }))
    const fetchAnswer = async () => {
      const { signal } = bound
      const response = await fetch(input, { ...init, ...(isSingle && { body: JSON.stringify(batch[0]) }), signal })
      const pauseMs = response.ok ? undefined : retryAfterMs(response)
      if (pauseMs !== undefined) onPause(pauseMs)
      return { response, answer: readJson(await textOf(response)) }
    }
    const { response, answer } = await fetchAnswer()
      .catch((error: unknown) => {
        throw bound.signal.aborted ? bound.signal.reason : error
      })
      .finally(bound.end)
    const { ok, status, statusText, headers } = response
    const refusal = errorIn(answer)

    // Some nodes return a JSON-RPC error with any HTTP status. Status 500 adds no information to that error.
    if (!ok && (!refusal || (isRetriedStatus(status) && status !== 500)))
      throw new HttpRequestError({
        ...(refusal && { cause: Object.assign(new Error(refusal.message), refusal) }),
        details: refusal?.message ?? statusText,
        headers,
        status,
        url,
      })
    const answers = matchAnswers(batch ?? [{}], answer)
    if (!answers)
      throw new HttpRequestError({ cause: new SyntaxError('No JSON-RPC answer'), details: 'No JSON-RPC answer', url })
    return Response.json(batch ? answers : answers[0])
  }
}
