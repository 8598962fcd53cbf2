/** The relay's JSON-RPC frames as text. Ids keep their original digits, because wallets send numbers beyond 2^53. */
import * as z from 'zod/mini'
import { type RpcError, refusals } from './refusals.ts'

/** A frame from a client: a request, an answer to a delivery, or an invalid frame. `id` is JSON text. */
export type Frame =
  | { kind: 'request'; id: string; method: string; params: unknown }
  | { kind: 'answer'; id: string; succeeded: boolean }
  | { kind: 'invalid'; id: string; error: RpcError }

/** The range of valid ids: whole numbers, with or without quotation marks. */
export const ids = { min: 1_000_000_000n, max: 2n ** 64n - 1n }

const frame = z.object({
  jsonrpc: z.optional(z.unknown()),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
})
const tokens = /"(?:\\.|[^"\\])*"|[{}[\]:,]|[^\s{}[\]:,"]+/g

/** The text of the outermost `id`, if it is a string or a number. */
function findId(text: string): string | undefined {
  const matches = text.match(tokens) ?? []
  let depth = 0
  let id: string | undefined
  for (const [index, token] of matches.entries()) {
    if (token === '{' || token === '[') depth += 1
    if (token === '}' || token === ']') depth -= 1
    if (depth === 1 && token === '"id"' && matches[index + 1] === ':') id = matches[index + 2]
  }
  return id !== undefined && /^["\d-]/.test(id) ? id : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isId(id: string): boolean {
  const [, quoted, plain] = /^(?:"(\d+)"|(\d+))$/.exec(id) ?? []
  const number = BigInt(quoted ?? plain ?? 0)
  return number >= ids.min && number <= ids.max
}

/** Parses a client's frame. */
export function readFrame(text: string): Frame {
  const value = parse(text)
  const parsed = frame.safeParse(value)
  const id = findId(text)
  const invalid = (error: RpcError): Frame => ({ kind: 'invalid', id: id ?? 'null', error })
  if (!parsed.success || id === undefined) return invalid(refusals.serialization)
  const { jsonrpc, method, params } = parsed.data
  if (!isId(id)) return invalid(refusals.requestId)
  if (jsonrpc !== '2.0') return invalid(refusals.version)
  if (method !== undefined) return { kind: 'request', id, method, params }
  return { kind: 'answer', id, succeeded: Object.hasOwn(Object(value), 'result') }
}

/** A response with a result. `id` is the JSON text of the request's id. */
export const resultFrame = (id: string, result: unknown) =>
  `{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`

/** A response with an error. `id` is the JSON text of the request's id. */
export const errorFrame = (id: string, error: RpcError) =>
  `{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify(error)}}`

/** A request that the relay sends. */
export const requestFrame = (id: number, method: string, params: unknown) =>
  JSON.stringify({ id, jsonrpc: '2.0', method, params })
