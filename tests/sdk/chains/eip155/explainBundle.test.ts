/** The explanation of a bundle of calls (EIP-5792), call by call. */
import * as fc from 'fast-check'
import { encodeFunctionData, erc20Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Explanation } from '../../../../machines/wallet-requests/explanation.types.ts'
import { EXPLAINED } from '../../../../machines/wallet-requests/explanation.rules.ts'
import { explainCall } from '../../../../sdk/chains/eip155/explain.ts'
import { runs } from '../../../support/full.ts'
import { ADDRESS, ground, OTHER, signal, TOKEN, usd } from './asked.ts'

const sent = { to: OTHER, value: '0xde0b6b3a7640000' }
const approve = (amount: bigint) => ({
  to: TOKEN,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [OTHER, amount] }),
})
const bundle = (calls: unknown, fields: object = {}) => ({
  method: 'wallet_sendCalls',
  params: [{ version: '2.0.0', from: ADDRESS, chainId: '0x1', atomicRequired: true, calls, ...fields }],
})
const stepsOf = ({ steps = [] }: Explanation) => steps

describe('a bundle', () => {
  test('is explained call by call, each like a single transaction, and shows whether it is atomic', async () => {
    const told = await explainCall(bundle([approve(5_000_000n), sent]), await ground(usd), signal)
    expect(told).toMatchObject({
      kind: 'bundle',
      parts: [{ label: 'atomic', value: 'yes', as: 'word' }],
      warnings: [],
      steps: [
        { kind: 'tokenApproval', parts: [{ value: '5 USDC' }, { label: 'spender' }, { label: 'contract' }] },
        { kind: 'transfer', parts: [{ value: '1 ETH' }, { label: 'receiver', value: OTHER }] },
      ],
    })
    const loose = await explainCall(bundle([sent], { atomicRequired: false }), await ground(), signal)
    expect(loose.parts).toEqual([{ label: 'atomic', value: 'no', as: 'word' }])
    const { params } = bundle([sent], { version: '1.0', atomicRequired: undefined })
    expect((await explainCall({ method: 'wallet_sendCalls', params }, await ground(), signal)).parts).toEqual([])
  })

  test('has the warnings of all its calls', async () => {
    const calls = [sent, approve(2n ** 256n - 1n), { to: TOKEN, data: '0xdeadbeef' }]
    expect((await explainCall(bundle(calls), await ground(usd), signal)).warnings).toEqual(['unlimited', 'unreadable'])
  })

  test('with too many calls to list shows the first ones, the count, and the rest as raw data', async () => {
    const calls = Array.from({ length: EXPLAINED.steps + 5 }, () => sent)
    const told = await explainCall(bundle([...calls, { to: TOKEN, data: '0xdeadbeef' }]), await ground(), signal)
    expect([stepsOf(told).length, told.stepCount]).toEqual([EXPLAINED.steps, calls.length + 1])
    expect(told.warnings).toEqual(['unreadable', 'truncated'])
    expect(told.parts.at(-1)).toMatchObject({ label: 'data', value: expect.stringContaining('0xdeadbeef') })
  })

  test('for another account or chain has a warning, and uses no token data of this chain', async () => {
    const place = await ground()
    expect((await explainCall(bundle([sent], { from: OTHER }), place, signal)).warnings).toEqual(['otherAccount'])
    const raw = { kind: 'unknown', warnings: ['otherChain', 'unreadable'] }
    expect(await explainCall(bundle([sent], { chainId: '0xa' }), place, signal)).toMatchObject(raw)
    const told = await explainCall(bundle([{ ...sent, chainId: '0xa' }]), place, signal)
    expect(told).toMatchObject({ warnings: raw.warnings, steps: [raw] })
  })

  test('with unknown capabilities shows them, and is marked as unread', async () => {
    const capabilities = { paymasterService: { url: 'https://paymaster.example' } }
    const place = await ground()
    for (const asked of [bundle([sent], { capabilities }), bundle([{ ...sent, capabilities }])]) {
      const told = await explainCall(asked, place, signal)
      expect(told.warnings).toEqual(['unreadable'])
      expect(JSON.stringify(told)).toContain('https://paymaster.example')
    }
    expect((await explainCall(bundle([sent], { capabilities: {} }), place, signal)).warnings).toEqual([])
  })

  test.each([
    ['no calls', bundle([])],
    ['invalid calls', bundle('0x')],
    ['an invalid atomicRequired', bundle([sent], { atomicRequired: 'maybe' })],
    ['an unknown field', bundle([sent], { permissions: {} })],
    ['an unknown version', bundle([sent], { version: '9.0.0' })],
    ['no params', { method: 'wallet_sendCalls', params: [] }],
  ])('with %s is shown as raw data', async (_, asked) => {
    expect(await explainCall(asked, await ground(), signal)).toMatchObject({
      kind: 'unknown',
      warnings: ['unreadable'],
    })
  })

  test.each([
    ['an unknown field', { ...sent, authorizationList: [] }],
    ['no object', 'transfer'],
    ['an invalid value', { ...sent, value: '1e18' }],
  ])('with a call that has %s shows that call as raw data', async (_, call) => {
    const [step] = stepsOf(await explainCall(bundle([call]), await ground(), signal))
    expect(step).toMatchObject({ kind: 'unknown', warnings: ['unreadable'] })
  })
})

test('any bundle is explained within limits, and nothing that is not explained goes without a warning', async () => {
  const place = await ground(usd)
  const data = fc.uint8Array({ maxLength: 80 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
  const call = fc.oneof(
    fc.anything(),
    fc.record({ to: fc.constantFrom(TOKEN, OTHER), value: fc.constantFrom('0x1', '0x', 5), data }),
  )
  const calls = fc.oneof(fc.anything(), fc.array(call, { maxLength: 30 }))
  await fc.assert(
    fc.asyncProperty(calls, fc.anything(), fc.anything(), async (calls, capabilities, atomicRequired) => {
      const told = await explainCall(bundle(calls, { capabilities, atomicRequired }), place, signal)
      const steps = stepsOf(told)
      expect(steps.length).toBeLessThanOrEqual(EXPLAINED.steps)
      for (const { warnings } of steps) expect(told.warnings).toEqual(expect.arrayContaining([...warnings]))
      expect(told.kind !== 'unknown' || told.warnings.includes('unreadable')).toBe(true)
    }),
    runs(150),
  )
})
