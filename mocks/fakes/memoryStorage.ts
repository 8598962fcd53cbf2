import type { StoragePort } from '../../sdk/index.ts'

/** An in-memory storage for a test. `entries` is its content. */
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
