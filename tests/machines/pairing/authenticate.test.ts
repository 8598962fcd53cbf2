import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  validateAuthenticate,
  authPayloadOf,
  validateAuthRequest,
} from '../../../machines/pairing/rules/authenticate.ts'
import { validateCredential, grantOf, readCredentials } from '../../../machines/pairing/rules/credentials.ts'
import { decodeRecap, encodeRecap, recapOf } from '../../../machines/pairing/rules/recap.ts'
import { ADDRESS, cacaoOf, NOW, payload, textOf } from './fixtures.ts'

const params = {
  chains: ['eip155:1', 'eip155:10'],
  uri: 'https://app.example/login',
  domain: 'app.example',
  nonce: 'k3x9z2q8w7',
}

describe('a sign-in request', () => {
  test('is valid with all required params [5.47] [5.48] [5.49]', () => {
    expect(validateAuthenticate(params)).toBeUndefined()
  })

  test.each([
    [undefined, 'Missing or invalid. authenticate() params: undefined'],
    [{ ...params, chains: undefined }, 'chains is required and must be a non-empty array'],
    [{ ...params, chains: [] }, 'chains is required and must be a non-empty array'],
    [{ ...params, chains: 'eip155:1' }, 'chains is required and must be a non-empty array'],
    [{ ...params, uri: undefined }, 'uri is required parameter'],
    [{ ...params, uri: ' ' }, 'uri is required parameter'],
    [{ ...params, domain: 5 }, 'domain is required parameter'],
    [{ ...params, nonce: '' }, 'nonce is required parameter'],
    [
      { ...params, chains: ['eip155:1', 'solana:1'] },
      'Multi-namespace requests are not supported. Please request single namespace only.',
    ],
    [
      { ...params, chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] },
      'Only eip155 namespace is supported for authenticated sessions. Please use .connect() for non-eip155 chains.',
    ],
    [
      { ...params, chains: ['eip155:1', 'eip155'] },
      'Unsupported chains. authenticate() chains, chain eip155 should be a string and conform to "namespace:chainId" format',
    ],
  ])('is refused for %j [5.47] [5.48] [5.49]', (given, text) => {
    expect(textOf(validateAuthenticate(given))).toBe(text)
  })

  test('contains everything that the app passed, and nothing else', () => {
    const iat = '2023-11-14T22:13:20.000Z'
    const more = { ...params, statement: 'Hello.', requestId: 'r1', pairingTopic: 'x' }
    expect(authPayloadOf(more, iat)).toEqual({
      type: 'caip122',
      chains: params.chains,
      domain: params.domain,
      aud: params.uri,
      version: '1',
      nonce: params.nonce,
      iat,
      statement: 'Hello.',
      resources: [],
    })
  })

  test('lists its methods as the last resource', () => {
    const { resources = [] } = authPayloadOf(
      { ...params, methods: ['personal_sign', 'eth_sign'], resources: ['https://a'] },
      '',
    )
    expect(resources).toHaveLength(2)
    expect(decodeRecap(resources.at(-1) ?? '')).toEqual(recapOf('eip155', ['eth_sign', 'personal_sign']))
  })

  test('adds its methods to a ReCap that the app passes, and otherwise leaves it unchanged', () => {
    const before = encodeRecap({ att: { 'https://a': { 'crud/read': [{}] }, eip155: { 'request/x': [{}] } } })
    const { resources = [] } = authPayloadOf({ ...params, methods: ['y'], resources: ['https://a', before] }, '')
    expect(resources[0]).toBe('https://a')
    expect(decodeRecap(resources[1] ?? '')).toEqual({
      att: { eip155: { 'request/x': [{}], 'request/y': [{}] }, 'https://a': { 'crud/read': [{}] } },
    })
    expect(authPayloadOf({ ...params, resources: [before] }, '').resources).toEqual([before])
    expect(() => authPayloadOf({ ...params, methods: ['y'], resources: ['urn:recap:!'] }, '')).toThrow(
      'Missing or invalid. authenticate() params: urn:recap:!',
    )
  })

  test('can be answered only while it is pending [8.48]', () => {
    expect(validateAuthRequest(5, [{ id: 6 }, { id: 5 }])).toBeUndefined()
    expect(textOf(validateAuthRequest(5, [{ id: 6 }]))).toBe('Could not find pending auth request with id 5')
  })
})

describe('a credential', () => {
  const asked = { payload, sinceMs: NOW, nowMs: NOW }
  const recap = (methods: readonly string[], chains?: readonly string[]) =>
    encodeRecap({
      att: { eip155: Object.fromEntries(methods.map((one) => [`request/${one}`, [chains ? { chains } : {}]])) },
    })
  const withRecap = {
    payload: { ...payload, resources: ['https://app.example/terms', recap(['personal_sign', 'eth_sign'])] },
    sinceMs: NOW,
    nowMs: NOW,
  }

  test('is valid from an honest wallet, apart from its signature', () => {
    expect(validateCredential(cacaoOf(), asked)).toBeUndefined()
    expect(validateCredential(cacaoOf({ iss: `did:pkh:eip155:10:${ADDRESS}` }), asked)).toBeUndefined()
    expect(validateCredential(cacaoOf({ aud: undefined, uri: payload.aud }), asked)).toBeUndefined()
    expect(
      validateCredential(cacaoOf({ exp: '2023-11-14T22:13:20.001Z', nbf: '2023-11-14T22:13:20Z' }), asked),
    ).toBeUndefined()
  })

  const other = (field: string, value: unknown) =>
    `The wallet signed another ${field} than requested: ${JSON.stringify(value) ?? 'undefined'}`
  test.each([
    ['another nonce', { nonce: 'evil' }, other('nonce', 'evil')],
    ['another domain', { domain: 'evil.example' }, other('domain', 'evil.example')],
    ['another URI', { aud: 'https://evil.example' }, other('URI', 'https://evil.example')],
    ['another URI in addition to the right one', { uri: 'https://evil.example' }, other('URI', 'https://evil.example')],
    ['no URI', { aud: undefined }, other('URI', undefined)],
    ['another version', { version: '2' }, other('version', '2')],
    [
      'an expiry in the past',
      { exp: '2023-11-14T22:13:20.000Z' },
      'The wallet’s signed message expired at 2023-11-14T22:13:20.000Z',
    ],
    ['an expiry that is not a time', { exp: 'never' }, 'The wallet’s signed message could not be understood'],
    [
      'a start in the future',
      { nbf: '2023-11-14T22:13:20.001Z' },
      'The wallet’s signed message is not valid before 2023-11-14T22:13:20.001Z',
    ],
    ['a start that is not a time', { nbf: '' }, 'The wallet’s signed message could not be understood'],
    ['no account', { iss: ADDRESS }, `The wallet’s signed message names no account: ${ADDRESS}`],
    [
      'an account of another namespace',
      { iss: 'did:pkh:solana:1:abc' },
      'The wallet’s signed message names no account: did:pkh:solana:1:abc',
    ],
    [
      'a chain that was not requested',
      { iss: `did:pkh:eip155:999:${ADDRESS}` },
      'The wallet signed in on eip155:999, which was not requested',
    ],
    [
      'an extra resource',
      { resources: ['https://app.example/terms', 'https://evil.example'] },
      other('list of resources', ['https://app.example/terms', 'https://evil.example']),
    ],
    ['no resources', { resources: undefined }, other('list of resources', [])],
    [
      'methods that were not requested',
      { resources: ['https://app.example/terms', recap(['eth_sign'])] },
      'The wallet signed for request/eth_sign on eip155, which was not requested',
    ],
  ])('is refused with %s', (_, changes, text) => {
    expect(textOf(validateCredential(cacaoOf(changes), asked))).toBe(text)
  })

  test.each([
    ['everything', [recap(['personal_sign', 'eth_sign'])], undefined],
    ['less', [recap(['personal_sign'], ['eip155:1'])], undefined],
    ['nothing', [], undefined],
    [
      'one more method',
      [recap(['eth_sendTransaction'])],
      'The wallet signed for request/eth_sendTransaction on eip155, which was not requested',
    ],
    [
      'another chain',
      [recap(['eth_sign'], ['eip155:1', 'eip155:999'])],
      'The wallet signed in on eip155:999, which was not requested',
    ],
    [
      'another resource',
      [encodeRecap({ att: { 'https://evil': { 'request/eth_sign': [{}] } } })],
      'The wallet signed for request/eth_sign on https://evil, which was not requested',
    ],
    ['something invalid', ['urn:recap:!'], 'The wallet’s signed message could not be understood'],
  ])('is valid only if it allows no more than was requested: %s', (_, added, text) => {
    const cacao = cacaoOf({ resources: ['https://app.example/terms', ...added] })
    expect(textOf(validateCredential(cacao, withRecap))).toBe(text)
  })

  test('must list what it allows as its last resource', () => {
    const cacao = cacaoOf({ resources: [recap(['eth_sign']), 'https://app.example/terms'] })
    expect(textOf(validateCredential(cacao, withRecap))).toBe(
      'The wallet’s signed message must list what it allows as its last resource',
    )
  })

  test('keeps the times and the request id of the app', () => {
    const timed = {
      payload: { ...payload, exp: '2030-01-01T00:00:00Z', nbf: '2020-01-01T00:00:00Z', requestId: 'r1' },
      sinceMs: NOW,
      nowMs: NOW,
    }
    const honest = { exp: timed.payload.exp, nbf: timed.payload.nbf, requestId: 'r1' }
    expect(validateCredential(cacaoOf(honest), timed)).toBeUndefined()
    expect(textOf(validateCredential(cacaoOf({ ...honest, exp: undefined }), timed))).toBe(
      other('expiration time', undefined),
    )
    expect(textOf(validateCredential(cacaoOf({ ...honest, nbf: '2019-01-01T00:00:00Z' }), timed))).toBe(
      other('not-before time', '2019-01-01T00:00:00Z'),
    )
    expect(textOf(validateCredential(cacaoOf({ ...honest, requestId: 'r2' }), timed))).toBe(other('request id', 'r2'))
  })

  test('is valid when a wallet of the pinned client made it', () => {
    const methods = fc.uniqueArray(fc.constantFrom('personal_sign', 'eth_sign', 'eth_sendTransaction'), {
      minLength: 1,
    })
    fc.assert(
      fc.property(methods, methods, (wanted, served) => {
        fc.pre(wanted.some((one) => served.includes(one)))
        const {
          type = '',
          statement = '',
          resources = [],
          ...rest
        } = authPayloadOf({ ...params, methods: wanted, statement: 'Hello.' }, payload.iat)
        const { chains, domain, aud, version, nonce, iat } = rest
        const request = { type, statement, resources, chains, domain, aud, version, nonce, iat }
        const populated = populateAuthPayload({ authPayload: request, chains: ['eip155:1'], methods: served })
        const cacao = buildAuthObject(populated, { t: 'eip191', s: '0x' }, `eip155:1:${ADDRESS}`)
        const [read] = readCredentials([JSON.parse(JSON.stringify(cacao))], {
          payload: request,
          sinceMs: NOW,
          nowMs: NOW,
        })
        expect(read?.p.nonce).toBe(params.nonce)
        expect(grantOf(read ? [read] : [])).toEqual({
          accounts: [`eip155:1:${ADDRESS}`],
          methods: expect.arrayContaining(wanted.filter((one) => served.includes(one))) as string[],
        })
      }),
    )
  })

  test('is parsed from untrusted input, and the first fault is reported', () => {
    const read = (cacaos: unknown) => () => readCredentials(cacaos, asked)
    expect(read([cacaoOf(), cacaoOf()])()).toHaveLength(2)
    for (const broken of [undefined, [], {}, [{}], [{ ...cacaoOf(), h: { t: 'other' } }], [{ ...cacaoOf(), s: {} }]])
      expect(read(broken)).toThrow('The wallet’s signed message could not be understood')
    expect(read([cacaoOf(), cacaoOf({ nonce: 'evil' })])).toThrow(other('nonce', 'evil'))
  })

  test('grants its account on its own chain and on the chains that it lists', () => {
    const resources = [recap(['personal_sign'], ['eip155:1', 'eip155:10'])]
    expect(grantOf([cacaoOf({ resources }), cacaoOf({ iss: `did:pkh:eip155:137:${ADDRESS}` })])).toEqual({
      accounts: [`eip155:1:${ADDRESS}`, `eip155:10:${ADDRESS}`, `eip155:137:${ADDRESS}`],
      methods: ['personal_sign'],
    })
    expect(grantOf([cacaoOf({ iss: 'x' })])).toEqual({ accounts: [], methods: [] })
  })
})
