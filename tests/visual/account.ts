import { ApiError, type Transaction } from '../../sdk/index.ts'
import { fakeAccounts, fakeWallet, never } from '../../mocks/fakes/fakeWallet.ts'
import { memoryStorage } from '../../mocks/fakes/memoryStorage.ts'
import type { FakeAnswers } from '../../mocks/fakes/fakeApi.ts'
import { offlineAdapter } from '../support/offline.ts'
import { coins, collectible, entry } from '../react-skin/support.tsx'
import {
  complete,
  connected,
  ethereum,
  go,
  holdings,
  manyNetworks,
  otherNetwork,
  profile,
  provider,
  sign,
  token,
  unreachableProvider,
  type Scene,
  type Stage,
} from './stage.tsx'

const failed = '[data-part="retry"]'
const list = '[data-part="virtual"]'

const sent = { operationType: 'send', sentFrom: entry(0).metadata.sentTo, sentTo: entry(0).metadata.sentFrom } as const
const picturedCoins = (...given: Parameters<typeof coins>) => {
  const transfer = coins(...given)
  return {
    ...transfer,
    fungible_info: { ...transfer.fungible_info, icon: { url: sign(transfer.fungible_info.symbol) } },
  }
}
const transactions: Transaction[] = [
  entry(1, { operationType: 'trade', application: { name: 'Some Exchange' } }, [
    picturedCoins('in', '1.5'),
    picturedCoins('out', '4512.2044119', 'HUSD'),
  ]),
  entry(2, { ...sent, status: 'failed' }, [picturedCoins('out', '0.25')]),
  entry(3, { operationType: 'mint', status: 'pending' }, [collectible('in', 'Cat #1', sign('Cat'))]),
  entry(40, { operationType: 'something new' }, []),
  entry(41, {}, [coins('in', '123456789012345678901234567890', 'A coin whose name is too long')]),
]
const cats = ['Cat #1', 'Whiskers', 'A cat whose name is too long for a tile', ''].map((name, index) =>
  entry(index, {}, [collectible('in', name, index === 1 ? undefined : sign(`Cat ${index}`))]),
)

const tab = async (stage: Stage, name: 'NFTs' | 'Activity', answers: FakeAnswers, selector: string) => {
  const latchkey = await connected(stage, { api: provider({ ...profile, ...answers }), until: list })
  latchkey.dispatch({ type: 'account.selectTab', tab: name })
  await complete(selector)
  return latchkey
}
const refuses = () => {
  throw new ApiError('api.busy', { call: 'history' })
}
const empty = '[role="tabpanel"] [data-part="hint"]'

const accounts = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
]

const seller = {
  id: 'tide',
  name: 'Tidewater',
  kind: 'link',
  origins: ['https://tide.example'],
  url: 'https://tide.example/?key=1',
  parameters: { address: 'to' },
} as const

const unpriced = holdings.map(({ name, symbol, quantity: { numeric } }) => token(name, symbol, numeric))

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const persisted = [
  { kind: 'send', moved: [{ direction: 'out', amount: '0.25', symbol: 'ETH' }], status: 'pending' },
  {
    kind: 'trade',
    moved: [
      { direction: 'out', amount: '4512.2044119', symbol: 'HUSD' },
      { direction: 'in', amount: '1.5', symbol: 'ETH' },
    ],
    status: 'success',
  },
  { kind: 'approve', moved: [], status: 'success' },
  { kind: 'send', moved: [{ direction: 'out', amount: '1', symbol: 'Whiskers', isNft: true }], status: 'reverted' },
  { kind: 'send', moved: [{ direction: 'out', amount: '12', symbol: 'HUSD' }], status: 'replaced' },
].map((entry, index) => ({
  ...entry,
  to,
  hash: `0x${String(index).padStart(64, '0')}`,
  at: Date.UTC(2026, 10, 21) - index * 86_400_000,
}))
const storingApp = memoryStorage(
  new Map([
    [
      'latchkey.default.transactions',
      JSON.stringify({ version: 1, value: { [`eip155:1:${fakeAccounts[0]}`]: persisted } }),
    ],
  ]),
)

/** The network's own node returns the balances when the API has none. */
const chains = (fetchBalances: typeof offlineAdapter.fetchBalances) => ({
  chains: { at: async () => ({ ...offlineAdapter, fetchBalances }) },
})

export const account: Record<string, Scene> = {
  Account: (stage) => connected(stage, { until: list }),
  'Account, three ways': (stage) => connected(stage, { until: list, options: { features: { swaps: true } } }),
  'Account, four ways': (stage) =>
    connected(stage, {
      until: list,
      options: { features: { swaps: true, onramp: true }, onramp: { providers: [seller] } },
    }),
  'Account, without name or prices': (stage) =>
    connected(stage, {
      api: provider({ balance: { balances: unpriced } }),
      until: list,
    }),
  'Account, loading': (stage) =>
    connected(stage, {
      api: provider({ balance: never, identity: never }),
      options: { ports: chains(never) },
      until: '[data-part="balance"][data-loading]',
    }),
  'Account, some tokens missing': (stage) => connected(stage, { api: unreachableProvider(), until: failed }),
  'Account, nothing held': (stage) =>
    connected(stage, {
      api: provider({ balance: { balances: [] } }),
      options: { ports: chains(async () => []) },
      until: '[role="tabpanel"] [data-part="hint"]',
    }),
  'Account, long names and large amounts': (stage) =>
    connected(stage, {
      api: provider({
        identity: { name: 'a-name-that-is-longer.than-twenty.eth', avatar: undefined },
        balance: {
          balances: [
            token('Ether', 'ETH', '123456789012.123456', 6e12),
            token(
              'A token whose name is much longer than a row of this list',
              'LONGSYMBOLOFATOKEN',
              '98765432109876',
              4e9,
            ),
          ],
        },
      }),
      options: { networks: manyNetworks.slice(4).concat(manyNetworks.slice(0, 4)), defaultNetwork: ethereum },
      wallet: fakeWallet({ eth_requestAccounts: accounts }),
      until: list,
    }),
  'Account, several wallets': async (stage) => {
    const latchkey = await connected(stage, { until: list, wallet: fakeWallet({ eth_requestAccounts: accounts }) })
    return latchkey
  },
  'Account, an unsupported network is noticed': async (stage) => {
    const wallet = fakeWallet()
    const latchkey = await connected(stage, { wallet, options: { unsupportedChain: 'notice' }, until: list })
    wallet.emit('chainChanged', '0x539')
    await complete('[data-part="note"][data-tone="error"]')
    return latchkey
  },
  NFTs: (stage) => tab(stage, 'NFTs', { history: { data: cats, next: 'more' } }, '[data-part="tiles"]'),
  'NFTs, none': (stage) => tab(stage, 'NFTs', {}, empty),
  'NFTs, loading': (stage) => tab(stage, 'NFTs', { history: never }, '[data-part="skeletons"][data-shape="tiles"]'),
  Activity: (stage) =>
    tab(stage, 'Activity', { history: { data: transactions, next: undefined } }, '[data-part="flow"]'),
  'Activity, of this page alone': async (stage) => {
    const latchkey = await connected(stage, {
      options: { projectId: '', ports: { storage: storingApp, ...chains(async () => []) } },
      until: '[role="tab"] + [role="tab"]',
    })
    latchkey.dispatch({ type: 'account.selectTab', tab: 'Activity' })
    await complete('[data-part="flow"]')
    return latchkey
  },
  'Activity, none': (stage) => tab(stage, 'Activity', {}, empty),
  'Activity, loading': (stage) => tab(stage, 'Activity', { history: never }, '[data-part="skeletons"]'),
  'Activity, failed': (stage) => tab(stage, 'Activity', { history: refuses }, failed),
  WalletReceive: async (stage) => {
    const latchkey = await connected(stage, { until: list })
    await go(latchkey, 'WalletReceive', '[data-part="qr"]:not([data-loading])')
    return latchkey
  },
  WalletCompatibleNetworks: async (stage) => {
    const latchkey = await connected(stage, {
      until: list,
      options: { networks: manyNetworks, defaultNetwork: ethereum },
    })
    await go(latchkey, 'WalletReceive')
    await go(latchkey, 'WalletCompatibleNetworks')
    return latchkey
  },
  SwitchAddress: async (stage) => {
    const latchkey = await connected(stage, { until: list, wallet: fakeWallet({ eth_requestAccounts: accounts }) })
    await go(latchkey, 'SwitchAddress', 'li + li + li')
    return latchkey
  },
  'Snackbar, success': async (stage) => {
    const latchkey = await connected(stage, { until: list })
    latchkey.dispatch({ type: 'snackbar.show', message: { variant: 'success', code: 'address.copied', stays: true } })
    await complete('[data-part="message"]')
    return latchkey
  },
  'Snackbar, a long error': async (stage) => {
    const latchkey = await connected(stage, { until: list })
    latchkey.dispatch({ type: 'snackbar.show', message: { variant: 'error', code: 'send.expired', stays: true } })
    await complete('[data-part="message"]')
    return latchkey
  },
  Networks: async (stage) => {
    const latchkey = await connected(stage, { until: list })
    await go(latchkey, 'Networks')
    return latchkey
  },
  'Networks, of several namespaces': async (stage) => {
    const latchkey = await connected(stage, {
      until: list,
      options: { networks: manyNetworks, defaultNetwork: ethereum },
    })
    await go(latchkey, 'Networks', '[data-part="search"]')
    return latchkey
  },
  'Networks, switching': async (stage) => {
    const latchkey = await connected(stage, { until: list, wallet: fakeWallet({ wallet_switchEthereumChain: never }) })
    await go(latchkey, 'Networks')
    latchkey.dispatch({ type: 'network.switch', networkId: otherNetwork.caipNetworkId })
    await complete('[data-part="note"]')
    return latchkey
  },
  UnsupportedChain: async (stage) => {
    const wallet = fakeWallet()
    const latchkey = await connected(stage, { wallet, until: list })
    wallet.emit('chainChanged', '0x539')
    await complete(undefined, 'UnsupportedChain')
    return latchkey
  },
  SwitchActiveChain: async (stage) => {
    const latchkey = await connected(stage, {
      until: list,
      options: { networks: manyNetworks, defaultNetwork: ethereum },
    })
    const elsewhere = manyNetworks.find(({ chainNamespace }) => chainNamespace === 'solana')
    if (elsewhere) latchkey.dispatch({ type: 'network.switch', networkId: elsewhere.caipNetworkId })
    await complete(undefined, 'SwitchActiveChain')
    return latchkey
  },
}
