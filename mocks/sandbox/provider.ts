/** The sandbox's API over HTTP: the handlers as server middleware, with a scenario per request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getResponse } from 'msw'
import { createHandlers, scenarioOf, scenarioSchema, type HandlersOptions } from '../api/index.ts'
import { secondAccount } from './accounts.ts'
import type { SandboxChain } from './eip155/chain.ts'
import { sandboxProject } from './project.ts'
import { providerHosts, providerRoot as root, scenarioIn } from './providerPaths.ts'

const onrampPage =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Sandbox on-ramp</title>' +
  '<h1>Nothing is sold here</h1><p>In production the seller’s page stands in this place.</p></html>'

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/**
 * Answers requests to `/provider/` and passes other requests on. A request to `/provider/like/offline/` is answered as in the
 * scenario `offline`, without affecting other requests. `options` configures swaps on Solana, purchases and exchange payments.
 */
export function createProvider(
  chains: readonly SandboxChain[],
  options: Pick<HandlersOptions, 'solana' | 'onrampPage' | 'purchasesOf' | 'desk'> = {},
): Middleware {
  const defaultHandlers = createHandlers({
    hosts: providerHosts(),
    chains,
    projectIds: [sandboxProject],
    names: { 'robin.reown.id': secondAccount.address },
    onrampPage: `${root}/onramp`,
    ...options,
  })
  const scenarioHandlers = new Map<string, typeof defaultHandlers>()

  /** The handlers in a scenario, created once; `undefined` for an unknown scenario. */
  function handlersFor(name: string): typeof defaultHandlers | undefined {
    const parsed = scenarioSchema.safeParse({ name })
    if (!parsed.success) return undefined
    const handlers = scenarioHandlers.get(name) ?? scenarioOf(parsed.data)(defaultHandlers)
    scenarioHandlers.set(name, handlers)
    return handlers
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const { origin: baseUrl } = url
    const { scenario, rest: pathname } = scenarioIn(url.pathname)
    url.pathname = pathname
    if (pathname === `${root}/onramp`)
      return new Response(onrampPage, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    const handlers = scenario === undefined ? defaultHandlers : handlersFor(scenario)
    if (!handlers) return Response.json({ error: `There is no scenario ${scenario}` }, { status: 404 })
    const scenarioRequest = scenario === undefined ? request : new Request(url, request)
    const response = await getResponse(handlers, scenarioRequest, { baseUrl })
    return response ?? Response.json({ error: `There is no ${request.method} ${pathname}` }, { status: 404 })
  }

  return (incoming, outgoing, next) => {
    if (!incoming.url?.startsWith(`${root}/`)) return next()
    requestOf(incoming, outgoing)
      .then(answer)
      .then(
        (response) => send(response, incoming, outgoing),
        (error: unknown) => send(Response.json({ error: String(error) }, { status: 500 }), incoming, outgoing),
      )
      // The client closed the connection before the answer.
      .catch(() => incoming.socket.destroy())
  }
}

/** Converts a Node request to a `Request`, which aborts when the client closes the connection. */
async function requestOf(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Request> {
  const control = new AbortController()
  outgoing.once('close', () => control.abort())
  const { method = 'GET', url = '/', headers } = incoming
  const headerEntries = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((text): [string, string] => [name, text]),
  )
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of incoming) chunks.push(new Uint8Array(chunk))
  const body = method === 'GET' || method === 'HEAD' ? null : new Blob(chunks)
  return new Request(new URL(url, `http://${headers.host ?? 'localhost'}`), {
    method,
    headers: headerEntries,
    body,
    signal: control.signal,
  })
}

async function send(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  // A network error closes the connection, as an unreachable server does. Destroy the request's socket, not the response's:
  // while the previous response on the connection is ending, this one has no socket yet, and the connection would stay open
  // without an answer.
  if (response.type === 'error') return void incoming.socket.destroy()
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(new Uint8Array(await response.arrayBuffer()))
}
