/** Reads the browser's storage and validates each entry with its schema. Loaded if there are entries to validate. */
import { LIMITS } from '../../machines/constants.ts'
import { rememberedKeys, type Remembered, type RememberedKey } from '../../machines/storage/remembered.types.ts'
import type { Reading } from '../../machines/storage/memory.machine.ts'
import { rememberedSchemas } from '../../machines/storage/remembered.schemas.ts'
import type { StoragePort } from '../instance/ports.ts'
import { setAside, storageKey, VERSION, writeEntries } from './entries.ts'

/** Reads every entry with its schema. Moves invalid ones aside, so that none breaks the instance. */
export function readRemembered(storage: StoragePort, id: string): Reading {
  const { remembered, broken } = readEntries(storage, id)
  for (const key of broken) setAside(storage, id, key)
  return { remembered, broken }
}

/** Reads every entry like `readRemembered`, but leaves invalid ones in place. */
export function readEntries(storage: StoragePort, id: string): Reading {
  const remembered: Remembered = {}
  const broken: RememberedKey[] = []
  for (const key of rememberedKeys) {
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

/** Merges the changes that a tab made since `from` into the stored entries, and returns the result. */
export const writeRemembered = (storage: StoragePort, id: string, from: Remembered, to: Remembered): Remembered =>
  writeEntries(storage, id, readEntries(storage, id), { from, to })
