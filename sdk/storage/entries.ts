/** The entries of an instance in the browser's storage: their keys, their format, and the ones that need no schema. */
import { LIMITS } from '../../machines/constants.ts'
import {
  persistedKeys,
  themeChoices,
  type PersistedState,
  type PersistedKey,
} from '../../machines/storage/persisted.types.ts'
import type { Reading } from '../../machines/storage/storage.machine.ts'
import { isEqual, merged } from '../../machines/storage/persisted.rules.ts'
import type { StoragePort } from '../instance/ports.ts'

/** Incremented when the format of an entry changes. Entries of another version are moved aside. */
export const VERSION = 1

export const prefixOf = (id: string): string => `latchkey.${id}.`
export const storageKey = (id: string, key: string): string => `${prefixOf(id)}${key}`

const textOf = (value: unknown): string => JSON.stringify({ version: VERSION, value })

/** The color scheme that an entry contains, or `undefined` if it is not one of the three valid texts. */
const themeIn = (text: string | null) => themeChoices.find((choice) => text === textOf(choice))
/** The color scheme that the user selected. It needs no schema, so it is available as soon as an instance starts. */
export const readTheme = (storage: StoragePort, id: string) => themeIn(storage.getItem(storageKey(id, 'theme')))

/** The text and value of each entry that this tab wrote. While the stored text is unchanged, the value is valid. */
export type Written = Map<PersistedKey, { text: string; value: unknown }>

/**
 * Reads the stored entries if each is the theme or was written by this tab. Returns `undefined` if schemas must validate them.
 */
export function readWritten(storage: StoragePort, id: string, written: Written): Reading | undefined {
  const persisted: PersistedState = {}
  for (const key of persistedKeys) {
    const text = storage.getItem(storageKey(id, key))
    if (text === null) continue
    const cached = written.get(key)
    const value = cached?.text === text ? cached.value : key === 'theme' ? themeIn(text) : undefined
    if (value === undefined) return undefined
    Object.assign(persisted, { [key]: value })
  }
  return { persisted, broken: [] }
}

/** Moves the beginning of an entry aside, if there is room for it. */
export function setAside(storage: StoragePort, id: string, key: string): void {
  const text = storage.getItem(storageKey(id, key)) ?? ''
  storage.removeItem(storageKey(id, key))
  try {
    storage.setItem(storageKey(id, `broken.${key}`), text.slice(0, LIMITS.setAside))
  } catch {
    // The storage is full, and the copy is not required.
  }
}

/**
 * Merges the changes that a tab made since `from` into the stored entries, and returns the result. An unreadable entry, such as
 * one of a newer version from another tab, is kept until this tab changes it.
 */
export function writeEntries(
  storage: StoragePort,
  id: string,
  { persisted: stored, broken }: Reading,
  { from, to, written }: { from: PersistedState; to: PersistedState; written?: Written },
): PersistedState {
  const result = merged(stored, from, to)
  for (const key of persistedKeys) {
    const value = result[key]
    const isBroken = broken.includes(key)
    if (isEqual(isBroken ? from[key] : stored[key], isBroken ? to[key] : value)) continue
    if (isBroken) setAside(storage, id, key)
    const text = textOf(value)
    if (value === undefined) storage.removeItem(storageKey(id, key))
    else storage.setItem(storageKey(id, key), text)
    written?.set(key, { text, value })
  }
  return result
}
