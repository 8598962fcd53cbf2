/** The entries of an instance in the browser's storage: how they are named and written, and what of them needs no judging. */
import { LIMITS } from '../../machines/constants.ts'
import {
  rememberedKeys,
  themeChoices,
  type Remembered,
  type RememberedKey,
} from '../../machines/entities/remembered.ts'
import type { Reading } from '../../machines/root/memory.machine.ts'
import { isAlike, merged } from '../../machines/rules/remembering.ts'
import type { StoragePort } from '../ports.ts'

/** Raised when the shape of an entry changes; an entry of another version is set aside. */
export const VERSION = 1

export const prefixOf = (id: string): string => `latchkey.${id}.`
export const storageKey = (id: string, key: string): string => `${prefixOf(id)}${key}`

const textOf = (value: unknown): string => JSON.stringify({ version: VERSION, value })

/** The colours that an entry stands for; nothing where it is not one of the three that are written. */
const themeIn = (text: string | null) => themeChoices.find((choice) => text === textOf(choice))
/** The colours that the visitor chose. They need no schema, so that they are known as soon as an instance starts. */
export const readTheme = (storage: StoragePort, id: string) => themeIn(storage.getItem(storageKey(id, 'theme')))

/** What a tab wrote itself, by key: while it stands there, it is what it was. */
export type Written = Map<RememberedKey, { text: string; value: unknown }>

/** What is stored, where it is the theme, or what this tab wrote; nothing where schemas have to judge it. */
export function readWritten(storage: StoragePort, id: string, written: Written): Reading | undefined {
  const remembered: Remembered = {}
  for (const key of rememberedKeys) {
    const text = storage.getItem(storageKey(id, key))
    if (text === null) continue
    const known = written.get(key)
    const value = known?.text === text ? known.value : key === 'theme' ? themeIn(text) : undefined
    if (value === undefined) return undefined
    Object.assign(remembered, { [key]: value })
  }
  return { remembered, broken: [] }
}

/** Moves the beginning of an entry aside, where there is room for it. */
export function setAside(storage: StoragePort, id: string, key: string): void {
  const text = storage.getItem(storageKey(id, key)) ?? ''
  storage.removeItem(storageKey(id, key))
  try {
    storage.setItem(storageKey(id, `broken.${key}`), text.slice(0, LIMITS.setAside))
  } catch {
    // There is no room, and nobody needs it.
  }
}

/**
 * Brings what a tab changed since it knew of `from` into what is stored, and returns that. An entry that cannot be
 * read, such as one of a newer version in another tab, stays as it is until it is changed here.
 */
export function writeEntries(
  storage: StoragePort,
  id: string,
  { remembered: stored, broken }: Reading,
  { from, to, written }: { from: Remembered; to: Remembered; written?: Written },
): Remembered {
  const now = merged(stored, from, to)
  for (const key of rememberedKeys) {
    const value = now[key]
    const isBroken = broken.includes(key)
    if (isAlike(isBroken ? from[key] : stored[key], isBroken ? to[key] : value)) continue
    if (isBroken) setAside(storage, id, key)
    const text = textOf(value)
    if (value === undefined) storage.removeItem(storageKey(id, key))
    else storage.setItem(storageKey(id, key), text)
    written?.set(key, { text, value })
  }
  return now
}
