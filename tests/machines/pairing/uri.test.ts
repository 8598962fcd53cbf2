import { formatUri, parseUri } from '@walletconnect/utils'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPairingUri, parsePairingUri, validateUri } from '../../../machines/pairing/rules/uri.ts'
import { NOW, SECONDS, textOf } from './fixtures.ts'

const topic = '7f'.repeat(32)
const symKey = '5e'.repeat(32)
const parts = { topic, symKey, relayProtocol: 'irn', expiryTimestamp: 1_700_000_300, methods: undefined }
const uri = `wc:${topic}@2?relay-protocol=irn&symKey=${symKey}&expiryTimestamp=1700000300`

const refused = (text: unknown): string => {
  try {
    parsePairingUri(text)
    return 'nothing'
  } catch (error) {
    return String(error instanceof Error ? error.message : error)
  }
}

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'.split('')), minLength: 64, maxLength: 64 })
const uris = fc.record({
  topic: hex,
  symKey: hex,
  relayProtocol: fc.constantFrom('irn', 'an other'),
  expiryTimestamp: fc.option(fc.nat(), { nil: undefined }),
  methods: fc.option(fc.array(fc.constantFrom('wc_sessionAuthenticate', 'wc_sessionPropose'), { minLength: 1 }), {
    nil: undefined,
  }),
})

describe('a pairing URI', () => {
  test('lists its parts in the order that wallets expect', () => {
    expect(formatPairingUri(parts)).toBe(uri)
    expect(formatPairingUri({ ...parts, methods: ['wc_sessionAuthenticate'] })).toBe(
      `${uri}&methods=wc_sessionAuthenticate`,
    )
  })

  test('is parsed into the parts that it was made from, in each of its forms', () => {
    fc.assert(
      fc.property(uris, (made) => {
        const text = formatPairingUri(made)
        for (const form of [
          text,
          text.replace('wc:', 'wc://'),
          ` ${text}\n`,
          btoa(text),
          btoa(text).replaceAll('=', ''),
        ])
          expect(parsePairingUri(form)).toEqual(made)
      }),
    )
  })

  test('equals what the pinned client writes and reads', () => {
    fc.assert(
      fc.property(uris, (made) => {
        const { topic, symKey, relayProtocol, expiryTimestamp, methods } = made
        const theirs = formatUri({
          protocol: 'wc',
          version: 2,
          topic,
          symKey,
          relay: { protocol: relayProtocol },
          // The pinned client leaves out an expiry of zero.
          ...(expiryTimestamp && { expiryTimestamp }),
          ...(methods && { methods }),
        })
        expect(formatPairingUri({ ...made, expiryTimestamp: expiryTimestamp || undefined })).toBe(theirs)
        expect(parseUri(formatPairingUri(made))).toMatchObject({
          topic,
          symKey,
          version: 2,
          relay: { protocol: relayProtocol },
        })
      }),
    )
  })

  test.each([
    [undefined, 'undefined'],
    ['', ''],
    [5, '5'],
    ['https://app.example/a/page', 'https://app.exam…'],
    ['not base64 at all!', 'not base64 at al…'],
    [`wc:${topic}@1?bridge=x&key=${symKey}`, `wc:${topic}@1?…`],
    [`wc:abc@2?relay-protocol=irn&symKey=${symKey}`, 'wc:abc@2?…'],
    [`wc:${topic}@2`, `wc:${topic}@2`],
    [`${uri}x`, `wc:${topic}@2?…`],
  ])('is not valid as %s', (text, shown) => {
    expect(refused(text)).toBe(`Missing or invalid. pair() uri: ${shown}`)
  })

  test('requires its relay and its key', () => {
    expect(refused(`wc:${topic}@2?symKey=${symKey}`)).toBe('Missing or invalid. pair() uri#relay-protocol')
    expect(refused(`wc:${topic}@2?relay-protocol=irn`)).toBe('Missing or invalid. pair() uri#symKey')
    expect(refused(`wc:${topic}@2?relay-protocol=irn&symKey=abc`)).toBe('Missing or invalid. pair() uri#symKey')
  })

  test('does not appear with its key in an error', () => {
    for (const text of [`${uri}x`, btoa(`${uri}x`), uri.replace(topic, 'short'), `wc:${topic}@2?symKey=${symKey}`])
      expect(refused(text)).not.toContain(symKey.slice(0, 20))
  })

  test.each([
    [11, undefined],
    [10, 'Expired. pair() URI has expired. Please try again with a new connection URI.'],
    [0, 'Expired. pair() URI has expired. Please try again with a new connection URI.'],
    [-1, 'Expired. pair() URI has expired. Please try again with a new connection URI.'],
  ])('is valid or expired with %i s left [9.19]', (left, text) => {
    expect(textOf(validateUri({ expiryTimestamp: SECONDS + left }, NOW))).toBe(text)
  })

  test('is valid without an expiry', () => {
    expect(validateUri({ expiryTimestamp: undefined }, NOW)).toBeUndefined()
  })
})
