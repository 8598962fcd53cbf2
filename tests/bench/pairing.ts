/** The cost of the pairing: with many sessions and requests, and compared to two plain official clients on the same relay. */
import { SignClient } from '@walletconnect/sign-client'
import { sandboxProject } from '../../mocks/sandbox/project.ts'
import type { PairingMessage } from '../../machines/pairing/messages.ts'
import { startRelay } from '../../mocks/relay/node.ts'
import { createPairing, type Pairing } from '../../sdk/pairing/pairing.ts'
import type { PairingDriver } from '../../sdk/pairing/port.ts'
import { approved, sessionOf } from '../machines/pairing/fixtures.ts'
import { storageOf } from '../support/clientStorage.ts'
import { held } from './held.ts'

const SESSIONS = 1_000
const REQUESTS = 10_000
const ROUNDS = 81

export interface PairingFigures {
  /** Microseconds per event of a wallet, with one session and with a thousand. */
  eventAloneUs: number
  eventAmongUs: number
  /** Microseconds per request that a wallet receives, with an empty queue and with ten thousand requests in it. */
  requestAloneUs: number
  requestAmongUs: number
  /** Bytes per session, and per queued request. */
  sessionBytes: number
  requestBytes: number
  /** Milliseconds from the proposal to the settled session, with two plain official clients. */
  bareMs: number
  /** The same with our page and a plain wallet, and with both sides ours, which share one thread here. */
  pageMs: number
  connectMs: number
}

const topicOf = (index: number) => index.toString(16).padStart(64, '0')
const inAWeek = () => Math.floor(Date.now() / 1_000) + 600_000

/** A side with existing sessions that receives the bench's messages. */
async function sideWith(sessions: number, role: 'requester' | 'responder') {
  let hear: (message: PairingMessage) => void = () => {}
  const stored = Array.from({ length: sessions }, (_, index) => sessionOf({ topic: topicOf(index), expiry: inAWeek() }))
  const driver = {
    sessions: () => stored,
    agreed: () => Object.fromEntries(stored.map(({ topic, namespaces }) => [topic, namespaces])),
    keep: async () => {},
    pairings: () => [],
    pairingUris: () => [],
    received: () => [],
    watch: (heard: typeof hear) => {
      hear = heard
      return () => {}
    },
    ping: async () => {},
    close: async () => {},
  } as unknown as PairingDriver
  const side = createPairing({ role, driver: async () => driver })
  await side.open()
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  return { side, hear: (message: PairingMessage) => hear(message) }
}

let moment = Date.now()
const nextId = () => (moment += 1) * 1_000

const perRun = (runs: number, run: () => void): number => {
  const begun = performance.now()
  for (let index = 0; index < runs; index += 1) run()
  return ((performance.now() - begun) / runs) * 1_000
}
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function measureEvents() {
  const [alone, among] = await Promise.all([sideWith(1, 'requester'), sideWith(SESSIONS, 'requester')])
  const event = ({ hear }: typeof alone) =>
    perRun(500, () =>
      hear({
        type: 'session.emitted',
        id: nextId(),
        topic: topicOf(0),
        params: { chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } },
      }),
    )
  const rounds = Array.from({ length: ROUNDS }, () => [event(alone), event(among)] as const)
  alone.side.close()
  among.side.close()
  return {
    eventAloneUs: median(rounds.map(([one]) => one)),
    eventAmongUs: median(rounds.map(([, many]) => many)),
  }
}

async function measureQueue() {
  const [alone, among] = await Promise.all([sideWith(1, 'responder'), sideWith(1, 'responder')])
  const ask = ({ hear }: typeof alone) =>
    hear({
      type: 'request.received',
      id: nextId(),
      topic: topicOf(0),
      params: { chainId: 'eip155:1', request: { method: 'personal_sign', params: ['0x00'] } },
      verifyContext: { verified: { origin: '', validation: 'UNKNOWN', verifyUrl: '' } },
    })
  const requestBytes =
    (await held(() => {
      for (let index = 0; index < REQUESTS; index += 1) ask(among)
      return among
    })) / REQUESTS
  const rounds = Array.from({ length: ROUNDS }, () => [perRun(20, () => ask(alone)), perRun(20, () => ask(among))])
  alone.side.close()
  among.side.close()
  return {
    requestBytes,
    requestAloneUs: median(rounds.map(([one = 0]) => one)),
    requestAmongUs: median(rounds.map(([, many = 0]) => many)),
  }
}

async function measureMemory(): Promise<number> {
  const { side } = await sideWith(SESSIONS, 'requester')
  side.close()
  await new Promise((resolve) => setTimeout(resolve, 50))
  const bytes = await held(() => side.open())
  side.close()
  return bytes / SESSIONS
}

const metadata = (name: string) => ({ name, description: name, url: `https://${name}.example`, icons: [] })
const asked = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] } }
const namespaces = { eip155: { ...approved['eip155'], methods: ['personal_sign'], events: ['chainChanged'] } } as never

/** The same round with our machines and with two plain official clients, each with its own clients. */
async function measureConnect() {
  process.env['DISABLE_GLOBAL_CORE'] = 'true'
  const { url, stop } = await startRelay()
  const client = (name: string) => () => ({
    projectId: sandboxProject,
    relayUrl: url,
    id: name,
    metadata: metadata(name),
    verify: false,
    storage: storageOf(),
  })
  const ourPages = ['page', 'other-page'].map((name) => createPairing({ role: 'requester', client: client(name) }))
  const ourWallet = createPairing({ role: 'responder', client: client('wallet') })
  ourWallet.on(
    'pairing.requested',
    ({ name }) => void ourWallet.approve(Number(name.slice('proposal:'.length)), { namespaces }),
  )
  await Promise.all([...ourPages, ourWallet].map((side) => side.open()))
  const open = async (name: string) => {
    const made = await SignClient.init({
      projectId: sandboxProject,
      relayUrl: url,
      metadata: metadata(name),
      customStoragePrefix: name,
      storage: storageOf(),
      telemetryEnabled: false,
      logger: 'silent',
    })
    made.core.verify.register = async () => undefined as never
    made.core.verify.resolve = async () => undefined as never
    return made
  }
  const openWallet = async (name: string) => {
    const made = await open(name)
    made.on('session_proposal', ({ id }) => void made.approve({ id, namespaces }))
    return made
  }
  const barePage = await open('bare-page')
  const [bareWallet, otherWallet] = [await openWallet('bare-wallet'), await openWallet('other-wallet')]

  const connect = (page: Pairing, pair: (uri: string) => unknown) => async () => {
    const outcome = await page.propose({ optionalNamespaces: asked }, { onUri: ({ uri }) => void pair(uri) })
    if (outcome.status !== 'done') throw new Error(outcome.status)
  }
  const bare = async () => {
    const { uri = '', approval } = await barePage.connect({ optionalNamespaces: asked })
    void bareWallet.pair({ uri })
    await approval()
  }
  const [page, otherPage] = ourPages as [Pairing, Pairing]
  const ways = [
    bare,
    connect(page, (uri) => otherWallet.pair({ uri })),
    connect(otherPage, (uri) => ourWallet.pair(uri)),
  ]
  const times: number[][] = ways.map(() => [])
  for (let round = 0; round < ROUNDS; round += 1)
    for (let turn = 0; turn < ways.length; turn += 1) {
      const way = (round + turn) % ways.length
      const begun = performance.now()
      await ways[way]?.()
      times[way]?.push(performance.now() - begun)
      // Lets leftover work finish before the next measurement.
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  for (const side of [...ourPages, ourWallet]) side.close()
  for (const made of [barePage, bareWallet, otherWallet]) {
    made.core.heartbeat.stop()
    await made.core.relayer.transportClose()
  }
  await stop()
  const [bareMs = 0, pageMs = 0, connectMs = 0] = times.map(median)
  return { bareMs, pageMs, connectMs }
}

export async function measurePairing(): Promise<PairingFigures> {
  return {
    ...(await measureEvents()),
    ...(await measureQueue()),
    sessionBytes: await measureMemory(),
    ...(await measureConnect()),
  }
}
