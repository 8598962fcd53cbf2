/** The relay as an MSW handler: the official clients connect within this process, without an open port. */
import { setupServer } from 'msw/node'
import { afterAll, expect, test, vi } from 'vitest'
import { sandboxProject } from '../../../mocks/sandbox/project.ts'
import { relayHandler } from '../../../mocks/relay/handler.ts'
import { createRelay } from '../../../mocks/relay/relay.ts'

const url = 'wss://relay.test'
const relay = createRelay()
const server = setupServer(relayHandler(url, relay))
server.listen({ onUnhandledFrame: 'error' })
afterAll(() => server.close())
// The clients capture the global WebSocket when they load, so they are imported after MSW has replaced it.
const { next, openClient } = await import('./clients.ts')

test('official clients connect and exchange messages through MSW', async () => {
  const [dapp, wallet] = await Promise.all([openClient(url, 'shop'), openClient(url, 'wallet')])
  const namespace = { methods: ['personal_sign'], events: [] }
  const { uri = '', approval } = await dapp.connect({
    optionalNamespaces: { eip155: { ...namespace, chains: ['eip155:1'] } },
  })
  const settled = approval()
  const proposal = next(wallet, 'session_proposal')
  await wallet.pair({ uri })
  const accounts = [`eip155:1:0x${'00'.repeat(20)}`]
  await wallet.approve({ id: (await proposal).id, namespaces: { eip155: { ...namespace, accounts } } })
  const { topic } = await settled

  const ask = async (result: string) => {
    const asked = next(wallet, 'session_request')
    const answer = dapp.request({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params: [] } })
    await wallet.respond({ topic, response: { id: (await asked).id, jsonrpc: '2.0', result } })
    return answer
  }
  expect(await ask('first')).toBe('first')
  for (const code of [4010, 1006]) {
    const before = relay.socketLogs.length
    relay.disconnectAll(code)
    const back = () =>
      relay.socketLogs.length === before + 2 && dapp.core.relayer.connected && wallet.core.relayer.connected
    await vi.waitUntil(back, { interval: 5 })
    expect(await ask(`after ${code}`)).toBe(`after ${code}`)
  }
})

test('a socket without a token is closed with a reason', async () => {
  const socket = new WebSocket(`${url}/?projectId=${sandboxProject}`)
  const closed = new Promise((resolve) => socket.addEventListener('close', resolve))
  expect(await closed).toMatchObject({ code: 3000, reason: 'JWT is missing' })
})

test('a client that closes its socket is disconnected from the relay', async () => {
  const { core } = await openClient(url, 'shop')
  await core.pairing.create()
  expect(relay.sockets()).toBe(1)
  await core.relayer.transportClose()
  await vi.waitUntil(() => relay.sockets() === 0, { interval: 5 })
})
