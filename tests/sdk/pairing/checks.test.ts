/** The checks of `latchkey/pairing` before a message is sent, with the error texts of the protocol. */
import { expect, test } from 'vitest'
import { systemClock } from '../../../sdk/platform/browser.ts'
import { askedOf, connectedSides, crash, proposing, sideOf } from './engine.ts'
import { asked, namespacesOn, openRelay, sign, storageOf } from './support.ts'

const textOf = (outcome: { status: string }) => ('error' in outcome ? (outcome.error as Error).message : outcome.status)

test('a request is rejected before the start and after the stop [8.49] [8.50]', async () => {
  const { page, topic } = await connectedSides()
  const fresh = sideOf('requester', 'ws://127.0.0.1:1')
  const question = { topic, chainId: 'eip155:1', request: sign }
  expect(textOf(await fresh.request(question))).toBe('Sign Client not initialized')
  page.close()
  expect(textOf(await page.request(question))).toBe('Sign Client not initialized')
  expect(page.actor.getSnapshot().value).toBe('idle')
})

test('a session can be proposed over an existing pairing only [5.31]', async () => {
  const { page, wallet } = await connectedSides()
  const { pairingTopic = '' } = page.sessions()[0] ?? {}
  const unknown = await page.propose({ ...asked, pairingTopic: 'a'.repeat(64) })
  expect(textOf(unknown)).toBe(`No matching key. pairing topic doesn't exist: ${'a'.repeat(64)}`)
  expect(textOf(await page.propose({ ...asked, pairingTopic: 5 as never }))).toBe(
    'Missing or invalid. pairing topic should be a string: 5',
  )
  const again = page.propose({ ...asked, pairingTopic })
  await wallet.approve(await askedOf(wallet, 'proposal'), { namespaces: namespacesOn(1) })
  expect(await again).toMatchObject({ status: 'done', value: { pairingTopic } })
  expect(page.sessions()).toHaveLength(2)
})

test('a session cannot be proposed over an expired pairing [5.31]', async () => {
  const storage = storageOf()
  const { page, server } = await connectedSides({ page: storage })
  const { pairingTopic = '' } = page.sessions()[0] ?? {}
  await crash(page)
  const clock = { ...systemClock, now: () => Date.now() + 31 * 86_400_000 }
  const later = sideOf('requester', server.url, { storage, as: page, clock })
  expect(textOf(await later.propose({ ...asked, pairingTopic }))).toBe(`Expired. pairing topic: ${pairingTopic}`)
})

test('the relays of a proposal and of an approval name their protocol, which is irn by default [5.32] [5.38] [9.18]', async () => {
  const { url } = await openRelay()
  const [page, wallet] = [sideOf('requester', url), sideOf('responder', url)]
  expect((await proposing(page)).uri).toContain('relay-protocol=irn')
  expect(textOf(await page.propose({ ...asked, relays: [] }))).toBe('Missing or invalid. connect() relays: []')
  const { outcome, uri } = await proposing(page, { relays: [{ protocol: 'irn' }] } as never)
  await wallet.pair(uri)
  const id = await askedOf(wallet, 'proposal')
  expect(wallet.find(`proposal:${id}`)?.getSnapshot().context.proposal?.relays).toEqual([{ protocol: 'irn' }])
  const refused = await wallet.approve(id, { namespaces: namespacesOn(1), relayProtocol: 5 as never })
  expect(textOf(refused)).toBe('Missing or invalid. approve() relayProtocol: 5')
  await wallet.approve(id, { namespaces: namespacesOn(1), relayProtocol: 'irn' })
  expect(await outcome).toMatchObject({ status: 'done', value: { relay: { protocol: 'irn' } } })
})
