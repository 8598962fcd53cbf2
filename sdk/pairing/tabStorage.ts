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
/** How long a tab that was held up so long does not ask again. */
const IMPATIENT_MS = 10_000
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

/** What gives a lock back; nothing where there are no locks; `late` where another tab does not give its own back. */
type Lock = (() => void) | 'late' | undefined

const takeLock = (name: string): Promise<Lock> =>
  new Promise<Lock>((resolve) => {
    // There is none where the page is not secure.
    const locks = (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks
    if (!locks) return resolve(undefined)
    const control = new AbortController()
    const timer = setTimeout(() => control.abort(), LOCK_MS)
    const granted = () =>
      new Promise<void>((release) => {
        clearTimeout(timer)
        resolve(release)
      })
    locks.request(name, { signal: control.signal }, granted).catch(() => resolve('late'))
  }).catch(() => undefined)

interface Turn {
  /** Resolves when it has begun. */
  begun: Promise<void>
  ended: Promise<void>
  end(): void
  working: number
  /** When other tabs may have lost their patience. */
  endBy: number
  timer?: ReturnType<typeof setTimeout>
  lock?: Lock
}

const isHidden = (): boolean =>
  (globalThis as { document?: { visibilityState?: string } }).document?.visibilityState === 'hidden'

/** Work of one tab at a time. `begin` is done at the beginning of each of this tab's turns. */
function createTurns(name: string, begin: () => Promise<void>) {
  let turn: Turn | undefined
  let askAgainAt = 0

  async function start(made: Turn) {
    made.lock = Date.now() < askAgainAt ? 'late' : await takeLock(name)
    if (made.lock === 'late' && Date.now() >= askAgainAt) askAgainAt = Date.now() + IMPATIENT_MS
    made.endBy = Date.now() + TURN_MS
    await begin()
  }
  function next(): Turn {
    let resolve = () => {}
    const ended = new Promise<void>((settle) => (resolve = settle))
    const made: Turn = {
      begun: Promise.resolve(),
      ended,
      working: 0,
      endBy: Number.POSITIVE_INFINITY,
      end() {
        clearTimeout(made.timer)
        if (turn === made) turn = undefined
        if (typeof made.lock === 'function') made.lock()
        resolve()
      },
    }
    made.begun = start(made)
    return made
  }
  function rest(made: Turn) {
    // Timers of a hidden page are late.
    const lingers = typeof made.lock === 'function' && Date.now() < made.endBy && !isHidden()
    if (lingers) made.timer = setTimeout(made.end, LINGER_MS)
    else made.end()
  }
  return async function within<Value>(work: () => Promise<Value>): Promise<Value> {
    for (let last = turn; last && Date.now() >= last.endBy; last = turn) {
      if (last.working === 0) last.end()
      else await last.ended
    }
    turn ??= next()
    const mine = turn
    clearTimeout(mine.timer)
    mine.working += 1
    try {
      await mine.begun
      return await work()
    } finally {
      mine.working -= 1
      if (mine.working === 0) rest(mine)
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
    // Whoever cannot be read may be another one.
    const last = await storage.getItem(lastTab).catch(() => undefined)
    if (last === tab) return
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
      const stored = await within(async () =>
        partsOf(isStale(key) ? await storage.getItem<unknown>(key) : known.get(key)?.foreign),
      )
      return stored !== undefined && !stored.has(id)
    },
  }
}
