/** The texts of sign-ins, checked with the library of EIP-4361’s authors. */
import { getAddress } from 'ethers'
import * as fc from 'fast-check'
import { SiweMessage } from 'siwe'
import { describe, expect, test } from 'vitest'
import type { SignInData } from '../../machines/sign-in/signIn.types.ts'
import { readSignIn, validateSignIn, signInMessage, type ExpectedSignIn } from '../../machines/sign-in/signIn.rules.ts'
import { bound, runs } from '../support/full.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const SOLANA = {
  chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  accountAddress: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
} as const
const BITCOIN = {
  chainId: 'bip122:000000000019d6689c085ae165831e93',
  accountAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
} as const
const data: SignInData = {
  domain: 'app.example:8443',
  accountAddress: ADDRESS,
  chainId: 'eip155:1',
  uri: 'https://app.example:8443/in?to=/account#top',
  version: '1',
  nonce: 'a1B2c3D4',
  issuedAt: '2024-01-31T12:00:00.000Z',
}
const whole: SignInData = {
  ...data,
  statement: "Sign in. By doing so you accept the site's terms: https://app.example/terms",
  expirationTime: '2024-01-31T12:05:00.000Z',
  notBefore: '2024-01-31T11:59:00+02:00',
  requestId: 'r%201@x',
  resources: ['https://app.example/my-claims.json', 'urn:recap:eyJhdHQiOnt9fQ', 'https://[2001:db8::1]:8080/'],
}

/** The fields as that library expects them. */
function siweOf({ accountAddress, chainId, resources, ...rest }: SignInData): SiweMessage {
  const given = { ...rest, address: accountAddress, chainId: Number(chainId.slice('eip155:'.length)) }
  return new SiweMessage({ ...given, ...(resources && { resources: [...resources] }) })
}

const siweReads = (text: string): boolean => {
  try {
    return Boolean(new SiweMessage(text))
  } catch {
    return false
  }
}

describe('the text', () => {
  test('follows EIP-4361, letter for letter', () => {
    expect(signInMessage(whole)).toBe(
      [
        'app.example:8443 wants you to sign in with your Ethereum account:',
        ADDRESS,
        '',
        whole.statement,
        '',
        `URI: ${whole.uri}`,
        'Version: 1',
        'Chain ID: 1',
        'Nonce: a1B2c3D4',
        'Issued At: 2024-01-31T12:00:00.000Z',
        'Expiration Time: 2024-01-31T12:05:00.000Z',
        'Not Before: 2024-01-31T11:59:00+02:00',
        'Request ID: r%201@x',
        'Resources:',
        '- https://app.example/my-claims.json',
        '- urn:recap:eyJhdHQiOnt9fQ',
        '- https://[2001:db8::1]:8080/',
      ].join('\n'),
    )
  })

  test('has two empty lines when it has no statement', () => {
    expect(signInMessage(data)).toContain(`${ADDRESS}\n\n\nURI: `)
  })

  test.each([
    ['Solana', SOLANA, '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ['Bitcoin', BITCOIN, '000000000019d6689c085ae165831e93'],
  ])('is the same for an account of %s, by CAIP-122', (name, account, reference) => {
    const ethereum = signInMessage(whole)
    expect(signInMessage({ ...whole, ...account })).toBe(
      ethereum
        .replace('Ethereum', name)
        .replace(ADDRESS, account.accountAddress)
        .replace('Chain ID: 1', `Chain ID: ${reference}`),
    )
  })

  test.each<[string, Partial<Record<keyof SignInData, unknown>>]>([
    ['domain', { domain: 'https://app.example' }],
    ['domain', { domain: 'app.example/in' }],
    ['domain', { domain: 'app.example@evil.example' }],
    ['domain', { domain: 'app.example wants' }],
    ['domain', { domain: '' }],
    ['domain', { domain: undefined }],
    ['domain', { domain: '[::g]' }],
    ['accountAddress', { accountAddress: '0x12' }],
    ['accountAddress', { accountAddress: SOLANA.accountAddress }],
    ['accountAddress', { ...SOLANA, accountAddress: ADDRESS }],
    ['accountAddress', { ...BITCOIN, accountAddress: 'bc1q' }],
    ['chainId', { chainId: 'eip155:01' }],
    ['chainId', { chainId: 'eip155:x' }],
    ['chainId', { chainId: 'cosmos:cosmoshub-4' }],
    ['chainId', { ...BITCOIN, chainId: 'bip122:1' }],
    ['statement', { statement: 'Sign in\nURI: https://evil.example' }],
    ['statement', { statement: 'Sign in.\r' }],
    ['statement', { statement: 'Für “alle”' }],
    ['statement', { statement: '' }],
    ['uri', { uri: '/in' }],
    ['uri', { uri: 'app.example' }],
    ['uri', { uri: 'https://app.example/a b' }],
    ['uri', { uri: 'https://app.example/%zz' }],
    ['uri', { uri: 'https://app.example/\nVersion: 1' }],
    ['uri', { uri: 'https://[::g]/' }],
    ['version', { version: '2' }],
    ['nonce', { nonce: 'a1B2c3D' }],
    ['nonce', { nonce: 'a1B2-c3D4' }],
    ['nonce', { nonce: undefined }],
    ['issuedAt', { issuedAt: 'yesterday' }],
    ['issuedAt', { issuedAt: '2024-01-31' }],
    ['expirationTime', { expirationTime: '2024-02-30T12:00:00Z' }],
    ['notBefore', { notBefore: '1706702400' }],
    ['requestId', { requestId: 'a b' }],
    ['resources', { resources: ['https://app.example', 'nothing'] }],
    ['message', { resources: [`https://app.example/${'a'.repeat(4_000)}`] }],
  ])('is not written with an invalid %s: %o', (field, changed) => {
    const write = () => signInMessage({ ...data, ...changed } as SignInData)
    expect(write).toThrow(`The sign-in message is not valid: ${field}`)
  })
})

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const wordOf = (characters: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters.split('')), minLength, maxLength })
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined })
const uris = fc.webUrl({
  withQueryParameters: true,
  withFragments: true,
  authoritySettings: { withIPv6: true, withPort: true },
})
const times = fc
  .date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
const accounts = fc.oneof(
  fc.record({
    chainId: fc.integer({ min: 1, max: 2 ** 31 }).map((id) => `eip155:${id}` as const),
    accountAddress: wordOf('0123456789abcdef', 40, 40).map((hex) => getAddress(`0x${hex}`)),
  }),
  fc.constantFrom(SOLANA, BITCOIN),
)
const signIns: fc.Arbitrary<SignInData> = fc
  .record({
    domain: fc.webAuthority({ withIPv6: true, withPort: true }),
    account: accounts,
    uri: uris,
    nonce: wordOf(letters, 8, 40),
    issuedAt: times,
    statement: maybe(wordOf(letters + "-._~:/?#[]@!$&'()*+,;= ", 1, 120)),
    expirationTime: maybe(times),
    notBefore: maybe(times),
    requestId: maybe(wordOf(letters + "-._~!$&'()*+,;=:@", 1, 20)),
    resources: maybe(fc.array(uris, { maxLength: 4 })),
  })
  .map(({ account, ...fields }) => {
    const given = Object.entries({ ...fields, ...account, version: '1' }).filter(([, value]) => value !== undefined)
    return Object.fromEntries(given) as unknown as SignInData
  })
  .filter((fields) => (fields.resources ?? []).join('').length < 3_000)

/** Texts that are almost sign-ins: with a part changed, left out, repeated or moved. */
const mangled = fc
  .tuple(
    signIns.map(signInMessage),
    fc.array(fc.tuple(fc.nat(20), fc.nat(20), fc.nat(4), fc.string({ maxLength: 8 })), { maxLength: 3 }),
  )
  .map(([text, changes]) =>
    changes
      .reduce((lines, [at, to, how, noise]) => {
        const line = lines[at % lines.length] ?? ''
        if (how === 0) return lines.toSpliced(at, 1)
        if (how === 1) return lines.toSpliced(to, 0, line)
        if (how === 2) return lines.toSpliced(at, 1, line + noise)
        return how === 3
          ? lines.toSpliced(at, 0, noise)
          : lines.toSpliced(at, 1, line.slice(0, to) + noise + line.slice(to))
      }, text.split('\n'))
      .join('\n'),
  )

describe('a written text', () => {
  test('is read back unchanged, also by the library of the standard’s authors', { timeout: bound(120_000) }, () => {
    fc.assert(
      fc.property(signIns, (fields) => {
        const text = signInMessage(fields)
        expect(readSignIn(text)).toEqual(fields)
        if (!fields.chainId.startsWith('eip155')) return
        expect(siweOf(fields).prepareMessage()).toBe(text)
        expect(new SiweMessage(text)).toMatchObject({ domain: fields.domain, uri: fields.uri, nonce: fields.nonce })
      }),
      runs(400),
    )
  })

  test('is the only text that can be read, and reading never throws', { timeout: bound(120_000) }, () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 5_000 }), mangled, mangled)
    fc.assert(
      fc.property(texts, (text) => {
        const read = readSignIn(text)
        if (!read) return
        expect(signInMessage(read)).toBe(text)
        expect(text.length).toBeLessThanOrEqual(4_000)
        expect(read.chainId.startsWith('eip155') && !siweReads(text)).toBe(false)
      }),
      runs(500, 100_000),
    )
  })

  const text = signInMessage(whole)
  test.each([
    ['a scheme before the domain', `https://${text}`],
    ['another chain’s name', text.replace('Ethereum', 'Tezos')],
    ['the name of a chain that the address does not belong to', text.replace('Ethereum', 'Solana')],
    ['an extra line at its end', `${text}\n`],
    ['Windows line endings', text.replaceAll('\n', '\r\n')],
    ['lines in another order', text.replace(/(Version.*)\n(Chain.*)/, '$2\n$1')],
    ['a repeated line', text.replace(/(Nonce.*)/, '$1\n$1')],
    ['an unknown line', text.replace('Resources:', 'Mood: good\nResources:')],
    ['a second statement', text.replace('Sign in.', 'Sign in.\nNow.')],
    ['an invalid list', text.replace('- urn', '* urn')],
    ['no content', ''],
    ['more than 4,000 characters', `${text}\n- https://app.example/${'a'.repeat(4_000)}`],
  ])('is not read with %s', (_, other) => {
    expect(readSignIn(text)).toEqual(whole)
    expect(readSignIn(other)).toBeUndefined()
  })

  test('is read in a time that depends only on its length, whatever it contains', () => {
    const [head = '', ...lines] = text.split('\n')
    const fill = (piece: string, lead = '') => lead + piece.repeat(Math.floor(3_000 / piece.length))
    const hostile = ['a', '%41', ':', '@', '[', '::', '/', 'a@', '?', '#', ' '].flatMap((piece) => [
      [`${fill(piece)}\u0000${head}`, ...lines].join('\n'),
      text.replace(/URI: .*/, `URI: ${fill(piece, 'https://')}\u0000`),
      text.replace(/URI: .*/, `URI: ${fill(piece, 'a:')}\u0000`),
      text.replace(/Request ID: .*/, `Request ID: ${fill(piece)}\u0000`),
      text.replace(/Issued At: .*/, `Issued At: 2024-01-31T12:00:00.${fill('0')}x`),
      fill(`${piece}\n`),
    ])
    // A pattern that backtracks would take longer than a test may.
    for (const one of hostile) expect(readSignIn(one)).toBeUndefined()
  })
})

describe('a sign-in', () => {
  const nowMs = Date.parse('2024-01-31T12:01:00Z')
  const minutes = (count: number) => new Date(nowMs + count * 60_000).toISOString()
  const expected: ExpectedSignIn = {
    domain: data.domain,
    accountAddress: ADDRESS.toLowerCase(),
    chainId: 'eip155:1',
    nonce: data.nonce,
    uri: 'https://app.example:8443/elsewhere',
    statement: whole.statement,
  }
  const faultOf = (fields: Partial<SignInData>, asked: Partial<ExpectedSignIn> = {}) =>
    validateSignIn({ message: signInMessage({ ...whole, ...fields }) }, { ...expected, ...asked }, { nowMs })

  test('is accepted when it is as expected, also where less is expected', () => {
    expect(faultOf({})).toBeUndefined()
    const { domain } = data
    expect(validateSignIn({ message: signInMessage(data) }, { domain }, { nowMs })).toBeUndefined()
    const local = { ...data, domain: 'localhost:3000', uri: 'http://localhost:3000/' }
    expect(validateSignIn({ message: signInMessage(local) }, { domain: 'localhost:3000' }, { nowMs })).toBeUndefined()
    const app = 'app.example://in'
    expect(faultOf({ uri: app }, { uri: app })).toBeUndefined()
  })

  test.each<[string, Partial<SignInData>, Partial<ExpectedSignIn>, string]>([
    ['signIn.otherDomain', { domain: 'evil.example' }, {}, 'evil.example'],
    ['signIn.otherDomain', {}, { domain: 'app.example' }, 'app.example:8443'],
    ['signIn.otherDomain', {}, { domain: 'my.app.example:8443' }, 'app.example:8443'],
    ['signIn.otherUri', { uri: 'https://evil.example/' }, {}, 'https://evil.example/'],
    ['signIn.otherUri', { uri: 'http://app.example:8443/' }, {}, 'http://app.example:8443/'],
    ['signIn.otherUri', { uri: 'https://app.example:8443@evil.example/' }, { uri: undefined }, '@evil.example'],
    ['signIn.otherUri', { uri: 'did:key:abc' }, { uri: undefined }, 'did:key:abc'],
    ['signIn.otherUri', { uri: 'other.example://in' }, { uri: 'app.example://in' }, 'other.example://in'],
    ['signIn.otherAddress', { accountAddress: `0x${'12'.repeat(20)}` }, {}, '0x1212'],
    [
      'signIn.otherAddress',
      SOLANA,
      { accountAddress: SOLANA.accountAddress.toLowerCase(), chainId: undefined },
      '9WzDX',
    ],
    ['signIn.otherChain', { chainId: 'eip155:10' }, {}, 'eip155:10'],
    ['signIn.otherNonce', { nonce: 'another1' }, {}, 'already used'],
    ['signIn.otherStatement', { statement: 'I give everything away.' }, {}, 'does not match'],
    ['signIn.expired', { expirationTime: minutes(0) }, {}, minutes(0)],
    ['signIn.expired', { expirationTime: '2024-01-31T12:00:59+00:00' }, {}, '12:00:59'],
    ['signIn.early', { notBefore: minutes(5.01) }, {}, minutes(5.01)],
    ['signIn.issuedAhead', { issuedAt: minutes(5.01) }, {}, minutes(5.01)],
  ])('is refused with %s: %o', (code, fields, asked, told) => {
    const fault = faultOf(fields, asked)
    expect(fault?.code).toBe(code)
    expect(fault?.message).toContain(told)
  })

  test('is refused when it is not the text of a sign-in', () => {
    expect(validateSignIn({ message: 'Hello' }, expected, { nowMs })).toMatchObject({ code: 'signIn.malformed' })
  })

  test('is accepted from a clock that is five minutes ahead', () => {
    expect(faultOf({ issuedAt: minutes(5), notBefore: minutes(5) })).toBeUndefined()
    expect(faultOf({ expirationTime: minutes(0.01) })).toBeUndefined()
  })
})
