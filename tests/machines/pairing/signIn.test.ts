import {
  createEncodedRecap,
  formatMessage,
  formatStatementFromRecap,
  getChainsFromRecap,
  getDecodedRecapFromResources,
  getMethodsFromRecap,
  mergeRecaps,
  populateAuthPayload,
} from '@walletconnect/utils'
import * as fc from 'fast-check'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { fromBase64, toBase64Url } from '../../../machines/shared/base64.rules.ts'
import { parseTimestamp } from '../../../machines/shared/timestamps.rules.ts'
import {
  decodeRecap,
  encodeRecap,
  isRecap,
  combineRecaps,
  recapChains,
  recapMethods,
  recapOf,
  recapResource,
  recapStatement,
} from '../../../machines/pairing/rules/recap.ts'
import { accountOfIss, signInText } from '../../../machines/pairing/rules/signInText.ts'
import { ADDRESS, cacaoOf, payload } from './fixtures.ts'

const iss = `did:pkh:eip155:1:${ADDRESS}`
const method = fc.constantFrom(
  'personal_sign',
  'eth_sign',
  'eth_signTypedData',
  'eth_signTypedData_v4',
  'eth_signTransaction',
  'eth_sendTransaction',
  'wallet_sendCalls',
)
const methods = fc.uniqueArray(method, { minLength: 1 })
const limits = fc.constantFrom<Record<string, unknown>[]>(
  {},
  { chains: ['eip155:1'] },
  { chains: ['eip155:1', 'eip155:10'] },
  { x: '~?>é' },
)
const recaps = fc
  .uniqueArray(fc.constantFrom('eip155', 'https://app.example', 'solana'), { minLength: 1 })
  .chain((resources) =>
    fc.tuple(
      ...resources.map((resource) =>
        fc.tuple(
          fc.constant(resource),
          fc.uniqueArray(fc.tuple(fc.constantFrom('request', 'crud'), method, limits), {
            minLength: 1,
            selector: ([kind, name]) => `${kind}/${name}`,
          }),
        ),
      ),
    ),
  )
  .map((parts) => ({
    att: Object.fromEntries(
      parts.map(([resource, abilities]) => [
        resource,
        Object.fromEntries(abilities.map(([kind, name, limit]) => [`${kind}/${name}`, [limit]])),
      ]),
    ),
  }))

describe('a ReCap', () => {
  test('is encoded as urn:recap: and base64url, and decoded again', () => {
    const resource = encodeRecap(recapOf('eip155', ['personal_sign', 'eth_sign']))
    expect(resource).toMatch(/^urn:recap:[A-Za-z0-9_-]+$/)
    expect(decodeRecap(resource)).toEqual({
      att: { eip155: { 'request/eth_sign': [{}], 'request/personal_sign': [{}] } },
    })
    fc.assert(
      fc.property(recaps, (recap) => {
        expect(decodeRecap(encodeRecap(recap))).toEqual(recap)
      }),
    )
  })

  test('is read by the pinned client, and read from it, without a difference', () => {
    fc.assert(
      fc.property(recaps, methods, (recap, names) => {
        const resource = encodeRecap(recap)
        expect(getDecodedRecapFromResources(['https://first', resource])).toEqual(recap)
        expect(recapMethods(recap, 'eip155')).toEqual(getMethodsFromRecap(resource))
        expect(recapChains(recap)).toEqual(getChainsFromRecap(resource))
        const theirs = createEncodedRecap('eip155', 'request', [...names])
        expect(decodeRecap(theirs)).toEqual(recapOf('eip155', names))
        expect(encodeRecap(recapOf('eip155', names))).toBe(theirs)
      }),
    )
  })

  test('is merged with another one as in the pinned client', () => {
    fc.assert(
      fc.property(recaps, recaps, (one, other) => {
        const merged = combineRecaps(one, other)
        expect(JSON.stringify(merged)).toBe(JSON.stringify(mergeRecaps(one, other)))
      }),
    )
  })

  test('is found only as the last resource', () => {
    const resource = encodeRecap(recapOf('eip155', ['eth_sign']))
    expect(recapResource(['https://a', resource])).toBe(resource)
    for (const none of [undefined, [], ['https://a'], [resource, 'https://a']])
      expect(recapResource(none)).toBeUndefined()
    expect(isRecap('https://a')).toBe(false)
  })

  test.each([
    ['invalid base64', 'urn:recap:!!!'],
    ['invalid UTF-8', 'urn:recap:_w'],
    ['invalid JSON', `urn:recap:${toBase64Url('{')}`],
    ['no content', 'urn:recap:'],
    ['no attributes', `urn:recap:${toBase64Url('{}')}`],
    ['no resources', `urn:recap:${toBase64Url('{"att":{}}')}`],
    ['a resource without abilities', `urn:recap:${toBase64Url('{"att":{"eip155":{}}}')}`],
    ['an ability without limits', `urn:recap:${toBase64Url('{"att":{"eip155":{"request/a":[]}}}')}`],
    ['limits that are not objects', `urn:recap:${toBase64Url('{"att":{"eip155":{"request/a":["x"]}}}')}`],
    ['another kind of resource', 'https://app.example'],
  ])('is refused with %s', (_, resource) => {
    expect(decodeRecap(resource)).toBeUndefined()
  })

  test('is described in the statement, once, as in the pinned client', () => {
    const recap = recapOf('eip155', ['personal_sign', 'eth_sign'])
    const words =
      "I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_sign', 'personal_sign' for 'eip155'."
    expect(recapStatement('', recap)).toBe(words)
    expect(recapStatement('Hello.', recap)).toBe(`Hello. ${words}`)
    expect(recapStatement(`Hello. ${words}`, recap)).toBe(`Hello. ${words}`)
    fc.assert(
      fc.property(fc.constantFrom('', 'Hello.'), recaps, (statement, some) => {
        expect(recapStatement(statement, some)).toBe(formatStatementFromRecap(statement, some))
      }),
    )
  })
})

describe('the signed text', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019 .'.split('')), minLength: 1 })
  const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined })
  const fields = fc.record({
    domain: word,
    aud: maybe(word),
    uri: fc.webUrl(),
    version: fc.constant('1'),
    nonce: word,
    iat: word,
    nbf: maybe(word),
    exp: maybe(word),
    statement: maybe(fc.oneof(word, fc.constant(''))),
    requestId: maybe(word),
    resources: maybe(
      fc
        .tuple(fc.array(fc.webUrl()), maybe(recaps))
        .map(([urls, recap]) => [...urls, ...(recap ? [encodeRecap(recap)] : [])]),
    ),
  })

  test('equals the pinned client’s text for the same payload [3.27] [3.36]', () => {
    fc.assert(
      fc.property(fields, fc.nat(), (some, chain) => {
        const who = `did:pkh:eip155:${chain}:${ADDRESS}`
        const { aud, nbf, exp, statement, requestId, resources, ...always } = some
        const given = Object.fromEntries(
          Object.entries({ aud, nbf, exp, statement, requestId, resources }).filter(([, value]) => value !== undefined),
        )
        expect(signInText(some, who)).toBe(formatMessage({ ...always, ...given }, who))
      }),
    )
  })

  test('equals the text of a SIWE library for the same payload [3.27]', () => {
    const { aud, domain, nonce, resources } = payload
    for (const statement of [undefined, 'Sign in to the app.'])
      for (const timed of [false, true]) {
        const [exp, nbf, requestId] = ['2023-11-15T22:13:20.000Z', '2023-11-14T22:13:20.000Z', 'r1']
        const times = timed && { expirationTime: new Date(exp), notBefore: new Date(nbf), requestId }
        const theirs = createSiweMessage({
          domain,
          address: ADDRESS,
          uri: aud,
          version: '1',
          chainId: 10,
          nonce,
          issuedAt: new Date(payload.iat),
          ...(resources && { resources }),
          ...(statement !== undefined && { statement }),
          ...times,
        })
        const extra = timed && { exp, nbf, requestId }
        const fields = { domain, aud, version: '1', nonce, iat: payload.iat, statement, resources, ...extra }
        expect(signInText(fields, `did:pkh:eip155:10:${ADDRESS}`)).toBe(theirs)
      }
  })

  test('stays the same when a wallet of the pinned client completes the payload', () => {
    const asked = {
      ...payload,
      type: 'caip122',
      resources: [...(payload.resources ?? []), encodeRecap(recapOf('eip155', ['personal_sign', 'eth_sign']))],
    }
    const { statement = '', resources = [] } = populateAuthPayload({
      authPayload: { ...asked, statement: payload.statement ?? '' } as Parameters<
        typeof populateAuthPayload
      >[0]['authPayload'],
      chains: ['eip155:1'],
      methods: ['personal_sign'],
    })
    const { p } = cacaoOf({ statement, resources })
    expect(signInText(p, iss)).toContain("'request': 'personal_sign' for 'eip155'.")
    expect(signInText(p, iss).match(/I further authorize/g)).toHaveLength(1)
  })

  test.each([
    ['no URI', { ...cacaoOf().p, aud: undefined }, iss],
    ['an empty URI', { ...cacaoOf().p, aud: '', uri: '' }, iss],
    ['an account of another namespace', cacaoOf().p, 'did:pkh:solana:x:abc'],
    ['no account', cacaoOf().p, ADDRESS],
    ['an invalid ReCap', { ...cacaoOf().p, resources: ['urn:recap:!'] }, iss],
  ])('cannot be written with %s', (_, fields, who) => {
    expect(() => signInText(fields, who)).toThrow('The wallet’s signed message could not be understood')
  })

  test('names an account of eip155', () => {
    expect(accountOfIss(iss)).toEqual({ chainId: 'eip155:1', address: ADDRESS })
    for (const none of [
      '',
      ADDRESS,
      `eip155:1:${ADDRESS}`,
      `did:pkh:eip155:x:${ADDRESS}`,
      'did:pkh:eip155:1:0x12',
      `${iss}x`,
    ])
      expect(accountOfIss(none)).toBeUndefined()
  })
})

describe('base64', () => {
  test('is decoded into the original text, in either alphabet', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const encoded = toBase64Url(text)
        expect(encoded).toMatch(/^[A-Za-z0-9_-]*$/)
        expect(fromBase64(encoded)).toBe(text)
        expect(fromBase64(Buffer.from(text).toString('base64'))).toBe(text)
        expect(encoded).toBe(Buffer.from(text).toString('base64url'))
      }),
    )
  })
  test('is decoded into undefined when it is invalid', () => {
    for (const text of ['!', 'a', '_w']) expect(fromBase64(text)).toBeUndefined()
  })
})

describe('the valid times', () => {
  test('include the ISO string of every date', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(parseTimestamp(date.toISOString())).toBe(date.getTime())
        },
      ),
    )
  })
  test.each([
    ['2024-02-29T12:00:00Z'],
    ['2024-02-29T12:00:00+02:00'],
    ['2024-12-31T23:59:59.5-11:30'],
    ['2024-12-31T23:59:59-23:59'],
    ['1970-01-01T00:00:00.000Z'],
  ])('include %s', (text) => {
    expect(parseTimestamp(text)).toBe(Date.parse(text))
  })
  test.each([
    '',
    'tomorrow',
    '2024-02-29',
    '2024-02-29T12:00:00',
    '2023-02-29T12:00:00Z',
    '1900-02-29T12:00:00Z',
    '2024-13-01T00:00:00Z',
    '2024-00-01T00:00:00Z',
    '2024-04-31T00:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:60:00Z',
    '2024-01-01T00:00:00+24:00',
  ])('exclude "%s"', (text) => {
    expect(parseTimestamp(text)).toBeUndefined()
  })
})
