import type { ClientOptions } from '../../sdk/pairing/client/client.types.ts'

type Storage = NonNullable<ClientOptions['storage']>

// The format of the client's own storage, because a peer's numbers may exceed JSON's range.
const written = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part)) ?? 'null'
const read = (text: string) =>
  JSON.parse(text, (_, part: unknown) =>
    typeof part === 'string' && /^\d+n$/.test(part) ? BigInt(part.slice(0, -1)) : part,
  )

/** The client's storage as a browser's database, which survives a reload. Each write takes `writeMs`. */
export function storageOf(writeMs = 0): Storage {
  const values = new Map<string, string>()
  return {
    getKeys: async () => [...values.keys()],
    getEntries: async <T>() => [...values].map(([key, text]): [string, T] => [key, read(text)]),
    getItem: async <T>(key: string) => read(values.get(key) ?? 'null') ?? (undefined as T | undefined),
    async setItem(key, value) {
      values.set(key, written(value))
      if (writeMs > 0) await new Promise((resolve) => setTimeout(resolve, writeMs))
    },
    removeItem: async (key) => void values.delete(key),
  }
}
