import type { ReactNode } from 'react'
import axe from 'axe-core'
import { expect, onTestFinished, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakeApi, type FakeAnswers, type FakeApi } from '../../mocks/fakes/fakeApi.ts'
import { fakeWallet, type FakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { memoryStorage } from '../../mocks/fakes/memoryStorage.ts'
import { LatchkeyModal, LatchkeyProvider } from '../../react-skin/index.ts'
import { embeddedCard } from '../../react-skin/shell/loaders.ts'
import '../../react-skin/styles/styles.css'
import type { ChainAdapter } from '../../sdk/chains/adapter.ts'
import { withSession } from '../../sdk/chains/session.ts'
import { offlineAdapter } from '../support/offline.ts'
import {
  createLatchkey,
  defineNetwork,
  mainnet,
  type CallOutput,
  type Latchkey,
  type LatchkeyOptions,
  type Transaction,
  type ViewName,
  type Wallet,
} from '../../sdk/index.ts'

// Most of these tests are about the content of the card. Other tests cover that it is loaded on demand.
embeddedCard.load()
await new Promise<void>((resolve) => embeddedCard.whenReady(resolve))

/** Sets the font size of the browser, which is 16 px by default. */
export async function lettersOf(standard: number) {
  // Playwright's types leave out the experimental part of the protocol.
  const set = (size: number) => cdp().send('Page.setFontSizes' as never, { fontSizes: { standard: size } } as never)
  onTestFinished(() => set(16))
  await set(standard)
  await expect.poll(() => getComputedStyle(document.documentElement).fontSize).toBe(`${standard}px`)
}

export const second = defineNetwork({
  id: 31337,
  name: 'Second Chain',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://second.invalid'] } },
})

export const declined = () => {
  throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
}

/** An empty catalog, and an account without name, balances or history at the API. */
export const emptyAnswers: FakeAnswers = {
  wallets: { data: [], count: 0 },
  identity: { name: undefined, avatar: undefined },
  namesOfAddress: [],
  history: { data: [], next: undefined },
}

/** A real instance with a wallet that the test scripts. Balances need no chain, and the API is a fake. */
export function instance(
  wallet: FakeWallet | undefined,
  options: LatchkeyOptions = {},
  api: FakeApi = fakeApi(emptyAnswers, { serves: false }),
  chain: Partial<ChainAdapter> = {},
): Latchkey {
  return createLatchkey({
    projectId: 'test',
    enableWalletConnect: false,
    networks: [mainnet, second],
    theme: 'light',
    ...(wallet && {
      connectors: [
        { connector: { id: 'fake', name: 'Fake Wallet', type: 'ANNOUNCED', chain: 'eip155' }, provider: wallet },
      ],
    }),
    ...options,
    ports: {
      storage: memoryStorage(),
      api,
      images: { preload: () => {} },
      chains: {
        at: async (_, connector) => ({
          ...(connector === 'AUTH' ? withSession(offlineAdapter) : offlineAdapter),
          fetchBalances: async ({ network }) => [
            {
              name: 'Ether',
              symbol: 'ETH',
              chainId: network.caipNetworkId,
              quantity: { decimals: '18', numeric: '12345.678912345678912345' },
            },
          ],
          ...chain,
        }),
      },
      ...options.ports,
    },
  })
}

/** A fake API whose catalog is these wallets, page by page, and searched by name. */
export function catalogOf(wallets: readonly Wallet[], answers: FakeAnswers = {}): FakeApi {
  return fakeApi(
    {
      ...emptyAnswers,
      wallets: ({ page: number, entries, search = '', include = [], badge_type }): CallOutput<'wallets'> => {
        const found = wallets.filter(
          ({ id, name, certified }) =>
            name.toLowerCase().includes(search.toLowerCase()) &&
            (include.length === 0 || include.includes(id)) &&
            (badge_type === undefined || certified === true),
        )
        return { data: found.slice((number - 1) * entries, number * entries), count: found.length }
      },
      ...answers,
    },
    { serves: false },
  )
}

/** This many made-up wallets. */
export const madeUp = (count: number): Wallet[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `wallet-${index + 1}`,
    name: `Wallet ${index + 1}`,
    chains: ['eip155:1'],
    certified: index % 3 === 0,
    mobileLink: `wallet${index + 1}://`,
    homepage: `https://wallet${index + 1}.example`,
  }))

export const app = (latchkey: Latchkey, beside?: ReactNode) => (
  <LatchkeyProvider latchkey={latchkey}>
    {beside}
    <LatchkeyModal />
  </LatchkeyProvider>
)

/** Shows an instance at a view. */
export async function showAt(view: ViewName, latchkey: Latchkey) {
  const screen = await render(app(latchkey))
  latchkey.dispatch({ type: 'modal.open', view })
  return screen
}

export async function showConnected(options: LatchkeyOptions = {}, api?: FakeApi) {
  const wallet = fakeWallet()
  const latchkey = instance(wallet, options, api)
  const screen = await render(app(latchkey))
  await latchkey.connect({ connectorId: 'fake' })
  await expect.element(screen.getByRole('heading', { name: 'Account' })).toBeInTheDocument()
  // The profile and the balances are loaded with the account.
  await expect.poll(() => latchkey.find('balance')?.getSnapshot().hasTag('busy')).toBe(false)
  await expect.poll(() => document.querySelector('[data-part="view"][data-loading]')).toBeNull()
  return { wallet, latchkey, screen }
}

export const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** The CAIP-10 id of a token's contract on Ethereum, one for each symbol. */
export const contractOf = (symbol: string) =>
  `eip155:1:0x${Array.from(symbol, (letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .slice(0, 40)
    .padStart(40, '0')}`

/** A transaction this many days before the end of January 2026, by which tokens came in unless it says otherwise. */
export const entry = (
  days: number,
  changes: Partial<Transaction['metadata']> = {},
  transfers?: Transaction['transfers'],
) =>
  ({
    id: `transaction ${days}`,
    metadata: {
      operationType: 'receive',
      hash: `0x${String(days).padStart(64, '0')}`,
      minedAt: new Date(Date.UTC(2026, 0, 31, 12) - days * 86_400_000).toISOString(),
      sentFrom: other,
      sentTo: address,
      status: 'confirmed',
      chain: 'eip155:1',
      ...changes,
    },
    transfers: transfers ?? [coins('in', '1.5')],
  }) satisfies Transaction

export const coins = (direction: 'in' | 'out', numeric: string, symbol = 'ETH') => ({
  fungible_info: { name: symbol, symbol },
  direction,
  quantity: { numeric },
})

export const collectible = (direction: 'in' | 'out', name: string, url?: string) => ({
  nft_info: { name, content: { preview: { url } } },
  direction,
  quantity: { numeric: '1' },
})

/** Emulates a setting of the user, such as `prefers-reduced-motion`, until the test ends. */
export async function emulate(name: string, value: string) {
  const set = (settings: Record<string, string>) =>
    cdp().send('Emulation.setEmulatedMedia', {
      features: Object.entries({ 'prefers-reduced-motion': 'reduce', ...settings }).map(([feature, chosen]) => ({
        name: feature,
        value: chosen,
      })),
    })
  onTestFinished(async () => void (await set({})))
  await set({ [name]: value })
}

const ends = ({ effect }: Animation) => effect?.getComputedTiming().iterations !== Infinity
/** Waits until all animations have ended, except endless ones. */
export const settled = () =>
  Promise.allSettled(
    document
      .getAnimations()
      .filter(ends)
      .map(({ finished }) => finished),
  )

/** Waits until the machines are loaded, and the embedded card shows their state. */
export async function loaded(latchkey: Latchkey): Promise<void> {
  await latchkey.ready()
  await vi.waitFor(() => expect(document.querySelector('[data-part="card"][data-loading]')).toBeNull())
}

/** The violations that axe finds once nothing moves. A color in the middle of a fade is not checked. */
export async function violations(only?: string) {
  await settled()
  const { violations: found } = await axe.run(document.body, {
    ...(only !== undefined && { runOnly: [only] }),
    // The test page is not a whole page: it has no landmarks, headings or language.
    rules: {
      region: { enabled: false },
      'page-has-heading-one': { enabled: false },
      'html-has-lang': { enabled: false },
      // Voice control users speak the label that they see.
      'label-content-name-mismatch': { enabled: true },
    },
  })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** What is wider than the card, at two narrow widths of the window. */
export async function overflowing() {
  const found: string[] = []
  for (const width of [360, 320]) {
    await page.viewport(width, 800)
    await settled()
    const stage = document.querySelector('[data-part="stage"]')
    if (document.documentElement.scrollWidth > width) found.push(`the page at ${width}`)
    if (stage && stage.scrollWidth > stage.clientWidth) found.push(`the stage at ${width}`)
  }
  await page.viewport(414, 896)
  return found
}

/** Style attributes within the skin, which has none because of a strict CSP. Screenshots leave empty ones in fields. */
export const styled = () =>
  [...document.querySelectorAll('[data-latchkey] [style]:not([style=""]), [data-latchkey][style]:not([style=""])')].map(
    ({ outerHTML }) => outerHTML,
  )
