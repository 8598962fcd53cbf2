/** Ten tabs of one app at a relay that serves only the newest socket of a client. */
import { expect, test, vi } from 'vitest'
import type { RelayServer } from '../../../mocks/relay/node.ts'
import type { Pairing } from '../../../sdk/pairing/index.ts'
import { askedOf, crash, heard, proposing, sideOf } from './engine.ts'
import { namespacesOn, openRelay, sign, storageOf } from './support.ts'

const TABS = 10
const until = (check: () => boolean) => vi.waitUntil(check, { interval: 5, timeout: 20_000 })

/** The number of clients that ever connected to the relay. */
const namesAt = ({ relay }: RelayServer) => new Set(relay.socketLogs.map(({ clientId }) => clientId)).size

/** Every tab sends a request in its own session at the same time, and gets the answer of its own wallet. */
async function askAll(tabs: readonly Pairing[], wallets: readonly Pairing[], topics: readonly string[]) {
  const answers = tabs.map((tab, index) =>
    tab.request({ topic: topics[index] ?? '', chainId: 'eip155:1', request: sign }),
  )
  await Promise.all(
    wallets.map(async (wallet, index) => {
      const id = await askedOf(wallet, 'sessionRequest')
      await wallet.respond(id, { result: `answer ${index}` })
      await until(() => !(`sessionRequest:${id}` in wallet.actor.getSnapshot().context.pendingItems))
    }),
  )
  expect(await Promise.all(answers)).toEqual(topics.map((_, index) => ({ status: 'done', value: `answer ${index}` })))
}

async function settled(tab: Pairing, wallet: Pairing) {
  const { outcome, uri } = await proposing(tab)
  await wallet.pair(uri)
  await wallet.approve(await askedOf(wallet, 'proposal'), { namespaces: namespacesOn(1) })
  const joined = await outcome
  if (joined.status !== 'done') throw new Error(joined.status)
  return joined.value.topic
}

test(
  'ten tabs with a session each get their own answers, also after reloads, after other tabs closed, and after an outage',
  { timeout: 120_000 },
  async () => {
    const server = await openRelay()
    const storage = storageOf()
    const first = sideOf('requester', server.url, { storage })
    const tab = () => sideOf('requester', server.url, { storage, as: first })
    const tabs = [first, ...Array.from({ length: TABS - 1 }, tab)]
    const wallets = tabs.map(() => sideOf('responder', server.url))
    for (const one of tabs) expect(await one.open()).toMatchObject({ status: 'done' })
    const topics = await Promise.all(tabs.map((one, index) => settled(one, wallets[index] as Pairing)))
    expect(namesAt(server)).toBe(2 * TABS)
    await askAll(tabs, wallets, topics)

    // Every other one is reloaded, in another order than before.
    for (const index of [8, 2, 6, 0, 4]) await crash(tabs[index] as Pairing)
    for (const index of [0, 2, 4, 6, 8]) {
      tabs[index] = tab()
      expect(await tabs[index]?.open()).toMatchObject({ status: 'done' })
    }
    await askAll(tabs, wallets, topics)
    // Each took a client id that had become free.
    expect(namesAt(server)).toBe(2 * TABS)

    await server.stop()
    await server.restart()
    await until(() => server.relay.sockets() === 2 * TABS)
    await askAll(tabs, wallets, topics)

    const left = tabs.slice(0, 3)
    for (const one of tabs.slice(3)) await crash(one)
    await askAll(left, wallets.slice(0, 3), topics.slice(0, 3))
  },
)

test('a message of one tab to its wallet is not taken for one of the wallet by another tab', async () => {
  const server = await openRelay()
  const storage = storageOf()
  const page = sideOf('requester', server.url, { storage })
  const wallet = sideOf('responder', server.url)
  const topic = await settled(page, wallet)
  const others = [1, 2].map(() => sideOf('requester', server.url, { storage, as: page }))
  for (const one of others) expect(await one.open()).toMatchObject({ value: [{ topic }] })
  const told: string[] = []
  for (const one of others)
    for (const type of [
      'session.opened',
      'session.changed',
      'session.emitted',
      'session.ended',
      'pairing.requested',
    ] as const)
      one.on(type, ({ type: heardType }) => void told.push(heardType))
  const before = server.relay.published.length
  expect(await page.ping(topic)).toMatchObject({ status: 'done' })
  expect(await page.extend(topic)).toMatchObject({ status: 'done' })
  const answer = page.request({ topic, chainId: 'eip155:1', request: sign })
  await wallet.respond(await askedOf(wallet, 'sessionRequest'), { result: '0x1' })
  expect(await answer).toMatchObject({ value: '0x1' })
  // The messages that a new tab finds at the relay are all processed.
  const late = sideOf('requester', server.url, { storage, as: page })
  expect(await late.open()).toMatchObject({ value: [{ topic }] })
  const changed = others.map((one) => heard(one, 'session.emitted'))
  await wallet.emit(topic, { chainId: 'eip155:1', event: { name: 'accountsChanged', data: [] } })
  await Promise.all(changed)
  expect(told).toEqual(['session.emitted', 'session.emitted'])
  // Each request has one answer, also that of the late tab, and the event has none: no tab answers for another.
  expect(server.relay.published.slice(before).map(({ tag }) => tag)).toEqual([
    1114, 1115, 1106, 1107, 1108, 1109, 1114, 1115, 1110,
  ])
})
