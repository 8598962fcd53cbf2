/** The placeholders of private values, and the encoding of values in a recording. */
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, createBase58check } from '@scure/base'
import { isAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../machines/shared/errors/apiError.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { readAddress } from '../../sdk/chains/bip122/addresses.ts'
import { createDecoder, createEncoder } from '../../sdk/devtools/recording/encoding.ts'
import { createPlaceholders } from '../../sdk/devtools/recording/placeholders.ts'
import { Secret } from '../../sdk/index.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const solana = 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy'

describe('a placeholder', () => {
  test('is the same for the same value, in any text, and differs for another one', () => {
    const { replace } = createPlaceholders()
    const first = replace(address)
    expect(replace(`eip155:1:${address}`)).toBe(`eip155:1:${first}`)
    expect(replace(other)).not.toBe(first)
    expect(replace(`${other} ${address}`)).toBe(`${replace(other)} ${first}`)
  })
  test('keeps the case of an address, and its checksum', () => {
    const { replace } = createPlaceholders()
    const first = replace(address)
    expect(isAddress(first, { strict: true })).toBe(true)
    expect(first).not.toBe(first.toLowerCase())
    expect(replace(address.toLowerCase())).toBe(first.toLowerCase())
  })
  test.each([
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'wpkh'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'tr'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'pkh'],
  ])('is a valid Bitcoin address of the same type: %s', (text, type) => {
    const placeholder = createPlaceholders().replace(text)
    expect(placeholder).not.toBe(text)
    expect(readAddress(placeholder).type).toBe(type)
  })
  test('is a valid Solana address, or a signature of the same length', () => {
    const { replace } = createPlaceholders()
    expect(base58.decode(replace(solana))).toHaveLength(32)
    const signature = base58.encode(Uint8Array.from({ length: 64 }, (_, index) => 7 * index))
    expect(replace(signature)).not.toBe(signature)
    expect(base58.decode(replace(signature))).toHaveLength(64)
    expect(createBase58check(sha256).decode(replace('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'))).toHaveLength(21)
  })
  test.each([
    ['a hash', `0x${'9b'.repeat(32)}`],
    ['a signature', `0x${'3f9a'.repeat(32)}1b`],
    ['a topic', '0d'.repeat(32)],
    ['a key in upper case', '0D'.repeat(32)],
    ['an email address', 'Ada.Lovelace@analytical.invalid'],
    ['an Ethereum name', 'lovelace.eth'],
    ['a name of the name service', 'lovelace.reown.id'],
    ['a token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmVk'],
    ['a signature in base64', 'MEUCIQDx0a/9vQ+7k2wZr1nTqk3bJcB8m5e0yYlP4uWvGhSd6AIgXw=='],
  ])('replaces %s', (_, text) => {
    const { replace } = createPlaceholders()
    const placeholder = replace(text)
    expect(placeholder).not.toBe(text)
    for (const part of text.toLowerCase().match(/[0-9a-z]{8,}/g) ?? [])
      expect(placeholder.toLowerCase()).not.toContain(part)
    expect(replace(`before ${text} after`)).toBe(`before ${placeholder} after`)
  })
  test.each([`0x${'9b'.repeat(32)}`, `0x${'3f9a'.repeat(32)}1b`, '0d'.repeat(32)])('keeps the length of %s', (text) => {
    const placeholder = createPlaceholders().replace(text)
    expect(placeholder).toHaveLength(text.length)
    expect(placeholder).toMatch(/^(?:0x)?[0-9a-f]+$/)
  })
  test('replaces both keys of a pairing URI', () => {
    const topic = '0d'.repeat(32)
    const key = 'a7'.repeat(32)
    const text = createPlaceholders().replace(`wc:${topic}@2?relay-protocol=irn&symKey=${key}`)
    expect(text).toMatch(/^wc:[0-9a-f]{64}@2\?relay-protocol=irn&symKey=[0-9a-f]{64}$/)
    expect(text).not.toMatch(new RegExp(`${topic}|${key}`))
  })
  test('keeps the function that call data selects', () => {
    const data = `0xa9059cbb${other.slice(2).toLowerCase().padStart(64, '0')}${'1'.padStart(64, '0')}`
    const placeholder = createPlaceholders().replace(data)
    expect(placeholder.slice(0, 10)).toBe('0xa9059cbb')
    expect(placeholder).toHaveLength(data.length)
    expect(placeholder).not.toContain(other.slice(2).toLowerCase())
  })
  test('replaces codes and secrets by the names of their fields, and wherever else they appear', () => {
    const { replace } = createPlaceholders()
    expect(replace('314159', 'code')).toMatch(/^\d{6}$/)
    expect(replace('314159', 'code')).not.toBe('314159')
    expect(replace('Your code is 314159.')).toBe(`Your code is ${replace('314159', 'otp')}.`)
    expect(replace('open sesame', 'password')).toBe('secret1')
    expect(replace('the password is open sesame')).toBe('the password is secret1')
    expect(replace('Grace Hopper', 'userName')).toBe('secret2')
    expect(replace('grace@navy', 'email')).toBe('secret3')
    expect(replace('abc', 'pageToken')).toBe('secret')
    expect(replace('user.declined', 'code')).toBe('user.declined')
  })
  test.each([
    'eip155:31337',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'bip122:000000000019d6689c085ae165831e93',
    '0xde0b6b3a7640000',
    `0x${'0'.repeat(40)}`,
    `0x${'e'.repeat(40)}`,
    `0x${'f'.repeat(64)}`,
    '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    'So11111111111111111111111111111111111111112',
    'Sandbox Dollar',
    'network → send: network.changed',
  ])('leaves %s unchanged', (text) => expect(createPlaceholders().replace(text)).toBe(text))
  test('replaces the address after a network', () => {
    const text = createPlaceholders().replace(`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${solana}`)
    expect(text).toMatch(/^solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:/)
    expect(text).not.toContain(solana)
  })
})

describe('the encoding', () => {
  function copy(value: unknown): unknown {
    const placeholders = createPlaceholders()
    const first = createEncoder(placeholders)
    first.encode(value)
    const json = JSON.stringify(createEncoder(placeholders, first).encode(value))
    return createDecoder().decode(JSON.parse(json))
  }

  test.each([
    ['bigints', 10n ** 30n],
    ['missing values', { a: undefined, b: [undefined, null] }],
    ['dates', new Date(5)],
    ['maps and sets', new Map([['a', new Set([1, 2n])]])],
    ['bytes', Uint8Array.of(1, 2, 255)],
    ['infinite numbers', [Infinity, -Infinity, Number.NaN]],
    ['objects with the name of a tag', { $: 'bigint', value: '1' }],
    ['nested data', { a: [{ b: { c: 'd' } }], e: true, f: 1.5 }],
  ])('keeps %s', (_, value) => expect(copy(value)).toEqual(value))
  test('keeps errors with their class, code and cause', () => {
    const error = new LatchkeyError('address.length', {
      params: { count: 3 },
      cause: Object.assign(new Error('no'), { code: 4001 }),
    })
    const copied = copy(error)
    expect(LatchkeyError.is(copied, 'address.length')).toBe(true)
    expect(copied).toMatchObject({ message: error.message, params: { count: 3 }, cause: { message: 'no', code: 4001 } })
    const refused = copy(new ApiError('api.busy', { call: 'balance', status: 429, retryAfterMs: 2_000 }))
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({ code: 'api.busy', call: 'balance', status: 429, retryAfterMs: 2_000 })
  })
  test('keeps the identity of an object that appears twice', () => {
    const shared = { a: 1 }
    const copied = copy([shared, { shared }, { a: 1 }]) as [object, { shared: object }, object]
    expect(copied[1].shared).toBe(copied[0])
    expect(copied[2]).not.toBe(copied[0])
  })
  test('has neither secrets nor functions, and ends circular values', () => {
    const circular: Record<string, unknown> = { code: new Secret('314159'), run: () => {} }
    circular['self'] = circular
    const copied = copy(circular) as { code: Secret }
    expect(copied).toEqual({ code: expect.any(Secret), run: undefined, self: undefined })
    expect(copied.code.reveal()).not.toBe('314159')
  })
})
