/** The embedded wallet's smart account, in Chromium, by a page of another site that speaks the frame's protocol by hand. */
import {
  createPublicClient,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  http,
  isErc6492Signature,
  parseEther,
  stringToHex,
  type Hex,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../../docs/playground/page/sandbox.ts'
import { openShop, sandbox, serveShops, signIn, type Shop } from './shop.ts'
import { seen } from './support.ts'

let served: Sandbox
let shops: Awaited<ReturnType<typeof serveShops>>
beforeAll(async () => {
  served = await sandbox()
  const query = `projectId=test&chainId=${chain().chainId}&version=4&enableLogger=false`
  shops = await serveShops(`${served.secureSite.origin}/sdk?${query}`)
})
afterAll(() => shops.stop())

interface User {
  address: Hex
  accounts: { address: Hex; type: string }[]
  preferredAccountType: string
  smartAccountDeployed: boolean
}
interface Status {
  status: number
  receipts?: { transactionHash: Hex; logs: unknown[]; status: string }[]
}

const receiver = '0x000000000000000000000000000000000005ba27'
const chain = () => {
  const [one] = served.chains
  if (!one) throw new Error('the sandbox has no chain')
  return one
}
const nodeOf = () => createPublicClient({ transport: http(chain().rpcUrl), pollingInterval: 20 })
const give = (address: Hex, ether: string) =>
  createTestClient({ mode: 'anvil', transport: http(chain().rpcUrl) }).setBalance({ address, value: parseEther(ether) })
const rpc = (method: string, params: unknown, more: object = {}) => ({ method, params, ...more })
const userOf = (page: Shop, payload?: object) => page.ask('GET_USER', payload) as Promise<User>

/** A page on which somebody new is signed in. */
async function opened(email: string) {
  const page = await openShop(`http://shop.localhost:${shops.port}`)
  await page.ready()
  await signIn(page, email)
  const { accounts } = await userOf(page)
  const [owner, own] = accounts
  if (!owner || !own) throw new Error('there are no two accounts')
  const request = (method: string, params: unknown) => page.ask('RPC_REQUEST', rpc(method, params))
  const refused = (method: string, params: unknown) => page.refused('RPC_REQUEST', rpc(method, params))
  /** Asks, checks what is shown, and approves. */
  const approved = async (
    method: string,
    params: unknown,
    words: readonly (string | RegExp)[],
    { address, type } = own,
  ) => {
    const asked = request(method, params)
    for (const one of words) await seen(page.card.getByText(one, { exact: true })).toBeVisible()
    await seen(page.card.locator('.where')).toHaveText(
      `with ${type === 'smartAccount' ? 'Smart account ' : ''}${address.slice(0, 6)}…${address.slice(-4)} on Sandbox One`,
    )
    await page.approve()
    return asked
  }
  return { page, owner, eoa: owner.address, smart: own.address, request, refused, approved }
}

test('who signs in has a smart account beside the other, which acts once it is preferred or named [7.44] [7.48]', async () => {
  const { page, owner, eoa, smart, request, refused, approved } = await opened('gus@example.com')
  const { networkId } = served.solana
  const node = nodeOf()
  expect(await page.ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).toEqual({
    smartAccountEnabledNetworks: served.chains.map(({ chainId }) => chainId),
  })
  expect(await page.ask('INIT_SMART_ACCOUNT')).toEqual({ address: smart, isDeployed: false })
  expect(await request('eth_accounts', [])).toEqual([eoa, smart])
  expect(await page.ask('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })).toEqual({
    type: 'smartAccount',
    address: smart,
  })
  expect(await request('eth_accounts', [])).toEqual([smart, eoa])
  expect(await userOf(page)).toMatchObject({ address: smart, preferredAccountType: 'smartAccount' })
  await page.page.reload()
  await page.ready()
  expect(await userOf(page)).toMatchObject({ address: smart, smartAccountDeployed: false })
  const elsewhere = await userOf(page, { chainId: networkId, preferredAccountType: 'smartAccount' })
  expect(elsewhere).toMatchObject({ accounts: [{ type: 'eoa' }], preferredAccountType: 'eoa' })

  const message = 'Hello, smart account.'
  const sign = async (params: unknown[], by?: typeof owner) =>
    (await approved('personal_sign', params, [message], by)) as Hex
  const isGood = (address: Hex, signature: Hex) => node.verifyMessage({ address, message, signature })
  const before = await sign([stringToHex(message)])
  expect([isErc6492Signature(before), await isGood(smart, before)]).toEqual([true, true])
  const plain = await sign([stringToHex(message), eoa], owner)
  expect([await isGood(eoa, plain), await isGood(smart, plain)]).toEqual([true, false])

  const transfer = { to: receiver, value: '0x0' }
  await approved('eth_sendTransaction', [transfer], ['Send ETH?', 'Network fee', 'Paid by the wallet’s sponsor'])
  expect(await page.ask('INIT_SMART_ACCOUNT')).toEqual({ address: smart, isDeployed: true })
  const after = await sign([stringToHex(message), smart])
  expect([isErc6492Signature(after), await isGood(smart, after)]).toEqual([false, true])
  const document = {
    domain: { name: 'Shop', chainId: chain().chainId },
    types: { Order: [{ name: 'title', type: 'string' }] },
    primaryType: 'Order',
    message: { title: 'A book' },
  } as const
  const signature = (await approved('eth_signTypedData_v4', [smart, JSON.stringify(document)], ['A book'])) as Hex
  expect(await node.verifyTypedData({ ...document, address: smart, signature })).toBe(true)

  const own = { ...document, domain: { ...document.domain, verifyingContract: smart } }
  for (const one of [smart, eoa])
    expect(await refused('eth_signTypedData_v4', [one, JSON.stringify(own)])).toMatch(/is for the smart account itself/)
  for (const from of [smart, eoa])
    expect(await refused('eth_sendTransaction', [{ from, to: smart, data: '0x00' }])).toMatch(/call no functions of/)
  expect(await refused('personal_sign', ['0x00', receiver])).toMatch(/is not the account of this wallet/)

  expect(await page.ask('SET_PREFERRED_ACCOUNT', { type: 'eoa' })).toEqual({ type: 'eoa', address: eoa })
  expect(await request('eth_accounts', [])).toEqual([eoa, smart])
  await page.ask('SWITCH_NETWORK', { chainId: networkId })
  const noSmartAccounts = 'The wallet has no smart accounts on Sandbox Solana'
  expect(await page.refused('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })).toBe(noSmartAccounts)
  expect(await page.refused('INIT_SMART_ACCOUNT')).toBe(noSmartAccounts)
  expect(page.faults).toEqual([])
})

test('a smart account that holds nothing sends what the sponsor pays for, and several calls with one approval', async () => {
  const { page, eoa, smart, request, refused, approved } = await opened('hal@example.com')
  const node = nodeOf()
  const [token] = chain().tokens
  if (!token) throw new Error('the sandbox has no token')
  const chainId = `0x${chain().chainId.toString(16)}`
  const able = { atomic: { status: 'supported' }, paymasterService: { supported: true } }
  expect(await request('wallet_getCapabilities', [smart, [chainId]])).toEqual({ [chainId]: able })
  expect(await request('wallet_getCapabilities', [eoa])).toEqual({})
  expect((await userOf(page, { preferredAccountType: 'smartAccount' })).address).toBe(smart)
  expect(await refused('wallet_getCapabilities', [receiver])).toMatch(/is not the account of this wallet/)

  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [receiver, 5n] })
  const hash = await approved(
    'eth_sendTransaction',
    [{ from: smart, to: token.address, data }],
    ['Paid by the wallet’s sponsor'],
  )
  expect(await node.getTransactionReceipt({ hash: hash as Hex })).toMatchObject({ status: 'success' })
  const allowance = () =>
    node.readContract({ address: token.address, abi: erc20Abi, functionName: 'allowance', args: [smart, receiver] })
  expect([await allowance(), await node.getBalance({ address: smart })]).toEqual([5n, 0n])

  await give(smart, '1')
  const more = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [receiver, 9n] })
  const calls = [
    { to: token.address, data: more },
    { to: receiver, value: '0x2386f26fc10000' },
  ]
  const bundle = { version: '2.0.0', chainId, from: smart, atomicRequired: true, calls }
  const { id } = (await approved(
    'wallet_sendCalls',
    [bundle],
    ['Do 2 things at once?', 'Call 2 of 2', 'Send ETH: 0.01 ETH', 'Paid by the wallet’s sponsor'],
  )) as { id: string }
  await page.page.reload()
  await page.ready()
  const status = () => request('wallet_getCallsStatus', [id]) as Promise<Status>
  await expect.poll(async () => (await status()).status).toBe(200)
  const { receipts } = await status()
  expect(receipts).toMatchObject([{ status: '0x1', logs: [{ address: token.address.toLowerCase() }] }])
  expect([await allowance(), await node.getBalance({ address: receiver })]).toEqual([9n, parseEther('0.01')])
  expect(await node.getBalance({ address: smart })).toBe(parseEther('0.99'))

  expect(await refused('wallet_getCallsStatus', [`0x${'00'.repeat(32)}`])).toBe('The wallet does not know this bundle')
  expect(await refused('wallet_sendCalls', [{ ...bundle, from: eoa }])).toBe('wallet_sendCalls is not supported')
  expect(await refused('wallet_sendCalls', [{ ...bundle, chainId: '0x1' }])).toMatch(/for another network/)
  expect(await refused('wallet_sendCalls', [{ ...bundle, capabilities: { magic: {} } }])).toMatch(/has no magic/)
  const tooMuch = [{ to: receiver, value: `0x${parseEther('2').toString(16)}` }]
  expect(await refused('wallet_sendCalls', [{ ...bundle, calls: tooMuch }])).toMatch(/reverted/)
  expect(page.faults).toEqual([])
})

test('where the sponsor does not answer the account pays, which the card says', async () => {
  const { page, smart, refused, approved } = await opened('ida@example.com')
  const node = nodeOf()
  const paymaster = new URL(chain().smartAccount?.paymasterUrl ?? '').pathname
  await page.context.route(
    (url) => url.pathname === paymaster,
    (route) => route.abort(),
  )
  const transfer = { from: smart, to: receiver, value: '0x1' }
  expect(await refused('eth_sendTransaction', [{ ...transfer, value: '0x0' }])).toMatch(/holds too little ETH/)
  await give(smart, '1')
  const had = await node.getBalance({ address: receiver })
  await approved('eth_sendTransaction', [transfer], ['Send ETH?', /^Paid by the account, 0\.\d+ ETH at most$/])
  expect(await node.getBalance({ address: receiver })).toBe(had + 1n)
  expect(await node.getBalance({ address: smart })).toBeLessThan(parseEther('1') - 1n)

  await page.context.unroute((url) => url.pathname === paymaster)
  expect(page.faults).toEqual([])
})
