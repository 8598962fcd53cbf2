import { fromPromise } from 'xstate'
import { rememberedSchemas, type Remembered, type RememberedKey } from '../../machines/entities/remembered.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { seal } from '../../machines/kit/contract.ts'
import type { MemoryContract } from '../../machines/root/memory.contract.ts'
import { memoryMachine, type Reading } from '../../machines/root/memory.machine.ts'
import type { Timeouts } from '../config.ts'
import type { Ports, StoragePort } from '../ports.ts'

/** Raised when the shape of an entry changes; an entry of another version is set aside. */
const VERSION = 1

const keys = Object.keys(rememberedSchemas) as RememberedKey[]
const storageKey = (id: string, key: string) => `latchkey.${id}.${key}`

/** Reads every entry through its schema. One that breaks it is moved aside, so that nothing is lost and none is fatal. */
export function readRemembered(storage: StoragePort, id: string): Reading {
  const remembered: Remembered = {}
  const broken: string[] = []
  for (const key of keys) {
    const text = storage.getItem(storageKey(id, key))
    if (text === null) continue
    const value = parseEntry(key, text)
    if (value === undefined) {
      broken.push(key)
      storage.setItem(storageKey(id, `broken.${key}`), text)
      storage.removeItem(storageKey(id, key))
    } else Object.assign(remembered, { [key]: value })
  }
  return { remembered, broken }
}

function parseEntry(key: RememberedKey, text: string): unknown {
  try {
    const { version, value } = JSON.parse(text) as { version?: unknown; value?: unknown }
    const parsed = rememberedSchemas[key].safeParse(value)
    return version === VERSION && parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** Brings the storage to what is remembered. */
export function writeRemembered(storage: StoragePort, id: string, remembered: Remembered): void {
  for (const key of keys) {
    const value = remembered[key]
    if (value === undefined) storage.removeItem(storageKey(id, key))
    else storage.setItem(storageKey(id, key), JSON.stringify({ version: VERSION, value }))
  }
}

export const memoryLogic = ({ storage, logger }: Ports, { readMemoryMs, writeMemoryMs }: Timeouts, id: string) => {
  /** The browser may forbid all of it; the developers are told why. */
  const usable = <Value>(use: () => Value): Value => {
    try {
      return use()
    } catch (cause) {
      const error = new LatchkeyError('memory.unavailable', { cause })
      logger.error(error.message, cause)
      throw error
    }
  }
  return seal<MemoryContract>()(
    memoryMachine.provide({
      actors: {
        read: fromPromise(async () => {
          const reading = usable(() => readRemembered(storage, id))
          for (const key of reading.broken)
            logger.error(new LatchkeyError('memory.broken', { params: { key } }).message)
          return reading
        }),
        write: fromPromise(async ({ input: { remembered } }) => usable(() => writeRemembered(storage, id, remembered))),
      },
      delays: { reading: readMemoryMs, writing: writeMemoryMs },
    }),
  )
}
