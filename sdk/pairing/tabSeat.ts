/** Several tabs of one page at one relay, which serves but the newest socket of a client: each has a name of its own there. */
import { PAIRING } from '../../machines/constants.ts'
import { isRecord, isText } from '../../machines/rules/pairing/shapes.ts'
import { inTurn } from '../platform/turns.ts'
import type { Client } from './clientTypes.ts'
import { internalsOf, nextTask, within } from './internals.ts'
import type { Storage } from './tabStorage.ts'

/** How long a message of the page is known for, where nothing says how long the relay keeps it; and how long a look at it may take. */
const KNOWN_MS = 86_400_000
const LOOK_MS = 1_000
/** More tabs than these share the last name. */
const SEATS = 100
/** So much of a message tells it from all others: its nonce is in it. */
const BEGINNING = 96

/** Which of the page's names a tab has, from 0 on. No two tabs that are alive have the same one. */
export interface Seat {
  index: number
  /** Resolves when somebody else can have it. */
  leave(): Promise<void>
}

const ONLY: Seat = { index: 0, leave: async () => {} }

/** Takes the first seat that is free. It is free again when it is left, or with the tab. Without web locks there is but one. */
export async function takeSeat(name: string): Promise<Seat> {
  const { locks } = (globalThis as { navigator?: { locks?: LockManager } }).navigator ?? {}
  if (!locks) return ONLY
  for (let index = 0; index < SEATS; index += 1) {
    const leave = await hold(locks, `${name} seat ${index}`)
    if (leave) return { index, leave }
  }
  return ONLY
}

/** Holds a lock for as long as nothing is called; nothing where somebody else holds it. */
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

/** Under this name the client keeps the secret that its key follows from, made when it first signs in. */
const SEED = 'client_ed25519_seed'

/**
 * Signs in at the relay under the seat's own key, which follows from the page's. The page's own name stays what everything
 * that is stored goes by. Tabs agree on the page's key before the first use: each would make one of its own otherwise.
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
    agreed ??= inTurn(`${name} seed`, agree).catch((error: unknown) => {
      agreed = undefined
      throw error
    })
    const seed = await agreed
    if (!isSeats) return seed
    return new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.of(...seed, index)))
  }
  keys.signJWT = (audience) => {
    // It asks for the seed before it returns.
    isSigning = true
    try {
      return signJWT.call(keys, audience)
    } finally {
      isSigning = false
    }
  }
}

/** What is known of a message. `at`: when a tab heard it first; 0 where a tab of this page sent it. In milliseconds. */
interface Note {
  at: number
  until: number
}

const readNote = (value: unknown): Note | undefined =>
  isRecord(value) && typeof value['at'] === 'number' && typeof value['until'] === 'number'
    ? { at: value['at'], until: value['until'] }
    : undefined

interface Shared {
  /** Resolves when everything that is on its way out has been handed to the socket. */
  sent(): Promise<void>
}

/**
 * To the relay each tab is somebody else: what one of them says comes to all others, and what they heard long ago comes to
 * each new one. Neither is news: what is sent is noted before it goes out, and what is heard as soon as it comes.
 */
export function shareMessages(client: Client, storage: Storage, name: string): Shared {
  const { relayer } = internalsOf(client).core
  const { publisher } = relayer
  const openedAt = Date.now()
  const prefix = `${name}//message/`
  const keyOf = (message: string) => `${prefix}${message.slice(0, BEGINNING)}`
  const look = async (key: string) => readNote(await storage.getItem<unknown>(key))
  /** The notes of this tab by topic, oldest first: a peer may say more than anybody has room for. */
  const notes = new Map<string, Set<string>>()
  function note(topic: string, message: string, known: Note) {
    const key = keyOf(message)
    const keys = (notes.get(topic) ?? new Set()).add(key)
    notes.set(topic, keys)
    for (const oldest of keys) {
      if (keys.size <= PAIRING.heardMessages) break
      keys.delete(oldest)
      storage.removeItem(oldest).catch(() => {})
    }
    // Where nothing can be stored, the message is worth more than its note.
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
    // One after another, as they came.
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

/** Where a request to the relay holds messages. */
const SENT = ['message', 'sessionProposal', 'sessionProposalResponse', 'sessionSettlementRequest']
