/** The real client with the handlers, for a test file. */
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { ApiError } from '../../../machines/shared/errors/apiError.ts'
import { createHandlers, type HandlersOptions, type Scenario } from '../../../mocks/api/index.ts'
import type { SandboxChain } from '../../../mocks/sandbox/eip155/chain.ts'
import { startSandbox } from '../../../mocks/sandbox/node.ts'
import { createApi, type Api, type ApiOptions } from '../../../sdk/api/client.ts'

/** The first host has a path and a trailing slash, which apps may use. */
export const hosts = {
  blockchain: 'https://chain.provider.test/api/v0/',
  catalog: 'https://wallets.provider.test',
  analytics: 'https://events.provider.test/',
}

/** A network that the API supports without a chain. */
export const MAINNET = 'eip155:1'
export const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

export interface Client extends Api {
  /** The client's warnings. */
  warnings: string[]
}

export function clientOf(options: Partial<ApiOptions> = {}): Client {
  const warnings: string[] = []
  const api = createApi({
    projectId: 'p1',
    hosts,
    sdk: { type: 'appkit', version: 'html-core-test' },
    timeoutMs: 15_000,
    now: Date.now,
    warn: ({ code }) => void warnings.push(code),
    ...options,
  })
  return { ...api, warnings }
}

/** Intercepts the requests of a test file. A request without a handler is an error. */
export function useHandlers() {
  const server = setupServer()
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())

  /** Returns a client of an API with these options. */
  return function provider(
    options: Partial<HandlersOptions> = {},
    { scenario, client }: { scenario?: Scenario; client?: Partial<ApiOptions> } = {},
  ): Client {
    const handlers = createHandlers({ hosts, networks: [MAINNET], ...options })
    server.resetHandlers(...(scenario ? scenario(handlers) : handlers))
    return clientOf(client)
  }
}

/** Starts a sandbox for a test file. */
export function useSandbox() {
  let sandbox: Awaited<ReturnType<typeof startSandbox>> | undefined
  beforeAll(async () => void (sandbox = await startSandbox()))
  afterAll(() => sandbox?.stop())
  const chain = (index: number): SandboxChain => {
    const found = sandbox?.chains[index]
    if (!found) throw new Error(`The sandbox has no chain ${index}.`)
    return found
  }
  return {
    chains: () => sandbox?.chains ?? [],
    /** The chain with the exchange, and the one without. */
    one: () => chain(0),
    two: () => chain(1),
    /** A token of the first chain. */
    token(symbol: string) {
      const found = chain(0).tokens.find((token) => token.symbol === symbol)
      if (!found) throw new Error(`There is no ${symbol}.`)
      return found
    },
    /** The first chain's exchange. */
    exchange() {
      const { exchange } = chain(0)
      if (!exchange) throw new Error('The first chain has no exchange.')
      return exchange
    },
  }
}

/** The error of a failed call. */
export async function failure(call: Promise<unknown>): Promise<Pick<ApiError, 'code' | 'status' | 'serverText'>> {
  const answer = await call.then(
    (value) => ({ value }),
    (error: ApiError) => error,
  )
  if ('value' in answer) throw new Error(`It was answered: ${JSON.stringify(answer.value)}`)
  return answer
}
