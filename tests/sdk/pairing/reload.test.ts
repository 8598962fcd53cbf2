/** The stored state survives a reload, on either side. */
import { expect, test, vi } from 'vitest'
import type { ClientOptions } from '../../../sdk/pairing/client/client.types.ts'
import { openClient, openWalletKit } from '../../mocks/relay/clients.ts'
import {
  asked,
  asking,
  connectedPage,
  connectedWallet,
  declined,
  namespacesOn,
  nextOf,
  open,
  openRelay,
  resultOf,
  sign,
  signal,
  storageOf,
} from './support.ts'

const until = (check: () => boolean) => vi.waitUntil(check, { interval: 5 })

let visitors = 0

/** The storage of one user, for several drivers in turn. */
const visitor = (): Partial<ClientOptions> => ({ id: `visitor-${(visitors += 1)}`, storage: storageOf() })

/** The driver of an app that was reloaded after it proposed a session. */
async function reloaded() {
  const server = await openRelay()
  const who = visitor()
  const { driver: before } = await open(server.url, who)
  const pairingUri = await before.propose(asked, signal)
  await before.close()
  const [page, wallet] = await Promise.all([open(server.url, who), openWalletKit(server.url)])
  return { server, who, ...page, wallet, pairingUri }
}

test('a proposal survives a reload, and settles when a wallet approves it (D10)', async () => {
  const { driver, heard, wallet, pairingUri } = await reloaded()
  expect(driver.pairingUris()).toEqual([pairingUri])
  wallet.on('session_proposal', ({ id }) => void wallet.approveSession({ id, namespaces: namespacesOn(1) }))
  await wallet.pair({ uri: pairingUri.uri })
  const { pairingTopic, session } = await heard('proposal.settled')
  expect(pairingTopic).toBe(pairingUri.pairingTopic)
  expect(driver.sessions()).toEqual([session])
})

test('a proposal from before a reload is refused when a wallet rejects it (D10)', async () => {
  const { heard, wallet, pairingUri } = await reloaded()
  wallet.on('session_proposal', ({ id }) => void wallet.rejectSession({ id, reason: declined }))
  await wallet.pair({ uri: pairingUri.uri })
  expect(await heard('proposal.refused')).toMatchObject({
    pairingTopic: pairingUri.pairingTopic,
    error: { code: 'connect.declined', cause: declined },
  })
})

test('a proposal from before a reload can be withdrawn, and does not survive the next one', async () => {
  const { server, who, driver, wallet, pairingUri } = await reloaded()
  const proposal = nextOf(wallet, 'session_proposal')
  await wallet.pair({ uri: pairingUri.uri })
  await proposal
  const withdrawn = new Promise<{ topic: string }>((resolve) =>
    wallet.core.pairing.events.once('pairing_delete', resolve),
  )
  await driver.withdraw(pairingUri)
  expect((await withdrawn).topic).toBe(pairingUri.pairingTopic)
  expect(driver.pairingUris()).toEqual([])
  await driver.close()
  expect((await open(server.url, who)).driver.pairingUris()).toEqual([])
})

test('a sign-in is not continued after a reload, because its answer could not be decrypted', async () => {
  const { url } = await openRelay()
  const who = visitor()
  const { driver } = await open(url, who)
  const claims = { domain: 'shop.example', uri: 'https://shop.example/login', nonce: '1234abcd' }
  await driver.authenticate({ ...claims, chains: ['eip155:1'] }, signal)
  await driver.close()
  expect((await open(url, who)).driver.pairingUris()).toEqual([])
})

test('a session works after a reload', async () => {
  const who = visitor()
  const { server, driver: before, wallet, topic } = await connectedPage(who)
  await before.close()
  const { driver } = await open(server.url, who)
  expect(driver.sessions()).toMatchObject([{ topic, acknowledged: true }])
  const received = nextOf(wallet, 'session_request')
  const answer = driver.request({ topic, chainId: 'eip155:1', request: sign, expirySeconds: 300 }, signal)
  await wallet.respondSessionRequest({ topic, response: resultOf((await received).id, '0xsigned') })
  expect(await answer).toBe('0xsigned')
})

test('a wallet still has a proposal after a reload, and can approve it (D10)', async () => {
  const who = visitor()
  const { server, driver: before, settled, proposal } = await asking(who)
  await before.close()
  const { driver, heard } = await open(server.url, who)
  const [received] = driver.received()
  expect(received).toMatchObject({ type: 'proposal.received', id: proposal.id, proposal: { id: proposal.id } })
  await driver.approve({ id: proposal.id, namespaces: namespacesOn(1) }, signal)
  expect((await settled).topic).toBe((await heard('session.acknowledged')).topic)
})

test('a session is acknowledged when the wallet was reloaded meanwhile [4.36]', async () => {
  const who = visitor()
  const { server, dapp, driver: before, settled, proposal } = await asking(who)
  await dapp.core.relayer.transportClose()
  await before.approve({ id: proposal.id, namespaces: namespacesOn(1) }, signal)
  await before.close()
  const { driver, heard } = await open(server.url, who)
  expect(driver.sessions()).toMatchObject([{ acknowledged: false }])
  await dapp.core.relayer.transportOpen()
  expect((await heard('session.acknowledged')).topic).toBe((await settled).topic)
})

test('a reloaded wallet gets each earlier request once, and can answer it [3.35]', async () => {
  const who = visitor()
  const { server, dapp, driver: before, heard: heardBefore, topic } = await connectedWallet(who)
  const answers = ['first', 'second'].map((text) =>
    dapp.request({ topic, chainId: 'eip155:1', request: { ...sign, params: [text] } }),
  )
  await heardBefore('request.received')
  await heardBefore('request.received')
  await before.close()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { driver, messages } = await open(server.url, { role: 'responder', ...who })
  // The client would emit the first one again after a second.
  await vi.advanceTimersByTimeAsync(1_500)
  vi.useRealTimers()
  const received = driver.received()
  expect(received.map(({ type }) => type)).toEqual(['request.received', 'request.received'])
  expect(messages.map(({ type }) => type)).not.toContain('request.received')
  for (const message of received)
    if (message.type === 'request.received')
      await driver.respond({ topic, id: message.id, answer: { result: message.params } }, signal)
  expect(await Promise.all(answers)).toMatchObject([
    { request: { params: ['first'] } },
    { request: { params: ['second'] } },
  ])
  expect(driver.received()).toEqual([])
})

test('a wallet still has a sign-in request after a reload [3.36]', async () => {
  const { url } = await openRelay()
  const who = visitor()
  const [dapp, wallet] = await Promise.all([openClient(url, 'shop'), open(url, { role: 'responder', ...who })])
  const claims = { domain: 'shop.example', uri: 'https://shop.example/login', nonce: '1234abcd' }
  const { uri, response } = await dapp.authenticate({ ...claims, chains: ['eip155:1'] })
  const refusal = response().catch((error: unknown) => error)
  await wallet.driver.pair(uri, signal)
  const { id, topic } = await wallet.heard('authentication.received')
  await wallet.driver.close()
  const { driver } = await open(url, { role: 'responder', ...who })
  expect(driver.received()).toMatchObject([
    { type: 'authentication.received', id, topic, request: { authPayload: { nonce: claims.nonce } } },
  ])
  await driver.rejectSignIn({ id, reason: declined }, signal)
  expect(await refusal).toBe('User rejected.')
})

test('an answer to a ping from before a reload ends no process', async () => {
  const who = visitor()
  const { server, driver: before, wallet, topic } = await connectedPage(who)
  await wallet.core.relayer.transportClose()
  const control = new AbortController()
  const pinged = before.ping({ topic }, control.signal).catch((error: unknown) => error)
  await until(() => server.relay.published.some(({ tag }) => tag === 1114))
  control.abort('reload')
  expect(await pinged).toBe('reload')
  await before.close()
  const { driver } = await open(server.url, who)
  await wallet.core.relayer.transportOpen()
  await until(() => server.relay.published.some(({ tag }) => tag === 1115))
  // Answered after the one before it.
  await driver.ping({ topic }, signal)
  expect(driver.sessions()).toHaveLength(1)
})
