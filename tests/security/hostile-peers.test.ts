/** Peers that send arbitrary messages end only their own sessions and proposals, and gain nothing. */
import { inspect, isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { PAIRING } from '../../machines/constants.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { PairingMessage } from '../../machines/pairing/messages.ts'
import { approvedChains } from '../../machines/pairing/rules/namespaces.ts'
import { openClient, openWalletKit, type Client } from '../mocks/relay/clients.ts'
import { NOW } from '../machines/pairing/fixtures.ts'
import { askedOf, heard, proposing, sideOf } from '../sdk/pairing/engine.ts'
import { asked, methods, namespacesOn, nextOf, openRelay, sign, storageOf } from '../sdk/pairing/support.ts'
import { bound, runs } from '../support/full.ts'
import {
  anything,
  emitted,
  isObject,
  peer,
  proposal,
  refusal,
  requested,
  said,
  settled,
  signIn,
  wide,
} from '../support/hostileWords.ts'
import { CountingClock, settle } from '../support/instance.ts'
import { pairingWire } from '../support/pairingWire.ts'

const DAY_MS = 86_400_000
const verifyContext = { verified: { origin: 'https://x.example', validation: 'VALID', verifyUrl: '' } }
const error = new LatchkeyError('wallet.left')

/** Where a message is sent: in the session, on the pairing of an open proposal, or elsewhere. */
const places = ['session', 'pairing', 'elsewhere', '__proto__', ''] as const
type Place = (typeof places)[number]
interface Word {
  place: Place
  id: number
  twice: boolean
  type: PairingMessage['type']
  value: unknown
}
const words: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'proposal.settled': said(settled),
  'authentication.answered': said({ credentials: [{}], session: settled }),
  'proposal.received': said(proposal),
  'authentication.received': said(signIn),
  'request.received': said(requested),
  'session.updated': said(wide),
  'session.emitted': said(emitted),
  'session.extended': fc.constant(undefined),
  'session.pinged': fc.constant(undefined),
  'session.acknowledged': fc.constant(undefined),
  'session.deleted': fc.constant(undefined),
  'session.flooded': fc.constant(undefined),
  'session.unsettled': fc.constant(undefined),
  'proposal.refused': fc.constant(undefined),
  'authentication.refused': fc.constant(undefined),
  'relay.failed': anything,
  'relay.disconnected': fc.constant(undefined),
}
const word: fc.Arbitrary<Word> = fc.constantFrom(...Object.keys(words)).chain((type) =>
  fc.record({
    place: fc.constantFrom(...places, 'session', 'session'),
    // A few values, so that ids collide; a peer may use any timestamp.
    id: fc.oneof(
      fc.nat(5).map((n) => NOW * 1_000 + n),
      fc.constantFrom(0, -1, 0.5, Number.MAX_VALUE),
    ),
    twice: fc.boolean(),
    type: fc.constant(type as PairingMessage['type']),
    value: words[type] ?? anything,
  }),
)

/** The message as a driver emits it. */
function messageOf({ type, id, value }: Word, topic: string): PairingMessage {
  const parts: Partial<Record<PairingMessage['type'], object>> = {
    'proposal.settled': { pairingTopic: topic, session: value },
    'authentication.answered': { pairingTopic: topic, credentials: value, session: value },
    'proposal.received': { id, proposal: value, verifyContext },
    'authentication.received': { id, topic, request: value, verifyContext },
    'request.received': { id, topic, params: value, verifyContext },
    'session.updated': { id, topic, namespaces: value },
    'session.emitted': { id, topic, params: value },
    'session.unsettled': { topic, error },
    'proposal.refused': { pairingTopic: topic, error },
    'authentication.refused': { pairingTopic: topic, error },
    'relay.failed': { error: value },
  }
  return { type, ...(parts[type] ?? { id, topic }) } as PairingMessage
}

/** Two of our sides with one session and one open proposal. */
async function connected() {
  const clock = new CountingClock()
  clock.set(NOW)
  const wire = pairingWire(clock)
  const sides = { page: wire.open('page'), wallet: wire.open('wallet') }
  const outcome = sides.page.propose(asked, { onUri: ({ uri }) => void sides.wallet.pair(uri) })
  await settle(3)
  await sides.wallet.approve(await askedOf(sides.wallet, 'proposal'), { namespaces: namespacesOn(1) })
  const session = await outcome
  if (session.status !== 'done') throw new Error(session.status)
  let pairing = ''
  const open = sides.page.propose(asked, { onUri: ({ pairingTopic }) => (pairing = pairingTopic) })
  clock.increment(PAIRING.startRestMs + PAIRING.cachedMessagesMs)
  await settle(2)
  return { clock, wire, sides, topic: session.value.topic, pairing, open }
}

/** The sizes of a side's state, none of which messages may increase. */
const sizeOf = (side: Awaited<ReturnType<typeof connected>>['sides']['page']) => {
  const {
    deleted,
    earlyMessages,
    pendingItems: open,
    calls,
    pairingActors,
    topics,
    waiting,
  } = side.actor.getSnapshot().context
  return {
    deleted: deleted.length,
    held: earlyMessages.length,
    waiting: waiting.length,
    open,
    calls,
    pairingActors,
    topics,
  }
}

describe('the machines, with arbitrary messages of a peer in any order', () => {
  test.each(['page', 'wallet'] as const)(
    'keep the %s working, approve nothing, and end everything that they started',
    async (name) => {
      await fc.assert(
        fc.asyncProperty(fc.array(word, { minLength: 5, maxLength: 30 }), async (spoken) => {
          const { clock, wire, sides, topic, pairing, open } = await connected()
          const side = sides[name]
          const own = wire.sides[name]
          // Only the wallet may change the session's permissions for the page. No other peer may, on either side.
          const widened = ({ namespaces }: { namespaces: unknown }) =>
            name === 'wallet' && !isDeepStrictEqual(namespaces, namespacesOn(1))
          const covered = (event: string) =>
            side
              .sessions()
              .some(({ namespaces }) => Object.values(namespaces).some((one) => one.events.includes(event)))
          side.on('session.emitted', ({ event: { event } }) => expect(covered(event.name)).toBe(true))
          for (const one of spoken) {
            const at = { session: topic, pairing, elsewhere: 'd'.repeat(64) }[one.place as 'session'] ?? one.place
            for (let times = one.twice ? 2 : 1; times > 0; times -= 1) own.hear(messageOf(one, at))
            await settle(1)
            expect(side.actor.getSnapshot().status).toBe('active')
            expect(side.sessions().filter(widened)).toEqual([])
            for (const item of Object.keys(side.actor.getSnapshot().context.pendingItems)) {
              expect(name).toBe('wallet')
              if (!item.startsWith('sessionRequest:')) continue
              const { session, request } = side.find(item as 'sessionRequest:1')?.getSnapshot().context ?? {}
              expect(approvedChains(session?.namespaces ?? {})).toContain(request?.chainId)
              expect(methods).toContain(request?.request.method)
            }
          }
          expect([...own.agreed.values()].map((namespaces) => ({ namespaces })).filter(widened)).toEqual([])
          expect(Object.keys(side.actor.getSnapshot().context.topics).length).toBeLessThanOrEqual(2)
          expect({}).not.toHaveProperty('polluted')
          // An hour for proposals, and a week for sessions and requests, each of which may have been extended.
          for (let turn = 0; turn < 40; turn += 1) {
            clock.increment(turn < 4 ? 301_000 : DAY_MS)
            await settle(2)
          }
          await open
          const { deleted, held, ...rest } = sizeOf(side)
          expect(rest).toEqual({ waiting: 0, open: {}, calls: {}, pairingActors: {}, topics: {} })
          expect(deleted).toBeLessThan(PAIRING.deletedIds)
          expect(held).toBeLessThanOrEqual(spoken.length * 2)
          sides.page.close()
          sides.wallet.close()
          await settle(2)
          expect(clock.live.size).toBe(0)
        }),
        runs(25),
      )
    },
    bound(120_000),
  )
})

/** Publishes a text unchanged on any topic, as a peer with or without its key can. The relay accepts events of any length. */
async function send(client: Client, topic: string, text: string) {
  await client.core.relayer.publish(topic, text, { tag: 1110, ttl: 300, prompt: false })
}

/** What a peer with the keys sends: requests, responses, invalid messages, and repeated ones. */
const SAID: Readonly<Record<string, unknown>> = {
  wc_sessionPropose: { ...proposal, expiryTimestamp: undefined },
  wc_sessionAuthenticate: { ...signIn, expiryTimestamp: undefined },
  wc_sessionSettle: { ...settled, controller: peer },
  wc_sessionUpdate: { namespaces: wide },
  wc_sessionExtend: {},
  wc_sessionRequest: { ...requested, request: sign },
  wc_sessionEvent: emitted,
  wc_sessionPing: {},
  wc_pairingPing: {},
  wc_unknown: {},
  irn_subscription: { id: 'x', data: { topic: 'x', message: 'x' } },
  toString: {},
}
const spoken = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .constantFrom(...Object.keys(SAID))
      .chain((method) => fc.record({ method: fc.constant(method), params: said(SAID[method]) })),
  },
  { weight: 2, arbitrary: fc.record({ result: said(settled) }) },
  { weight: 2, arbitrary: fc.record({ error: said(refusal) }) },
  { weight: 2, arbitrary: anything },
)
const payload = fc
  .tuple(spoken, fc.nat(20), fc.constantFrom<unknown>(undefined, undefined, undefined, '1', null, {}, -1))
  .map(([words, count, id]) =>
    isObject(words) ? { id: id ?? Date.now() * 1_000 + count, jsonrpc: '2.0', ...words } : words,
  )
const utterance = fc.oneof(
  { weight: 8, arbitrary: payload.map((value) => ({ how: 'said' as const, value })) },
  {
    weight: 1,
    arbitrary: fc.string({ minLength: 1, maxLength: 200 }).map((value) => ({ how: 'raw' as const, value })),
  },
  { weight: 2, arbitrary: fc.constant({ how: 'again' as const, value: undefined }) },
)
const utterances = fc.array(
  fc.record({ to: fc.constantFrom('session' as const, 'session' as const, 'pairing' as const), what: utterance }),
  { minLength: 10, maxLength: 25 },
)

/** Sends everything, encrypted if possible, and the first message again at the end. */
async function sayAll(
  client: Client,
  topics: { session: string; pairing: string },
  all: readonly { to: 'session' | 'pairing'; what: { how: 'said' | 'raw' | 'again'; value: unknown } }[],
) {
  const first = all.find(({ what }) => what.how === 'said')?.what.value
  for (const { to, what } of all) {
    const value = what.how === 'again' ? first : what.value
    const encoded = () => client.core.crypto.encode(topics[to], value as never).catch(() => undefined)
    const text = what.how === 'raw' ? String(value) : await encoded()
    if (text !== undefined) await send(client, topics[to], text)
  }
}

const sizeOfStored = async (storage: ReturnType<typeof storageOf>) =>
  (await storage.getEntries<unknown>()).reduce(
    (sum, [, value]) => sum + inspect(value, { depth: 99, maxStringLength: null }).length,
    0,
  )

/** The ids of stored requests, and of messages without an answer. */
const questionsIn = async (storage: ReturnType<typeof storageOf>) => {
  const entries = (await storage.getEntries<unknown>()).filter(([key]) =>
    /(proposal|request|requests|history)$/.test(key),
  )
  return new Set(entries.flatMap(([, stored]) => (stored as { id: number }[]).map(({ id }) => id)))
}

describe('the sides over a relay, with arbitrary messages of a peer with the keys', () => {
  test(
    'keep the wallet serving the page as agreed',
    async () => {
      await fc.assert(
        fc.asyncProperty(utterances, async (all) => {
          const { url, stop } = await openRelay()
          const storage = storageOf()
          const page = await openClient(url, 'shop')
          const wallet = sideOf('responder', url, { storage, queueDisabled: true })
          const { uri = '', approval } = await page.connect(asked)
          const connecting = approval()
          await wallet.pair(uri)
          const known = heard(wallet, 'session.changed')
          await wallet.approve(await askedOf(wallet, 'proposal'), { namespaces: namespacesOn(1) })
          const { topic, pairingTopic } = await connecting
          await known
          await sayAll(page, { session: topic, pairing: pairingTopic }, all)
          const answer = page.request({ topic, chainId: 'eip155:1', request: { ...sign, params: ['honest'] } })
          const find = () =>
            Object.keys(wallet.actor.getSnapshot().context.pendingItems)
              .map((name) => wallet.find(name as 'sessionRequest:1'))
              .find((item) => inspect(item?.getSnapshot().context.request).includes('honest'))
          await vi.waitUntil(() => find() !== undefined)
          expect(await wallet.respond(Number(find()?.getSnapshot().context.id), { result: '0x' })).toMatchObject({
            status: 'done',
          })
          expect(await answer).toBe('0x')
          expect(wallet.sessions().map(({ namespaces }) => namespaces)).toEqual([namespacesOn(1)])
          // A pending request is stored twice, with at most two arbitrary parts each; nothing else is stored.
          const waiting = Object.keys(wallet.actor.getSnapshot().context.pendingItems).map((name) =>
            Number(name.split(':')[1]),
          )
          await vi.waitFor(async () => expect(await questionsIn(storage)).toEqual(new Set(waiting)))
          expect(await sizeOfStored(storage)).toBeLessThan(20_000 + waiting.length * 250_000)
          wallet.close()
          await stop()
        }),
        { ...runs(4), endOnFailure: true },
      )
    },
    bound(120_000),
  )

  test(
    'keep the page able to send requests, and never ask its user anything',
    async () => {
      await fc.assert(
        fc.asyncProperty(utterances, async (all) => {
          const { url, stop } = await openRelay()
          const storage = storageOf()
          const page = sideOf('requester', url, { storage })
          const { outcome, uri } = await proposing(page)
          const wallet = await openWalletKit(url)
          const proposed = nextOf(wallet, 'session_proposal')
          await wallet.pair({ uri })
          await wallet.approveSession({ id: (await proposed).id, namespaces: namespacesOn(1) })
          const session = await outcome
          if (session.status !== 'done') throw new Error(session.status)
          const { topic, pairingTopic } = session.value
          wallet.engine.signClient.logger.level = 'silent'
          await sayAll(wallet.engine.signClient as unknown as Client, { session: topic, pairing: pairingTopic }, all)
          const received = nextOf(wallet, 'session_request')
          const answer = page.request({ topic, chainId: 'eip155:1', request: sign })
          await wallet.respondSessionRequest({
            topic,
            response: { id: (await received).id, jsonrpc: '2.0', result: '0x' },
          })
          expect(await answer).toEqual({ status: 'done', value: '0x' })
          expect(page.actor.getSnapshot().context.pendingItems).toEqual({})
          await vi.waitFor(async () => expect(await questionsIn(storage)).toEqual(new Set()))
          expect(await sizeOfStored(storage)).toBeLessThan(20_000)
          page.close()
          await stop()
        }),
        { ...runs(4), endOnFailure: true },
      )
    },
    bound(120_000),
  )
})
