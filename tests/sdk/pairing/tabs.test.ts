/** Several tabs of one app: one storage, one client id, and one socket each. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Pairing } from '../../../sdk/pairing/index.ts'
import { askedOf, connectedSides, crash, heard, proposing, sideOf, signed, signingIn } from './engine.ts'
import { namespacesOn, openRelay, sign, storageOf } from './support.ts'

const until = (check: () => boolean) => vi.waitUntil(check, { interval: 5 })
const topicsOf = (side: Pairing) => side.sessions().map(({ topic }) => topic)
const call = { chainId: 'eip155:1', request: sign }

/** The app gets an answer in a session. */
async function expectAnswered(page: Pairing, wallet: Pairing, topic: string) {
  const answer = page.request({ topic, ...call })
  await wallet.respond(await askedOf(wallet, 'sessionRequest'), { result: `for ${topic}` })
  expect(await answer).toEqual({ status: 'done', value: `for ${topic}` })
}

/** All events of a side about sessions and questions. */
function toldBy(side: Pairing) {
  const told: string[] = []
  for (const type of [
    'session.opened',
    'session.changed',
    'session.ended',
    'pairing.requested',
    'pairing.uriCreated',
  ] as const)
    side.on(type, () => void told.push(type))
  return told
}

/** Two tabs with an earlier session, and its wallet. */
async function twoTabs() {
  const storage = storageOf()
  const made = await connectedSides({ page: storage })
  const tab = () => sideOf('requester', made.server.url, { storage, as: made.page })
  const other = tab()
  expect(await other.open()).toMatchObject({ status: 'done', value: [{ topic: made.topic }] })
  return { ...made, other, tab }
}

/** The ways in which a tab can get a session with another wallet. */
const ways = {
  proposal: async (page: Pairing, wallet: Pairing, meanwhile = async () => {}) => {
    const { outcome, uri } = await proposing(page)
    await meanwhile()
    await wallet.pair(uri)
    await wallet.approve(await askedOf(wallet, 'proposal'), { namespaces: namespacesOn(1) })
    const settled = await outcome
    return settled.status === 'done' ? settled.value.topic : JSON.stringify(settled)
  },
  'sign-in': async (page: Pairing, wallet: Pairing, meanwhile = async () => {}) => {
    const { outcome, uri } = await signingIn(page)
    await meanwhile()
    await wallet.pair(uri)
    const id = await askedOf(wallet, 'authentication')
    await wallet.signIn(id, await signed(wallet, id))
    const settled = await outcome
    return settled.status === 'done' ? (settled.value.session?.topic ?? '') : JSON.stringify(settled)
  },
}

describe.each(['proposal', 'sign-in'] as const)('a session that one tab gets by a %s', (way) => {
  test('is not visible in the other tab, and can be used there after a reload', async () => {
    const { server, page, wallet, topic, other, tab } = await twoTabs()
    const told = toldBy(other)
    const second = sideOf('responder', server.url)
    const made = await ways[way](page, second)
    await expectAnswered(other, wallet, topic)
    expect(topicsOf(other)).toEqual([topic])
    expect(told).toEqual([])
    await crash(other)
    const again = tab()
    expect(await again.open()).toMatchObject({ status: 'done' })
    expect(topicsOf(again)).toEqual([topic, made])
    await expectAnswered(again, second, made)
    await expectAnswered(again, wallet, topic)
  })

  test('exists in both tabs, once, when the other one was opened before the wallet answered', async () => {
    const storage = storageOf()
    const server = await openRelay()
    const page = sideOf('requester', server.url, { storage })
    const tab = () => sideOf('requester', server.url, { storage, as: page })
    const [wallet, other] = [sideOf('responder', server.url), tab()]
    const topic = await ways[way](page, wallet, async () => void (await other.open()))
    await until(() => wallet.sessions().length === 1)
    await expectAnswered(page, wallet, topic)
    await crash(other)
    const again = tab()
    expect(await again.open()).toMatchObject({ status: 'done', value: [{ topic }] })
    await expectAnswered(again, wallet, topic)
    expect([topicsOf(page), topicsOf(again), topicsOf(wallet)]).toEqual([[topic], [topic], [topic]])
  })

  test('survives everything that the other tab stores later', async () => {
    const { server, page, wallet, topic, other, tab } = await twoTabs()
    const [second, third] = [sideOf('responder', server.url), sideOf('responder', server.url)]
    const made = await ways[way](page, second)
    const others = await ways[way](other, third)
    expect(await other.extend(topic)).toMatchObject({ status: 'done' })
    await Promise.all([crash(page), crash(other)])
    const again = tab()
    expect(await again.open()).toMatchObject({ status: 'done' })
    expect(topicsOf(again).toSorted()).toEqual([topic, made, others].toSorted())
    await expectAnswered(again, second, made)
    await expectAnswered(again, third, others)
    await expectAnswered(again, wallet, topic)
  })
})

test('two tabs that both propose a session lose neither', async () => {
  const storage = storageOf()
  const server = await openRelay()
  const page = sideOf('requester', server.url, { storage })
  await page.open()
  const other = sideOf('requester', server.url, { storage, as: page })
  await other.open()
  const proposals = [await proposing(page), await proposing(other)]
  await Promise.all([crash(page), crash(other)])
  const again = sideOf('requester', server.url, { storage, as: page })
  await again.open()
  for (const { uri } of proposals) {
    const wallet = sideOf('responder', server.url)
    const opened = heard(again, 'session.opened')
    await wallet.pair(uri)
    await wallet.approve(await askedOf(wallet, 'proposal'), { namespaces: namespacesOn(1) })
    await expectAnswered(again, wallet, (await opened).session.topic)
  }
  expect(again.sessions()).toHaveLength(proposals.length)
})

test.each([
  ['sends a request', (other: Pairing, topic: string) => other.request({ topic, ...call }), 'failed', 'left'],
  ['pings', (other: Pairing, topic: string) => other.ping(topic), 'failed', 'left'],
  ['extends it', (other: Pairing, topic: string) => other.extend(topic), 'failed', 'left'],
  ['disconnects', (other: Pairing, topic: string) => other.disconnect(topic), 'done', 'disconnected'],
] as const)(
  'a session that one tab ended also ends in another tab when that one %s',
  async (_, speak, status, ending) => {
    const { server, page, wallet, topic, other } = await twoTabs()
    expect(await page.disconnect(topic)).toMatchObject({ status: 'done' })
    await until(() => wallet.sessions().length === 0)
    const ended = heard(other, 'session.ended')
    const before = server.relay.published.length
    expect((await speak(other, topic)).status).toBe(status)
    expect(await ended).toEqual({ type: 'session.ended', topic, ending })
    expect(other.sessions()).toEqual([])
    expect(server.relay.published.slice(before)).toEqual([])
  },
)

test('a session that one tab ended does not exist in another tab after a reload', async () => {
  const { page, wallet, topic, other, tab } = await twoTabs()
  expect(await page.disconnect(topic)).toMatchObject({ status: 'done' })
  await until(() => wallet.sessions().length === 0)
  // Nothing that it stores meanwhile restores the session.
  await proposing(other)
  await crash(other)
  expect(await tab().open()).toEqual({ status: 'done', value: [] })
})

test('two tabs send requests in one session at the same time, and each gets its own answer', async () => {
  const { page, wallet, topic, other } = await twoTabs()
  const ask = (side: Pairing, text: string) =>
    side.request({ topic, chainId: 'eip155:1', request: { ...sign, params: [text, sign.params[1]] } })
  const answers = [ask(page, '0x01'), ask(other, '0x02')]
  for (const _ of answers) {
    const id = await askedOf(wallet, 'sessionRequest')
    const { request } = wallet.find(`sessionRequest:${id}`)?.getSnapshot().context ?? {}
    await wallet.respond(id, { result: request?.request.params })
    await until(() => !(`sessionRequest:${id}` in wallet.actor.getSnapshot().context.pendingItems))
  }
  expect(await Promise.all(answers)).toEqual([
    { status: 'done', value: ['0x01', sign.params[1]] },
    { status: 'done', value: ['0x02', sign.params[1]] },
  ])
})

test('two tabs keep their sessions after an outage of the relay', async () => {
  const { server, page, wallet, topic, other } = await twoTabs()
  const [second, third] = [sideOf('responder', server.url), sideOf('responder', server.url)]
  const made = await ways.proposal(page, second)
  const others = await ways['sign-in'](other, third)
  await server.stop()
  await server.restart()
  await until(() => server.relay.sockets() === 5)
  await expectAnswered(page, second, made)
  await expectAnswered(other, third, others)
  await expectAnswered(page, wallet, topic)
  await expectAnswered(other, wallet, topic)
  expect([topicsOf(page), topicsOf(other)]).toEqual([
    [topic, made],
    [topic, others],
  ])
})

test('a closed tab does not affect the other one', async () => {
  const { server, page, wallet, topic, other } = await twoTabs()
  page.close()
  await until(() => server.relay.sockets() === 2)
  expect(topicsOf(other)).toEqual([topic])
  await expectAnswered(other, wallet, topic)
})

test('a tab that is closed while it connects leaves no socket, and its client id is free for the next one', async () => {
  const { server, page, wallet, topic, other, tab } = await twoTabs()
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  const digest = crypto.subtle.digest.bind(crypto.subtle)
  const signing = vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (...params) => {
    await held
    return digest(...params)
  })
  onTestFinished(() => signing.mockRestore())
  const hasty = tab()
  await hasty.open()
  await until(() => signing.mock.calls.length > 0)
  await crash(hasty)
  go()
  const next = tab()
  expect(await next.open()).toMatchObject({ status: 'done', value: [{ topic }] })
  for (const side of [next, other, page]) await expectAnswered(side, wallet, topic)
  expect(server.relay.sockets()).toBe(4)
  expect(new Set(server.relay.socketLogs.map(({ clientId }) => clientId)).size).toBe(4)
})
