import type { RpcCall } from './quirk.ts'

/** Answers a request over HTTP. */
export type HttpHandler = (request: Request) => Promise<Response>

/** One thing that some servers do differently from what clients expect of HTTP. */
export interface HttpQuirk {
  /** Unique, in kebab case. */
  id: string
  /** What the server does, as a sentence without its subject: "responds with status 502". */
  title: string
  /** A public report of the behavior. */
  source: string
  /** Called when the quirk starts. The result answers a request; `next` is the original behavior. */
  start(): (request: Request, next: () => Promise<Response>) => Promise<Response>
}

export interface QuirkyServer {
  /** To be used instead of `globalThis.fetch`. */
  fetch: typeof globalThis.fetch
  /** Every request, oldest first. */
  readonly requests: readonly Request[]
  /** Starts quirks, in place of those that run. Without arguments, the original behavior returns. */
  use(...quirks: readonly HttpQuirk[]): void
}

/** Rejects when the client aborts its request. */
const untilAborted = ({ signal }: Request) =>
  new Promise<never>((_, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })

/** A body ends with an error if the client aborts its request. */
function abortableBody(response: Response, { signal }: Request): Response {
  const { body, status, statusText, headers } = response
  if (!body) return response
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  body.pipeTo(writable, { signal }).catch(() => {})
  return new Response(readable, { status, statusText, headers })
}

/**
 * Puts quirks between an app and a server. The client's own code for HTTP runs unchanged: pass `fetch` to it, or replace the global
 * one.
 */
export function withHttpQuirks(handler: HttpHandler, ...quirks: readonly HttpQuirk[]): QuirkyServer {
  const requests: Request[] = []
  let answer = handler
  const use = (...started: readonly HttpQuirk[]) => {
    answer = started.reduce<HttpHandler>((below, quirk) => {
      const respond = quirk.start()
      return (request) => respond(request, () => below(request))
    }, handler)
  }
  use(...quirks)
  return {
    requests,
    use,
    async fetch(input, init) {
      const request = new Request(input, init)
      requests.push(request)
      const aborted = untilAborted(request)
      aborted.catch(() => {})
      return abortableBody(await Promise.race([answer(request), aborted]), request)
    },
  }
}

interface RpcRequest extends RpcCall {
  id: unknown
}

/** Answers JSON-RPC over HTTP, one call or a batch, with the answers of a node. */
export function httpNode(node: { request(call: RpcCall): Promise<unknown> }): HttpHandler {
  const answer = async ({ id, method, params }: RpcRequest) => {
    try {
      return { jsonrpc: '2.0', id, result: await node.request({ method, ...(params !== undefined && { params }) }) }
    } catch (error) {
      const { code = -32_603, message = 'Internal error' } = error as { code?: unknown; message?: unknown }
      return { jsonrpc: '2.0', id, error: { code, message } }
    }
  }
  return async (request) => {
    const body = (await request.json()) as RpcRequest | readonly RpcRequest[]
    return Response.json(Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body as RpcRequest))
  }
}
