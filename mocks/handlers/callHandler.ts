import { HttpHandler, HttpResponse } from 'msw'
import { BaseError, ContractFunctionRevertedError, ExecutionRevertedError } from 'viem'
import { calls, type CallName } from '../../sdk/api/calls.ts'
import type { CallDefinition, Hosts } from '../../sdk/api/call.ts'
import type { Answer } from './answer.ts'
import { admit, type Admission } from './admission.ts'
import { Refusal } from './refusal.ts'

type Resolve = (request: Request, params: Readonly<Record<string, unknown>>) => Response | Promise<Response>

/** A call as the table has it, its own types left aside. */
export const definitionOf = (call: CallName): CallDefinition => calls[call] as unknown as CallDefinition

/** The handler of one call, which knows its name. */
export class CallHandler extends HttpHandler {
  readonly call: CallName
  readonly host: string
  /** What becomes of a request that has come to this call. */
  readonly resolveCall: Resolve

  /** A host may have a path and a query of its own; `{name}` in the call's path becomes a parameter. */
  constructor(call: CallName, host: string, resolve: Resolve) {
    const { method, path, rpc } = definitionOf(call)
    const pattern = `${host.replace(/\/*([?#].*)?$/, '')}/${path.replace(/\{(\w+)\}/g, ':$1')}`
    // Calls of JSON-RPC share a path: whose a request is says its method.
    super(method, pattern, async ({ request, params }) =>
      rpc === undefined || (await methodOf(request.clone())) === rpc ? resolve(request, params) : undefined,
    )
    this.call = call
    this.host = host
    this.resolveCall = resolve
  }
}

/** The handler that lets in who may ask, and then sends the answer. */
export const answerCall = (call: CallName, hosts: Hosts, admission: Admission, answer: Answer): CallHandler => {
  const definition = definitionOf(call)
  return new CallHandler(call, hosts[definition.host], async (request, params) => {
    const url = new URL(request.url)
    try {
      const body = request.method === 'POST' ? await bodyOf(request) : {}
      admit(request, url, body, definition, admission)
      const named = definition.rpc === undefined ? body : paramsOf(body)
      const fields = { ...Object.fromEntries(url.searchParams), ...named, ...params }
      const value = await answer({ fields, url })
      if (value instanceof Response) return value
      return jsonResponse(definition.rpc === undefined ? value : { jsonrpc: '2.0', id: body['id'], result: value })
    } catch (thrown) {
      if (thrown instanceof Refusal) return jsonResponse(thrown.body, thrown.status)
      if (thrown instanceof BaseError) return jsonResponse({ error: thrown.shortMessage }, isNo(thrown) ? 400 : 502)
      throw thrown
    }
  })
}

/** Whether a contract said no; else the chain could not be asked. */
const isNo = (error: BaseError): boolean =>
  error.walk((cause) => cause instanceof ContractFunctionRevertedError || cause instanceof ExecutionRevertedError) !==
  null

/** A response of JSON, whatever the value is. */
export const jsonResponse = (value: unknown, status = 200): Response =>
  new HttpResponse(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })

/** The params of a question of JSON-RPC. */
function paramsOf({ params }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (typeof params === 'object' && params !== null) return { ...params }
  throw new Refusal(400, { error: 'The params are not an object' })
}

/** Which method of JSON-RPC is asked; nothing where none is. */
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
    // Said below: what is no JSON is no body.
  }
  throw new Refusal(400, { error: 'The body is not a JSON object' })
}
