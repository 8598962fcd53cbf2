/** Entries by key in one JSON file, which is written atomically. */
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod/mini'

export interface Table<Entry> {
  entries: ReadonlyMap<string, Entry>
  /** Resolves when the entry is written to disk. */
  set(key: string, entry: Entry): Promise<void>
  /** Resolves when the entries are removed from disk. */
  delete(...keys: string[]): Promise<void>
  /** Resolves when the disk has all entries. Retries a failed write. */
  flush(): Promise<void>
}

async function readTable(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw new Error(`${path} cannot be read.`, { cause: error })
  }
}

async function writeTable(path: string, text: string) {
  const temporaryPath = `${path}.draft`
  const file = await open(temporaryPath, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporaryPath, path)
}

/** Opens a table. Throws if the file has other content, and leaves it unchanged. */
export async function openTable<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
): Promise<Table<z.output<Schema>>> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const parsed = z.record(z.string(), schema).safeParse(await readTable(path))
  if (!parsed.success) throw new Error(`${path} holds something else than it should.`, { cause: parsed.error })
  const entries = new Map(Object.entries(parsed.data as Record<string, z.output<Schema>>))
  let currentWrite: Promise<void> = Promise.resolve()
  let nextWrite: Promise<void> | undefined
  let [changeCount, writtenCount] = [0, 0]
  /** One write for all changes that arrived during another write. */
  const save = () =>
    (nextWrite ??= currentWrite
      .catch(() => undefined)
      .then(() => {
        nextWrite = undefined
        const count = changeCount
        currentWrite = writeTable(path, JSON.stringify(Object.fromEntries(entries))).then(() => {
          writtenCount = count
        })
        return currentWrite
      }))
  return {
    entries,
    set(key, entry) {
      entries.set(key, entry)
      changeCount += 1
      return save()
    },
    async delete(...keys) {
      const deleted = keys.filter((key) => entries.delete(key))
      changeCount += deleted.length
      if (deleted.length > 0) await save()
    },
    async flush() {
      if (writtenCount !== changeCount) await save()
    },
  }
}
