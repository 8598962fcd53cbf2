/** Messages of peers take up limited space, and are not accepted without end. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { PAIRING } from '../../machines/constants.ts'
import type { RelaySocket } from '../../mocks/relay/relay.ts'
import { openClient, type Client } from '../mocks/relay/clients.ts'
import { askedOf, heard, sideOf } from '../sdk/pairing/engine.ts'
import {
  asked,
  asking,
  connectedPage,
  connectedWallet,
  declined,
  failureOf,
  namespacesOn,
  openRelay,
  say,
  sign,
  signal,
  storageOf,
} from '../sdk/pairing/support.ts'
import { peer, signIn } from '../support/hostileWords.ts'

const waits = { interval: 10, timeout: 15_000 }
type Storage = ReturnType<typeof storageOf>

/** The client's stored values by name: `history`, `request`, `requests`, `proposal`, `messages`. */
const storedOf = async <Value>(storage: Storage, name: string) =>
  (await storage.getEntries<Value>()).filter(([key]) => key.endsWith(`//${name}`)).map(([, value]) => value)
/** The methods of the messages that are stored in full. */
const keptIn = async (storage: Storage) => {
  const [history = []] = await storedOf<{ request: { method: string } }[]>(storage, 'history')
  return history.map(({ request }) => request.method)
}
/** The stored requests that wait for the user. */
const questionsIn = async (storage: Storage) =>
  (await Promise.all(['proposal', 'requests', 'request'].map((name) => storedOf<unknown[]>(storage, name)))).flat(2)

/** A storage that counts the written characters. */
function counting() {
  const storage = storageOf()
  const { setItem } = storage
  let written = 0
  storage.setItem = (key, value) => {
    written += JSON.stringify(value).length
    return setItem(key, value)
  }
  return { storage, written: () => written }
}

interface Delivery {
  id: string
  data: { topic: string; tag: number }
}

/** A relay that can deliver any message, as it delivered a ping in that session. */
async function talkative() {
  const server = await openRelay()
  const pings = new Map<string, { send: RelaySocket['send']; params: Delivery }>()
  const { connect } = server.relay
  server.relay.connect = (url, socket) =>
    connect(url, {
      close: (code, reason) => socket.close(code, reason),
      send(text) {
        const { params } = JSON.parse(text) as { params?: Partial<Delivery> }
        const { id = '', data } = params ?? {}
        if (data?.tag === PAIRING.methods.wc_sessionPing.request.tag)
          pings.set(data.topic, { params: { id, data }, send: (frame) => socket.send(frame) })
        socket.send(text)
      },
    })
  let frames = 9_000_000_000
  const deliver = (topic: string, message: string) => {
    const ping = pings.get(topic)
    if (!ping) throw new Error('Nobody was pinged in that session.')
    const params = { ...ping.params, data: { ...ping.params.data, message } }
    ping.send(JSON.stringify({ id: (frames += 1), jsonrpc: '2.0', method: 'irn_subscription', params }))
  }
  return { server, deliver }
}

/** The same message many times, encrypted, each a millisecond after the previous one. */
const repeated = (client: Client, topic: string, times: number, words: object) => {
  const since = Date.now() - times
  const encoded = (said: number) =>
    client.core.crypto.encode(topic, { id: (since + said) * 1_000, jsonrpc: '2.0', ...words } as never)
  return Promise.all(Array.from({ length: times }, (_, said) => encoded(said)))
}

const evil = {
  method: 'wc_sessionEvent',
  params: { event: { name: 'evil', data: 'x'.repeat(1_000) }, chainId: 'eip155:1' },
}

/** Lowers a limit, so that a test reaches it quickly. */
function lower<Bounds extends object>(bounds: Bounds, name: keyof Bounds & string, to: number) {
  const spy = vi.spyOn(bounds as Record<string, number>, name, 'get').mockReturnValue(to)
  onTestFinished(() => spy.mockRestore())
  return to
}

test('each refused event leaves only a hash, of which the latest are kept, and none is handled twice', async () => {
  const persisted = lower(PAIRING, 'receivedMessageIds', 50)
  const { storage, written } = counting()
  const { server, deliver } = await talkative()
  const { dapp, topic, heard: told, messages } = await connectedWallet({ storage, server })
  await dapp.ping({ topic })
  const before = written()
  const events = await repeated(dapp, topic, persisted + 20, evil)
  for (const event of events) deliver(topic, event)
  for (const _ of events) await told('session.emitted')
  await dapp.ping({ topic })
  expect(await keptIn(storage)).not.toContain('wc_sessionEvent')
  const [heardOf] = await storedOf<Record<string, Record<string, string>>>(storage, 'messages')
  const known = Object.values(heardOf?.[topic] ?? {})
  expect(known).toHaveLength(persisted + 1)
  // Other tabs are notified of the same number.
  const notes = (await storage.getKeys()).filter((key) => key.includes('//message/'))
  expect(notes.length).toBeGreaterThan(persisted)
  expect(notes.length).toBeLessThan(persisted + 20)
  // The ping may still be arriving.
  expect(known.filter((text) => text.length > 30).length).toBeLessThanOrEqual(1)
  expect(written() - before).toBeLessThan(events.length * 20_000)

  for (const event of [events[0], events.at(-1)]) deliver(topic, event ?? '')
  await dapp.ping({ topic })
  expect(messages.map(({ type }) => type)).not.toContain('session.emitted')
})

/** Sends a message on a topic, even if the official client would not. */
async function tell(client: Client, topic: string, words: object) {
  const { crypto, relayer } = client.core
  const message = await crypto.encode(topic, {
    id: Date.now() * 1_000 + (told += 1),
    jsonrpc: '2.0',
    ...words,
  } as never)
  await relayer.publish(topic, message, { tag: 1110, ttl: 300, prompt: false })
}
let told = 0

const proposes = {
  method: 'wc_sessionPropose',
  params: { ...asked, relays: [{ protocol: 'irn' }], requiredNamespaces: {}, proposer: peer },
}
const authPayload = { ...signIn.authPayload, iat: new Date().toISOString() }
const signsIn = { method: 'wc_sessionAuthenticate', params: { requester: peer, authPayload } }
const second = Math.floor(Date.now() / 1_000)

describe('a stored message', () => {
  test('is removed from a session once it is answered, refused or over', async () => {
    const storage = storageOf()
    const { driver, dapp, topic, heard: next } = await connectedWallet({ storage })
    const answer = dapp.request({ topic, chainId: 'eip155:1', request: sign })
    const { id } = await next('request.received')
    expect(await questionsIn(storage)).toHaveLength(1)
    await driver.respond({ topic, id, answer: { result: '0x' } }, signal)
    await answer
    await say(dapp, topic, 'wc_sessionRequest', { chainId: 'eip155:999', request: sign })
    const over = { ...sign, expiryTimestamp: second - 1 }
    await say(dapp, topic, 'wc_sessionRequest', { chainId: 'eip155:1', request: over })
    await say(dapp, topic, 'wc_sessionExtend', {})
    await dapp.ping({ topic })
    await expect.poll(() => keptIn(storage), waits).toEqual([])
    expect(await questionsIn(storage)).toEqual([])
    expect(driver.received()).toEqual([])
  })

  test('is removed from a pairing topic if it is no proposal, or exceeds the limit', async () => {
    const storage = storageOf()
    const { dapp, driver, proposal, settled } = await asking({ storage })
    const { pairingTopic } = proposal.proposal as { pairingTopic: string }
    await dapp.core.pairing.ping({ topic: pairingTopic })
    for (const method of ['wc_sessionExtend', 'wc_pairingPing', 'wc_unknown'])
      for (let said = 0; said < 10; said += 1) await tell(dapp, pairingTopic, { method, params: {} })
    await driver.approve({ id: proposal.id, namespaces: namespacesOn(1) }, signal)
    const { topic } = await settled
    await dapp.ping({ topic })
    await expect.poll(() => keptIn(storage), waits).toEqual([])
  })

  test('is removed once its proposal is answered, over or invalid, of which its page is notified', async () => {
    const storage = storageOf()
    const { dapp, driver, proposal, settled, heard: next, relay } = await asking({ storage })
    void failureOf(settled)
    const { pairingTopic } = proposal.proposal as { pairingTopic: string }
    await driver.reject({ id: proposal.id, reason: declined }, signal)
    for (const { method, params } of [proposes, signsIn]) {
      await tell(dapp, pairingTopic, { method, params: { ...params, expiryTimestamp: second - 1 } })
      await tell(dapp, pairingTopic, { method, params: { ...params, proposer: 'x', requester: 'x' } })
    }
    await tell(dapp, pairingTopic, signsIn)
    const { id } = await next('authentication.received')
    expect(await questionsIn(storage)).toMatchObject([{ id }])
    expect(await keptIn(storage)).toEqual(['wc_sessionAuthenticate'])
    await driver.rejectSignIn({ id, reason: declined }, signal)
    await expect.poll(() => keptIn(storage), waits).toEqual([])
    expect(await questionsIn(storage)).toEqual([])
    const { wc_sessionPropose: one, wc_sessionAuthenticate: other } = PAIRING.methods
    const answers = relay.published.map(({ tag }) => tag)
    expect(answers).toEqual(expect.arrayContaining([one.response.tag, other.response.tag]))
  })

  test('is not kept by a page, which only accepts session changes', async () => {
    const storage = storageOf()
    const { topic, wallet, pairingUri, messages, driver, heard: next } = await connectedPage({ storage })
    const client = wallet.engine.signClient as unknown as Client
    await tell(client, pairingUri.pairingTopic, proposes)
    await tell(client, pairingUri.pairingTopic, signsIn)
    await tell(client, topic, { method: 'wc_sessionRequest', params: { chainId: 'eip155:1', request: sign } })
    await tell(client, topic, { method: 'wc_sessionUpdate', params: { namespaces: namespacesOn(137) } })
    const { id } = await next('session.updated')
    await driver.respond({ topic, id, answer: { error: declined } }, signal)
    await client.ping({ topic })
    await expect.poll(() => keptIn(storage), waits).toEqual([])
    expect(await questionsIn(storage)).toEqual([])
    expect(driver.received()).toEqual([])
    expect(messages.filter(({ type }) => type.endsWith('.received'))).toEqual([])
  })
})

test("at most twenty requests per pairing wait for a wallet's user, however slowly they arrive", async () => {
  const storage = storageOf()
  const { dapp, proposal, heard: next } = await asking({ storage })
  const { pairingTopic } = proposal.proposal as { pairingTopic: string }
  const sayTen = async () => {
    for (let said = 0; said < 10; said += 1) await tell(dapp, pairingTopic, signsIn)
  }
  await sayTen()
  for (let said = 0; said < 10; said += 1) await next('authentication.received')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + PAIRING.flood.withinMs })
  onTestFinished(() => void vi.useRealTimers())
  await sayTen()
  for (let said = 11; said < PAIRING.queuedProposals; said += 1) await next('authentication.received')
  await dapp.core.pairing.ping({ topic: pairingTopic })
  await expect.poll(() => keptIn(storage), waits).toHaveLength(PAIRING.queuedProposals)
  expect(await questionsIn(storage)).toHaveLength(PAIRING.queuedProposals)
})

/** Our wallet in a session with the official page. */
async function walletOf(url: string) {
  const page = await openClient(url, 'shop')
  const wallet = sideOf('responder', url)
  const { uri = '', approval } = await page.connect(asked)
  const settled = approval()
  await wallet.pair(uri)
  const known = heard(wallet, 'session.changed')
  await wallet.approve(await askedOf(wallet, 'proposal'), { namespaces: namespacesOn(1) })
  const { topic } = await settled
  await known
  return { page, wallet, topic }
}

test("a wallet's queue holds a hundred requests of each session, and refuses the rest", async () => {
  const { url } = await openRelay()
  const { page, wallet, topic } = await walletOf(url)
  const refusals: unknown[] = []
  for (let count = 0; count < PAIRING.queuedRequests + 5; count += 1)
    page.request({ topic, chainId: 'eip155:1', request: sign }).catch((error: unknown) => void refusals.push(error))
  await expect.poll(() => refusals, waits).toHaveLength(5)
  expect(refusals).toEqual(Array.from({ length: 5 }, () => expect.objectContaining({ ...PAIRING.limitExceeded })))
  expect(wallet.find('requestQueue')?.getSnapshot().context.waiting.length).toBe(PAIRING.queuedRequests - 1)
  // Another page has its own hundred.
  const other = await openClient(url, 'other')
  const { uri = '', approval } = await other.connect(asked)
  const settled = approval()
  await wallet.pair(uri)
  await wallet.approve(await askedOf(wallet, 'proposal'), { namespaces: namespacesOn(1) })
  const { topic: second } = await settled
  void other.request({ topic: second, chainId: 'eip155:1', request: sign }).catch(() => {})
  await expect
    .poll(() => wallet.find('requestQueue')?.getSnapshot().context.waiting.length, waits)
    .toBe(PAIRING.queuedRequests)
})

test('a session with a flood of messages is ended, and its page is notified', async () => {
  const most = lower(PAIRING.flood, 'session', 50)
  const { server, deliver } = await talkative()
  const { page, wallet, topic } = await walletOf(server.url)
  const told = new Promise((resolve) => page.once('session_delete', resolve))
  const endings: unknown[] = []
  wallet.on('session.ended', (ended) => void endings.push(ended))
  await page.ping({ topic })
  const words = await repeated(page, topic, most, { method: 'wc_unknown', params: {} })
  for (const one of words.slice(0, most - 3)) deliver(topic, one)
  await page.ping({ topic })
  expect(wallet.sessions()).toHaveLength(1)
  for (const one of words.slice(most - 3)) deliver(topic, one)
  expect(await told).toMatchObject({ topic })
  expect(wallet.sessions()).toEqual([])
  expect(endings).toMatchObject([{ topic, ending: 'flooded' }])
})
