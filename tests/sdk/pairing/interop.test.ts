/** Our machines on one side, an unmodified official client on the other. */
import { buildAuthObject } from '@walletconnect/utils'
import { describe, expect, test, vi } from 'vitest'
import { recoverMessageAddress, recoverTypedDataAddress } from 'viem'
import { PAIRING } from '../../../machines/constants.ts'
import { signInText, type Cacao } from '../../../sdk/pairing/index.ts'
import { firstAccount } from '../../../mocks/sandbox/accounts.ts'
import { openClient, openWalletKit } from '../../mocks/relay/clients.ts'
import { askedOf, heard, proposing, sideOf } from './engine.ts'
import {
  accountOn,
  answerTo,
  asked,
  declined,
  left,
  namespacesOn,
  nextOf,
  openRelay,
  resultOf,
  sign,
} from './support.ts'

const typedData = {
  domain: { name: 'Shop', chainId: 1 },
  types: { Order: [{ name: 'amount', type: 'uint256' }] },
  primaryType: 'Order',
  message: { amount: 5n },
} as const
const until = (check: () => boolean) => vi.waitUntil(check, { interval: 5 })

describe('our app and an official wallet', () => {
  async function proposed() {
    const { url, relay } = await openRelay()
    const page = sideOf('requester', url)
    const wallet = await openWalletKit(url)
    const { outcome, uri } = await proposing(page)
    const proposal = nextOf(wallet, 'session_proposal')
    await wallet.pair({ uri })
    return { relay, url, page, wallet, outcome, id: (await proposal).id }
  }
  async function connected() {
    const made = await proposed()
    await made.wallet.approveSession({ id: made.id, namespaces: namespacesOn(1, 10) })
    const settled = await made.outcome
    if (settled.status !== 'done') throw new Error(settled.status)
    return { ...made, topic: settled.value.topic }
  }

  test('connect, sign, sign typed data, send, receive changes, extend, ping and disconnect [4.35] [4.36] [7.34]', async () => {
    const { page, wallet, topic } = await connected()
    expect(page.sessions()).toMatchObject([{ topic, acknowledged: true, namespaces: namespacesOn(1, 10) }])

    const answer = async (result: (params: never) => Promise<unknown>) => {
      const { id, params } = await nextOf(wallet, 'session_request')
      await wallet.respondSessionRequest({
        topic,
        response: resultOf(id, await result(params.request.params as never)),
      })
    }
    const answered = answer(([raw]: [`0x${string}`]) => firstAccount.signMessage({ message: { raw } }))
    const signed = await page.request({ topic, chainId: 'eip155:1', request: sign })
    await answered
    const signature = signed.status === 'done' ? (signed.value as `0x${string}`) : '0x'
    expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(firstAccount.address)

    const sent = answer(async () => `0x${'ab'.repeat(32)}`)
    const send = { method: 'eth_sendTransaction', params: [{ from: firstAccount.address, to: firstAccount.address }] }
    expect(await page.request({ topic, chainId: 'eip155:10', request: send })).toEqual({
      status: 'done',
      value: `0x${'ab'.repeat(32)}`,
    })
    await sent

    const event = heard(page, 'session.emitted')
    await wallet.emitSessionEvent({ topic, event: { name: 'chainChanged', data: 10 }, chainId: 'eip155:10' })
    expect(await event).toMatchObject({
      topic,
      event: { chainId: 'eip155:10', event: { name: 'chainChanged', data: 10 } },
    })

    const methods = ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4']
    const changed = heard(page, 'session.changed')
    const more = { eip155: { ...namespacesOn(1).eip155, methods } }
    await wallet.updateSession({ topic, namespaces: more })
    expect((await changed).session.namespaces).toEqual(more)
    const typed = answer(() => firstAccount.signTypedData(typedData))
    const data = JSON.stringify(typedData, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    const typedAnswer = await page.request({
      topic,
      chainId: 'eip155:1',
      request: { method: 'eth_signTypedData_v4', params: [firstAccount.address, data] },
    })
    await typed
    expect(
      await recoverTypedDataAddress({
        ...typedData,
        signature: typedAnswer.status === 'done' ? (typedAnswer.value as `0x${string}`) : '0x',
      }),
    ).toBe(firstAccount.address)

    const extended = heard(page, 'session.changed')
    await wallet.extendSession({ topic })
    await extended
    expect(await page.extend(topic)).toMatchObject({ status: 'done' })
    expect(await page.ping(topic)).toEqual({ status: 'done', value: undefined })

    const ended = heard(page, 'session.ended')
    await wallet.disconnectSession({ topic, reason: left })
    expect(await ended).toEqual({ type: 'session.ended', topic, ending: 'left' })
    expect(page.sessions()).toEqual([])
  })

  test('confirm a ping half a second after its answer arrived [7.37] [9.12]', async () => {
    const { page, relay, topic } = await connected()
    const order: string[] = []
    // It fires before a half-second timer that is set later, however late both are.
    setTimeout(() => order.push('almost half a second'), 450)
    await page.ping(topic).then(() => order.push('believed'))
    expect(relay.published.some(({ tag }) => tag === 1115)).toBe(true)
    expect(order).toEqual(['almost half a second', 'believed'])
  })

  test('disconnect when the app does [4.36]', async () => {
    const { page, wallet, topic } = await connected()
    const deleted = nextOf(wallet, 'session_delete')
    expect(await page.disconnect(topic)).toEqual({ status: 'done', value: undefined })
    expect((await deleted).topic).toBe(topic)
    expect(Object.keys(wallet.getActiveSessions())).toEqual([])
  })

  test('do not connect when the wallet rejects or does not answer [4.35]', async () => {
    const no = await proposed()
    await no.wallet.rejectSession({ id: no.id, reason: declined })
    expect(await no.outcome).toMatchObject({ status: 'declined', error: { code: 'connect.declined' } })

    const silent = await proposed()
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now + 301_000)
    expect(await silent.outcome).toMatchObject({ status: 'expired', error: { code: 'pairing.proposalExpired' } })
    clock.mockRestore()
  })

  test('report a rejected request, and ignore a second answer to it', async () => {
    const { page, wallet, topic } = await connected()
    const received = nextOf(wallet, 'session_request')
    const refused = page.request({ topic, chainId: 'eip155:1', request: sign })
    const { id } = await received
    await wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', error: declined } })
    await wallet.respondSessionRequest({ topic, response: resultOf(id, '0x') }).catch(() => undefined)
    expect(await refused).toMatchObject({ status: 'declined', error: { code: 'request.declined' } })
  })
})

describe('a sign-in of our app with an official wallet', () => {
  const params = {
    uri: 'https://page.example/login',
    domain: 'page.example',
    nonce: 'k3x9z2q8w7',
    methods: ['personal_sign'],
    statement: 'Sign in.',
  }
  async function signingIn(chains: string[], { knowsSignIn = true } = {}) {
    const { url } = await openRelay()
    const page = sideOf('requester', url)
    const wallet = await openWalletKit(url)
    let made: (uri: string) => void = () => {}
    const uriCreated = new Promise<string>((resolve) => (made = resolve))
    const outcome = page.authenticate({ ...params, chains }, { onUri: ({ uri }) => made(uri) })
    const uri = await uriCreated
    const requested = knowsSignIn ? nextOf(wallet, 'session_authenticate') : undefined
    const proposal = knowsSignIn ? undefined : nextOf(wallet, 'session_proposal')
    await wallet.pair({ uri })
    const request = await requested
    const credential = async (chain: string, changes: { nonce?: string; signature?: string } = {}) => {
      const iss = `did:pkh:${chain}:${firstAccount.address}`
      const payload = { ...request?.params.authPayload, ...(changes.nonce && { nonce: changes.nonce }) } as never
      const signature =
        changes.signature ??
        (await firstAccount.signMessage({ message: wallet.formatAuthMessage({ request: payload, iss }) }))
      return buildAuthObject(payload, { t: 'eip191', s: signature }, iss)
    }
    const approve = async (auths: Awaited<ReturnType<typeof credential>>[]) =>
      wallet.approveSessionAuthenticate({ id: request?.id ?? 0, auths })
    return { page, wallet, outcome, request, proposal, credential, approve }
  }

  test.each([[['eip155:1']], [['eip155:1', 'eip155:10']]])(
    'returns credentials and a session on %j',
    async (chains) => {
      const { page, outcome, credential, approve } = await signingIn(chains)
      await approve(await Promise.all(chains.map((chain) => credential(chain))))
      const signed = await outcome
      if (signed.status !== 'done') throw new Error(JSON.stringify(signed))
      expect(signed.value.credentials.map(({ p }) => p.iss)).toEqual(
        chains.map((chain) => `did:pkh:${chain}:${firstAccount.address}`),
      )
      const accounts = signed.value.session?.namespaces['eip155']?.accounts ?? []
      expect(accounts).toContain(accountOn(1))
      expect(page.sessions().map(({ topic }) => topic)).toEqual([signed.value.session?.topic])
    },
  )

  test('fails with a forged signature, which an official wallet does not send, and leaves no session on either side', async () => {
    const { page, wallet, outcome, credential, approve } = await signingIn(['eip155:1'])
    const signature = await firstAccount.signMessage({ message: 'something else' })
    await approve([await credential('eip155:1', { signature })]).catch(() => undefined)
    expect(await outcome).toMatchObject({ status: 'failed' })
    await until(() => Object.keys(wallet.getActiveSessions()).length === 0)
    expect(page.sessions()).toEqual([])
  })

  test('fails with another nonce, and leaves no session on either side', async () => {
    const { page, wallet, outcome, credential, approve } = await signingIn(['eip155:1'])
    await approve([await credential('eip155:1', { nonce: 'another1' })]).catch(() => undefined)
    expect(await outcome).toMatchObject({ status: 'failed' })
    await until(() => Object.keys(wallet.getActiveSessions()).length === 0)
    expect(page.sessions()).toEqual([])
  })

  test('is declined when the wallet rejects it', async () => {
    const { wallet, outcome, request } = await signingIn(['eip155:1'])
    await wallet.rejectSessionAuthenticate({ id: request?.id ?? 0, reason: declined })
    expect(await outcome).toMatchObject({ status: 'declined' })
  })

  test('returns only a session when the wallet does not support sign-in', async () => {
    const { page, wallet, outcome, proposal } = await signingIn(['eip155:1'], { knowsSignIn: false })
    const { id } = (await proposal) ?? { id: 0 }
    await wallet.approveSession({ id, namespaces: namespacesOn(1) })
    const signed = await outcome
    expect(signed).toMatchObject({
      status: 'done',
      value: { credentials: [], session: { namespaces: namespacesOn(1) } },
    })
    expect(page.sessions()).toHaveLength(1)
  })
})

describe('an official app and our wallet', () => {
  async function connected() {
    const { url } = await openRelay()
    const dapp = await openClient(url, 'shop')
    const wallet = sideOf('responder', url)
    const { uri = '', approval } = await dapp.connect(asked)
    const settled = approval()
    expect(await wallet.pair(uri)).toEqual({ status: 'done', value: undefined })
    const id = await askedOf(wallet, 'proposal')
    expect(wallet.find(`proposal:${id}`)?.getSnapshot().context.proposal).toMatchObject({
      proposer: { metadata: { name: 'shop' } },
      pairingTopic: expect.any(String),
      relays: [{ protocol: 'irn' }],
    })
    const acknowledged = heard(wallet, 'session.changed')
    expect(await wallet.approve(id, { namespaces: namespacesOn(1, 10) })).toEqual({ status: 'done', value: undefined })
    const { topic } = await settled
    await acknowledged
    return { dapp, wallet, topic }
  }

  test('connect, request, answer and reject, update, extend, emit, ping and disconnect [4.35] [4.36] [4.37] [6.4]', async () => {
    const { dapp, wallet, topic } = await connected()
    expect(wallet.sessions()).toMatchObject([{ topic, acknowledged: true }])

    const first = dapp.request<string>({ topic, chainId: 'eip155:1', request: sign })
    const second = dapp.request<string>({ topic, chainId: 'eip155:10', request: sign }).catch((error: unknown) => error)
    const id = await askedOf(wallet, 'sessionRequest')
    expect(wallet.find(`sessionRequest:${id}`)?.getSnapshot().context.request).toMatchObject({
      chainId: 'eip155:1',
      request: sign,
    })
    expect(await wallet.respond(id, { result: '0xsigned' })).toMatchObject({ status: 'done' })
    expect(await first).toBe('0xsigned')
    expect(await wallet.respond(await askedOf(wallet, 'sessionRequest'), { error: declined })).toMatchObject({
      status: 'done',
    })
    expect(await second).toMatchObject(declined)

    const updated = nextOf(dapp as never, 'session_update' as never) as Promise<{ params: unknown }>
    expect(await wallet.update(topic, namespacesOn(1))).toMatchObject({ status: 'done' })
    expect((await updated).params).toEqual({ namespaces: namespacesOn(1) })
    expect(await wallet.extend(topic)).toMatchObject({ status: 'done' })
    const emitted = nextOf(dapp as never, 'session_event' as never) as Promise<{ params: unknown }>
    const event = { name: 'accountsChanged', data: [firstAccount.address] }
    expect(await wallet.emit(topic, { chainId: 'eip155:1', event })).toMatchObject({ status: 'done' })
    expect((await emitted).params).toEqual({ chainId: 'eip155:1', event })
    expect(await wallet.ping(topic)).toMatchObject({ status: 'done' })
    await dapp.ping({ topic })

    const deleted = nextOf(dapp as never, 'session_delete' as never)
    expect(await wallet.disconnect(topic)).toMatchObject({ status: 'done' })
    await deleted
    expect(wallet.sessions()).toEqual([])
  })

  test('disconnect when the app does, and an open request disappears [4.36]', async () => {
    const { dapp, wallet, topic } = await connected()
    void dapp.request({ topic, chainId: 'eip155:1', request: sign }).catch(() => undefined)
    const id = await askedOf(wallet, 'sessionRequest')
    const ended = heard(wallet, 'session.ended')
    await dapp.disconnect({ topic, reason: left })
    expect((await ended).ending).toBe('left')
    await until(() => wallet.find(`sessionRequest:${id}`) === undefined)
    expect(await wallet.respond(id, { result: '0x' })).toMatchObject({ status: 'failed' })
  })

  test("do not connect when the wallet's user rejects [4.35]", async () => {
    const { url } = await openRelay()
    const dapp = await openClient(url, 'shop')
    const wallet = sideOf('responder', url)
    const { uri = '', approval } = await dapp.connect(asked)
    const refused = approval().catch((error: unknown) => error)
    await wallet.pair(uri)
    expect(await wallet.reject(await askedOf(wallet, 'proposal'), declined)).toMatchObject({ status: 'done' })
    expect(await refused).toMatchObject(declined)
  })

  async function signingIn(methods: string[]) {
    const { url } = await openRelay()
    const dapp = await openClient(url, 'shop')
    const wallet = sideOf('responder', url)
    const { uri, response } = await dapp.authenticate({
      chains: ['eip155:1'],
      domain: 'shop.example',
      uri: 'https://shop.example/login',
      nonce: 'k3x9z2q8w7',
      methods,
    })
    const answered = response()
    await wallet.pair(uri)
    const id = await askedOf(wallet, 'authentication')
    const { request } = wallet.find(`authentication:${id}`)?.getSnapshot().context ?? {}
    expect(request).toMatchObject({
      id,
      verifyContext: { verified: { validation: 'UNKNOWN' } },
      requester: { metadata: { name: 'shop' } },
      authPayload: { domain: 'shop.example', chains: ['eip155:1'] },
      pairingTopic: expect.any(String),
      expiryTimestamp: expect.any(Number),
    })
    const { type: _, chains: __, ...fields } = request?.authPayload ?? ({} as never)
    const p = { ...fields, iss: `did:pkh:eip155:1:${firstAccount.address}` }
    const credentialOver = async (message: string): Promise<Cacao> => {
      const s = await firstAccount.signMessage({ message })
      return { h: { t: 'caip122' }, p, s: { t: 'eip191', s } }
    }
    return { dapp, wallet, answered, id, p, credentialOver }
  }

  test('sign in at once: the app accepts the credentials, and has a session [3.36]', async () => {
    const { wallet, answered, id, p, credentialOver } = await signingIn(['personal_sign'])
    expect(await wallet.signIn(id, [await credentialOver(signInText(p, p.iss))])).toMatchObject({ status: 'done' })
    const { auths, session } = await answered
    expect(auths?.map((auth) => auth.p.iss)).toEqual([p.iss])
    expect(session?.namespaces['eip155']?.accounts).toContain(accountOn(1))
    await until(() => wallet.sessions().length === 1)
  })

  test('allow another signature after one that cannot be verified without a node', async () => {
    const { wallet, answered, id, p, credentialOver } = await signingIn(['personal_sign'])
    const credential = await credentialOver(signInText(p, p.iss))
    const contract: Cacao = { ...credential, s: { t: 'eip1271', s: credential.s.s } }
    expect(await wallet.signIn(id, [contract])).toMatchObject({ status: 'failed', error: { code: 'rpc.urlMissing' } })
    expect(await wallet.signIn(id, [credential])).toMatchObject({ status: 'done' })
    expect((await answered).auths).toHaveLength(1)
  })

  test('do not sign in with a signature of another message, and the app gets an error [8.47]', async () => {
    const { dapp, wallet, answered, id, credentialOver } = await signingIn(['personal_sign'])
    const refused = answered.catch((error: unknown) => error)
    const told = answerTo(dapp, 'wc_sessionAuthenticate')
    expect(await wallet.signIn(id, [await credentialOver('something else')])).toMatchObject({
      status: 'failed',
      error: { code: 'session.signatureInvalid' },
    })
    const message = 'Session settlement failed. Signature verification failed'
    expect(await told).toEqual({ error: { code: PAIRING.errors.settlementFailed.code, message } })
    expect(await refused).toBe(message)
    expect(wallet.sessions()).toEqual([])
  })
})
