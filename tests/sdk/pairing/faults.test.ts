/** Our two sides over a real relay, with faults: each ends in a named outcome, and nothing is lost or shown twice. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isBroadcastUnknown } from '../../../machines/shared/outcome.rules.ts'
import { askedOf, connectedSides, crash, heard, proposing, sideOf } from './engine.ts'
import { asked, namespacesOn, openRelay, sign, storageOf } from './support.ts'

const until = (check: () => boolean) => vi.waitUntil(check, { interval: 5 })
type Side = ReturnType<typeof sideOf>
const call = { chainId: 'eip155:1', request: sign }

/** How often each request is shown to the wallet's user. */
function shownOn(wallet: ReturnType<typeof sideOf>) {
  const shown: string[] = []
  onTestFinished(wallet.on('pairing.requested', ({ name }) => void shown.push(name)))
  return shown
}

describe('an outage of the relay', () => {
  test('delays an open proposal, which the wallet takes up afterwards', async () => {
    const server = await openRelay()
    const [page, wallet] = [sideOf('requester', server.url), sideOf('responder', server.url)]
    await wallet.open()
    const { outcome, uri } = await proposing(page)
    await server.stop()
    await until(() => page.actor.getSnapshot().context.relay === 'disconnected')
    await server.restart()
    expect(await wallet.pair(uri)).toMatchObject({ status: 'done' })
    await wallet.approve(await askedOf(wallet, 'proposal'), { namespaces: namespacesOn(1) })
    expect(await outcome).toMatchObject({ status: 'done' })
  })

  test("delays the decision of the wallet's user on a proposal", async () => {
    const server = await openRelay()
    const [page, wallet] = [sideOf('requester', server.url), sideOf('responder', server.url)]
    const { outcome, uri } = await proposing(page)
    await wallet.pair(uri)
    const id = await askedOf(wallet, 'proposal')
    await server.stop()
    const approved = wallet.approve(id, { namespaces: namespacesOn(1) })
    await server.restart()
    expect(await outcome).toMatchObject({ status: 'done' })
    expect(await approved).toMatchObject({ status: 'done' })
  })

  test('delays a pending request, which is shown and answered once', async () => {
    const { server, page, wallet, topic } = await connectedSides()
    const shown = shownOn(wallet)
    const answer = page.request({ topic, ...call })
    const id = await askedOf(wallet, 'sessionRequest')
    await server.stop()
    const responded = wallet.respond(id, { result: '0xsigned' })
    await server.restart()
    expect(await answer).toEqual({ status: 'done', value: '0xsigned' })
    expect(await responded).toMatchObject({ status: 'done' })
    expect(shown).toEqual([`sessionRequest:${id}`])
  })

  test('delays a request that is made meanwhile', async () => {
    const { server, page, wallet, topic } = await connectedSides()
    await server.stop()
    await until(() => page.actor.getSnapshot().context.relay === 'disconnected')
    const answer = page.request({ topic, ...call })
    await server.restart()
    await wallet.respond(await askedOf(wallet, 'sessionRequest'), { result: '0x1' })
    expect(await answer).toEqual({ status: 'done', value: '0x1' })
  })

  test.each([
    ['extends', (wallet: Side, topic: string) => wallet.extend(topic)],
    ['updates', (wallet: Side, topic: string) => wallet.update(topic, namespacesOn(1))],
    ['pings', (wallet: Side, topic: string) => wallet.ping(topic)],
  ])('delays a message of a wallet that %s the session', async (_, speak) => {
    const { server, wallet, topic } = await connectedSides()
    await server.stop()
    const spoken = speak(wallet, topic)
    await server.restart()
    expect(await spoken).toMatchObject({ status: 'done' })
  })

  test('delays a reloaded app, which keeps its session and gets its answer afterwards', async () => {
    const storage = storageOf()
    const { server, page, wallet, topic } = await connectedSides({ page: storage })
    await crash(page)
    await server.stop()
    const again = sideOf('requester', server.url, { storage, as: page })
    expect(await again.open()).toMatchObject({ status: 'done', value: [{ topic }] })
    const answer = again.request({ topic, ...call })
    await server.restart()
    await wallet.respond(await askedOf(wallet, 'sessionRequest'), { result: '0x9' })
    expect(await answer).toEqual({ status: 'done', value: '0x9' })
  })

  test('delays the disconnection by the app', async () => {
    const { server, page, wallet, topic } = await connectedSides()
    const ended = heard(wallet, 'session.ended')
    await server.stop()
    const left = page.disconnect(topic)
    await server.restart()
    expect((await ended).ending).toBe('left')
    await left
  })

  test('delays the disconnection by the wallet', async () => {
    const { server, page, wallet, topic } = await connectedSides()
    const ended = heard(page, 'session.ended')
    await server.stop()
    const left = wallet.disconnect(topic)
    await server.restart()
    expect((await ended).ending).toBe('left')
    await left
    expect(wallet.sessions()).toEqual([])
  })
})

describe('a faulty relay', () => {
  test('shows and emits nothing twice when it delivers everything twice', async () => {
    const { relay, page, wallet, topic } = await connectedSides()
    const shown = shownOn(wallet)
    const told: unknown[] = []
    page.on('session.emitted', ({ event }) => told.push(event.event.data))
    relay.faults.duplicate = true
    const answer = page.request({ topic, ...call })
    const id = await askedOf(wallet, 'sessionRequest')
    await wallet.respond(id, { result: '0x2' })
    expect(await answer).toEqual({ status: 'done', value: '0x2' })
    await wallet.emit(topic, { chainId: 'eip155:1', event: { name: 'chainChanged', data: 10 } })
    await page.ping(topic)
    expect(told).toEqual([10])
    expect(shown).toEqual([`sessionRequest:${id}`])
  })

  test('does not stop pending requests when it sends garbage for a while', async () => {
    const { server, relay, page, wallet, topic } = await connectedSides()
    const answer = page.request({ topic, ...call })
    const id = await askedOf(wallet, 'sessionRequest')
    relay.faults.garbage = '{"id":1,"jsonrpc":"2.0","method":"irn_subscription","params":{"data":5}}'
    const responded = wallet.respond(id, { result: '0x3' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    relay.resetFaults()
    await server.stop()
    await server.restart()
    expect(await answer).toEqual({ status: 'done', value: '0x3' })
    await responded
  })

  test('makes a proposal time out with an error when it never answers', async () => {
    const { url, relay } = await openRelay()
    relay.faults.silent = true
    const page = sideOf('requester', url, { timeouts: { pairingMs: 300 } })
    expect(await page.propose({ optionalNamespaces: {} })).toMatchObject({
      status: 'expired',
      error: { code: 'pairing.unreachable' },
    })
  })

  test.each([
    'Unauthorized: invalid key',
    'Unauthorized: origin not allowed',
    'Authorization error: JWT validation error: JWT Token is not yet valid',
  ])('makes a call fail at once with its reason when it rejects the app with "%s"', async (reason) => {
    const { url, relay } = await openRelay()
    relay.faults.closeOnConnect = { code: 3000, reason }
    const page = sideOf('requester', url)
    expect(await page.propose({ optionalNamespaces: {} })).toMatchObject({
      error: { code: 'pairing.refused', params: { reason } },
    })
  })

  test('interrupts a request that the wallet shows, and leaves open what the wallet does with it', async () => {
    const { server, relay, page, wallet, topic } = await connectedSides()
    const answer = page.request({ topic, ...call })
    await askedOf(wallet, 'sessionRequest')
    relay.faults.closeOnConnect = { code: 3000, reason: 'Project not found' }
    await server.stop()
    await server.restart()
    const outcome = await answer
    expect(outcome).toMatchObject({ error: { code: 'pairing.refused', params: { reason: 'Project not found' } } })
    expect('error' in outcome && isBroadcastUnknown(outcome.error)).toBe(true)
  })
})

test('gets no new connection from a side that is closed while it answers', async () => {
  const { relay, page, wallet, topic } = await connectedSides()
  page.close()
  await until(() => relay.sockets() === 1)
  await wallet.disconnect(topic)
  expect(relay.sockets()).toBe(1)
  expect(relay.published.filter(({ tag }) => tag === 1113)).toEqual([])
})

describe('a peer that is offline', () => {
  test('finds requests that were made meanwhile in its mailbox, once', async () => {
    const storage = storageOf()
    const { server, page, wallet, topic } = await connectedSides({ wallet: storage })
    await crash(wallet)
    const answer = page.request({ topic, ...call })
    const again = sideOf('responder', server.url, { storage, as: wallet })
    const shown = shownOn(again)
    await again.open()
    const id = await askedOf(again, 'sessionRequest')
    await again.respond(id, { result: '0x4' })
    expect(await answer).toEqual({ status: 'done', value: '0x4' })
    expect(shown).toEqual([`sessionRequest:${id}`])
  })

  test('shows a request again that it did not answer before it was reloaded', async () => {
    const storage = storageOf()
    const { server, page, wallet, topic } = await connectedSides({ wallet: storage })
    const answer = page.request({ topic, ...call })
    const first = await askedOf(wallet, 'sessionRequest')
    await crash(wallet)
    const again = sideOf('responder', server.url, { storage, as: wallet })
    await again.open()
    const id = await askedOf(again, 'sessionRequest')
    expect(id).toBe(first)
    await again.respond(id, { result: '0x5' })
    expect(await answer).toEqual({ status: 'done', value: '0x5' })
  })
})

describe('an app that is reloaded', () => {
  test('takes up a proposal that a wallet answers only afterwards', async () => {
    const storage = storageOf()
    const server = await openRelay()
    const page = sideOf('requester', server.url, { storage })
    const wallet = sideOf('responder', server.url)
    const { uri } = await proposing(page)
    await wallet.pair(uri)
    const id = await askedOf(wallet, 'proposal')
    await crash(page)
    const again = sideOf('requester', server.url, { storage, as: page })
    const opened = heard(again, 'session.opened')
    await again.open()
    await wallet.approve(id, { namespaces: namespacesOn(1) })
    const { session } = await opened
    await until(() => wallet.sessions()[0]?.acknowledged === true)
    expect(wallet.sessions()[0]?.topic).toBe(session.topic)
  })

  test('still requires the same namespaces of a wallet [5.37]', async () => {
    const storage = storageOf()
    const server = await openRelay()
    const page = sideOf('requester', server.url, { storage })
    const wallet = sideOf('responder', server.url)
    let made: (uri: string) => void = () => {}
    const uriCreated = new Promise<string>((resolve) => (made = resolve))
    const polygon = { eip155: { chains: ['eip155:137'], methods: ['personal_sign'], events: [] } }
    void page.propose({ requiredNamespaces: polygon }, { onUri: ({ uri }) => made(uri) })
    await wallet.pair(await uriCreated)
    const id = await askedOf(wallet, 'proposal')
    await crash(page)
    const again = sideOf('requester', server.url, { storage, as: page })
    await again.open()
    const ended = heard(wallet, 'session.ended')
    await wallet.approve(id, { namespaces: namespacesOn(1) })
    expect((await ended).ending).toBe('left')
    expect(again.sessions()).toEqual([])
  })

  test('has its session again, and gets answers in it', async () => {
    const storage = storageOf()
    const { server, page, wallet, topic } = await connectedSides({ page: storage })
    const lost = page.request({ topic, ...call })
    const first = await askedOf(wallet, 'sessionRequest')
    page.close()
    expect(await lost).toEqual({ status: 'cancelled' })
    const again = sideOf('requester', server.url, { storage, as: page })
    expect(await again.open()).toMatchObject({ status: 'done', value: [{ topic }] })
    expect(await wallet.respond(first, { result: 'too late' })).toMatchObject({ status: 'done' })
    const answer = again.request({ topic, ...call })
    await wallet.respond(await askedOf(wallet, 'sessionRequest'), { result: '0x6' })
    expect(await answer).toEqual({ status: 'done', value: '0x6' })
  })

  test('ends a session that its wallet ended meanwhile', async () => {
    const storage = storageOf()
    const { server, page, wallet, topic } = await connectedSides({ page: storage })
    await crash(page)
    await wallet.disconnect(topic)
    const again = sideOf('requester', server.url, { storage, as: page })
    await again.open()
    await until(() => again.sessions().length === 0)
    expect(await again.request({ topic, ...call })).toMatchObject({ status: 'failed' })
  })
})

test('confirms a session whose confirmation was lost with its next message [4.36]', async () => {
  const storage = storageOf()
  const { server, relay, page, wallet, topic } = await connectedSides({
    page: storage,
    lost: ({ tag }) => tag === 1103,
  })
  expect(wallet.sessions()).toMatchObject([{ topic, acknowledged: false }])
  relay.resetFaults()
  await crash(page)
  await sideOf('requester', server.url, { storage, as: page }).open()
  await until(() => wallet.sessions()[0]?.acknowledged === true)
})

test('a closed tab does not withdraw the pairing URI of another tab', async () => {
  const storage = storageOf()
  const server = await openRelay()
  const page = sideOf('requester', server.url, { storage })
  const wallet = sideOf('responder', server.url)
  const { outcome, uri } = await proposing(page)
  const other = sideOf('requester', server.url, { storage, as: page })
  await other.open()
  other.close()
  await until(() => server.relay.sockets() === 1)
  expect(await wallet.pair(uri)).toMatchObject({ status: 'done' })
  expect(await wallet.approve(await askedOf(wallet, 'proposal'), { namespaces: namespacesOn(1) })).toMatchObject({
    status: 'done',
  })
  expect(await outcome).toMatchObject({ status: 'done' })
})

test.each(['proposal', 'authentication'] as const)(
  'an app that is closed withdraws its pairing URI from the wallet: %s',
  async (kind) => {
    const server = await openRelay()
    const [page, wallet] = [sideOf('requester', server.url), sideOf('responder', server.url)]
    let made: (uri: string) => void = () => {}
    const uriCreated = new Promise<string>((resolve) => (made = resolve))
    const options = { onUri: ({ uri }: { uri: string }) => made(uri) }
    const params = { chains: ['eip155:1'], domain: 'a.example', uri: 'https://a.example', nonce: 'abcdefgh' }
    const outcome = kind === 'proposal' ? page.propose(asked, options) : page.authenticate(params, options)
    await wallet.pair(await uriCreated)
    const id = await askedOf(wallet, kind)
    page.close()
    expect(await outcome).toEqual({ status: 'cancelled' })
    await until(() => wallet.find(`${kind}:${id}`) === undefined)
  },
)

test('two tabs share one session, each gets its own answers, and both are notified when the wallet disconnects', async () => {
  const storage = storageOf()
  const { server, page, wallet, topic } = await connectedSides({ page: storage })
  const other = sideOf('requester', server.url, { storage, as: page })
  expect(await other.open()).toMatchObject({ value: [{ topic }] })
  const answers = [page.request({ topic, ...call }), other.request({ topic, ...call })]
  for (const result of ['0x7', '0x8']) {
    const id = await askedOf(wallet, 'sessionRequest')
    await wallet.respond(id, { result })
    await until(() => !(`sessionRequest:${id}` in wallet.actor.getSnapshot().context.pendingItems))
  }
  const values = (await Promise.all(answers)).map((outcome) => (outcome.status === 'done' ? outcome.value : outcome))
  expect(new Set(values)).toEqual(new Set(['0x7', '0x8']))
  const ended = [heard(page, 'session.ended'), heard(other, 'session.ended')]
  await wallet.disconnect(topic)
  expect((await Promise.all(ended)).map(({ ending }) => ending)).toEqual(['left', 'left'])
})
