/** A sign-in over a real relay between our two sides, with a fault in each of its states. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Pairing } from '../../../sdk/pairing/index.ts'
import { askedOf, crash, sideOf, signed, signingIn, whileIn } from './engine.ts'
import { openWalletKit } from '../../mocks/relay/clients.ts'
import { declined, namespacesOn, nextOf, openRelay, sign, storageOf } from './support.ts'

const until = (check: () => boolean) => vi.waitUntil(check, { interval: 5 })
const topicsOf = (side: Pairing) => side.sessions().map(({ topic }) => topic)

/** The questions that the wallet's user sees. */
function shownOn(wallet: Pairing) {
  const shown: string[] = []
  onTestFinished(wallet.on('pairing.requested', ({ name }) => void shown.push(name)))
  return shown
}

type Options = NonNullable<Parameters<typeof sideOf>[2]>

/** An app and a wallet, both open. */
async function sides(options: { page?: Options; wallet?: Options } = {}) {
  const server = await openRelay()
  const page = sideOf('requester', server.url, options.page)
  const wallet = sideOf('responder', server.url, options.wallet)
  await Promise.all([page.open(), wallet.open()])
  return { server, page, wallet, shown: shownOn(wallet) }
}

/** Both sides have the same single session, and a request in it reaches the wallet. */
async function expectConnected(page: Pairing, wallet: Pairing) {
  await until(() => wallet.sessions().length > 0)
  const [topic = ''] = topicsOf(page)
  expect(topicsOf(page)).toEqual([topic])
  expect(topicsOf(wallet)).toEqual([topic])
  const answer = page.request({ topic, chainId: 'eip155:1', request: sign })
  await wallet.respond(await askedOf(wallet, 'sessionRequest'), { result: '0x1' })
  expect(await answer).toEqual({ status: 'done', value: '0x1' })
}

describe('an outage of the relay during a sign-in', () => {
  test('delays the pairing URI of the app', async () => {
    const { server, page, wallet } = await sides()
    await server.stop()
    const signIn = signingIn(page)
    await whileIn(page.find('authentication:1'), { requesting: 'creating' }, async () => undefined)
    await server.restart()
    const { uri, outcome } = await signIn
    await wallet.pair(uri)
    const id = await askedOf(wallet, 'authentication')
    expect(await wallet.signIn(id, await signed(wallet, id))).toMatchObject({ status: 'done' })
    expect(await outcome).toMatchObject({ status: 'done' })
    await expectConnected(page, wallet)
  })

  test.each([
    ['page', { requesting: 'waitingForWallet' }],
    ['page', 'verifying'],
    ['wallet', 'requested'],
    ['wallet', 'verifying'],
    ['wallet', 'answering'],
  ] as const)('interrupts neither side, and shows the sign-in once: the %s in state %j', async (side, state) => {
    const { server, page, wallet, shown } = await sides()
    const cut = async () => {
      await server.stop()
      await server.restart()
    }
    const { uri, outcome } = await signingIn(page)
    const cuts = side === 'page' ? whileIn(page.find('authentication:1'), state, cut) : undefined
    if (state !== 'verifying') await cuts
    expect(await wallet.pair(uri)).toMatchObject({ status: 'done' })
    const id = await askedOf(wallet, 'authentication')
    const credentials = await signed(wallet, id)
    const own = side === 'wallet' ? whileIn(wallet.find(`authentication:${id}`), state, cut) : undefined
    if (state === 'requested') await own
    expect(await wallet.signIn(id, credentials)).toEqual({ status: 'done', value: undefined })
    expect(await outcome).toMatchObject({ status: 'done', value: { credentials } })
    await Promise.all([cuts, own])
    expect(shown).toEqual([`authentication:${id}`])
    await expectConnected(page, wallet)
  })

  test.each(['requested', 'answering'] as const)('delays the rejection of a wallet in state “%s”', async (state) => {
    const { server, page, wallet, shown } = await sides()
    const { uri, outcome } = await signingIn(page)
    await wallet.pair(uri)
    const id = await askedOf(wallet, 'authentication')
    const cut = whileIn(wallet.find(`authentication:${id}`), state, () => server.stop())
    if (state === 'requested') await cut
    const refused = wallet.refuseSignIn(id, declined)
    await cut
    await server.restart()
    expect(await refused).toEqual({ status: 'done', value: undefined })
    expect(await outcome).toMatchObject({ status: 'declined', error: { code: 'connect.declined' } })
    expect(shown).toEqual([`authentication:${id}`])
    expect([page.sessions(), wallet.sessions()]).toEqual([[], []])
  })
})

describe('an outage of the relay that is longer than the timeout of a sign-in', () => {
  test('makes the sign-in of the app expire', async () => {
    const { server, page } = await sides({ page: { timeouts: { pairingMs: 300 } } })
    await server.stop()
    const params = { chains: ['eip155:1'], domain: 'a.example', uri: 'https://a.example', nonce: 'abcdefgh' }
    expect(await page.authenticate(params)).toMatchObject({ status: 'expired', error: { code: 'pairing.unreachable' } })
  })

  test('fails the answer of the wallet, which can be given again', async () => {
    const { server, page, wallet, shown } = await sides({ wallet: { timeouts: { exchangeMs: 1_500 } } })
    const { uri, outcome } = await signingIn(page)
    await wallet.pair(uri)
    const id = await askedOf(wallet, 'authentication')
    const credentials = await signed(wallet, id)
    await server.stop()
    expect(await wallet.signIn(id, credentials)).toMatchObject({
      status: 'failed',
      error: { code: 'pairing.unreachable' },
    })
    await server.restart()
    await until(() => server.relay.sockets() === 2)
    await until(() => wallet.actor.getSnapshot().context.relay === 'connected')
    await wallet.signIn(id, credentials)
    expect(await outcome).toMatchObject({ status: 'done' })
    expect(shown).toEqual([`authentication:${id}`])
    await expectConnected(page, wallet)
  })
})

describe('an app that is reloaded during a sign-in', () => {
  /** An app that was reloaded when its sign-in was in a state. */
  async function reloaded(state: 'creating' | 'waitingForWallet') {
    const storage = storageOf()
    const { server, page, wallet, shown } = await sides({ page: { storage } })
    if (state === 'creating') await server.stop()
    const signIn = signingIn(page)
    if (state === 'waitingForWallet') await signIn
    await whileIn(page.find('authentication:1'), { requesting: state }, async () => crash(page))
    if (state === 'creating') await server.restart()
    const again = sideOf('requester', server.url, { storage, as: page })
    return { server, again, wallet, shown, signIn }
  }

  test('has nothing of a sign-in whose pairing URI was not created yet', async () => {
    const { server, again } = await reloaded('creating')
    expect(await again.open()).toEqual({ status: 'done', value: [] })
    expect(again.actor.getSnapshot().context.pairingActors).toEqual({})
    expect(server.relay.published.filter(({ tag }) => tag === 1116)).toEqual([])
  })

  test('cannot decrypt the answer to its sign-in, and has no partial session', async () => {
    const { server, again, wallet, shown, signIn } = await reloaded('waitingForWallet')
    const told: unknown[] = []
    again.actor.on('*', (event) => told.push(event))
    expect(await again.open()).toEqual({ status: 'done', value: [] })
    await wallet.pair((await signIn).uri)
    const id = await askedOf(wallet, 'authentication')
    expect(await wallet.signIn(id, await signed(wallet, id))).toMatchObject({ status: 'done' })
    expect(shown).toEqual([`authentication:${id}`])
    // The app signs in again with the same wallet. The earlier answer has no effect.
    const { outcome, uri } = await signingIn(again, { nonce: 'another1' })
    await wallet.pair(uri)
    const next = await askedOf(wallet, 'authentication')
    await wallet.signIn(next, await signed(wallet, next))
    expect(await outcome).toMatchObject({ status: 'done' })
    expect(again.sessions()).toHaveLength(1)
    expect(told.map((event) => (event as { type: string }).type)).not.toContain('session.ended')
    expect(server.relay.sockets()).toBe(2)
  })

  test('ends the session of a wallet that does not support sign-in', async () => {
    const { server, again, signIn } = await reloaded('waitingForWallet')
    await again.open()
    const wallet = await openWalletKit(server.url)
    const proposal = nextOf(wallet, 'session_proposal')
    await wallet.pair({ uri: (await signIn).uri })
    const deleted = nextOf(wallet, 'session_delete')
    const { topic } = await wallet.approveSession({ id: (await proposal).id, namespaces: namespacesOn(1) })
    expect((await deleted).topic).toBe(topic)
    expect(again.sessions()).toEqual([])
  })

  test('has the session when it was verifying, on both sides, and must sign in again', async () => {
    const storage = storageOf()
    const { server, page, wallet } = await sides({ page: { storage } })
    const { uri } = await signingIn(page)
    const crashed = whileIn(page.find('authentication:1'), 'verifying', async () => crash(page))
    await wallet.pair(uri)
    const id = await askedOf(wallet, 'authentication')
    expect(await wallet.signIn(id, await signed(wallet, id))).toMatchObject({ status: 'done' })
    await crashed
    const again = sideOf('requester', server.url, { storage, as: page })
    expect(await again.open()).toMatchObject({ status: 'done', value: [{ topic: topicsOf(wallet)[0] }] })
    await expectConnected(again, wallet)
  })
})

describe('a wallet that is reloaded during a sign-in', () => {
  test.each([
    ['requested', 'approves'],
    ['verifying', 'approves'],
    ['answering', 'approves'],
    ['requested', 'refuses'],
    ['answering', 'refuses'],
  ] as const)('shows it again, once, and can answer it: in state “%s” when it %s', async (state, does) => {
    const storage = storageOf()
    const { server, page, wallet } = await sides({ wallet: { storage } })
    const { uri, outcome } = await signingIn(page)
    await wallet.pair(uri)
    const id = await askedOf(wallet, 'authentication')
    const credentials = await signed(wallet, id)
    const crashed = whileIn(wallet.find(`authentication:${id}`), state, async () => {
      await server.stop()
      await crash(wallet)
    })
    if (state !== 'requested')
      void (does === 'refuses' ? wallet.refuseSignIn(id, declined) : wallet.signIn(id, credentials))
    await crashed
    await server.restart()
    const again = sideOf('responder', server.url, { storage, as: wallet })
    const shown = shownOn(again)
    await again.open()
    expect(await askedOf(again, 'authentication')).toBe(id)
    expect(await (does === 'refuses' ? again.refuseSignIn(id, declined) : again.signIn(id, credentials))).toEqual({
      status: 'done',
      value: undefined,
    })
    expect(await outcome).toMatchObject({ status: does === 'refuses' ? 'declined' : 'done' })
    expect(shown).toEqual([`authentication:${id}`])
    await until(() => again.sessions().length === (does === 'refuses' ? 0 : 1))
    expect(topicsOf(again)).toEqual(topicsOf(page))
  })
})

describe('an answer of a wallet that is being stored, but is not sent yet', () => {
  /** A wallet that has stored the session of a sign-in, and waits until `goOn` is called. */
  async function answering() {
    const storage = storageOf()
    let [tellStored, goOn] = [() => {}, () => {}]
    const stored = new Promise<void>((resolve) => (tellStored = resolve))
    const held = new Promise<void>((resolve) => (goOn = resolve))
    const setItem = storage.setItem.bind(storage)
    storage.setItem = async (key, value) => {
      await setItem(key, value)
      if (!key.endsWith('//session')) return
      tellStored()
      await held
    }
    const made = await sides({ wallet: { storage } })
    const page = new AbortController()
    const { outcome, uri } = await signingIn(made.page, { signal: page.signal })
    await made.wallet.pair(uri)
    const id = await askedOf(made.wallet, 'authentication')
    const credentials = await signed(made.wallet, id)
    const wallet = new AbortController()
    const answered = made.wallet.signIn(id, credentials, { signal: wallet.signal })
    await stored
    const abort = { page: () => page.abort(), wallet: () => wallet.abort() }
    return { ...made, storage, outcome, id, credentials, answered, abort, goOn }
  }

  test('leaves no partial session when the wallet is reloaded, and the sign-in is shown again', async () => {
    const { server, page, wallet, storage, id, credentials, outcome, goOn } = await answering()
    await Promise.all([crash(wallet), server.stop()])
    goOn()
    await server.restart()
    const again = sideOf('responder', server.url, { storage, as: wallet })
    expect(await again.open()).toEqual({ status: 'done', value: [] })
    expect(await askedOf(again, 'authentication')).toBe(id)
    expect(await again.signIn(id, credentials)).toMatchObject({ status: 'done' })
    expect(await outcome).toMatchObject({ status: 'done' })
    await expectConnected(page, again)
  })

  test('is not sent when its user cancels it, and can be given again', async () => {
    const { server, page, wallet, id, credentials, outcome, answered, abort, goOn } = await answering()
    abort.wallet()
    expect(await answered).toEqual({ status: 'cancelled' })
    const again = wallet.signIn(id, credentials)
    goOn()
    expect(await again).toEqual({ status: 'done', value: undefined })
    expect(await outcome).toMatchObject({ status: 'done' })
    expect(server.relay.published.filter(({ tag }) => tag === 1117)).toHaveLength(1)
    await expectConnected(page, wallet)
  })

  test('leaves no session on either side when the app cancels the sign-in, which then disappears', async () => {
    const { server, page, wallet, id, outcome, answered, abort, goOn, storage } = await answering()
    abort.page()
    expect(await outcome).toEqual({ status: 'cancelled' })
    expect(await answered).toMatchObject({ status: 'expired', error: { code: 'session.authTimedOut' } })
    expect(wallet.find(`authentication:${id}`)).toBeUndefined()
    goOn()
    await vi.waitFor(async () => {
      const entries = await storage.getEntries<unknown[]>()
      expect(entries.find(([key]) => key.endsWith('//session'))?.[1]).toEqual([])
    })
    expect(wallet.sessions()).toEqual([])
    expect(page.sessions()).toEqual([])
    expect(server.relay.published.filter(({ tag }) => tag === 1117)).toEqual([])
  })
})
