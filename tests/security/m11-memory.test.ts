/** What peers say takes up no more room the longer they say it, and is not said forever. */
import { expect, test, vi } from 'vitest'
import { sandboxProject } from '../../mocks/sandbox/project.ts'
import { PAIRING } from '../../machines/constants.ts'
import { openClient, type Client } from '../mocks/relay/clients.ts'
import { askedOf, heard, sideOf } from '../sdk/pairing/engine.ts'
import {
  asked,
  connectedWallet,
  failureOf,
  namespacesOn,
  openRelay,
  say,
  sign,
  signal,
  storageOf,
} from '../sdk/pairing/support.ts'

const until = (check: () => boolean | Promise<boolean>) => vi.waitUntil(check, { interval: 10, timeout: 15_000 })
const storedOf = async (storage: ReturnType<typeof storageOf>, name: RegExp) =>
  (await storage.getEntries<unknown>()).filter(([key]) => name.test(key)).map(([, value]) => value)

const evil = { event: { name: 'evil', data: 'x'.repeat(1_000) }, chainId: 'eip155:1' }

test('refused events leave nothing behind but a hash each, and of those no more than the last five hundred', async () => {
  const storage = storageOf()
  const { dapp, topic, heard: told, relay } = await connectedWallet({ storage })
  for (let count = 0; count < 60; count += 1) await say(dapp, topic, 'wc_sessionEvent', evil)
  for (let count = 0; count < 60; count += 1) await told('session.emitted')
  await dapp.ping({ topic })
  const [history] = (await storedOf(storage, /history$/)) as { topic: string; request: { method: string } }[][]
  expect(history?.filter(({ request }) => request.method === 'wc_sessionEvent')).toEqual([])
  const [messages] = (await storedOf(storage, /messages$/)) as Record<string, Record<string, string>>[]
  const known = Object.values(messages?.[topic] ?? {})
  expect(known.length).toBeLessThanOrEqual(PAIRING.heardMessages + 1)
  // The last one may be on its way in still.
  expect(known.filter((text) => text.length > 30).length).toBeLessThanOrEqual(1)
  // A relay that delivers one again is not heard.
  const [again] = relay.published.filter((one) => one.topic === topic && one.tag === 1110)
  expect(again).toBeDefined()
})

test('requests and what was answered are not kept either', async () => {
  const { driver, dapp, topic, heard: told } = await connectedWallet({ storage: storageOf() })
  const answer = dapp.request({ topic, chainId: 'eip155:1', request: sign })
  const { id } = await told('request.received')
  await driver.respond({ topic, id, answer: { result: '0x' } }, signal)
  await answer
  const refused = failureOf(
    say(dapp, topic, 'wc_sessionRequest', { chainId: 'eip155:999', request: { method: 'x', params: [] } }),
  )
  await refused
  await dapp.ping({ topic })
  expect(driver.received()).toEqual([])
})

test('a wallet’s queue holds a hundred requests of a session, and refuses the rest', async () => {
  const { url } = await openRelay()
  const page = await openClient(url, 'shop')
  const wallet = sideOf('responder', url)
  const { uri = '', approval } = await page.connect(asked)
  const settled = approval()
  await wallet.pair(uri)
  const known = heard(wallet, 'session.changed')
  await wallet.approve(await askedOf(wallet, 'proposal'), { namespaces: namespacesOn(1) })
  const { topic } = await settled
  await known
  const refusals: unknown[] = []
  for (let count = 0; count < PAIRING.queuedRequests + 5; count += 1) {
    page.request({ topic, chainId: 'eip155:1', request: sign }).catch((error: unknown) => void refusals.push(error))
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await until(() => refusals.length === 5)
  expect(refusals).toEqual(Array.from({ length: 5 }, () => expect.objectContaining({ ...PAIRING.limitExceeded })))
  expect(wallet.find('requestQueue')?.getSnapshot().context.waiting.length).toBe(PAIRING.queuedRequests - 1)
})

/** Says one thing as often as a flood does, without a relay in between. */
function flood(client: Client, topic: string, times: number) {
  const { engine } = client as unknown as {
    engine: { onRelayEventRequest(inbound: object): Promise<void> }
  }
  for (let count = 0; count < times; count += 1)
    void engine.onRelayEventRequest({
      topic,
      payload: { id: count + 1, jsonrpc: '2.0', method: 'wc_unknown', params: {} },
    })
}

test('a session in which more is said than anybody could mean is told of once, and the rest is not heard', async () => {
  const { openClient: openGuarded, closeClient } = await import('../../sdk/pairing/client.ts')
  const { watchFloods } = await import('../../sdk/pairing/inboundGuards.ts')
  const { url } = await openRelay()
  const client = await openGuarded({
    projectId: sandboxProject,
    relayUrl: url,
    id: `wallet-${Math.random()}`,
    metadata: { name: 'wallet', description: 'wallet', url: 'https://wallet.example', icons: [] },
    verify: false,
    storage: storageOf(),
  })
  const topic = 'a'.repeat(64)
  const self = { publicKey: 'b'.repeat(64), metadata: client.metadata }
  await client.session.set(topic, { topic, self, peer: self, namespaces: {}, expiry: 9_999_999_999 } as never)
  const floods: string[] = []
  watchFloods(client, (flooded) => floods.push(flooded))
  flood(client as unknown as Client, topic, PAIRING.flood.session + 50)
  expect(floods).toEqual([topic])
  await closeClient(client)
})
