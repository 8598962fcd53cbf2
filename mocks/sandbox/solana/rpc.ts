/** JSON-RPC 2.0 without the methods: requests, batches and invalid requests. */
import * as z from 'zod/mini'
import { ProviderRpcError } from '../providerRpcError.ts'

const codes = { parse: -32700, request: -32600, method: -32601, internal: -32603 }

const request = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.optional(z.union([z.string(), z.number(), z.null()])),
  method: z.string(),
  params: z.optional(z.unknown()),
})

/** The methods. A `ProviderRpcError` becomes an error response. */
export type RpcMethods = Readonly<Record<string, (params: unknown) => unknown>>

const failed = (id: string | number | null, code: number, message: string, data?: unknown) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data !== undefined && { data }) },
})

/** Answers one request; `undefined` for a notification, which has no id. */
function answerOne(methods: RpcMethods, asked: unknown) {
  const read = z.safeParse(request, asked)
  if (!read.success) return failed(null, codes.request, 'Invalid request')
  const { id, method, params } = read.data
  const answer = () => {
    const own = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!own) return failed(id ?? null, codes.method, 'Method not found')
    try {
      return { jsonrpc: '2.0', id: id ?? null, result: own(params ?? []) }
    } catch (error) {
      if (error instanceof ProviderRpcError) return failed(id ?? null, error.code, error.message, error.data)
      return failed(id ?? null, codes.internal, `Internal error: ${String(error)}`)
    }
  }
  const answered = answer()
  return id === undefined ? undefined : answered
}

/** Answers JSON text with JSON text: one request or a batch. Empty if no response is due. */
export function answerRpc(methods: RpcMethods, text: string): string {
  let asked: unknown
  try {
    asked = JSON.parse(text)
  } catch {
    return JSON.stringify(failed(null, codes.parse, 'Parse error'))
  }
  if (!Array.isArray(asked)) return JSON.stringify(answerOne(methods, asked)) ?? ''
  if (asked.length === 0) return JSON.stringify(failed(null, codes.request, 'Invalid request'))
  const answers = asked.map((one) => answerOne(methods, one)).filter((answer) => answer !== undefined)
  return answers.length > 0 ? JSON.stringify(answers) : ''
}
