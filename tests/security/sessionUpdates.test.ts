/** A session's permissions are those that both sides agreed to, whatever one of them sends, and however often. */
import { expect, test, vi } from 'vitest'
import { openClient, openWalletKit } from '../mocks/relay/clients.ts'
import { askedOf, connectedSides, crash, heard, proposing, sideOf } from '../sdk/pairing/engine.ts'
import {
  accountOn,
  answerTo,
  asked,
  failureOf,
  namespacesOn,
  nextOf,
  openRelay,
  say,
  sign,
  storageOf,
} from '../sdk/pairing/support.ts'

const until = (check: () => boolean | Promise<boolean>) => vi.waitUntil(check, { interval: 5 })

const narrow = { eip155: { accounts: [accountOn(1)], methods: ['personal_sign'], events: ['accountsChanged'] } }
const wide = {
  eip155: {
    accounts: [accountOn(1), accountOn(137)],
    methods: ['personal_sign', 'eth_sign', 'eth_sendTransaction'],
    events: ['accountsChanged'],
  },
}

/** Our wallet and a foreign page, and everything that the wallet stores about sessions. */
async function besieged() {
  const { url } = await openRelay()
  const storage = storageOf()
  const { setItem } = storage
  const written: string[] = []
  storage.setItem = (key, value) => {
    if (/(session|agreed)$/.test(key)) written.push(JSON.stringify(value))
    return setItem(key, value)
  }
  const page = await openClient(url, 'shop')
  const wallet = sideOf('responder', url, { storage })
  const { uri = '', approval } = await page.connect(asked)
  const settled = approval()
  await wallet.pair(uri)
  const known = heard(wallet, 'session.changed')
  await wallet.approve(await askedOf(wallet, 'proposal'), { namespaces: narrow })
  const { topic } = await settled
  await known
  return { url, storage, page, wallet, topic, written }
}

test('a flood of updates from a page changes no permissions, stored or effective, also after a reload', async () => {
  const { url, storage, page, wallet, topic, written } = await besieged()
  let refused = 0
  wallet.on('pairing.refused', ({ kind }) => (refused += kind === 'session.updated' ? 1 : 0))
  for (let sent = 0; sent < 40; sent += 1) void say(page, topic, 'wc_sessionUpdate', { namespaces: wide })
  await until(() => refused >= 40)
  await crash(wallet)
  expect(written.filter((text) => text.includes(topic)).length).toBeGreaterThan(0)
  expect(written.filter((text) => text.includes('eth_sign'))).toEqual([])

  const again = sideOf('responder', url, { storage, as: wallet })
  expect(await again.open()).toMatchObject({ status: 'done', value: [{ topic, namespaces: narrow }] })
  const question = { method: 'eth_sendTransaction', params: [{}] }
  await page.session.update(topic, { namespaces: wide })
  const answer = await failureOf(page.request({ topic, chainId: 'eip155:137', request: question }))
  expect(answer).toBeDefined()
  expect(Object.keys(again.actor.getSnapshot().context.pendingItems)).toEqual([])
  await page.core.relayer.transportClose()
})

test('a page that updates its session gets an error', async () => {
  const { page, topic } = await besieged()
  const answer = answerTo(page, 'wc_sessionUpdate')
  await say(page, topic, 'wc_sessionUpdate', { namespaces: wide })
  expect(await answer).toEqual({ error: { code: 3003, message: 'Unauthorized update request.' } })
})

test('a wallet whose update is refused gets an error, and nothing of it is stored', async () => {
  const { url } = await openRelay()
  const storage = storageOf()
  const page = sideOf('requester', url, { storage })
  const wallet = await openWalletKit(url)
  const { outcome, uri } = await proposing(page)
  const proposal = nextOf(wallet, 'session_proposal')
  await wallet.pair({ uri })
  const { topic } = await wallet.approveSession({ id: (await proposal).id, namespaces: namespacesOn(1) })
  await outcome
  const client = wallet.engine.signClient
  const refused = answerTo(client, 'wc_sessionUpdate')
  await say(client, topic, 'wc_sessionUpdate', {
    namespaces: { eip155: { accounts: ['nonsense'], methods: 'x', events: [] } },
  })
  expect(await refused).toEqual({ error: { code: 1003, message: 'Invalid update request.' } })
  expect(JSON.stringify(await storage.getEntries())).not.toContain('nonsense')
  // A valid change is applied, and survives a reload.
  const changed = heard(page, 'session.changed')
  await (await client.update({ topic, namespaces: namespacesOn(10) })).acknowledged()
  expect((await changed).session.namespaces).toEqual(namespacesOn(10))
  await crash(page)
  const again = sideOf('requester', url, { storage, as: page })
  expect(await again.open()).toMatchObject({ status: 'done', value: [{ topic, namespaces: namespacesOn(10) }] })
})

test('a session without an agreement is gone after a reload, and its other side is notified', async () => {
  const storage = storageOf()
  const { server, page, wallet, topic } = await connectedSides({ page: storage })
  await crash(page)
  // As if the page was closed between the settlement and its own check.
  const [key] = (await storage.getKeys()).filter((name) => name.endsWith('//agreed'))
  await storage.setItem(key ?? '', {})
  const ended = heard(wallet, 'session.ended')
  const again = sideOf('requester', server.url, { storage, as: page })
  expect(await again.open()).toEqual({ status: 'done', value: [] })
  expect(await ended).toMatchObject({ topic, ending: 'left' })
  expect(await again.request({ topic, chainId: 'eip155:1', request: sign })).toMatchObject({ status: 'failed' })
})
