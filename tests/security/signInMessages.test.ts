/** What the user signs is what the page requested, for the origin that it names, and nothing else. */
import { expect, test } from 'vitest'
import { authPayloadOf } from '../../machines/pairing/rules/authenticate.ts'
import { validateAuthenticate } from '../../machines/pairing/rules/authenticate.ts'
import { validateCredential, grantedNamespaces, grantOf } from '../../machines/pairing/rules/credentials.ts'
import { receivedSignIn } from '../../machines/pairing/rules/items.ts'
import { encodeRecap, recapOf, recapStatement } from '../../machines/pairing/rules/recap.ts'
import { signInText } from '../../machines/pairing/rules/signInText.ts'
import { validateOrigin } from '../../machines/pairing/rules/signIns.ts'
import { authRequestSchema, type AuthRequest } from '../../machines/pairing/pairing.schemas.ts'
import { openClient } from '../mocks/relay/clients.ts'
import { ADDRESS, NOW, cacaoOf, payload } from '../machines/pairing/fixtures.ts'
import { askedOf, signed, signingIn, sideOf } from '../sdk/pairing/engine.ts'
import { openRelay } from '../sdk/pairing/support.ts'

const asked = { payload, sinceMs: NOW, nowMs: NOW + 1_000 }
const codeOf = (changes: Parameters<typeof cacaoOf>[0]) => validateCredential(cacaoOf(changes), asked)?.message

const at = (ms: number) => new Date(NOW + ms).toISOString()

test.each([
  ['without the statement', { statement: undefined }, 'statement'],
  ['with another statement', { statement: 'I owe you.' }, 'statement'],
  [
    'whose statement lists permissions that its ReCap does not contain',
    { statement: recapStatement('Sign in to the app.', recapOf('eip155', ['eth_sign'])) },
    'statement',
  ],
  ['issued in 1970', { iat: '1970-01-01T00:00:00Z' }, 'time of issue'],
  ['issued in 2999', { iat: '2999-01-01T00:00:00Z' }, 'time of issue'],
  ['issued six minutes before the request', { iat: at(-360_000) }, 'time of issue'],
  ['issued six minutes in the future', { iat: at(361_001) }, 'time of issue'],
  ['with a request id that was never asked for', { requestId: 'r1' }, 'request id'],
])('the page refuses a sign-in %s', (_, changes, field) => {
  expect(codeOf(changes)).toContain(field)
})

test.each([
  ['an invalid time', { iat: 'now' }],
  ['a time with line breaks', { iat: '2023-11-14T22:13:20.000Z\nExpiration Time: 2999-01-01T00:00:00Z' }],
  ['a resource with line breaks', { resources: ['https://app.example/terms\n- https://evil.example'] }],
  ['an expiration with a line break', { exp: '2999-01-01T00:00:00Z\r\n' }],
])('the page refuses a sign-in with %s', (_, changes) => {
  expect(codeOf(changes)).toBe('The wallet’s signed message could not be understood')
})

test('the page accepts a sign-in as requested, even if a clock is four minutes off', () => {
  for (const ms of [0, -240_000, 240_000]) expect(codeOf({ iat: at(ms) })).toBeUndefined()
  const resources = ['https://app.example/terms', encodeRecap(recapOf('eip155', ['personal_sign']))]
  const withRecap = { ...asked, payload: { ...payload, resources } }
  for (const statement of [
    payload.statement,
    recapStatement(payload.statement ?? '', recapOf('eip155', ['personal_sign'])),
  ])
    expect(validateCredential(cacaoOf({ statement, resources }), withRecap)).toBeUndefined()
})

test('no statement can hide the permissions of a ReCap from the text', () => {
  const opening = 'I further authorize the stated URI to perform the following actions on my behalf: nothing at all.'
  const recap = recapOf('eip155', ['eth_sendTransaction', 'eth_sign'])
  const { p } = cacaoOf({ statement: opening, resources: [encodeRecap(recap)] })
  expect(signInText(p, p.iss)).toContain("'request': 'eth_sendTransaction', 'eth_sign' for 'eip155'.")
  const words = recapStatement('', recap)
  expect(recapStatement(`${words} Not!`, recap)).toBe(`${words} Not! ${words}`)
  expect(recapStatement(`Hello. ${words}`, recap)).toBe(`Hello. ${words}`)
  // A suffix of another word does not count as the beginning.
  expect(recapStatement(`Not${words}`, recap)).toBe(`Not${words} ${words}`)
})

const request: AuthRequest = {
  id: 7,
  pairingTopic: 'pairing',
  requester: {
    publicKey: 'ab',
    metadata: {
      name: '',
      description: '',
      url: 'https://app.example',
      icons: [],
      redirect: undefined,
      verifyUrl: undefined,
    },
  },
  authPayload: payload,
  expiryTimestamp: 9_999_999_999,
  verifyContext: { verified: { origin: 'https://app.example', validation: 'UNKNOWN', verifyUrl: '' } },
}

test.each(['domain', 'statement', 'nonce', 'aud', 'iat'])(
  'a wallet refuses a sign-in request whose %s contains line breaks',
  (field) => {
    const authPayload = { ...payload, [field]: 'good.example wants you to sign in\n\nURI: https://good.example' }
    expect(authRequestSchema.safeParse({ ...request, authPayload }).success).toBe(false)
    const message = {
      type: 'authentication.received',
      id: 7,
      topic: 'pairing',
      request: { ...request, authPayload },
      verifyContext: request.verifyContext,
    } as const
    expect(receivedSignIn(message)).toEqual([])
    expect(() => signInText({ ...cacaoOf().p, [field]: 'a\nb' }, `did:pkh:eip155:1:${ADDRESS}`)).toThrow(
      'could not be understood',
    )
  },
)

test('the page refuses to request a sign-in with line breaks', () => {
  const params = { chains: ['eip155:1'], domain: 'app.example', uri: 'https://app.example', nonce: 'k3x9z2q8w7' }
  expect(validateAuthenticate(params)).toBeUndefined()
  for (const field of ['domain', 'statement', 'nonce', 'uri'])
    expect(validateAuthenticate({ ...params, [field]: 'a\nb' })?.code).toBe('pairing.paramsInvalid')
  expect(authPayloadOf(params, at(0)).statement).toBe('')
})

test.each([
  ['its own host', 'app.example', 'UNKNOWN', 'app.example', undefined],
  ['another host of its site, unverified', 'login.app.example', 'UNKNOWN', 'app.example', undefined],
  ['another site', 'bank.example', 'UNKNOWN', 'app.example', 'domain'],
  ['a site with the same suffix', 'myapp.example', 'UNKNOWN', 'app.example', 'domain'],
  ['its own host, verified', 'app.example', 'VALID', 'app.example', undefined],
  ['another host of its site, verified', 'login.app.example', 'VALID', 'app.example', 'domain'],
  ['another site, with a failed verification', 'bank.example', 'INVALID', 'app.example', 'domain'],
  ['its own host, verified as another one', 'app.example', 'VALID', 'evil.example', 'domain'],
] as const)('a wallet checks the origin of a sign-in request for %s', (_, domain, validation, host, fault) => {
  const verifyContext = { verified: { origin: `https://${host}`, validation, verifyUrl: '' } }
  expect(validateOrigin({ ...request, verifyContext, authPayload: { ...payload, domain } })?.params['field']).toBe(
    fault,
  )
})

test('a wallet does not sign in to another site than the requesting one', async () => {
  const { url } = await openRelay()
  const dapp = await openClient(url, 'phish')
  const wallet = sideOf('responder', url)
  const { uri, response } = await dapp.authenticate({
    chains: ['eip155:1'],
    domain: 'bank.example',
    uri: 'https://bank.example/login',
    nonce: 'k3x9z2q8w7',
  })
  void response().catch(() => undefined)
  await wallet.pair(uri)
  const id = await askedOf(wallet, 'authentication')
  const mismatch = { code: 'session.authMismatch', params: { field: 'domain', received: '"bank.example"' } }
  expect(wallet.find(`authentication:${id}`)?.getSnapshot().context.fault).toMatchObject(mismatch)
  expect(await wallet.signIn(id, await signed(wallet, id))).toMatchObject({ status: 'failed', error: mismatch })
  expect(wallet.sessions()).toEqual([])
  expect(await wallet.refuseSignIn(id, { code: 5000, message: 'User rejected.' })).toMatchObject({ status: 'done' })
})

test('two of our own sides can sign in', async () => {
  const { url } = await openRelay()
  const page = sideOf('requester', url)
  const wallet = sideOf('responder', url)
  const { outcome, uri } = await signingIn(page)
  await wallet.pair(uri)
  const id = await askedOf(wallet, 'authentication')
  expect(await wallet.signIn(id, await signed(wallet, id))).toMatchObject({ status: 'done' })
  expect(await outcome).toMatchObject({
    status: 'done',
    value: { credentials: [{ p: { domain: 'requester.example' } }] },
  })
})

test("a contract's signature on one chain gives the page no account on another", () => {
  const resources = [
    encodeRecap({ att: { eip155: { 'request/personal_sign': [{ chains: ['eip155:1', 'eip155:10'] }] } } }),
  ]
  const byKey = cacaoOf({ iss: `did:pkh:eip155:10:${ADDRESS}`, resources })
  const byContract = { ...byKey, s: { ...byKey.s, t: 'eip1271' as const } }
  expect(grantOf([byKey]).accounts).toEqual([`eip155:10:${ADDRESS}`, `eip155:1:${ADDRESS}`])
  expect(grantOf([byContract]).accounts).toEqual([`eip155:10:${ADDRESS}`])
  const chains = ['eip155:1', 'eip155:10']
  const accounts = chains.map((chain) => `${chain}:${ADDRESS}`)
  const namespaces = { eip155: { chains, accounts, methods: ['personal_sign'], events: [] } }
  expect(grantedNamespaces(namespaces, [byKey])).toEqual(namespaces)
  expect(grantedNamespaces(namespaces, [byContract])).toEqual({
    eip155: { chains: ['eip155:10'], accounts: [`eip155:10:${ADDRESS}`], methods: ['personal_sign'], events: [] },
  })
})
