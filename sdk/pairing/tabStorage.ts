/** One storage for all tabs of a page. The client writes down the whole of what its tab knows, over what others know. */
import { isRecord, json, shown } from '../../machines/rules/pairing/shapes.ts'
import { randomIds } from '../platform/browser.ts'

/** What the client asks of a storage. */
export interface Storage {
  getKeys(): Promise<string[]>
  getEntries<Value>(): Promise<[string, Value][]>
  getItem<Value>(key: string): Promise<Value | undefined>
  setItem<Value>(key: string, value: Value): Promise<void>
  removeItem(key: string): Promise<void>
}

export interface TabStorage extends Storage {
  /** Whether another tab took something away that this one has. */
  isTakenAway(key: string, id: string): Promise<boolean>
}

/** How long another tab may hold things up; one that is frozen holds up nobody for longer. */
const LOCK_MS = 2_000
/** How long a tab keeps its turn after it has written, since it often writes again, and how long in all. */
const LINGER_MS = 50
const TURN_MS = 500

/** What each tab heard: it grows with every message, and is of use to no other. */
const OWN = /\/\/messages(_withoutClientAck)?$/

const idOf = (item: unknown): string => {
  const { id, target, topic, responseTopic } = isRecord(item) ? item : {}
  return shown(id ?? target ?? topic ?? responseTopic ?? item)
}

/** The parts of a value, by their names. */
const partsOf = (value: unknown): Map<string, unknown> | undefined => {
  if (Array.isArray(value)) return new Map(value.map((item: unknown) => [idOf(item), item]))
  return isRecord(value) ? new Map(Object.entries(value)) : undefined
}

/**
 * A value as a tab knew it. The client puts new parts in the place of those that it changes, but for messages, to which it
 * adds their answers.
 */
interface Knowledge {
  value: unknown
  answered: readonly boolean[]
}

const knowledgeOf = (value: unknown): Knowledge => ({
  value,
  answered: Array.isArray(value) ? value.map((item: unknown) => isRecord(item) && 'response' in item) : [],
})

/** The names of parts that are not as they were before. */
function changedIn(before: Knowledge | undefined, after: Knowledge): string[] {
  const [known, own] = [partsOf(before?.value) ?? new Map<string, unknown>(), partsOf(after.value) ?? []]
  const answered = new Map([...known.keys()].map((id, index) => [id, before?.answered[index]]))
  return [...own].flatMap(([id, part], index) => {
    const same = known.get(id) === part ? answered.get(id) === after.answered[index] : isAlike(known.get(id), part)
    return known.has(id) && same ? [] : [id]
  })
}

const isAlike = (one: unknown, other: unknown): boolean => one === other || json(one) === json(other)

/** What is stored, with what this tab changed since it last knew of it. */
function merged(stored: unknown, before: Knowledge | undefined, after: Knowledge): unknown {
  const { value } = after
  const all = partsOf(stored)
  const own = all && partsOf(value)
  if (!own) return value
  for (const id of partsOf(before?.value)?.keys() ?? []) if (!own.has(id)) all.delete(id)
  for (const id of changedIn(before, after)) all.set(id, own.get(id))
  return Array.isArray(value) ? [...all.values()] : Object.fromEntries(all)
}

/** Resolves to what gives it back; to nothing where there are no locks, or another tab does not give its own back. */
const takeLock = (name: string): Promise<(() => void) | undefined> =>
  new Promise((resolve) => {
    // There is none where the page is not secure.
    const locks = (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks
    if (!locks) return resolve(undefined)
    locks
      .request(name, { signal: AbortSignal.timeout(LOCK_MS) }, () => new Promise<void>((release) => resolve(release)))
      .catch(() => resolve(undefined))
  })

/** Work of one tab at a time. `begun` is done at the beginning of each of this tab's turns. */
function createTurns(name: string, begun: () => Promise<void>) {
  let turn: Promise<(() => void) | undefined> | undefined
  let working = 0
  let endBy = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function begin() {
    const release = await takeLock(name)
    endBy = Date.now() + TURN_MS
    await begun().catch(() => {})
    return release
  }
  function rest(release: (() => void) | undefined) {
    const end = () => {
      turn = undefined
      release?.()
    }
    if (release && Date.now() < endBy) timer = setTimeout(end, LINGER_MS)
    else end()
  }
  return async function within<Value>(work: () => Promise<Value>): Promise<Value> {
    clearTimeout(timer)
    working += 1
    turn ??= begin()
    const release = await turn
    try {
      return await work()
    } finally {
      working -= 1
      if (working === 0) rest(release)
    }
  }
}

interface Entry extends Knowledge {
  /** What is stored, where other tabs have a part in it. */
  foreign: unknown
  /** How often another tab had written by then. */
  turn: number
}

/**
 * The storage as one tab sees it: what it read and wrote is what it finds, and nothing of other tabs is written over. What
 * others wrote is looked at only after one of them did: who wrote last is kept under a name of its own.
 */
export function tabStorage(storage: Storage, name = ''): TabStorage {
  const tab = randomIds.next()
  const known = new Map<string, Entry>()
  const writing = new Map<string, Promise<void>>()
  const lastTab = `${name}//lastTab`
  let turn = 0

  const within = createTurns(`latchkey ${name}`, async () => {
    if ((await storage.getItem(lastTab)) === tab) return
    turn += 1
    await storage.setItem(lastTab, tab)
  })
  /** Whether another tab may have written under a key since this one knew of it. */
  const isStale = (key: string): boolean => known.get(key)?.turn !== turn

  const write = (key: string, knowledge: Knowledge) =>
    within(async () => {
      const last = known.get(key)
      const before = isStale(key) ? await storage.getItem<unknown>(key) : last?.foreign
      const stored = merged(before, last, knowledge)
      await storage.setItem(key, stored)
      known.set(key, { ...knowledge, foreign: isAlike(stored, knowledge.value) ? undefined : stored, turn })
    })

  return {
    getKeys: () => storage.getKeys(),
    getEntries: () => storage.getEntries(),
    removeItem: (key) => storage.removeItem(key),
    async getItem<Value>(key: string) {
      await writing.get(key)?.catch(() => {})
      const own = known.get(key)
      if (own) return own.value as Value
      const value = await storage.getItem<Value>(key)
      if (!OWN.test(key) && value !== undefined) known.set(key, { ...knowledgeOf(value), foreign: undefined, turn: -1 })
      return value
    },
    setItem(key, value) {
      if (OWN.test(key)) return storage.setItem(key, value)
      const before = writing.get(key) ?? Promise.resolve()
      const knowledge = knowledgeOf(value)
      const written = before.catch(() => {}).then(() => write(key, knowledge))
      writing.set(key, written)
      return written
    },
    async isTakenAway(key, id) {
      await writing.get(key)?.catch(() => {})
      if (!partsOf(known.get(key)?.value)?.has(id)) return false
      const stored = await within(async () => (isStale(key) ? partsOf(await storage.getItem<unknown>(key)) : undefined))
      return stored !== undefined && !stored.has(id)
    },
  }
}
