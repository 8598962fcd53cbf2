/** A relay that is gone while a side opens, and a side that is loaded anew with its relay gone. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Pairing } from '../../../sdk/pairing/index.ts'
import { askedOf, connectedSides, crash, offering, sideOf, whileIn } from './engine.ts'
import { declined, namespacesOn, openRelay, sign, storageOf } from './support.ts'

const until = (check: () => boolean) => vi.waitUntil(check, { interval: 5 })
const call = { chainId: 'eip155:1', request: sign }

/** How often each thing is shown to the visitor of a wallet. */
function shownOn(wallet: Pairing) {
  const shown: string[] = []
  onTestFinished(wallet.on('pairing.asked', ({ name }) => void shown.push(name)))
  return shown
}

describe('a relay that is gone and comes back while a side opens', () => {
  test.each(['initialising', 'catchingUp'] as const)(
    'a page that is “%s” is told then what its wallet said meanwhile, once, and is answered',
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
    'a wallet that is “%s” shows then what it was asked meanwhile, once, and answers it',
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

  test('a page that asks for its first session makes its offer then, and a wallet takes it up then', async () => {
    const server = await openRelay()
    const [page, wallet] = [sideOf('requester', server.url), sideOf('responder', server.url)]
    const pageCut = whileIn(page.actor, { open: 'initialising' }, () => server.stop())
    const offer = offering(page)
    await pageCut
    await server.restart()
    const { uri, outcome } = await offer
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

describe('what a wallet refuses while the relay is gone', () => {
  const refuse = {
    proposal: (wallet: Pairing, id: number) => wallet.reject(id, declined),
    sessionRequest: (wallet: Pairing, id: number) => wallet.respond(id, { error: declined }),
  }
  /** A wallet that is asked. */
  async function asking(kind: keyof typeof refuse) {
    const storage = storageOf()
    if (kind === 'sessionRequest') {
      const { server, page, wallet, topic } = await connectedSides({ wallet: storage })
      const outcome = page.request({ topic, ...call })
      return { server, wallet, storage, outcome, id: await askedOf(wallet, kind) }
    }
    const server = await openRelay()
    const wallet = sideOf('responder', server.url, { storage })
    const { outcome, uri } = await offering(sideOf('requester', server.url))
    await wallet.pair(uri)
    return { server, wallet, storage, outcome, id: await askedOf(wallet, kind) }
  }

  test.each(['proposal', 'sessionRequest'] as const)('is refused when it is back: %s', async (kind) => {
    const { server, wallet, outcome, id } = await asking(kind)
    await server.stop()
    const refused = refuse[kind](wallet, id)
    await server.restart()
    expect(await refused).toEqual({ status: 'done', value: undefined })
    expect(await outcome).toMatchObject({ status: 'declined' })
  })

  test.each(['proposal', 'sessionRequest'] as const)(
    'is shown again, once, to a wallet that is loaded anew before: %s',
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
