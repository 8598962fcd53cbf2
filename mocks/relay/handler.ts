import { ws } from 'msw/ws'
import type { Relay } from './relay.ts'

/**
 * The relay as an MSW handler. The server must listen before `@walletconnect/*` is imported, because those packages capture the
 * global WebSocket when they load.
 */
export const relayHandler = (url: string, relay: Relay) =>
  ws.link(url).addEventListener('connection', ({ client }) => {
    const connection = relay.connect(String(client.url), {
      send: (text) => client.send(text),
      close: (code, reason) => client.close(code, reason),
    })
    client.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') connection.message(data)
    })
    client.addEventListener('close', () => connection.closed())
  })
