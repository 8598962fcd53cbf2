import type { EntryName } from '../../../mocks/secureSite/page/entries.ts'

/** The frame's entries, for one test. */
export function memoryEntries() {
  const kept = new Map<EntryName, string>()
  return {
    get: (name: EntryName) => kept.get(name),
    set: (name: EntryName, value: string) => void kept.set(name, value),
    remove: (name: EntryName) => void kept.delete(name),
    watch: () => undefined,
  }
}
