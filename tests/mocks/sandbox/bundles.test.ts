/** Bundles of calls on a real chain, atomic or one by one, with their receipts. */
import { encodeFunctionData, erc20Abi, parseEther, parseUnits, type Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstAccount, secondAccount } from '../../../mocks/sandbox/accounts.ts'
import type { SandboxChain } from '../../../mocks/sandbox/eip155/chains.ts'
import { startSandbox } from '../../../mocks/sandbox/node.ts'
import { memoryStorage, mined, readerOf, requester, walletOf } from './setup.ts'

const first = firstAccount.address
const second = secondAccount.address

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let one: SandboxChain
beforeAll(async () => {
  sandbox = await startSandbox()
  const [chain] = sandbox.chains
  if (!chain) throw new Error('The sandbox has no chain.')
  one = chain
})
afterAll(() => sandbox.stop())

const connected = async (options?: Parameters<typeof walletOf>[1]) => {
  const opened = walletOf(sandbox.chains, options)
  await opened.request('eth_requestAccounts')
  return opened
}
const token = (): SandboxChain['tokens'][number] => {
  const [found] = one.tokens
  if (!found) throw new Error('The sandbox has no token.')
  return found
}
const transferOf = (to: Address, amount: string) => ({
  to: token().address,
  data: encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, parseUnits(amount, token().decimals)],
  }),
})
const bundleOf = (calls: readonly object[], more: object = {}) => ({
  version: '2.0.0',
  from: first,
  chainId: '0x7a69',
  atomicRequired: true,
  calls,
  ...more,
})
const held = (owner: Address) =>
  readerOf(one).readContract({ address: token().address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
const idOf = (answer: unknown) => (answer as { id: string }).id
/** Sends a bundle and waits until it is mined. Returns its id. */
async function sentBy(request: ReturnType<typeof requester>, bundle: object): Promise<string> {
  const id = idOf(await request('wallet_sendCalls', bundle))
  await mined(one)
  return id
}

test('all calls are executed in one transaction, and the account has no code before and afterwards', async () => {
  const { request, asked } = await connected()
  const reader = readerOf(one)
  const [ether, tokens] = [await reader.getBalance({ address: second }), await held(second)]
  const calls = [{ to: second, value: '0x5' }, transferOf(second, '2'), transferOf(second, '3')]
  const id = await sentBy(request, bundleOf(calls))
  expect(await reader.getBalance({ address: second })).toBe(ether + 5n)
  expect(await held(second)).toBe(tokens + parseUnits('5', token().decimals))
  expect(asked.at(-1)).toMatchObject({
    kind: 'calls',
    details: {
      from: first,
      atomic: true,
      network: one.name,
      calls: [{ to: second }, { amount: '2' }, { amount: '3' }],
    },
  })
  const status = await request('wallet_getCallsStatus', id)
  expect(status).toMatchObject({ version: '2.0.0', id, chainId: '0x7a69', status: 200, atomic: true })
  expect((status as { receipts: unknown[] }).receipts).toHaveLength(1)
  expect(await reader.getCode({ address: first })).toBeUndefined()
  await request('eth_sendTransaction', { from: first, to: second, value: '0x1' })
  await mined(one)
  expect(await reader.getBalance({ address: second })).toBe(ether + 6n)
})

test('a failing call reverts the whole bundle, or only itself if the calls are sent one by one', async () => {
  const { request } = await connected()
  const before = await held(second)
  const calls = [transferOf(second, '1'), transferOf(second, '999999999'), transferOf(second, '1')]
  const together = await sentBy(request, bundleOf(calls))
  expect(await request('wallet_getCallsStatus', together)).toMatchObject({ status: 500, receipts: [{ status: '0x0' }] })
  expect(await held(second)).toBe(before)

  const alone = await sentBy(request, bundleOf(calls, { atomicRequired: false }))
  expect(await request('wallet_getCallsStatus', alone)).toMatchObject({
    status: 600,
    atomic: false,
    receipts: [{ status: '0x1' }, { status: '0x0' }, { status: '0x1' }],
  })
  expect(await held(second)).toBe(before + parseUnits('2', token().decimals))
})

test("nobody else can use the account's delegated code, and plain transfers are accepted", async () => {
  const { batch } = one
  if (!batch) throw new Error('The sandbox has no batch.')
  const reader = readerOf(one)
  await expect(reader.call({ account: second, to: batch, data: '0x00' })).rejects.toThrow(/revert/)
  await reader.call({ account: second, to: batch, value: 1n })
})

test('a call that the node rejects ends a bundle that is sent one by one', async () => {
  const { request } = await connected()
  const calls = [
    { to: second, value: '0x1' },
    { to: second, value: `0x${parseEther('9999999').toString(16)}` },
  ]
  const id = await sentBy(request, bundleOf(calls, { atomicRequired: false }))
  expect(await request('wallet_getCallsStatus', id)).toMatchObject({ status: 600, receipts: [{}] })
  await expect(request('wallet_sendCalls', bundleOf(calls.slice(1), { atomicRequired: false }))).rejects.toMatchObject({
    code: expect.any(Number) as number,
  })
})

test('capabilities are returned for the requested chains, to a connected site only', async () => {
  const { wallet, request } = await connected({ knows: [31337, 31338] })
  wallet.setFailure('noPermissions', true)
  const able = { atomic: { status: 'supported' } }
  expect(await request('wallet_getCapabilities', first)).toEqual({ '0x7a69': able, '0x7a6a': able })
  expect(await request('wallet_getCapabilities', first, ['0x7a6a', '0x1'])).toEqual({ '0x7a6a': able })
  expect(await walletOf(sandbox.chains).request('wallet_getCapabilities', first)).toEqual({})
})

test.each([
  [{ chainId: '0x7a6a' }, -32602],
  [{ from: '0x00000000000000000000000000000000000000AA' }, 4100],
  [{ calls: [] }, -32602],
  [{ capabilities: { pay: { url: 'x' } } }, 5700],
  [{ calls: [{ to: second, capabilities: { pay: { optional: false } } }] }, 5700],
  [{ calls: [{ data: '0x6000' }] }, 5760],
])('an unsupported bundle is refused before the user is asked: %j', async (more, code) => {
  const { request, asked } = await connected()
  await expect(request('wallet_sendCalls', bundleOf([{ to: second }], more))).rejects.toMatchObject({ code })
  expect(asked.at(-1)?.kind).toBe('connect')
})

test('optional capabilities are ignored; an id is used once and survives a reload, and an unknown id is refused', async () => {
  const storage = memoryStorage()
  const { request } = await connected({ storage })
  const capabilities = { pay: { optional: true } }
  const bundle = bundleOf([{ to: second, capabilities }], { id: 'mine', capabilities })
  expect(await request('wallet_sendCalls', bundle)).toEqual({ id: 'mine' })
  await mined(one)
  await expect(request('wallet_sendCalls', bundle)).rejects.toMatchObject({ code: 5720 })
  const again = requester(walletOf(sandbox.chains, { storage }).wallet)
  expect(await again('wallet_getCallsStatus', 'mine')).toMatchObject({ status: 200 })
  await expect(again('wallet_getCallsStatus', 'yours')).rejects.toMatchObject({ code: 5730 })
})

test('the wallet can refuse bundles or not support them, and the user can reject one', async () => {
  const { wallet, request } = await connected()
  wallet.setFailure('noPermissions', true)
  const bundle = bundleOf([{ to: second }])
  wallet.setFailure('refusedBundles', true)
  await expect(request('wallet_sendCalls', bundle)).rejects.toMatchObject({ code: 5740 })
  wallet.setFailure('unknownBundles', true)
  await expect(request('wallet_sendCalls', bundle)).rejects.toMatchObject({ code: 4200 })
  await expect(request('wallet_getCallsStatus', '0x1')).rejects.toMatchObject({ code: 4200 })
  expect(await request('wallet_getCapabilities', first)).toEqual({})
  wallet.setFailure('unknownBundles', false)
  wallet.setFailure('refusedBundles', false)
  wallet.setFailure('reject', true)
  await expect(request('wallet_sendCalls', bundle)).rejects.toMatchObject({ code: 4001 })
})
