/** Only the peer that was asked can answer: ids are secret, but knowing one gives no advantage. */
import { expect, test, vi } from 'vitest'
import { PAIRING } from '../../machines/constants.ts'
import { firstAccount } from '../../mocks/sandbox/accounts.ts'
import { parsePairingUri } from '../../machines/pairing/rules/uri.ts'
import { openClient, openWalletKit, type Client } from '../mocks/relay/clients.ts'
import { askedOf, heard, proposing, sideOf } from '../sdk/pairing/engine.ts'
import {
  accountOn,
  asked,
  asking,
  connectedPage,
  connectedWallet,
  declined,
  failureOf,
  namespacesOn,
  nextOf,
  openRelay,
  resultOf,
  sign,
  signal,
  storageOf,
  type Kit,
} from '../sdk/pairing/support.ts'

const clientOf = (wallet: Kit) => wallet.engine.signClient as unknown as Client

/** Sends a raw payload under any id. */
async function send(client: Client, topic: string, payload: object) {
  const { crypto, relayer } = client.core
  await relayer.publish(topic, await crypto.encode(topic, payload as never), { tag: 1109, ttl: 300, prompt: false })
}

/** Resolves when all earlier messages on a topic are handled. */
async function handled(client: Client, topic: string) {
  await client.ping({ topic })
}

/** A page with sessions of two wallets, and a request to the first one. */
async function twoWallets() {
  const { driver, heard: told, messages, wallet, server, topic } = await connectedPage()
  const other = await openWalletKit(server.url)
  const pairingUri = await driver.propose(asked, signal)
  const proposal = nextOf(other, 'session_proposal')
  await other.pair({ uri: pairingUri.uri })
  const settled = await other.approveSession({ id: (await proposal).id, namespaces: namespacesOn(1) })
  await told('proposal.settled')
  const received = nextOf(wallet, 'session_request')
  const answer = driver.request({ topic, chainId: 'eip155:1', request: sign, expirySeconds: 300 }, signal)
  return {
    server,
    driver,
    messages,
    told,
    wallet,
    other,
    topic,
    otherTopic: settled.topic,
    answer,
    id: (await received).id,
  }
}

test('another wallet cannot answer a request in its own session, with a result or a rejection', async () => {
  const { wallet, other, topic, otherTopic, answer, id } = await twoWallets()
  const client = clientOf(other)
  await send(client, otherTopic, resultOf(id, '0xforged'))
  await send(client, otherTopic, { id, jsonrpc: '2.0', error: declined })
  await handled(client, otherTopic)
  await wallet.respondSessionRequest({ topic, response: resultOf(id, '0xsigned') })
  expect(await answer).toBe('0xsigned')
})

test('a wallet cannot end a request by sending its own request with the same id', async () => {
  const { wallet, messages, topic, answer, id } = await twoWallets()
  const client = clientOf(wallet)
  await send(client, topic, { id, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} })
  await handled(client, topic)
  expect(messages.filter((message) => 'id' in message && message.id === id)).toEqual([])
  await wallet.respondSessionRequest({ topic, response: resultOf(id, '0xsigned') })
  expect(await answer).toBe('0xsigned')
})

test('a peer with the URI of another proposal cannot answer a request with it', async () => {
  const { server, driver, wallet, topic, answer, id } = await twoWallets()
  const { uri } = await driver.propose(asked, signal)
  const passerBy = await openClient(server.url, 'passer-by')
  await passerBy.pair({ uri })
  const pairingTopic = parsePairingUri(uri).topic
  await send(passerBy, pairingTopic, resultOf(id, '0xforged'))
  await passerBy.core.pairing.ping({ topic: pairingTopic })
  await wallet.respondSessionRequest({ topic, response: resultOf(id, '0xsigned') })
  expect(await answer).toBe('0xsigned')
})

test.each([
  ['confirm', { method: 'wc_sessionPing', params: {} }],
  ['end', { method: 'wc_sessionRequest', params: { chainId: 'eip155:999', request: sign } }],
])("a page cannot %s another page's session by sending a request with the id of its settlement", async (_, words) => {
  const storage = storageOf()
  const { server, driver, messages, heard: told, proposal, settled } = await asking({ storage })
  server.relay.faults.drop = ({ tag }) => tag === PAIRING.methods.wc_sessionSettle.response.tag
  await driver.approve({ id: proposal.id, namespaces: namespacesOn(1) }, signal)
  const { topic } = await settled
  const thief = await openClient(server.url, 'thief')
  const { uri = '', approval } = await thief.connect(asked)
  const theirs = approval()
  await driver.pair(uri, signal)
  await driver.approve({ id: (await told('proposal.received')).id, namespaces: namespacesOn(1) }, signal)
  const { topic: theirTopic } = await theirs

  const history = await storage.getItem<{ id: number; topic: string }[]>(
    (await storage.getKeys()).find((key) => key.endsWith('//history')) ?? '',
  )
  const { id } = history?.find((one) => one.topic === topic) ?? {}
  expect(id).toBeDefined()
  await send(thief, theirTopic, { id, jsonrpc: '2.0', ...words })
  await handled(thief, theirTopic)
  expect(messages.map(({ type }) => type).filter((type) => /acknowledged|unsettled/.test(type))).toEqual([])
  expect(driver.sessions()).toHaveLength(2)
})

test('another wallet cannot reject a proposal or a sign-in before it is scanned', async () => {
  const { driver, messages, other, otherTopic, answer } = await twoWallets()
  void failureOf(answer)
  const pairingUri = await driver.propose(asked, signal)
  const claims = { domain: 'shop.example', uri: 'https://shop.example', nonce: '1234abcd', chains: ['eip155:1'] }
  const signIn = await driver.authenticate(claims, signal)
  const scanner = await openWalletKit((clientOf(other).core.relayer as unknown as { relayUrl: string }).relayUrl)
  const requests: number[] = []
  scanner.on('session_proposal', ({ id }) => void requests.push(id))
  scanner.on('session_authenticate', ({ id }) => void requests.push(id))
  await scanner.pair({ uri: pairingUri.uri })
  await scanner.pair({ uri: signIn.uri })
  await vi.waitUntil(() => requests.length === 2)
  const client = clientOf(other)
  for (const id of requests) {
    await send(client, otherTopic, { id, jsonrpc: '2.0', error: declined })
    await send(client, otherTopic, resultOf(id, { cacaos: [], responderPublicKey: 'a'.repeat(64) }))
  }
  await handled(client, otherTopic)
  const refusals = messages.map(({ type }) => type).filter((type) => /refused|answered/.test(type))
  expect(refusals).toEqual([])
})

test('a page cannot replace a displayed proposal with its own under the same id', async () => {
  const { driver, heard: told, server, proposal, settled, messages } = await asking()
  const thief = await openClient(server.url, 'thief')
  const { uri = '' } = await thief.connect(asked)
  await driver.pair(uri, signal)
  const theirs = await told('proposal.received')
  const { pairingTopic } = theirs.proposal as { pairingTopic: string }
  const params = {
    relays: [{ protocol: 'irn' }],
    requiredNamespaces: {},
    optionalNamespaces: asked.optionalNamespaces,
    proposer: { publicKey: await thief.core.crypto.generateKeyPair(), metadata: thief.metadata },
  }
  await send(thief, pairingTopic, { id: proposal.id, jsonrpc: '2.0', method: 'wc_sessionPropose', params })
  await thief.core.pairing.ping({ topic: pairingTopic })
  await driver.approve({ id: proposal.id, namespaces: namespacesOn(1) }, signal)
  const session = await settled
  expect(session.namespaces).toEqual(namespacesOn(1))
  expect(messages.filter(({ type }) => type === 'proposal.received')).toEqual([])
})

test('a page cannot replace its own displayed proposal under the same id', async () => {
  const { driver, dapp, proposal, settled } = await asking()
  void failureOf(settled)
  const [shown] = driver.received()
  const { pairingTopic } = proposal.proposal as { pairingTopic: string }
  const proposer = { publicKey: await dapp.core.crypto.generateKeyPair(), metadata: dapp.metadata }
  const params = { relays: [{ protocol: 'irn' }], requiredNamespaces: {}, optionalNamespaces: {}, proposer }
  await send(dapp, pairingTopic, { id: proposal.id, jsonrpc: '2.0', method: 'wc_sessionPropose', params })
  await dapp.core.pairing.ping({ topic: pairingTopic })
  expect(driver.received()).toEqual([shown])
})

test('a proposal belongs to the pairing that it came through, whatever it claims', async () => {
  const { url } = await openRelay()
  const wallet = sideOf('responder', url)
  const page = await openClient(url, 'shop')
  const { uri = '' } = await page.connect(asked)
  await wallet.pair(uri)
  const first = wallet.find(`proposal:${await askedOf(wallet, 'proposal')}`)?.getSnapshot().context.proposal
  const thief = await openClient(url, 'thief')
  const { uri: other = '' } = await thief.connect(asked)
  await wallet.pair(other)
  await vi.waitUntil(() => Object.keys(wallet.actor.getSnapshot().context.pendingItems).length === 2)
  const { topic } = parsePairingUri(other)
  const proposer = { publicKey: await thief.core.crypto.generateKeyPair(), metadata: thief.metadata }
  const said = { ...asked, relays: [{ protocol: 'irn' }], requiredNamespaces: {}, proposer }
  const next = heard(wallet, 'pairing.requested')
  const params = { ...said, pairingTopic: first?.pairingTopic, id: first?.id }
  const id = Date.now() * 1_000 + 7
  await send(thief, topic, { id, jsonrpc: '2.0', method: 'wc_sessionPropose', params })
  const { name } = await next
  expect(name).toBe(`proposal:${id}`)
  expect(wallet.find(`proposal:${id}`)?.getSnapshot().context.proposal?.pairingTopic).toBe(topic)
})

test('a proposal within a session is ignored', async () => {
  const { dapp, topic, messages, heard: told } = await connectedWallet()
  const proposer = { publicKey: 'a'.repeat(64), metadata: dapp.metadata }
  const params = { ...asked, relays: [{ protocol: 'irn' }], requiredNamespaces: {}, proposer }
  const id = Date.now() * 1_000 + 7
  await send(dapp, topic, { id, jsonrpc: '2.0', method: 'wc_sessionPropose', params })
  void failureOf(dapp.request({ topic, chainId: 'eip155:1', request: sign }))
  await told('request.received')
  expect(messages.map(({ type }) => type)).not.toContain('proposal.received')
})

test('an answer of the peer that was asked is accepted', async () => {
  const { url } = await openRelay()
  const page = sideOf('requester', url)
  const wallet = sideOf('responder', url)
  const { outcome, uri } = await proposing(page)
  await wallet.pair(uri)
  await wallet.approve(await askedOf(wallet, 'proposal'), { namespaces: namespacesOn(1) })
  const settled = await outcome
  if (settled.status !== 'done') throw new Error(settled.status)
  const answer = page.request({ topic: settled.value.topic, chainId: 'eip155:1', request: sign })
  await wallet.respond(await askedOf(wallet, 'sessionRequest'), { result: '0x' })
  expect(await answer).toEqual({ status: 'done', value: '0x' })
  expect(firstAccount.address).toBe(accountOn(1).split(':')[2])
})
