/** The driver on the side of the app, with the official wallet on the other side. */
import { expect, test, vi } from 'vitest'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { parsePairingUri } from '../../../machines/pairing/rules/uri.ts'
import { firstAccount } from '../../../mocks/sandbox/accounts.ts'
import { openWalletKit } from '../../mocks/relay/clients.ts'
import {
  accountOn,
  asked,
  connectedPage,
  declined,
  failureOf,
  left,
  namespacesOn,
  nextOf,
  open,
  openRelay,
  proposed,
  resultOf,
  sign,
  signal,
} from './support.ts'

const until = (check: () => boolean) => vi.waitUntil(check, { interval: 5 })

test('a proposal has a pairing URI, and settles when a wallet approves it [4.35] [7.34]', async () => {
  const { driver, heard, wallet, pairingUri, proposal } = await proposed()
  const { topic, expiryTimestamp = 0 } = parsePairingUri(pairingUri.uri)
  expect(pairingUri).toMatchObject({ pairingTopic: topic, expiresAt: expiryTimestamp * 1_000 })
  expect(driver.pairingUris()).toEqual([pairingUri])
  await wallet.approveSession({ id: proposal.id, namespaces: namespacesOn(1) })
  const { pairingTopic, session } = await heard('proposal.settled')
  expect(pairingTopic).toBe(pairingUri.pairingTopic)
  expect(session).toMatchObject({ acknowledged: true, namespaces: namespacesOn(1) })
  expect(driver.sessions()).toEqual([session])
  await until(() => driver.pairingUris().length === 0)
})

test('a proposal that a wallet rejects is refused with the reason of the wallet, and has no pairing URI any more [4.35]', async () => {
  const { driver, heard, wallet, pairingUri, proposal } = await proposed()
  await wallet.rejectSession({ id: proposal.id, reason: declined })
  const { pairingTopic, error } = await heard('proposal.refused')
  expect(pairingTopic).toBe(pairingUri.pairingTopic)
  expect(error).toMatchObject({ code: 'connect.declined', cause: declined })
  await until(() => driver.pairingUris().length === 0)
  expect(driver.sessions()).toEqual([])
})

test('a proposal without an answer expires [4.35]', async () => {
  const { driver, heard, pairingUri } = await proposed()
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now + 301_000)
  const { pairingTopic, error } = await heard('proposal.refused')
  clock.mockRestore()
  expect(pairingTopic).toBe(pairingUri.pairingTopic)
  expect(error.code).toBe('pairing.proposalExpired')
  expect(driver.pairingUris()).toEqual([])
})

test('a proposal that is cancelled before the answer is withdrawn from the wallet', async () => {
  const { url } = await openRelay()
  const [{ driver, messages }, wallet] = await Promise.all([open(url), openWalletKit(url)])
  const control = new AbortController()
  const { uri, pairingTopic } = await driver.propose(asked, control.signal)
  const proposal = nextOf(wallet, 'session_proposal')
  await wallet.pair({ uri })
  const { id } = await proposal
  const withdrawn = new Promise<{ topic: string }>((resolve) =>
    wallet.core.pairing.events.once('pairing_delete', resolve),
  )
  control.abort()
  expect((await withdrawn).topic).toBe(pairingTopic)
  expect(await failureOf(wallet.approveSession({ id, namespaces: namespacesOn(1) }))).toBeInstanceOf(Error)
  expect(Object.keys(wallet.getActiveSessions())).toEqual([])
  expect(driver.pairingUris()).toEqual([])
  expect(messages.map(({ type }) => type)).not.toContain('proposal.settled')
})

test('a wallet that approves while the proposal is cancelled has no session', async () => {
  const { url, relay } = await openRelay()
  const [{ driver, messages }, wallet] = await Promise.all([open(url), openWalletKit(url)])
  const control = new AbortController()
  const { uri } = await driver.propose(asked, control.signal)
  const proposal = nextOf(wallet, 'session_proposal')
  await wallet.pair({ uri })
  const { id } = await proposal
  relay.faults.delayMs = 30
  const approved = wallet.approveSession({ id, namespaces: namespacesOn(1) }).catch(() => undefined)
  await until(() => relay.published.some(({ tag }) => tag === 1102))
  control.abort()
  await approved
  await until(() => Object.keys(wallet.getActiveSessions()).length === 0)
  expect(driver.sessions()).toEqual([])
  expect(messages.map(({ type }) => type)).not.toContain('proposal.settled')
})

test('a proposal that is cancelled before it is made rejects with the reason, and leaves nothing', async () => {
  const { url } = await openRelay()
  const { driver } = await open(url)
  const control = new AbortController()
  const proposing = driver.propose(asked, control.signal)
  control.abort('enough')
  await expect(proposing).rejects.toBe('enough')
  await expect(driver.propose(asked, control.signal)).rejects.toBe('enough')
  await until(() => driver.pairingUris().length === 0)
})

test('a request resolves with the answer of the wallet', async () => {
  const { driver, wallet, topic } = await connectedPage()
  const received = nextOf(wallet, 'session_request')
  const call = { topic, chainId: 'eip155:10', request: sign, expirySeconds: 600 }
  const answer = driver.request(call, signal)
  const { id, params } = await received
  expect(params).toMatchObject({ chainId: 'eip155:10', request: sign })
  await wallet.respondSessionRequest({ topic, response: resultOf(id, '0xsigned') })
  expect(await answer).toBe('0xsigned')
})

test('a request that is rejected or cancelled rejects', async () => {
  const { driver, wallet, topic } = await connectedPage()
  const call = { topic, chainId: 'eip155:1', request: sign, expirySeconds: 300 }
  const received = nextOf(wallet, 'session_request')
  const refused = failureOf(driver.request(call, signal))
  const error = { code: 4001, message: 'No', data: 'tired' }
  await wallet.respondSessionRequest({ topic, response: { id: (await received).id, jsonrpc: '2.0', error } })
  expect(await refused).toMatchObject({ code: 'request.declined', cause: error })

  const control = new AbortController()
  const calledOff = failureOf(driver.request(call, control.signal))
  control.abort('enough')
  expect(await calledOff).toBe('enough')
})

test('a request that the client refuses to send rejects with the reason', async () => {
  const { driver, topic } = await connectedPage()
  const call = { topic, chainId: 'eip155:5', request: sign, expirySeconds: 300 }
  const error = await failureOf(driver.request(call, signal))
  expect(error).toBeInstanceOf(LatchkeyError)
  expect(String(error)).toContain('eip155:5')
})

test('updates, extensions, events and pings of a wallet are emitted with the ids of their messages [7.34]', async () => {
  const { driver, heard, wallet, topic } = await connectedPage()
  const updated = await wallet.updateSession({ topic, namespaces: namespacesOn(1) })
  const update = await heard('session.updated')
  expect(update).toMatchObject({ id: expect.any(Number), topic, namespaces: namespacesOn(1) })
  // An update is emitted first. It is applied and confirmed only after it was checked.
  expect(driver.sessions()).toMatchObject([{ topic, namespaces: namespacesOn(1, 10) }])
  await driver.keep({ topic, namespaces: namespacesOn(1) })
  await driver.respond({ topic, id: update.id, answer: { result: true } }, signal)
  await updated.acknowledged()
  await (await wallet.extendSession({ topic })).acknowledged()
  expect(await heard('session.extended')).toMatchObject({ id: expect.any(Number), topic })
  const event = { name: 'chainChanged', data: 1 }
  await wallet.emitSessionEvent({ topic, event, chainId: 'eip155:1' })
  expect(await heard('session.emitted')).toMatchObject({ topic, params: { event, chainId: 'eip155:1' } })
  await wallet.engine.signClient.ping({ topic })
  expect(await heard('session.pinged')).toMatchObject({ topic })
  expect(driver.sessions()).toMatchObject([{ topic, namespaces: namespacesOn(1) }])
})

test('pings, events, extensions and updates of the app resolve when the wallet has confirmed them', async () => {
  const { driver, wallet, topic } = await connectedPage()
  await driver.ping({ topic }, signal)
  await driver.extend({ topic }, signal)
  await driver.emit({ topic, chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } }, signal)
  await driver.update({ topic, namespaces: namespacesOn(10) }, signal)
  expect(wallet.getActiveSessions()[topic]?.namespaces).toEqual(namespacesOn(10))
})

test('namespaces that a wallet must not change are restored', async () => {
  const { driver, heard, wallet, topic } = await connectedPage()
  await wallet.updateSession({ topic, namespaces: namespacesOn(1) })
  await heard('session.updated')
  await driver.keep({ topic, namespaces: namespacesOn(1, 10) })
  expect(driver.sessions()).toMatchObject([{ topic, namespaces: namespacesOn(1, 10) }])
  await driver.keep({ topic: 'unknown', namespaces: namespacesOn(1) })
  expect(driver.sessions()).toHaveLength(1)
})

test('a wallet that disconnects ends the session and its requests [4.36]', async () => {
  const { driver, heard, wallet, topic } = await connectedPage()
  const received = nextOf(wallet, 'session_request')
  const call = { topic, chainId: 'eip155:1', request: sign, expirySeconds: 300 }
  const answer = failureOf(driver.request(call, signal))
  await received
  await wallet.disconnectSession({ topic, reason: left })
  expect(await answer).toMatchObject({ code: 'wallet.left' })
  expect(await heard('session.deleted')).toEqual({ type: 'session.deleted', topic })
  expect(driver.sessions()).toEqual([])
})

test('disconnecting ends the session in the wallet, and does nothing for a session that is gone [4.36]', async () => {
  const { driver, messages, wallet, topic } = await connectedPage()
  const deleted = nextOf(wallet, 'session_delete')
  await driver.disconnect({ topic }, signal)
  expect((await deleted).topic).toBe(topic)
  expect(driver.sessions()).toEqual([])
  await driver.disconnect({ topic }, signal)
  expect(messages.map(({ type }) => type)).not.toContain('session.deleted')
})

test('a session that is disconnected while the relay is unreachable is removed locally', async () => {
  const { driver, heard, topic, server } = await connectedPage()
  await server.stop()
  await heard('relay.disconnected')
  const control = new AbortController()
  const leaving = failureOf(driver.disconnect({ topic }, control.signal))
  control.abort('enough')
  expect(await leaving).toBe('enough')
  expect(driver.sessions()).toEqual([])
})

const claims = { domain: 'shop.example', uri: 'https://shop.example/login', nonce: '1234abcd' }

/** The driver of an app that requests a sign-in, and the official wallet. */
async function signingIn(chains: string[], listens = true) {
  const { url } = await openRelay()
  const [page, wallet] = await Promise.all([open(url), openWalletKit(url)])
  const request = listens ? nextOf(wallet, 'session_authenticate') : undefined
  if (listens) wallet.on('session_authenticate', () => undefined)
  const proposal = nextOf(wallet, 'session_proposal')
  const pairingUri = await page.driver.authenticate({ ...claims, chains, methods: ['personal_sign'] }, signal)
  await wallet.pair({ uri: pairingUri.uri })
  const credentialOn = async (chain: number) => {
    const { params } = (await request) ?? {}
    if (!params) throw new Error('The wallet was not asked.')
    const iss = `did:pkh:${accountOn(chain)}`
    const message = wallet.formatAuthMessage({ request: params.authPayload, iss })
    const s = { t: 'eip191' as const, s: await firstAccount.signMessage({ message }) }
    return { h: { t: 'caip122' as const }, p: { ...params.authPayload, iss }, s }
  }
  return { ...page, wallet, pairingUri, request, proposal, credentialOn }
}

test('a wallet signs in, and settles the session with it [3.36]', async () => {
  const { driver, heard, wallet, pairingUri, request, credentialOn } = await signingIn(['eip155:1'])
  const credential = await credentialOn(1)
  await wallet.approveSessionAuthenticate({ id: (await request)?.id ?? 0, auths: [credential] })
  const { pairingTopic, credentials, session } = await heard('authentication.answered')
  expect(pairingTopic).toBe(pairingUri.pairingTopic)
  expect(credentials).toEqual([JSON.parse(JSON.stringify(credential))])
  expect(session).toMatchObject({ namespaces: { eip155: { accounts: [accountOn(1)], methods: ['personal_sign'] } } })
  expect(driver.sessions()).toEqual([session])
  expect(driver.pairingUris()).toEqual([])
})

test('a wallet signs in on several chains', async () => {
  const { heard, wallet, request, credentialOn } = await signingIn(['eip155:1', 'eip155:10'])
  const auths = [await credentialOn(1), await credentialOn(10)]
  await wallet.approveSessionAuthenticate({ id: (await request)?.id ?? 0, auths })
  const { credentials, session } = await heard('authentication.answered')
  expect(credentials).toHaveLength(2)
  expect(session).toMatchObject({ namespaces: { eip155: { accounts: [accountOn(1), accountOn(10)] } } })
})

test('a wallet rejects a sign-in with its own reason', async () => {
  const { heard, wallet, pairingUri, request, driver } = await signingIn(['eip155:1'])
  const reason = { code: 5000, message: 'Not today' }
  await wallet.rejectSessionAuthenticate({ id: (await request)?.id ?? 0, reason })
  const { pairingTopic, error } = await heard('authentication.refused')
  expect(pairingTopic).toBe(pairingUri.pairingTopic)
  expect(error).toMatchObject({ code: 'connect.declined', cause: reason })
  expect(driver.sessions()).toEqual([])
})

test('a wallet that does not support sign-in answers with a session alone', async () => {
  const { driver, heard, messages, wallet, pairingUri, proposal } = await signingIn(['eip155:1'], false)
  const { id } = await proposal
  await wallet.approveSession({ id, namespaces: { eip155: { ...namespacesOn(1).eip155, methods: ['personal_sign'] } } })
  const { pairingTopic, credentials, session } = await heard('authentication.answered')
  expect([pairingTopic, credentials]).toEqual([pairingUri.pairingTopic, undefined])
  expect(driver.sessions()).toEqual([session])
  expect(messages.map(({ type }) => type)).not.toContain('proposal.settled')
})

test('a wallet that does not support sign-in rejects the proposal instead', async () => {
  const { heard, messages, wallet, proposal } = await signingIn(['eip155:1'], false)
  await wallet.rejectSession({ id: (await proposal).id, reason: declined })
  const { error } = await heard('authentication.refused')
  expect(error).toMatchObject({ code: 'connect.declined', cause: declined })
  expect(messages.map(({ type }) => type)).not.toContain('proposal.refused')
})
