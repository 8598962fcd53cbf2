/** Permissions that a wallet is to grant for a time, or to revoke (EIP-7715). */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EXPLAINED } from '../../../../machines/wallet-requests/explanation.rules.ts'
import { explainCall } from '../../../../sdk/chains/eip155/explain.ts'
import { runs } from '../../../support/full.ts'
import { ADDRESS, ground, OTHER, signal, TOKEN, usd } from './asked.ts'

const key = { type: 'secp256k1', publicKey: `0x${'02'.repeat(33)}` }
const recurring = { start: 1_800_000_000, period: 86_400 }
const native = { type: 'native-token-recurring-allowance', data: { ...recurring, allowance: '0xde0b6b3a7640000' } }
const token = { type: 'erc20-recurring-allowance', data: { ...recurring, token: TOKEN, allowance: '0x4c4b40' } }
const contract = (more: object = {}) => ({
  type: 'contract-call',
  data: {
    address: OTHER,
    abi: [],
    functions: [
      {
        functionName: 'vote',
        args: [
          { operator: 'EQUAL', value: '0x01' },
          { operator: 'LESS_THAN', value: '0x64' },
        ],
        valueLimit: '0xde0b6b3a7640000',
        ...more,
      },
    ],
  },
})
const request = (more: object = {}) => ({
  chainId: '0x1',
  expiry: 1_900_000_000,
  signer: { type: 'keys', data: { keys: [key] } },
  permissions: [native],
  policies: [],
  ...more,
})
const grant = (more: object = {}) => ({ method: 'wallet_grantPermissions', params: [request(more)] })
const revocation = (more: object = {}) => ({ method: 'wallet_revokePermissions', params: [{ pci: 'pci-1', ...more }] })

const lasting = [
  { label: 'period', value: '86400', as: 'duration' },
  { label: 'starts', value: '1800000000', as: 'time' },
]

describe('a grant [1.9]', () => {
  test('shows its expiry, its keys, and what each permission allows, in the decimals of the chain', async () => {
    const asked = grant({ permissions: [native, token, contract()] })
    expect(await explainCall(asked, await ground(usd), signal)).toEqual({
      kind: 'permissionGrant',
      parts: [
        { label: 'expires', value: '1900000000', as: 'time' },
        { label: 'key', value: key.publicKey, as: 'code' },
      ],
      warnings: ['noConfirmation', 'siteNames'],
      steps: [
        {
          kind: 'nativeAllowance',
          parts: [{ label: 'amount', value: '1 ETH', as: 'amount' }, ...lasting],
          warnings: [],
        },
        {
          kind: 'tokenAllowance',
          parts: [
            { label: 'amount', value: '5 USDC', as: 'amount' },
            { label: 'contract', value: TOKEN, as: 'address' },
            ...lasting,
          ],
          warnings: [],
        },
        {
          kind: 'contractPermission',
          parts: [
            { label: 'contract', value: OTHER, as: 'address' },
            { label: 'method', value: 'vote', as: 'code' },
            { label: 'field', name: 'vote[0]', value: '= 0x01', as: 'code' },
            { label: 'field', name: 'vote[1]', value: '< 0x64', as: 'code' },
            { label: 'amount', value: '1 ETH', as: 'amount' },
          ],
          warnings: ['siteNames'],
        },
      ],
    })
  })

  test('of a token without decimals shows the raw number', async () => {
    const { steps = [] } = await explainCall(grant({ permissions: [token] }), await ground(), signal)
    expect(steps[0]?.parts[0]).toEqual({ label: 'token', value: '5000000', as: 'text' })
  })

  test.each<[string, object, string[]]>([
    [
      'unlimited',
      { permissions: [{ ...native, data: { ...native.data, allowance: `0x${'f'.repeat(64)}` } }] },
      ['noConfirmation', 'unlimited'],
    ],
    [
      'a handover of the account',
      { permissions: [contract({ operation: 'DelegateCall' })] },
      ['noConfirmation', 'siteNames', 'controlTransfer'],
    ],
    ['for another account', { address: OTHER }, ['noConfirmation', 'otherAccount']],
    ['bound to custom policies', { policies: [{ type: 'x', data: {} }] }, ['noConfirmation', 'unreadable']],
    [
      'for too many keys to list',
      { signer: { type: 'keys', data: { keys: Array.from({ length: 30 }, () => key) } } },
      ['noConfirmation', 'unreadable', 'truncated'],
    ],
    [
      'for too many permissions to list',
      { permissions: Array.from({ length: 30 }, () => native) },
      ['noConfirmation', 'unreadable', 'truncated'],
    ],
    [
      'written with invisible letters',
      { permissions: [contract({ functionName: 'vo\u202Ete' })] },
      ['noConfirmation', 'siteNames', 'invisibleCharacters'],
    ],
  ])('has a warning when it is %s', async (_, more, warnings) => {
    const told = await explainCall(grant(more), await ground(), signal)
    expect(told.warnings).toEqual(warnings)
    expect(told.steps?.length).toBeLessThanOrEqual(EXPLAINED.steps)
  })

  test('for another chain, or with unknown fields, is shown as raw data', async () => {
    const place = await ground()
    expect(await explainCall(grant({ chainId: '0xa' }), place, signal)).toMatchObject({
      kind: 'unknown',
      warnings: ['otherChain', 'unreadable'],
    })
    for (const more of [
      { burst: true },
      { permissions: [{ type: 'sudo', data: {} }] },
      { signer: { type: 'account' } },
    ])
      expect(await explainCall(grant(more), place, signal)).toMatchObject({ kind: 'unknown', warnings: ['unreadable'] })
    const twice = { method: 'wallet_grantPermissions', params: [request(), request()] }
    expect(await explainCall(twice, place, signal)).toMatchObject({ kind: 'unknown' })
  })
})

describe('a revocation', () => {
  test('shows which session ends and what ends with it, without a warning', async () => {
    const all = { ...native.data, allowance: `0x${'f'.repeat(64)}` }
    const asked = revocation({
      permissions: [{ ...native, data: all }, { type: 'sudo' }],
      expiry: 1_900_000_000,
      address: `eip155:1:${ADDRESS}`,
    })
    expect(await explainCall(asked, await ground(), signal)).toMatchObject({
      kind: 'permissionRevocation',
      parts: [
        { label: 'session', value: 'pci-1' },
        { label: 'expires', value: '1900000000', as: 'time' },
      ],
      warnings: [],
      steps: [{ kind: 'nativeAllowance' }, { kind: 'unknown' }],
    })
  })

  test('of a session alone shows that, and one of another account has a warning', async () => {
    const place = await ground()
    expect(await explainCall(revocation(), place, signal)).toEqual({
      kind: 'permissionRevocation',
      parts: [{ label: 'session', value: 'pci-1', as: 'code' }],
      warnings: [],
    })
    expect((await explainCall(revocation({ address: OTHER }), place, signal)).warnings).toEqual(['otherAccount'])
    const accounts = { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }
    expect(await explainCall(accounts, place, signal)).toMatchObject({ kind: 'unknown', warnings: ['unreadable'] })
  })
})

test('any request for permissions is explained or shown, within limits', async () => {
  const place = await ground()
  const method = fc.constantFrom('wallet_grantPermissions', 'wallet_revokePermissions')
  const broken = fc.oneof(
    fc.anything(),
    fc.array(fc.anything()),
    fc.record({ pci: fc.string(), permissions: fc.array(fc.anything()) }).map((asked) => [asked]),
    fc
      .record({ expiry: fc.anything(), permissions: fc.anything(), signer: fc.anything() })
      .map((more) => [request(more)]),
  )
  await fc.assert(
    fc.asyncProperty(method, broken, async (name, params) => {
      const { parts, steps = [] } = await explainCall({ method: name, params }, place, signal)
      expect(parts.length).toBeLessThanOrEqual(EXPLAINED.parts)
      expect(steps.length).toBeLessThanOrEqual(EXPLAINED.steps)
    }),
    runs(200),
  )
})
