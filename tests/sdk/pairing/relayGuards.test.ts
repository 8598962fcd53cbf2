/** Faults of the relay affect only what they concern. Each test fails without its guard. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { sandboxProject } from '../../../mocks/sandbox/project.ts'
import type { Role } from '../../../machines/pairing/sessionRequest.contract.ts'
import { closeClient, openClient } from '../../../sdk/pairing/client/client.ts'
import { officialOf, openWalletKit } from '../../mocks/relay/clients.ts'
import {
  asked,
  connectedPage,
  connectedWallet,
  failureOf,
  namespacesOn,
  open,
  openRelay,
  resultOf,
  sign,
  signal,
  storageOf,
} from './support.ts'

const until = (check: () => boolean) => vi.waitUntil(check, { interval: 5 })

const metadata = { name: 'page', description: 'page', url: 'https://page.example', icons: [] }

/** The guarded client, for tests that need its internals. */
async function guarded(relayUrl: string, role: Role = 'requester') {
  const client = await openClient({
    role,
    projectId: sandboxProject,
    relayUrl,
    id: `guarded-${Math.random()}`,
    metadata,
    verify: false,
  })
  onTestFinished(() => closeClient(client))
  const { relayer } = client.core as unknown as {
    relayer: {
      connected: boolean
      connect(): Promise<void>
      provider: { events: { eventNames(): unknown[]; emit(name: string, error: Error): void } }
      publisher: { queue: Map<string, unknown> }
    }
  }
  return { client, relayer, pulse: () => officialOf(client).core.heartbeat.events.emit('heartbeat_pulse') }
}

const call = (topic: string) => ({ topic, chainId: 'eip155:1', request: sign, expirySeconds: 300 })

/** The guarded client, connected to an official wallet that answers everything. */
async function connected() {
  const { url, relay } = await openRelay()
  const [page, wallet] = await Promise.all([guarded(url), openWalletKit(url)])
  wallet.on('session_proposal', ({ id }) => void wallet.approveSession({ id, namespaces: namespacesOn(1) }))
  wallet.on(
    'session_request',
    ({ id, topic }) => void wallet.respondSessionRequest({ topic, response: resultOf(id, 1) }),
  )
  const { uri = '', approval } = await page.client.connect(asked)
  const settled = approval()
  await wallet.pair({ uri })
  const { topic } = (await settled) as { topic: string }
  return { ...page, relay, topic }
}

test('a request that was lost with the connection is sent again over the next one', async () => {
  const { client, relay, topic } = await connected()
  // Only the new connection may trigger the client.
  client.core.heartbeat.stop()
  relay.faults.silent = true
  const answer = client.request(call(topic))
  relay.disconnectAll()
  relay.resetFaults()
  expect(await answer).toBe(1)
})

test('a pairing that was lost with the connection is resumed over the next one', async () => {
  const { url, relay } = await openRelay()
  const [{ driver: page }, { client }] = await Promise.all([open(url), guarded(url, 'responder')])
  // Only the new connection may trigger the client.
  client.core.heartbeat.stop()
  const { uri } = await page.propose(asked, signal)
  await client.connect(asked)
  relay.faults.silent = true
  const proposal = new Promise((resolve) => officialOf(client).once('session_proposal', resolve))
  const paired = client.pair({ uri })
  await new Promise((resolve) => officialOf(client).core.pairing.events.once('pairing_create', resolve))
  relay.disconnectAll()
  relay.resetFaults()
  await paired
  expect(await proposal).toMatchObject({ params: { proposer: { metadata: { name: 'driver' } } } })
})

test('a second loss of the connection is detected as well', async () => {
  const { relay, driver, heard, wallet, topic } = await connectedPage()
  wallet.on('session_request', ({ id }) => void wallet.respondSessionRequest({ topic, response: resultOf(id, 'ok') }))
  for (const _ of [1, 2, 3]) {
    relay.disconnectAll()
    await heard('relay.disconnected')
    // It reconnects for the request, before its own timer would.
    expect(await driver.request(call(topic), signal)).toBe('ok')
    await until(() => relay.sockets() === 2)
  }
  expect(relay.socketLogs).toHaveLength(8)
})

test('opening an open transport does nothing', async () => {
  const { url, relay } = await openRelay()
  const { client } = await guarded(url)
  await client.connect(asked)
  await officialOf(client).core.relayer.transportOpen()
  await officialOf(client).core.relayer.transportOpen()
  expect(relay.socketLogs).toHaveLength(1)
})

test('a driver that is closed while it connects leaves no connection', async () => {
  const { url, relay } = await openRelay()
  const { driver } = await open(url)
  const { connect } = relay
  const closed = new Promise<void>((resolve) => {
    relay.connect = (...visit) => {
      resolve(driver.close())
      return connect(...visit)
    }
  })
  expect(await failureOf(driver.propose(asked, signal))).toMatchObject({ code: 'pairing.unreachable' })
  await closed
  await until(() => relay.sockets() === 0)
  expect(relay.socketLogs).toHaveLength(1)
})

test('a client that reached no relay rejects with the reason', async () => {
  const { url, stop } = await openRelay()
  const { relayer } = await guarded(url)
  await stop()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const state = { over: false }
  const failed = failureOf(relayer.connect()).finally(() => (state.over = true))
  while (!state.over) await vi.advanceTimersByTimeAsync(1_000)
  vi.useRealTimers()
  expect(String(await failed)).toContain("Couldn't establish socket connection")
})

test('a relay that rejected the client is not called again with each heartbeat (§9.2)', async () => {
  const { url, relay } = await openRelay({ verifyProjectId: () => false })
  const { client, relayer, pulse } = await guarded(url)
  client.connect(asked).catch(() => undefined)
  await until(() => relayer.publisher.queue.size === 1)
  const visits = relay.socketLogs.length
  pulse()
  expect(relayer.publisher.queue.size).toBe(0)
  expect(relay.socketLogs).toHaveLength(visits)
})

test('an error of an old connection after a new one ends no process (§9.2)', async () => {
  const { url, relay } = await openRelay()
  const { client, relayer } = await guarded(url)
  await client.connect(asked)
  const { events } = relayer.provider
  relay.disconnectAll()
  await until(() => relayer.provider.events !== events && relayer.connected)
  expect(() => events.emit('error', new Error('3000'))).not.toThrow()
})

test('a call that the relay rejects is sent again, and leaves no pending promise (§9.10)', async () => {
  const { url, relay } = await openRelay()
  const { client, relayer, pulse } = await guarded(url)
  client.core.heartbeat.stop()
  relay.faults.requestError = { code: -32000, message: 'Not now' }
  client.connect(asked).catch(() => undefined)
  await until(() => relayer.publisher.queue.size === 1)
  pulse()
  // Rejected after it.
  await failureOf(
    officialOf(client).core.relayer.request({ method: 'irn_subscribe', params: { topic: 'a'.repeat(64) } }),
  )

  const proposing = client.connect(asked)
  await until(() => relayer.publisher.queue.size === 1)
  relay.resetFaults()
  pulse()
  expect((await proposing).uri).toContain('wc:')
})

test('a request leaves no listener on its connection, and an answer no record in the wallet (§9.11)', async () => {
  const { client, relayer, topic } = await connected()
  const names = () => relayer.provider.events.eventNames().length
  await client.request(call(topic))
  const before = names()
  for (const _ of [1, 2, 3, 4, 5]) await client.request(call(topic))
  expect(names()).toBeLessThanOrEqual(before)

  const storage = storageOf()
  const { driver, dapp, heard, topic: other } = await connectedWallet({ storage })
  const answer = dapp.request({ topic: other, chainId: 'eip155:1', request: sign })
  const { id } = await heard('request.received')
  const stored = async () => JSON.stringify(await storage.getEntries())
  expect(await stored()).toContain(String(id))
  await driver.respond({ topic: other, id, answer: { result: 1 } }, signal)
  expect(await answer).toBe(1)
  const histories = (await storage.getEntries()).filter(([key]) => key.endsWith('history'))
  expect(JSON.stringify(histories)).not.toContain(String(id))
})

test.each([
  'not JSON',
  '[]',
  'null',
  '{"id":1,"jsonrpc":"2.0","method":"irn_subscription"}',
  '{"id":1,"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"1"}}',
  '{"id":1,"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"1","data":{"topic":1,"message":{}}}}',
])('a relay message is ignored: %s', async (garbage) => {
  const { url, relay } = await openRelay()
  const { driver } = await open(url)
  await driver.propose(asked, signal)
  relay.faults.garbage = garbage
  const control = new AbortController()
  const proposing = failureOf(driver.propose(asked, control.signal))
  await until(() => relay.published.length === 2)
  control.abort('enough')
  expect(await proposing).toBe('enough')
  relay.resetFaults()
  expect((await driver.propose(asked, signal)).uri).toContain('wc:')
  expect(relay.socketLogs).toHaveLength(1)
})

test('a message that is not encrypted ends no process', async () => {
  const { driver, heard, dapp, topic } = await connectedWallet()
  const { uri = '' } = await dapp.connect(asked)
  const [pairingTopic = ''] = dapp.core.pairing
    .getPairings()
    .map((pairing) => pairing.topic)
    .filter((one) => uri.includes(one))
  await driver.pair(uri, signal)
  await heard('proposal.received')
  for (const [on, message] of [
    [pairingTopic, ''],
    [pairingTopic, '%%%'],
    [pairingTopic, 'AA=='],
    [topic, '%%%'],
  ] as const)
    await dapp.core.relayer.publish(on, message || ' ')
  const answer = dapp.request({ topic, chainId: 'eip155:1', request: sign })
  const { id } = await heard('request.received')
  await driver.respond({ topic, id, answer: { result: 'ok' } }, signal)
  expect(await answer).toBe('ok')
})

test('disconnecting a session ends in time when the relay does not confirm the unsubscription', async () => {
  const { relay, driver, topic } = await connectedPage()
  const leaving = driver.disconnect({ topic }, signal)
  await until(() => relay.published.some(({ tag }) => tag === 1112))
  relay.faults.silent = true
  await leaving
  expect(driver.sessions()).toEqual([])
})
