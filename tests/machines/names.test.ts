import { expect, test } from 'vitest'
import { coinTypeOf, supportsNames, isName, nameError } from '../../machines/names/names.rules.ts'
import { ApiError } from '../../sdk/index.ts'

test('a name consists of at least 4 letters, digits and hyphens [5.3] [9.13]', () => {
  expect(['abcd', 'a-b-1', '----', 'ABCD'].map(isName)).toEqual([true, true, true, true])
  expect(['abc', '', 'ab cd', 'ab.cd', 'abcd\n', 'äöüß', 'ab_cd'].map(isName)).toEqual(Array(7).fill(false))
})

test('a coin type is the chain id with its high bit set, and undefined for larger chain ids', () => {
  expect(coinTypeOf(1)).toBe(2_147_483_649)
  expect(coinTypeOf(2_147_483_647)).toBe(4_294_967_295)
  for (const chainId of [2_147_483_648, -1, 1.5, Number.NaN])
    expect(() => coinTypeOf(chainId)).toThrow('Invalid chainId')
})

test.each([
  ['resolve', 'Error resolving name'],
  ['suggest', 'Error fetching name suggestions'],
  ['reverse', 'Error fetching names for address'],
  ['register', 'Error registering name ann'],
] as const)('the error of a name request (%s) is the server’s first reason, or else "%s"', (doing, text) => {
  const reasons = [{ description: 'Taken' }, { description: 'Too short' }]
  expect(nameError(doing, new ApiError('api.refused', { call: 'x', reasons }), 'ann').message).toBe('Taken')
  expect(nameError(doing, new ApiError('api.offline', { call: 'x' }), 'ann').message).toBe(text)
  expect(nameError(doing, 'odd', 'ann').message).toBe(text)
})

test('only EVM addresses have names', () => {
  expect(['eip155:1', 'solana:x', 'bip122:y'].map(supportsNames)).toEqual([true, false, false])
})
