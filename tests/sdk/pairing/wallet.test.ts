/** The driver on the side of the wallet, with the official client as the app. */
import { expect, test, vi } from 'vitest'
import { PAIRING } from '../../../machines/constants.ts'
import type { Cacao } from '../../../machines/pairing/pairing.schemas.ts'
import { authPayloadSchema } from '../../../machines/pairing/pairing.schemas.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { firstAccount } from '../../../mocks/sandbox/accounts.ts'
import { next, openClient } from '../../mocks/relay/clients.ts'
import {
  accountOn,
  answerTo,
  asking,
  connectedWallet,
  declined,
  failureOf,
  left,
  namespacesOn,
  open,
  openRelay,
  sign,
  signal,
  storageOf,
} from './support.ts'

const until = (check: () => boolean) => vi.waitUntil(check, { interval: 5 })

test('a proposal is emitted with its proposer, and an approval settles a session [4.35] [7.34]', async () => {
  const { driver, heard, dapp, settled, proposal } = await asking()
  expect(proposal).toMatchObject({
    id: expect.any(Number),
    proposal: {
      proposer: { metadata: { name: 'shop' } },
      optionalNamespaces: { eip155: { chains: expect.any(Array) } },
    },
    verifyContext: { verified: { validation: 'UNKNOWN', origin: 'https://shop.example' } },
  })
  expect(driver.received()).toMatchObject([{ type: 'proposal.received', id: proposal.id }])
  const session = await driver.approve({ id: proposal.id, namespaces: namespacesOn(1) }, signal)
  expect(session).toMatchObject({ namespaces: namespacesOn(1), peer: { metadata: { name: 'shop' } } })
  const { topic } = await heard('session.acknowledged')
  expect(await settled).toMatchObject({ topic, namespaces: namespacesOn(1) })
  await until(() => driver.sessions().some((one) => (one as { acknowledged: boolean }).acknowledged))
  expect(dapp.session.keys).toEqual([topic])
  expect(driver.received()).toEqual([])
  // The questions to a wallet are not the proposals of an app.
  expect(driver.pairingUris()).toEqual([])
})

test('an approval that is sent although it was cancelled leaves no session and no open question', async () => {
  const { driver, heard, proposal } = await asking()
  const control = new AbortController()
  const approved = failureOf(driver.approve({ id: proposal.id, namespaces: namespacesOn(1) }, control.signal))
  control.abort()
  expect(await approved).toBe(control.signal.reason)
  const { pairingTopic } = await heard('proposal.refused')
  expect(pairingTopic).toBe((proposal.proposal as { pairingTopic: string }).pairingTopic)
  await until(() => driver.sessions().length === 0)
  expect(driver.received()).toEqual([])
})

test('a wallet can answer with null, as after a network switch', async () => {
  const { driver, heard, dapp, topic } = await connectedWallet()
  const answered = dapp.request({ topic, chainId: 'eip155:1', request: sign })
  const { id } = await heard('request.received')
  await driver.respond({ topic, id, answer: { result: null } }, signal)
  expect(await answered).toBeNull()
})

test('a session is acknowledged only when the app has confirmed it [4.36]', async () => {
  const { driver, messages, relay, proposal } = await asking()
  relay.faults.drop = ({ tag }) => tag === 1103
  expect(await driver.approve({ id: proposal.id, namespaces: namespacesOn(1) }, signal)).toMatchObject({
    acknowledged: false,
  })
  await until(() => relay.published.some(({ tag }) => tag === 1103))
  await driver.extend({ topic: (driver.sessions()[0] as { topic: string }).topic }, signal)
  expect(messages.map(({ type }) => type)).not.toContain('session.acknowledged')
  expect(driver.sessions()).toMatchObject([{ acknowledged: false }])
})

test('a session that the app does not accept is deleted [4.36]', async () => {
  const storage = storageOf()
  const { driver, heard, dapp, settled, proposal } = await asking({ storage })
  settled.catch(() => undefined)
  // The app has lost its proposal when the session arrives.
  const { get } = dapp.proposal
  let looks = 0
  dapp.proposal.get = (id) => {
    looks += 1
    if (looks > 1) throw new Error('No matching key. proposal')
    return get(id)
  }
  const session = await driver.approve({ id: proposal.id, namespaces: namespacesOn(1) }, signal)
  const { topic, error } = await heard('session.unsettled')
  expect(session).toMatchObject({ topic })
  expect(error).toBeInstanceOf(LatchkeyError)
  await until(() => driver.sessions().length === 0)
  await vi.waitUntil(async () => {
    const subscriptions = (await storage.getEntries()).filter(([key]) => key.endsWith('//subscription'))
    return !JSON.stringify(subscriptions).includes(topic)
  })
})

test('messages of an app about a new session are emitted after the wallet has the session, even when they arrive early', async () => {
  const { driver, heard, dapp, settled, proposal } = await asking({ storage: storageOf(40) })
  const order: string[] = []
  driver.watch(({ type }) => void order.push(type))
  const approved = driver.approve({ id: proposal.id, namespaces: namespacesOn(1) }, signal)
  const { topic } = await settled
  const answer = failureOf(dapp.request({ topic, chainId: 'eip155:1', request: sign }))
  await approved
  order.push('approved')
  const { id } = await heard('request.received')
  expect(order).toEqual(['approved', 'session.acknowledged', 'request.received'])
  await driver.respond({ topic, id, answer: { error: { code: 4001, message: 'No' } } }, signal)
  expect(await answer).toEqual({ code: 4001, message: 'No' })
})

test('a proposal is rejected with the given reason [4.35]', async () => {
  const { driver, settled, proposal } = await asking()
  const refusal = failureOf(settled)
  await driver.reject({ id: proposal.id, reason: declined }, signal)
  expect(await refusal).toEqual(declined)
  expect(driver.received()).toEqual([])
  expect(await failureOf(driver.reject({ id: proposal.id, reason: declined }, signal))).toBeInstanceOf(LatchkeyError)
})

test('a cancelled approval leaves no session on either side', async () => {
  const { driver, dapp, settled, proposal } = await asking()
  const control = new AbortController()
  const approved = failureOf(driver.approve({ id: proposal.id, namespaces: namespacesOn(1) }, control.signal))
  control.abort('enough')
  expect(await approved).toBe('enough')
  await settled
  await until(() => dapp.session.keys.length === 0 && driver.sessions().length === 0)
})

test('a proposal that the app withdraws is refused', async () => {
  const { driver, heard, dapp, settled, proposal } = await asking()
  settled.catch(() => undefined)
  const { pairingTopic } = proposal.proposal as { pairingTopic: string }
  await dapp.core.pairing.disconnect({ topic: pairingTopic })
  expect(await heard('proposal.refused')).toMatchObject({ pairingTopic, error: { code: 'pairing.proposalExpired' } })
  await until(() => driver.received().length === 0)
})

test('a request is answered with a result or an error, each time it is made', async () => {
  const { driver, heard, dapp, topic } = await connectedWallet()
  const call = { topic, chainId: 'eip155:1', request: sign }
  const answer = dapp.request(call)
  const { id, params } = await heard('request.received')
  expect(params).toMatchObject({ chainId: 'eip155:1', request: sign })
  expect(driver.received()).toMatchObject([{ type: 'request.received', id, topic }])
  await driver.respond({ topic, id, answer: { result: '0xsigned' } }, signal)
  expect(await answer).toBe('0xsigned')
  expect(driver.received()).toEqual([])

  const refused = failureOf(dapp.request(call))
  const second = await heard('request.received')
  const error = { code: 4001, message: 'No', data: { why: 'tired' } }
  await driver.respond({ topic, id: second.id, answer: { error } }, signal)
  expect(await refused).toEqual(error)
})

test('updates, extensions, events and pings of a wallet resolve when the app has confirmed them [7.34]', async () => {
  const { driver, dapp, topic } = await connectedWallet()
  await driver.update({ topic, namespaces: namespacesOn(10) }, signal)
  expect(dapp.session.get(topic).namespaces).toEqual(namespacesOn(10))
  await dapp.session.update(topic, { expiry: 4_000_000_000 })
  await driver.extend({ topic }, signal)
  expect(dapp.session.get(topic).expiry).toBeLessThan(4_000_000_000)
  const emitted = next(dapp, 'session_event')
  const event = { name: 'chainChanged', data: 10 }
  await driver.emit({ topic, chainId: 'eip155:10', event }, signal)
  expect(await emitted).toMatchObject({ topic, params: { event, chainId: 'eip155:10' } })
  await driver.ping({ topic }, signal)
})

test('updates, extensions, events and pings of an app are emitted', async () => {
  const { driver, heard, dapp, topic } = await connectedWallet()
  const { acknowledged } = await dapp.update({ topic, namespaces: namespacesOn(1) })
  const { id, ...update } = await heard('session.updated')
  expect(update).toMatchObject({ topic, namespaces: namespacesOn(1) })
  await driver.respond({ topic, id, answer: { result: true } }, signal)
  await acknowledged()
  await (await dapp.extend({ topic })).acknowledged()
  expect(await heard('session.extended')).toMatchObject({ topic })
  await dapp.emit({ topic, event: { name: 'chainChanged', data: 1 }, chainId: 'eip155:1' })
  expect(await heard('session.emitted')).toMatchObject({ topic, params: { chainId: 'eip155:1' } })
  await dapp.ping({ topic })
  expect(await heard('session.pinged')).toMatchObject({ topic })
})

test('each side can disconnect, which ends the session on the other one [4.36]', async () => {
  const one = await connectedWallet()
  const deleted = next(one.dapp, 'session_delete')
  await one.driver.disconnect({ topic: one.topic }, signal)
  expect((await deleted).topic).toBe(one.topic)
  const other = await connectedWallet()
  await other.dapp.disconnect({ topic: other.topic, reason: left })
  expect(await other.heard('session.deleted')).toEqual({ type: 'session.deleted', topic: other.topic })
  expect([...one.driver.sessions(), ...other.driver.sessions()]).toEqual([])
})

/** An app that requests a sign-in, and the driver that received it. */
async function signingIn() {
  const { url, relay } = await openRelay()
  const [dapp, wallet] = await Promise.all([openClient(url, 'shop'), open(url, { role: 'responder' })])
  const claims = { domain: 'shop.example', uri: 'https://shop.example/login', nonce: '1234abcd' }
  const { uri, response } = await dapp.authenticate({ ...claims, chains: ['eip155:1'], methods: ['personal_sign'] })
  const answer = response()
  answer.catch(() => undefined)
  await wallet.driver.pair(uri, signal)
  const request = await wallet.heard('authentication.received')
  const payload = authPayloadSchema.parse((request.request as { authPayload: unknown }).authPayload)
  const iss = `did:pkh:${accountOn(1)}`
  const message = dapp.formatAuthMessage({ request: payload as never, iss })
  const s = { t: 'eip191' as const, s: await firstAccount.signMessage({ message }) }
  const { chains: _, type: __, ...claimed } = payload
  const credential: Cacao = { h: { t: 'caip122' }, p: { ...claimed, iss }, s }
  return { relay, dapp, ...wallet, answer, request, credential }
}

test('a sign-in is answered with credentials, and settles a session with it [3.36]', async () => {
  const { driver, messages, dapp, answer, request, credential } = await signingIn()
  expect(driver.received()).toMatchObject([{ type: 'authentication.received', id: request.id, topic: request.topic }])
  const session = await driver.approveSignIn({ id: request.id, credentials: [credential] }, signal)
  expect(await answer).toMatchObject({ auths: [credential], session: { topic: dapp.session.keys[0] } })
  expect(driver.sessions()).toEqual([session])
  expect(driver.received()).toEqual([])
  expect(messages.map(({ type }) => type)).not.toContain('proposal.received')
})

test('a sign-in is rejected', async () => {
  const { driver, answer, request } = await signingIn()
  await driver.rejectSignIn({ id: request.id, reason: declined }, signal)
  expect(await failureOf(answer)).toBe('User rejected.')
  expect(driver.received()).toEqual([])
})

test('credentials with an invalid signature are not sent, and the app gets an error [8.47]', async () => {
  const { driver, dapp, answer, request, credential } = await signingIn()
  const told = answerTo(dapp, 'wc_sessionAuthenticate')
  const forged = { ...credential, p: { ...credential.p, nonce: 'another' } }
  const error = await failureOf(driver.approveSignIn({ id: request.id, credentials: [forged] }, signal))
  expect(error).toBeInstanceOf(LatchkeyError)
  expect(String(error)).toContain('Signature verification failed')
  expect(await failureOf(answer)).toContain('Signature verification failed')
  const message = 'Session settlement failed. Signature verification failed'
  expect(await told).toEqual({ error: { code: PAIRING.errors.settlementFailed.code, message } })
  expect(driver.sessions()).toEqual([])
})
