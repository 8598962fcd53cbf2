import { expect, test } from 'vitest'
import { hosts, MAINNET, useHandlers } from './support.ts'

const provider = useHandlers()

const METAMASK = 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'
const RAINBOW = '1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const all = { page: 1, entries: 100 }
const named = ({ data }: { data: readonly { name: string }[] }) => data.map(({ name }) => name)

test('the pages contain every wallet once, in the order of one long page', async () => {
  const api = provider()
  const { data, count } = await api.call('wallets', all)
  expect(data).toHaveLength(count)
  expect(count).toBe(60)
  const pages = await Promise.all([1, 2, 3, 4].map((page) => api.call('wallets', { page, entries: 25 })))
  expect(pages.map((page) => [page.data.length, page.count])).toEqual([
    [25, 60],
    [25, 60],
    [10, 60],
    [0, 60],
  ])
  expect(pages.flatMap(named)).toEqual(named({ data }))
  expect(new Set(data.map(({ id }) => id)).size).toBe(60)
  expect(api.warnings).toEqual([])
})

test('the five featured wallets have their public ids', async () => {
  const { data } = await provider().call('wallets', { page: 1, entries: 5 })
  expect(data.map(({ id, name, rdns }) => [id.slice(0, 8), name, rdns])).toEqual([
    ['c57ca95b', 'MetaMask', 'io.metamask'],
    ['4622a2b2', 'Trust Wallet', 'com.trustwallet.app'],
    ['1ae92b26', 'Rainbow', 'me.rainbow'],
    ['fd20dc42', 'Coinbase Wallet', 'com.coinbase.wallet'],
    ['971e689d', 'OKX Wallet', 'com.okex.wallet'],
  ])
})

test('a search matches parts of names, ignoring case', async () => {
  const api = provider()
  const found = await api.call('wallets', { ...all, search: ' META' })
  expect(named(found)).toEqual(['MetaMask'])
  expect(named(await api.call('wallets', { ...all, search: 'wallet 1' }))).toHaveLength(10)
  expect(await api.call('wallets', { ...all, search: 'nobody' })).toEqual({ data: [], count: 0 })
})

test('ids are included and excluded, and the count covers the rest', async () => {
  const api = provider()
  const included = await api.call('wallets', { ...all, include: [RAINBOW, METAMASK, 'unknown'] })
  expect([named(included), included.count]).toEqual([['MetaMask', 'Rainbow'], 2])
  const rest = await api.call('wallets', { page: 1, entries: 3, exclude: [METAMASK, RAINBOW] })
  expect([named(rest), rest.count]).toEqual([['Trust Wallet', 'Coinbase Wallet', 'OKX Wallet'], 58])
  const both = await api.call('wallets', { ...all, include: [METAMASK, RAINBOW], exclude: [RAINBOW] })
  expect(named(both)).toEqual(['MetaMask'])
})

test('filters by network and badge return the wallets that match', async () => {
  const api = provider({ networks: [MAINNET, 'eip155:31337'] })
  const { data: everything } = await api.call('wallets', all)
  for (const chains of [[SOLANA], ['eip155:31337'], [SOLANA, 'eip155:31337'], ['eip155:5']]) {
    const { data } = await api.call('wallets', { ...all, chains })
    const fitting = everything.filter((wallet) => wallet.chains.some((chain) => chains.includes(chain)))
    expect(named({ data })).toEqual(named({ data: fitting }))
  }
  expect(named(await api.call('wallets', { ...all, chains: ['eip155:31337'] })).length).toBeGreaterThan(40)
  const certified = await api.call('wallets', { ...all, badge_type: 'certified' })
  expect(certified.data.every((wallet) => wallet.certified)).toBe(true)
  expect(certified.count).toBe(everything.filter((wallet) => wallet.certified).length)
})

test('the catalog has wallets of every kind: web, phone, desktop and browser extension', async () => {
  const { data } = await provider().call('wallets', all)
  for (const field of ['mobileLink', 'desktopLink', 'webappLink', 'appStore', 'playStore', 'chromeStore'] as const) {
    expect(data.some((wallet) => wallet[field] !== undefined)).toBe(true)
    expect(data.some((wallet) => wallet[field] === undefined)).toBe(true)
  }
  expect(data.some(({ injected }) => injected?.[0]?.namespace === 'eip155')).toBe(true)
})

test('a custom catalog replaces the default one', async () => {
  const api = provider()
  const { data } = await api.call('wallets', { ...all, include: [METAMASK] })
  expect(data).toHaveLength(1)
  expect(await provider({ wallets: [] }).call('wallets', all)).toEqual({ data: [], count: 0 })
})

test("wallet images show the wallet's initials, in a color derived from its id", async () => {
  const api = provider()
  const { data } = await api.call('wallets', { ...all, search: 'a' })
  const pictureOf = async (imageId: string) => {
    const blob = await api.call('walletImage', { imageId })
    expect(blob.type).toBe('image/svg+xml')
    return blob.text()
  }
  const [metamask, trust] = await Promise.all(data.slice(0, 2).map(({ imageUrl = '' }) => pictureOf(imageUrl)))
  expect(metamask).toContain('>ME</text>')
  expect(trust).toContain('>TW</text>')
  expect(/fill="hsl[^"]+"/.exec(metamask ?? '')?.[0]).not.toBe(/fill="hsl[^"]+"/.exec(trust ?? '')?.[0])
  const network = await api.call('assetImage', { imageId: 'sandbox-one' })
  expect(await network.text()).toContain('>SO</text>')
})

test("the client's image URLs have a handler", async () => {
  const api = provider()
  const url = api.imageUrl('walletImage', 'wallet-io-metamask') ?? ''
  expect(url.startsWith(`${hosts.catalog}/getWalletImage/`)).toBe(true)
  const response = await fetch(url)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
})
