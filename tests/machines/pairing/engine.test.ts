import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { LIMITS } from '../../../machines/constants.ts'
import type { PairingSession } from '../../../machines/pairing/pairing.schemas.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import type { MessageOf } from '../../../machines/pairing/messages.ts'
import { never } from '../../../mocks/index.ts'
import { createPairing, type Pairing } from '../../../sdk/pairing/pairing.ts'
import type { PairingDriver } from '../../../sdk/pairing/port.ts'
import { runs } from '../../support/full.ts'
import { CountingClock, pass, settle } from '../../support/instance.ts'
import { pairingWire } from '../../support/pairingWire.ts'
import { ADDRESS, NOW, OTHER, sessionOf } from './fixtures.ts'

const asked = {
  eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['accountsChanged', 'chainChanged'] },
}
const granted = { eip155: { ...asked.eip155, accounts: [`eip155:1:${ADDRESS}`] } }
const POLYGON = { eip155: { chains: ['eip155:137'], methods: ['personal_sign'], events: [] } }
const sign = { chainId: 'eip155:1', request: { method: 'personal_sign', params: ['0x00', ADDRESS] } }

function pair(options: { queueDisabled?: boolean; manual?: boolean } = {}) {
  const clock = new CountingClock()
  clock.set(NOW)
  const wire = pairingWire(clock, options)
  const page = wire.open('page')
  const wallet = wire.open('wallet', options)
  onTestFinished(() => {
    page.close()
    wallet.close()
  })
  return { clock, wire, page, wallet }
}

/** The id of the item of that kind that waits for the user. */
const waits = (wallet: Pairing, kind: string): number => {
  const name = Object.keys(wallet.actor.getSnapshot().context.pendingItems).find((one) => one.startsWith(kind)) ?? ''
  return Number(name.slice(name.indexOf(':') + 1))
}

async function proposed(options: Parameters<typeof pair>[0] = {}) {
  const made = pair(options)
  let pairingUri = ''
  const outcome = made.page.propose({ optionalNamespaces: asked }, { onUri: ({ uri }) => (pairingUri = uri) })
  await settle()
  await made.wallet.pair(pairingUri)
  await settle()
  return { ...made, outcome, uri: pairingUri }
}

async function connected(options: Parameters<typeof pair>[0] = {}) {
  const made = await proposed(options)
  await made.wallet.approve(waits(made.wallet, 'proposal:'), { namespaces: granted })
  const outcome = await made.outcome
  if (outcome.status !== 'done') throw new Error(outcome.status)
  await pass(made.clock, 1_050, 1)
  await settle()
  return { ...made, topic: outcome.value.topic }
}

const agreedIn = (session: unknown) => {
  const { topic, namespaces } = session as PairingSession
  return [topic, namespaces] as const
}

/** A driver that a test scripts. All other methods do nothing. */
const stillOpen = (changes: Partial<PairingDriver> = {}): PairingDriver =>
  ({
    sessions: () => [],
    agreed: () => Object.fromEntries(changes.sessions?.().map(agreedIn) ?? []),
    keep: async () => {},
    pairings: () => [],
    pairingUris: () => [],
    received: () => [],
    watch: () => () => {},
    ping: async () => {},
    close: async () => {},
    ...changes,
  }) as PairingDriver
const gone = () => Object.assign(new Error('User disconnected.'), { code: 6000 })
const clockAt = (ms: number) => {
  const clock = new CountingClock()
  clock.set(ms)
  return clock as never
}

let moment = NOW + 100_000
let requests = 0
/** A request as a wallet’s client reports it. */
const received = ({ topic, request }: { topic: string; request: object }): MessageOf<'request.received'> => ({
  type: 'request.received',
  id: NOW * 1_000 + (requests += 1),
  topic,
  params: { chainId: 'eip155:1', request },
  verifyContext: { verified: { origin: '', validation: 'UNKNOWN', verifyUrl: '' } },
})

const connectionStatus = (side: Pairing, topic: string) => side.find(`session:${topic}`)?.getSnapshot().value

describe('a proposal', () => {
  test('becomes a session on both sides when the wallet approves it, and the app acknowledges it [4.35] [4.36]', async () => {
    const { page, wallet, topic } = await connected()
    expect(connectionStatus(page, topic)).toEqual({ live: { connectionStatus: 'acknowledged', lifetime: 'running' } })
    expect(wallet.find(`session:${topic}`)?.getSnapshot()).toMatchObject({
      value: { live: { connectionStatus: 'acknowledged' } },
      context: { session: { acknowledged: true } },
    })
  })

  test('is declined when the wallet rejects it [4.35]', async () => {
    const { wallet, outcome } = await proposed()
    expect(await wallet.reject(waits(wallet, 'proposal:'), { code: 5000, message: 'User rejected.' })).toMatchObject({
      status: 'done',
    })
    expect(await outcome).toMatchObject({ status: 'declined', error: { code: 'connect.declined' } })
  })

  test.each(['approve', 'reject'] as const)(
    'expires at the wallet when the app withdraws it while the wallet is about to %s it',
    async (how) => {
      const { wire, wallet } = await proposed()
      const id = waits(wallet, 'proposal:')
      const { proposal } = wire.sides.wallet.received.get(id) as MessageOf<'proposal.received'>
      Object.assign(wire.sides.wallet.opened.at(-1) ?? {}, { [how]: never })
      const answered =
        how === 'approve'
          ? wallet.approve(id, { namespaces: granted })
          : wallet.reject(id, { code: 5000, message: 'No' })
      const { pairingTopic } = proposal as { pairingTopic: string }
      wallet.actor.send({ type: 'proposal.refused', pairingTopic, error: new LatchkeyError('pairing.proposalExpired') })
      expect(await answered).toMatchObject({ status: 'expired', error: { code: 'pairing.proposalExpired' } })
      expect(wallet.find(`proposal:${id}`)).toBeUndefined()
    },
  )

  test('is not rejected without a valid reason, and stays pending [5.39]', async () => {
    const { wallet } = await proposed()
    const id = waits(wallet, 'proposal:')
    expect(await wallet.reject(id, { code: 0, message: '' })).toMatchObject({
      status: 'failed',
      error: { code: 'pairing.reasonInvalid' },
    })
    expect(waits(wallet, 'proposal:')).toBe(id)
  })

  test('expires on both sides without an answer and is deleted, so that it cannot be answered later [4.35] [5.36]', async () => {
    const { clock, wallet, outcome } = await proposed()
    const id = waits(wallet, 'proposal:')
    await pass(clock, 300_000, 1)
    expect(await outcome).toMatchObject({ status: 'expired', error: { code: 'pairing.proposalExpired' } })
    expect(wallet.find(`proposal:${id}`)).toBeUndefined()
    expect(await wallet.approve(id, { namespaces: granted })).toMatchObject({
      status: 'failed',
      error: { code: 'pairing.recentlyDeleted' },
    })
  })

  test('cannot be approved if it does not exist [5.36]', async () => {
    const { wallet } = await proposed()
    expect(await wallet.approve(1, { namespaces: granted })).toMatchObject({
      status: 'failed',
      error: { code: 'pairing.proposalIdUnknown' },
    })
  })

  test('is not approved with invalid accounts, and can then be approved with valid ones', async () => {
    const { wallet, outcome } = await proposed()
    const id = waits(wallet, 'proposal:')
    const namespaces = { eip155: { ...granted.eip155, accounts: ['nonsense'] } }
    expect(await wallet.approve(id, { namespaces })).toMatchObject({ status: 'failed' })
    expect(await wallet.approve(id, { namespaces: granted })).toMatchObject({ status: 'done' })
    expect(await outcome).toMatchObject({ status: 'done' })
  })

  test('is not settled after the app cancelled it: the session of a late approval is deleted [4.36]', async () => {
    const made = pair()
    const control = new AbortController()
    let pairingUri = ''
    const outcome = made.page.propose(
      { optionalNamespaces: asked },
      { signal: control.signal, onUri: ({ uri }) => (pairingUri = uri) },
    )
    await settle()
    await made.wallet.pair(pairingUri)
    await settle()
    control.abort()
    expect(await outcome).toEqual({ status: 'cancelled' })
    const ended: string[] = []
    made.wallet.on('session.ended', ({ ending }) => ended.push(ending))
    await made.wallet.approve(waits(made.wallet, 'proposal:'), { namespaces: granted })
    await settle()
    expect(ended).toEqual(['left'])
    expect(made.page.sessions()).toEqual([])
  })

  test('fails when the wallet leaves out required namespaces, and the session is deleted [5.37]', async () => {
    const made = pair()
    let pairingUri = ''
    const outcome = made.page.propose(
      { requiredNamespaces: POLYGON, optionalNamespaces: asked },
      { onUri: ({ uri }) => (pairingUri = uri) },
    )
    await settle()
    await made.wallet.pair(pairingUri)
    await settle()
    await made.wallet.approve(waits(made.wallet, 'proposal:'), { namespaces: granted })
    expect(await outcome).toMatchObject({ status: 'failed' })
    await settle()
    expect(made.page.sessions()).toEqual([])
    expect(made.wallet.sessions()).toEqual([])
    expect([...made.wire.sides.page.sessions, ...made.wire.sides.wallet.sessions]).toEqual([])
  })

  test.each<[string, Partial<PairingSession>, string]>([
    ['an invalid relay', { relay: { protocol: '' } }, 'onSessionSettleRequest() relay protocol should be a string'],
    ['no controller', { controller: '' }, 'onSessionSettleRequest() controller public key should be a string'],
    [
      'invalid namespaces',
      { namespaces: { eip155: { accounts: ['x'], methods: [], events: [] } } },
      'Unsupported accounts. onSessionSettleRequest()',
    ],
    ['an expiry in the past', { expiry: 1 }, 'Expired. onSessionSettleRequest()'],
  ])('fails when it is settled with %s [5.40]', async (_, change, text) => {
    const made = pair()
    const outcome = made.page.propose({ optionalNamespaces: asked })
    await settle()
    const [pairingTopic = ''] = Object.keys(made.page.actor.getSnapshot().context.pairingActors)
    made.wire.sides.page.hear({ type: 'proposal.settled', pairingTopic, session: sessionOf(change) })
    expect(await outcome).toMatchObject({ status: 'failed', error: { message: expect.stringContaining(text) } })
    expect(made.page.sessions()).toEqual([])
  })

  test('is not sent when a property is null [5.34]', async () => {
    const { page } = pair()
    expect(await page.propose({ optionalNamespaces: asked, sessionProperties: { expiry: null } })).toMatchObject({
      status: 'failed',
      error: { code: 'pairing.propertyMissing' },
    })
    expect(page.actor.getSnapshot().context.pairingActors).toEqual({})
  })

  test.each(['approve', 'reject'] as const)(
    'waits for another answer after one was cancelled on its way: %s',
    async (answer) => {
      const { wallet, wire, outcome } = await proposed()
      const id = waits(wallet, 'proposal:')
      const driver = wire.sides.wallet.opened.at(-1)
      const usual = driver?.[answer]
      if (driver) driver[answer] = never
      const control = new AbortController()
      const first =
        answer === 'approve'
          ? wallet.approve(id, { namespaces: granted }, { signal: control.signal })
          : wallet.reject(id, { code: 5000, message: 'No' }, { signal: control.signal })
      await settle()
      expect(await wallet.reject(id, { code: 5000, message: 'No' })).toMatchObject({
        status: 'failed',
        error: { code: 'pairing.answering' },
      })
      control.abort()
      expect(await first).toEqual({ status: 'cancelled' })
      if (driver && usual) driver[answer] = usual as never
      expect(await wallet.approve(id, { namespaces: granted })).toEqual({ status: 'done', value: undefined })
      expect(await outcome).toMatchObject({ status: 'done' })
    },
  )

  test('is not approved with invalid chains', async () => {
    const { wallet, outcome } = await proposed()
    const id = waits(wallet, 'proposal:')
    const namespaces = { 'eip155:1': { ...granted.eip155, chains: null } } as never
    expect(await wallet.approve(id, { namespaces })).toMatchObject({ status: 'failed' })
    expect(await wallet.approve(id, { namespaces: granted })).toMatchObject({ status: 'done' })
    expect(await outcome).toMatchObject({ status: 'done' })
  })

  test('is not shown when it has expired on arrival', async () => {
    const { wallet, wire, outcome } = await proposed()
    const message = wire.sides.wallet.received.get(waits(wallet, 'proposal:')) as MessageOf<'proposal.received'>
    const shown: string[] = []
    wallet.on('pairing.requested', ({ name }) => shown.push(name))
    const proposal = { ...(message.proposal as object), expiryTimestamp: NOW / 1_000 - 1 }
    wire.sides.wallet.hear({ ...message, id: message.id + 1, proposal })
    expect(shown).toEqual([])
    expect(wallet.find(`proposal:${message.id + 1}`)).toBeUndefined()
    await wallet.reject(message.id, { code: 5000, message: 'No' })
    await outcome
  })

  async function withClockAt(ms: number) {
    const made = pair()
    const own = new CountingClock()
    own.set(NOW + ms)
    const wallet = made.wire.open('wallet', { clock: own as never })
    onTestFinished(() => wallet.close())
    let pairingUri = ''
    const outcome = made.page.propose({ optionalNamespaces: asked }, { onUri: ({ uri }) => (pairingUri = uri) })
    await settle()
    return { ...made, wallet, outcome, paired: await wallet.pair(pairingUri) }
  }

  test('expires on both sides when the wallet’s clock is ahead', async () => {
    const { clock, outcome, paired } = await withClockAt(600_000)
    expect(paired).toMatchObject({ status: 'failed', error: { code: 'pairing.uriExpired' } })
    await pass(clock, 300_000, 1)
    expect(await outcome).toMatchObject({ status: 'expired' })
  })

  test('works when the wallet’s clock is behind', async () => {
    const { wallet, outcome } = await withClockAt(-600_000)
    await settle()
    await wallet.approve(waits(wallet, 'proposal:'), { namespaces: granted })
    expect(await outcome).toMatchObject({ status: 'done' })
  })

  test('cannot be paired again after it was answered [4.39]', async () => {
    const { wallet, uri } = await proposed()
    await wallet.reject(waits(wallet, 'proposal:'), { code: 5000, message: 'No' })
    expect(await wallet.pair(uri)).toMatchObject({ status: 'failed', error: { code: 'pairing.recentlyDeleted' } })
  })

  test('keeps its one session when it is reported as settled twice', async () => {
    const { page, wire, topic } = await connected()
    const session = wire.sides.page.sessions.get(topic)
    wire.sides.page.hear({ type: 'proposal.settled', pairingTopic: session?.pairingTopic ?? '', session })
    await settle()
    expect(page.sessions()).toHaveLength(1)
    expect(wire.sides.page.sessions.has(topic)).toBe(true)
  })

  test('is shown once when it arrives twice', async () => {
    const { wire, wallet } = await proposed({ manual: true })
    const shown: string[] = []
    wallet.on('pairing.requested', ({ name }) => shown.push(name))
    const [letter] = wire.letters
    letter?.deliver()
    const id = waits(wallet, 'proposal:')
    const message = wire.sides.wallet.received.get(id)
    if (message) wire.sides.wallet.hear(message)
    expect(shown).toEqual([`proposal:${id}`])
  })

  test('is accepted only while its link is valid', async () => {
    const { clock, wallet, uri } = await proposed()
    await pass(clock, 291_000, 1)
    expect(await wallet.pair(uri)).toMatchObject({ status: 'failed', error: { code: 'pairing.uriExpired' } })
    expect(await wallet.pair('https://somewhere.example')).toMatchObject({
      status: 'failed',
      error: { code: 'pairing.uriInvalid' },
    })
  })
})

describe('a session', () => {
  test.each(['page', 'wallet'] as const)(
    'is deleted on both sides when the %s ends it, and cannot be used again [4.36] [4.39]',
    async (side) => {
      const made = await connected()
      const { page, wallet, topic } = made
      const ended: string[] = []
      page.on('session.ended', ({ ending }) => ended.push(`page ${ending}`))
      wallet.on('session.ended', ({ ending }) => ended.push(`wallet ${ending}`))
      expect(await made[side].disconnect(topic)).toEqual({ status: 'done', value: undefined })
      await settle()
      const other = side === 'page' ? 'wallet' : 'page'
      expect(ended.toSorted()).toEqual([`${other} left`, `${side} disconnected`].toSorted())
      expect(await page.request({ topic, ...sign })).toMatchObject({
        status: 'failed',
        error: { code: 'pairing.recentlyDeleted' },
      })
      expect(await wallet.disconnect(topic)).toMatchObject({ error: { code: 'pairing.recentlyDeleted' } })
    },
  )

  test('is deleted when it expires; an extension adds seven days [4.36] [9.19]', async () => {
    const { clock, page, wallet, topic } = await connected()
    const ended: string[] = []
    page.on('session.ended', ({ ending }) => ended.push(ending))
    const day = 24 * 3_600_000
    await pass(clock, 6 * day, 1)
    expect(await wallet.extend(topic)).toMatchObject({ status: 'done' })
    await settle()
    await pass(clock, 6 * day, 1)
    expect([page.sessions().length, wallet.sessions().length, ended.length]).toEqual([1, 1, 0])
    await pass(clock, day, 1)
    await settle()
    expect(ended).toEqual(['expired'])
    expect([page.sessions(), wallet.sessions()]).toEqual([[], []])
  })

  test('is ended by the wallet when the app never confirms it [4.36]', async () => {
    const made = await proposed({ manual: true })
    made.wire.letters.splice(0).forEach(({ deliver }) => deliver())
    await made.wallet.approve(waits(made.wallet, 'proposal:'), { namespaces: granted })
    const [{ topic } = { topic: '' }] = made.wallet.sessions()
    expect(connectionStatus(made.wallet, topic)).toMatchObject({ live: { connectionStatus: 'settled' } })
    const ended: string[] = []
    made.wallet.on('session.ended', ({ ending }) => ended.push(ending))
    await pass(made.clock, 300_000, 1)
    expect(ended).toEqual(['unsettled'])
  })

  test('is deleted when the app did not accept it [4.36]', async () => {
    const made = await proposed({ manual: true })
    made.wire.letters.splice(0).forEach(({ deliver }) => deliver())
    await made.wallet.approve(waits(made.wallet, 'proposal:'), { namespaces: granted })
    const [{ topic } = { topic: '' }] = made.wallet.sessions()
    const ended: string[] = []
    made.wallet.on('session.ended', ({ ending }) => ended.push(ending))
    made.wire.sides.wallet.hear({ type: 'session.unsettled', topic, error: new LatchkeyError('session.authMalformed') })
    expect(ended).toEqual(['unsettled'])
  })

  test('is updated by its wallet', async () => {
    const { page, wallet, topic } = await connected()
    const namespaces = { eip155: { ...granted.eip155, accounts: [`eip155:1:${OTHER}`] } }
    expect(await wallet.update(topic, namespaces)).toMatchObject({ status: 'done' })
    await settle()
    expect(page.sessions()[0]?.namespaces).toEqual(namespaces)
    expect(wallet.sessions()[0]?.namespaces).toEqual(namespaces)
  })

  test('is not updated by its app, nor at the request of its app [6.4]', async () => {
    const { page, wallet, wire, topic } = await connected()
    const namespaces = { eip155: { ...granted.eip155, methods: ['eth_sign'] } }
    expect(await page.update(topic, namespaces)).toMatchObject({
      status: 'failed',
      error: { code: 'session.unauthorized' },
    })
    const refused: string[] = []
    wallet.on('pairing.refused', ({ kind }) => refused.push(kind))
    wire.sides.wallet.hear({ type: 'session.updated', id: NOW * 1_000, topic, namespaces })
    await settle()
    expect(refused).toEqual(['session.updated'])
    expect(wallet.sessions()[0]?.namespaces).toEqual(granted)
    expect(wire.sides.wallet.sessions.get(topic)?.namespaces).toEqual(granted)
    expect(wire.sides.wallet.agreed.get(topic)).toEqual(granted)
  })

  test('ignores updates that are invalid or older than the last one, and stores only the newest [4.40]', async () => {
    const { page, wire, topic } = await connected()
    const refused: (string | undefined)[] = []
    page.on('pairing.refused', ({ kind }) => refused.push(kind))
    const update = (id: number, namespaces: unknown) =>
      wire.sides.page.hear({ type: 'session.updated', id, topic, namespaces })
    const at = (ms: number) => (NOW + ms) * 1_000
    const newest = { eip155: { ...granted.eip155, accounts: [`eip155:1:${OTHER}`] } }
    update(at(5_000), newest)
    update(at(4_000), granted)
    update(at(6_000), { eip155: { accounts: ['nonsense'], methods: [], events: [] } })
    await settle()
    expect(refused).toEqual(['session.updated', 'session.updated'])
    expect(page.sessions()[0]?.namespaces).toEqual(newest)
    expect(wire.sides.page.sessions.get(topic)?.namespaces).toEqual(newest)
    expect(wire.sides.page.agreed.get(topic)).toEqual(newest)
  })

  test('keeps requests that arrive before it is stored', async () => {
    const { wallet, wire } = await proposed()
    const driver = wire.sides.wallet.opened.at(-1)
    let written: (session: unknown) => void = () => {}
    if (driver) driver.approve = () => new Promise((resolve) => (written = resolve))
    const approving = wallet.approve(waits(wallet, 'proposal:'), { namespaces: granted })
    await settle()
    const topic = '77'.repeat(32)
    wire.sides.wallet.hear(received({ topic, request: sign.request }))
    wire.sides.wallet.hear({ type: 'session.acknowledged', topic })
    await settle()
    expect(waits(wallet, 'sessionRequest:')).toBe(0)
    written(sessionOf({ topic, namespaces: granted, acknowledged: false }))
    expect(await approving).toMatchObject({ status: 'done' })
    await settle()
    expect(waits(wallet, 'sessionRequest:')).toBeGreaterThan(0)
    expect(connectionStatus(wallet, topic)).toMatchObject({ live: { connectionStatus: 'acknowledged' } })
  })

  test('emits approved events, each once, and none that a newer one overtook [4.40] [5.46]', async () => {
    const { page, wallet, wire, topic } = await connected()
    const heard: unknown[] = []
    const refused: string[] = []
    page.on('session.emitted', ({ event }) => heard.push(event.event.data))
    page.on('pairing.refused', ({ kind }) => refused.push(kind))
    const event = (name: string, data: unknown) => ({ chainId: 'eip155:1', event: { name, data } })
    expect(await wallet.emit(topic, event('chainChanged', 1))).toMatchObject({ status: 'done' })
    await settle()
    expect(await wallet.emit(topic, event('message', 2))).toMatchObject({ status: 'failed' })
    const at = (ms: number) => (NOW + ms) * 1_000
    const hear = (id: number, params: unknown) => wire.sides.page.hear({ type: 'session.emitted', id, topic, params })
    hear(at(90_000), event('chainChanged', 3))
    hear(at(80_000), event('chainChanged', 4))
    hear(at(80_000), event('accountsChanged', 5))
    hear(at(99_000), event('message', 6))
    hear(at(99_000), { chainId: 'eip155:10', event: { name: 'chainChanged', data: 7 } })
    hear(at(99_000), 'garbage')
    expect(heard).toEqual([1, 3, 5])
    expect(refused).toHaveLength(4)
  })

  test('is disconnected once, however often that is requested', async () => {
    const { page, topic } = await connected()
    const left = [page.disconnect(topic), page.disconnect(topic)]
    expect(await Promise.all(left)).toEqual([
      { status: 'done', value: undefined },
      { status: 'done', value: undefined },
    ])
  })

  test('survives anything that its wallet sends, and leaves nothing running', async () => {
    const { page, wire, topic } = await connected()
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.anything(), fc.constantFrom('eip155', 'eip155:1'), async (a, b, key) => {
        moment += 1
        const id = moment * 1_000
        const namespaces = {
          [key]: { accounts: [`eip155:1:${ADDRESS}`], methods: ['personal_sign'], events: [], chains: a },
        }
        wire.sides.page.hear({ type: 'session.updated', id, topic, namespaces })
        wire.sides.page.hear({ type: 'session.updated', id: id + 1, topic, namespaces: b })
        wire.sides.page.hear({ type: 'session.emitted', id: id + 2, topic, params: { chainId: a, event: { name: b } } })
        wire.sides.page.hear({ type: 'session.emitted', id: id + 3, topic, params: a })
        await settle(1)
        expect(page.sessions()).toHaveLength(1)
      }),
      runs(60),
    )
    await settle()
    const snapshot = page.find(`session:${topic}`)?.getSnapshot() as { children: object } | undefined
    expect(
      Object.keys(snapshot?.children ?? { 'exchange.': 1 }).filter((name) => name.startsWith('exchange.')),
    ).toEqual([])
  })

  test('is disconnected and reported as failed when its actor crashes', async () => {
    const { page, wallet, topic } = await connected()
    const ended: string[] = []
    page.on('session.ended', ({ ending }) => ended.push(ending))
    wallet.on('session.ended', ({ ending }) => ended.push(`wallet ${ending}`))
    const item = page.find(`session:${topic}`)
    page.actor.send({ type: `xstate.error.actor.session.${topic}`, error: new Error('broken') } as never)
    await settle()
    expect(item?.getSnapshot().status).toBe('stopped')
    expect(ended).toEqual(['failed', 'wallet left'])
    expect(page.sessions()).toEqual([])
  })

  test('answers a ping', async () => {
    const { page, wallet, topic } = await connected()
    expect(await page.ping(topic)).toMatchObject({ status: 'done' })
    expect(await wallet.ping(topic)).toMatchObject({ status: 'done' })
  })

  test('reports within 30 s that the other side does not answer a ping', async () => {
    const { clock, page, topic, wire } = await connected()
    wire.sides.wallet.sessions.delete(topic)
    const outcome = page.ping(topic)
    await settle()
    await pass(clock, 30_000, 1)
    expect(await outcome).toMatchObject({ status: 'expired', error: { code: 'pairing.unreachable' } })
  })
})

describe('a request', () => {
  test('is answered by the user of the wallet [3.35]', async () => {
    const { page, wallet, topic } = await connected()
    const outcome = page.request({ topic, ...sign })
    await settle()
    const id = waits(wallet, 'sessionRequest:')
    expect(wallet.find(`sessionRequest:${id}`)?.getSnapshot()).toMatchObject({
      value: 'waiting',
      context: {
        id: String(id),
        session: { topic },
        request: sign,
        verifyContext: { verified: { validation: 'VALID' } },
      },
    })
    await wallet.respond(id, { result: '0xsigned' })
    expect(await outcome).toEqual({ status: 'done', value: '0xsigned' })
  })

  test('is declined when the user refuses it', async () => {
    const { page, wallet, topic } = await connected()
    const outcome = page.request({ topic, ...sign })
    await settle()
    await wallet.respond(waits(wallet, 'sessionRequest:'), { error: { code: 5000, message: 'User rejected.' } })
    expect(await outcome).toMatchObject({ status: 'declined', error: { code: 'request.declined' } })
  })

  test.each<[string, object, string]>([
    ['for another chain [5.42]', { chainId: 'eip155:137' }, 'session.chainInvalid'],
    ['without a method [5.43]', { request: { method: '', params: [] } }, 'session.requestInvalid'],
    [
      'with a method that was not approved [5.44]',
      { request: { method: 'eth_sign', params: [] } },
      'session.methodNotApproved',
    ],
    ['with too short an expiry [5.45]', { expirySeconds: 299 }, 'session.expiryInvalid'],
    ['with too long an expiry [5.45]', { expirySeconds: 604_801 }, 'session.expiryInvalid'],
  ])('is not sent %s', async (_, change, code) => {
    const { page, wallet, topic } = await connected()
    expect(await page.request({ topic, ...sign, ...change })).toMatchObject({ status: 'failed', error: { code } })
    await settle()
    expect(waits(wallet, 'sessionRequest:')).toBe(0)
  })

  test('is not sent in an unknown session [5.41]', async () => {
    const { page } = await connected()
    expect(await page.request({ topic: 'ff'.repeat(32), ...sign })).toMatchObject({
      status: 'failed',
      error: { code: 'session.topicUnknown' },
    })
  })

  test('is refused by the wallet without being shown when its method was not approved [5.44] [6.4]', async () => {
    const { wire, wallet, page, topic } = await connected()
    const answered: unknown[] = []
    const driver = wire.sides.wallet.opened.at(-1)
    if (driver) driver.respond = async ({ answer }) => void answered.push(answer)
    wire.sides.wallet.hear(received({ topic, request: { method: 'eth_sign', params: [] } }))
    await settle()
    expect(answered).toEqual([{ error: expect.objectContaining({ code: 3001 }) }])
    expect(waits(wallet, 'sessionRequest:')).toBe(0)
    expect(page.sessions()).toHaveLength(1)
  })

  test('expires on both sides without an answer, and cannot be answered after that [4.39]', async () => {
    const { clock, page, wallet, topic } = await connected()
    const outcome = page.request({ topic, ...sign })
    await settle()
    const id = waits(wallet, 'sessionRequest:')
    await pass(clock, 300_000, 1)
    expect(await outcome).toMatchObject({ status: 'expired', error: { code: 'session.requestExpired' } })
    expect(await wallet.respond(id, { result: '0x' })).toMatchObject({
      status: 'failed',
      error: { code: 'pairing.recentlyDeleted' },
    })
  })

  test('is not shown when it arrives after its expiry', async () => {
    const { wire, wallet, topic } = await connected()
    wire.sides.wallet.hear(received({ topic, request: { ...sign.request, expiryTimestamp: NOW / 1_000 - 1 } }))
    await settle()
    expect(waits(wallet, 'sessionRequest:')).toBe(0)
  })

  test('is cancelled at once when the app aborts it', async () => {
    const { page, topic } = await connected()
    const control = new AbortController()
    const outcome = page.request({ topic, ...sign }, { signal: control.signal })
    await settle()
    control.abort()
    expect(await outcome).toEqual({ status: 'cancelled' })
  })

  test('waits for another answer after an invalid one', async () => {
    const { page, wallet, topic } = await connected()
    const outcome = page.request({ topic, ...sign })
    await settle()
    const id = waits(wallet, 'sessionRequest:')
    expect(await wallet.respond(id, {} as never)).toMatchObject({ status: 'failed' })
    expect(await wallet.respond(id, { result: '0x' })).toMatchObject({ status: 'done' })
    expect(await outcome).toMatchObject({ status: 'done' })
  })

  test('waits for another answer after one was cancelled on its way', async () => {
    const { page, wallet, wire, topic } = await connected()
    const outcome = page.request({ topic, ...sign })
    await settle()
    const id = waits(wallet, 'sessionRequest:')
    const driver = wire.sides.wallet.opened.at(-1)
    const respond = driver?.respond
    if (driver) driver.respond = never
    const control = new AbortController()
    const answered = wallet.respond(id, { result: '0x1' }, { signal: control.signal })
    await settle()
    control.abort()
    expect(await answered).toEqual({ status: 'cancelled' })
    if (driver && respond) driver.respond = respond
    expect(await wallet.respond(id, { result: '0x2' })).toMatchObject({ status: 'done' })
    expect(await outcome).toEqual({ status: 'done', value: '0x2' })
  })

  test('ends with its session, whichever side ended that', async () => {
    const { page, wallet, topic } = await connected()
    const outcome = page.request({ topic, ...sign })
    await settle()
    await wallet.disconnect(topic)
    expect(await outcome).toMatchObject({ status: 'failed', error: { code: 'wallet.left' } })
  })
})

describe('the wallet’s queue', () => {
  async function asking(count: number, options: Parameters<typeof pair>[0] = {}) {
    const made = await connected(options)
    const shown: string[] = []
    made.wallet.on('pairing.requested', ({ name }) => shown.push(name))
    const outcomes = Array.from({ length: count }, (_, index) =>
      made.page.request({
        topic: made.topic,
        chainId: 'eip155:1',
        request: { method: 'personal_sign', params: [index] },
      }),
    )
    await settle()
    const queue = () => made.wallet.find('requestQueue')?.getSnapshot()
    return { ...made, shown, outcomes, queue }
  }
  const idIn = (name = '') => Number(name.slice('sessionRequest:'.length))

  test('shows one request at a time, in order, with a pause of one second after each [4.37]', async () => {
    const { clock, wallet, shown, outcomes, queue } = await asking(3)
    expect(queue()?.value).toBe('active')
    for (let at = 0; at < 3; at += 1) {
      expect(shown).toHaveLength(at + 1)
      await wallet.respond(idIn(shown[at]), { result: at })
      expect(queue()?.value).toBe('pausing')
      await pass(clock, 999, 1)
      expect(shown).toHaveLength(at + 1)
      await pass(clock, 1, 1)
    }
    expect(queue()?.value).toBe('idle')
    expect(await Promise.all(outcomes)).toEqual([0, 1, 2].map((value) => ({ status: 'done', value })))
  })

  test('shows every request as it arrives when it is disabled [4.37]', async () => {
    const { wallet, shown, outcomes } = await asking(3, { queueDisabled: true })
    expect(shown).toHaveLength(3)
    await wallet.respond(idIn(shown[2]), { result: 'last' })
    expect(await outcomes[2]).toMatchObject({ value: 'last' })
  })

  test('continues when the first request expires', async () => {
    const { clock, page, topic, shown } = await asking(1)
    void page.request({ topic, ...sign, expirySeconds: 600 })
    await settle()
    await pass(clock, 300_000, 1)
    expect(shown).toHaveLength(1)
    await pass(clock, 1_000, 1)
    expect(shown).toHaveLength(2)
  })

  test('continues when the session of the first request ends, and drops the requests of that session', async () => {
    const made = await asking(2)
    let pairingUri = ''
    const second = made.page.propose({ optionalNamespaces: asked }, { onUri: ({ uri }) => (pairingUri = uri) })
    await settle()
    await made.wallet.pair(pairingUri)
    await settle()
    await made.wallet.approve(waits(made.wallet, 'proposal:'), { namespaces: granted })
    const outcome = await second
    if (outcome.status !== 'done') throw new Error(outcome.status)
    const later = made.page.request({ topic: outcome.value.topic, ...sign })
    await settle()
    expect(made.queue()?.context.waiting.length).toBe(2)
    await made.page.disconnect(made.topic)
    await settle()
    expect(await Promise.all(made.outcomes)).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }])
    const front = made.shown.at(-1)
    expect(made.wallet.find(front as 'sessionRequest:1')?.getSnapshot().context.session.topic).toBe(outcome.value.topic)
    await made.wallet.respond(idIn(front), { result: '0x' })
    expect(await later).toMatchObject({ status: 'done' })
  })

  test('validates a request against what is approved when it is shown [5.44]', async () => {
    const { clock, wallet, topic, shown, outcomes } = await asking(2)
    const { eip155 } = granted
    await wallet.update(topic, { eip155: { ...eip155, methods: ['eth_sign'] } })
    await wallet.respond(idIn(shown[0]), { result: '0x' })
    await pass(clock, 1_000, 1)
    expect(shown).toHaveLength(1)
    expect(await outcomes[1]).toMatchObject({ status: 'failed' })
  })

  test('shows a request once when the relay delivers it twice', async () => {
    const { wire, shown, clock, wallet } = await asking(1)
    const message = wire.sides.wallet.received.get(idIn(shown[0]))
    if (message) wire.sides.wallet.hear(message)
    await wallet.respond(idIn(shown[0]), { result: '0x' })
    await pass(clock, 1_000, 1)
    if (message) wire.sides.wallet.hear(message)
    expect(shown).toHaveLength(1)
  })
})

describe('the start', () => {
  test('keeps messages for stored sessions, and processes them 50 ms after 1 s [4.38] [9.11]', async () => {
    const { clock, wire, page, wallet, topic } = await connected()
    page.close()
    await settle()
    await wallet.emit(
      topic,
      { chainId: 'eip155:1', event: { name: 'chainChanged', data: 5 } },
      { signal: AbortSignal.timeout(0) },
    )
    const again = wire.open('page')
    const heard: unknown[] = []
    again.on('session.emitted', ({ event }) => heard.push(event.event.data))
    void again.open()
    await settle()
    await pass(clock, 1_049, 1)
    expect(heard).toEqual([])
    await pass(clock, 1, 1)
    expect(heard).toEqual([5])
    again.close()
  })

  test('keeps stored sessions whose wallet does not answer within 2 s', async () => {
    const { clock, wire, page, topic } = await connected()
    page.close()
    await settle()
    wire.sides.wallet.sessions.delete(topic)
    const again = wire.open('page')
    const opened = again.open()
    await settle()
    expect(connectionStatus(again, topic)).toMatchObject({ live: { connectionStatus: 'checking' } })
    await pass(clock, 2_000, 1)
    expect(await opened).toMatchObject({ status: 'done', value: [{ topic }] })
    again.close()
  })

  test('ends a stored session when the wallet reports that it has left it', async () => {
    const { page, topic } = await connected()
    const driver = stillOpen({ sessions: () => [sessionOf({ topic })], ping: () => Promise.reject(gone()) })
    page.close()
    const again = createPairing({ role: 'requester', clock: clockAt(NOW), driver: async () => driver })
    const ended: string[] = []
    again.on('session.ended', ({ ending }) => ended.push(ending))
    expect(await again.open()).toEqual({ status: 'done', value: [] })
    expect(ended).toEqual(['left'])
    again.close()
  })

  test('drops a stored session that has expired or is invalid', async () => {
    const { clock, wire } = pair()
    wire.sides.page.sessions.set('old', sessionOf({ topic: 'old', expiry: NOW / 1_000 - 1 }))
    wire.sides.page.sessions.set('bad', { topic: 'bad' } as never)
    const page = wire.open('page')
    const opened = page.open()
    await pass(clock, 2_000, 1)
    expect(await opened).toEqual({ status: 'done', value: [] })
    page.close()
  })

  test('fails the pending call when it fails, and is retried by the next call', async () => {
    const clock = new CountingClock()
    let fails = true
    const page = createPairing({
      role: 'requester',
      clock: clock as never,
      driver: async () => {
        if (fails) throw new Error('no storage')
        return stillOpen()
      },
    })
    expect(await page.ping('x')).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('no storage') },
    })
    expect(page.actor.getSnapshot().value).toBe('failed')
    fails = false
    expect(await page.ping('x')).toMatchObject({ status: 'failed', error: { code: 'session.topicUnknown' } })
    expect(page.actor.getSnapshot().hasTag('open')).toBe(true)
    page.close()
  })

  test('fails pending calls when the machine crashes, and is repeated over the same client, five times', async () => {
    const { page, wallet, wire, clock, topic } = await connected()
    const heard: string[] = []
    for (const type of ['session.opened', 'session.ended', 'session.emitted'] as const)
      page.on(type, () => void heard.push(type))
    const states: unknown[] = []
    page.subscribe(({ value }) => void states.push(value))
    const stop = () =>
      wire.sides.page.hear({
        type: 'proposal.settled',
        get pairingTopic(): string {
          throw new Error('torn')
        },
      } as never)
    const crashed = { status: 'failed', error: { code: 'pairing.crashed' } }
    const ask = () => page.request({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params: ['0x'] } })
    const asked = ask()
    await settle()
    stop()
    expect(await asked).toMatchObject(crashed)

    await pass(clock, 3_000, 2)
    expect(page.sessions()).toMatchObject([{ topic }])
    expect(states.at(-1)).toEqual({ open: 'ready' })
    await wallet.emit(topic, { chainId: 'eip155:1', event: { name: 'accountsChanged', data: [] } })
    expect(heard).toEqual(['session.opened', 'session.emitted'])
    expect([wire.sides.page.opened.length, wire.sides.page.watchers.size]).toEqual([1, 1])
    for (let times = 1; times < LIMITS.restarts; times += 1) {
      stop()
      expect(await page.open()).toMatchObject({ status: 'done', value: [{ topic }] })
    }
    const opening = page.open()
    stop()
    await opening
    expect(await ask()).toMatchObject(crashed)
    expect(await page.open()).toMatchObject(crashed)
  })

  test('opens nothing when the machine crashes after it was closed', async () => {
    let hear: (message: never) => void = () => {}
    const driver = vi.fn<() => Promise<PairingDriver>>(async () =>
      stillOpen({ watch: (heard) => ((hear = heard as never), () => {}) }),
    )
    const page = createPairing({ role: 'requester', clock: clockAt(NOW), driver })
    await page.open()
    page.close()
    page.actor.send({
      get type(): string {
        throw new Error('torn')
      },
    } as never)
    hear({ type: 'relay.connected' } as never)
    await settle()
    expect(driver).toHaveBeenCalledTimes(1)
    expect(page.actor.getSnapshot().value).toBe('idle')
  })

  test('fails the pending call when stored data cannot be read', async () => {
    const page = createPairing({
      role: 'requester',
      clock: new CountingClock() as never,
      driver: async () =>
        stillOpen({
          sessions: () => {
            throw new Error('torn page')
          },
        }),
    })
    expect(await page.ping('x')).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('torn page') },
    })
    page.close()
  })

  test('is retried by the next call when it hangs', async () => {
    const clock = new CountingClock()
    let opened = 0
    const page = createPairing({
      role: 'requester',
      clock: clock as never,
      driver: () => {
        opened += 1
        return opened === 1 ? never() : Promise.resolve(stillOpen())
      },
    })
    const first = page.ping('x')
    await settle()
    await pass(clock, 30_000, 1)
    expect(await first).toMatchObject({ error: { code: 'pairing.unreachable' } })
    expect(await page.ping('x')).toMatchObject({ error: { code: 'session.topicUnknown' } })
    page.close()
  })

  test('is given up after 30 s', async () => {
    const clock = new CountingClock()
    const page = createPairing({ role: 'requester', clock: clock as never, driver: never })
    const outcome = page.ping('x')
    const control = new AbortController()
    const called = page.ping('x', { signal: control.signal })
    control.abort()
    expect(await called).toEqual({ status: 'cancelled' })
    await pass(clock, 30_000, 1)
    expect(await outcome).toMatchObject({ status: 'failed', error: { code: 'pairing.unreachable' } })
    page.close()
  })

  test('waits for the first call, also after a close, and leaves no timers', async () => {
    const clock = new CountingClock()
    let opened = 0
    const page = createPairing({
      role: 'requester',
      clock: clock as never,
      driver: () => {
        opened += 1
        return never()
      },
    })
    await settle()
    expect(opened).toBe(0)
    const outcome = page.ping('x')
    await settle()
    expect(opened).toBe(1)
    page.close()
    expect(await outcome).toEqual({ status: 'cancelled' })
    expect(page.actor.getSnapshot().value).toBe('idle')
    expect(clock.live.size).toBe(0)
  })
})

describe('closing', () => {
  test('cancels pending calls, and keeps sessions stored for the next visit', async () => {
    const { clock, wire, page, wallet, topic } = await connected()
    const ended: string[] = []
    page.on('session.ended', ({ ending }) => ended.push(ending))
    const outcome = page.request({ topic, ...sign })
    await settle()
    page.close()
    expect(await outcome).toEqual({ status: 'cancelled' })
    expect(ended).toEqual(['closed'])
    expect(wire.sides.page.sessions.has(topic)).toBe(true)
    wallet.close()
    expect(clock.live.size).toBe(0)
  })
})
