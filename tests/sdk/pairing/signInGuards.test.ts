/** The guards against the defects of the official client in sign-ins. Each test fails without its guard. */
import { hashKey } from '@walletconnect/utils'
import { expect, test, vi } from 'vitest'
import { firstAccount } from '../../../mocks/sandbox/accounts.ts'
import { openWalletKit } from '../../mocks/relay/clients.ts'
import {
  accountOn,
  engineOf,
  fixChance,
  namespacesOn,
  nextOf,
  open,
  openRelay,
  say,
  signal,
  storageOf,
  type Kit,
} from './support.ts'

const until = (check: () => boolean) => vi.waitUntil(check, { interval: 5 })

const claims = { domain: 'shop.example', uri: 'https://shop.example/login', nonce: '1234abcd' }

/** An app that requests a sign-in, and a wallet that answers it without the checks of its own client. */
async function signingIn(page: Awaited<ReturnType<typeof open>>, wallet: Kit, chains = ['eip155:1']) {
  const request = nextOf(wallet, 'session_authenticate')
  const pairingUri = await page.driver.authenticate({ ...claims, chains, methods: ['personal_sign'] }, signal)
  await wallet.pair({ uri: pairingUri.uri })
  const { id, params } = await request
  const iss = `did:pkh:${accountOn(1)}`
  const message = wallet.formatAuthMessage({ request: params.authPayload, iss })
  const s = { t: 'eip191' as const, s: await firstAccount.signMessage({ message }) }
  const credential = { h: { t: 'caip122' as const }, p: { ...params.authPayload, iss }, s }
  const answer = async (cacaos: unknown) => {
    const client = wallet.engine.signClient
    const receiverPublicKey = params.requester.publicKey
    const senderPublicKey = await client.core.crypto.generateKeyPair()
    const topic = await client.core.crypto.generateSharedKey(senderPublicKey, receiverPublicKey)
    await engineOf(client).sendResult({
      id,
      topic: hashKey(receiverPublicKey),
      result: { cacaos, responder: { publicKey: senderPublicKey, metadata: client.metadata } },
      encodeOpts: { type: 1, receiverPublicKey, senderPublicKey },
      throwOnFailedPublish: true,
    })
    return topic
  }
  return { id, pairingUri, credential, answer }
}

/** An app, and a wallet that supports sign-in. */
async function pageAndWallet() {
  const { url, relay } = await openRelay()
  const [page, wallet] = await Promise.all([open(url), openWalletKit(url)])
  wallet.on('session_authenticate', () => undefined)
  return { relay, page, wallet }
}

test('a forged sign-in is refused, and the session that the client created is ended (D5) [5.50]', async () => {
  const { relay, page, wallet } = await pageAndWallet()
  const { answer, pairingUri, credential } = await signingIn(page, wallet)
  const s = await firstAccount.signMessage({ message: 'something else' })
  const topic = await answer([{ ...credential, s: { t: 'eip191', s } }])
  expect(await page.heard('authentication.refused')).toMatchObject({ pairingTopic: pairingUri.pairingTopic })
  // The wallet, which has the session, gets the deletion.
  await until(() => relay.published.some((message) => message.tag === 1112 && message.topic === topic))
  await until(() => page.driver.sessions().length === 0)
})

test('a malformed sign-in is refused, and ends no process (D5)', async () => {
  const { page, wallet } = await pageAndWallet()
  const { answer } = await signingIn(page, wallet)
  await answer('nonsense')
  expect((await page.heard('authentication.refused')).error.code).toBe('session.authMalformed')
})

test('a cancelled sign-in has no session, even when the wallet answers late (D5)', async () => {
  const { relay, page, wallet } = await pageAndWallet()
  const { answer, credential, pairingUri } = await signingIn(page, wallet)
  await page.driver.withdraw(pairingUri)
  const topic = await answer([credential])
  await until(() => relay.published.some((message) => message.tag === 1112 && message.topic === topic))
  await until(() => page.driver.sessions().length === 0)
  expect(page.messages.map(({ type }) => type)).not.toContain('authentication.answered')
})

test('a session message right after a sign-in is emitted after its answer', async () => {
  const { url } = await openRelay()
  const [page, wallet] = await Promise.all([open(url, { storage: storageOf(30) }), openWalletKit(url)])
  wallet.on('session_authenticate', () => undefined)
  const { id, credential } = await signingIn(page, wallet)
  const order: string[] = []
  page.driver.watch(({ type }) => void order.push(type))
  const { session } = await wallet.approveSessionAuthenticate({ id, auths: [credential] })
  const event = { event: { name: 'accountsChanged', data: [] }, chainId: 'eip155:1' }
  await say(wallet.engine.signClient, session?.topic ?? '', 'wc_sessionEvent', event)
  await page.heard('session.emitted')
  expect(order).toEqual(['authentication.answered', 'session.emitted'])
})

test('a wallet that rejects sign-in as unsupported can still settle a session', async () => {
  const { url } = await openRelay()
  const [page, wallet] = await Promise.all([open(url), openWalletKit(url)])
  const proposal = nextOf(wallet, 'session_proposal')
  const { uri, pairingTopic } = await page.driver.authenticate({ ...claims, chains: ['eip155:1'] }, signal)
  await wallet.pair({ uri })
  const { id } = await proposal
  const [request] = wallet.engine.signClient.auth.requests.getAll()
  const error = { code: 10001, message: 'Unsupported wc_ method. wc_sessionAuthenticate' }
  await engineOf(wallet.engine.signClient).sendError({ id: request?.id ?? 0, topic: pairingTopic, error })
  const { eip155 } = namespacesOn(1)
  await wallet.approveSession({ id, namespaces: { eip155: { ...eip155, methods: ['personal_sign'] } } })
  expect(await page.heard('authentication.answered')).toMatchObject({ pairingTopic, credentials: undefined })
  expect(page.messages.map(({ type }) => type)).not.toContain('authentication.refused')
})

test('two sign-ins at the same time are each answered (§5)', async () => {
  const { page, wallet } = await pageAndWallet()
  const first = await signingIn(page, wallet)
  const second = await signingIn(page, wallet)
  await wallet.approveSessionAuthenticate({ id: second.id, auths: [second.credential] })
  await wallet.approveSessionAuthenticate({ id: first.id, auths: [first.credential] })
  const answered = [await page.heard('authentication.answered'), await page.heard('authentication.answered')]
  expect(new Set(answered.map(({ pairingTopic }) => pairingTopic))).toEqual(
    new Set([first.pairingUri.pairingTopic, second.pairingUri.pairingTopic]),
  )
})

test('the two parts of a sign-in have different ids, even with the same random bits (D6)', async () => {
  const { url } = await openRelay()
  const [page, wallet] = await Promise.all([open(url), openWalletKit(url)])
  wallet.on('session_proposal', ({ id }) => {
    const { eip155 } = namespacesOn(1)
    void wallet.approveSession({ id, namespaces: { eip155: { ...eip155, methods: ['personal_sign'] } } })
  })
  fixChance(12)
  const { uri } = await page.driver.authenticate({ ...claims, chains: ['eip155:1'] }, signal)
  await wallet.pair({ uri })
  const { credentials, session } = await page.heard('authentication.answered')
  expect(credentials).toBeUndefined()
  expect(session).toMatchObject({ namespaces: { eip155: { accounts: [accountOn(1)] } } })
})
