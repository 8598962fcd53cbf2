/** Several tabs of an app at one relay. The relay serves only the newest socket of each client id, so each tab gets its own. */
import { PAIRING } from '../../../machines/constants.ts'
import { isRecord, isText } from '../../../machines/shared/typeGuards.rules.ts'
import { withLock } from '../../platform/locks.ts'
import type { Client } from './client.types.ts'
import { internalsOf, nextTask, within } from './internals.ts'
import type { Storage } from './tabStorage.ts'

/**
 * How long a message's record is kept, in milliseconds, if its relay lifetime is unknown; and the time limit for reading a
 * record.
 */
const KNOWN_MS = 86_400_000
const LOOK_MS = 1_000
/** Further tabs share the first id. */
const SEATS = 100
/** The length of the part of a message that identifies it: it contains the nonce. */
const BEGINNING = 96

/** The index of a tab's client id, from 0. No two running tabs share one. */
export interface Seat {
  index: number
  /** Resolves when the seat is free for another tab. */
  leave(): Promise<void>
}

const ONLY: Seat = { index: 0, leave: async () => {} }

/**
 * Takes the first free seat. It is released by `leave`, or when the tab closes. Without the Web Locks API there is only one seat.
 */
export async function takeSeat(name: string): Promise<Seat> {
  const { locks } = (globalThis as { navigator?: { locks?: LockManager } }).navigator ?? {}
  if (!locks) return ONLY
  for (let index = 0; index < SEATS; index += 1) {
    const leave = await hold(locks, `${name} seat ${index}`)
    if (leave) return { index, leave }
  }
  return ONLY
}

/** Takes a lock. Resolves to a function that releases it, or to `undefined` if it is taken. */
const hold = (locks: LockManager, name: string): Promise<(() => Promise<void>) | undefined> =>
  new Promise((resolve) => {
    const granted = (lock: Lock | null) =>
      new Promise<void>((release) => {
        const leave = () => {
          release()
          return held
        }
        if (lock) return resolve(leave)
        resolve(undefined)
        release()
      })
    const held = locks.request(name, { ifAvailable: true }, granted).catch(() => resolve(undefined))
  })

/** The client's key for the seed of its key pair, created on the first sign-in at the relay. */
const SEED = 'client_ed25519_seed'

/**
 * Authenticates at the relay with the seat's own key, derived from the app's key. All stored data still uses the app's id. Tabs
 * agree on the app's key before its first use; otherwise each would create its own.
 */
export function signAs(client: Client, { index }: Seat, storage: Storage, name: string): void {
  const { crypto: keys } = internalsOf(client).core
  const { getClientSeed, signJWT } = keys
  const { keychain } = keys
  const agree = async () => {
    const stored = await within(LOOK_MS, storage.getItem<unknown>(keychain.storageKey), () => undefined)
    const seed = isRecord(stored) ? stored[SEED] : undefined
    if (isText(seed)) keychain.keychain.set(SEED, seed)
    return getClientSeed.call(keys)
  }
  let agreed: Promise<Uint8Array> | undefined
  let isSigning = false
  keys.getClientSeed = async () => {
    const isSeats = isSigning && index > 0
    agreed ??= withLock(`${name} seed`, agree).catch((error: unknown) => {
      agreed = undefined
      throw error
    })
    const seed = await agreed
    if (!isSeats) return seed
    return new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.of(...seed, index)))
  }
  keys.signJWT = (audience) => {
    // It requests the seed before it returns.
    isSigning = true
    try {
      return signJWT.call(keys, audience)
    } finally {
      isSigning = false
    }
  }
}

/** The record of a message. `at`: when a tab first received it, or 0 if a tab of this app sent it. In milliseconds. */
interface Note {
  at: number
  until: number
}

const readNote = (value: unknown): Note | undefined =>
  isRecord(value) && typeof value['at'] === 'number' && typeof value['until'] === 'number'
    ? { at: value['at'], until: value['until'] }
    : undefined

interface Shared {
  /** Resolves when all outgoing messages have been passed to the socket. */
  sent(): Promise<void>
}

/**
 * Filters messages that another tab sent or received earlier. For the relay each tab is a separate client, so it delivers the
 * messages of one tab to all others, and old messages to each new tab. Messages are recorded before they are sent and as soon as
 * they are received.
 */
export function shareMessages(client: Client, storage: Storage, name: string): Shared {
  const { relayer } = internalsOf(client).core
  const { publisher } = relayer
  const openedAt = Date.now()
  const prefix = `${name}//message/`
  const keyOf = (message: string) => `${prefix}${message.slice(0, BEGINNING)}`
  const look = async (key: string) => readNote(await storage.getItem<unknown>(key))
  /** The records of this tab by topic, oldest first; limited, because a peer may send any number of messages. */
  const notes = new Map<string, Set<string>>()
  function note(topic: string, message: string, known: Note) {
    const key = keyOf(message)
    const keys = (notes.get(topic) ?? new Set()).add(key)
    notes.set(topic, keys)
    for (const oldest of keys) {
      if (keys.size <= PAIRING.receivedMessageIds) break
      keys.delete(oldest)
      storage.removeItem(oldest).catch(() => {})
    }
    // If the record cannot be stored, the message is processed anyway.
    return within<unknown>(LOOK_MS, storage.setItem(key, known), () => undefined)
  }

  const leaving = new Set<Promise<unknown>>()
  const publish = publisher.rpcPublish.bind(publisher)
  publisher.rpcPublish = async (request, opts) => {
    const { params } = request as { params?: unknown }
    const said = isRecord(params) ? params : {}
    const messages = SENT.map((name) => said[name]).filter(isText)
    const topic = [said['topic'], said['pairingTopic']].find(isText) ?? ''
    const ttl = typeof said['ttl'] === 'number' ? said['ttl'] * 1_000 : KNOWN_MS
    const noted = Promise.all(messages.map((message) => note(topic, message, { at: 0, until: Date.now() + ttl })))
    const sent = noted.then(() => ({ answer: publish(request, opts) }))
    leaving.add(sent)
    const { answer } = await sent.finally(() => leaving.delete(sent))
    return answer
  }

  const isOver = async ({ topic, message }: { topic: string; message: string }): Promise<boolean> => {
    const known = await look(keyOf(message))
    if (known) return known.at < openedAt
    const at = Date.now()
    await note(topic, message, { at, until: at + KNOWN_MS })
    return false
  }
  let last: Promise<unknown> = Promise.resolve()
  const ignores = relayer.shouldIgnoreMessageEvent.bind(relayer)
  relayer.shouldIgnoreMessageEvent = (event) => {
    // One after another, in the order of arrival.
    const judged = last.then(async () => {
      if (await ignores(event)) return true
      return within(LOOK_MS, isOver(event), () => false)
    })
    last = judged.catch(() => {})
    return judged
  }

  const clear = async () => {
    for (const key of await storage.getKeys()) {
      if (!key.startsWith(prefix)) continue
      const known = await look(key)
      if (!known || known.until < openedAt) await storage.removeItem(key)
    }
  }
  clear().catch(() => {})
  return {
    async sent() {
      await Promise.allSettled(leaving)
      await nextTask()
    },
  }
}

/** The fields of a relay request that contain messages. */
const SENT = ['message', 'sessionProposal', 'sessionProposalResponse', 'sessionSettlementRequest']
