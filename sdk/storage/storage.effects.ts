import { persistedKeys, type PersistedState } from '../../machines/storage/persisted.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { implement } from '../../machines/core/actors.ts'
import { storageMachine } from '../../machines/storage/storage.machine.ts'
import { merged } from '../../machines/storage/persisted.rules.ts'
import type { Ports } from '../instance/ports.ts'
import { prefixOf, readWritten, writeEntries, type Written } from './entries.ts'
import type { AppSettings } from '../instance/appSettings.ts'

interface Change {
  from: PersistedState
  to: PersistedState
}

export const storageEffects = (
  { storage, logger }: Pick<Ports, 'storage' | 'logger'>,
  { id }: Pick<AppSettings, 'id'>,
) => {
  const prefix = prefixOf(id)
  /** The browser may block storage. Logs the reason. */
  const accessStorage = <Value>(access: () => Value): Value => {
    try {
      return access()
    } catch (cause) {
      const error = new LatchkeyError('storage.unavailable', { cause })
      logger.warn?.(error.message, cause)
      throw error
    }
  }
  let schemas: typeof import('./stored.ts') | undefined
  const load = async () => {
    try {
      return (schemas ??= await import('./stored.ts'))
    } catch (cause) {
      const error = new LatchkeyError('feature.notLoaded', { cause })
      logger.warn?.(error.message, cause)
      throw error
    }
  }
  const written: Written = new Map()
  /** Reads the stored entries. Returns `undefined` if they need validation and the schemas are not loaded. */
  const readNow = () => readWritten(storage, id, written) ?? schemas?.readEntries(storage, id)
  let latestInput: Change | undefined
  let lastWrite: (Change & { result: PersistedState }) | undefined
  return implement(storageMachine, {
    read: async () => {
      const cached = accessStorage(() => readWritten(storage, id, written))
      if (cached) return cached
      const { readPersisted } = await load()
      const reading = accessStorage(() => readPersisted(storage, id))
      for (const key of reading.broken) logger.warn?.(new LatchkeyError('storage.broken', { params: { key } }).message)
      return reading
    },
    write: async ({ input, signal }) => {
      latestInput = input
      const writeChange = (): PersistedState | undefined => {
        const reading = readNow()
        if (!reading) return undefined
        const { from, to } = input
        // The last write may have been cancelled before its result was read, so this one continues from that result.
        const change =
          lastWrite?.from === from
            ? { from: lastWrite.result, to: merged(lastWrite.result, lastWrite.to, to) }
            : { from, to }
        const result = writeEntries(storage, id, reading, { ...change, written })
        lastWrite = { from, to, result }
        return result
      }
      // A newer pending write includes the changes of this one.
      const write = async () =>
        latestInput === input
          ? (accessStorage(writeChange) ?? (await load(), accessStorage(writeChange) ?? input.to))
          : input.to
      if (!accessStorage(readNow)) await load()
      return storage.withLock ? storage.withLock(`${prefix}memory`, write, signal) : write()
    },
    watchStorage: ({ sendBack }) =>
      storage.watch?.((key) => {
        if (key === null || persistedKeys.some((persistedKey) => key === prefix + persistedKey))
          sendBack({ type: 'storage.changed' })
      }),
  })
}
