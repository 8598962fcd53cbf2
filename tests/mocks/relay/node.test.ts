/** The relay as a server: listening, pings, stopping and restarting. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { sandboxProject } from '../../../mocks/sandbox/project.ts'
import { startRelay } from '../../../mocks/relay/node.ts'
import { createKey, topicOf } from './visitors.ts'

const key = await createKey()
const topic = topicOf(1)

async function openRelay() {
  const server = await startRelay()
  onTestFinished(() => server.stop())
  return server
}

/** Opens an authenticated socket. */
async function openSocket(url: string) {
  const socket = new WebSocket(`${url}/?projectId=${sandboxProject}&auth=${await key.token({ aud: url })}`)
  await once(socket, 'open')
  return socket
}

const ask = async (socket: WebSocket, method: string, params: object) => {
  socket.send(JSON.stringify({ id: 1_000_000_001, jsonrpc: '2.0', method, params }))
  const [data] = await once(socket, 'message')
  return String(data)
}

afterEach(() => {
  vi.useRealTimers()
})

test('each relay listens on its own free port of this machine', async () => {
  const servers = await Promise.all([openRelay(), openRelay()])
  for (const { url } of servers) expect(url).toMatch(/^ws:\/\/127\.0\.0\.1:\d+$/)
  expect(new Set(servers.map(({ url }) => url)).size).toBe(2)
})

test('the server handles text frames and ignores binary ones', async () => {
  const { url } = await openRelay()
  const socket = await openSocket(url)
  socket.send(Buffer.from('nonsense'))
  expect(await ask(socket, 'irn_subscribe', { topic })).toContain('"id":1000000001')
  socket.close()
})

test('a refused client gets the reason in the close frame', async () => {
  const { url } = await openRelay()
  const socket = new WebSocket(`${url}/?projectId=${sandboxProject}`)
  const [code, reason] = await once(socket, 'close')
  expect([code, String(reason)]).toEqual([3000, 'JWT is missing'])
})

test('sockets are pinged every 30 s, until the relay stops', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { url, stop } = await openRelay()
  const socket = await openSocket(url)
  const pinged = once(socket, 'ping')
  vi.advanceTimersByTime(30_000)
  await pinged
  await stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('a restarted relay has the same URL and the waiting messages', async () => {
  const { url, relay, stop, restart } = await openRelay()
  const first = await openSocket(url)
  const message = { topic, message: 'kept', ttl: 300, tag: 1108, prompt: false }
  expect(await ask(first, 'irn_publish', message)).toContain('"result":true')
  const cut = once(first, 'close')
  await stop()
  await stop()
  expect((await cut)[0]).toBe(1006)
  expect(relay.sockets()).toBe(0)
  await expect(openSocket(url)).rejects.toThrow('ECONNREFUSED')

  await restart()
  const other = await createKey()
  const second = new WebSocket(`${url}/?projectId=${sandboxProject}&auth=${await other.token({ aud: url })}`)
  await once(second, 'open')
  const texts: string[] = []
  second.on('message', (data) => texts.push(String(data)))
  second.send(JSON.stringify({ id: 1_000_000_001, jsonrpc: '2.0', method: 'irn_subscribe', params: { topic } }))
  await vi.waitUntil(() => texts.length === 2, { interval: 5 })
  expect(texts[1]).toContain('"message":"kept"')
})

test('restarting a running relay cuts its sockets', async () => {
  const { url, restart } = await openRelay()
  const socket = await openSocket(url)
  const cut = once(socket, 'close')
  await restart()
  expect((await cut)[0]).toBe(1006)
  const next = await openSocket(url)
  next.close()
})

test('a stopped relay does not keep the process alive', async () => {
  const module = JSON.stringify(new URL('../../../mocks/relay/node.ts', import.meta.url))
  const script = `const { stop } = await (await import(${module})).startRelay(); await stop()`
  const cwd = fileURLToPath(new URL('../../..', import.meta.url))
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd, stdio: 'inherit' })
  onTestFinished(() => void child.kill('SIGKILL'))
  expect(await once(child, 'exit')).toEqual([0, null])
})
