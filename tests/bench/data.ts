/** The cost of the largest answers: parsing and grouping a long history, filtering and sorting a large catalog. */
import { calls } from '../../sdk/api/calls.ts'
import { withTransactions } from '../../machines/account/activity.rules.ts'
import {
  groupByMonth,
  listWallets,
  searchTokens,
  type KnownWallets,
  type SwapToken,
  type Transaction,
} from '../../sdk/index.ts'
import { held } from './held.ts'
import { walletOptions } from '../support/walletOptions.ts'
import { transactionOf, walletOf } from '../support/wire.ts'

const ITEMS = 100_000
const PAGE = 50
const WALLETS = 10_000

export interface DataFigures {
  /** One page of 50 entries, from text to validated entries. */
  parsePageMs: number
  /** The same with JSON.parse only. */
  jsonPageMs: number
  parseAllMs: number
  groupMs: number
  listMs: number
  /** Searching 5,000 tokens: the first search, and a plain filter. */
  searchMs: number
  filterMs: number
  /** Bytes retained by 10,000 entries. */
  historyBytes: number
  walletBytes: number
}

const offered: Omit<KnownWallets, 'featured' | 'recommended' | 'recent'> = {
  options: walletOptions,
  namespaces: ['eip155'],
  connectors: Array.from({ length: 5 }, (_, index) => ({
    id: `wallet-${index * 1_999 + 1}`,
    name: `Wallet ${index}`,
    type: 'ANNOUNCED' as const,
    chain: 'eip155' as const,
  })),
  excluded: [],
  mobile: true,
}

const median = (run: () => unknown, times = 9): number => {
  const taken = Array.from({ length: times }, () => {
    const begun = performance.now()
    run()
    return performance.now() - begun
  })
  return taken.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? Number.NaN
}

const TOKENS = 5_000
const tokenOf = (index: number): SwapToken => ({
  chainId: 'eip155:1',
  address: `eip155:1:0x${String(index).padStart(40, '0')}`,
  name: `Token ${index}`,
  symbol: `TOK${index}`,
  decimals: 18,
})
const filtered = (tokens: readonly SwapToken[], text: string) =>
  tokens.filter(({ name, symbol, address }) =>
    [symbol, name, address].some((word) => word.toLowerCase().includes(text)),
  )

export async function measureData(): Promise<DataFigures> {
  const texts = Array.from({ length: ITEMS / PAGE }, (_, page) =>
    JSON.stringify({ data: Array.from({ length: PAGE }, (__, index) => transactionOf(page * PAGE + index)) }),
  )
  const parse = (text: string): Transaction[] => {
    const parsed = calls.history.response.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data.data : []
  }
  const [page = ''] = texts
  const all = texts.flatMap(parse)
  const wallets = Array.from({ length: WALLETS }, (_, index) => walletOf(index))
  const tokens = Array.from({ length: TOKENS }, (_, index) => tokenOf(index))
  let searches = 0
  /** A different text each time, as while typing, so that no result is cached. */
  const searched = () => searchTokens(tokens, `token 4${(searches += 1)}`)
  searched()
  return {
    parsePageMs: median(() => parse(page), 99),
    jsonPageMs: median(() => JSON.parse(page) as unknown, 99),
    parseAllMs: median(() => texts.flatMap(parse), 3),
    groupMs: median(() => groupByMonth(all)),
    searchMs: median(searched),
    filterMs: median(() => filtered(tokens, 'token 49')),
    listMs: median(() => listWallets(wallets, offered)),
    historyBytes: await held(() => withTransactions([], texts.slice(0, 10_000 / PAGE).flatMap(parse))),
    walletBytes: await held(() => Array.from({ length: 10_000 }, (_, index) => walletOf(index + WALLETS))),
  }
}
