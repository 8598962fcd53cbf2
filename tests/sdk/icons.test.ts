/** The icon set `latchkey/icons`, and the store that an instance has for the option `icons`. */
import { getAddress } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { TIMEOUTS } from '../../machines/constants.ts'
import { never } from '../../mocks/index.ts'
import * as set from '../../sdk/icons/index.ts'
import { createIconStore, type IconSet } from '../../sdk/icons/iconStore.ts'
import { networks, tokens, wallets } from '../../sdk/icons/loaders.ts'
import { networkIcons } from '../../sdk/icons/networks.ts'
import { tokenIcons } from '../../sdk/icons/tokens.ts'
import { walletIcons } from '../../sdk/icons/wallets.ts'
import { createLatchkey, mainnet, type NetworkId } from '../../sdk/index.ts'
import { CountingClock, settle } from '../support/instance.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const drawn = (url: string | undefined) => decodeURIComponent(url?.replace('data:image/svg+xml,', '') ?? '')

describe('latchkey/icons', () => {
  test('has an icon for each entry of its tables, and no icon without an entry', async () => {
    const shown = [
      ...Object.keys(walletIcons).map((rdns) => set.walletIcon(rdns)),
      ...Object.keys(networkIcons).map((id) => set.networkIcon(id as NetworkId)),
      ...Object.entries(tokenIcons).flatMap(([id, byAddress]) =>
        Object.keys(byAddress).map((address) => set.tokenIcon(id as NetworkId, address)),
      ),
    ]
    const urls = await Promise.all(shown)
    expect(urls.filter((url) => !/^<svg .*<\/svg>$/.test(drawn(url)))).toEqual([])
    const used = (names: readonly (string | undefined)[]) => [...new Set(names)].filter((name) => name !== undefined)
    const currencies = Object.values(networkIcons).map(([, currency]) => currency)
    const ofTokens = Object.values(tokenIcons).flatMap((byAddress) => Object.values(byAddress))
    expect(used(Object.values(networkIcons).map(([name]) => name)).toSorted()).toEqual(Object.keys(networks))
    expect(used([...currencies, ...ofTokens]).toSorted()).toEqual(Object.keys(tokens).toSorted())
    expect(used(Object.values(walletIcons)).toSorted()).toEqual(Object.keys(wallets))
  })

  test('has only drawings: none runs a script, or loads something', async () => {
    const all = [...Object.values(networks), ...Object.values(tokens), ...Object.values(wallets)]
    const svgs = await Promise.all(all.map(async (load) => (await load()).svg))
    expect(
      svgs.filter((svg) => /<(script|image|foreignObject|use|style|a)\b|\bon\w+=|href|url\((?!#)/i.test(svg)),
    ).toEqual([])
  })

  test('lists contracts by their address in lower case', () => {
    for (const [id, byAddress] of Object.entries(tokenIcons))
      for (const address of id.startsWith('eip155:') ? Object.keys(byAddress) : [])
        expect(getAddress(address).toLowerCase()).toBe(address)
  })

  test('finds a token by its network and contract, in any letter case, and never by its symbol', async () => {
    expect(await set.tokenIcon('eip155:1', usdc)).toBe(await set.tokenIcon('eip155:1', usdc.toLowerCase()))
    expect(await set.tokenIcon('eip155:1', usdc)).toMatch(/^data:image\/svg\+xml,/)
    expect(await set.tokenIcon('eip155:10', usdc)).toBeUndefined()
    expect(await set.tokenIcon('eip155:1', 'USDC')).toBeUndefined()
    expect(await set.tokenIcon('eip155:1', 'usdc')).toBeUndefined()
  })

  test('takes the mints of Solana in their exact letter case', async () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    expect(await set.tokenIcon(network, mint)).toBeDefined()
    expect(await set.tokenIcon(network, mint.toLowerCase())).toBeUndefined()
  })

  test('has the native currency by its network, and nothing for unknown or inherited keys', async () => {
    expect(await set.tokenIcon('eip155:1')).toBe(await set.tokenIcon('eip155:8453'))
    expect(await set.tokenIcon('eip155:137')).not.toBe(await set.tokenIcon('eip155:1'))
    for (const key of ['constructor', '__proto__', 'toString', '']) {
      expect(await set.walletIcon(key)).toBeUndefined()
      expect(await set.networkIcon(key as NetworkId)).toBeUndefined()
      expect(await set.tokenIcon('eip155:1', key)).toBeUndefined()
    }
    expect(await set.networkIcon('eip155:31337')).toBeUndefined()
  })
})

describe('the icons of an instance', () => {
  const id = 'wallet:io.metamask'
  const url = 'data:image/svg+xml,x'
  const setOf = (walletIcon: IconSet['walletIcon']): IconSet => ({
    walletIcon,
    networkIcon: async () => undefined,
    tokenIcon: async () => undefined,
  })
  const storeOf = (loadSet: () => Promise<IconSet>) => {
    const clock = new CountingClock()
    return { clock, store: createIconStore(loadSet, { clock, loadMs: TIMEOUTS.loadMs }) }
  }

  test('are loaded when they are first watched, once for all that watch them', async () => {
    const walletIcon = vi.fn<IconSet['walletIcon']>(async () => url)
    const { store, clock } = storeOf(async () => setOf(walletIcon))
    expect(store.get(id)).toBeUndefined()
    expect(walletIcon).not.toHaveBeenCalled()
    const [first, second, left] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()]
    store.watch(id, first)
    store.watch(id, second)
    store.watch(id, left)()
    await settle()
    expect(store.get(id)).toBe(url)
    expect([first, second, left].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0])
    store.watch(id, first)
    await settle()
    expect(walletIcon).toHaveBeenCalledTimes(1)
    expect(clock.live.size).toBe(0)
  })

  test('are those of the wallet, network or token that their id names', async () => {
    const asked: unknown[] = []
    const note =
      (name: string) =>
      async (...args: unknown[]) => (asked.push([name, ...args]), undefined)
    const { store } = storeOf(async () => ({
      walletIcon: note('wallet'),
      networkIcon: note('network'),
      tokenIcon: note('token'),
    }))
    for (const shown of ['wallet:a.b:c', 'network:eip155:1', 'token:eip155:10', `token:eip155:1:${usdc}`] as const)
      store.watch(shown, () => {})
    store.watch('network:eip155:', () => {})
    await settle()
    expect(asked).toEqual([
      ['wallet', 'a.b:c'],
      ['network', 'eip155:1'],
      ['token', 'eip155:10'],
      ['token', 'eip155:1', usdc],
    ])
    expect(store.get('network:eip155:')).toBeNull()
  })

  test.each([
    ['an image of another host', 'https://evil.example/icon.svg'],
    ['a script', 'javascript:alert(1)'],
    ['a page', 'data:text/html,<script>'],
    ['no text', 5],
    ['nothing', undefined],
  ])('are not %s', async (_, value) => {
    const { store } = storeOf(async () => setOf(async () => value as string))
    store.watch(id, () => {})
    await settle()
    expect(store.get(id)).toBeNull()
  })

  test('are missing while they cannot be loaded, and are loaded again for the next component', async () => {
    const loadSet = vi
      .fn<() => Promise<IconSet>>()
      .mockRejectedValueOnce(new TypeError('offline'))
      .mockResolvedValue(setOf(async () => url))
    const { store } = storeOf(loadSet)
    store.watch(id, () => {})
    await settle()
    expect(store.get(id)).toBeNull()
    store.watch(id, () => {})
    await settle()
    expect(store.get(id)).toBe(url)
  })

  test('are missing after the time limit, so that another image can be shown', async () => {
    const { store, clock } = storeOf(never)
    const listener = vi.fn<() => void>()
    store.watch(id, listener)
    clock.increment(TIMEOUTS.loadMs - 1)
    expect(store.get(id)).toBeUndefined()
    clock.increment(1)
    expect(store.get(id)).toBeNull()
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('are missing without the option, and available before the machines are loaded with it', async () => {
    expect(createLatchkey().getIcon(id)).toBeNull()
    const latchkey = createLatchkey({ networks: [mainnet], icons: () => import('../../sdk/icons/index.ts') })
    const known = new Promise<void>((resolve) => latchkey.watchIcon('network:eip155:1', resolve))
    await known
    expect(latchkey.getIcon('network:eip155:1')).toMatch(/^data:image\/svg/)
    expect(latchkey.status()).toBe('idle')
  })
})
