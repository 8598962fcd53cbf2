/** The sandbox's provider over real HTTP: the handlers as a middleware of a server, and the scenario they are in. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getResponse } from 'msw'
import type { Hosts } from '../../sdk/api/call.ts'
import { createHandlers, scenarioOf, scenarioSchema, type ScenarioSetting } from '../handlers/index.ts'
import { secondAccount } from './accounts.ts'
import type { SandboxChain } from './chain.ts'

const root = '/provider'

/** Where the provider is on the server that serves it. */
export const providerHosts: Hosts = {
  blockchain: `${root}/blockchain`,
  catalogue: `${root}/catalogue`,
  analytics: `${root}/analytics`,
}

/** The one project that the provider knows. */
export const providerProject = 'playground'

const onrampPage =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Sandbox on-ramp</title>' +
  '<h1>Nothing is sold here</h1><p>In production the seller’s page stands in this place.</p></html>'

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Answers what goes to `/provider/`, and passes on the rest. `PUT /provider/scenario` sets a scenario as JSON. */
export function createProvider(chains: readonly SandboxChain[]): Middleware {
  const plain = createHandlers({
    hosts: providerHosts,
    chains,
    projectIds: [providerProject],
    names: { 'robin.reown.id': secondAccount.address },
    onrampPage: `${root}/onramp`,
  })
  let setting: ScenarioSetting = null
  let handlers = plain

  async function setScenario(request: Request): Promise<Response> {
    const read = scenarioSchema.safeParse(await request.json().catch(() => undefined))
    if (!read.success) return Response.json({ error: 'No such scenario', issues: read.error.issues }, { status: 400 })
    setting = read.data
    handlers = scenarioOf(setting)(plain)
    return Response.json(setting)
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname, origin: baseUrl } = new URL(request.url)
    if (pathname === `${root}/onramp`)
      return new Response(onrampPage, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    if (pathname === `${root}/scenario`) return request.method === 'PUT' ? setScenario(request) : Response.json(setting)
    const response = await getResponse(handlers, request, { baseUrl })
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
      // The visitor has left before the answer was there.
      .catch(() => incoming.socket.destroy())
  }
}

/** The request as handlers read it. It ends when the one who asked has left. */
async function requestOf(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Request> {
  const control = new AbortController()
  outgoing.once('close', () => control.abort())
  const { method = 'GET', url = '/', headers } = incoming
  const named = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((text): [string, string] => [name, text]),
  )
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of incoming) chunks.push(new Uint8Array(chunk))
  const body = method === 'GET' || method === 'HEAD' ? null : new Blob(chunks)
  return new Request(new URL(url, `http://${headers.host ?? 'localhost'}`), {
    method,
    headers: named,
    body,
    signal: control.signal,
  })
}

async function send(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  // A network error: the connection breaks, as it does where nobody is. Not by way of the answer: while the one before it
  // on the connection is about to end, it has no socket, and destroyed then it would leave the connection open and mute.
  if (response.type === 'error') return void incoming.socket.destroy()
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(new Uint8Array(await response.arrayBuffer()))
}
