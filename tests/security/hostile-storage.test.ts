/** A page's storage with foreign content: invalid entries are ignored and never fatal. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../machines/constants.ts'
import { persistedKeys as keys, type PersistedKey } from '../../machines/storage/persisted.types.ts'
import { persistedSchemas } from '../../machines/storage/persisted.schemas.ts'
import { memoryStorage } from '../../mocks/index.ts'
import { readPersisted, writePersisted } from '../../sdk/storage/stored.ts'
import { bound, runs } from '../support/full.ts'
import { started } from '../support/instance.ts'

const names = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'eip155', 'eip155:1', 'length', '')

/** JSON of any shape, including names with a special meaning. */
const { value: shape } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, -1, 1e308, '', 'dark', 'eip155:1', 'javascript:alert(1)'),
    fc.string(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(names, tie('value')), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs)),
    fc.array(fc.tuple(names, tie('value')), { maxLength: 4 }).map((pairs) => ({ connections: pairs })),
  ),
}))
const entry = fc.oneof(
  fc.string(),
  shape.map((value) => JSON.stringify(value)),
  fc.record({ version: fc.constantFrom(1, 2, '1', null, 1e9), value: shape }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '{"version":1,"value":{"__proto__":{"connectorId":"a"}}}',
    '{"version":1,"value":{"__proto__":{"balance":"1","symbol":"E","timestamp":1}}}',
    '{"__proto__":{"version":1,"value":"dark"}}',
    `{"version":1,"value":${'['.repeat(50_000)}`,
    `{"version":1,"value":"${'x'.repeat(LIMITS.storedEntry)}"}`,
    '{"version":1,"value":[{"id":"a","name":"b","chains":["eip155"],"homepage":"javascript:alert(1)"}]}',
  ),
)
const page = fc.record(Object.fromEntries(keys.map((key) => [key, entry])) as Record<PersistedKey, typeof entry>)

const storageWith = (entries: Record<PersistedKey, string>) =>
  memoryStorage(new Map(keys.map((key) => [`latchkey.default.${key}`, entries[key]])))

describe('a page whose storage has foreign content', () => {
  test('only accepts valid entries, does not throw, and keeps little of the rest', { timeout: bound(120_000) }, () => {
    fc.assert(
      fc.property(page, (entries) => {
        const storage = storageWith(entries)
        const { persisted, broken } = readPersisted(storage, 'default')
        for (const key of keys) {
          expect(broken.includes(key)).toBe(!Object.hasOwn(persisted, key))
          const value = persisted[key]
          if (value === undefined) continue
          expect(persistedSchemas[key].safeParse(value).success).toBe(true)
          const prototype: unknown = Object.getPrototypeOf(Object(value))
          expect([Object.prototype, Array.prototype, String.prototype]).toContain(prototype)
        }
        const aside = [...storage.entries].filter(([key]) => key.includes('broken'))
        for (const [, text] of aside) expect(text.length).toBeLessThanOrEqual(LIMITS.setAside)
        expect(Object.keys(Object.prototype)).toEqual([])
        const after = writePersisted(storage, 'default', persisted, { ...persisted, theme: 'dark' })
        // An empty list or record counts as missing.
        const full = Object.entries(persisted).filter(([, value]) => Object.keys(Object(value)).length > 0)
        expect(after).toEqual({ ...Object.fromEntries(full), theme: 'dark' })
        expect(readPersisted(storage, 'default')).toEqual({ persisted: after, broken: [] })
      }),
      runs(500),
    )
  })

  test(
    'starts, and writes what the user selects, even over entries that became invalid',
    { timeout: bound(120_000) },
    async () => {
      await fc.assert(
        fc.asyncProperty(page, page, async (first, then) => {
          const storage = storageWith(first)
          const { latchkey } = await started({ storage })
          expect(['connected', 'connecting', 'disconnected']).toContain(latchkey.getAccount().status)
          for (const key of keys) storage.entries.set(`latchkey.default.${key}`, then[key])
          latchkey.dispatch({ type: 'theme.set', choice: 'light' })
          latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
          expect(latchkey.actor('theme').getSnapshot().value).toBe('dark')
          latchkey.stop()
          expect(readPersisted(storage, 'default').persisted.theme).toBe('dark')
        }),
        runs(15),
      )
    },
  )

  test('cannot fill the remaining storage with entries that were set aside', () => {
    const text = 'x'.repeat(LIMITS.setAside * 3)
    const storage = storageWith(Object.fromEntries(keys.map((key) => [key, text])) as Record<PersistedKey, string>)
    const full = {
      ...storage,
      setItem: () => {
        throw new Error('QuotaExceededError')
      },
    }
    expect(readPersisted(full, 'default')).toEqual({ persisted: {}, broken: keys })
    expect(storage.entries.size).toBe(0)
  })
})
