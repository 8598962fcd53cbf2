/** Reads the browser's storage and validates each entry with its schema. Loaded if there are entries to validate. */
import { LIMITS } from '../../machines/constants.ts'
import { persistedKeys, type PersistedState, type PersistedKey } from '../../machines/storage/persisted.types.ts'
import type { Reading } from '../../machines/storage/storage.machine.ts'
import { persistedSchemas } from '../../machines/storage/persisted.schemas.ts'
import type { StoragePort } from '../instance/ports.ts'
import { setAside, storageKey, VERSION, writeEntries } from './entries.ts'

/** Reads every entry with its schema. Moves invalid ones aside, so that none breaks the instance. */
export function readPersisted(storage: StoragePort, id: string): Reading {
  const { persisted, broken } = readEntries(storage, id)
  for (const key of broken) setAside(storage, id, key)
  return { persisted, broken }
}

/** Reads every entry like `readPersisted`, but leaves invalid ones in place. */
export function readEntries(storage: StoragePort, id: string): Reading {
  const persisted: PersistedState = {}
  const broken: PersistedKey[] = []
  for (const key of persistedKeys) {
    const text = storage.getItem(storageKey(id, key))
    if (text === null) continue
    const value = parseEntry(key, text)
    if (value === undefined) broken.push(key)
    else Object.assign(persisted, { [key]: value })
  }
  return { persisted, broken }
}

function parseEntry(key: PersistedKey, text: string): unknown {
  if (text.length > LIMITS.storedEntry) return undefined
  try {
    const { version, value } = JSON.parse(text) as { version?: unknown; value?: unknown }
    const parsed = persistedSchemas[key].safeParse(value)
    return version === VERSION && parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** Merges the changes that a tab made since `from` into the stored entries, and returns the result. */
export const writePersisted = (
  storage: StoragePort,
  id: string,
  from: PersistedState,
  to: PersistedState,
): PersistedState => writeEntries(storage, id, readEntries(storage, id), { from, to })
