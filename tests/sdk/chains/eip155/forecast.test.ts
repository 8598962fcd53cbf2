/** The forecast of a transaction, simulated on a local chain. */
import * as fc from 'fast-check'
import { encodeFunctionData, erc20Abi, formatEther, getAddress, pad, parseEther, toEventSelector, toHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toVisibleText, withForecast } from '../../../../machines/wallet-requests/explanation.rules.ts'
import { firstAccount, mnemonic, secondAccount } from '../../../../mocks/sandbox/accounts.ts'
import { startAnvil, type Anvil } from '../../../../mocks/sandbox/eip155/anvil.ts'
import type { SandboxChain, SandboxToken } from '../../../../mocks/sandbox/eip155/chain.ts'
import { Deployer } from '../../../../mocks/sandbox/eip155/deployer.ts'
import { deployTokens } from '../../../../mocks/sandbox/eip155/tokens.ts'
import { explainCall } from '../../../../sdk/chains/eip155/explain.ts'
import { forecastCall } from '../../../../sdk/chains/eip155/forecast.ts'
import { countingServer } from '../../../support/countingServer.ts'
import { runs } from '../../../support/full.ts'
import { networksOf, onChain } from '../../../support/sandbox.ts'
import { ground as groundOf, transaction } from './asked.ts'

const { signal } = new AbortController()
const [me, other] = [firstAccount.address, secondAccount.address]
const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
let anvil: Anvil
let chain: SandboxChain
let dollar: SandboxToken
beforeAll(async () => {
  anvil = await startAnvil(31_337)
  const deployer = new Deployer(anvil.rpcUrl, mnemonicToAccount(mnemonic, { addressIndex: 8 }))
  const tokens = await deployTokens(deployer, [])
  await deployer.finish()
  ;[dollar] = tokens as [SandboxToken]
  chain = { chainId: 31_337, networkId: 'eip155:31337', name: 'One', symbol: 'ETH', rpcUrl: anvil.rpcUrl, tokens }
})
afterAll(() => anvil.stop())

async function forecast(call: { method: string; params: unknown }) {
  const [network] = networksOf([chain])
  if (!network) throw new Error('no network')
  const ground = { address: me, networkId: chain.networkId, host: 'shop.example', network, own: [me], abis: {} }
  const explanation = await explainCall(call, ground, signal)
  const found = await forecastCall(call, explanation, ground, signal)
  const words = found?.parts.map(({ label, value }) => `${label} ${value}`)
  return { explanation, found, words, warnings: found?.warnings }
}
const transfer = (units: bigint, from?: string) => ({
  to: dollar.address,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [other, units] }),
  ...(from !== undefined && { from }),
})
const ether = (value: string) => ({ to: other, value: toHex(parseEther(value)) })
const send = (fields: object) => ({ method: 'eth_sendTransaction', params: [fields] })
const bundle = (...calls: object[]) => ({
  method: 'wallet_sendCalls',
  params: [{ version: '2.0.0', chainId: '0x7a69', atomicRequired: true, calls }],
})

describe('a forecast', () => {
  test('of a transfer shows the amount, the network fee and the remaining balance', async () => {
    const { words = [], warnings } = await forecast(send(ether('1.5')))
    expect([words[0], warnings]).toEqual(['out 1.5 ETH', []])
    const [fee, left] = words
      .slice(1)
      .map((each) => parseEther(/^(?:fee|balance) ([\d.]+) ETH$/.exec(each)?.[1] ?? '0'))
    expect(fee).toBeGreaterThan(0n)
    expect(formatEther((left ?? 0n) + (fee ?? 0n) + parseEther('1.5'))).toBe(
      formatEther(await onChain(chain).ether(me)),
    )
  })

  test.each([
    ['its own gas limit and price', { gas: '0x5208', maxFeePerGas: toHex(4n * 10n ** 15n) }, 84, ['highFee']],
    ['its own gas limit and legacy price', { gasLimit: '0x5208', gasPrice: toHex(4n * 10n ** 15n) }, 84, ['highFee']],
    ['a tip', { gas: '0x5208', maxPriorityFeePerGas: toHex(4n * 10n ** 15n) }, 84, ['highFee']],
    ['more gas than it uses', { gas: '0xf4240', maxFeePerGas: toHex(10n ** 10n) }, 0.01, []],
    ['less than the network requires', { gas: '0x1', maxFeePerGas: '0x1' }, 0, []],
  ])('of a transfer with %s shows what can be charged', async (_, fields, atLeast, warnings) => {
    const usual = await forecast(send(ether('1')))
    const named = await forecast(send({ ...ether('1'), ...fields }))
    const feeIn = ({ words = [] }: typeof usual) =>
      Number(/^fee ([\d.]+) ETH$/.exec(words.find((word) => word.startsWith('fee')) ?? '')?.[1])
    expect(feeIn(named)).toBeGreaterThanOrEqual(Math.max(atLeast, feeIn(usual) * 0.9))
    expect(feeIn(named)).toBeLessThan(Math.max(atLeast * 1.01, feeIn(usual) * 1.1))
    expect(named.warnings).toEqual(warnings)
  })

  test('of an allowance that the explanation shows does not repeat it', async () => {
    const approve = {
      to: dollar.address,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [other, 5n] }),
    }
    for (const asked of [send(approve), bundle(approve, ether('1'))]) {
      const { words, explanation } = await forecast(asked)
      expect(words?.filter((word) => word.startsWith('spender'))).toEqual([])
      const told = [explanation, ...(explanation.steps ?? [])].flatMap(({ parts }) => parts)
      expect(told.filter(({ label }) => label === 'spender')).toHaveLength(1)
    }
  })

  test('of a token transfer uses the token’s decimals, and shows its contract', async () => {
    const { words } = await forecast(send(transfer(2_500_000n)))
    expect(words?.slice(0, 2)).toEqual([`out 2.5 ${dollar.symbol}`, `contract ${dollar.address}`])
  })

  test('of a bundle covers all of its calls', async () => {
    const { words } = await forecast(bundle(transfer(1_000_000n), transfer(500_000n), ether('1')))
    expect(words).toEqual([
      `out 1.5 ${dollar.symbol}`,
      `contract ${dollar.address}`,
      'out 1 ETH',
      expect.stringMatching(/^fee /),
      expect.stringMatching(/^balance /),
    ])
  })

  test('of a failure shows that, and the reason of the contract', async () => {
    const all = 10n ** 40n
    for (const asked of [send(transfer(all)), bundle(ether('1'), transfer(all))]) {
      const { words, warnings } = await forecast(asked)
      expect([words, warnings]).toEqual([['reason ERC20: transfer amount exceeds balance'], ['wouldFail']])
    }
    const { words, warnings } = await forecast(send({ to: dollar.address, data: '0xdeadbeef' }))
    expect([words, warnings]).toEqual([[], ['wouldFail']])
  })

  test('is shown before code, and removes nothing', async () => {
    const { explanation, found } = await forecast(send({ to: other, data: '0xdeadbeef', value: '0x1' }))
    const { parts, warnings } = withForecast(explanation, found)
    expect(parts.map(({ label }) => label)).toEqual(['amount', 'contract', 'out', 'fee', 'balance', 'data'])
    expect(warnings).toEqual(['unreadable'])
    expect(withForecast(explanation, undefined)).toBe(explanation)
  })

  test.each([
    ['a message', { method: 'personal_sign', params: [{ to: other, value: '0x1' }, me] }],
    ['another account', send({ ...ether('1'), from: other })],
    ['another chain', send({ ...ether('1'), chainId: '0x1' })],
    ['a transaction that cannot be explained', send({ ...ether('1'), authorizationList: [] })],
    ['a new contract', send({ data: '0x6000' })],
    [
      'a bundle with a call that cannot be explained',
      bundle(ether('1'), { ...ether('1'), capabilities: {}, gas: '0x1' }),
    ],
    ['no params', { method: 'eth_sendTransaction', params: [] }],
  ])('is undefined for %s', async (_, asked) => {
    expect((await forecast(asked)).found).toBeUndefined()
  })
})

test.each([
  ['lacks the method', { error: { code: -32_601, message: 'Method not found' } }],
  ['returns something else', { result: [{ calls: [{ status: 'ok' }] }] }],
  ['returns nothing', { result: [] }],
])('a node that %s yields no forecast', async (_, reply) => {
  const server = await countingServer(() => reply)
  const place = await groundOf()
  const network = { ...place.network, rpcUrls: { default: { http: [server.url] } } }
  const explanation = { kind: 'transfer', parts: [], warnings: [] } as const
  const asked = transaction({ to: other, value: '0x1' })
  const found = forecastCall(asked, explanation, { ...place, network }, signal)
  expect(await found.catch(() => 'nothing')).toBe('nothing')
})

test.each([
  [20, []],
  [21, ['truncated']],
])('a forecast of %i changes has the warnings %j [4.32]', async (count, warnings) => {
  const logs = Array.from({ length: count }, (_, index) => ({
    address: pad(toHex(index + 1), { size: 20 }),
    topics: [TRANSFER, pad(me), pad(other)],
    data: pad('0x1'),
  }))
  const simulated = [{ calls: [{ status: '0x1', gasUsed: '0x5208', returnData: '0x', logs }] }]
  const server = await countingServer(({ method }) => ({ result: method === 'eth_simulateV1' ? simulated : '0x' }))
  const place = await groundOf()
  const network = { ...place.network, rpcUrls: { default: { http: [server.url] } } }
  const explanation = { kind: 'transfer', parts: [], warnings: [] } as const
  const found = await forecastCall(transaction({ to: other, value: '0x1' }), explanation, { ...place, network }, signal)
  expect(found?.parts.filter(({ label }) => label === 'out')).toHaveLength(20)
  expect(found?.warnings).toEqual(warnings)
})

test('a forecast on a rollup includes the data fee of the base chain, for each call', async () => {
  const result = { status: '0x1', gasUsed: '0x5208', returnData: '0x', logs: [] }
  const answers: Record<string, unknown> = {
    eth_simulateV1: [{ calls: [result, result] }],
    eth_getBlockByNumber: { number: '0x1', transactions: [], baseFeePerGas: null },
    eth_gasPrice: '0x5f5e100',
    eth_getBalance: toHex(10n ** 18n),
    eth_call: toHex(3_000_000_000_000n, { size: 32 }),
  }
  const server = await countingServer(({ method }) => ({ result: answers[method] }))
  const place = await groundOf()
  const network = {
    ...place.network,
    rpcUrls: { default: { http: [server.url] } },
    gasPriceOracle: '0x420000000000000000000000000000000000000F',
  }
  const explanation = { kind: 'bundle', parts: [], warnings: [] } as const
  const asked = bundle({ to: other, value: '0x1' }, { to: other, value: '0x2' })
  const found = await forecastCall(asked, explanation, { ...place, network }, signal)
  const fee = 2n * (21_000n * 100_000_000n + 3_000_000_000_000n)
  expect(found?.parts).toEqual([
    { label: 'fee', value: `${formatEther(fee)} ETH`, as: 'amount' },
    { label: 'balance', value: `${formatEther(10n ** 18n - fee)} ETH`, as: 'amount' },
  ])
})

const APPROVAL = toEventSelector('Approval(address,address,uint256)')
const FOR_ALL = toEventSelector('ApprovalForAll(address,address,bool)')
const PERMIT2_APPROVAL = toEventSelector('Approval(address,address,address,uint160,uint48)')
const collection = '0x00000000000000000000000000000000000000c0'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const half = 2n ** 159n
const word = (value: bigint) => pad(toHex(value)).slice(2)
test.each([
  ['an amount', collection, [APPROVAL, pad(me), pad(other)], `0x${word(7n)}`, ['allowance 7'], []],
  ['no limit', collection, [APPROVAL, pad(me), pad(other)], `0x${word(half)}`, [], ['unlimited']],
  ['one NFT of a collection', collection, [APPROVAL, pad(me), pad(other), pad('0x9')], '0x', ['allowance #9'], []],
  ['a whole collection', collection, [FOR_ALL, pad(me), pad(other)], `0x${word(1n)}`, [], ['wholeCollection']],
  [
    'a token through Permit2',
    permit2,
    [PERMIT2_APPROVAL, pad(me), pad(collection), pad(other)],
    `0x${word(2n ** 160n - 1n)}${word(99n)}`,
    [],
    ['unlimited'],
  ],
])('a forecast shows an allowance: %s', async (_, address, topics, data, amounts, warnings) => {
  const simulated = [
    { calls: [{ status: '0x1', gasUsed: '0x5208', returnData: '0x', logs: [{ address, topics, data }] }] },
  ]
  const server = await countingServer(({ method }) => ({ result: method === 'eth_simulateV1' ? simulated : '0x' }))
  const place = await groundOf()
  const network = { ...place.network, rpcUrls: { default: { http: [server.url] } } }
  const explanation = { kind: 'contractCall', parts: [], warnings: [] } as const
  const found = await forecastCall(transaction({ to: other, data: '0x01' }), explanation, { ...place, network }, signal)
  const words = found?.parts.map(({ label, value }) => `${label} ${value}`) ?? []
  expect(words.slice(0, 2 + amounts.length)).toEqual([
    `spender ${other}`,
    ...amounts,
    `contract ${getAddress(collection)}`,
  ])
  expect(found?.warnings).toEqual(warnings)
})

test('a forecast stays within limits, whatever a node returns', async () => {
  const hex = fc.uint8Array({ maxLength: 100 }).map((bytes) => toHex(bytes))
  const topic = fc.oneof(hex, fc.constantFrom(TRANSFER, ...[me, other].map((each) => pad(each))))
  const log = fc.record({ address: fc.constantFrom(me, other), topics: fc.array(topic, { maxLength: 4 }), data: hex })
  const result = fc.record({
    status: fc.constantFrom('0x0', '0x1'),
    gasUsed: fc.constantFrom('0x5208', '0x', `0x${'f'.repeat(64)}`),
    returnData: hex,
    logs: fc.array(log, { maxLength: 100 }),
  })
  const answer = fc.oneof(fc.anything(), fc.tuple(fc.record({ calls: fc.tuple(result) })))
  let simulated: unknown
  const server = await countingServer(({ method }) => ({ result: method === 'eth_simulateV1' ? simulated : '0x1' }))
  const place = await groundOf()
  const network = { ...place.network, rpcUrls: { default: { http: [server.url] } } }
  const explanation = { kind: 'transfer', parts: [], warnings: [] } as const
  const asked = transaction({ to: other, value: '0x1' })
  await fc.assert(
    fc.asyncProperty(answer, async (given) => {
      simulated = JSON.parse(JSON.stringify(given) ?? 'null')
      const found = await forecastCall(asked, explanation, { ...place, network }, signal).catch(() => undefined)
      expect(found?.parts.length ?? 0).toBeLessThanOrEqual(102)
      for (const { value, as } of found?.parts ?? [])
        expect(as === 'amount' || !toVisibleText(value).isHidden).toBe(true)
    }),
    runs(60, 600),
  )
})

test('without a node that can simulate, the price that a request sets is still compared with that of the network', async () => {
  const block = { baseFeePerGas: toHex(10n ** 9n), number: '0x1', timestamp: '0x1', transactions: [] }
  const server = await countingServer(({ method }) =>
    method === 'eth_simulateV1'
      ? { error: { code: -32_601, message: 'the method eth_simulateV1 does not exist' } }
      : { result: method === 'eth_getBlockByNumber' ? block : toHex(10n ** 9n) },
  )
  const place = await groundOf()
  const ground = { ...place, network: { ...place.network, rpcUrls: { default: { http: [server.url] } } } }
  const priced = (fields: object) => {
    const asked = transaction({ to: other, value: '0x1', ...fields })
    return forecastCall(asked, { kind: 'transfer', parts: [], warnings: [] }, ground, signal)
  }
  const high = toHex(4n * 10n ** 15n)
  for (const fields of [{ maxFeePerGas: high }, { gasPrice: high }, { maxPriorityFeePerGas: high }])
    expect(await priced(fields)).toEqual({ parts: [], warnings: ['highFee'] })
  expect(await priced({ maxFeePerGas: toHex(2n * 10n ** 9n) })).toEqual({ parts: [], warnings: [] })
  await expect(priced({})).rejects.toThrow('eth_simulateV1')
})
