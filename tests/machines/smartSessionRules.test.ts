import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import type { PermissionRequest, SmartSession } from '../../machines/smart-sessions/smartSession.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { readPermissionRequest } from '../../machines/smart-sessions/permissions.rules.ts'
import {
  validateCapability,
  groupSessions,
  untilNextExpiry,
  withCoSigner,
} from '../../machines/smart-sessions/smartSessions.rules.ts'
import { grantAnswerSchema, revocationAnswerSchema } from '../../machines/smart-sessions/permission.schemas.ts'
import { fakeAccounts } from '../../mocks/index.ts'

const [address, stranger] = fakeAccounts
const nowMs = 1_800_000_000_000
const key = { type: 'secp256k1', publicKey: `0x${'04'.repeat(65)}` } as const
const coSigner = { type: 'secp256r1', publicKey: `0x${'02'.repeat(33)}` } as const
const allowance = { allowance: '0xde0b6b3a7640000', start: 1_800_000_000, period: 86_400 } as const
const call = {
  type: 'contract-call',
  data: {
    address: '0x00000000000000000000000000000000000000aa',
    abi: [{ type: 'function', name: 'vote' }],
    functions: [
      { functionName: 'vote', args: [{ operator: 'EQUAL', value: '0x01' }], valueLimit: '0x0', operation: 'Call' },
    ],
  },
} as const
const request = {
  chainId: '0x1',
  address,
  expiry: 1_800_086_400,
  signer: { type: 'keys', data: { keys: [key] } },
  permissions: [
    call,
    { type: 'native-token-recurring-allowance', data: allowance },
    {
      type: 'erc20-recurring-allowance',
      data: { ...allowance, token: '0x00000000000000000000000000000000000000bb' },
    },
  ],
  policies: [{ type: 'rate-limit', data: { count: 3 } }],
} as const satisfies PermissionRequest

const read = (given: unknown) => readPermissionRequest(given, { address, networkId: 'eip155:1', nowMs })
const faultOf = (given: unknown) => {
  try {
    read(given)
    return 'none'
  } catch (error) {
    if (!LatchkeyError.is(error, 'smartSession.invalid')) throw error
    return String(error.params['reason'])
  }
}

describe('a request for permissions [1.9]', () => {
  test('is accepted unchanged, with no policies when they are omitted', () => {
    expect(read(request)).toEqual(request)
    const { policies: _, address: __, ...least } = request
    expect(read(least)).toEqual({ ...least, policies: [] })
  })

  const withData = (data: object) => ({
    permissions: [{ type: 'native-token-recurring-allowance', data: { ...allowance, ...data } }],
  })
  const withCall = (data: object) => ({ permissions: [{ ...call, data: { ...call.data, ...data } }] })
  const withFunction = (data: object) => withCall({ functions: [{ functionName: 'vote', ...data }] })
  const withKeys = (...keys: object[]) => ({ signer: { type: 'keys', data: { keys } } })
  test.each<[string, object, RegExp]>([
    ['a chain id that is not hex', { chainId: '1' }, /^chainId: a chain id in 0x hex is needed$/],
    ['a number as the chain id', { chainId: 1 }, /^chainId/],
    ['another chain', { chainId: '0xa' }, /^chainId: the wallet is on eip155:1, and this is for eip155:10$/],
    ['another account', { address: stranger }, /^address: the active account is eip155:1:0xf39F/],
    ['an expiry in the past', { expiry: nowMs / 1_000 }, /^expiry: it has to be in the future/],
    ['an expiry in milliseconds', { expiry: nowMs + 86_400_000 }, /^expiry: it has to be in seconds/],
    ['an expiry with a fraction of a second', { expiry: 1_900_000_000.5 }, /^expiry/],
    ['another kind of signer', { signer: { type: 'account', data: {} } }, /^signer\.type/],
    ['no key', withKeys(), /^signer\.data\.keys/],
    ['a key of another curve', withKeys({ ...key, type: 'ed25519' }), /^signer\.data\.keys\.0\.type/],
    ['an invalid key', withKeys({ ...key, publicKey: '0x04' }), /^signer\.data\.keys\.0\.publicKey: a public key/],
    ['no permission', { permissions: [] }, /^permissions/],
    ['another type of permission', { permissions: [{ type: 'sudo', data: {} }] }, /^permissions\.0\.type/],
    ['an unknown field', { isAdjustmentAllowed: true }, /isAdjustmentAllowed/],
    ['an unknown field in a permission', withData({ burst: 1 }), /^permissions\.0\.data: .*burst/],
    [
      'an allowance that is not hex',
      withData({ allowance: '1' }),
      /^permissions\.0\.data\.allowance: a number in 0x hex/,
    ],
    ['an allowance as a number', withData({ allowance: 1 }), /^permissions\.0\.data\.allowance/],
    ['a period of 0', withData({ period: 0 }), /^permissions\.0\.data\.period/],
    ['a start before 1970', withData({ start: -1 }), /^permissions\.0\.data\.start/],
    ['a contract without functions', withCall({ functions: [] }), /^permissions\.0\.data\.functions/],
    ['a function without a name', withFunction({ functionName: '' }), /functionName/],
    ['a condition of another kind', withFunction({ args: [{ operator: 'ANY', value: '0x01' }] }), /operator/],
    ['another operation', withFunction({ operation: 'Create' }), /operation/],
    ['invalid policies', { policies: {} }, /^policies/],
  ])('is refused for %s', (_, changed, reason) => {
    expect(faultOf({ ...request, ...changed })).toMatch(reason)
  })
  test('is refused when it is undefined, with the same text in every language of zod', () => {
    const { localeError } = z.config()
    onTestFinished(() => void z.config({ localeError }))
    z.config(z.locales.de())
    expect(faultOf(undefined)).toBe('Invalid input')
    expect(faultOf({ ...request, policies: 1 })).toBe('policies: Invalid input')
  })

  test('lists the co-signer’s key first', () => {
    expect(withCoSigner(request, coSigner).signer.data.keys).toEqual([coSigner, key])
    expect(request.signer.data.keys).toEqual([key])
  })
})

describe('a grant of permissions', () => {
  const able = {
    supported: true,
    permissionTypes: ['contract-call', 'native-token-recurring-allowance', 'erc20-recurring-allowance'],
    signerTypes: ['keys'],
    policyTypes: ['rate-limit'],
  }
  test('is possible when the wallet supports everything that is requested', () => {
    expect(validateCapability(request, able)).toBeUndefined()
  })
  const UNABLE = 'Wallet does not support permissions capabilities'
  const unsupported = (what: string) => `${what} is not supported by the connected wallet`
  test.each([
    ['nothing', undefined, UNABLE],
    ['no permissions', { ...able, supported: false }, UNABLE],
    [
      'other permissions',
      { ...able, permissionTypes: ['contract-call'] },
      unsupported('Permission type native-token-recurring-allowance'),
    ],
    ['other signers', { ...able, signerTypes: [] }, unsupported('Signer type keys')],
    ['other policies', { ...able, policyTypes: ['gas-limit'] }, unsupported('Policy type rate-limit')],
  ])('is impossible when the wallet supports %s', (_, capability, message) => {
    expect(validateCapability(request, capability)?.message).toBe(message)
  })

  test('has a context, and may be less than was requested', () => {
    const answer = { ...request, permissions: [{ ...call, required: true }], context: '0x1234', signerMeta: {} }
    const { chainId, expiry } = request
    const read = { chainId, address, expiry, permissions: [call], context: '0x1234' }
    expect(grantAnswerSchema.safeParse(answer).data).toEqual(read)
    for (const broken of [{ context: '0x' }, { context: 7 }, { permissions: [] }, { expiry: '1' }, { chainId: 'x' }])
      expect(grantAnswerSchema.safeParse({ ...answer, ...broken }).success).toBe(false)
  })
  test('is revoked only with a signature [7.22]', () => {
    expect(revocationAnswerSchema.safeParse('0x1234').success).toBe(true)
    for (const broken of ['0x', '', 'yes', 7]) expect(revocationAnswerSchema.safeParse(broken).success).toBe(false)
  })
})

describe('sessions', () => {
  const session = (pci: string, more: Partial<SmartSession>): SmartSession => ({
    pci,
    createdAt: 1_799_000_000,
    expiry: 1_800_000_060,
    permissions: [],
    explained: [],
    ...more,
  })
  const sessions = [
    session('active', {}),
    session('newer', { createdAt: 1_799_500_000, expiry: 1_900_000_000 }),
    session('over', { expiry: 1_800_000_000 }),
    session('revoked', { revokedAt: 1_799_900_000 }),
    session('revoked before it was over', { expiry: 1_799_950_000, revokedAt: 1_799_900_000 }),
  ]
  const named = (atMs: number) =>
    Object.entries(groupSessions(sessions, atMs)).map(([group, list]) => [group, list.map(({ pci }) => pci)])

  test('are active, expired or revoked by the clock, newest first', () => {
    expect(named(nowMs)).toEqual([
      ['active', ['newer', 'active']],
      ['expired', ['over']],
      ['revoked', ['revoked', 'revoked before it was over']],
    ])
    expect(named(nowMs + 60_000)[1]).toEqual(['expired', ['active', 'over']])
  })

  test('change their group when the next one expires', () => {
    expect(untilNextExpiry(sessions, nowMs)).toBe(60_000)
    expect(untilNextExpiry(sessions.slice(2), nowMs)).toBeUndefined()
  })
})
