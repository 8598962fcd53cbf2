/** The embedded wallet's secure site, in Chromium, by a page of another site that speaks its protocol by hand. */
import { createPublicKey, verify } from 'node:crypto'
import { base58, base64 } from '@scure/base'
import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import {
  createPublicClient,
  createTestClient,
  http,
  parseEther,
  stringToHex,
  verifyMessage,
  verifyTypedData,
  type Hex,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../../docs/playground/page/sandbox.ts'
import { mailed, mailsTo, openShop, sandbox, serveShops, signIn, type Shop } from './shop.ts'
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
  email: string
  address: string
  chainId: number | string
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

async function solanaRpc(method: string, params: unknown): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(served.solana.rpcUrl, { method: 'POST', headers, body })
  return ((await answer.json()) as { result: unknown }).result
}

test('an e-mail address becomes a wallet that signs on Ethereum, as long as the visitor stays signed in [1.2] [7.39]', async () => {
  const page = await openShop(shop)
  const { ask, card } = page
  await page.ready()
  expect(await ask('IS_CONNECTED')).toEqual({ isConnected: false })
  expect(await page.refused('GET_USER')).toBe('You are not signed in.')
  await signIn(page, 'ann@example.com')
  expect(await ask('IS_CONNECTED')).toEqual({ isConnected: true })
  const { address, ...user } = await userOf(page)
  expect(user).toEqual({
    email: 'ann@example.com',
    chainId: 31337,
    accounts: [
      { address, type: 'eoa' },
      { address: expect.stringMatching(/^0x/) as string, type: 'smartAccount' },
    ],
    preferredAccountType: 'eoa',
    smartAccountDeployed: false,
  })
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
  expect(await verifyMessage({ address: address as Hex, message, signature: (await signing) as Hex })).toBe(true)
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
  expect(await verifyTypedData({ ...document, address: address as Hex, signature })).toBe(true)

  await page.page.reload()
  await page.ready()
  expect(await ask('IS_CONNECTED')).toEqual({ isConnected: true })
  expect((await userOf(page)).address).toBe(address)
  await ask('SIGN_OUT')
  expect(await ask('IS_CONNECTED')).toEqual({ isConnected: false })
  expect(await page.refused('RPC_REQUEST', call('eth_accounts', []))).toBe('You are not signed in.')
  expect(page.faults).toEqual([])
})

test('a transfer that is approved is on the chain; one that is rejected or taken back is not [7.46] [8.31]', async () => {
  const page = await openShop(shop)
  const { ask, card } = page
  await page.ready()
  await signIn(page, 'bob@example.com')
  const { address } = await userOf(page)
  const [chain] = served.chains
  if (!chain) throw new Error('the sandbox has no chain')
  const node = createPublicClient({ transport: http(chain.rpcUrl), pollingInterval: 20 })
  await createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) }).setBalance({
    address: address as Hex,
    value: parseEther('1'),
  })
  expect(await ask('RPC_REQUEST', call('eth_accounts', []))).toEqual([address, expect.any(String) as string])
  expect(await ask('RPC_REQUEST', call('eth_chainId', []))).toBe('0x7a69')
  expect(await ask('RPC_REQUEST', call('wallet_getCapabilities', [address]))).toEqual({})
  expect(await ask('RPC_REQUEST', call('eth_getBalance', [address, 'latest']))).toBe('0xde0b6b3a7640000')
  expect(await page.refused('RPC_REQUEST', call('eth_sign', [address, '0x00']))).toBe('eth_sign is not supported')

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

  const other = call('eth_sendTransaction', [{ from: receiver, to: address, value: '0x1' }])
  expect(await page.refused('RPC_REQUEST', other)).toMatch(/is not the account of this wallet/)
  const elsewhere = call('personal_sign', ['0x00', address], 1)
  expect(await page.refused('RPC_REQUEST', elsewhere)).toBe('The wallet does not know the network 1')
  expect(page.faults).toEqual([])
})

test('the same wallet signs on Solana [7.28] [7.46]', async () => {
  const page = await openShop(shop)
  const { ask, card } = page
  await page.ready()
  await signIn(page, 'cid@example.com')
  const { networkId } = served.solana
  const { address, chainId } = await userOf(page, { chainId: networkId })
  expect(chainId).toBe(networkId)
  await solanaRpc('requestAirdrop', [address, 1_000_000_000])

  const text = new TextEncoder().encode('Hello, Solana.')
  const message = { message: base58.encode(text), pubkey: address }
  const signing = ask('RPC_REQUEST', call('solana_signMessage', message, networkId))
  await seen(card.getByText('Hello, Solana.')).toBeVisible()
  await page.approve()
  expect(isSigned(text, ((await signing) as { signature: string }).signature, address)).toBe(true)

  const { value } = (await solanaRpc('getLatestBlockhash', [])) as { value: { blockhash: string } }
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
  await expect.poll(() => solanaRpc('getBalance', [to.toBase58()])).toMatchObject({ value: 10_000_000 })

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

test('who signs in again finds the same wallet: with a code alone on this device, on another site and device with a link [7.40]', async () => {
  const page = await openShop(shop)
  await page.ready()
  await signIn(page, 'dan@example.com')
  const { address } = await userOf(page)
  expect(await page.ask('CONNECT_EMAIL', { email: ' DAN@example.com'.trim() })).toEqual({ action: 'CONNECT' })
  await page.ask('SIGN_OUT')
  expect(await page.ask('CONNECT_EMAIL', { email: 'dan@example.com' })).toEqual({ action: 'VERIFY_OTP' })
  const code = await mailed('dan@example.com', 'code', 2)
  const wrong = code === '000000' ? '000001' : '000000'
  expect(await page.refused('CONNECT_OTP', { otp: wrong })).toBe('The code is wrong. Tries left: 4.')
  expect(await page.refused('CONNECT_OTP', { otp: '12' })).toBe('The code has six digits.')
  await page.ask('CONNECT_OTP', { otp: code })
  expect((await userOf(page)).address).toBe(address)

  const other = await openShop(`http://localhost:${shops.port}`)
  await other.ready()
  await signIn(other, 'dan@example.com')
  expect((await userOf(other)).address).toBe(address)
})

test('a wallet moves to another e-mail address, with its accounts [7.42]', async () => {
  const page = await openShop(shop)
  const { ask } = page
  await page.ready()
  await signIn(page, 'eve@example.com')
  const { address } = await userOf(page)
  expect(await ask('UPDATE_EMAIL', { email: 'eva@example.com' })).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
  expect((await mailsTo('eve@example.com')).at(-1)?.text).toContain('eva@example.com')
  await ask('UPDATE_EMAIL_PRIMARY_OTP', { otp: await mailed('eve@example.com', 'code', 2) })
  const otp = await mailed('eva@example.com', 'code')
  expect(await ask('UPDATE_EMAIL_SECONDARY_OTP', { otp })).toEqual({ newEmail: 'eva@example.com' })
  expect(await userOf(page)).toMatchObject({ email: 'eva@example.com', address })
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

test('a page that is not listed cannot show the frame; who is not the page around it is not answered [8.18]', async () => {
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

test('what is no message of the protocol is refused, with its id [7.47]', async () => {
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
