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
  isRemovedByOtherTab(key: string, id: string): Promise<boolean>
}

/** How long to wait for another tab, in milliseconds, in case it is frozen. */
const LOCK_MS = 2_000
/** After such a timeout, how long the tab does not request the lock again, in milliseconds. */
const LOCK_PAUSE_MS = 10_000
/** How long a tab keeps the lock after a write, since it often writes again; and the maximum in total. In milliseconds. */
const LINGER_MS = 50
const LOCK_HELD_MS = 500

/** The messages that each tab received: they grow with every message and concern no other tab. */
const TAB_ONLY_KEYS = /\/\/messages(_withoutClientAck)?$/

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
interface TabValue {
  value: unknown
  hasResponses: readonly boolean[]
}

const tabValueOf = (value: unknown): TabValue => ({
  value,
  hasResponses: Array.isArray(value) ? value.map((item: unknown) => isRecord(item) && 'response' in item) : [],
})

/** The names of the parts that have changed. */
function changedParts(before: TabValue | undefined, after: TabValue): string[] {
  const [beforeParts, afterParts] = [partsOf(before?.value) ?? new Map<string, unknown>(), partsOf(after.value) ?? []]
  const hadResponse = new Map([...beforeParts.keys()].map((id, index) => [id, before?.hasResponses[index]]))
  return [...afterParts].flatMap(([id, part], index) => {
    const isSame =
      beforeParts.get(id) === part
        ? hadResponse.get(id) === after.hasResponses[index]
        : isEqualJson(beforeParts.get(id), part)
    return beforeParts.has(id) && isSame ? [] : [id]
  })
}

const isEqualJson = (a: unknown, b: unknown): boolean => a === b || toJson(a) === toJson(b)

/** Merges this tab's changes since its last read into the stored value. */
function mergeChanges(stored: unknown, before: TabValue | undefined, after: TabValue): unknown {
  const { value } = after
  const storedParts = partsOf(stored)
  const ownParts = storedParts && partsOf(value)
  if (!ownParts) return value
  for (const id of partsOf(before?.value)?.keys() ?? []) if (!ownParts.has(id)) storedParts.delete(id)
  for (const id of changedParts(before, after)) storedParts.set(id, ownParts.get(id))
  return Array.isArray(value) ? [...storedParts.values()] : Object.fromEntries(storedParts)
}

/** Releases a lock. `undefined`: locks are not available; `late`: another tab did not release the lock in time. */
type Lock = (() => void) | 'late' | undefined

const acquireLock = (name: string): Promise<Lock> =>
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

interface LockSession {
  /** Resolves when this tab has the lock, or works without it. */
  ready: Promise<void>
  ended: Promise<void>
  end(): void
  activeCount: number
  /** The time after which other tabs may stop waiting. */
  endBy: number
  timer?: ReturnType<typeof setTimeout>
  lock?: Lock
}

const isHidden = (): boolean =>
  (globalThis as { document?: { visibilityState?: string } }).document?.visibilityState === 'hidden'

/** Runs the work of one tab at a time. `onAcquire` runs each time this tab acquires the lock. */
function createLock(name: string, onAcquire: () => Promise<void>) {
  let current: LockSession | undefined
  let retryLockAt = 0

  async function acquire(session: LockSession) {
    session.lock = Date.now() < retryLockAt ? 'late' : await acquireLock(name)
    if (session.lock === 'late' && Date.now() >= retryLockAt) retryLockAt = Date.now() + LOCK_PAUSE_MS
    session.endBy = Date.now() + LOCK_HELD_MS
    await onAcquire()
  }
  function openSession(): LockSession {
    let resolve = () => {}
    const ended = new Promise<void>((settle) => (resolve = settle))
    const session: LockSession = {
      ready: Promise.resolve(),
      ended,
      activeCount: 0,
      endBy: Number.POSITIVE_INFINITY,
      end() {
        clearTimeout(session.timer)
        if (current === session) current = undefined
        if (typeof session.lock === 'function') session.lock()
        resolve()
      },
    }
    session.ready = acquire(session)
    return session
  }
  function endOrLinger(session: LockSession) {
    // Timers of a hidden page are delayed.
    const canLinger = typeof session.lock === 'function' && Date.now() < session.endBy && !isHidden()
    if (canLinger) session.timer = setTimeout(session.end, LINGER_MS)
    else session.end()
  }
  return async function runLocked<Value>(work: () => Promise<Value>): Promise<Value> {
    for (let expired = current; expired && Date.now() >= expired.endBy; expired = current) {
      if (expired.activeCount === 0) expired.end()
      else await expired.ended
    }
    current ??= openSession()
    const session = current
    clearTimeout(session.timer)
    session.activeCount += 1
    try {
      await session.ready
      return await work()
    } finally {
      session.activeCount -= 1
      if (session.activeCount === 0) endOrLinger(session)
    }
  }
}

interface Entry extends TabValue {
  /** The stored value, if it contains changes of other tabs. */
  foreign: unknown
  /** The number of times that other tabs had written by then. */
  foreignWrites: number
}

/**
 * The storage of one tab. It reads what it wrote itself, and does not overwrite changes of other tabs. The stored values are read
 * again only after another tab wrote; the last writer is stored under a separate key.
 */
export function tabStorage(storage: Storage, name = ''): TabStorage {
  const tab = randomIds.next()
  const entries = new Map<string, Entry>()
  const pendingWrites = new Map<string, Promise<void>>()
  const lastTab = `${name}//lastTab`
  let foreignWrites = 0

  const runLocked = createLock(`latchkey ${name}`, async () => {
    // If the last writer cannot be read, assume another tab.
    const lastWriter = await storage.getItem(lastTab).catch(() => undefined)
    if (lastWriter === tab) return
    foreignWrites += 1
    await storage.setItem(lastTab, tab)
  })
  /** Whether another tab may have written under a key since this tab last read it. */
  const isStale = (key: string): boolean => entries.get(key)?.foreignWrites !== foreignWrites

  const write = (key: string, tabValue: TabValue) =>
    runLocked(async () => {
      const entry = entries.get(key)
      const storedBefore = isStale(key) ? await storage.getItem<unknown>(key) : entry?.foreign
      const stored = mergeChanges(storedBefore, entry, tabValue)
      await storage.setItem(key, stored)
      entries.set(key, {
        ...tabValue,
        foreign: isEqualJson(stored, tabValue.value) ? undefined : stored,
        foreignWrites,
      })
    })

  return {
    getKeys: () => storage.getKeys(),
    getEntries: () => storage.getEntries(),
    removeItem: (key) => storage.removeItem(key),
    async getItem<Value>(key: string) {
      await pendingWrites.get(key)?.catch(() => {})
      const entry = entries.get(key)
      if (entry) return entry.value as Value
      const value = await storage.getItem<Value>(key)
      if (!TAB_ONLY_KEYS.test(key) && value !== undefined)
        entries.set(key, { ...tabValueOf(value), foreign: undefined, foreignWrites: -1 })
      return value
    },
    setItem(key, value) {
      if (TAB_ONLY_KEYS.test(key)) return storage.setItem(key, value)
      const previousWrite = pendingWrites.get(key) ?? Promise.resolve()
      const tabValue = tabValueOf(value)
      const writePromise = previousWrite.catch(() => {}).then(() => write(key, tabValue))
      pendingWrites.set(key, writePromise)
      return writePromise
    },
    async isRemovedByOtherTab(key, id) {
      await pendingWrites.get(key)?.catch(() => {})
      if (!partsOf(entries.get(key)?.value)?.has(id)) return false
      const stored = await runLocked(async () =>
        partsOf(isStale(key) ? await storage.getItem<unknown>(key) : entries.get(key)?.foreign),
      )
      return stored !== undefined && !stored.has(id)
    },
  }
}
