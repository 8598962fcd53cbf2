import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Reply = object | string | ((response: ServerResponse, asked: number) => void)

/** A local server of Esplora's API. A reply that is a string is sent unchanged, any other as JSON, and none as 404. */
export async function esploraServer(replies: Record<string, Reply>) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const reply = replies[path]
    if (typeof reply === 'function') return reply(response, asked.filter((one) => one === path).length)
    if (reply === undefined) return response.writeHead(404).end('Transaction not found')
    response.end(typeof reply === 'string' ? reply : JSON.stringify(reply))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    replies,
    close() {
      server.closeAllConnections()
      return new Promise((closed) => server.close(closed))
    },
  }
}
