import { expect, vi } from 'vitest'
import { fakeAccounts, fakeWallet, never } from '../../mocks/fakes/fakeWallet.ts'
import { type FakeAnswers } from '../../mocks/index.ts'
import { solana, type CallOutput, type Latchkey } from '../../sdk/index.ts'
import { NATIVE_ADDRESSES } from '../../machines/constants.ts'
import { solanaAdapter } from '../../sdk/chains/solana/adapter.ts'
import { offlineAdapter } from '../support/offline.ts'
import { contractOf } from '../react-skin/support.tsx'
import { swapNode } from '../react-skin/swapNode.ts'
import {
  complete,
  connected,
  named,
  profile,
  provider,
  sign,
  token,
  type Scene,
  type Shown,
  type Stage,
} from './stage.tsx'

const list = '[data-part="virtual"]'
const [account] = fakeAccounts
const dollar = contractOf('HUSD').slice('eip155:1:'.length) as `0x${string}`
const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const [solanaAccount, solanaMint] = [
  '7EbVCQzThnmT38WUchcmxKDdXfsdWDGqVrxhAeGJ8y6E',
  'So11111111111111111111111111111111111111113',
]
const hash = `0x${'5ca1ab1e'.repeat(8)}`
type Listed = CallOutput<'swapTokens'>['tokens'][number]

const listed = (name: string, symbol: string, address = contractOf(symbol)): Listed => ({
  name,
  symbol,
  address,
  decimals: 18,
  logoUri: sign(symbol),
})
const tokens: Listed[] = [
  listed('Ether', 'ETH', 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'),
  listed('Harbor Dollar', 'HUSD'),
  listed('Wrapped Stone', 'WST'),
  listed('USD Coin', 'USDC'),
  listed('Dai Stablecoin', 'DAI'),
  listed('Harbor Dollar, but not that one', 'HUSD', contractOf('NOT')),
  listed('A token whose name is longer than a row of this list has room for', 'LONGESTSYMBOL'),
]

/** What one ether brings in a swap. The market price is 2500. */
const answersFor = (perEther: bigint): FakeAnswers => ({
  ...profile,
  swapTokens: { tokens },
  swapQuotes: ({ amount, from, to }) => ({
    quotes: [
      {
        fromAmount: amount,
        fromAccount: from,
        toAmount: String(
          to.includes('0xeeee') ? (BigInt(amount) * 1_000_000n) / perEther : (BigInt(amount) * perEther) / 1_000_000n,
        ),
        toAccount: to,
      },
    ],
  }),
  tokenPrices: ({ addresses: [address = ''] }) => ({
    fungibles: [{ name: '', symbol: '', iconUrl: undefined, price: address.includes('0xeeee') ? 2500 : 1, address }],
  }),
  gasPrice: { standard: '12000000000', fast: '12000000000', instant: '12000000000' },
  swapAllowance: { allowance: '0' },
  buildSwap: { tx: { from: `eip155:1:${account}`, to: `eip155:1:${router}`, data: '0xab', amount: '0' } },
})

interface Drafted extends Shown {
  draft?: { fromToken?: string; toToken?: string; amount?: string }
  perEther?: bigint
  answers?: FakeAnswers
  priced?: boolean
}

/** The Swap view, with a draft. */
async function drafting(
  stage: Stage,
  { draft = {}, perEther = 2_478_123_456n, answers = {}, priced = true, ...shown }: Drafted = {},
): Promise<Latchkey> {
  const api = provider({ ...answersFor(perEther), ...answers })
  const latchkey = await connected(stage, {
    until: list,
    api,
    ...shown,
    options: { features: { swaps: true }, ...shown.options },
  })
  void latchkey.open({ view: 'Swap', fromToken: 'ETH', toToken: 'HUSD', amount: '1.25', ...draft })
  await complete('[data-part="sides"]', 'Swap')
  if (priced) await vi.waitFor(() => expect(latchkey.find('swap')?.getSnapshot().context.quote).toBeDefined(), 5_000)
  return latchkey
}
async function previewing(stage: Stage, drafted: Drafted = {}) {
  const latchkey = await drafting(stage, drafted)
  latchkey.dispatch({ type: 'view.push', view: 'SwapPreview' })
  await complete('[data-part="facts"]', 'SwapPreview')
  return latchkey
}
/** The same on Solana, where no allowance is needed and the fee is an upper bound. */
function onSolana(stage: Stage) {
  const accounts = [{ pubkey: solanaAccount }]
  const { caipNetworkId } = solana
  const [sol, usd] = [`${caipNetworkId}:${NATIVE_ADDRESSES.solana}`, `${caipNetworkId}:${solanaMint}`]
  return previewing(stage, {
    draft: { fromToken: 'SOL', toToken: 'HUSD', amount: '1.25' },
    wallet: fakeWallet({ solana_requestAccounts: accounts, solana_getAccounts: accounts }),
    until: '[data-part="panel"]',
    answers: {
      balance: {
        balances: [
          {
            ...token('Solana', 'SOL', '2.5', 375),
            price: 150,
            chainId: caipNetworkId,
            address: sol,
            quantity: { decimals: '9', numeric: '2.5' },
          },
        ],
      },
      swapTokens: {
        tokens: [
          { ...listed('Solana', 'SOL', sol), decimals: 9 },
          { ...listed('Harbor Dollar', 'HUSD', usd), decimals: 6 },
        ],
      },
      swapQuotes: ({ amount, from, to }) => ({
        quotes: [{ fromAmount: amount, fromAccount: from, toAmount: '186543210', toAccount: to }],
      }),
      tokenPrices: ({ addresses: [address = ''] }) => ({
        fungibles: [{ name: '', symbol: '', iconUrl: undefined, price: address === usd ? 1 : 150, address }],
      }),
    },
    options: {
      networks: [named(solana)],
      connectors: [
        {
          connector: { id: 'harbor', name: 'Harbor', type: 'ANNOUNCED', chain: 'solana', imageUrl: sign('Harbor') },
          provider: fakeWallet({ solana_requestAccounts: accounts, solana_getAccounts: accounts }),
        },
      ],
      ports: { chains: { at: async () => solanaAdapter } },
    },
  })
}
const choosing = async (stage: Stage, search = '') => {
  const latchkey = await drafting(stage)
  latchkey.dispatch({ type: 'swap.chooseToken', side: 'to' })
  await complete(list, 'SwapSelectToken')
  if (search !== '') latchkey.dispatch({ type: 'swap.search', search })
  return latchkey
}
const disclosed = async (latchkey: Latchkey) => {
  document.querySelector<HTMLElement>('[data-part="disclosure"] > summary')?.click()
  await complete('[data-part="disclosure"][open]', 'Swap')
  return latchkey
}
/** The wallet sends the transaction that it is asked for. */
async function submitted(stage: Stage, receipt: typeof offlineAdapter.awaitReceipt) {
  swapNode({ account, token: dollar, received: 3_097_654_320_123_456_789_012n })
  const latchkey = await previewing(stage, {
    wallet: fakeWallet({ eth_sendTransaction: hash }),
    options: {
      review: 'none',
      ports: { chains: { at: async () => ({ ...offlineAdapter, awaitReceipt: receipt }) } },
    },
  })
  latchkey.dispatch({ type: 'swap.submit' })
  return latchkey
}
const quiet = async (latchkey: Latchkey) => {
  await vi.waitFor(() => {
    latchkey.dispatch({ type: 'snackbar.hide' })
    expect(document.querySelector('[data-part="message"]')).toBeNull()
  })
  return latchkey
}

export const swap: Record<string, Scene> = {
  Swap: (stage) => drafting(stage),
  'Swap, details': async (stage) => disclosed(await drafting(stage)),
  'Swap, nothing chosen': (stage) => drafting(stage, { draft: { toToken: '' }, priced: false }),
  'Swap, more than there is': (stage) => drafting(stage, { draft: { amount: '99.123456789012345678' } }),
  'Swap, a great loss': (stage) => drafting(stage, { perEther: 2_000_000_000n }),
  'Swap, no way': async (stage) => {
    const latchkey = await drafting(stage, { answers: { swapQuotes: { quotes: [] } }, priced: false })
    await vi.waitFor(() => expect(latchkey.find('swap')?.getSnapshot().context.quoteError).toBeDefined(), 5_000)
    return latchkey
  },
  'Swap, not here': async (stage) => {
    const latchkey = await connected(stage, {
      until: list,
      api: provider({ ...answersFor(1n), swapTokens: { tokens: [] } }),
      options: { features: { swaps: true } },
    })
    void latchkey.open({ view: 'Swap' })
    await complete('[data-part="note"]', 'Swap')
    return latchkey
  },
  SwapSelectToken: (stage) => choosing(stage),
  'SwapSelectToken, searched': async (stage) => {
    const latchkey = await choosing(stage, 'husd')
    await complete('[data-part="tag"]', 'SwapSelectToken')
    return latchkey
  },
  'SwapSelectToken, nobody suggests it': async (stage) => {
    swapNode({ account, token: dollar, received: 0n })
    const latchkey = await choosing(stage, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')
    await complete('[data-part="note"]', 'SwapSelectToken')
    return latchkey
  },
  SwapPreview: (stage) => previewing(stage),
  'SwapPreview, a token': (stage) => previewing(stage, { draft: { fromToken: 'HUSD', toToken: 'ETH', amount: '500' } }),
  'SwapPreview, on Solana': onSolana,
  'SwapPreview, a great loss': (stage) => previewing(stage, { perEther: 2_000_000_000n }),
  'SwapPreview, on its way': async (stage) => {
    const latchkey = await submitted(stage, never)
    await vi.waitFor(() => expect(latchkey.find('swapExecution')?.getSnapshot().value).toBe('confirming'), 10_000)
    return quiet(latchkey)
  },
  SwapConfirmed: async (stage) => {
    const latchkey = await submitted(stage, async ({ hash: sent }) => ({ status: 'success', hash: sent }))
    await complete('[data-part="emblem"]', 'SwapConfirmed')
    return quiet(latchkey)
  },
}
