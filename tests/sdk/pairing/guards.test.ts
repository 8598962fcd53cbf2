/** The guards against the defects of the official client. Each test fails without its guard. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { PAIRING } from '../../../machines/constants.ts'
import { sandboxProject } from '../../../mocks/sandbox/project.ts'
import { recapResource, decodeRecap, encodeRecap, recapOf } from '../../../machines/pairing/rules/recap.ts'
import { installBuffer } from '../../../sdk/pairing/client/buffer.ts'
import { closeClient, openClient } from '../../../sdk/pairing/client/client.ts'
import { internalsOf } from '../../../sdk/pairing/client/internals.ts'
import { officialOf, openWalletKit, type Client } from '../../mocks/relay/clients.ts'
import {
  asked,
  connectedPage,
  connectedWallet,
  failureOf,
  fixChance,
  left,
  namespacesOn,
  nextOf,
  open,
  openRelay,
  resultOf,
  say,
  sign,
  signal,
  storageOf,
  type Kit,
} from './support.ts'

const until = (check: () => boolean) => vi.waitUntil(check, { interval: 5 })

/** A wallet that answers each request with the text that it should sign. */
const echo = (wallet: Kit) =>
  wallet.on('session_request', ({ id, topic, params: { request } }) => {
    void wallet.respondSessionRequest({ topic, response: resultOf(id, request.params) })
  })

const ask = (topic: string, text: string) => ({
  topic,
  chainId: 'eip155:1',
  request: { ...sign, params: [text] },
  expirySeconds: 300,
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** Takes the place of a relay, and closes every connection until it has closed that many. */
async function hangUp(url: string, times: number) {
  let calls = 0
  const server = createServer((socket) => {
    calls += 1
    socket.destroy()
  })
  server.listen(Number(new URL(url).port), '127.0.0.1')
  await until(() => calls >= times)
  server.close()
  await once(server, 'close')
}

test('an outage of the relay costs one socket per side, and a request made meanwhile is answered (D2)', async () => {
  const { server, relay, driver, heard, wallet, topic } = await connectedPage()
  echo(wallet)
  await server.stop()
  await heard('relay.disconnected')
  const answers = ['one', 'two', 'three'].map((text) => driver.request(ask(topic, text), signal))
  await hangUp(server.url, 3)
  await server.restart()
  expect(await Promise.all(answers)).toEqual([['one'], ['two'], ['three']])
  expect(relay.sockets()).toBe(2)
  expect(relay.socketLogs).toHaveLength(4)
})

test('an update or event that is not allowed is emitted as received, and ends no process (D3)', async () => {
  const { heard, wallet, topic } = await connectedPage()
  const client = wallet.engine.signClient
  const event = { event: { name: 'evil', data: {} }, chainId: 'eip155:999' }
  await say(client, topic, 'wc_sessionEvent', event)
  expect(await heard('session.emitted')).toMatchObject({ topic, params: event })
  const namespaces = { eip155: { accounts: ['nonsense'], methods: 'x', events: [] } }
  await say(client, topic, 'wc_sessionUpdate', { namespaces })
  expect(await heard('session.updated')).toMatchObject({ topic, namespaces })
})

test('a malformed proposal is rejected, and ends no process (D3)', async () => {
  const { heard, dapp, driver, messages } = await connectedWallet()
  const { uri = '' } = await dapp.connect(asked)
  const { pairingTopic } = dapp.proposal.getAll().find(({ pairingTopic }) => uri.includes(pairingTopic)) ?? {}
  await driver.pair(uri, signal)
  await heard('proposal.received')
  const proposer = { publicKey: 'f'.repeat(64), metadata: {} }
  const refusals: unknown[] = []
  dapp.core.history.on('history_updated', ({ response }: { response: { error: unknown } }) =>
    refusals.push(response.error),
  )
  for (const params of [{ relays: 'none', proposer }, {}, { relays: [], proposer }])
    await say(dapp, pairingTopic ?? '', 'wc_sessionPropose', params)
  await until(() => refusals.length === 3)
  expect(refusals).toEqual([PAIRING.invalidParams, PAIRING.invalidParams, PAIRING.invalidParams])
  expect(messages.map(({ type }) => type)).not.toContain('proposal.received')
  expect(driver.received()).toHaveLength(1)
})

test('a session that is deleted twice is deleted once (D3)', async () => {
  const { driver, heard, messages, wallet, topic } = await connectedPage()
  const client = wallet.engine.signClient
  await Promise.all([say(client, topic, 'wc_sessionDelete', left), say(client, topic, 'wc_sessionDelete', left)])
  await heard('session.deleted')
  // The client deletes the session when it sends its next message.
  await driver.propose(asked, signal)
  expect(messages.map(({ type }) => type)).not.toContain('session.deleted')
})

test('requests of the same millisecond each get their own answer, even with the same random bits (D6)', async () => {
  const { driver, wallet, topic } = await connectedPage()
  echo(wallet)
  const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`)
  fixChance(60)
  const answers = await Promise.all(texts.map((text) => driver.request(ask(topic, text), signal)))
  expect(answers).toEqual(texts.map((text) => [text]))
})

test('an update is confirmed, even when the answer arrives before the client waits for it (D7)', async () => {
  const { driver, topic } = await connectedWallet({ storage: storageOf(30) })
  await driver.update({ topic, namespaces: namespacesOn(1) }, signal)
  expect(driver.sessions()).toMatchObject([{ topic, namespaces: namespacesOn(1) }])
})

/** Runs as on a user's device, where the client calls the verification service. Returns the URLs that it fetches. */
function asOnDevice(answer: () => Promise<Response>) {
  vi.stubEnv('IS_VITEST', 'false')
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return answer()
  })
  return asked
}

/** Forges an attestation, as the verification service issues it to an app. */
function attest(dapp: Client) {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  dapp.core.verify.register = async ({ id }) => `${encode({ alg: 'ES256' })}.${encode({ id })}.${'A'.repeat(86)}`
}

test('no server is asked to verify an app without verification (D8)', async () => {
  const fetched = asOnDevice(() => new Promise(() => {}))
  const { heard, driver, dapp } = await connectedWallet({ verify: false })
  attest(dapp)
  const { uri = '' } = await dapp.connect(asked)
  await driver.pair(uri, signal)
  expect(await heard('proposal.received')).toMatchObject({ verifyContext: { verified: { validation: 'UNKNOWN' } } })
  expect(fetched).toEqual([])
})

test('a verification service that does not answer delays nothing, also not repeatedly (D8) (§9.9)', async () => {
  const fetched = asOnDevice(() => Promise.reject(new Error('unreachable')))
  const { heard, driver, dapp } = await connectedWallet({ verify: true })
  attest(dapp)
  for (const _ of [1, 2]) {
    const { uri = '' } = await dapp.connect(asked)
    await driver.pair(uri, signal)
    expect(await heard('proposal.received')).toMatchObject({ verifyContext: { verified: { validation: 'UNKNOWN' } } })
  }
  expect(fetched.filter((url) => url.endsWith('/public-key'))).toHaveLength(2)
})

test('requests are emitted as they arrive, answered or not (D9) (§9.8)', async () => {
  const { heard, dapp, topic } = await connectedWallet()
  const calls = ['one', 'two', 'three'].map((text) =>
    failureOf(dapp.request({ topic, chainId: 'eip155:1', request: { ...sign, params: [text] } })),
  )
  const received = [await heard('request.received'), await heard('request.received'), await heard('request.received')]
  expect(new Set(received.map(({ id }) => id)).size).toBe(calls.length)
  await dapp.disconnect({ topic, reason: left })
})

test('a relay that rejects the app fails the call at once, and is not called again and again (D11) (§9.2)', async () => {
  const { url, relay } = await openRelay({ verifyProjectId: () => false })
  const { driver, heard, messages } = await open(url)
  const error = await failureOf(driver.propose(asked, signal))
  expect(error).toMatchObject({ code: 'pairing.refused', params: { reason: 'Unauthorized: invalid key' } })
  expect((await heard('relay.failed')).error).toMatchObject({ params: { reason: 'Unauthorized: invalid key' } })
  expect(messages.map(({ type }) => type)).toContain('relay.disconnected')
  expect(relay.socketLogs.length).toBeLessThanOrEqual(2)
})

test('a call can be cancelled while the relay is down or silent (D11)', async () => {
  const { url, relay, stop } = await openRelay()
  const { driver } = await open(url)
  relay.faults.silent = true
  for (const prepare of [() => undefined, stop]) {
    await prepare()
    const control = new AbortController()
    const proposing = failureOf(driver.propose(asked, control.signal))
    control.abort('enough')
    expect(await proposing).toBe('enough')
  }
})

test('a rejection without a message becomes an error with a message (D12)', async () => {
  const { driver, wallet, topic } = await connectedPage()
  await wallet.engine.signClient.session.update(topic, { namespaces: namespacesOn(10) })
  const error = await failureOf(driver.request(ask(topic, 'text'), signal))
  expect(error).toMatchObject({ code: 'session.noReason', message: 'The wallet rejected the request without a reason' })
})

test('requests and their answers are encrypted through the relay, from both sides (D13)', async () => {
  const page = await connectedPage()
  echo(page.wallet)
  await page.driver.request(ask(page.topic, 'secret'), signal)
  const wallet = await connectedWallet()
  const answer = wallet.dapp.request({ topic: wallet.topic, chainId: 'eip155:1', request: sign })
  const { id } = await wallet.heard('request.received')
  await wallet.driver.respond({ topic: wallet.topic, id, answer: { result: '0xsecret' } }, signal)
  await answer
  const clear = [
    ...page.relay.published.filter(({ tag }) => tag === 1108),
    ...wallet.relay.published.filter(({ tag }) => tag === 1109),
  ].map(({ clear }) => clear['tvf'])
  expect(clear).toEqual([{ correlationId: expect.any(Number) }, { correlationId: expect.any(Number) }])
})

test('a page without Buffer gets one that supports what the client needs (D15)', () => {
  const scope: { Buffer?: BufferConstructor } = {}
  installBuffer(scope)
  const lent = scope.Buffer
  if (!lent) throw new Error('Nothing was lent.')
  const recap = encodeRecap(recapOf('eip155', ['personal_sign', 'eth_sendTransaction']))
  const encoded = recap.replace('urn:recap:', '')
  expect(lent.from(encoded, 'base64').toString('utf-8')).toBe(Buffer.from(encoded, 'base64').toString('utf-8'))
  const json = JSON.stringify(decodeRecap(recapResource([recap]) ?? ''))
  expect(lent.from(json).toString('base64')).toBe(Buffer.from(json).toString('base64'))
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  expect(lent.from(bytes).toString('hex')).toBe(Buffer.from(bytes).toString('hex'))
  expect(lent.from('A-_/', 'base64')).toHaveLength(3)
  // What the client reads once there is one.
  const text = new TextEncoder().encode('ein Schlüssel')
  expect(lent.from(text.buffer, 4, 10).toString('utf8')).toBe(Buffer.from(text.buffer, 4, 10).toString('utf8'))
  expect(lent.from(text.buffer)).toHaveLength(text.length)
  // Other code that uses it gets an error instead of wrong bytes.
  expect(() => lent.from('00ff', 'hex')).toThrow('no Buffer')
  expect(() => lent.from({ length: 2 } as never)).toThrow('no Buffer')
  installBuffer(scope)
  expect(scope.Buffer).toBe(lent)
})

test('a request without an answer times out, and leaves no promise behind', async () => {
  const { driver, wallet, topic } = await connectedPage()
  const received = nextOf(wallet, 'session_request')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answer = failureOf(driver.request(ask(topic, 'text'), signal))
  await received
  await vi.advanceTimersByTimeAsync(400_000)
  vi.useRealTimers()
  expect(await answer).toMatchObject({ code: 'session.requestExpired' })
})

test('instances each have their own core, even with the same id', async () => {
  vi.stubEnv('DISABLE_GLOBAL_CORE', 'false')
  const { url, relay } = await openRelay()
  const pages = [await open(url, { id: 'same' }), await open(url, { id: 'same' })]
  await Promise.all(pages.map(({ driver }) => driver.propose(asked, signal)))
  expect(new Set(relay.socketLogs.map(({ clientId }) => clientId)).size).toBe(2)
})

/** The guarded client alone. */
async function guarded(relayUrl: string, id: string) {
  const client = await openClient({
    role: 'requester',
    projectId: sandboxProject,
    relayUrl,
    id,
    metadata: { name: 'Shop', description: '', url: 'https://shop.example', icons: [] },
    verify: false,
    storage: storageOf(),
  })
  onTestFinished(() => closeClient(client))
  return client
}

test('a message is processed once, even when the client processes its pending messages during it or after it', async () => {
  const { url } = await openRelay()
  const [client, wallet] = await Promise.all([guarded(url, 'twice'), openWalletKit(url)])
  const { uri = '', approval } = await client.connect(asked)
  const proposal = nextOf(wallet, 'session_proposal')
  await wallet.pair({ uri })
  const { id } = await proposal
  const [, { topic }] = await Promise.all([approval(), wallet.approveSession({ id, namespaces: namespacesOn(1) })])

  const { engine, core } = internalsOf(client)
  const look = () =>
    (engine as unknown as { processPendingMessageEvents(): Promise<void> }).processPendingMessageEvents()
  const hear = engine.onRelayEventRequest
  const pings: unknown[] = []
  let goOn = () => {}
  const held = new Promise<void>((resolve) => (goOn = resolve))
  engine.onRelayEventRequest = async (inbound) => {
    pings.push(inbound.payload.id)
    await held
    await hear(inbound)
  }
  const pinged = wallet.engine.signClient.ping({ topic })
  await until(() => pings.length === 1)
  await Promise.race([look(), until(() => pings.length > 1)])
  const unfinished = Object.keys(core.relayer.messages.messages.get(topic) ?? {})
  goOn()
  await pinged
  await look()
  expect(unfinished).not.toEqual([])
  expect(pings).toHaveLength(1)
})

test('the client logs nothing, least of all its keys', async () => {
  const relay = await openRelay()
  const client = await guarded(relay.url, 'silent')
  await officialOf(client).core.pairing.create()
  expect(await (client.core as unknown as { getLogsBlob(): Promise<unknown> }).getLogsBlob()).toBeFalsy()
})
