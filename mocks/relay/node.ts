/** The relay as a WebSocket server on this machine. */
import { once } from 'node:events'
import { type WebSocket, WebSocketServer } from 'ws'
import { createRelay, type Relay, type RelayOptions } from './relay.ts'

/** A running relay server. */
export interface RelayServer {
  /** `ws://127.0.0.1:<port>`. Restarting keeps it. */
  url: string
  relay: Relay
  /** Cuts all sockets and stops listening. The mailboxes keep their messages. */
  stop(): Promise<void>
  /** Listens again at the same URL, with the same mailboxes. */
  restart(): Promise<void>
}

/** Clients in Node close a socket that receives no ping for 35 s. */
const pingIntervalMs = 30_000
const cutOff = 1006

function serve(relay: Relay, socket: WebSocket, url: string) {
  const connection = relay.connect(url, {
    send: (text) => socket.send(text),
    close: (code, reason) => (code === cutOff ? socket.terminate() : socket.close(code, reason)),
  })
  socket.on('message', (data, isBinary) => {
    if (!isBinary && Buffer.isBuffer(data)) connection.message(data.toString())
  })
  socket.on('close', () => connection.closed())
  // A failed socket also emits `close`, which is all that the relay needs.
  socket.on('error', () => undefined)
}

async function listen(relay: Relay, port: number) {
  const server = new WebSocketServer({ host: '127.0.0.1', port })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The relay listens on no port.')
  const url = `ws://127.0.0.1:${address.port}`
  server.on('connection', (socket, request) => serve(relay, socket, new URL(request.url ?? '/', url).href))
  const pings = setInterval(() => server.clients.forEach((socket) => socket.ping()), pingIntervalMs)
  pings.unref()
  const close = async () => {
    clearInterval(pings)
    relay.disconnectAll(cutOff)
    server.clients.forEach((socket) => socket.terminate())
    await new Promise((resolve) => server.close(resolve))
  }
  return { url, port: address.port, close }
}

/** Starts a relay on a free port. It stops with `stop`, or with this process. */
export async function startRelay(options?: RelayOptions): Promise<RelayServer> {
  const relay = createRelay(options)
  const { url, port, close } = await listen(relay, 0)
  let closeServer: (() => Promise<void>) | undefined = close
  const stop = async () => {
    const close = closeServer
    closeServer = undefined
    await close?.()
  }
  return {
    url,
    relay,
    stop,
    async restart() {
      await stop()
      closeServer = (await listen(relay, port)).close
    },
  }
}
