/** JSON-RPC 2.0 over HTTP for asynchronous services: one request per message, each service under its own path. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import { allowCrossOrigin, close, host, listen } from './listen.ts'
import { asRpcError } from './eip155/nodeRpc.ts'
import { ProviderRpcError, rpcCodes } from './providerRpcError.ts'

const maxBodyBytes = 512 * 1024
const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]),
  method: z.string(),
  params: z.optional(z.unknown()),
})

/** The methods of a service. A `ProviderRpcError` becomes an error response. */
export type RpcMethods = Readonly<Record<string, (params: unknown) => unknown>>

async function readText(message: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function readRequest(text: string | undefined) {
  try {
    return requestSchema.safeParse(JSON.parse(text ?? '')).data
  } catch {
    return undefined
  }
}

async function answerOf(methods: RpcMethods, text: string | undefined) {
  const request = readRequest(text)
  if (!request) return { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Invalid request' } }
  const { id, method, params } = request
  try {
    const handler = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!handler) throw new ProviderRpcError(-32_601, 'Method not found')
    return { jsonrpc: '2.0', id, result: (await handler(params ?? [])) ?? null }
  } catch (error) {
    const rpcError = asRpcError(error)
    const { code, message } =
      rpcError instanceof ProviderRpcError ? rpcError : { code: rpcCodes.internal, message: String(error) }
    return { jsonrpc: '2.0', id, error: { code, message } }
  }
}

/** Starts a server for several services on a free port. */
export async function startRpcServer() {
  const services = new Map<string, RpcMethods>()
  const listening = await listen(0)
  if (!listening) throw new Error('No port is free.')
  const { server, port } = listening
  const answer = async (message: IncomingMessage, response: ServerResponse) => {
    if (allowCrossOrigin(message, response, 'POST')) return
    const methods = services.get(message.url ?? '')
    if (!methods) return void response.writeHead(404).end()
    const body = JSON.stringify(await answerOf(methods, await readText(message)))
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  }
  server.on('request', (message, response) => void answer(message, response).catch(() => message.socket.destroy()))
  return {
    /** Serves methods under a path. Returns the URL. */
    serve(path: `/${string}`, methods: RpcMethods): string {
      services.set(path, methods)
      return `http://${host}:${port}${path}`
    },
    stop: () => close(server),
  }
}
