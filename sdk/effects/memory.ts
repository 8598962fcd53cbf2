import { LIMITS } from '../../machines/constants.ts'
import { rememberedSchemas, type Remembered, type RememberedKey } from '../../machines/entities/remembered.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { fill } from '../../machines/kit/effects.ts'
import { memoryMachine, type Reading } from '../../machines/root/memory.machine.ts'
import { isAlike, merged } from '../../machines/rules/remembering.ts'
import type { Ports, StoragePort } from '../ports.ts'
import type { Site } from './site.ts'

/** Raised when the shape of an entry changes; an entry of another version is set aside. */
const VERSION = 1

const keys = Object.keys(rememberedSchemas) as RememberedKey[]
const prefixOf = (id: string) => `latchkey.${id}.`
const storageKey = (id: string, key: string) => `${prefixOf(id)}${key}`

/** Reads every entry through its schema. One that breaks it is moved aside, so that none is fatal. */
export function readRemembered(storage: StoragePort, id: string): Reading {
  const { remembered, broken } = soundEntries(storage, id)
  for (const key of broken) setAside(storage, id, key)
  return { remembered, broken }
}

function soundEntries(storage: StoragePort, id: string) {
  const remembered: Remembered = {}
  const broken: RememberedKey[] = []
  for (const key of keys) {
    const text = storage.getItem(storageKey(id, key))
    if (text === null) continue
    const value = parseEntry(key, text)
    if (value === undefined) broken.push(key)
    else Object.assign(remembered, { [key]: value })
  }
  return { remembered, broken }
}

function parseEntry(key: RememberedKey, text: string): unknown {
  if (text.length > LIMITS.storedEntry) return undefined
  try {
    const { version, value } = JSON.parse(text) as { version?: unknown; value?: unknown }
    const parsed = rememberedSchemas[key].safeParse(value)
    return version === VERSION && parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** Moves the beginning of an entry aside, where there is room for it. */
function setAside(storage: StoragePort, id: string, key: RememberedKey): void {
  const text = storage.getItem(storageKey(id, key)) ?? ''
  storage.removeItem(storageKey(id, key))
  try {
    storage.setItem(storageKey(id, `broken.${key}`), text.slice(0, LIMITS.setAside))
  } catch {
    // There is no room, and nobody needs it.
  }
}

/**
 * Brings what a tab changed since it knew of `from` into what is stored now, and returns that. An entry that cannot be
 * read, such as one of a newer version in another tab, stays as it is until it is changed here.
 */
export function writeRemembered(storage: StoragePort, id: string, from: Remembered, to: Remembered): Remembered {
  const { remembered: stored, broken } = soundEntries(storage, id)
  const now = merged(stored, from, to)
  for (const key of keys) {
    const value = now[key]
    const isBroken = broken.includes(key)
    if (isAlike(isBroken ? from[key] : stored[key], isBroken ? to[key] : value)) continue
    if (isBroken) setAside(storage, id, key)
    if (value === undefined) storage.removeItem(storageKey(id, key))
    else storage.setItem(storageKey(id, key), JSON.stringify({ version: VERSION, value }))
  }
  return now
}

interface Change {
  from: Remembered
  to: Remembered
}

export const memoryEffects = ({ storage, logger }: Pick<Ports, 'storage' | 'logger'>, { id }: Pick<Site, 'id'>) => {
  const prefix = prefixOf(id)
  /** The browser may forbid all of it; the developers are told why. */
  const usable = <Value>(use: () => Value): Value => {
    try {
      return use()
    } catch (cause) {
      const error = new LatchkeyError('memory.unavailable', { cause })
      logger.warn?.(error.message, cause)
      throw error
    }
  }
  let wanted: Change | undefined
  let last: (Change & { now: Remembered }) | undefined
  const bring = ({ from, to }: Change): Remembered => {
    // What was written last may have been called off before anybody heard of it: this begins where that ended.
    const now =
      last?.from === from
        ? writeRemembered(storage, id, last.now, merged(last.now, last.to, to))
        : writeRemembered(storage, id, from, to)
    last = { from, to, now }
    return now
  }
  return fill(memoryMachine, {
    read: async () => {
      const reading = usable(() => readRemembered(storage, id))
      for (const key of reading.broken) logger.warn?.(new LatchkeyError('memory.broken', { params: { key } }).message)
      return reading
    },
    write: async ({ input, signal }) => {
      wanted = input
      // A newer one that waits for its turn holds what this one would have written.
      const write = () => (wanted === input ? usable(() => bring(input)) : input.to)
      return storage.inTurn ? storage.inTurn(`${prefix}memory`, write, signal) : write()
    },
    watchStorage: ({ sendBack }) =>
      storage.watch?.((key) => {
        if (key === null || keys.some((known) => key === prefix + known)) sendBack({ type: 'storage.changed' })
      }),
  })
}
