/** The relay's JSON-RPC frames as text. Ids stay as they were written, because wallets send numbers beyond 2^53. */
import * as z from 'zod/mini'

/** A frame from a client: a request, or an answer to a delivery. `id` is JSON text. */
export type Frame =
  | { kind: 'request'; id: string; method: string; params: unknown }
  | { kind: 'answer'; id: string; succeeded: boolean }

/** The errors of the relay's protocol. */
export const rpcErrors = {
  invalidRequest: { code: -32600, message: 'Invalid request' },
  unknownMethod: { code: -32601, message: 'Method not found' },
} as const

/** An error as an answer carries it. */
export interface RpcFault {
  code: number
  message: string
}

const frame = z.object({ method: z.optional(z.string()), params: z.optional(z.unknown()) })
const tokens = /"(?:\\.|[^"\\])*"|[{}[\]:,]|[^\s{}[\]:,"]+/g

/** The text of the outermost `id`, where it is a string or a number. */
function writtenId(text: string): string | undefined {
  const found = text.match(tokens) ?? []
  let depth = 0
  let id: string | undefined
  for (const [index, token] of found.entries()) {
    if (token === '{' || token === '[') depth += 1
    if (token === '}' || token === ']') depth -= 1
    if (depth === 1 && token === '"id"' && found[index + 1] === ':') id = found[index + 2]
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

/** Reads a client's text; undefined for what is no frame. */
export function readFrame(text: string): Frame | undefined {
  const value = parse(text)
  const read = frame.safeParse(value)
  const id = writtenId(text)
  if (!read.success || id === undefined) return undefined
  const { method, params } = read.data
  if (method !== undefined) return { kind: 'request', id, method, params }
  return { kind: 'answer', id, succeeded: Object.hasOwn(Object(value), 'result') }
}

/** An answer that carries a result. `id` is the JSON text of the request's id. */
export const resultFrame = (id: string, result: unknown) =>
  `{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`

/** An answer that carries an error. `id` is the JSON text of the request's id. */
export const errorFrame = (id: string, error: RpcFault) =>
  `{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify(error)}}`

/** A request of the relay's own. */
export const requestFrame = (id: number, method: string, params: unknown) =>
  JSON.stringify({ id, jsonrpc: '2.0', method, params })
