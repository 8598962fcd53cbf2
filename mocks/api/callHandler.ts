import { HttpHandler, HttpResponse } from 'msw'
import { BaseError, ContractFunctionRevertedError, ExecutionRevertedError } from 'viem'
import { calls, type CallName } from '../../sdk/api/calls.ts'
import type { CallDefinition, Hosts } from '../../sdk/api/call.ts'
import type { Answer } from './answer.ts'
import { checkAccess, type AccessRules } from './admission.ts'
import { Refusal } from './refusal.ts'

type Resolve = (request: Request, params: Readonly<Record<string, unknown>>) => Response | Promise<Response>

/** The definition of a call, without the types of that call. */
export const getDefinition = (call: CallName): CallDefinition => calls[call] as unknown as CallDefinition

/** The MSW handler of one call. */
export class CallHandler extends HttpHandler {
  readonly call: CallName
  readonly host: string
  /** Resolves a request to this call. */
  readonly resolveCall: Resolve

  /** A host may have a path and a query; `{name}` in the call's path becomes a parameter. */
  constructor(call: CallName, host: string, resolve: Resolve) {
    const { method, path, rpc } = getDefinition(call)
    const pattern = `${host.replace(/\/*([?#].*)?$/, '')}/${path.replace(/\{(\w+)\}/g, ':$1')}`
    // JSON-RPC calls share a path; the method tells them apart.
    super(method, pattern, async ({ request, params }) =>
      rpc === undefined || (await methodOf(request.clone())) === rpc ? resolve(request, params) : undefined,
    )
    this.call = call
    this.host = host
    this.resolveCall = resolve
  }
}

/** A handler that checks who may use the API, and then sends the answer. */
export const answerCall = (call: CallName, hosts: Hosts, accessRules: AccessRules, answer: Answer): CallHandler => {
  const definition = getDefinition(call)
  return new CallHandler(call, hosts[definition.host], async (request, params) => {
    const url = new URL(request.url)
    try {
      const body = request.method === 'POST' ? await bodyOf(request) : {}
      checkAccess(request, url, body, definition, accessRules)
      const bodyFields = definition.rpc === undefined ? body : paramsOf(body)
      const fields = { ...Object.fromEntries(url.searchParams), ...bodyFields, ...params }
      const value = await answer({ fields, url })
      if (value instanceof Response) return value
      return jsonResponse(definition.rpc === undefined ? value : { jsonrpc: '2.0', id: body['id'], result: value })
    } catch (error) {
      if (error instanceof Refusal) return jsonResponse(error.body, error.status)
      if (error instanceof BaseError) return jsonResponse({ error: error.shortMessage }, isRevert(error) ? 400 : 502)
      throw error
    }
  })
}

/** Whether a contract reverted; any other error means that the chain did not answer. */
const isRevert = (error: BaseError): boolean =>
  error.walk((cause) => cause instanceof ContractFunctionRevertedError || cause instanceof ExecutionRevertedError) !==
  null

/** A JSON response with this value. */
export const jsonResponse = (value: unknown, status = 200): Response =>
  new HttpResponse(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })

/** The params of a JSON-RPC request. */
function paramsOf({ params }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (typeof params === 'object' && params !== null) return { ...params }
  throw new Refusal(400, { error: 'The params are not an object' })
}

/** The JSON-RPC method of a request; `undefined` if it has none. */
const methodOf = (request: Request): Promise<unknown> =>
  bodyOf(request).then(
    ({ method }) => method,
    () => undefined,
  )

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  try {
    const value: unknown = await request.json()
    if (typeof value === 'object' && value !== null) return { ...value }
  } catch {
    // Invalid JSON is reported below.
  }
  throw new Refusal(400, { error: 'The body is not a JSON object' })
}
