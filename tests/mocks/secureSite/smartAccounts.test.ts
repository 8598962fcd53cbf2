/** Smart accounts in the secure site's frame, on the sandbox's chain: accounts, operations, fees and invalid input. */
import {
  createTestClient,
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  http,
  parseEther,
  toHex,
  type Hash,
  type Hex,
} from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { SandboxChain } from '../../../mocks/sandbox/eip155/chains.ts'
import { startSandbox } from '../../../mocks/sandbox/node.ts'
import { ProviderRpcError } from '../../../mocks/sandbox/providerRpcError.ts'
import { startRpcServer, type RpcMethods } from '../../../mocks/sandbox/rpcServer.ts'
import { secureSiteNetwork, type SecureSiteNetwork } from '../../../mocks/secureSite/network.ts'
import {
  createAccounts,
  isDeployed,
  smartAddressOf,
  type SmartAccount,
} from '../../../mocks/secureSite/page/accounts.ts'
import { planBundle, capabilitiesOf, createBundles } from '../../../mocks/secureSite/page/bundles.ts'
import { describeCall } from '../../../mocks/secureSite/page/ethereumCalls.ts'
import { createNetworks } from '../../../mocks/secureSite/page/networks.ts'
import { prepareOperation, waitForTransaction } from '../../../mocks/secureSite/page/operations.ts'
import { readerOf } from '../sandbox/setup.ts'
import { memoryEntries } from './entries.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let chain: SandboxChain
let network: SecureSiteNetwork
beforeAll(async () => {
  sandbox = await startSandbox()
  const [first] = sandbox.chains
  if (!first) throw new Error('The sandbox has no chain.')
  chain = first
  network = secureSiteNetwork.parse(first)
})
afterAll(() => sandbox.stop())
afterEach(() => void vi.useRealTimers())

const solana = secureSiteNetwork.parse({
  networkId: 'solana:x',
  name: 'Solana',
  symbol: 'SOL',
  rpcUrl: 'http://127.0.0.1:1',
})
const receiver = '0x00000000000000000000000000000000000000cc'
const pay = { to: receiver, value: 1n } as const
const ether = (address: Hex, value: string) =>
  createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) }).setBalance({ address, value: parseEther(value) })

const newOwner = () => privateKeyToAccount(generatePrivateKey())
async function newAccount(on = network, owner = newOwner()): Promise<SmartAccount> {
  const account = await createAccounts(memoryEntries()).resolverFor(on, owner)(smartAddressOf(on, owner.address))
  if (account.type !== 'smart') throw new Error('It is no smart account.')
  return account
}

const servers: Awaited<ReturnType<typeof startRpcServer>>[] = []
const last = () => {
  const server = servers.at(-1)
  if (!server) throw new Error('No server was started.')
  return server
}
/** The network with the test's own services. */
async function networkWith({ bundler, paymaster }: { bundler?: RpcMethods; paymaster?: RpcMethods }) {
  const server = await startRpcServer()
  servers.push(server)
  onTestFinished(() => server.stop())
  const { smartAccount } = network
  if (!smartAccount) throw new Error('The sandbox has no smart accounts.')
  return {
    ...network,
    smartAccount: {
      ...smartAccount,
      ...(bundler && { bundlerUrl: server.serve('/bundler', bundler) }),
      ...(paymaster && { paymasterUrl: server.serve('/paymaster', paymaster) }),
    },
  }
}
/** The sandbox's paymaster, whose answers the test can change. */
function paymasterLike(change: (answer: object, call: number) => unknown): RpcMethods {
  let calls = 0
  const answer = (method: string) => async (params: unknown) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await fetch(chain.smartAccount?.paymasterUrl ?? '', { method: 'POST', body })
    return change(((await answer.json()) as { result: object }).result, (calls += 1))
  }
  return {
    pm_getPaymasterStubData: answer('pm_getPaymasterStubData'),
    pm_getPaymasterData: answer('pm_getPaymasterData'),
  }
}
const sponsored = { label: 'Network fee', value: 'Paid by the wallet’s sponsor' }
const paidItself = {
  label: 'Network fee',
  value: expect.stringMatching(/^Paid by the account, 0\.\d+ ETH at most$/) as string,
}
async function balanceChange(work: () => Promise<unknown>): Promise<bigint> {
  const before = await readerOf(chain).getBalance({ address: receiver })
  await work()
  return (await readerOf(chain).getBalance({ address: receiver })) - before
}

test('only EVM networks have smart accounts, with valid addresses and URLs', () => {
  const { smartAccount } = network
  expect(secureSiteNetwork.safeParse({ ...solana, smartAccount }).success).toBe(false)
  for (const wrong of [{ factory: '0x00' }, { bundlerUrl: 'javascript:alert(1)' }, { paymasterUrl: 'x' }])
    expect(secureSiteNetwork.safeParse({ ...network, smartAccount: { ...smartAccount, ...wrong } }).success).toBe(false)
})

test('the preferred account is saved per owner, and invalid entries in the storage are ignored', () => {
  const entries = memoryEntries()
  const [ann, bob] = [newOwner().address, newOwner().address]
  const smart = smartAddressOf(network, ann)
  createAccounts(entries).setPreferred(network, ann, 'smartAccount')
  const accounts = createAccounts(entries)
  expect(accounts.get(network, ann)).toEqual({
    preferred: 'smartAccount',
    eoa: ann,
    smartAccount: smart,
    all: [smart, ann],
  })
  expect(accounts.get(network, bob).preferred).toBe('eoa')
  expect(accounts.get(solana, ann)).toEqual({ preferred: 'eoa', eoa: ann, smartAccount: undefined, all: [ann] })
  expect(() => accounts.setPreferred(solana, ann, 'smartAccount')).toThrow('The wallet has no smart accounts on Solana')
  accounts.setPreferred(network, ann, 'eoa')
  expect(accounts.get(network, ann).all).toEqual([ann, smart])
  for (const nonsense of ['{', '{}', '[1]', 'null']) {
    entries.set('preferred', nonsense)
    expect(accounts.get(network, ann).preferred).toBe('eoa')
  }
})

test('the named account acts, or else the preferred one, and no other', async () => {
  const accounts = createAccounts(memoryEntries())
  const owner = newOwner()
  const smart = smartAddressOf(network, owner.address)
  const chosen = async (named?: Hex) => (await accounts.resolverFor(network, owner)(named)).address
  expect([await chosen(), await chosen(smart), await chosen(owner.address)]).toEqual([
    owner.address,
    smart,
    owner.address,
  ])
  accounts.setPreferred(network, owner.address, 'smartAccount')
  expect([await chosen(), await chosen(owner.address)]).toEqual([smart, owner.address])
  await expect(chosen(receiver)).rejects.toThrow(`${receiver} is not the account of this wallet`)
})

test('a paymaster cannot change fields of the operation other than its own', async () => {
  const callData = '0xdeadbeef'
  const on = await networkWith({
    paymaster: paymasterLike((answer) => ({
      ...answer,
      callData,
      sender: receiver,
      maxFeePerGas: '0xffffffffffff',
      factory: receiver,
      nonce: '0x1',
    })),
  })
  const account = await newAccount(on)
  await ether(account.address, '1')
  const { fee, send } = await prepareOperation(on, account, [pay])
  expect(fee).toEqual(sponsored)
  const changed = await balanceChange(async () => {
    const hash = await waitForTransaction(on, await send())
    const { input } = await readerOf(chain).getTransaction({ hash })
    const [[operation]] = decodeFunctionData({ abi: entryPoint07Abi, data: input }).args as unknown as [
      [{ sender: Hex; callData: Hex }],
    ]
    expect(operation.sender).toBe(account.address)
    expect(operation.callData).not.toBe(callData)
  })
  expect(changed).toBe(1n)
  expect(await readerOf(chain).getBalance({ address: account.address })).toBe(parseEther('1') - 1n)
})

const nobody = '0x00000000000000000000000000000000000000dd'
const refuse = () => {
  throw new ProviderRpcError(-32_501, 'Enough was paid for.')
}
test.each<[string, RpcMethods]>([
  ['refuses', { pm_getPaymasterStubData: refuse }],
  ['refuses the final request', paymasterLikeLater((answer, call) => (call > 1 ? refuse() : answer))],
  ['returns an invalid result', { pm_getPaymasterStubData: () => ({ paymaster: 'x', paymasterData: 1 }) }],
  ['is of EntryPoint 0.6', { pm_getPaymasterStubData: () => ({ paymasterAndData: '0x00' }) }],
  ['has no deposit', paymasterLikeLater((answer) => ({ ...answer, paymaster: nobody }))],
])('the account pays, if it can, when the paymaster %s', async (_, paymaster) => {
  const on = await networkWith({ paymaster })
  const account = await newAccount(on)
  await expect(prepareOperation(on, account, [{ to: receiver }])).rejects.toThrow(/too little ETH/)
  await ether(account.address, '1')
  const { fee, send } = await prepareOperation(on, account, [pay])
  expect(fee).toEqual(paidItself)
  expect(await balanceChange(async () => waitForTransaction(on, await send()))).toBe(1n)
})
/** Created on first use, because the sandbox does not run before the tests do. */
function paymasterLikeLater(change: (answer: object, call: number) => unknown): RpcMethods {
  const made = () => (methods ??= paymasterLike(change))
  let methods: RpcMethods | undefined
  return {
    pm_getPaymasterStubData: (params) => made()['pm_getPaymasterStubData']?.(params),
    pm_getPaymasterData: (params) => made()['pm_getPaymasterData']?.(params),
  }
}

test('an unresponsive paymaster is skipped', async () => {
  const on = await networkWith({ paymaster: { pm_getPaymasterStubData: () => new Promise(() => undefined) } })
  const account = await newAccount(on)
  await ether(account.address, '1')
  expect((await prepareOperation(on, account, [pay])).fee).toEqual(paidItself)
})

test('only the displayed sponsor pays, or the operation fails', async () => {
  const gone = await networkWith({ paymaster: paymasterLike((answer, call) => (call > 2 ? refuse() : answer)) })
  const first = await prepareOperation(gone, await newAccount(gone), [{ to: receiver }])
  await expect(first.send()).rejects.toThrow(
    'The wallet’s sponsor does not pay the network fee any more. Please try again.',
  )
  const other = await networkWith({
    paymaster: paymasterLike((answer, call) => (call > 2 ? { ...answer, paymaster: nobody } : answer)),
  })
  const second = await prepareOperation(other, await newAccount(other), [{ to: receiver }])
  await expect(second.send()).rejects.toThrow('Another sponsor has answered')
})

test('operations that wait for approval at the same time all succeed, although the first one deploys the account', async () => {
  const account = await newAccount()
  await ether(account.address, '1')
  const [one, two] = await Promise.all([
    prepareOperation(network, account, [pay]),
    prepareOperation(network, account, [pay, pay]),
  ])
  expect(await isDeployed(network, account.address)).toBe(false)
  const changed = await balanceChange(async () => {
    await waitForTransaction(network, await two.send())
    await waitForTransaction(network, await one.send())
  })
  expect(changed).toBe(3n)
  expect(await isDeployed(network, account.address)).toBe(true)
})

test('a failing operation is refused before the user is asked, and one that fails on the chain is reported as failed', async () => {
  const account = await newAccount()
  await expect(prepareOperation(network, account, [pay])).rejects.toMatchObject({
    shortMessage: expect.stringMatching(/reverted/i) as string,
  })
  await ether(account.address, '1')
  const { send } = await prepareOperation(network, account, [pay])
  await ether(account.address, '0')
  await expect(waitForTransaction(network, await send())).rejects.toThrow(
    /has failed on Sandbox One, in the transaction 0x/,
  )
})

test('a refusing bundler returns its reason; after a lost connection, the error names the operation', async () => {
  const own = (await networkWith({})).smartAccount.bundlerUrl
  const estimate = async (params: unknown) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_estimateUserOperationGas', params })
    return ((await (await fetch(own, { method: 'POST', body })).json()) as { result: unknown }).result
  }
  const send = async (taken: () => unknown) => {
    const on = await networkWith({ bundler: { eth_estimateUserOperationGas: estimate, eth_sendUserOperation: taken } })
    return (await prepareOperation(on, await newAccount(on), [{ to: receiver }])).send()
  }
  const refusing = send(() => {
    throw new ProviderRpcError(-32_507, 'AA24 signature error')
  })
  await expect(refusing).rejects.toMatchObject({ shortMessage: expect.stringMatching(/signature/i) as string })
  const ending: Promise<unknown>[] = []
  const breaking = send(() => {
    ending.push(last().stop())
    return new Promise(() => undefined)
  })
  await expect(breaking).rejects.toThrow(
    /does not answer\. It may be done yet: it is the user operation 0x[\da-f]{64}$/,
  )
  await Promise.all(ending)
})

test('an operation that is not included times out after a minute, and the error names it', async () => {
  const on = await networkWith({ bundler: { eth_getUserOperationReceipt: () => null } })
  const hash: Hash = `0x${'ab'.repeat(32)}`
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ending = { isOver: false }
  const waiting = waitForTransaction(on, hash).catch((error: Error) => error.message)
  void waiting.then(() => (ending.isOver = true))
  while (!ending.isOver) {
    await vi.advanceTimersByTimeAsync(500)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await waiting).toContain(`It may be done yet: it is the user operation ${hash}`)
})

/** Plans a bundle of an owner who prefers the smart account. */
function planOf(bundle: object, on = network, owner = newOwner()) {
  const entries = memoryEntries()
  const accounts = createAccounts(entries)
  accounts.setPreferred(on, owner.address, 'smartAccount')
  const resolveAccount = accounts.resolverFor(on, owner)
  const bundles = createBundles(entries, createNetworks([on], null))
  return planBundle({ network: on, owner, resolveAccount, params: [{ calls: [{ to: receiver }], ...bundle }] }, bundles)
}

test('each call of a bundle is described, and an unknown one adds a warning to all', async () => {
  const calls = [{ to: receiver }, { to: nobody, data: '0x12345678' }]
  expect((await planOf({ calls })).request).toMatchObject({
    title: 'Do 2 things at once?',
    signer: { kind: 'Smart account', network: 'Sandbox One' },
    details: [
      { label: 'Call 1 of 2', value: 'Send ETH: 0 ETH' },
      { label: 'To' },
      { label: 'Call 2 of 2', value: 'Call a contract' },
      { label: 'Contract' },
      { label: 'Data, which the wallet cannot read', value: '0x12345678' },
      sponsored,
    ],
    warnings: ['The wallet cannot say what this does. Approve it only if you trust the site.'],
  })
  expect((await planOf({})).request).toMatchObject({ title: 'Send ETH?', amount: '0 ETH' })
})

test('a token call with native value is shown with the value, and as one that the wallet cannot read', () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, 1n] })
  expect(describeCall(network, { to: nobody, value: 10n ** 18n, data })).toMatchObject({
    title: 'Call a contract?',
    amount: '1 ETH',
    warnings: ['The wallet cannot say what this does. Approve it only if you trust the site.'],
  })
})

const call = { to: receiver }
test.each<[string, object, RegExp]>([
  ['no calls', { calls: [] }, /no calls that the wallet can read/],
  ['too many calls', { calls: Array.from({ length: 257 }, () => call) }, /no calls that the wallet can read/],
  ['a contract creation', { calls: [{ data: '0x00' }] }, /no calls that the wallet can read/],
  ['half a byte of data', { calls: [{ ...call, data: '0x0' }] }, /no calls that the wallet can read/],
  ['a decimal amount', { calls: [{ ...call, value: '1' }] }, /no calls that the wallet can read/],
  ['an invalid address', { calls: [{ to: '0x00' }] }, /no calls that the wallet can read/],
  ['the account of another user', { from: receiver }, /is not the account of this wallet/],
  ['another network', { chainId: '0x1' }, /for another network than Sandbox One/],
  ['an invalid network', { chainId: 'x' }, /for another network than Sandbox One/],
  ['an unsupported capability', { capabilities: { magic: {} } }, /has no magic for this/],
  ['an unsupported call capability', { calls: [{ ...call, capabilities: { magic: {} } }] }, /has no magic for this/],
  [
    'another paymaster',
    { capabilities: { paymasterService: { url: 'https://x.example' } } },
    /no paymaster but its own/,
  ],
])('a bundle with %s is refused', async (_, bundle, why) => {
  await expect(planOf(bundle)).rejects.toThrow(why)
})

test('a bundle that calls its own account is refused; optional capabilities are ignored', async () => {
  const owner = newOwner()
  const own = smartAddressOf(network, owner.address)
  const data = '0x12345678'
  await expect(planOf({ calls: [call, { to: own, data }] }, network, owner)).rejects.toThrow(/call no functions of/)
  const capabilities = { magic: { optional: true }, paymasterService: { url: 'https://x.example', optional: true } }
  expect((await planOf({ capabilities })).request.details).toContainEqual(sponsored)
})

test("a site's context is forwarded to the sponsor", async () => {
  const heard: unknown[] = []
  const forward = paymasterLike((answer) => answer)
  const listen = (method: keyof typeof forward) => (params: unknown) => {
    heard.push((params as unknown[])[3])
    return forward[method]?.(params)
  }
  const on = await networkWith({
    paymaster: {
      pm_getPaymasterStubData: listen('pm_getPaymasterStubData'),
      pm_getPaymasterData: listen('pm_getPaymasterData'),
    },
  })
  const context = { policyId: 'gifts' }
  const { execute } = await planOf(
    { capabilities: { paymasterService: { url: on.smartAccount.paymasterUrl, context } } },
    on,
  )
  expect(await execute()).toEqual({ id: expect.stringMatching(/^0x[\da-f]{64}$/) as string })
  expect(heard).toEqual([context, context, context])
})

test("a smart account has the capabilities of its factory's networks, and none on networks of another factory", () => {
  const owner = newOwner().address
  const { smartAccount } = network
  const other: SecureSiteNetwork = {
    ...network,
    networkId: 'eip155:999',
    smartAccount: smartAccount && { ...smartAccount, factory: nobody },
  }
  const networks = createNetworks([other, network, solana], null)
  const able = (params: unknown) =>
    Object.keys(capabilitiesOf(params, owner, networks, createAccounts(memoryEntries())))
  expect(able([smartAddressOf(network, owner)])).toEqual([toHex(chain.chainId)])
  expect(able([smartAddressOf(other, owner)])).toEqual(['0x3e7'])
  expect(able([smartAddressOf(network, owner), ['0x3e7']])).toEqual([])
  expect(able([owner])).toEqual([])
  expect(() => able([nobody])).toThrow(`${nobody} is not the account of this wallet`)
})

const id: Hash = `0x${'cd'.repeat(32)}`
const receipt = {
  userOpHash: id,
  success: true,
  logs: [],
  receipt: { blockHash: id, blockNumber: '0x1', gasUsed: '0x1', transactionHash: id },
}
test.each([
  ['is pending', null, {}, 0, { status: 100 }],
  ['is done', receipt, null, 0, { status: 200, receipts: [{ status: '0x1', transactionHash: id }] }],
  ['has failed', { ...receipt, success: false }, null, 0, { status: 500, receipts: [{ status: '0x0' }] }],
  ['is pending after an hour', null, {}, 3_600_000, { status: 100 }],
  ['is unknown after an hour', null, null, 3_600_000, { status: 400 }],
])('a bundle that %s has that status, also after a reload', async (_, told, known, ageMs, expected) => {
  const on = await networkWith({
    bundler: { eth_getUserOperationReceipt: () => told, eth_getUserOperationByHash: () => known },
  })
  const entries = memoryEntries()
  const owner = newOwner().address
  const open = () => createBundles(entries, createNetworks([on], null))
  open().store(id, { owner, networkId: on.networkId, sentAt: Date.now() - ageMs })
  const about = { version: '2.0.0', id, chainId: toHex(chain.chainId), atomic: true }
  expect(await open().status([id], owner)).toMatchObject({ ...about, ...expected })
  const unknown = 'The wallet does not know this bundle'
  await expect(open().status([id], newOwner().address)).rejects.toThrow(unknown)
  await expect(open().status(['constructor'], owner)).rejects.toThrow(unknown)
  entries.set('bundles', '{"a":')
  await expect(open().status([id], owner)).rejects.toThrow(unknown)
})

test("a bundler's answer about another operation, or of another shape, is refused", async () => {
  const owner = newOwner().address
  for (const told of [{ ...receipt, userOpHash: `0x${'ef'.repeat(32)}` }, 7, { success: true }]) {
    const on = await networkWith({ bundler: { eth_getUserOperationReceipt: () => told } })
    const bundles = createBundles(memoryEntries(), createNetworks([on], null))
    bundles.store(id, { owner, networkId: on.networkId, sentAt: Date.now() })
    await expect(bundles.status([id], owner)).rejects.toThrow('The bundler does not say how it went')
  }
})
