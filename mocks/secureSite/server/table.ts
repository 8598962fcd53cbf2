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
  stored(): Promise<void>
}

async function read(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw new Error(`${path} cannot be read.`, { cause: error })
  }
}

async function write(path: string, text: string) {
  const draft = `${path}.draft`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

/** Opens a table. Throws if the file has other content, and leaves it unchanged. */
export async function openTable<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
): Promise<Table<z.output<Schema>>> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const stored = z.record(z.string(), schema).safeParse(await read(path))
  if (!stored.success) throw new Error(`${path} holds something else than it should.`, { cause: stored.error })
  const entries = new Map(Object.entries(stored.data as Record<string, z.output<Schema>>))
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  let [changes, written] = [0, 0]
  /** One write for all changes that arrived during another write. */
  const save = () =>
    (next ??= writing
      .catch(() => undefined)
      .then(() => {
        next = undefined
        const now = changes
        writing = write(path, JSON.stringify(Object.fromEntries(entries))).then(() => {
          written = now
        })
        return writing
      }))
  return {
    entries,
    set(key, entry) {
      entries.set(key, entry)
      changes += 1
      return save()
    },
    async delete(...keys) {
      const found = keys.filter((key) => entries.delete(key))
      changes += found.length
      if (found.length > 0) await save()
    },
    async stored() {
      if (written !== changes) await save()
    },
  }
}
