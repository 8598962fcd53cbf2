/** Several tabs of an app at one relay. The relay serves only the newest socket of each client id, so each tab gets its own. */
import { PAIRING } from '../../../machines/constants.ts'
import { isRecord, isText } from '../../../machines/shared/typeGuards.rules.ts'
import { withLock } from '../../platform/locks.ts'
import type { Client } from './client.types.ts'
import { internalsOf, nextTask, withTimeout } from './internals.ts'
import type { Storage } from './tabStorage.ts'

/**
 * How long a message's record is kept, in milliseconds, if its relay lifetime is unknown; and the time limit for reading a
 * record.
 */
const RECORD_LIFETIME_MS = 86_400_000
const READ_TIMEOUT_MS = 1_000
/** Further tabs share the first id. */
const SEATS = 100
/** The length of the part of a message that identifies it: it contains the nonce. */
const ID_LENGTH = 96

/** The index of a tab's client id, from 0. No two running tabs share one. */
export interface Seat {
  index: number
  /** Resolves when the seat is free for another tab. */
  release(): Promise<void>
}

const ONLY_SEAT: Seat = { index: 0, release: async () => {} }

/**
 * Takes the first free seat. The tab holds it until `release` is called or the tab closes. Without the Web Locks API there is only one seat.
 */
export async function takeSeat(name: string): Promise<Seat> {
  const { locks } = (globalThis as { navigator?: { locks?: LockManager } }).navigator ?? {}
  if (!locks) return ONLY_SEAT
  for (let index = 0; index < SEATS; index += 1) {
    const release = await tryLock(locks, `${name} seat ${index}`)
    if (release) return { index, release }
  }
  return ONLY_SEAT
}

/** Takes a lock. Resolves to a function that releases it, or to `undefined` if it is taken. */
const tryLock = (locks: LockManager, name: string): Promise<(() => Promise<void>) | undefined> =>
  new Promise((resolve) => {
    const granted = (lock: Lock | null) =>
      new Promise<void>((release) => {
        const releaseLock = () => {
          release()
          return lockRequest
        }
        if (lock) return resolve(releaseLock)
        resolve(undefined)
        release()
      })
    const lockRequest = locks.request(name, { ifAvailable: true }, granted).catch(() => resolve(undefined))
  })

/** The client's key for the seed of its key pair, created on the first sign-in at the relay. */
const SEED = 'client_ed25519_seed'

/**
 * Authenticates at the relay with the seat's own key, derived from the app's key. All stored data still uses the app's id. Tabs
 * agree on the app's key before its first use; otherwise each would create its own.
 */
export function signWithSeatKey(client: Client, { index }: Seat, storage: Storage, name: string): void {
  const { crypto: keys } = internalsOf(client).core
  const { getClientSeed, signJWT } = keys
  const { keychain } = keys
  const readSharedSeed = async () => {
    const stored = await withTimeout(READ_TIMEOUT_MS, storage.getItem<unknown>(keychain.storageKey), () => undefined)
    const seed = isRecord(stored) ? stored[SEED] : undefined
    if (isText(seed)) keychain.keychain.set(SEED, seed)
    return getClientSeed.call(keys)
  }
  let sharedSeed: Promise<Uint8Array> | undefined
  let isSigning = false
  keys.getClientSeed = async () => {
    const usesSeatKey = isSigning && index > 0
    sharedSeed ??= withLock(`${name} seed`, readSharedSeed).catch((error: unknown) => {
      sharedSeed = undefined
      throw error
    })
    const seed = await sharedSeed
    if (!usesSeatKey) return seed
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
interface MessageRecord {
  at: number
  until: number
}

const parseRecord = (value: unknown): MessageRecord | undefined =>
  isRecord(value) && typeof value['at'] === 'number' && typeof value['until'] === 'number'
    ? { at: value['at'], until: value['until'] }
    : undefined

interface SharedMessages {
  /** Resolves when all outgoing messages have been passed to the socket. */
  flush(): Promise<void>
}

/**
 * Filters messages that another tab sent or received earlier. For the relay each tab is a separate client, so it delivers the
 * messages of one tab to all others, and old messages to each new tab. Messages are recorded before they are sent and as soon as
 * they are received.
 */
export function shareMessages(client: Client, storage: Storage, name: string): SharedMessages {
  const { relayer } = internalsOf(client).core
  const { publisher } = relayer
  const openedAt = Date.now()
  const prefix = `${name}//message/`
  const keyOf = (message: string) => `${prefix}${message.slice(0, ID_LENGTH)}`
  const readRecord = async (key: string) => parseRecord(await storage.getItem<unknown>(key))
  /** The records of this tab by topic, oldest first; limited, because a peer may send any number of messages. */
  const recordKeys = new Map<string, Set<string>>()
  function storeRecord(topic: string, message: string, record: MessageRecord) {
    const key = keyOf(message)
    const keys = (recordKeys.get(topic) ?? new Set()).add(key)
    recordKeys.set(topic, keys)
    for (const oldest of keys) {
      if (keys.size <= PAIRING.receivedMessageIds) break
      keys.delete(oldest)
      storage.removeItem(oldest).catch(() => {})
    }
    // If the record cannot be stored, the message is processed anyway.
    return withTimeout<unknown>(READ_TIMEOUT_MS, storage.setItem(key, record), () => undefined)
  }

  const outgoing = new Set<Promise<unknown>>()
  const publish = publisher.rpcPublish.bind(publisher)
  publisher.rpcPublish = async (request, opts) => {
    const { params } = request as { params?: unknown }
    const fields = isRecord(params) ? params : {}
    const messages = MESSAGE_FIELDS.map((name) => fields[name]).filter(isText)
    const topic = [fields['topic'], fields['pairingTopic']].find(isText) ?? ''
    const ttl = typeof fields['ttl'] === 'number' ? fields['ttl'] * 1_000 : RECORD_LIFETIME_MS
    const recorded = Promise.all(
      messages.map((message) => storeRecord(topic, message, { at: 0, until: Date.now() + ttl })),
    )
    const sending = recorded.then(() => ({ answer: publish(request, opts) }))
    outgoing.add(sending)
    const { answer } = await sending.finally(() => outgoing.delete(sending))
    return answer
  }

  const isDuplicate = async ({ topic, message }: { topic: string; message: string }): Promise<boolean> => {
    const record = await readRecord(keyOf(message))
    if (record) return record.at < openedAt
    const at = Date.now()
    await storeRecord(topic, message, { at, until: at + RECORD_LIFETIME_MS })
    return false
  }
  let previous: Promise<unknown> = Promise.resolve()
  const shouldIgnore = relayer.shouldIgnoreMessageEvent.bind(relayer)
  relayer.shouldIgnoreMessageEvent = (event) => {
    // One after another, in the order of arrival.
    const verdict = previous.then(async () => {
      if (await shouldIgnore(event)) return true
      return withTimeout(READ_TIMEOUT_MS, isDuplicate(event), () => false)
    })
    previous = verdict.catch(() => {})
    return verdict
  }

  const removeOldRecords = async () => {
    for (const key of await storage.getKeys()) {
      if (!key.startsWith(prefix)) continue
      const record = await readRecord(key)
      if (!record || record.until < openedAt) await storage.removeItem(key)
    }
  }
  removeOldRecords().catch(() => {})
  return {
    async flush() {
      await Promise.allSettled(outgoing)
      await nextTask()
    },
  }
}

/** The fields of a relay request that contain messages. */
const MESSAGE_FIELDS = ['message', 'sessionProposal', 'sessionProposalResponse', 'sessionSettlementRequest']
