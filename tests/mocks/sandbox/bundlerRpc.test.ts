/** The bundler and the paymaster over HTTP: what they accept, and what they refuse. */
import {
  createClient,
  createTestClient,
  http,
  parseEther,
  parseGwei,
  toHex,
  type Address,
  type Hex,
  type LocalAccount,
} from 'viem'
import {
  createBundlerClient,
  createPaymasterClient,
  entryPoint07Abi,
  entryPoint07Address,
  formatUserOperationRequest,
  getUserOperationHash,
  toSmartAccount,
  type UserOperation,
} from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstAccount } from '../../../mocks/sandbox/accounts.ts'
import type { SandboxChain } from '../../../mocks/sandbox/eip155/chains.ts'
import { startSandbox } from '../../../mocks/sandbox/node.ts'
import { paymasterLimits, paymasterMethods } from '../../../mocks/sandbox/eip155/paymaster.ts'
import {
  getAccountAddress,
  encodeCreate,
  encodeExecute,
  stubSignature,
} from '../../../mocks/secureSite/smartAccount.ts'
import { readerOf } from './setup.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let chain: SandboxChain
beforeAll(async () => {
  sandbox = await startSandbox()
  const [first] = sandbox.chains
  if (!first) throw new Error('The sandbox has no chain.')
  chain = first
})
afterAll(() => sandbox.stop())

const receiver: Address = '0x00000000000000000000000000000000000000bb'
const places = () => {
  if (!chain.smartAccount) throw new Error('The sandbox has no accounts that are contracts.')
  return chain.smartAccount
}
const viemChain = () => ({
  id: chain.chainId,
  name: chain.name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [chain.rpcUrl] } },
})

/** A new owner's account, with viem's clients. */
async function accountOfOwner(owner: LocalAccount = privateKeyToAccount(generatePrivateKey())) {
  const { factory, bundlerUrl, paymasterUrl } = places()
  const client = createClient({ chain: viemChain(), transport: http(chain.rpcUrl) })
  const account = await toSmartAccount({
    client,
    entryPoint: { abi: entryPoint07Abi, address: entryPoint07Address, version: '0.7' },
    getAddress: async () => getAccountAddress(factory, owner.address),
    encodeCalls: async (calls) => encodeExecute(calls),
    getFactoryArgs: async () => ({ factory, factoryData: encodeCreate(owner.address) }),
    getStubSignature: async () => stubSignature,
    signMessage: () => Promise.reject(new Error('not here')),
    signTypedData: () => Promise.reject(new Error('not here')),
    async signUserOperation(operation) {
      const hash = getUserOperationHash({
        chainId: chain.chainId,
        entryPointAddress: entryPoint07Address,
        entryPointVersion: '0.7',
        userOperation: { ...operation, sender: getAccountAddress(factory, owner.address), signature: '0x' } as never,
      })
      return (await owner.sign?.({ hash })) as Hex
    },
  })
  const bundler = createBundlerClient({
    client,
    account,
    transport: http(bundlerUrl, { retryCount: 0 }),
    pollingInterval: 20,
  })
  const paymaster = createPaymasterClient({ transport: http(paymasterUrl, { retryCount: 0 }) })
  return { account, bundler, paymaster }
}

const reader = () => readerOf(chain)
/** A service's response to a JSON-RPC request. */
async function rpc(url: string, method: string, params: unknown) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return (await answer.json()) as { id: number; result?: unknown; error?: { code: number; message: string } }
}
const pay = { to: receiver, value: 1n }
/** Sends the operation with fields that differ from what was prepared or sponsored. */
async function sent({ account, bundler, paymaster }: Opened, more: Partial<Operation>, isSponsored = false) {
  const made = await bundler.prepareUserOperation({ calls: [{ to: receiver }], ...(isSponsored && { paymaster }) })
  const operation = { ...made, ...more } as Operation
  const signature = more.signature ?? (await account.signUserOperation(operation))
  return rpc(places().bundlerUrl, 'eth_sendUserOperation', [
    formatUserOperationRequest({ ...operation, signature }),
    entryPoint07Address,
  ])
}
type Opened = Awaited<ReturnType<typeof accountOfOwner>>
type Operation = UserOperation<'0.7'>

test('the factory deploys an account at its calculated address', async () => {
  const owner = privateKeyToAccount(generatePrivateKey())
  const { data } = await reader().call({ to: places().factory, data: encodeCreate(owner.address) })
  expect(`0x${data?.slice(-40)}`).toBe(getAccountAddress(places().factory, owner.address).toLowerCase())
})

test('an empty account executes what the paymaster pays for, and is deployed with it', async () => {
  const { account, bundler, paymaster } = await accountOfOwner()
  expect(await bundler.getSupportedEntryPoints()).toEqual([entryPoint07Address])
  expect(await bundler.getChainId()).toBe(chain.chainId)
  const hash = await bundler.sendUserOperation({ calls: [{ to: receiver }], paymaster })
  const { success, receipt, sender, actualGasCost } = await bundler.waitForUserOperationReceipt({ hash })
  expect([success, sender]).toEqual([true, account.address])
  expect(actualGasCost).toBeGreaterThan(0n)
  expect(await bundler.getUserOperation({ hash })).toMatchObject({
    transactionHash: receipt.transactionHash,
    userOperation: { sender: account.address },
  })
  expect(await reader().getBalance({ address: account.address })).toBe(0n)
  expect(await reader().getCode({ address: account.address })).toBeDefined()
})

test('an account that pays its own fees executes all calls or none', async () => {
  const { account, bundler } = await accountOfOwner()
  await createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) }).setBalance({
    address: account.address,
    value: parseEther('1'),
  })
  const had = await reader().getBalance({ address: receiver })
  const hash = await bundler.sendUserOperation({ calls: [pay, pay] })
  expect((await bundler.waitForUserOperationReceipt({ hash })).success).toBe(true)
  expect(await reader().getBalance({ address: receiver })).toBe(had + 2n)

  const made = await bundler.prepareUserOperation({ calls: [pay, pay] })
  const callData = encodeExecute([pay, { to: receiver, value: parseEther('9') }])
  const operation = { ...made, callData } as Operation
  const signature = await account.signUserOperation(operation)
  const failing = await bundler.sendUserOperation({
    ...operation,
    signature,
    entryPointAddress: entryPoint07Address,
    account: undefined,
  } as never)
  expect((await bundler.waitForUserOperationReceipt({ hash: failing })).success).toBe(false)
  expect(await reader().getBalance({ address: receiver })).toBe(had + 2n)
})

test('the bundler returns null for unknown operations', async () => {
  const { bundlerUrl } = places()
  const hash = `0x${'ab'.repeat(32)}`
  expect((await rpc(bundlerUrl, 'eth_getUserOperationReceipt', [hash])).result).toBeNull()
  expect((await rpc(bundlerUrl, 'eth_getUserOperationByHash', [hash])).result).toBeNull()
})

test("an operation that would fail is refused before it is sent, with the bundler's error code", async () => {
  const opened = await accountOfOwner()
  const codeOf = async (more: Partial<Operation>, isSponsored = true) =>
    (await sent(opened, more, isSponsored)).error?.code
  expect(await codeOf({ signature: stubSignature })).toBe(-32_507)
  expect(await codeOf({}, false)).toBe(-32_500)
  expect(await codeOf({ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n })).toBe(-32_602)
  expect(await codeOf({ preVerificationGas: 1n })).toBe(-32_602)
  expect(await codeOf({ callGasLimit: 10_000_000n })).toBe(-32_602)
  await expect(opened.bundler.prepareUserOperation({ calls: [pay] })).rejects.toThrow(/reverted/)
  const stranger = await accountOfOwner()
  expect(await codeOf({ sender: stranger.account.address })).toBe(-32_500)
})

test('the paymaster only pays for what it has signed: unchanged, with its own key, until it expires', async () => {
  const opened = await accountOfOwner()
  const codeOf = async (more: Partial<Operation>) => (await sent(opened, more, true)).error?.code
  expect(await codeOf({ callData: encodeExecute([{ to: firstAccount.address }]) })).toBe(-32_507)
  expect(await codeOf({ maxFeePerGas: parseEther('0.00001') })).toBe(-32_507)
  expect(await codeOf({ paymasterData: `0xffffffffffff${stubSignature.slice(2)}` })).toBe(-32_507)
  expect(await codeOf({ paymasterData: '0x' })).toBe(-32_501)
  const other = sandbox.chains[1]?.smartAccount
  const client = createPaymasterClient({ transport: http(other?.paymasterUrl, { retryCount: 0 }) })
  const made = await opened.bundler.prepareUserOperation({ calls: [{ to: receiver }], paymaster: opened.paymaster })
  const elsewhere = { ...made, chainId: chain.chainId, entryPointAddress: entryPoint07Address } as never
  await expect(client.getPaymasterData(elsewhere)).rejects.toMatchObject({
    details: expect.stringContaining('another chain') as string,
  })
  const later = createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) })
  const signature = await opened.account.signUserOperation(made as Operation)
  // Blocks that are mined quickly are ahead of the clock, and the paymaster counts from the later of the two.
  const { timestamp } = await reader().getBlock()
  const latest = Math.max(Number(timestamp), Math.ceil(Date.now() / 1_000))
  await later.setNextBlockTimestamp({ timestamp: BigInt(latest + 301) })
  await later.mine({ blocks: 1 })
  expect(await codeOf({ ...(made as Operation), signature })).toBe(-32_503)
})

/** The paymaster with a clock that the test controls. */
async function paymasterAt(time: { nowMs: number }) {
  const stub = await rpc(places().paymasterUrl, 'pm_getPaymasterStubData', [whole, entryPoint07Address, '0x7a69', {}])
  const methods = paymasterMethods(chain, (stub.result as { paymaster: Address }).paymaster, () => time.nowMs)
  const ask = async (operation: object) =>
    methods['pm_getPaymasterData']?.([operation, entryPoint07Address, '0x7a69', null])
  return {
    ask,
    /** Includes the paymaster's own gas. */
    asked: (nonce: number, wei: bigint, sender: Address = receiver) =>
      ask({
        sender,
        nonce: toHex(nonce),
        callData: '0x',
        callGasLimit: toHex(40_000),
        maxFeePerGas: toHex(wei / 100_000n),
        maxPriorityFeePerGas: '0x1',
      }),
  }
}
const enough = 'Enough was paid for within this hour.'

test('the paymaster has limits per account and in total, and unused promises expire', async () => {
  const time = { nowMs: Date.now() }
  const { asked } = await paymasterAt(time)
  const bound = paymasterLimits.account
  await asked(0, bound.wei)
  await asked(0, bound.wei)
  await expect(asked(1, 100_000n)).rejects.toThrow(enough)
  await asked(1, 100_000n, firstAccount.address)
  time.nowMs += 301_000
  for (let nonce = 0; nonce < bound.operations; nonce += 1) await asked(nonce, 100_000n)
  await expect(asked(99, 100_000n)).rejects.toThrow(enough)
  const others = Array.from({ length: 100 }, () => privateKeyToAddress(generatePrivateKey()))
  for (const other of others.slice(1)) await asked(0, bound.wei, other)
  await expect(asked(0, bound.wei, others[0])).rejects.toThrow(enough)
})

test('an operation counts at its highest amount, even if it is requested again with less', async () => {
  const time = { nowMs: Date.now() }
  const { asked } = await paymasterAt(time)
  const { wei } = paymasterLimits.account
  await asked(0, wei)
  await asked(0, 100_000n)
  await expect(asked(1, 100_000n)).rejects.toThrow(enough)
  const others = Array.from({ length: 99 }, () => privateKeyToAddress(generatePrivateKey()))
  for (const other of others) await asked(0, wei, other)
  await expect(asked(0, 100_000n, firstAccount.address)).rejects.toThrow(enough)
  time.nowMs += 301_000
  await asked(1, wei)
})

test('a paid operation counts for an hour', async () => {
  const time = { nowMs: Date.now() }
  const { ask, asked } = await paymasterAt(time)
  const { account, bundler, paymaster } = await accountOfOwner()
  const made = (await bundler.prepareUserOperation({
    calls: [{ to: receiver }],
    maxFeePerGas: parseGwei('25'),
    maxPriorityFeePerGas: 1n,
    paymaster,
  })) as Operation
  const { paymasterData } = (await ask(formatUserOperationRequest({ ...made, signature: '0x' }))) as Operation
  const operation = { ...made, ...(paymasterData && { paymasterData }) }
  const signature = await account.signUserOperation(operation)
  const sending = { ...operation, signature, account: undefined, entryPointAddress: entryPoint07Address }
  const hash = await bundler.sendUserOperation(sending as never)
  expect((await bundler.waitForUserOperationReceipt({ hash })).success).toBe(true)
  time.nowMs += 301_000
  await expect(asked(9, paymasterLimits.account.wei, account.address)).rejects.toThrow(enough)
  time.nowMs += 3_600_000
  await asked(9, paymasterLimits.account.wei, account.address)
})

const whole = { sender: receiver, nonce: '0x0', callData: '0x' }
test.each([
  ['no params', undefined],
  ['params that are not a list', {}],
  ['an empty list', []],
  ['no EntryPoint', [whole]],
  ['another EntryPoint', [whole, receiver]],
  ['no operation', ['0x', entryPoint07Address]],
  ['an operation of EntryPoint 0.6', [{ ...whole, initCode: '0x', paymasterAndData: '0x' }, entryPoint07Address]],
  ['a nonce that is not hex', [{ ...whole, nonce: 0 }, entryPoint07Address]],
  ['a nonce that is too large', [{ ...whole, nonce: `0x1${'0'.repeat(64)}` }, entryPoint07Address]],
  ['gas beyond 128 bits', [{ ...whole, callGasLimit: `0x1${'0'.repeat(32)}` }, entryPoint07Address]],
  ['half a byte of call data', [{ ...whole, callData: '0x0' }, entryPoint07Address]],
  ['an invalid sender', [{ ...whole, sender: '0x00' }, entryPoint07Address]],
])('the bundler and the paymaster refuse %s', async (_, params) => {
  const { bundlerUrl, paymasterUrl } = places()
  const codes = await Promise.all([
    rpc(bundlerUrl, 'eth_sendUserOperation', params),
    rpc(bundlerUrl, 'eth_estimateUserOperationGas', params),
    rpc(paymasterUrl, 'pm_getPaymasterStubData', params),
    rpc(paymasterUrl, 'pm_getPaymasterData', params),
  ])
  expect(codes.map(({ error }) => error?.code)).toEqual([-32_602, -32_602, -32_602, -32_602])
})

test('an invalid request has its own error, and unknown methods and paths are not found', async () => {
  const { bundlerUrl, paymasterUrl } = places()
  const post = (url: string, body: string) => fetch(url, { method: 'POST', body })
  for (const body of ['', '{', '[]', '{"jsonrpc":"1.0"}', JSON.stringify('a'.repeat(600_000))])
    expect(await (await post(bundlerUrl, body)).json()).toMatchObject({ error: { code: -32_600 } })
  expect((await rpc(bundlerUrl, 'pm_getPaymasterData', [])).error?.code).toBe(-32_601)
  expect((await rpc(paymasterUrl, 'constructor', [])).error?.code).toBe(-32_601)
  expect((await post(new URL('/', bundlerUrl).href, '{}')).status).toBe(404)
})
