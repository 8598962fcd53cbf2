/** The embedded wallet's secure site in Chromium, embedded by a page that speaks the protocol without the SDK. */
import { createPublicKey, verify } from 'node:crypto'
import { base58, base64 } from '@scure/base'
import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import {
  createPublicClient,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  http,
  isErc6492Signature,
  parseEther,
  stringToHex,
  verifyMessage,
  verifyTypedData,
  type Hex,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../../docs/playground/page/sandbox.ts'
import { solanaNode } from '../support/solanaTokens.ts'
import { openShop, sandbox, serveShops, signIn, type Shop } from './shop.ts'
import { seen } from './support.ts'

let served: Sandbox
let shops: Awaited<ReturnType<typeof serveShops>>
let shop: string
beforeAll(async () => {
  served = await sandbox()
  const { chains, secureSite } = served
  const query = `projectId=test&chainId=${chains[0]?.chainId}&version=4&enableLogger=false`
  shops = await serveShops(`${secureSite.origin}/sdk?${query}`)
  shop = `http://shop.localhost:${shops.port}`
})
afterAll(() => shops.stop())

interface User {
  address: Hex
  chainId: number | string
  accounts: { address: Hex; type: string }[]
  preferredAccountType: string
  smartAccountDeployed: boolean
}
const userOf = (page: Shop, payload?: object) => page.ask('GET_USER', payload) as Promise<User>
const receiver = '0x00000000000000000000000000000000000a11ce'
const call = (method: string, params: unknown, chainId?: string | number) => ({
  method,
  params,
  ...(chainId !== undefined && { chainId }),
})

function isSigned(message: Uint8Array, signature: string, address: string): boolean {
  const x = Buffer.from(base58.decode(address)).toString('base64url')
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
  return verify(null, message, key, base58.decode(signature))
}

test('the frame shows an error when it is opened as a top-level page [8.28]', async () => {
  const { page } = await openShop(shop)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto(`${served.secureSite.origin}/sdk`)
  await seen(page.getByText('This page is shown by sites, in a frame.')).toBeVisible()
  expect(errors).toEqual(['W3mFrame: parent is not set'])
})

test('the card shows a message, a foreign sign-in and typed data unchanged, and signs what is approved until the user signs out', async () => {
  const page = await openShop(shop)
  const { ask, card } = page
  await page.ready()
  await signIn(page, 'ann@example.com')
  const { address } = await userOf(page)
  await ask('SYNC_DAPP_DATA', {
    metadata: { name: 'The \u202eShop', description: '', url: 'https://other.example', icons: [] },
    projectId: 'test',
  })

  const message = 'Hello, wallet.\nSecond line.'
  const signing = ask('RPC_REQUEST', call('personal_sign', [stringToHex(message), address]))
  await seen(card.getByRole('heading', { name: 'Sign this message?' })).toBeFocused()
  await seen(card.getByText(shop)).toBeVisible()
  await seen(card.getByText('It calls itself “The ⟨U+202E⟩Shop”.')).toBeVisible()
  await seen(card.getByText('Second line.')).toBeVisible()
  await page.approve()
  expect(await verifyMessage({ address, message, signature: (await signing) as Hex })).toBe(true)
  await seen(card).toHaveCount(0)

  const inArabic = page.refused('RPC_REQUEST', call('personal_sign', [stringToHex('أوافق على 2 من 3.'), address]))
  const asked = card.getByText('أوافق على 2 من 3.')
  await seen(asked).toHaveCSS('direction', 'rtl')
  await seen(card.getByRole('heading', { name: 'Sign this message?' })).toHaveCSS('direction', 'ltr')
  await page.reject()
  expect(await inArabic).toBe('User rejected the request')

  const foreign = `bank.example wants you to sign in with your Ethereum account:\n${address}\n\nURI: https://bank.example`
  const trap = page.refused('RPC_REQUEST', call('personal_sign', [stringToHex(foreign), address]))
  await seen(card.getByText('This signs in to bank.example, which is not the site that asks.')).toBeVisible()
  await page.reject()
  expect(await trap).toBe('User rejected the request')

  const document = {
    domain: { name: 'Shop', chainId: 31337, verifyingContract: receiver },
    types: { Order: [{ name: 'items', type: 'Item[]' }], Item: [{ name: 'title', type: 'string' }] },
    primaryType: 'Order',
    message: { items: [{ title: 'A book' }], hidden: 'not signed' },
  } as const
  const typed = ask('RPC_REQUEST', call('eth_signTypedData_v4', [address, JSON.stringify(document)]))
  await seen(card.getByText('items 1 › title')).toBeVisible()
  await seen(card.getByText('A book')).toBeVisible()
  await seen(card.getByText('not signed')).toHaveCount(0)
  await page.approve()
  const signature = (await typed) as Hex
  expect(await verifyTypedData({ ...document, address, signature })).toBe(true)

  await ask('SIGN_OUT')
  expect(await page.refused('RPC_REQUEST', call('eth_accounts', []))).toBe('You are not signed in.')
  expect(page.faults).toEqual([])
})

test('a transfer is sent when it is approved, and not when it is rejected or aborted [8.31]', async () => {
  const page = await openShop(shop)
  const { ask, card } = page
  await page.ready()
  await signIn(page, 'bob@example.com')
  const { address } = await userOf(page)
  const [chain] = served.chains
  if (!chain) throw new Error('the sandbox has no chain')
  const node = createPublicClient({ transport: http(chain.rpcUrl), pollingInterval: 20 })
  await createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) }).setBalance({
    address,
    value: parseEther('1'),
  })

  const transfer = call('eth_sendTransaction', [{ from: address, to: receiver, value: '0x2386f26fc10000' }])
  const rejected = page.refused('RPC_REQUEST', transfer)
  await seen(card.getByRole('heading', { name: 'Send ETH?' })).toBeVisible()
  await seen(card.getByText('0.01 ETH')).toBeVisible()
  await page.reject()
  expect(await rejected).toBe('User rejected the request')

  const first = page.refused('RPC_REQUEST', transfer, 'first')
  const second = page.refused('RPC_REQUEST', transfer, 'second')
  await seen(card).toHaveCount(1)
  await ask('RPC_ABORT', { id: 'second' })
  expect(await second).toBe('Request was aborted')
  await seen(card).toHaveCount(1)
  await ask('RPC_ABORT', { id: 'first' })
  expect(await first).toBe('Request was aborted')
  await seen(card).toHaveCount(0)
  expect(await node.getBalance({ address: receiver })).toBe(0n)

  const sending = ask('RPC_REQUEST', transfer)
  await page.approve()
  await node.waitForTransactionReceipt({ hash: (await sending) as Hex })
  expect(await node.getBalance({ address: receiver })).toBe(parseEther('0.01'))

  expect(page.faults).toEqual([])
})

test('the wallet signs and sends on Solana [7.28]', async () => {
  const page = await openShop(shop)
  const { ask, card } = page
  await page.ready()
  await signIn(page, 'cid@example.com')
  const { networkId } = served.solana
  const { address, chainId } = await userOf(page, { chainId: networkId })
  expect(chainId).toBe(networkId)
  const node = solanaNode(served.solana.rpcUrl)
  await node.ask('requestAirdrop', address, 1_000_000_000)

  const { value } = (await node.ask('getLatestBlockhash')) as { value: { blockhash: string } }
  const from = new PublicKey(address)
  const to = new PublicKey(base58.encode(new Uint8Array(32).fill(7)))
  const built = new TransactionMessage({
    payerKey: from,
    recentBlockhash: value.blockhash,
    instructions: [SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: 10_000_000 })],
  })
  const transaction = base64.encode(new VersionedTransaction(built.compileToV0Message()).serialize())
  expect(await ask('SWITCH_NETWORK', { chainId: networkId })).toEqual({ chainId: networkId })
  const sending = ask('RPC_REQUEST', call('solana_signAndSendTransaction', { transaction }))
  await seen(card.getByRole('heading', { name: 'Send SOL?' })).toBeVisible()
  await seen(card.getByText('0.01 SOL')).toBeVisible()
  await page.approve()
  expect(await sending).toEqual({ signature: expect.any(String) as string })
  await expect.poll(() => node.ask('getBalance', to.toBase58())).toMatchObject({ value: 10_000_000 })

  const all = ask('RPC_REQUEST', call('solana_signAllTransactions', { transactions: [transaction, transaction] }))
  await seen(card.getByRole('heading', { name: 'Sign 2 transactions?' })).toBeVisible()
  await page.approve()
  const { transactions } = (await all) as { transactions: string[] }
  expect(transactions).toHaveLength(2)
  for (const one of transactions) {
    const { signatures, message: signed } = VersionedTransaction.deserialize(base64.decode(one))
    expect(isSigned(signed.serialize(), base58.encode(signatures[0] ?? new Uint8Array()), address)).toBe(true)
  }
  expect(page.faults).toEqual([])
})

test('a card that is covered, cut off or too small cannot be approved', async () => {
  const page = await openShop(shop)
  await page.ready()
  await signIn(page, 'fay@example.com')
  const { address } = await userOf(page)
  const signing = page.ask('RPC_REQUEST', call('personal_sign', [stringToHex('Hello'), address]))
  const button = page.card.getByRole('button', { name: 'Approve' })
  await seen(button).toBeEnabled()
  const style = (rules: string) =>
    page.page.evaluate((rules) => document.querySelector('iframe')?.setAttribute('style', rules), rules)
  await page.page.evaluate(() => {
    const cover = document.createElement('div')
    cover.id = 'cover'
    cover.setAttribute('style', 'position: fixed; inset: 40% 0 0; background: white; pointer-events: none')
    document.body.append(cover)
  })
  await seen(page.card.getByText('Something lies over this card.')).toBeVisible()
  await seen(button).toBeDisabled()
  await page.page.evaluate(() => document.getElementById('cover')?.remove())
  await seen(button).toBeEnabled()
  await style('opacity: 0.2')
  await seen(button).toBeDisabled()
  await style('top: 700px')
  await seen(page.card.getByText('The site hides a part of this card.')).toHaveCount(1)
  await seen(button).toBeDisabled()
  await style('width: 200px')
  await seen(page.card.getByText('The site shows this card too small.')).toHaveCount(1)
  await seen(button).toBeDisabled()
  await style('')
  await page.approve()
  expect(await signing).toMatch(/^0x[\da-f]{130}$/)
})

test('a browser that cannot detect what covers the card decides in a window', async () => {
  const page = await openShop(shop, () => {
    // As in Firefox and Safari.
    delete (IntersectionObserverEntry.prototype as { isVisible?: boolean }).isVisible
  })
  await page.ready()
  await signIn(page, 'kim@example.com')
  const { address } = await userOf(page)
  const decide = page.card.getByRole('button', { name: 'Open a window' })
  const open = async () => {
    let isOpen = false
    const opening = page.context.waitForEvent('page').then((opened) => ((isOpen = true), opened))
    // A press can get lost while the browser lays out a frame of another process. While a window is open, the button is disabled.
    await expect
      .poll(async () => {
        if (!isOpen && (await decide.isEnabled())) await decide.click()
        return isOpen
      })
      .toBe(true)
    const opened = await opening
    await seen(opened.getByRole('heading', { name: 'Sign this message?' })).toBeVisible()
    await seen(opened.getByText(shop, { exact: true })).toBeVisible()
    return opened
  }
  const refused = page.refused('RPC_REQUEST', call('personal_sign', [stringToHex('Hello'), address]))
  await seen(page.card.getByText('This browser cannot tell whether the site covers this card.')).toBeVisible()
  await seen(page.card.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  const closed = await open()
  await closed.close()
  await seen(decide).toBeEnabled()
  await (await open()).getByRole('button', { name: 'Reject' }).click()
  expect(await refused).toBe('User rejected the request')

  const signing = page.ask('RPC_REQUEST', call('personal_sign', [stringToHex('Hello'), address]))
  const opened = await open()
  // A click immediately after the pointer enters is ignored.
  await opened.getByRole('button', { name: 'Approve' }).hover()
  await expect
    .poll(async () => {
      if (!opened.isClosed()) await opened.getByRole('button', { name: 'Approve' }).click({ noWaitAfter: true })
      return opened.isClosed()
    })
    .toBe(true)
  expect(await signing).toMatch(/^0x[\da-f]{130}$/)
  expect(page.faults).toEqual([])
})

test('a page that is not listed cannot embed the frame, and another window gets no answer [8.18]', async () => {
  const stranger = await openShop(`http://stranger.localhost:${shops.port}`)
  await expect.poll(() => stranger.page.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/')
  expect(await stranger.heard()).toEqual([])

  const page = await openShop(shop)
  await page.ready()
  await page.page.evaluate(() => {
    const { port } = location
    for (const name of ['shop', 'stranger']) {
      const sibling = document.createElement('iframe')
      sibling.name = name
      sibling.src = `http://${name}.localhost:${port}/blank`
      sibling.style.display = 'none'
      document.body.append(sibling)
    }
  })
  for (const name of ['shop', 'stranger']) {
    await expect.poll(() => page.page.frame(name)?.title()).toBe('Blank')
    await page.page.frame(name)?.evaluate(() => {
      const site = window as unknown as { heard: unknown[] }
      site.heard = []
      window.addEventListener('message', ({ data }) => site.heard.push(data))
      parent.frames[0]?.postMessage({ type: '@w3m-app/GET_CHAIN_ID', id: 'theirs' }, '*')
    })
  }
  expect(await page.ask('GET_CHAIN_ID', undefined, 'ours')).toEqual({ chainId: 31337 })
  expect((await page.heard()).map(({ data }) => data.id)).toEqual([undefined, 'ours'])
  for (const name of ['shop', 'stranger'])
    expect(await page.page.frame(name)?.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([])
})

test('an unknown or malformed message is refused with its id [7.47]', async () => {
  const page = await openShop(shop)
  await page.ready()
  expect(await page.refused('UNHEARD_OF', {}, 'a')).toBe('No such message')
  expect(await page.refused('CONNECT_EMAIL', { email: 'nobody' }, 'b')).toBe('This is not an e-mail address.')
  expect(await page.refused('SWITCH_NETWORK', {}, 'c')).toContain('SWITCH_NETWORK')
  await page.ask('SYNC_THEME', { themeMode: 'dark' })
  await page.ask('RELOAD')
  await expect
    .poll(async () => (await page.heard()).filter(({ data }) => data.type === '@w3m-frame/READY').length)
    .toBe(2)
})

test("a provider's window sends its result to no other page, and stays open without an opener", async () => {
  const page = await openShop(shop)
  await page.ready()
  // Another page that opens the provider receives nothing.
  const { uri: theirs } = (await page.ask('GET_SOCIAL_REDIRECT_URI', { provider: 'github' })) as { uri: string }
  const trap = await openShop(`http://stranger.localhost:${shops.port}/blank`)
  const opened = trap.page.waitForEvent('popup')
  await trap.page.evaluate((uri) => {
    const site = window as unknown as { heard: unknown[] }
    site.heard = []
    window.addEventListener('message', ({ data }) => site.heard.push(data))
    window.open(uri)
  }, theirs)
  const popup = await opened
  const gone = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Continue as Bob' }).click()
  await gone
  expect(await trap.page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([])

  // Without an opener it stays open and shows instructions.
  const { uri: alone } = (await page.ask('GET_SOCIAL_REDIRECT_URI', { provider: 'x' })) as { uri: string }
  const tab = await page.context.newPage()
  await tab.goto(alone)
  await tab.getByRole('button', { name: 'Continue as Bob' }).click()
  await seen(tab.getByText('Close this window, go back to shop.localhost')).toBeVisible()
})

interface Status {
  status: number
  receipts?: { transactionHash: Hex; logs: unknown[]; status: string }[]
}

const chain = () => {
  const [one] = served.chains
  if (!one) throw new Error('the sandbox has no chain')
  return one
}
const nodeOf = () => createPublicClient({ transport: http(chain().rpcUrl), pollingInterval: 20 })
const give = (address: Hex, ether: string) =>
  createTestClient({ mode: 'anvil', transport: http(chain().rpcUrl) }).setBalance({ address, value: parseEther(ether) })

/** A page where a new user is signed in. */
async function opened(email: string) {
  const page = await openShop(shop)
  await page.ready()
  await signIn(page, email)
  const { accounts } = await userOf(page)
  const [owner, own] = accounts
  if (!owner || !own) throw new Error('there are no two accounts')
  const request = (method: string, params: unknown) => page.ask('RPC_REQUEST', call(method, params))
  const refused = (method: string, params: unknown) => page.refused('RPC_REQUEST', call(method, params))
  /** Sends a request, checks the card, and approves. */
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

const smartReceiver = '0x000000000000000000000000000000000005ba27'

test('a user has a smart account in addition to the standard one, which is used if it is preferred or named [7.44] [7.48]', async () => {
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

test('an empty smart account sends when the sponsor pays, and sends several calls with one approval', async () => {
  const { page, eoa, smart, request, refused, approved } = await opened('hal@example.com')
  const node = nodeOf()
  const [token] = chain().tokens
  if (!token) throw new Error('the sandbox has no token')
  const chainId = `0x${chain().chainId.toString(16)}`
  const able = { atomic: { status: 'supported' }, paymasterService: { supported: true } }
  expect(await request('wallet_getCapabilities', [smart, [chainId]])).toEqual({ [chainId]: able })
  expect(await request('wallet_getCapabilities', [eoa])).toEqual({})
  expect((await userOf(page, { preferredAccountType: 'smartAccount' })).address).toBe(smart)
  expect(await refused('wallet_getCapabilities', [smartReceiver])).toMatch(/is not the account of this wallet/)

  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [smartReceiver, 5n] })
  const hash = await approved(
    'eth_sendTransaction',
    [{ from: smart, to: token.address, data }],
    ['Paid by the wallet’s sponsor'],
  )
  expect(await node.getTransactionReceipt({ hash: hash as Hex })).toMatchObject({ status: 'success' })
  const allowance = () =>
    node.readContract({
      address: token.address,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [smart, smartReceiver],
    })
  expect([await allowance(), await node.getBalance({ address: smart })]).toEqual([5n, 0n])

  await give(smart, '1')
  const more = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [smartReceiver, 9n] })
  const calls = [
    { to: token.address, data: more },
    { to: smartReceiver, value: '0x2386f26fc10000' },
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
  expect([await allowance(), await node.getBalance({ address: smartReceiver })]).toEqual([9n, parseEther('0.01')])
  expect(await node.getBalance({ address: smart })).toBe(parseEther('0.99'))

  expect(await refused('wallet_getCallsStatus', [`0x${'00'.repeat(32)}`])).toBe('The wallet does not know this bundle')
  expect(await refused('wallet_sendCalls', [{ ...bundle, from: eoa }])).toBe('wallet_sendCalls is not supported')
  expect(await refused('wallet_sendCalls', [{ ...bundle, chainId: '0x1' }])).toMatch(/for another network/)
  expect(await refused('wallet_sendCalls', [{ ...bundle, capabilities: { magic: {} } }])).toMatch(/has no magic/)
  const tooMuch = [{ to: smartReceiver, value: `0x${parseEther('2').toString(16)}` }]
  expect(await refused('wallet_sendCalls', [{ ...bundle, calls: tooMuch }])).toMatch(/reverted/)
  expect(page.faults).toEqual([])
})
