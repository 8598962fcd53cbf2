import type { ClientOptions } from '../../sdk/pairing/client.ts'

type Storage = NonNullable<ClientOptions['storage']>

/** What a browser's database does for the client, and outlives a reload. Each write takes `writeMs`. */
export function storageOf(writeMs = 0): Storage {
  const values = new Map<string, string>()
  return {
    getKeys: async () => [...values.keys()],
    getEntries: async <T>() => [...values].map(([key, text]): [string, T] => [key, JSON.parse(text)]),
    getItem: async <T>(key: string) => JSON.parse(values.get(key) ?? 'null') ?? (undefined as T | undefined),
    async setItem(key, value) {
      values.set(key, JSON.stringify(value) ?? 'null')
      if (writeMs > 0) await new Promise((resolve) => setTimeout(resolve, writeMs))
    },
    removeItem: async (key) => void values.delete(key),
  }
}
