import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PAIRING } from '../../../machines/constants.ts'
import { deletedError, withDeleted, type DeletedIds } from '../../../machines/pairing/rules/deletedIds.ts'
import {
  isOutOfSync,
  createdAt,
  addMessageTime,
  type MessageKind,
  type NewestTimes,
} from '../../../machines/pairing/rules/messageOrder.ts'
import { textOf } from './fixtures.ts'

describe('deleted ids', () => {
  test('are remembered, and cannot be used again [4.39] [8.49]', () => {
    const deleted = withDeleted(withDeleted([], 'topic', 'session'), 5, 'request')
    expect(textOf(deletedError(deleted, 'topic'))).toBe(
      'Missing or invalid. Record was recently deleted - session: topic',
    )
    expect(textOf(deletedError(deleted, 5))).toBe('Missing or invalid. Record was recently deleted - request: 5')
    expect(deletedError(deleted, 'other')).toBeUndefined()
    expect(deletedError(deleted, '5')).toBeUndefined()
  })

  test('lose their oldest half when there are 200 [4.39]', () => {
    let deleted: DeletedIds = []
    for (let id = 1; id < 200; id += 1) deleted = withDeleted(deleted, id, 'request')
    expect(deleted).toHaveLength(199)
    expect(deletedError(deleted, 1)).toBeDefined()
    deleted = withDeleted(deleted, 200, 'request')
    expect(deleted).toHaveLength(100)
    expect(deletedError(deleted, 100)).toBeUndefined()
    expect(deletedError(deleted, 101)).toBeDefined()
    expect(deletedError(deleted, 200)).toBeDefined()
  })

  test('become the newest when they are deleted again', () => {
    const deleted = withDeleted(withDeleted(withDeleted([], 1, 'session'), 2, 'session'), 1, 'request')
    expect(deleted).toEqual([
      { id: 2, kind: 'session' },
      { id: 1, kind: 'request' },
    ])
  })

  test('never exceed the limit, and always include the newest', () => {
    const limit = 10
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 200 }), (ids) => {
        let deleted: DeletedIds = []
        for (const [index, id] of ids.entries()) {
          deleted = withDeleted(deleted, id, 'request', limit)
          expect(deleted.length).toBeLessThan(limit)
          const newest = new Set(ids.slice(0, index + 1).slice(-limit / 2))
          for (const one of newest) expect(deletedError(deleted, one)).toBeDefined()
          expect(new Set(deleted.map(({ id }) => id)).size).toBe(deleted.length)
        }
      }),
    )
    expect(PAIRING.deletedIds).toBe(200)
  })
})

describe('the message order', () => {
  const at = (ms: number, chance = 0) => ms * 1_000 + chance

  test('drops a message when a newer one of the same topic and kind was seen [4.40]', () => {
    const seen = addMessageTime({}, 'update', at(1_700_000_000_000, 5))
    expect(isOutOfSync(seen, 'update', at(1_699_999_999_999, 999))).toBe(true)
    expect(isOutOfSync(seen, 'update', at(1_700_000_000_001))).toBe(false)
    expect(isOutOfSync(seen, 'event:chainChanged', 1_000)).toBe(false)
  })

  test('keeps a message of the same moment [4.40]', () => {
    const seen = addMessageTime({}, 'update', at(1_700_000_000_000, 999))
    expect(isOutOfSync(seen, 'update', at(1_700_000_000_000))).toBe(false)
  })

  test('compares ids as numbers: as text, 999 would come after 1000', () => {
    expect(isOutOfSync(addMessageTime({}, 'update', 999_000), 'update', 1_000_000)).toBe(false)
    expect(isOutOfSync(addMessageTime({}, 'update', 1_000_000), 'update', 999_000)).toBe(true)
  })

  test('compares ids that are larger than a number can hold', () => {
    const seen = addMessageTime({}, 'update', 1_700_000_000_000_123_456n)
    expect(createdAt(1_700_000_000_000_123_456n)).toBe(1_700_000_000_000_123)
    expect(isOutOfSync(seen, 'update', 1_700_000_000_000_122_999n)).toBe(true)
    expect(isOutOfSync(seen, 'update', 1_700_000_000_000_124_000n)).toBe(false)
  })

  test('tracks events by their name, whatever it is', () => {
    const seen = addMessageTime({}, 'event:__proto__', at(5))
    expect(isOutOfSync(seen, 'event:__proto__', at(4))).toBe(true)
    expect(isOutOfSync(seen, 'event:toString', at(4))).toBe(false)
    expect(isOutOfSync(seen, 'update', at(4))).toBe(false)
  })

  test('accepts messages in order, whatever arrives in between', () => {
    const kinds = fc.constantFrom<MessageKind[]>('update', 'event:a', 'event:b')
    const message = fc.record({ kind: kinds, id: fc.integer({ min: 0, max: 20_000 }) })
    fc.assert(
      fc.property(fc.array(message), (messages) => {
        let seen: NewestTimes = {}
        const taken: typeof messages = []
        for (const one of messages) {
          if (!isOutOfSync(seen, one.kind, one.id)) taken.push(one)
          seen = addMessageTime(seen, one.kind, one.id)
        }
        const overtaken = taken.filter(({ kind, id }, index) =>
          taken.slice(0, index).some((earlier) => earlier.kind === kind && createdAt(earlier.id) > createdAt(id)),
        )
        expect(overtaken).toEqual([])
      }),
    )
  })

  test('lets at least one of two messages follow the other', () => {
    const id = fc.oneof(fc.maxSafeNat(), fc.bigInt({ min: 0n, max: 10n ** 19n }))
    fc.assert(
      fc.property(id, id, (a, b) => {
        const follows = (x: typeof a, y: typeof a) => !isOutOfSync(addMessageTime({}, 'update', x), 'update', y)
        expect(follows(a, b) || follows(b, a)).toBe(true)
        expect(follows(a, a)).toBe(true)
        expect(follows(a, b) && follows(b, a)).toBe(createdAt(a) === createdAt(b))
      }),
    )
  })
})
