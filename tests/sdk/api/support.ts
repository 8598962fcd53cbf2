/** An API on the wire: it records its requests, and an unexpected one is an error. */
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { ApiError } from '../../../machines/shared/errors/apiError.ts'
import type { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import type { Hosts } from '../../../sdk/api/call.ts'
import { createApi, type ApiOptions } from '../../../sdk/api/client.ts'

export const HOSTS: Hosts = {
  blockchain: 'https://api.test',
  catalog: 'https://wallets.test',
  analytics: 'https://events.test',
}

/** The network that the API of the tests serves, and one that it does not. */
export const SERVED = 'eip155:1'
export const UNSERVED = 'eip155:999'

/** What every call sends. */
export const COMMON = { projectId: 'p1', st: 'test-sdk', sv: '1.2.3' }

export interface Sent {
  method: string
  url: URL
  headers: Headers
  signal: AbortSignal
  /** Null when there is no body. */
  body(): Promise<unknown>
}

type Reply = (sent: Request) => Response | Promise<Response>

/** Starts the API for a test file. */
export function useProvider() {
  const server = setupServer()
  const sent: Sent[] = []
  const unhandled: string[] = []
  // Other files of the process may still call their nodes.
  const isOurs = ({ url }: Request) => /^(localhost|.*\.test)$/.test(new URL(url).hostname)
  server.events.on('request:start', ({ request }) => {
    if (!isOurs(request)) return
    const copy = request.clone()
    sent.push({
      method: request.method,
      url: new URL(request.url),
      headers: request.headers,
      signal: request.signal,
      body: async () => JSON.parse((await copy.text()) || 'null') as unknown,
    })
  })
  server.events.on('request:unhandled', ({ request }) => {
    if (isOurs(request)) unhandled.push(`${request.method} ${request.url}`)
  })
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  afterEach(() => {
    server.resetHandlers()
    sent.length = 0
    expect(unhandled.splice(0)).toEqual([])
  })
  afterAll(() => server.close())

  /** Answers every request to an address, whatever its query. */
  const on = (method: string, address: string, reply: Reply) =>
    server.use(
      http.all('*', ({ request }) => {
        const { origin, pathname } = new URL(request.url)
        return request.method === method && origin + pathname === address ? reply(request) : undefined
      }),
    )
  /** Sets the served networks. */
  const serve = (...networks: readonly string[]) =>
    on('GET', `${HOSTS.blockchain}/v1/supported-chains`, () => HttpResponse.json({ http: networks, ws: [] }))
  return {
    on,
    serve,
    /** All requests, in order. */
    sent,
    /** The requests except those for the served networks. */
    asked: () => sent.filter(({ url }) => !url.pathname.endsWith('/v1/supported-chains')),
  }
}

/** A client, and what it reported. */
export function client(options: Partial<ApiOptions> = {}) {
  const warnings: LatchkeyError[] = []
  const heard: ApiError[] = []
  const api = createApi({
    projectId: COMMON.projectId,
    hosts: HOSTS,
    sdk: { type: COMMON.st, version: COMMON.sv },
    timeoutMs: 5_000,
    now: Date.now,
    warn: (error) => warnings.push(error),
    ...options,
  })
  api.watch((error) => heard.push(error))
  return { api, warnings, heard }
}

/** The reason for which a promise rejects. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => expect.unreachable(`resolved with ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  )
