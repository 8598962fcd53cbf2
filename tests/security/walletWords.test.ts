/** Untrusted values of any shape cannot break a machine. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEvent, toActiveSession } from '../../machines/pairing/rules/sharedSession.ts'
import { isShallow, toJson, toText } from '../../machines/shared/typeGuards.rules.ts'
import { sessionOf } from '../machines/pairing/fixtures.ts'

const spoken = toActiveSession(sessionOf(), ['eip155:1', 'eip155:10'])
const deep = (levels: number): unknown => {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { value }
  return value
}

test("a wallet's event breaks nothing, whatever it contains", () => {
  if (!spoken) throw new Error('The session cannot be spoken in.')
  const strange = [{ toString: 1 }, { toString: null, valueOf: 1 }, [{ toString: 1 }], deep(20_000), null, undefined]
  const told = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(...strange))
  fc.assert(
    fc.property(fc.constantFrom('chainChanged', 'accountsChanged', 'message'), told, (name, data) => {
      expect(applyEvent(spoken, { event: { name, data }, chainId: 'eip155:1' })).toBeDefined()
    }),
  )
  for (const name of ['chainChanged', 'accountsChanged'])
    for (const data of strange)
      expect(applyEvent(spoken, { event: { name, data }, chainId: 'eip155:1' })).toEqual(spoken)
})

test('an untrusted value is shown as text, however deep it is and whatever methods it has', () => {
  const round: { self?: unknown } = {}
  round.self = round
  const mute: { self?: unknown; toString: unknown } = { toString: 1 }
  mute.self = mute
  for (const value of [deep(100_000), { toString: 1 }, { toJSON: 1 }, round, [round], mute, 10n, undefined, null]) {
    expect(typeof toJson(value)).toBe('string')
    expect(typeof toText(value)).toBe('string')
  }
})

test('the depth of a value is measured without recursion', () => {
  expect(isShallow(deep(64), 64)).toBe(true)
  expect(isShallow(deep(65), 64)).toBe(false)
  expect(isShallow(deep(100_000), 64)).toBe(false)
})
