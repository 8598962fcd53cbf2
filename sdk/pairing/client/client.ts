/** Opens and guards the official WalletConnect client: see `relayGuards.ts` and `engineGuards.ts`. */
import { SignClient } from '@walletconnect/sign-client'
import type { ProposalNamespaces } from '../../../machines/pairing/pairing.schemas.ts'
import { readAgreedNamespaces } from './approvedNamespaces.ts'
import { guardEngine } from './engineGuards.ts'
import { internalsOf, withTimeout } from './internals.ts'
import { guardRelay, type RelayConnection } from './relayGuards.ts'
import { createSilentLogger } from './silentLogger.ts'
import { shareMessages, signWithSeatKey, takeSeat, type Seat } from './tabSeat.ts'
import type { Client, DriverOptions } from './client.types.ts'
import { tabStorage } from './tabStorage.ts'

/** The data of each client that concerns the coordination of tabs. */
const tabs = new WeakMap<Client, Seat & RelayConnection & ReturnType<typeof shareMessages>>()

/** How long a closing client waits, in milliseconds, for a connection that is being opened. Then it gives up its seat. */
const CLOSE_MS = 1_000

const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }

/** Opens a client with its own core. It opens no socket before the first pairing or stored session. */
export async function openClient({ verify, role, id, storage, ...options }: DriverOptions): Promise<Client> {
  const customStoragePrefix = `latchkey-${id}`
  // Each instance needs its own core, and the client would reuse an existing one.
  for (const name of ['', '_count'])
    Reflect.deleteProperty(globalThis, `_walletConnectCore_${customStoragePrefix}${name}`)
  const official = new SignClient({
    ...options,
    ...(storage && { storage }),
    customStoragePrefix,
    telemetryEnabled: false,
    logger: createSilentLogger() as never,
    // One of our machines is the queue.
    signConfig: { disableRequestQueue: true },
  })
  const client = official as unknown as Client
  const { core, initialize } = internalsOf(client)
  const seat = await takeSeat(customStoragePrefix)
  signWithSeatKey(client, seat, core.storage, customStoragePrefix)
  const relayConnection = guardRelay(client)
  tabs.set(client, { ...seat, ...relayConnection, ...shareMessages(client, core.storage, customStoragePrefix) })
  core.storage = tabStorage(core.storage, customStoragePrefix)
  try {
    await readAgreedNamespaces(client)
    await initialize.call(client)
  } catch (error) {
    await seat.release()
    throw error
  }
  guardEngine(client, { verify, role })
  return client
}

interface Side {
  publicKey: string
}

/** Whether this client made the proposal, requested the sign-in or settled the session. */
export const isOwn = (client: Client, side: Side | undefined): boolean =>
  side !== undefined && client.core.crypto.keychain.has(side.publicKey)

/** The parameters in the peer's message, which are not validated. */
interface MessageParams {
  wc_sessionPropose: { proposer?: Side } | null
  wc_sessionSettle: { controller?: Side } | null
}

/**
 * Calls `listener` for each response to a message of this method, sent by either side, also from before a reload. `error` is set if
 * it was rejected.
 */
export function watchResponses<Method extends keyof MessageParams>(
  client: Client,
  method: Method,
  listener: (answer: { topic: string; params: MessageParams[Method]; error: unknown }) => void,
): void {
  client.core.history.on('history_updated', (record: ResponseRecord<Method>) => {
    if (record.request.method !== method) return
    const { topic, request, response } = record
    listener({ topic, params: request.params, error: response && 'error' in response ? response.error : undefined })
  })
}

interface ResponseRecord<Method extends keyof MessageParams> {
  topic: string
  request: { method: string; params: MessageParams[Method] }
  response?: { result: unknown } | { error: unknown }
}

/** Removes a session from the store, even if the relay cannot be reached. */
export async function deleteSession(client: Client, topic: string): Promise<void> {
  if (client.session.keys.includes(topic)) await client.session.delete(topic, USER_DISCONNECTED)
  client.core.expirer.del(topic)
  client.core.relayer.unsubscribe(topic).catch(() => {})
}

/** Whether another tab ended a session that is still in this tab's store. The peer would not respond in it. */
export async function isEndedInOtherTab(client: Client, topic: string): Promise<boolean> {
  const { core, session } = internalsOf(client)
  // If the storage cannot be read, assume that the session has not ended.
  return (await core.storage.isRemovedByOtherTab?.(session.storageKey, topic).catch(() => false)) ?? false
}

/** Ends a session. The peer is notified if possible, and the session is removed from the store in any case. */
export async function endSession(client: Client, topic: string): Promise<void> {
  try {
    await client.disconnect({ topic, reason: USER_DISCONNECTED })
  } finally {
    await deleteSession(client, topic)
  }
}

/** Removes a proposal from the store. */
export async function deleteProposal(client: Client, id: number): Promise<void> {
  await client.proposal.delete(id, USER_DISCONNECTED)
  client.core.expirer.del(id)
}

/** Removes a sign-in request from the store. */
export async function deleteSignIn(client: Client, id: number): Promise<void> {
  await client.auth.requests.delete(id, USER_DISCONNECTED)
  client.core.expirer.del(id)
}

/** Stores the namespaces that the app requires with its own proposal. The client proposes all of them as optional. */
export async function storeRequiredNamespaces(
  client: Client,
  pairingTopic: string,
  required: ProposalNamespaces,
): Promise<void> {
  if (Object.keys(required).length === 0) return
  const proposal = client.proposal
    .getAll()
    .find((item) => item.pairingTopic === pairingTopic && isOwn(client, item.proposer))
  if (proposal) await client.proposal.update(proposal.id, { requiredNamespaces: required })
}

/** Notifies the peer that a pairing is withdrawn. Does nothing if the pairing has ended. */
export async function retractPairing(client: Client, topic: string): Promise<void> {
  if (!client.core.pairing.pairings.keys.includes(topic)) return
  await client.core.pairing.activate({ topic })
  await internalsOf(client).core.pairing.sendRequest(topic, 'wc_pairingDelete', USER_DISCONNECTED)
}

/** Closes a client with its timers and socket, permanently. Its stored data remains. */
export async function closeClient(client: Client): Promise<void> {
  client.core.heartbeat.stop()
  const tab = tabs.get(client)
  // First of all: a pending message would reopen the connection.
  const connectionEnded = tab?.end()
  await tab?.flush()
  await client.core.relayer.transportClose()
  // Give up the seat last: while another tab uses it, this client must not open a connection.
  const seatReleased = Promise.resolve(connectionEnded).then(() => tab?.release())
  await withTimeout(CLOSE_MS, seatReleased, () => undefined)
}
