/** A server with sign-in. Configure it with `PORT`, `ORIGIN` (of the page) and `RPC_URLS` (`eip155:1=https://… eip155:10=https://…`). */
import { createServer } from 'node:http'
import type { ChainReader } from 'latchkey/sign-in'
import { givePage } from './page.ts'
import { createSignInHandler } from './signIn.ts'

const { PORT = '8787', ORIGIN = `http://localhost:${PORT}`, RPC_URLS = '' } = process.env
const nodes = new Map(RPC_URLS.split(/\s+/).map((entry) => entry.split(/=(.*)/) as [string, string]))

const read: ChainReader = async (chainId, call, signal) => {
  const url = nodes.get(chainId)
  if (url === undefined) throw new Error(`No node of ${chainId} is in RPC_URLS`)
  const body = JSON.stringify({ id: 1, jsonrpc: '2.0', ...call })
  const answer = await fetch(url, { method: 'POST', body, signal, headers: { 'content-type': 'application/json' } })
  const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string; code: number } }
  if (error) throw Object.assign(new Error(error.message), { code: error.code })
  return result
}

const signIn = createSignInHandler({ origin: ORIGIN, read })
const server = createServer({ requestTimeout: 10_000 }, async (request, response) => {
  const [path = '/'] = request.url?.split('?') ?? []
  await (path.startsWith('/sign-in/') ? signIn(request, response) : givePage(response, path))
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`Sign-ins for ${ORIGIN} are verified on port ${PORT}`))
