import { describe, expect, test } from 'vitest'
import { fakeAccounts, fakeApi, fakeWallet, never } from '../../mocks/index.ts'
import {
  ApiError,
  listWalletOptions,
  listWallets,
  mainnet,
  solana,
  type Connector,
  type KnownWallets,
  type Wallet,
} from '../../sdk/index.ts'
import { browseLink, formatCount } from '../../sdk/skin.ts'
import { pageQuery, searchQuery, withRecent } from '../../machines/wallets/wallets.rules.ts'
import { connected, pass, settle, started } from '../support/instance.ts'
import { fakePairing } from '../support/pairing.ts'
import { walletOptions } from '../support/walletOptions.ts'
import { walletOf, walletsOf } from '../support/wire.ts'
import { catalogOf as wholeCatalogOf } from '../support/features.ts'
import { stackOf } from './page.ts'

interface Asked {
  page: number
  entries: number
  search?: string
  include?: readonly string[]
  exclude?: readonly string[]
  chains?: readonly string[]
}

/** A catalog of these wallets that answers as the API does. */
function catalogOf(all: readonly Wallet[]) {
  const asked: Asked[] = []
  const api = fakeApi({
    supportedChains: { http: ['eip155:1'] },
    allowedOrigins: { allowedOrigins: [] },
    wallets: (input) => {
      const query = input as Asked
      asked.push(query)
      const found = all.filter(
        ({ id, name }) =>
          (!query.include || query.include.includes(id)) &&
          !query.exclude?.includes(id) &&
          (query.search === undefined || name.toLowerCase().includes(query.search.toLowerCase())),
      )
      const start = (query.page - 1) * query.entries
      return { data: found.slice(start, start + query.entries), count: found.length }
    },
  })
  return { api, asked }
}

const offers = async (options: Parameters<typeof started>[0], all = walletsOf(60)) => {
  const { api, asked } = catalogOf(all)
  const made = await started({ api, connectors: [], ...options })
  made.latchkey.dispatch({ type: 'modal.open' })
  await settle()
  return { ...made, asked, wallets: made.latchkey.actor('wallets') }
}

describe('the wallets of the catalog', () => {
  test('are prefetched once, when the modal opens without a connection, and not before [4.6]', async () => {
    const { api, asked } = catalogOf(walletsOf(60))
    const { latchkey } = await started({ api })
    expect(asked).toEqual([])
    for (let time = 0; time < 2; time += 1) {
      latchkey.dispatch({ type: 'modal.open' })
      await settle()
      latchkey.close()
    }
    expect(asked).toEqual([{ page: 1, entries: 4, chains: ['eip155:1', 'eip155:10'] }])
    expect(latchkey.actor('wallets').getSnapshot()).toMatchObject({ value: 'ready', context: { count: 60 } })
  })

  test('are not requested while a wallet is connected; otherwise their images are preloaded [4.6]', async () => {
    const preloaded: string[] = []
    const images = { preload: (urls: readonly string[]) => void preloaded.push(...urls) }
    const first = catalogOf(walletsOf(60).map((wallet) => ({ ...wallet, imageUrl: `image-${wallet.id}` })))
    const made = await connected({ api: first.api, ports: { images } })
    made.latchkey.dispatch({ type: 'modal.open' })
    await settle()
    expect(first.asked).toEqual([])
    await made.latchkey.disconnect()
    made.latchkey.close()
    made.latchkey.dispatch({ type: 'modal.open' })
    await settle()
    expect(first.asked).toHaveLength(1)
    expect(preloaded).toEqual([1, 2, 3, 4].map((index) => `https://images.example/walletImage/image-wallet-${index}`))
  })
  test('are not requested while a wallet of another namespace is connected [4.6]', async () => {
    const { api, asked } = catalogOf(walletsOf(60))
    const { latchkey } = await connected({ api, networks: [mainnet, solana] })
    await latchkey.switchNetwork(solana)
    latchkey.dispatch({ type: 'modal.open' })
    await settle()
    expect(asked).toEqual([])
  })

  test('keep the app’s order when featured, and are looked up on every network when excluded [1.16] [9.40]', async () => {
    const { wallets, asked } = await offers({
      featuredWalletIds: ['wallet-9', 'wallet-2'],
      excludeWalletIds: ['wallet-5'],
      includeWalletIds: ['wallet-2', 'wallet-5', 'wallet-9', 'wallet-11'],
    })
    expect(asked).toEqual([
      {
        page: 1,
        entries: 4,
        chains: ['eip155:1', 'eip155:10'],
        include: ['wallet-2', 'wallet-5', 'wallet-9', 'wallet-11'],
        exclude: ['wallet-5', 'wallet-9', 'wallet-2'],
      },
      { page: 1, entries: 2, include: ['wallet-9', 'wallet-2'] },
      { page: 1, entries: 1, include: ['wallet-5'] },
    ])
    expect(listWalletOptions(wallets.getSnapshot().context)).toMatchObject([
      { group: 'featured', offers: [{ id: 'wallet-9' }, { id: 'wallet-2' }] },
    ])
  })

  test('are requested when the last wallet disconnects from an embedded modal', async () => {
    const { api, asked } = catalogOf(walletsOf(60))
    const made = await connected({ api })
    made.latchkey.dispatch({ type: 'modal.show' })
    await settle()
    expect(asked).toEqual([])
    await made.latchkey.disconnect()
    await settle()
    expect(asked).toHaveLength(1)
    const unseen = catalogOf(walletsOf(60))
    const away = await connected({ api: unseen.api })
    await away.latchkey.disconnect()
    await settle()
    expect(unseen.asked).toEqual([])
  })

  test('can fail to load without hiding installed wallets, and are requested again on a retry or the next opening', async () => {
    const { latchkey, api } = await started({ api: fakeApi() })
    latchkey.dispatch({ type: 'modal.open' })
    await settle()
    const wallets = latchkey.actor('wallets')
    expect(wallets.getSnapshot()).toMatchObject({
      value: 'failed',
      context: { error: { message: 'The wallets could not be loaded', cause: { code: 'api.offline' } } },
    })
    expect(listWalletOptions(wallets.getSnapshot().context)).toMatchObject([
      { group: 'injected', offers: [{ id: 'fake' }] },
    ])
    api.answers.wallets = { data: walletsOf(1), count: 1 }
    latchkey.dispatch({ type: 'wallets.load' })
    await settle()
    expect(wallets.getSnapshot()).toMatchObject({ value: 'ready', context: { error: undefined } })
  })

  test('load even when the lookup of excluded wallets fails', async () => {
    const { api } = catalogOf(walletsOf(60))
    const answer = api.answers.wallets as (input: unknown) => never
    api.answers.wallets = (input) => {
      if (input.include) throw new ApiError('api.failed', { call: 'wallets', status: 500 })
      return answer(input)
    }
    const { latchkey } = await started({ api, excludeWalletIds: ['wallet-5'], connectors: [] })
    latchkey.dispatch({ type: 'modal.open' })
    await settle()
    expect(latchkey.actor('wallets').getSnapshot()).toMatchObject({ value: 'ready', context: { count: 59 } })
  })

  test('may have hostile names, which are only names', () => {
    const names = ['__proto__', 'constructor', 'toString']
    const wallets = names.map((name, index) => walletOf(index, { name, mobileLink: undefined }))
    const { context } = {
      context: {
        options: { excludeWalletIds: [] },
        namespaces: ['eip155'],
        connectors: [],
        excluded: [],
        mobile: true,
      },
    }
    expect(listWallets(wallets, context as never)).toEqual([])
    for (const name of names) expect(browseLink({ name }, { url: '', origin: '' })).toBeUndefined()
  })

  test('are given up after 15 s without an answer, or when a wallet connects meanwhile', async () => {
    const slow = await started({ api: fakeApi({ wallets: never }) })
    slow.latchkey.dispatch({ type: 'modal.open' })
    await pass(slow.clock, 15_000, 1)
    expect(slow.latchkey.actor('wallets').getSnapshot().value).toBe('failed')
    const quick = await started({ api: fakeApi({ wallets: never }) })
    quick.latchkey.dispatch({ type: 'modal.open' })
    await settle()
    await quick.latchkey.connect({ connectorId: 'fake' })
    expect(quick.latchkey.actor('wallets').getSnapshot().value).toBe('idle')
  })
})

test('catalog pages leave out the featured wallets, which come before them; a search does not [6.3]', () => {
  const options = { featuredWalletIds: ['f'], includeWalletIds: [], excludeWalletIds: ['x'] } as never
  expect(pageQuery(options, [], 2)).toMatchObject({ page: 2, exclude: ['x', 'f'] })
  expect(searchQuery(options, [], { search: 'fox', certified: false })).toMatchObject({ exclude: ['x'] })
})

describe('the selection of a catalog wallet', () => {
  const fake = walletOf(1, { id: 'catalog-id', rdns: 'fake' })

  test('connects a wallet that is installed', async () => {
    const { latchkey } = await started()
    latchkey.dispatch({ type: 'wallets.choose', wallet: fake })
    await settle()
    expect(latchkey.getAccount()).toMatchObject({ status: 'connected', connector: { id: 'fake' } })
  })

  test('shows where to get a wallet that is not installed, and returns on back', async () => {
    const { latchkey } = await started()
    latchkey.dispatch({ type: 'modal.open' })
    latchkey.dispatch({ type: 'wallets.choose', wallet: walletOf(7) })
    expect(stackOf(latchkey)).toEqual(['Connect', 'Downloads'])
    expect(latchkey.actor('wallets').getSnapshot().context.selectedWallet).toMatchObject({ id: 'wallet-7' })
    latchkey.dispatch({ type: 'view.back' })
    expect(stackOf(latchkey)).toEqual(['Connect'])
  })

  test('always shows where to get the wallet in the view for users without one', async () => {
    const { port, proposals: codes } = fakePairing()
    const { latchkey } = await started({ enableWalletConnect: true, ports: { pairing: port } })
    latchkey.dispatch({ type: 'modal.open' })
    latchkey.dispatch({ type: 'view.push', view: 'GetWallet' })
    for (const wallet of [walletOf(7, { mobileLink: 'seven://' }), fake]) {
      latchkey.dispatch({ type: 'wallets.get', wallet })
      await settle()
      expect(stackOf(latchkey)).toEqual(['Connect', 'GetWallet', 'Downloads'])
      expect(latchkey.actor('wallets').getSnapshot().context.selectedWallet).toEqual(wallet)
      latchkey.dispatch({ type: 'view.back' })
    }
    expect(codes).toEqual([])
    expect(latchkey.getAccount().status).toBe('disconnected')
  })

  test('does nothing for a wallet that the app excludes, installed or not [6.3]', async () => {
    const shut = await started({ excludeWalletIds: ['fake'] })
    shut.latchkey.dispatch({ type: 'wallets.choose', wallet: fake })
    await settle()
    expect(shut.latchkey.getAccount().status).toBe('disconnected')
    expect(listWalletOptions(shut.latchkey.actor('wallets').getSnapshot().context)).toEqual([])
    const { latchkey } = await started({ excludeWalletIds: ['wallet-7'] })
    latchkey.dispatch({ type: 'wallets.choose', wallet: walletOf(7) })
    latchkey.dispatch({ type: 'wallets.get', wallet: walletOf(7) })
    expect(stackOf(latchkey)).toEqual(['Connect'])
  })
})

describe('recent wallets', () => {
  test('are the last two that were connected, newest first, and persist across visits [3.45]', async () => {
    const connectors = ['a', 'b', 'c'].map((id) => ({
      connector: { id, name: `Wallet ${id}`, type: 'ANNOUNCED' as const, chain: 'eip155' as const },
      provider: fakeWallet(),
    }))
    const { latchkey, storage } = await started({ connectors })
    for (const connectorId of ['a', 'b', 'c', 'b']) {
      await latchkey.connect({ connectorId })
      await latchkey.disconnect()
    }
    await settle()
    const again = await started({ storage, connectors: [] })
    const { context } = again.latchkey.actor('wallets').getSnapshot()
    expect(context.recent.map(({ id }) => id)).toEqual(['b', 'c'])
    expect(listWalletOptions(context)).toMatchObject([{ group: 'recent', offers: [{ id: 'b' }, { id: 'c' }] }])
  })

  test('start with the one used last, even if the catalog has added it since [3.45]', () => {
    const [a, b] = [walletOf(1, { rdns: 'com.a' }), walletOf(2)]
    expect(withRecent([b, a], a).map(({ id }) => id)).toEqual(['wallet-1', 'wallet-2'])
    const announced = { ...a, id: 'eip6963:com.a' }
    expect(withRecent([b, announced], a).map(({ id }) => id)).toEqual(['wallet-1', 'wallet-2'])
    expect(withRecent([b], walletOf(3)).map(({ id }) => id)).toEqual(['wallet-3', 'wallet-2'])
  })

  test('do not include a wallet that was restored', async () => {
    const { storage, latchkey } = await connected()
    latchkey.stop()
    storage.entries.delete('latchkey.default.recentWallets')
    const again = await started({ storage })
    await settle()
    expect(again.latchkey.getAccount()).toMatchObject({ status: 'connected', address: fakeAccounts[0] })
    expect(again.latchkey.actor('wallets').getSnapshot().context.recent).toEqual([])
  })
})

describe('the groups of the Connect view', () => {
  const connector = (id: string, more: Partial<Connector> = {}): Connector => ({
    id,
    name: id,
    type: 'ANNOUNCED',
    chain: 'eip155',
    ...more,
  })
  const offered = (
    more: Omit<Partial<KnownWallets>, 'options'> & { options?: Partial<KnownWallets['options']> },
  ): KnownWallets => ({
    namespaces: ['eip155'],
    connectors: [],
    featured: [],
    recommended: [],
    excluded: [],
    recent: [],
    mobile: false,
    ...more,
    options: {
      ...walletOptions,
      ...more.options,
    },
  })
  const shown = (more: Parameters<typeof offered>[0]) =>
    listWalletOptions(offered(more)).map(({ group, offers: list }) => [group, list.map(({ id }) => id)])

  test('have a fixed order without empty ones, and an app can put others first', () => {
    const all = {
      connectors: [connector('a'), connector('wc', { type: 'WALLET_CONNECT' }), connector('ext', { type: 'EXTERNAL' })],
      recent: [walletOf(1)],
      featured: [walletOf(2)],
    }
    const options = { featuredWalletIds: ['wallet-2'], customWallets: [walletOf(3)] }
    expect(shown({ ...all, options })).toEqual([
      ['walletConnect', ['wc']],
      ['recent', ['wallet-1']],
      ['injected', ['a']],
      ['featured', ['wallet-2']],
      ['custom', ['wallet-3']],
      ['external', ['ext']],
    ])
    expect(
      shown({ ...all, options: { ...options, connectorTypeOrder: ['featured', 'injected'] } }).map(([group]) => group),
    ).toEqual(['featured', 'injected', 'walletConnect', 'recent', 'custom', 'external'])
  })

  test('include recommended wallets, up to two in all, unless the app selects wallets itself', () => {
    const recommended = walletsOf(4)
    expect(shown({ recommended })).toEqual([['recommended', ['wallet-1', 'wallet-2']]])
    expect(shown({ recommended, connectors: [connector('a')] })[1]).toEqual(['recommended', ['wallet-1']])
    expect(shown({ recommended, connectors: [connector('a'), connector('b')] })).toEqual([['injected', ['a', 'b']]])
    expect(shown({ recommended, connectors: [connector('injected', { type: 'INJECTED' })] })[1]).toEqual([
      'recommended',
      ['wallet-1', 'wallet-2'],
    ])
    expect(shown({ recommended, options: { customWallets: [walletOf(9)] } })).toEqual([['custom', ['wallet-9']]])
    const both = { customWallets: [walletOf(9)], featuredWalletIds: ['wallet-9'] }
    expect(shown({ featured: [walletOf(9)], options: both })).toEqual([['featured', ['wallet-9']]])
    expect(shown({ recommended, options: { featuredWalletIds: ['gone'] } })).toEqual([])
  })

  test('list no wallet twice, by id, by rdns, or on phones by name', () => {
    const metamask = walletOf(1, { rdns: 'io.metamask.mobile' })
    const recent = [walletOf(2, { rdns: 'two' })]
    expect(
      shown({
        connectors: [connector('io.metamask')],
        recent,
        featured: [metamask, walletOf(2), walletOf(3, { rdns: 'two' }), walletOf(4)],
        options: { featuredWalletIds: ['wallet-1', 'wallet-2', 'wallet-3', 'wallet-4'] },
      }),
    ).toEqual([
      ['recent', ['wallet-2']],
      ['injected', ['io.metamask']],
      ['featured', ['wallet-4']],
    ])
  })

  test('leave out a recent wallet that is installed, by id or name, or that serves no namespace of the app', () => {
    const recent = [walletOf(1), walletOf(2, { chains: ['solana:x'] })]
    expect(shown({ recent, connectors: [connector('x', { name: 'wallet 1' })] })).toEqual([['injected', ['x']]])
    expect(shown({ recent, connectors: [connector('wallet-1')] })).toEqual([['injected', ['wallet-1']]])
  })

  test('leave out excluded wallets by id, rdns and name, in any case [6.3]', () => {
    const options = { excludeWalletIds: ['wallet-1', 'wallet-2', 'wallet-3'] }
    const excluded = [walletOf(2, { rdns: 'com.two' }), walletOf(3, { name: 'Three' })]
    expect(
      shown({
        options,
        excluded,
        connectors: [
          connector('wallet-1'),
          connector('other', { info: { rdns: 'com.two' } }),
          connector('named', { name: 'THREE' }),
          connector('kept'),
        ],
        recent: [walletOf(1)],
        recommended: walletsOf(4),
      }),
    ).toEqual([
      ['injected', ['kept']],
      ['recommended', ['wallet-4']],
    ])
  })

  test('have their count shown in tens from ten on', () => {
    expect([0, 9, 10, 19, 457].map(formatCount)).toEqual(['0', '9', '10+', '10+', '450+'])
  })

  test('lead to a list with installed wallets first, and on phones only with wallets that can be reached', () => {
    const wallets = [
      walletOf(1, { mobileLink: undefined }),
      walletOf(2),
      walletOf(3, { rdns: 'three' }),
      walletOf(4, { chains: ['solana:x'] }),
      walletOf(5, { name: 'Phantom', mobileLink: undefined }),
      walletOf(6, { name: 'Coinbase Wallet', mobileLink: undefined }),
    ]
    const list = (mobile: boolean) =>
      listWallets(wallets, offered({ connectors: [connector('three')], mobile })).map(({ wallet: { id } }) => id)
    expect(list(false)).toEqual(['wallet-3', 'wallet-1', 'wallet-2', 'wallet-5', 'wallet-6'])
    expect(list(true)).toEqual(['wallet-3', 'wallet-2', 'wallet-5', 'wallet-6'])
  })
})

describe('the whole catalog', () => {
  const looking = async (count = 100, options: Parameters<typeof started>[0] = {}) => {
    const { api, asked } = catalogOf([...walletsOf(count), walletOf(9_999, { name: 'MetaMask' })])
    const made = await started({ api, ...options })
    made.latchkey.dispatch({ type: 'modal.open' })
    await settle()
    asked.length = 0
    made.latchkey.dispatch({ type: 'view.push', view: 'AllWallets' })
    await settle()
    return { ...made, asked, catalog: wholeCatalogOf(made.latchkey) }
  }

  test('is read in pages of 40 as the user goes on, until there are no more', async () => {
    const { latchkey, catalog, asked } = await looking()
    expect(catalog.getSnapshot()).toMatchObject({ value: 'ready', context: { count: 101, page: 1 } })
    for (let more = 0; more < 5; more += 1) {
      latchkey.dispatch({ type: 'catalog.more' })
      await settle()
    }
    expect(asked).toMatchObject([
      { page: 1, entries: 40 },
      { page: 2, entries: 40 },
      { page: 3, entries: 40 },
    ])
    expect(catalog.getSnapshot().context.wallets).toHaveLength(101)
    expect(catalog.getSnapshot().can({ type: 'catalog.more' })).toBe(false)
  })

  test('stops paginating when a page adds no wallets, whatever the count says', async () => {
    const api = fakeApi({ wallets: ({ page }) => ({ data: page > 2 ? [] : walletsOf(40), count: 1_000 }) })
    const { latchkey } = await started({ api })
    latchkey.dispatch({ type: 'modal.open', view: 'AllWallets' })
    for (let more = 0; more < 5; more += 1) {
      await settle()
      latchkey.dispatch({ type: 'catalog.more' })
    }
    await settle()
    const { context } = wholeCatalogOf(latchkey).getSnapshot()
    expect(context.wallets).toHaveLength(40)
    expect(context.page).toBe(2)
    expect(api.calls.filter(({ name }) => name === 'wallets')).toHaveLength(3)
  })

  test('searches once for a typed word, for 100 entries, half a second after the last key', async () => {
    const { latchkey, catalog, asked, clock } = await looking()
    asked.length = 0
    for (const length of [1, 2, 3, 4, 5, 6, 7, 8]) {
      latchkey.dispatch({ type: 'catalog.search', search: 'metamask'.slice(0, length) })
      await pass(clock, 100, 1)
    }
    await pass(clock, 399, 1)
    expect(asked).toEqual([])
    await pass(clock, 1, 1)
    expect(asked).toMatchObject([{ page: 1, entries: 100, search: 'metamask' }])
    expect(catalog.getSnapshot()).toMatchObject({ value: 'found', context: { results: [{ name: 'MetaMask' }] } })
    expect(catalog.getSnapshot().context.wallets).toHaveLength(40)
  })

  test('does not search for one letter or the same word with a space, and returns to its pages without a request', async () => {
    const { latchkey, catalog, asked, clock } = await looking()
    latchkey.dispatch({ type: 'catalog.search', search: 'me' })
    await pass(clock, 500, 1)
    asked.length = 0
    latchkey.dispatch({ type: 'catalog.search', search: 'me ' })
    await pass(clock, 500, 1)
    expect(catalog.getSnapshot().value).toBe('found')
    for (const search of ['m', '']) {
      latchkey.dispatch({ type: 'catalog.search', search })
      expect(catalog.getSnapshot().value).toBe('ready')
    }
    await pass(clock, 1_000, 2)
    expect(asked).toEqual([])
  })

  test('can be limited to certified wallets, without a search word', async () => {
    const { latchkey, clock, api } = await looking()
    latchkey.dispatch({ type: 'catalog.setCertified', certified: true })
    await pass(clock, 500, 1)
    expect(api.calls.at(-1)?.input).toMatchObject({ badge_type: 'certified', entries: 100 })
    expect(api.calls.at(-1)?.input).not.toHaveProperty('search')
  })

  test('reports a failed search, which can be retried, and keeps its pages when one of them fails', async () => {
    const { latchkey, catalog, api, clock } = await looking()
    const answer = api.answers.wallets
    delete api.answers.wallets
    latchkey.dispatch({ type: 'catalog.more' })
    await settle()
    expect(catalog.getSnapshot()).toMatchObject({
      value: 'failed',
      context: { error: { message: 'The wallets could not be loaded' } },
    })
    expect(catalog.getSnapshot().context.wallets).toHaveLength(40)
    latchkey.dispatch({ type: 'catalog.search', search: 'meta' })
    await pass(clock, 500, 1)
    expect(catalog.getSnapshot()).toMatchObject({
      value: 'searchFailed',
      context: { error: { message: 'The search failed' } },
    })
    if (answer) api.answers.wallets = answer
    latchkey.dispatch({ type: 'catalog.retry' })
    await settle()
    expect(catalog.getSnapshot()).toMatchObject({ value: 'found', context: { error: undefined } })
  })

  test('gives up a silent search after 15 s, and ends it when the modal closes', async () => {
    const { latchkey, catalog, api, clock } = await looking()
    api.answers.wallets = never
    latchkey.dispatch({ type: 'catalog.search', search: 'meta' })
    await pass(clock, 500, 1)
    await pass(clock, 15_000, 1)
    expect(catalog.getSnapshot().value).toBe('searchFailed')
    latchkey.dispatch({ type: 'catalog.retry' })
    expect(catalog.getSnapshot().value).toBe('searching')
    latchkey.close()
    expect(catalog.getSnapshot()).toMatchObject({ value: 'ready', context: { search: '', certified: false } })
    expect(api.calls.at(-1)?.options.signal?.aborted).toBe(true)
  })
})
