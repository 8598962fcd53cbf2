import type { StoragePort } from '../../sdk/index.ts'

/** A storage that lives as long as the test; `entries` is what it holds. */
export function memoryStorage(
  entries: Map<string, string> = new Map(),
): StoragePort & { entries: Map<string, string> } {
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }
}
