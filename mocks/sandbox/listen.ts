/** Serves the sandbox's nodes on this machine: on free ports, for any origin, until they are closed. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** The host of the sandbox's nodes. */
export const host = '127.0.0.1'

/** Allows requests from any origin. Returns true for a preflight request, which is then answered. */
export function allowCrossOrigin(request: IncomingMessage, response: ServerResponse, methods: string): boolean {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-methods', `${methods}, OPTIONS`)
  response.setHeader('access-control-allow-headers', '*')
  response.setHeader('access-control-max-age', '86400')
  if (request.method !== 'OPTIONS') return false
  response.writeHead(204).end()
  return true
}

/** Listens on a port; 0 picks a free one. Resolves to `undefined` if the port is in use. */
export async function listen(port: number): Promise<{ server: Server; port: number } | undefined> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined
    throw error
  }
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The node listens on no port.')
  return { server, port: address.port }
}

/** Closes a server and its open connections. */
export const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
