/** How Latchkey explains a message that the wallet should sign. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  explainText,
  explainTypedData as readTypedData,
  toVisibleText,
  explainUnknownCall,
} from '../../machines/wallet-requests/explanation.rules.ts'
import { runs } from '../support/full.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const place = { address: ADDRESS, networkId: 'eip155:1', host: 'shop.example' }

const signIn = ({ domain = 'shop.example', account = ADDRESS, chain = '1', statement = 'I accept the terms.' } = {}) =>
  [
    `${domain} wants you to sign in with your Ethereum account:`,
    account,
    '',
    statement,
    '',
    `URI: https://${domain}/login`,
    'Version: 1',
    `Chain ID: ${chain}`,
    'Nonce: 32891756',
    'Issued At: 2026-01-01T00:00:00Z',
    'Expiration Time: 2026-01-02T00:00:00Z',
  ].join('\n')
const valueOf = (explanation: ReturnType<typeof explainText>, label: string) =>
  explanation.parts.filter((part) => part.label === label).map(({ value }) => value)

describe('a text', () => {
  test('is shown unchanged, with its lines', () => {
    const text = 'Hello,\n\tworld ✓ — 日本 👩‍🚀 ❤️'
    expect(explainText(text, place)).toEqual({
      kind: 'message',
      parts: [{ label: 'message', value: text, as: 'text' }],
      warnings: [],
    })
  })

  test.each([
    ['\u202Egnp.exe', '\\u{202e}gnp.exe'],
    ['a\u200Bb', 'a\\u{200b}b'],
    ['a\u3164b', 'a\\u{3164}b'],
    ['a\u2800b\u2028', 'a\\u{2800}b\\u{2028}'],
    ['a\u0000b', 'a\\u{0}b'],
    ['a\u2066b\u2069', 'a\\u{2066}b\\u{2069}'],
  ])('is shown with invisible characters escaped, and a warning: %j', (text, shown) => {
    expect(explainText(text, place)).toMatchObject({ parts: [{ value: shown }], warnings: ['invisibleCharacters'] })
  })

  test('is shortened to 4,000 characters, with a warning', () => {
    const [shown] = explainText('a'.repeat(1_000_000), place).parts
    expect(shown?.value).toHaveLength(4_001)
    expect(explainText('a'.repeat(1_000_000), place).warnings).toEqual(['truncated'])
  })
})

describe('a sign-in message', () => {
  test('is split into its fields: domain, statement, account and expiry', () => {
    const explanation = explainText(signIn(), place)
    expect(explanation).toMatchObject({ kind: 'signIn', warnings: [] })
    expect(valueOf(explanation, 'domain')).toEqual(['shop.example'])
    expect(valueOf(explanation, 'statement')).toEqual(['I accept the terms.'])
    expect(valueOf(explanation, 'account')).toEqual([ADDRESS])
    expect(valueOf(explanation, 'expires')).toEqual(['2026-01-02T00:00:00Z'])
    expect(valueOf(explanation, 'message')).toEqual([signIn()])
  })

  test.each([
    [{ domain: 'shop.example.evil' }, 'otherDomain'],
    [{ domain: 'sh\u043Ep.example' }, 'otherDomain'],
    [{ account: OTHER }, 'otherAccount'],
    [{ chain: '10' }, 'otherChain'],
  ] as const)('leads to a warning when it has %j', (change, warning) => {
    expect(explainText(signIn(change), place).warnings).toEqual([warning])
  })

  test('is recognized when it is cut off, uses other line breaks or is very long', () => {
    const [head = '', rest = ''] = signIn({ domain: 'evil.example' }).split('\n\nI accept')
    for (const text of [head, head.replaceAll('\n', '\r\n'), `${head}\n\nI accept${rest}${'\nx'.repeat(9_000)}`])
      expect(explainText(text, place)).toMatchObject({
        kind: 'signIn',
        warnings: expect.arrayContaining(['otherDomain']),
      })
  })

  test('has no warning on a server, with a CAIP-2 chain id, or with a lowercase address', () => {
    expect(explainText(signIn({ chain: 'eip155:1' }), { ...place, host: undefined }).warnings).toEqual([])
    expect(explainText(signIn({ account: ADDRESS.toLowerCase() }), place).warnings).toEqual([])
  })
})

/** Explains data that must be typed data. */
function explainTypedData(...asked: Parameters<typeof readTypedData>) {
  const explanation = readTypedData(...asked)
  if (!explanation) throw new Error('Not typed data')
  return explanation
}

describe('typed data', () => {
  const typed = (fields: Record<string, string>, message: object) => ({
    types: { Asked: Object.entries(fields).map(([name, type]) => ({ name, type })) },
    primaryType: 'Asked',
    domain: {},
    message,
  })
  const permit = (value: string, chainId: unknown = 1) => ({
    types: {
      EIP712Domain: Object.entries({
        name: 'string',
        version: 'string',
        chainId: 'uint256',
        verifyingContract: 'address',
      }).map(([name, type]) => ({ name, type })),
      Permit: [
        ...['owner', 'spender'].map((name) => ({ name, type: 'address' })),
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'details', type: 'Details' },
        { name: 'list', type: 'uint256[]' },
      ],
      Details: [{ name: 'deadline', type: 'uint256' }],
    },
    primaryType: 'Permit',
    domain: { name: 'USD Coin', version: '2', chainId, verifyingContract: OTHER },
    message: {
      owner: ADDRESS,
      spender: OTHER,
      value,
      nonce: 0,
      details: { deadline: '1800000000' },
      list: [1, 2],
    },
  })

  test('is listed field by field, with its contract, and the name in its domain is not presented as the app', () => {
    const { kind, parts, warnings } = explainTypedData(permit('1000000'), place)
    expect([kind, warnings]).toEqual(['typedData', []])
    expect(parts.map(({ label, name, value, as }) => [name ?? label, value, as])).toEqual([
      ['domain.name', 'USD Coin', 'text'],
      ['method', 'Permit', 'code'],
      ['contract', OTHER, 'address'],
      ['owner', ADDRESS, 'address'],
      ['spender', OTHER, 'address'],
      ['value', '1000000', 'text'],
      ['nonce', '0', 'text'],
      ['details.deadline', '1800000000', 'text'],
      ['list[0]', '1', 'text'],
      ['list[1]', '2', 'text'],
    ])
  })

  test.each([
    ['the maximum of 256 bits', permit((2n ** 256n - 1n).toString())],
    ['the maximum of 160 bits, as in Permit2', permit((2n ** 160n - 1n).toString())],
    ['an allowance for everything, as in DAI', typed({ allowed: 'bool' }, { allowed: true })],
    ['a number that JSON rounds', typed({ value: 'uint256' }, { value: 1.157e77 })],
    [
      'a maximum in a list',
      {
        ...typed({ details: 'Details[]' }, { details: [{ amount: (2n ** 160n - 1n).toString() }] }),
        types: { Asked: [{ name: 'details', type: 'Details[]' }], Details: [{ name: 'amount', type: 'uint160' }] },
      },
    ],
  ])('is marked as unlimited for %s', (_, data) => {
    expect(explainTypedData(data, place).warnings).toContain('unlimited')
  })

  test.each([[10], ['0xa'], ['10']])('has a warning when it is for another chain (%j)', (chainId) => {
    expect(explainTypedData(permit('1', chainId), place).warnings).toEqual(['otherChain'])
  })

  test('ends with the raw data when it has too many fields to list', () => {
    const data = typed({ list: 'uint256[]' }, { list: Array.from({ length: 500 }, (_, index) => index) })
    const { parts, warnings } = explainTypedData(data, place)
    expect(parts.at(-1)).toMatchObject({ label: 'data', as: 'code' })
    expect([parts.length <= 64, warnings]).toEqual([true, ['truncated']])
  })

  test('is listed with the fields that its types declare, and no others', () => {
    const data = typed({ spender: 'address' }, { spender: OTHER, note: 'This only signs you in' })
    expect(JSON.stringify(explainTypedData(data, place))).not.toContain('signs you in')
    expect(readTypedData({ ...data, types: {} }, place)).toBeUndefined()
  })

  test('is marked as unread when it contains a number that JSON rounds', () => {
    expect(explainTypedData(typed({ nonce: 'uint256' }, { nonce: 2 ** 60 }), place).warnings).toEqual(['unreadable'])
  })

  test.each(['false', 1, '0x1', 'yes', 'true'])('is marked as unread and unlimited when a boolean is %j', (allowed) => {
    const { warnings } = explainTypedData(typed({ allowed: 'bool' }, { allowed }), place)
    expect(warnings).toEqual(['unlimited', 'unreadable'])
    expect(explainTypedData(typed({ allowed: 'bool' }, { allowed: false }), place).warnings).toEqual([])
  })

  test('shows only the signed fields of its domain, and warns when wallets may differ on the rest', () => {
    const asked = permit('1', 10)
    const chainless = explainTypedData({ ...asked, types: { ...asked.types, EIP712Domain: [] } }, place)
    expect(chainless.warnings).toEqual(['unreadable'])
    expect(chainless.parts.map(({ name }) => name)).not.toContain('domain.name')
    const { EIP712Domain: _, ...types } = asked.types
    expect(explainTypedData({ ...asked, types }, place).warnings).toEqual(['otherChain', 'unreadable'])
  })
})

test('an unknown request is shown as received, and marked as unread', () => {
  expect(explainUnknownCall('eth_mystery', [{ calls: [], big: 10n }])).toEqual({
    kind: 'unknown',
    parts: [
      { label: 'method', value: 'eth_mystery', as: 'code' },
      { label: 'data', value: '[\n  {\n    "calls": [],\n    "big": "10"\n  }\n]', as: 'code' },
    ],
    warnings: ['unreadable'],
  })
})

describe('any request', () => {
  /** Limited in length, and without invisible characters. */
  const isPlain = ({ parts }: ReturnType<typeof explainText>) =>
    parts.length <= 62 &&
    parts
      .flatMap(({ value, name = '' }) => [value, name])
      .every((text) => !toVisibleText(text).isHidden && text.length <= 40_000)
  test('is explained: a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 5_000 }), (text) => {
        expect(isPlain(explainText(text, place))).toBe(true)
      }),
      runs(500, 100_000),
    )
  })
  test('is explained: a sign-in whose fields are anything', () => {
    const word = fc.string({ unit: 'grapheme', maxLength: 60 })
    fc.assert(
      fc.property(word, word, word, word, (domain, account, chain, statement) => {
        expect(isPlain(explainText(signIn({ domain, account, chain, statement }), place))).toBe(true)
      }),
      runs(500, 100_000),
    )
  })
  test('is explained: typed data of any shape', () => {
    fc.assert(
      fc.property(
        fc.anything({ maxDepth: 8, withBigInt: true, withNullPrototype: true }),
        fc.anything(),
        (message, chainId) => {
          expect(
            isPlain(
              readTypedData(
                {
                  types: {
                    A: [
                      { name: 'a', type: 'A[]' },
                      { name: 'b', type: 'uint256' },
                    ],
                  },
                  primaryType: 'A',
                  domain: { chainId },
                  message,
                },
                place,
              ) ?? explainUnknownCall('eth_signTypedData_v4', message),
            ),
          ).toBe(true)
        },
      ),
      runs(500, 100_000),
    )
  })
})
