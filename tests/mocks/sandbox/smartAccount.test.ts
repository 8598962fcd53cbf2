/** A smart account with the real EntryPoint: its signatures, its bundles, and its grants to other keys. */
import { createHash } from 'node:crypto'
import { encodeFunctionData, erc20Abi, type Hex, isErc6492Signature, parseEther, parseUnits } from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstAccount, smartOwner } from '../../../mocks/sandbox/accounts.ts'
import type { SandboxChain } from '../../../mocks/sandbox/eip155/chains.ts'
import registryCode from '../../../mocks/sandbox/eip155/contracts/FarcasterRegistry.json' with { type: 'json' }
import code from '../../../mocks/secureSite/contracts/SmartAccount.json' with { type: 'json' }
import paymasterCode from '../../../mocks/sandbox/eip155/contracts/Paymaster.json' with { type: 'json' }
import { compile } from '../../../mocks/sandbox/eip155/contracts/compile.ts'
import { startSandbox } from '../../../mocks/sandbox/node.ts'
import { sendWithGrant, smartAccountOf } from '../../../mocks/sandbox/eip155/smartAccount.ts'
import { memoryStorage, readerOf, walletOf } from './setup.ts'
import { full } from '../../support/full.ts'

const smart = smartAccountOf(smartOwner.address)
const nowhere = '0x00000000000000000000000000000000000000AA'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let one: SandboxChain
let two: SandboxChain
beforeAll(async () => {
  sandbox = await startSandbox()
  const [first, second] = sandbox.chains
  if (!first || !second) throw new Error('The sandbox has no chains.')
  ;[one, two] = [first, second]
})
afterAll(() => sandbox.stop())

/** The wallet with the smart account selected, which a site then sees alone. */
async function connected(options?: Parameters<typeof walletOf>[1]) {
  const opened = walletOf(sandbox.chains, { knows: [31337, 31338], ...options })
  opened.wallet.selectAccount(smart)
  await opened.request('eth_requestAccounts')
  return opened
}
const dollars = () => {
  const [token] = one.tokens
  if (!token) throw new Error('The sandbox has no token.')
  return token
}
const transferOf = (amount: string) => ({
  to: dollars().address,
  data: encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [nowhere, parseUnits(amount, dollars().decimals)],
  }),
})
const ether = (chain: SandboxChain, address: `0x${string}`) => readerOf(chain).getBalance({ address })
const held = (owner: `0x${string}`) =>
  readerOf(one).readContract({ address: dollars().address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

test.runIf(full)("the stored bytecode equals the compiler's output", () => {
  const digest = (codes: object) => createHash('sha256').update(JSON.stringify(codes)).digest('hex')
  expect(digest(compile('SmartAccount'))).toBe(digest(code))
  expect(digest(compile('FarcasterRegistry'))).toBe(digest(registryCode))
  expect(digest(compile('Paymaster'))).toBe(digest(paymasterCode))
})

test('a site sees the smart account alone', async () => {
  const { request, wallet } = await connected()
  expect(await request('eth_accounts')).toEqual([smart])
  expect(wallet.snapshot().accounts).toContain(smart)
  await expect(request('personal_sign', '0x68', firstAccount.address)).rejects.toMatchObject({ code: 4100 })
})

test('its signatures are valid before and after deployment, and only for the account and its chain', async () => {
  const { request } = await connected()
  const message = 'Welcome'
  const sign = async () => (await request('personal_sign', message, smart)) as Hex
  const isGood = (signature: Hex, chain = two, text = message) =>
    readerOf(chain).verifyMessage({ address: smart, message: text, signature })
  await request('wallet_switchEthereumChain', { chainId: '0x7a6a' })
  const before = await sign()
  expect(isErc6492Signature(before)).toBe(true)
  expect([await isGood(before), await isGood(before, one), await isGood(before, two, 'Another')]).toEqual([
    true,
    false,
    false,
  ])
  const plain = await smartOwner.signMessage({ message })
  expect(await isGood(plain)).toBe(false)
  await request('eth_sendTransaction', { from: smart, to: nowhere, value: '0x1' })
  expect(await ether(two, nowhere)).toBe(1n)
  const after = await sign()
  expect(isErc6492Signature(after)).toBe(false)
  expect([await isGood(after), await isGood(plain)]).toEqual([true, false])
})

describe('a bundle', () => {
  const bundle = (calls: readonly object[]) => ({
    version: '2.0.0',
    from: smart,
    chainId: '0x7a69',
    atomicRequired: false,
    calls,
  })

  test('is one operation, whose fee the account pays', async () => {
    const { request } = await connected()
    expect(await request('wallet_getCapabilities', smart)).toMatchObject({
      '0x7a69': { atomic: { status: 'supported' }, permissions: { supported: true } },
    })
    const [was, had] = [await ether(one, smart), await held(nowhere)]
    const { id } = (await request('wallet_sendCalls', bundle([{ to: nowhere, value: '0x5' }, transferOf('2')]))) as {
      id: string
    }
    const status = (await request('wallet_getCallsStatus', id)) as { receipts: { logs: unknown[] }[] }
    expect(status).toMatchObject({ status: 200, atomic: true, receipts: [{ status: '0x1' }] })
    expect(status.receipts[0]?.logs).toHaveLength(1)
    expect((await held(nowhere)) - had).toBe(parseUnits('2', dollars().decimals))
    expect(await ether(one, smart)).toBeLessThan(was - 5n)
  })

  test('with a failing call changes nothing, although its transaction succeeds', async () => {
    const { request } = await connected()
    const had = await held(nowhere)
    const { id } = (await request('wallet_sendCalls', bundle([transferOf('2'), transferOf('99999999')]))) as {
      id: string
    }
    expect(await request('wallet_getCallsStatus', id)).toMatchObject({ status: 500, receipts: [{ status: '0x0' }] })
    expect(await held(nowhere)).toBe(had)
    await expect(request('eth_sendTransaction', { from: smart, ...transferOf('99999999') })).rejects.toMatchObject({
      code: 3,
    })
  })
})

describe('a session', () => {
  const own = privateKeyToAccount(generatePrivateKey())
  const other = privateKeyToAccount(generatePrivateKey())
  const hour = 3_600
  const now = () => Math.floor(Date.now() / 1_000)

  /** A request with two keys: one uncompressed and one compressed. */
  const requestFor = (more: object = {}) => ({
    chainId: '0x7a69',
    expiry: now() + hour,
    signer: {
      type: 'keys',
      data: {
        keys: [
          { type: 'secp256k1', publicKey: own.publicKey },
          { type: 'secp256k1', publicKey: shortOf(other.publicKey) },
        ],
      },
    },
    permissions: [
      {
        type: 'native-token-recurring-allowance',
        data: { allowance: '0xde0b6b3a7640000', start: now() - 60, period: hour },
      },
      {
        type: 'erc20-recurring-allowance',
        data: { token: dollars().address, allowance: '0x4c4b40', start: now() - 60, period: hour },
      },
      {
        type: 'contract-call',
        data: { address: dollars().address, abi: erc20Abi, functions: [{ functionName: 'approve' }] },
      },
    ],
    policies: [],
    ...more,
  })
  const shortOf = (key: Hex): Hex => `0x${Number(`0x${key.slice(-1)}`) % 2 === 0 ? '02' : '03'}${key.slice(4, 68)}`
  const granted = async (opened: Awaited<ReturnType<typeof connected>>, more?: object) => {
    const asked = requestFor(more)
    const answer = (await opened.request('wallet_grantPermissions', asked)) as { context: Hex }
    return { asked, answer, context: answer.context }
  }
  const act = (context: Hex, calls: Parameters<typeof sendWithGrant>[3], keys = [own, other]) =>
    sendWithGrant(one, context, keys, calls)
  const approveOf = (amount: bigint) => ({
    to: dollars().address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [nowhere, amount] }),
  })
  const pay = (amount: string, to: `0x${string}` = nowhere) => ({ to, value: parseEther(amount) })

  test('is described to the user, and its keys act together within it, without the account paying for gas', async () => {
    const opened = await connected()
    const { asked, answer, context } = await granted(opened)
    const { name: network } = one
    expect(answer).toMatchObject({ chainId: '0x7a69', address: smart, expiry: asked.expiry })
    const { address: token } = dollars()
    expect(opened.asked.at(-1)).toMatchObject({
      kind: 'grant',
      details: {
        account: smart,
        network,
        keys: 2,
        permissions: [
          'Spend 1 ETH every 3600 s',
          `Spend 5000000 units of ${token} every 3600 s`,
          `Call approve of ${token}`,
        ],
      },
    })
    const [was, paid, had] = [await ether(one, smart), await ether(one, nowhere), await held(nowhere)]
    await act(context, [pay('0.4'), transferOf('3'), approveOf(7n)])
    await act(context, [pay('0.6')])
    expect((await ether(one, nowhere)) - paid).toBe(parseEther('1'))
    expect((await held(nowhere)) - had).toBe(parseUnits('3', dollars().decimals))
    expect(was - (await ether(one, smart))).toBe(parseEther('1'))
  })

  test('is limited to what was granted', async () => {
    const { context } = await granted(await connected())
    const stranger = privateKeyToAccount(generatePrivateKey())
    await act(context, [pay('0.4')])
    const { address: token } = dollars()
    const transferFrom = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transferFrom',
      args: [smart, nowhere, 1n],
    })
    const grantItself = encodeFunctionData({
      abi: [
        {
          type: 'function',
          name: 'revoke',
          inputs: [{ name: 'id', type: 'bytes32' }],
          outputs: [],
          stateMutability: 'nonpayable',
        },
      ],
      functionName: 'revoke',
      args: [`0x${'00'.repeat(32)}`],
    })
    const refused: [calls: Parameters<typeof sendWithGrant>[3], says: RegExp][] = [
      [[pay('0.61')], /OverAllowance\(600000000000000000, 610000000000000000\)/],
      [[pay('0.3'), pay('0.31')], /OverAllowance\(300000000000000000/],
      [[transferOf('5.000001')], /OverAllowance\(5000000, 5000001\)/],
      [[{ to: token, data: transferFrom }], /NotGranted/],
      [[{ ...approveOf(1n), value: 1n }], /NotGranted/],
      [[{ ...approveOf(1n), to: nowhere }], /NotGranted/],
      [[{ to: smart, data: grantItself }], /NotGranted/],
      [[pay('0.1', smart)], /NotGranted/],
    ]
    const before = await ether(one, nowhere)
    for (const [calls, says] of refused)
      await expect(act(context, calls)).rejects.toMatchObject({ code: -32_500, message: expect.stringMatching(says) })
    for (const keys of [[own], [own, stranger], [other, own]])
      await expect(act(context, [pay('0.1')], keys)).rejects.toMatchObject({
        code: -32_507,
        message: 'AA24 signature error',
      })
    expect(await ether(one, nowhere)).toBe(before)
    await act(context, [pay('0.6')])
  })

  test('never reaches the account itself or the EntryPoint, even if they were granted', async () => {
    const functionOf = (name: string, ...types: readonly string[]) => ({
      type: 'function' as const,
      name,
      inputs: types.map((type) => ({ name: '', type })),
      outputs: [],
      stateMutability: 'nonpayable' as const,
    })
    const revoke = functionOf('revoke', 'bytes32')
    const withdraw = functionOf('withdrawTo', 'address', 'uint256')
    const callOf = (address: `0x${string}`, abi: typeof revoke) => ({
      type: 'contract-call',
      data: { address, abi: [abi], functions: [{ functionName: abi.name }] },
    })
    const { context } = await granted(await connected(), {
      permissions: [callOf(smart, revoke), callOf(entryPoint07Address, withdraw)],
    })
    const calls = [
      { to: smart, data: encodeFunctionData({ abi: [revoke], args: [`0x${'00'.repeat(32)}`] }) },
      { to: entryPoint07Address, data: encodeFunctionData({ abi: [withdraw], args: [nowhere, 0n] }) },
    ]
    for (const one of calls)
      await expect(act(context, [one])).rejects.toMatchObject({ message: expect.stringMatching(/NotGranted/) })
  })

  test('is valid on its chain only, and not before its start', async () => {
    const opened = await connected()
    const { context } = await granted(opened)
    // The account is deployed there, without a grant.
    await opened.request('wallet_switchEthereumChain', { chainId: '0x7a6a' })
    await opened.request('eth_sendTransaction', { from: smart, to: nowhere, value: '0x1' })
    await opened.request('wallet_switchEthereumChain', { chainId: '0x7a69' })
    await expect(sendWithGrant(two, context, [own, other], [pay('0.1')])).rejects.toMatchObject({
      message: expect.stringMatching(/NotAllowed/),
    })
    const start = now() + hour
    const later = await granted(opened, {
      permissions: [{ type: 'native-token-recurring-allowance', data: { allowance: '0x5', start, period: hour } }],
    })
    await expect(act(later.context, [pay('0')])).rejects.toMatchObject({
      message: expect.stringMatching(/OverAllowance/),
    })
  })

  test('resets its allowance with each period, and ends when it expires', async () => {
    const opened = await connected()
    const start = now() - 10
    const { context } = await granted(opened, {
      expiry: now() + 3 * hour,
      permissions: [{ type: 'native-token-recurring-allowance', data: { allowance: '0x5', start, period: hour } }],
    })
    await act(context, [{ to: nowhere, value: 5n }])
    await expect(act(context, [{ to: nowhere, value: 1n }])).rejects.toMatchObject({ code: -32_500 })
    const reader = readerOf(one)
    const move = async (seconds: number) => {
      await reader.request({ method: 'evm_increaseTime' as never, params: [seconds] as never })
      await reader.request({ method: 'evm_mine' as never })
    }
    await move(hour)
    await act(context, [{ to: nowhere, value: 5n }])
    await move(3 * hour)
    await expect(act(context, [{ to: nowhere, value: 1n }])).rejects.toMatchObject({
      code: -32_503,
      message: 'AA22 expired or not due',
    })
  })
})

test('a revoked session is invalid, and the user sees what is revoked', async () => {
  const key = privateKeyToAccount(generatePrivateKey())
  const storage = memoryStorage()
  const { timestamp } = await readerOf(one).getBlock()
  const asked = {
    chainId: '0x7a69',
    expiry: Number(timestamp) + 3_600,
    signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: key.publicKey }] } },
    permissions: [{ type: 'native-token-recurring-allowance', data: { allowance: '0x5', start: 0, period: 3_600 } }],
    policies: [],
  }
  const before = await connected({ storage })
  const { context } = (await before.request('wallet_grantPermissions', asked)) as { context: Hex }
  await sendWithGrant(one, context, [key], [{ to: nowhere, value: 1n }])
  // A reloaded page restores the wallet.
  const opened = await connected({ storage })
  const revocation = { pci: 'pci-1', expiry: asked.expiry, permissions: asked.permissions }
  const signature = (await opened.request('wallet_revokePermissions', revocation)) as Hex
  expect(await readerOf(one).verifyMessage({ address: smart, message: 'Revoke the session pci-1', signature })).toBe(
    true,
  )
  expect(opened.asked.at(-1)).toMatchObject({
    kind: 'revoke',
    details: { account: smart, session: 'pci-1', permissions: ['Spend 0.000000000000000005 ETH every 3600 s'] },
  })
  await expect(sendWithGrant(one, context, [key], [{ to: nowhere, value: 1n }])).rejects.toMatchObject({
    message: expect.stringMatching(/NotAllowed/),
  })
  await expect(opened.request('wallet_revokePermissions', revocation)).rejects.toMatchObject({ code: -32_602 })
})

test('permissions that the contract cannot enforce are refused, and so are those of an account without code', async () => {
  const opened = await connected()
  const { address } = dollars()
  const key = { type: 'secp256k1', publicKey: privateKeyToAccount(generatePrivateKey()).publicKey }
  const call = (more: object) => ({ address, abi: erc20Abi, functions: [{ functionName: 'approve', ...more }] })
  const asked = (data: object, more: object = {}) => ({
    chainId: '0x7a69',
    expiry: 4_000_000_000,
    signer: { type: 'keys', data: { keys: [key] } },
    permissions: [{ type: 'contract-call', data }],
    policies: [],
    ...more,
  })
  const wrong = [
    asked(call({ args: [{ operator: 'EQUAL', value: '0x01' }] })),
    asked(call({ valueLimit: '0x1' })),
    asked(call({ operation: 'DelegateCall' })),
    asked({ ...call({}), abi: [] }),
    asked(call({}), { policies: [{ type: 'gas', data: {} }] }),
    asked(call({}), { chainId: '0x1' }),
    asked(call({}), { permissions: [] }),
    asked(call({}), { permissions: [{ type: 'sudo' }] }),
    asked(call({}), { signer: { type: 'keys', data: { keys: [{ ...key, publicKey: `0x02${'00'.repeat(32)}` }] } } }),
    asked(call({}), { signer: { type: 'keys', data: { keys: [{ ...key, type: 'secp256r1' }] } } }),
  ]
  for (const each of wrong)
    await expect(opened.request('wallet_grantPermissions', each)).rejects.toMatchObject({ code: -32_602 })
  await expect(
    opened.request('wallet_grantPermissions', asked(call({}), { address: privateKeyToAddress(generatePrivateKey()) })),
  ).rejects.toMatchObject({ code: 4100 })
  opened.wallet.setFailure('noPermissions', true)
  expect(await opened.request('wallet_getCapabilities', smart)).not.toHaveProperty('0x7a69.permissions')
  await expect(opened.request('wallet_grantPermissions', asked(call({})))).rejects.toMatchObject({ code: 4200 })
  opened.wallet.setFailure('noPermissions', false)
  opened.wallet.selectAccount(firstAccount.address)
  expect(await opened.request('wallet_getCapabilities', firstAccount.address)).not.toHaveProperty('0x7a69.permissions')
  await expect(opened.request('wallet_grantPermissions', asked(call({})))).rejects.toMatchObject({ code: 4200 })
})
