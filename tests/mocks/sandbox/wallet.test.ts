import { encodeFunctionData, erc20Abi, isHex, parseEther, parseUnits, verifyMessage, verifyTypedData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstAccount, secondAccount } from '../../../mocks/sandbox/accounts.ts'
import type { SandboxChain } from '../../../mocks/sandbox/eip155/chains.ts'
import { startSandbox } from '../../../mocks/sandbox/node.ts'
import { memoryStorage, readerOf, requester, walletOf } from './setup.ts'

const first = firstAccount.address
const second = secondAccount.address
const stranger = '0x00000000000000000000000000000000000000AA'
const silence = Symbol('silence')

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let one: SandboxChain
let two: SandboxChain

beforeAll(async () => {
  sandbox = await startSandbox()
  const [firstChain, secondChain] = sandbox.chains
  if (!firstChain || !secondChain) throw new Error('The sandbox has fewer than two chains.')
  one = firstChain
  two = secondChain
})
afterAll(() => sandbox.stop())

const open = (options?: Parameters<typeof walletOf>[1], yes?: boolean) => walletOf(sandbox.chains, options, yes)

const connected = async (options?: Parameters<typeof walletOf>[1]) => {
  const opened = open(options)
  await opened.request('eth_requestAccounts')
  return opened
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const orSilence = (answer: Promise<unknown>) => Promise.race([answer, pause(100).then(() => silence)])

const hashOf = (answer: unknown) => {
  if (!isHex(answer)) throw new Error(`${String(answer)} is no hash.`)
  return answer
}

const offer = () => ({
  chainId: '0x7a6a',
  chainName: two.name,
  rpcUrls: [two.rpcUrl],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
})

test('connecting asks the user once and returns the accounts, the selected one first', async () => {
  const { request, asked } = open()
  expect(await request('eth_accounts')).toEqual([])
  expect(await request('eth_requestAccounts')).toEqual([first, second])
  expect(await request('eth_requestAccounts')).toEqual([first, second])
  expect(asked).toEqual([{ origin: 'https://shop.example', kind: 'connect', details: { account: first } }])
})

test('two concurrent connects get the same answer', async () => {
  const { request, asked } = open()
  const answers = await Promise.all([request('eth_requestAccounts'), request('eth_requestAccounts')])
  expect(answers).toEqual([
    [first, second],
    [first, second],
  ])
  expect(asked).toHaveLength(1)
})

test('connecting emits accountsChanged and connect', async () => {
  const { events } = await connected()
  expect(events).toEqual([
    ['accountsChanged', [first, second]],
    ['connect', { chainId: '0x7a69' }],
  ])
})

test('a rejection by the user has the error code 4001', async () => {
  const { request } = open({}, false)
  await expect(request('eth_requestAccounts')).rejects.toMatchObject({ code: 4001 })
  expect(await request('eth_accounts')).toEqual([])
})

test.each([
  ['personal_sign', ['0x6869', first]],
  ['eth_signTypedData_v4', [first, '{}']],
  ['eth_sendTransaction', [{ from: first, to: second, value: '0x1' }]],
])('%s is refused with 4100 before connecting', async (method, params) => {
  const { request, asked } = open()
  await expect(request(method, ...params)).rejects.toMatchObject({ code: 4100 })
  expect(asked).toEqual([])
})

test('an unknown account is refused with 4100', async () => {
  const { request } = await connected()
  await expect(request('personal_sign', '0x6869', stranger)).rejects.toMatchObject({ code: 4100 })
})

test.each(['eth_sign', 'eth_signTransaction', 'anvil_setBalance', 'toString'])(
  '%s is refused with 4200 and never reaches the node',
  async (method) => {
    const { request } = await connected()
    await expect(request(method, first, '0x00')).rejects.toMatchObject({ code: 4200 })
  },
)

test('invalid params are refused with -32602', async () => {
  const { request } = await connected()
  await expect(request('personal_sign', 42)).rejects.toMatchObject({ code: -32602 })
  await expect(request('wallet_switchEthereumChain', { chainId: 31337 })).rejects.toMatchObject({ code: -32602 })
  await expect(request('eth_signTypedData_v4', first, '{')).rejects.toMatchObject({ code: -32602 })
})

test("reads reach the chain without connecting, and the node's errors are returned unchanged", async () => {
  const { request } = open()
  expect(await request('eth_chainId')).toBe('0x7a69')
  expect(await request('eth_getBalance', stranger, 'latest')).toBe('0x0')
  const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [first, 1n] })
  const call = { from: stranger, to: one.tokens[0]?.address, data: transfer }
  await expect(request('eth_call', call, 'latest')).rejects.toMatchObject({
    code: 3,
    message: expect.stringContaining('exceeds balance'),
  })
})

test('an unreachable chain has the error code 4900', async () => {
  const { request } = walletOf([{ ...one, rpcUrl: 'http://127.0.0.1:1' }])
  await expect(request('eth_blockNumber')).rejects.toMatchObject({ code: 4900 })
})

test("a message is signed with the account's key, and shown to the user", async () => {
  const { request, asked } = await connected()
  const signature = hashOf(await request('personal_sign', '0x48656c6c6f20e29883', first))
  expect(await verifyMessage({ address: first, message: 'Hello ☃', signature })).toBe(true)
  expect(asked[1]).toMatchObject({ kind: 'sign', details: { account: first, message: 'Hello ☃' } })
})

test('the second account signs too', async () => {
  const { request } = await connected()
  const signature = hashOf(await request('personal_sign', 'plain text', second))
  expect(await verifyMessage({ address: second, message: 'plain text', signature })).toBe(true)
})

test('typed data is signed with the account’s key', async () => {
  const { request, asked } = await connected()
  const document = {
    domain: { name: 'Shop', version: '1', chainId: 31337, verifyingContract: second },
    types: {
      Order: [
        { name: 'item', type: 'string' },
        { name: 'count', type: 'uint256' },
      ],
    },
    primaryType: 'Order',
    message: { item: 'tea', count: '3' },
  } as const
  const signature = hashOf(await request('eth_signTypedData_v4', first, JSON.stringify(document)))
  const message = { item: 'tea', count: 3n }
  expect(await verifyTypedData({ ...document, message, address: first, signature })).toBe(true)
  expect(asked[1]).toMatchObject({ kind: 'typedData', details: { primaryType: 'Order', message: document.message } })
})

test('typed data for another chain is refused', async () => {
  const { request } = await connected()
  const document = { domain: { chainId: 1 }, types: { A: [] }, primaryType: 'A', message: {} }
  await expect(request('eth_signTypedData_v4', first, document)).rejects.toMatchObject({ code: -32602 })
})

test('a transfer of 1.5 ETH arrives', async () => {
  const { request, asked } = await connected()
  const chain = readerOf(one)
  const before = await chain.getBalance({ address: second })
  const transaction = { from: first, to: second, value: '0x14d1120d7b160000' }
  const hash = hashOf(await request('eth_sendTransaction', transaction))
  const receipt = await chain.waitForTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ status: 'success', type: 'eip1559' })
  expect(await chain.getBalance({ address: second })).toBe(before + parseEther('1.5'))
  expect(asked[1]).toMatchObject({
    kind: 'transaction',
    details: { from: first, to: second, amount: '1.5', symbol: 'ETH', network: 'Sandbox One' },
  })
})

test('a transaction with a gas price is a legacy transaction', async () => {
  const { request } = await connected()
  const transaction = { from: first, to: second, value: '0x1', gasPrice: '0x77359400' }
  const hash = hashOf(await request('eth_sendTransaction', transaction))
  expect(await readerOf(one).waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success', type: 'legacy' })
})

test.each([
  ['USDX', 6],
  ['GLD', 18],
])('a transfer of 10 %s arrives, and the user sees the receiver', async (symbol, decimals) => {
  const { request, asked } = await connected()
  const token = one.tokens.find((candidate) => candidate.symbol === symbol)
  if (!token) throw new Error(`There is no ${symbol}.`)
  const chain = readerOf(one)
  const contract = { address: token.address, abi: erc20Abi } as const
  expect(await chain.readContract({ ...contract, functionName: 'decimals' })).toBe(decimals)
  const held = () => chain.readContract({ ...contract, functionName: 'balanceOf', args: [second] })
  const before = await held()
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [second, parseUnits('10', decimals)],
  })
  const hash = hashOf(await request('eth_sendTransaction', { from: first, to: token.address, data }))
  await chain.waitForTransactionReceipt({ hash })
  expect(await held()).toBe(before + parseUnits('10', decimals))
  expect(asked[1]).toMatchObject({ details: { to: second, amount: '10', symbol, contract: token.address } })
})

test("a transaction that the chain rejects fails with the chain's reason", async () => {
  const { request } = await connected()
  const tooMuch = `0x${parseEther('1000000').toString(16)}`
  const sent = request('eth_sendTransaction', { from: first, to: second, value: tooMuch })
  await expect(sent).rejects.toMatchObject({
    code: expect.any(Number),
    message: expect.stringMatching(/insufficient funds/i),
  })
})

test('a transaction for a chain that is not active is refused', async () => {
  const { request } = await connected()
  const sent = request('eth_sendTransaction', { from: first, to: second, value: '0x1', chainId: '0x7a6a' })
  await expect(sent).rejects.toMatchObject({ code: -32602 })
})

test('an unknown chain has the error code 4902 until a site adds it; then the wallet can switch to it', async () => {
  const { request, asked, events } = await connected()
  const target = { chainId: '0x7a6a' }
  await expect(request('wallet_switchEthereumChain', target)).rejects.toMatchObject({ code: 4902 })
  expect(await request('wallet_addEthereumChain', offer())).toBeNull()
  expect(await request('eth_chainId')).toBe('0x7a69')
  expect(await request('wallet_switchEthereumChain', target)).toBeNull()
  expect(await request('eth_chainId')).toBe('0x7a6a')
  expect(asked.map(({ kind }) => kind)).toEqual(['connect', 'add', 'switch'])
  expect(events.at(-1)).toEqual(['chainChanged', '0x7a6a'])
  const hash = hashOf(await request('eth_sendTransaction', { from: first, to: second, value: '0x1' }))
  expect(await readerOf(two).waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
})

test('a chain whose node returns another id is not added', async () => {
  const { request, asked } = await connected()
  const added = request('wallet_addEthereumChain', { ...offer(), rpcUrls: [one.rpcUrl] })
  await expect(added).rejects.toMatchObject({ code: -32602 })
  expect(asked).toHaveLength(1)
})

test('known chains need not be added, and switching to the active chain asks nothing', async () => {
  const { request, asked } = open({ knows: [31337, 31338] })
  await request('wallet_switchEthereumChain', { chainId: '0x7a69' })
  expect(asked).toEqual([])
  await request('wallet_switchEthereumChain', { chainId: '0x7a6a' })
  expect(await request('eth_chainId')).toBe('0x7a6a')
})

test('permissions are requested, listed and revoked', async () => {
  const { wallet, request, events } = open()
  expect(await request('wallet_getPermissions')).toEqual([])
  const granted = [{ parentCapability: 'eth_accounts', caveats: [{ value: [first, second] }] }]
  expect(await request('wallet_requestPermissions', { eth_accounts: {} })).toMatchObject(granted)
  expect(await request('wallet_getPermissions')).toMatchObject(granted)
  expect(await request('wallet_revokePermissions', { eth_accounts: {} })).toBeNull()
  expect(await request('eth_accounts')).toEqual([])
  expect(events.at(-1)).toEqual(['accountsChanged', []])
  expect(wallet.snapshot().connected).toBe(false)
})

test('the site receives an event when the user changes account or chain, locks, unlocks or disconnects', async () => {
  const { wallet, events } = await connected({ knows: [31337, 31338] })
  events.length = 0
  wallet.selectAccount(second)
  wallet.selectChain(31338)
  wallet.lock()
  wallet.unlock()
  wallet.disconnect()
  expect(events).toEqual([
    ['accountsChanged', [second, first]],
    ['chainChanged', '0x7a6a'],
    ['accountsChanged', []],
    ['accountsChanged', [second, first]],
    ['accountsChanged', []],
  ])
})

test('a site that is not connected receives no account events', () => {
  const { wallet, events } = open()
  wallet.selectAccount(second)
  expect(events).toEqual([])
})

test('a removed listener is not called', async () => {
  const { wallet } = await connected()
  const heard: unknown[] = []
  const listener = (payload: unknown) => heard.push(payload)
  wallet.provider.on('accountsChanged', listener)
  wallet.provider.removeListener('accountsChanged', listener)
  wallet.disconnect()
  expect(heard).toEqual([])
})

test('the panel is notified of every change, and the snapshot is plain data', async () => {
  const { wallet, request } = open()
  let changes = 0
  const unsubscribe = wallet.subscribe(() => (changes += 1))
  await request('eth_requestAccounts')
  wallet.setFailure('reject', true)
  unsubscribe()
  wallet.disconnect()
  expect(changes).toBe(2)
  const snapshot = wallet.snapshot()
  expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot)
})

test('a reload restores the wallet', async () => {
  const storage = memoryStorage()
  const before = await connected({ storage })
  await before.request('wallet_addEthereumChain', offer())
  await before.request('wallet_switchEthereumChain', { chainId: '0x7a6a' })
  before.wallet.selectAccount(second)
  before.wallet.setFailure('wrongChain', true)

  const after = open({ storage })
  expect(await after.request('eth_accounts')).toEqual([second, first])
  expect(await after.request('eth_chainId')).toBe('0x7a6a')
  expect(after.wallet.failures.wrongChain).toBe(true)
  expect(after.asked).toEqual([])

  after.wallet.disconnect()
  expect(await open({ storage }).request('eth_accounts')).toEqual([])
})

test('a state that another version saved is ignored', async () => {
  const storage = memoryStorage()
  storage.setItem('sandbox-wallet', '{"connected":"yes"}')
  expect(await open({ storage }).request('eth_accounts')).toEqual([])
})

test('the failure reject rejects every request with 4001 without asking', async () => {
  const { wallet, request, asked } = await connected()
  wallet.setFailure('reject', true)
  await expect(request('personal_sign', '0x6869', first)).rejects.toMatchObject({ code: 4001 })
  expect(asked).toHaveLength(1)
  wallet.setFailure('reject', false)
  expect(await request('personal_sign', '0x6869', first)).toMatch(/^0x/)
})

test('the failure silent never answers a request, while reads still work', async () => {
  const { wallet, request } = open()
  wallet.setFailure('silent', true)
  expect(await orSilence(request('eth_requestAccounts'))).toBe(silence)
  expect(await request('eth_blockNumber')).toMatch(/^0x/)
})

test('the failure unknownChain rejects a switch with 4902, even after adding the chain', async () => {
  const { wallet, request } = await connected()
  wallet.setFailure('unknownChain', true)
  expect(await request('wallet_addEthereumChain', offer())).toBeNull()
  const switched = request('wallet_switchEthereumChain', { chainId: '0x7a6a' })
  await expect(switched).rejects.toMatchObject({ code: 4902 })
})

test('the failure locked hides the accounts, and connecting waits for the unlock', async () => {
  const { wallet, request } = await connected()
  wallet.setFailure('locked', true)
  expect(await request('eth_accounts')).toEqual([])
  await expect(request('personal_sign', '0x6869', first)).rejects.toMatchObject({ code: 4100 })
  const answer = request('eth_requestAccounts')
  expect(await orSilence(answer)).toBe(silence)
  wallet.unlock()
  expect(await answer).toEqual([first, second])
})

test('the failure wrongChain lets a switch succeed without changing the chain', async () => {
  const { wallet, request, events } = open({ knows: [31337, 31338] })
  wallet.setFailure('wrongChain', true)
  expect(await request('wallet_switchEthereumChain', { chainId: '0x7a6a' })).toBeNull()
  expect(await request('eth_chainId')).toBe('0x7a69')
  expect(events).toEqual([])
})

test('the failure disconnects ends the connection shortly after connecting', async () => {
  const { wallet, request, events } = open()
  wallet.setFailure('disconnects', true)
  expect(await request('eth_requestAccounts')).toEqual([first, second])
  await expect.poll(() => events.at(-1)).toEqual(['disconnect', expect.objectContaining({ code: 4900 })])
  expect(events).toContainEqual(['accountsChanged', []])
  expect(await request('eth_accounts')).toEqual([])
})

test('the failure disconnects ends an existing connection immediately', async () => {
  const { wallet, request } = await connected()
  wallet.setFailure('disconnects', true)
  expect(await request('eth_accounts')).toEqual([])
})

test('the failure garbage returns invalid shapes', async () => {
  const { wallet, request } = open()
  wallet.setFailure('garbage', true)
  expect(await request('eth_requestAccounts')).toEqual([42])
  expect(await request('eth_accounts')).toEqual([42])
  expect(await request('eth_chainId')).toBe('banana')
  expect(await request('eth_sendTransaction', {})).toBe('ok')
})

test('the failure throwsStrings throws bare strings', async () => {
  const { wallet, request } = open()
  wallet.setFailure('throwsStrings', true)
  await expect(request('eth_requestAccounts')).rejects.toBe('Popup closed')
})

test('the failure otherAccount changes the account immediately after connecting', async () => {
  const { wallet, request, events } = open()
  wallet.setFailure('otherAccount', true)
  expect(await request('eth_requestAccounts')).toEqual([first, second])
  await expect.poll(() => events.at(-1)).toEqual(['accountsChanged', [second, first]])
  expect(await requester(wallet)('eth_accounts')).toEqual([second, first])
})
