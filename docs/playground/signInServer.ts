/** Serves the example server at `/sign-in` of the playground, with Latchkey's sources. Loaded with the first request. */
import { fileURLToPath } from 'node:url'
import { createServer, type PreviewServer, type ViteDevServer } from 'vite'
import type { ChainReader } from '../../sdk/sign-in/index.ts'
import type { SandboxChain } from '../../mocks/sandbox/eip155/chains.ts'

type Handler = ReturnType<typeof import('../examples/server/signIn.ts').createSignInHandler>

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

async function createHandler(
  origin: string,
  readChain: ChainReader,
): Promise<{ handler: Handler; close(): Promise<void> }> {
  const vite = await createServer({
    configFile: false,
    root: path('../examples/server'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: { alias: { 'latchkey/sign-in': path('../../sdk/sign-in/index.ts') } },
  })
  const loaded = await vite.ssrLoadModule(path('../examples/server/signIn.ts'))
  const { createSignInHandler } = loaded as typeof import('../examples/server/signIn.ts')
  return { handler: createSignInHandler({ origin, read: readChain }), close: () => vite.close() }
}

async function answer(creating: ReturnType<typeof createHandler>, ...args: Parameters<Handler>): Promise<void> {
  try {
    const { handler } = await creating
    await handler(...args)
  } catch (error) {
    const [, response] = args
    response.writeHead(500).end(String(error))
  }
}

/** Adds the route. Signatures of contract accounts are verified on the sandbox's chains. */
export function serveSignIn(server: ViteDevServer | PreviewServer, chains: readonly SandboxChain[]): void {
  const readChain: ChainReader = async (chainId, call, signal) => {
    const chain = chains.find(({ networkId }) => networkId === chainId)
    if (!chain) throw new Error(`There is no ${chainId} here`)
    const body = JSON.stringify({ id: 1, jsonrpc: '2.0', ...call })
    const headers = { 'content-type': 'application/json' }
    const answer = (await (await fetch(chain.rpcUrl, { method: 'POST', body, headers, signal })).json()) as {
      result?: unknown
      error?: { message: string }
    }
    if (answer.error) throw new Error(answer.error.message)
    return answer.result
  }
  let creating: ReturnType<typeof createHandler> | undefined
  server.middlewares.use((request, response, next) => {
    if (!request.url?.startsWith('/sign-in/')) {
      next()
      return
    }
    const { origin } = new URL(server.resolvedUrls?.local[0] ?? 'http://localhost:5173')
    creating ??= createHandler(origin, readChain)
    void answer(creating, request, response)
  })
  server.httpServer?.once('close', () => void creating?.then(({ close }) => close()))
}
