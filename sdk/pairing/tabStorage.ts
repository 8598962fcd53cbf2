/** One storage for all tabs of a page. The client writes down the whole of what its tab knows, over what others know. */
import { isRecord, json, shown } from '../../machines/rules/pairing/shapes.ts'

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

/** How long another tab may take to write; one that is frozen holds up nobody. */
const LOCK_MS = 2_000

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

type Prints = ReadonlyMap<string, string>

const printsOf = (value: unknown): Prints => new Map([...(partsOf(value) ?? [])].map(([id, part]) => [id, json(part)]))

/** What is stored, with what this tab changed since it last knew of it. */
function merged(stored: unknown, before: Prints, value: unknown, prints: Prints): unknown {
  const [all, own] = [partsOf(stored), partsOf(value)]
  if (!all || !own) return value
  for (const id of before.keys()) if (!prints.has(id)) all.delete(id)
  for (const [id, part] of own) if (prints.get(id) !== before.get(id)) all.set(id, part)
  return Array.isArray(value) ? [...all.values()] : Object.fromEntries(all)
}

/** Does one thing at a time, whichever tab does it. */
async function alone(name: string, work: () => Promise<void>): Promise<void> {
  // There is none where the page is not secure.
  const locks = (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks
  if (!locks) return work()
  let begun = false
  const begin = () => {
    begun = true
    return work()
  }
  await locks.request(name, { signal: AbortSignal.timeout(LOCK_MS) }, begin).catch((error: unknown) => {
    if (begun) throw error
    return work()
  })
}

/** The storage as one tab sees it: what it read and wrote is what it finds, and nothing of other tabs is written over. */
export function tabStorage(storage: Storage): TabStorage {
  const known = new Map<string, { value: unknown; prints: Prints }>()
  const writing = new Map<string, Promise<void>>()

  async function write(key: string, value: unknown, prints: Prints) {
    await alone(`latchkey ${key}`, async () => {
      const stored = await storage.getItem<unknown>(key)
      await storage.setItem(key, merged(stored, known.get(key)?.prints ?? new Map(), value, prints))
      known.set(key, { value, prints })
    })
  }

  return {
    getKeys: () => storage.getKeys(),
    getEntries: () => storage.getEntries(),
    removeItem: (key) => storage.removeItem(key),
    async getItem<Value>(key: string) {
      await writing.get(key)?.catch(() => {})
      const own = known.get(key)
      if (own) return own.value as Value
      const value = await storage.getItem<Value>(key)
      if (!OWN.test(key) && value !== undefined) known.set(key, { value, prints: printsOf(value) })
      return value
    },
    setItem(key, value) {
      if (OWN.test(key)) return storage.setItem(key, value)
      const before = writing.get(key) ?? Promise.resolve()
      const prints = printsOf(value)
      const written = before.catch(() => {}).then(() => write(key, value, prints))
      writing.set(key, written)
      return written
    },
    async isTakenAway(key, id) {
      await writing.get(key)?.catch(() => {})
      const stored = partsOf(await storage.getItem<unknown>(key))
      return stored !== undefined && known.get(key)?.prints.has(id) === true && !stored.has(id)
    },
  }
}
