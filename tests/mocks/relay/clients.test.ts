/** Official clients on the relay, both in this process: everything they do with one another. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { sandboxProject } from '../../../mocks/sandbox/project.ts'
import { startRelay } from '../../../mocks/relay/node.ts'
import type { RelayOptions } from '../../../mocks/relay/relay.ts'
import { firstAccount } from '../../../mocks/sandbox/accounts.ts'
import { type Client, next, openClient, openWalletKit } from './clients.ts'

const account = `eip155:1:${firstAccount.address}`
const methods = ['personal_sign', 'eth_sendTransaction']
const events = ['accountsChanged', 'chainChanged']
const asked = { optionalNamespaces: { eip155: { chains: ['eip155:1'], methods, events } } }
const namespaces = { eip155: { accounts: [account], methods, events } }
const declined = { code: 5000, message: 'User rejected.' }
const sign = { method: 'personal_sign', params: ['0x68656c6c6f', firstAccount.address] }

/** Waits for what clients do by themselves. */
const until = (check: () => boolean) => vi.waitUntil(check, { interval: 5 })

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function openRelay(options?: RelayOptions) {
  const server = await startRelay(options)
  onTestFinished(() => server.stop())
  return server
}

/** A dapp that has asked for a session, and a wallet that has read the invitation. */
async function proposed() {
  const server = await openRelay()
  const [dapp, wallet] = await Promise.all([openClient(server.url, 'shop'), openClient(server.url, 'wallet')])
  const { uri = '', approval } = await dapp.connect(asked)
  const settled = approval()
  const proposal = next(wallet, 'session_proposal')
  await wallet.pair({ uri })
  return { server, relay: server.relay, dapp, wallet, settled, proposal: await proposal }
}

/** A dapp and a wallet with a session that both know to be settled. */
async function connected() {
  const { settled, proposal, ...rest } = await proposed()
  const { topic } = await rest.wallet.approve({ id: proposal.id, namespaces })
  const session = await settled
  await until(() => rest.wallet.session.get(topic).acknowledged)
  return { ...rest, topic, session }
}

const requestOf = (client: Client, topic: string) => client.request({ topic, chainId: 'eip155:1', request: sign })

/** What a promise rejects with; listened to from now on. */
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

const resultOf = (id: number, result: unknown) => ({ id, jsonrpc: '2.0', result })

const tagsOf = (published: readonly { tag: number }[]) => published.map(({ tag }) => tag)

/** Shortens how long a client waits for the relay's word; the rest of its publishing stays as it is. */
function hasten({ core }: Client, waitMs: { first: number; whole: number }) {
  const { publisher } = core.relayer as unknown as { publisher: object }
  Object.assign(publisher, { initialPublishTimeout: waitMs.first, publishTimeout: waitMs.whole })
}

/** How many publications a client holds back until its next pulse, because the relay did not answer. */
const waitingIn = ({ core }: Client) =>
  (core.relayer as unknown as { publisher: { queue: Map<string, unknown> } }).publisher.queue.size

test('a wallet approves, and both have the session', async () => {
  const { relay, dapp, wallet, topic, session } = await connected()
  expect(session).toMatchObject({ topic, namespaces, acknowledged: true, peer: { metadata: { name: 'wallet' } } })
  expect(dapp.session.keys).toEqual([topic])
  expect(wallet.session.get(topic).peer.metadata.name).toBe('shop')
  expect(tagsOf(relay.published)).toEqual([1100, 1101, 1102, 1103])
  expect(relay.visits).toHaveLength(2)
  expect(new Set(relay.visits.map(({ clientId }) => clientId)).size).toBe(2)
  expect(relay.visits[0]).toMatchObject({
    projectId: sandboxProject,
    userAgent: expect.stringMatching(/^wc-2\/js-2\.21\.8\//),
  })
})

test('a wallet rejects, and the dapp has its reason', async () => {
  const { relay, dapp, wallet, settled, proposal } = await proposed()
  const refusal = failureOf(settled)
  await wallet.reject({ id: proposal.id, reason: declined })
  expect(await refusal).toEqual(declined)
  expect(dapp.session.keys).toEqual([])
  expect(tagsOf(relay.published)).toEqual([1100, 1120])
})

test('a request is answered with a result or an error, and the relay can read more than it should', async () => {
  const { relay, dapp, wallet, topic } = await connected()
  const first = next(wallet, 'session_request')
  const result = requestOf(dapp, topic)
  const { id, params } = await first
  expect(params).toMatchObject({ chainId: 'eip155:1', request: sign })
  await wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xsigned' } })
  expect(await result).toBe('0xsigned')

  const second = next(wallet, 'session_request')
  const error = { code: 4001, message: 'No', data: 'tired' }
  const refusal = failureOf(requestOf(dapp, topic))
  await wallet.respond({ topic, response: { id: (await second).id, jsonrpc: '2.0', error } })
  expect(await refusal).toEqual(error)

  expect(relay.published.slice(4).map(({ tag, clear }) => ({ tag, tvf: clear['tvf'] }))).toEqual([
    { tag: 1108, tvf: expect.objectContaining({ rpcMethods: ['personal_sign'], chainId: 'eip155:1' }) },
    { tag: 1109, tvf: expect.objectContaining({ rpcMethods: ['personal_sign'], txHashes: ['0xsigned'] }) },
    { tag: 1108, tvf: expect.objectContaining({ rpcMethods: ['personal_sign'] }) },
    { tag: 1109, tvf: expect.objectContaining({ rpcMethods: ['personal_sign'] }) },
  ])
})

test('both sides ping', async () => {
  const { dapp, wallet, topic } = await connected()
  const heard = Promise.all([next(dapp, 'session_ping'), next(wallet, 'session_ping')])
  await Promise.all([dapp.ping({ topic }), wallet.ping({ topic })])
  expect(await heard).toMatchObject([{ topic }, { topic }])
})

test('a wallet updates, extends and emits', async () => {
  const { dapp, wallet, topic } = await connected()
  const more = { eip155: { ...namespaces.eip155, accounts: [account, `eip155:10:${firstAccount.address}`] } }
  const updated = next(dapp, 'session_update')
  await (await wallet.update({ topic, namespaces: more })).acknowledged()
  expect(await updated).toMatchObject({ topic, params: { namespaces: more } })
  expect(dapp.session.get(topic).namespaces).toEqual(more)

  await dapp.session.update(topic, { expiry: 4_000_000_000 })
  const extended = next(dapp, 'session_extend')
  await (await wallet.extend({ topic })).acknowledged()
  expect(await extended).toMatchObject({ topic })
  expect(dapp.session.get(topic).expiry).toBeLessThan(4_000_000_000)

  const emitted = next(dapp, 'session_event')
  const event = { name: 'chainChanged', data: 10 }
  await wallet.emit({ topic, event, chainId: 'eip155:10' })
  expect(await emitted).toMatchObject({ topic, params: { event, chainId: 'eip155:10' } })
})

test.each(['dapp', 'wallet'] as const)('the %s disconnects, and the other side hears it', async (side) => {
  const { dapp, wallet, topic } = await connected()
  const [one, other] = side === 'dapp' ? [dapp, wallet] : [wallet, dapp]
  const deleted = next(other, 'session_delete')
  await one.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
  expect(await deleted).toMatchObject({ topic })
  expect([one.session.keys, other.session.keys]).toEqual([[], []])
})

/** A dapp that asks a wallet to sign in and to connect at once. */
async function signingIn() {
  const { url, relay } = await openRelay()
  const [dapp, wallet] = await Promise.all([openClient(url, 'shop'), openClient(url, 'wallet')])
  const claims = { domain: 'shop.example', uri: 'https://shop.example/login', nonce: '1234abcd' }
  const { uri, response } = await dapp.authenticate({ ...claims, chains: ['eip155:1'], methods: ['personal_sign'] })
  const answer = response()
  const request = next(wallet, 'session_authenticate')
  // A wallet that listens for it is not asked once more, by a plain proposal.
  wallet.on('session_authenticate', () => undefined)
  await wallet.pair({ uri })
  return { relay, dapp, wallet, answer, request: await request }
}

test('a wallet signs in and connects with one click', async () => {
  const { relay, dapp, wallet, answer, request } = await signingIn()
  const { authPayload } = request.params
  const iss = `did:pkh:${account}`
  const message = wallet.formatAuthMessage({ request: authPayload, iss })
  const s = { t: 'eip191' as const, s: await firstAccount.signMessage({ message }) }
  const { session } = await wallet.approveSessionAuthenticate({
    id: request.id,
    auths: [{ h: { t: 'caip122' }, p: { ...authPayload, iss }, s }],
  })
  expect(await answer).toMatchObject({ auths: [{ s }], session: { topic: session?.topic } })
  expect(dapp.session.keys).toEqual([session?.topic])
  expect(tagsOf(relay.published).toSorted((a, b) => a - b)).toEqual([1100, 1116, 1117])
})

test('a wallet refuses to sign in', async () => {
  const { dapp, wallet, answer, request } = await signingIn()
  const refusal = failureOf(answer)
  await wallet.rejectSessionAuthenticate({ id: request.id, reason: declined })
  expect(await refusal).toBe('User rejected.')
  expect(dapp.session.keys).toEqual([])
})

test('requests and answers made while the relay is away arrive once it is back, over one socket each', async () => {
  const { server, relay, dapp, wallet, topic } = await connected()
  const first = next(wallet, 'session_request')
  const early = requestOf(dapp, topic)
  const { id } = await first
  await server.stop()
  await until(() => !dapp.core.relayer.connected && !wallet.core.relayer.connected)

  const second = next(wallet, 'session_request')
  const late = requestOf(dapp, topic)
  const answered = wallet.respond({ topic, response: resultOf(id, '0xearly') })
  // Just before the clients' third attempt, three seconds after the first.
  await pause(2_700)
  await server.restart()
  await answered
  await wallet.respond({ topic, response: resultOf((await second).id, '0xlate') })
  expect(await Promise.all([early, late])).toEqual(['0xearly', '0xlate'])
  expect(relay.visits).toHaveLength(4)
  expect(relay.sockets()).toBe(2)
})

test('a request that was under way when the line was cut is sent again', async () => {
  const { relay, dapp, wallet, topic } = await connected()
  hasten(dapp, { first: 50, whole: 10_000 })
  relay.faults.silent = true
  const answer = requestOf(dapp, topic)
  await until(() => waitingIn(dapp) === 1)
  relay.disconnectAll()
  relay.heal()
  await until(() => relay.sockets() === 2 && dapp.core.relayer.connected)
  const request = next(wallet, 'session_request')
  dapp.core.heartbeat.events.emit('heartbeat_pulse')
  await wallet.respond({ topic, response: resultOf((await request).id, 'ok') })
  expect(await answer).toBe('ok')
})

test('what is sent to a peer that is offline waits for it', async () => {
  const { dapp, wallet, topic } = await connected()
  await wallet.core.relayer.transportClose()
  const answer = requestOf(dapp, topic)
  await next(dapp, 'session_request_sent')
  const request = next(wallet, 'session_request')
  await wallet.core.relayer.transportOpen()
  await wallet.respond({ topic, response: resultOf((await request).id, '0xlater') })
  expect(await answer).toBe('0xlater')
})

test('clients come back by themselves when the relay moves them elsewhere or the line is cut', async () => {
  const { relay, dapp, wallet, topic } = await connected()
  for (const [turn, code] of [4010, 1006].entries()) {
    relay.disconnectAll(code, 'Rebalance')
    await until(() => dapp.core.relayer.connected && wallet.core.relayer.connected && relay.sockets() === 2)
    expect(relay.visits).toHaveLength(4 + 2 * turn)
    const request = next(wallet, 'session_request')
    const answer = requestOf(dapp, topic)
    await wallet.respond({ topic, response: resultOf((await request).id, 'ok') })
    expect(await answer).toBe('ok')
  }
})

test('a message that comes twice counts once', async () => {
  const { relay, dapp, wallet, topic } = await connected()
  relay.faults.duplicate = true
  const heard: number[] = []
  wallet.on('session_request', ({ id }) => heard.push(id))
  for (const result of ['one', 'two', 'three']) {
    const request = next(wallet, 'session_request')
    const answer = requestOf(dapp, topic)
    await wallet.respond({ topic, response: resultOf((await request).id, result) })
    expect(await answer).toBe(result)
  }
  expect(heard).toHaveLength(3)
})

test('a client hears why it is refused at the door', async () => {
  const { url, relay } = await openRelay({ verifyProjectId: () => false })
  const dapp = await openClient(url, 'shop')
  const refused = new Promise<Error>((resolve) => dapp.core.relayer.once('relayer_error', resolve))
  dapp.connect(asked).catch(() => undefined)
  expect((await refused).message).toBe(
    'WebSocket connection closed abnormally with code: 3000 (Unauthorized: invalid key)',
  )
  expect(relay.visits[0]?.closing).toEqual({ code: 3000, reason: 'Unauthorized: invalid key' })
})

test('a relay that is silent for a while is asked again', async () => {
  const { url, relay } = await openRelay()
  const dapp = await openClient(url, 'shop')
  hasten(dapp, { first: 50, whole: 10_000 })
  relay.faults.silent = true
  const connecting = dapp.connect(asked)
  await until(() => waitingIn(dapp) === 1)
  expect(relay.published).toEqual([])
  relay.heal()
  dapp.core.heartbeat.events.emit('heartbeat_pulse')
  expect((await connecting).uri).toMatch(/^wc:/)
  expect(tagsOf(relay.published)).toEqual([1100])
})

test.each([
  ['stays silent', { silent: true }],
  ['refuses', { refuse: { code: -32000, message: 'Too busy' } }],
] as const)('a relay that %s is a failure to publish', async (_, faults) => {
  const { url, relay } = await openRelay()
  const dapp = await openClient(url, 'shop')
  hasten(dapp, { first: 20, whole: 100 })
  Object.assign(relay.faults, faults)
  await expect(dapp.connect(asked)).rejects.toThrow('Failed to publish custom payload, please try again.')
  expect(relay.published).toEqual([])
})

test('the official wallet connects, answers and disconnects', async () => {
  const { url, relay } = await openRelay()
  const [dapp, wallet] = await Promise.all([openClient(url, 'shop'), openWalletKit(url)])
  wallet.on('session_proposal', ({ id }) => void wallet.approveSession({ id, namespaces }))
  wallet.on('session_request', ({ id, topic }) => {
    void wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result: '0xkit' } })
  })
  const { uri = '', approval } = await dapp.connect(asked)
  const settled = approval()
  await wallet.pair({ uri })
  const { topic, peer } = await settled
  expect(peer.metadata.name).toBe('walletkit')
  expect(await requestOf(dapp, topic)).toBe('0xkit')
  const deleted = next(dapp, 'session_delete')
  await wallet.disconnectSession({ topic, reason: { code: 6000, message: 'Bye' } })
  expect(await deleted).toMatchObject({ topic })
  expect(relay.visits.map(({ userAgent }) => userAgent.split('/')[1])).toEqual(['js-2.21.8', 'js-2.21.8'])
})
