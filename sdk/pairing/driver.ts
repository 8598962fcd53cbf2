/** Translates between our machines and the official client. It guards against the client's defects and decides nothing. */
import { proposedNamespaces } from '../../machines/rules/pairing/handlers.ts'
import { peerError } from '../../machines/rules/pairing/peerErrors.ts'
import { closeClient, openClient, type ClientOptions } from './client.ts'

/** What a peer or the relay did. Everything in it is a stranger's, to be checked before it is believed. */
export type PairingEvent =
  | { type: 'session.settled'; session: unknown }
  | { type: 'session.updated'; id: number; topic: string; namespaces: unknown }
  | { type: 'session.extended'; id: number; topic: string }
  | { type: 'session.emitted'; id: number; topic: string; params: unknown }
  | { type: 'session.deleted'; topic: string }
  | { type: 'relay.connected' }
  | { type: 'relay.disconnected' }
  | { type: 'relay.failed'; error: unknown }

export interface Offer {
  /** What a wallet scans, or is opened with. */
  uri: string
  /** Resolves to the session once the wallet has settled it; rejects with a `LatchkeyError` when it will not. */
  approval: Promise<unknown>
}

export interface PairingDriver {
  /** Proposes a session on chains, by CAIP-2 id. A proposal that is called off leaves nothing behind, not even a session settled late. */
  propose(chains: readonly string[], signal: AbortSignal): Promise<Offer>
  /** The sessions that are stored. */
  sessions(): readonly unknown[]
  request(
    call: { topic: string; chainId: string; request: { method: string; params: unknown }; expirySeconds: number },
    signal: AbortSignal,
  ): Promise<unknown>
  ping(topic: string, signal: AbortSignal): Promise<void>
  disconnect(topic: string, signal: AbortSignal): Promise<void>
  watch(heard: (event: PairingEvent) => void): () => void
  close(): Promise<void>
}

/** Ids of the client are made of the time in milliseconds: calls in the same one may get each other's answers. */
const SPACING_MS = 2

const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export async function openDriver(options: ClientOptions): Promise<PairingDriver> {
  const client = await openClient(options)
  const listeners = new Set<(event: PairingEvent) => void>()
  const tell = (event: PairingEvent) => {
    for (const heard of listeners) heard(event)
  }
  client.on('session_connect', ({ session }) => tell({ type: 'session.settled', session }))
  client.on('session_update', ({ id, topic, params }) =>
    tell({ type: 'session.updated', id, topic, namespaces: params.namespaces }),
  )
  client.on('session_extend', ({ id, topic }) => tell({ type: 'session.extended', id, topic }))
  client.on('session_event', ({ id, topic, params }) => tell({ type: 'session.emitted', id, topic, params }))
  client.on('session_delete', ({ topic }) => tell({ type: 'session.deleted', topic }))
  client.on('session_expire', ({ topic }) => tell({ type: 'session.deleted', topic }))
  const { relayer } = client.core
  relayer.on('relayer_connect', () => tell({ type: 'relay.connected' }))
  relayer.on('relayer_disconnect', () => tell({ type: 'relay.disconnected' }))
  relayer.on('relayer_error', (error: unknown) => tell({ type: 'relay.failed', error }))

  /** Rejects with what the relay said, or with the signal's reason, whichever comes first. */
  const interrupted = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
    new Promise((resolve, reject) => {
      const abort = () => reject(signal.reason)
      const unwatch = driver.watch((event) => {
        if (event.type === 'relay.failed') reject(event.error)
      })
      if (signal.aborted) abort()
      signal.addEventListener('abort', abort, { once: true })
      work.then(resolve, reject).finally(() => {
        signal.removeEventListener('abort', abort)
        unwatch()
      })
    })

  let turn = Promise.resolve()
  const inTurn = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const before = turn
    turn = before.then(() => pause(SPACING_MS))
    await before
    return work()
  }

  const driver: PairingDriver = {
    async propose(chains, signal) {
      signal.throwIfAborted()
      const connecting = inTurn(() => client.connect({ optionalNamespaces: proposedNamespaces(chains) }))
      const offered = connecting.then(({ uri, approval }) => {
        // Called at once and once: the client answers only the first who asks, and nobody who asks too late.
        const settled = approval()
        settled.catch(() => {})
        const topic = /^wc:([^@]+)@/.exec(uri ?? '')?.[1] ?? ''
        const callOff = () => {
          settled
            .then(
              (session) => client.disconnect({ topic: session.topic, reason: USER_DISCONNECTED }),
              () => {},
            )
            .catch(() => {})
          client.core.pairing.disconnect({ topic }).catch(() => {})
        }
        if (signal.aborted) callOff()
        else signal.addEventListener('abort', callOff, { once: true })
        settled.finally(() => signal.removeEventListener('abort', callOff)).catch(() => {})
        const answer = interrupted<unknown>(settled, signal).catch((error: unknown) => {
          throw signal.aborted ? error : peerError(error, 'connect')
        })
        return { uri: uri ?? '', approval: answer }
      })
      offered.then(
        ({ approval }) => approval.catch(() => {}),
        () => {},
      )
      return interrupted(offered, signal)
    },
    sessions: () => client.session.getAll(),
    request: ({ topic, chainId, request, expirySeconds }, signal) =>
      interrupted(
        inTurn(() => client.request<unknown>({ topic, chainId, request, expiry: expirySeconds })),
        signal,
      ),
    ping: (topic, signal) =>
      interrupted(
        inTurn(() => client.ping({ topic })),
        signal,
      ),
    disconnect: (topic, signal) =>
      interrupted(
        inTurn(() => client.disconnect({ topic, reason: USER_DISCONNECTED })),
        signal,
      ),
    watch(heard) {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
    async close() {
      listeners.clear()
      await closeClient(client)
    },
  }
  return driver
}
