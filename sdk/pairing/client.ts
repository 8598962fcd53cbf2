/** The official WalletConnect client, kept within bounds: see `relayGuards.ts` and `engineGuards.ts`. */
import { SignClient } from '@walletconnect/sign-client'
import type { ProposalNamespaces } from '../../machines/schemas/pairing.ts'
import { readAgreed } from './agreed.ts'
import { guardEngine } from './engineGuards.ts'
import { internalsOf, within } from './internals.ts'
import { guardRelay, type Line } from './relayGuards.ts'
import { silence } from './silence.ts'
import { shareMessages, signAs, takeSeat, type Seat } from './tabSeat.ts'
import type { Client, DriverOptions } from './clientTypes.ts'
import { tabStorage } from './tabStorage.ts'

/** What a client has as one tab of several. */
const tabs = new WeakMap<Client, Seat & Line & ReturnType<typeof shareMessages>>()

/** How long a client that is closed waits for the line that it was about to open; its seat is left when that is over. */
const LEAVING_MS = 1_000

const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }

/** A client of its own core. It opens no socket before the first pairing or stored session. */
export async function openClient({ verify, role, id, storage, ...options }: DriverOptions): Promise<Client> {
  const customStoragePrefix = `latchkey-${id}`
  // One core for each instance: the client would share the one that it finds here.
  for (const name of ['', '_count'])
    Reflect.deleteProperty(globalThis, `_walletConnectCore_${customStoragePrefix}${name}`)
  const official = new SignClient({
    ...options,
    ...(storage && { storage }),
    customStoragePrefix,
    telemetryEnabled: false,
    logger: silence() as never,
    // The queue is a machine of ours.
    signConfig: { disableRequestQueue: true },
  })
  const client = official as unknown as Client
  const { core, initialize } = internalsOf(client)
  const seat = await takeSeat(customStoragePrefix)
  signAs(client, seat, core.storage, customStoragePrefix)
  const line = guardRelay(client)
  tabs.set(client, { ...seat, ...line, ...shareMessages(client, core.storage, customStoragePrefix) })
  core.storage = tabStorage(core.storage, customStoragePrefix)
  try {
    await readAgreed(client)
    await initialize.call(client)
  } catch (error) {
    await seat.leave()
    throw error
  }
  guardEngine(client, { verify, role })
  return client
}

interface Side {
  publicKey: string
}

/** Whether this client itself made the proposal, asked for the sign-in, or settled the session. */
export const isOwn = (client: Client, side: Side | undefined): boolean =>
  side !== undefined && client.core.crypto.keychain.has(side.publicKey)

/** As a peer may have written it. */
interface Sent {
  wc_sessionPropose: { proposer?: Side } | null
  wc_sessionSettle: { controller?: Side } | null
}

/** Hears what messages were answered with, by either side, and also those of before a reload. `error` is the refusal. */
export function watchAnswers<Method extends keyof Sent>(
  client: Client,
  method: Method,
  heard: (answer: { topic: string; params: Sent[Method]; error: unknown }) => void,
): void {
  client.core.history.on('history_updated', (record: AnsweredRecord<Method>) => {
    if (record.request.method !== method) return
    const { topic, request, response } = record
    heard({ topic, params: request.params, error: response && 'error' in response ? response.error : undefined })
  })
}

interface AnsweredRecord<Method extends keyof Sent> {
  topic: string
  request: { method: string; params: Sent[Method] }
  response?: { result: unknown } | { error: unknown }
}

/** Takes a session out of the store, whether or not the relay can be told. */
export async function forgetSession(client: Client, topic: string): Promise<void> {
  if (client.session.keys.includes(topic)) await client.session.delete(topic, USER_DISCONNECTED)
  client.core.expirer.del(topic)
  client.core.relayer.unsubscribe(topic).catch(() => {})
}

/** Whether another tab of this page has ended a session that is in this one's store: nobody would answer in it. */
export async function isEndedElsewhere(client: Client, topic: string): Promise<boolean> {
  const { core, session } = internalsOf(client)
  // Where that cannot be read, nobody is known to have ended it.
  return (await core.storage.isTakenAway?.(session.storageKey, topic).catch(() => false)) ?? false
}

/** Ends a session: the other side is told if it can be, and nothing of it is stored in any case. */
export async function endSession(client: Client, topic: string): Promise<void> {
  try {
    await client.disconnect({ topic, reason: USER_DISCONNECTED })
  } finally {
    await forgetSession(client, topic)
  }
}

/** Takes a proposal out of the store. */
export async function forgetProposal(client: Client, id: number): Promise<void> {
  await client.proposal.delete(id, USER_DISCONNECTED)
  client.core.expirer.del(id)
}

/** Takes a sign-in that is asked for out of the store. */
export async function forgetSignIn(client: Client, id: number): Promise<void> {
  await client.auth.requests.delete(id, USER_DISCONNECTED)
  client.core.expirer.del(id)
}

/** Stores what the page requires beside its own proposal: the client lets no wallet be required anything. */
export async function requireOf(client: Client, pairingTopic: string, required: ProposalNamespaces): Promise<void> {
  if (Object.keys(required).length === 0) return
  const own = client.proposal.getAll().find((one) => one.pairingTopic === pairingTopic && isOwn(client, one.proposer))
  if (own) await client.proposal.update(own.id, { requiredNamespaces: required })
}

/** Tells the other side that a pairing is not to be used. Where it is over already there is nobody to tell. */
export async function retractPairing(client: Client, topic: string): Promise<void> {
  if (!client.core.pairing.pairings.keys.includes(topic)) return
  await client.core.pairing.activate({ topic })
  await internalsOf(client).core.pairing.sendRequest(topic, 'wc_pairingDelete', USER_DISCONNECTED)
}

/** Ends a client: its timers and its socket, for good. What it stored stays. */
export async function closeClient(client: Client): Promise<void> {
  client.core.heartbeat.stop()
  const tab = tabs.get(client)
  // First of all: what is on its way out would open the line anew.
  const ended = tab?.end()
  await tab?.sent()
  await client.core.relayer.transportClose()
  // Whoever takes the seat must be heard: no line of this client may open after it.
  const left = Promise.resolve(ended).then(() => tab?.leave())
  await within(LEAVING_MS, left, () => undefined)
}
