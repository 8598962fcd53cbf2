/** JSON-RPC 2.0 without the methods: requests, batches and invalid requests. */
import * as z from 'zod/mini'
import { ProviderRpcError } from '../providerRpcError.ts'

const errorCodes = { parse: -32700, request: -32600, method: -32601, internal: -32603 }

const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.optional(z.union([z.string(), z.number(), z.null()])),
  method: z.string(),
  params: z.optional(z.unknown()),
})

/** The methods. A `ProviderRpcError` becomes an error response. */
export type RpcMethods = Readonly<Record<string, (params: unknown) => unknown>>

const errorResponse = (id: string | number | null, code: number, message: string, data?: unknown) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data !== undefined && { data }) },
})

/** Answers one request; `undefined` for a notification, which has no id. */
function answerRequest(methods: RpcMethods, message: unknown) {
  const parsed = z.safeParse(requestSchema, message)
  if (!parsed.success) return errorResponse(null, errorCodes.request, 'Invalid request')
  const { id, method, params } = parsed.data
  const answer = () => {
    const handler = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!handler) return errorResponse(id ?? null, errorCodes.method, 'Method not found')
    try {
      return { jsonrpc: '2.0', id: id ?? null, result: handler(params ?? []) }
    } catch (error) {
      if (error instanceof ProviderRpcError) return errorResponse(id ?? null, error.code, error.message, error.data)
      return errorResponse(id ?? null, errorCodes.internal, `Internal error: ${String(error)}`)
    }
  }
  const response = answer()
  return id === undefined ? undefined : response
}

/** Answers JSON text with JSON text: one request or a batch. Empty if no response is due. */
export function answerRpc(methods: RpcMethods, text: string): string {
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch {
    return JSON.stringify(errorResponse(null, errorCodes.parse, 'Parse error'))
  }
  if (!Array.isArray(input)) return JSON.stringify(answerRequest(methods, input)) ?? ''
  if (input.length === 0) return JSON.stringify(errorResponse(null, errorCodes.request, 'Invalid request'))
  const answers = input.map((request) => answerRequest(methods, request)).filter((answer) => answer !== undefined)
  return answers.length > 0 ? JSON.stringify(answers) : ''
}
