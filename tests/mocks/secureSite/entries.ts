import type { EntryName } from '../../../mocks/secureSite/page/entries.ts'

/** What the frame keeps, as far as one test goes. */
export function memoryEntries() {
  const kept = new Map<EntryName, string>()
  return {
    get: (name: EntryName) => kept.get(name),
    set: (name: EntryName, value: string) => void kept.set(name, value),
    remove: (name: EntryName) => void kept.delete(name),
    watch: () => undefined,
  }
}
