/**
 * One storage for all tabs of an app. The client of each tab writes its whole state, which would overwrite the changes of other
 * tabs.
 */
import { isRecord, toJson, toText } from '../../../machines/shared/typeGuards.rules.ts'
import { randomIds } from '../../platform/browser.ts'

/** The storage interface that the client requires. */
export interface Storage {
  getKeys(): Promise<string[]>
  getEntries<Value>(): Promise<[string, Value][]>
  getItem<Value>(key: string): Promise<Value | undefined>
  setItem<Value>(key: string, value: Value): Promise<void>
  removeItem(key: string): Promise<void>
}

export interface TabStorage extends Storage {
  /** Whether another tab removed an item that this tab still has. */
  isTakenAway(key: string, id: string): Promise<boolean>
}

/** How long to wait for another tab, in milliseconds, in case it is frozen. */
const LOCK_MS = 2_000
/** After such a timeout, how long the tab does not request the lock again, in milliseconds. */
const LOCK_PAUSE_MS = 10_000
/** How long a tab keeps the lock after a write, since it often writes again; and the maximum in total. In milliseconds. */
const LINGER_MS = 50
const LOCK_HELD_MS = 500

/** The messages that each tab received: they grow with every message and concern no other tab. */
const OWN = /\/\/messages(_withoutClientAck)?$/

const idOf = (item: unknown): string => {
  const { id, target, topic, responseTopic } = isRecord(item) ? item : {}
  return toText(id ?? target ?? topic ?? responseTopic ?? item)
}

/** The parts of a value, by name. */
const partsOf = (value: unknown): Map<string, unknown> | undefined => {
  if (Array.isArray(value)) return new Map(value.map((item: unknown) => [idOf(item), item]))
  return isRecord(value) ? new Map(Object.entries(value)) : undefined
}

/** A value as a tab last knew it. The client replaces parts that change, except for messages, to which it adds their response. */
interface Knowledge {
  value: unknown
  answered: readonly boolean[]
}

const knowledgeOf = (value: unknown): Knowledge => ({
  value,
  answered: Array.isArray(value) ? value.map((item: unknown) => isRecord(item) && 'response' in item) : [],
})

/** The names of the parts that have changed. */
function changedIn(before: Knowledge | undefined, after: Knowledge): string[] {
  const [known, own] = [partsOf(before?.value) ?? new Map<string, unknown>(), partsOf(after.value) ?? []]
  const answered = new Map([...known.keys()].map((id, index) => [id, before?.answered[index]]))
  return [...own].flatMap(([id, part], index) => {
    const same = known.get(id) === part ? answered.get(id) === after.answered[index] : isAlike(known.get(id), part)
    return known.has(id) && same ? [] : [id]
  })
}

const isAlike = (one: unknown, other: unknown): boolean => one === other || toJson(one) === toJson(other)

/** Merges this tab's changes since its last read into the stored value. */
function merged(stored: unknown, before: Knowledge | undefined, after: Knowledge): unknown {
  const { value } = after
  const all = partsOf(stored)
  const own = all && partsOf(value)
  if (!own) return value
  for (const id of partsOf(before?.value)?.keys() ?? []) if (!own.has(id)) all.delete(id)
  for (const id of changedIn(before, after)) all.set(id, own.get(id))
  return Array.isArray(value) ? [...all.values()] : Object.fromEntries(all)
}

/** Releases a lock. `undefined`: locks are not available; `late`: another tab did not release the lock in time. */
type Lock = (() => void) | 'late' | undefined

const takeLock = (name: string): Promise<Lock> =>
  new Promise<Lock>((resolve) => {
    // Locks are missing in insecure contexts.
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
  /** Resolves when the turn has started. */
  begun: Promise<void>
  ended: Promise<void>
  end(): void
  working: number
  /** The time after which other tabs may stop waiting. */
  endBy: number
  timer?: ReturnType<typeof setTimeout>
  lock?: Lock
}

const isHidden = (): boolean =>
  (globalThis as { document?: { visibilityState?: string } }).document?.visibilityState === 'hidden'

/** Runs the work of one tab at a time. `begin` runs at the start of each of this tab's turns. */
function createTurns(name: string, begin: () => Promise<void>) {
  let turn: Turn | undefined
  let askAgainAt = 0

  async function start(made: Turn) {
    made.lock = Date.now() < askAgainAt ? 'late' : await takeLock(name)
    if (made.lock === 'late' && Date.now() >= askAgainAt) askAgainAt = Date.now() + LOCK_PAUSE_MS
    made.endBy = Date.now() + LOCK_HELD_MS
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
    // Timers of a hidden page are delayed.
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
  /** The stored value, if it contains changes of other tabs. */
  foreign: unknown
  /** The number of turns of other tabs at that time. */
  turn: number
}

/**
 * The storage of one tab. It reads what it wrote itself, and does not overwrite changes of other tabs. The stored values are read
 * again only after another tab wrote; the last writer is stored under a separate key.
 */
export function tabStorage(storage: Storage, name = ''): TabStorage {
  const tab = randomIds.next()
  const known = new Map<string, Entry>()
  const writing = new Map<string, Promise<void>>()
  const lastTab = `${name}//lastTab`
  let turn = 0

  const within = createTurns(`latchkey ${name}`, async () => {
    // If the last writer cannot be read, assume another tab.
    const last = await storage.getItem(lastTab).catch(() => undefined)
    if (last === tab) return
    turn += 1
    await storage.setItem(lastTab, tab)
  })
  /** Whether another tab may have written under a key since this tab last read it. */
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
