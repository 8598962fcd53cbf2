/** An outage of the relay while a side opens, and a reload during an outage. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Pairing } from '../../../sdk/pairing/index.ts'
import { askedOf, connectedSides, crash, proposing, sideOf, whileIn } from './engine.ts'
import { declined, namespacesOn, openRelay, sign, storageOf } from './support.ts'

const until = (check: () => boolean) => vi.waitUntil(check, { interval: 5 })
const call = { chainId: 'eip155:1', request: sign }

/** How often each question is shown to the wallet's user. */
function shownOn(wallet: Pairing) {
  const shown: string[] = []
  onTestFinished(wallet.on('pairing.requested', ({ name }) => void shown.push(name)))
  return shown
}

describe('an outage of the relay while a side opens', () => {
  test.each(['initialising', 'catchingUp'] as const)(
    'delays the messages to an app in state “%s”, which gets them once, and its requests',
    async (state) => {
      const storage = storageOf()
      const { server, page, wallet, topic } = await connectedSides({ page: storage })
      await crash(page)
      await wallet.emit(topic, { chainId: 'eip155:1', event: { name: 'chainChanged', data: 10 } })
      const again = sideOf('requester', server.url, { storage, as: page })
      const told: unknown[] = []
      again.on('session.emitted', ({ event }) => void told.push(event.event.data))
      const cut = whileIn(again.actor, { open: state }, () => server.stop())
      const opened = again.open()
      await cut
      const answer = again.request({ topic, ...call })
      await server.restart()
      expect(await opened).toMatchObject({ status: 'done', value: [{ topic }] })
      await wallet.respond(await askedOf(wallet, 'sessionRequest'), { result: '0x1' })
      expect(await answer).toEqual({ status: 'done', value: '0x1' })
      await until(() => told.length > 0)
      expect(await again.ping(topic)).toMatchObject({ status: 'done' })
      expect(told).toEqual([10])
    },
  )

  test.each(['initialising', 'catchingUp'] as const)(
    'delays the request to a wallet in state “%s”, which shows it once and answers it',
    async (state) => {
      const storage = storageOf()
      const { server, page, wallet, topic } = await connectedSides({ wallet: storage })
      await crash(wallet)
      const answer = page.request({ topic, ...call })
      await until(() => server.relay.published.some(({ tag }) => tag === 1108))
      const again = sideOf('responder', server.url, { storage, as: wallet })
      const shown = shownOn(again)
      const cut = whileIn(again.actor, { open: state }, () => server.stop())
      const opened = again.open()
      await cut
      await server.restart()
      expect(await opened).toMatchObject({ status: 'done', value: [{ topic }] })
      const id = await askedOf(again, 'sessionRequest')
      expect(await again.respond(id, { result: '0x2' })).toMatchObject({ status: 'done' })
      expect(await answer).toEqual({ status: 'done', value: '0x2' })
      expect(shown).toEqual([`sessionRequest:${id}`])
    },
  )

  test('delays the first proposal of an app, and the pairing of the wallet', async () => {
    const server = await openRelay()
    const [page, wallet] = [sideOf('requester', server.url), sideOf('responder', server.url)]
    const pageCut = whileIn(page.actor, { open: 'initialising' }, () => server.stop())
    const proposal = proposing(page)
    await pageCut
    await server.restart()
    const { uri, outcome } = await proposal
    const walletCut = whileIn(wallet.actor, { open: 'initialising' }, () => server.stop())
    const paired = wallet.pair(uri)
    await walletCut
    await server.restart()
    expect(await paired).toEqual({ status: 'done', value: undefined })
    expect(await wallet.approve(await askedOf(wallet, 'proposal'), { namespaces: namespacesOn(1) })).toMatchObject({
      status: 'done',
    })
    expect(await outcome).toMatchObject({ status: 'done' })
  })
})

describe('a rejection during an outage of the relay', () => {
  const refuse = {
    proposal: (wallet: Pairing, id: number) => wallet.reject(id, declined),
    sessionRequest: (wallet: Pairing, id: number) => wallet.respond(id, { error: declined }),
  }
  /** A wallet with an open question. */
  async function asking(kind: keyof typeof refuse) {
    const storage = storageOf()
    if (kind === 'sessionRequest') {
      const { server, page, wallet, topic } = await connectedSides({ wallet: storage })
      const outcome = page.request({ topic, ...call })
      return { server, wallet, storage, outcome, id: await askedOf(wallet, kind) }
    }
    const server = await openRelay()
    const wallet = sideOf('responder', server.url, { storage })
    const { outcome, uri } = await proposing(sideOf('requester', server.url))
    await wallet.pair(uri)
    return { server, wallet, storage, outcome, id: await askedOf(wallet, kind) }
  }

  test.each(['proposal', 'sessionRequest'] as const)('is sent after the outage: %s', async (kind) => {
    const { server, wallet, outcome, id } = await asking(kind)
    await server.stop()
    const refused = refuse[kind](wallet, id)
    await server.restart()
    expect(await refused).toEqual({ status: 'done', value: undefined })
    expect(await outcome).toMatchObject({ status: 'declined' })
  })

  test.each(['proposal', 'sessionRequest'] as const)(
    'is requested again, once, from a wallet that is reloaded meanwhile: %s',
    async (kind) => {
      const { server, wallet, storage, outcome, id } = await asking(kind)
      await server.stop()
      void refuse[kind](wallet, id)
      await crash(wallet)
      await server.restart()
      const again = sideOf('responder', server.url, { storage, as: wallet })
      const shown = shownOn(again)
      await again.open()
      expect(await askedOf(again, kind)).toBe(id)
      expect(await refuse[kind](again, id)).toEqual({ status: 'done', value: undefined })
      expect(await outcome).toMatchObject({ status: 'declined' })
      expect(shown).toEqual([`${kind}:${id}`])
    },
  )
})
