/** What the pictures of the skin show: made-up wallets, tokens and networks, with their own images. */
import { expect, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { fakeApi, type FakeAnswers, type FakeApi } from '../../mocks/fakes/fakeApi.ts'
import { fakeWallet, type FakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { ConnectButton, LatchkeyModal, LatchkeyProvider, type OwnSlots, type OwnViews } from '../../react-skin/index.ts'
import type { CallOutput, Latchkey, LatchkeyOptions, Network, ViewName, Wallet } from '../../sdk/index.ts'
import { bitcoin, mainnet, solana } from '../../sdk/index.ts'
import { fakePairing } from '../support/pairing.ts'
import { contractOf, emptyAnswers, instance, second } from '../react-skin/support.tsx'

/** How a scene is shown. */
export interface Stage {
  locale: 'en' | 'ar'
  phone: boolean
  /** The card is embedded in the page, next to a button. */
  embedded?: boolean
}

/** Renders one state of one view in the page. */
export type Scene = (stage: Stage) => Promise<Latchkey>

const svg = (content: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${content}</svg>`)}`

/** A sign in two colors, which distinguishes one name from another. */
export function sign(name: string): string {
  const hue = Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
  const shapes = [
    '<path d="M8 28 20 10l12 18z" fill="#fff"/>',
    '<circle cx="20" cy="20" r="9" fill="#fff"/>',
    '<path d="M10 12h20v6H10zm0 10h20v6H10z" fill="#fff"/>',
    '<path d="M20 8a12 12 0 0 1 0 24z" fill="#fff"/>',
  ]
  return svg(`<rect width="40" height="40" fill="hsl(${hue} 65% 45%)"/>${shapes[hue % shapes.length] ?? ''}`)
}

const wallet = (name: string, more: Partial<Wallet> = {}): Wallet => ({
  id: name.toLowerCase(),
  name,
  chains: ['eip155:1'],
  imageUrl: sign(name),
  mobileLink: `${name.toLowerCase()}://`,
  homepage: `https://${name.toLowerCase()}.example`,
  ...more,
})

export const wallets: readonly Wallet[] = [
  'Juniper',
  'Northlight',
  'Tidewater',
  'Copperleaf',
  'Marigold',
  'Saltmarsh',
  'Pinecone',
  'Lanternfish',
  'Windrose',
  'Quillwork',
  'Bramble',
  'Oxbow',
].map((name, index) => wallet(name, { certified: index % 3 === 0 }))

/** A wallet with every kind of link, and every store. */
export const everywhere = wallet('Everywhere', {
  mobileLink: 'everywhere://',
  webappLink: 'https://app.everywhere.example',
  desktopLink: 'everywhere-desktop://',
  chromeStore: 'https://chrome.example/everywhere',
  appStore: 'https://apple.example/everywhere',
  playStore: 'https://android.example/everywhere',
})

export const unreachable = wallet('Nowhere', { mobileLink: undefined, homepage: undefined })

/** A network with its own image. */
export const named = (network: Network, name = network.name): Network => ({
  ...network,
  name,
  assets: { ...network.assets, imageUrl: sign(name) },
  blockExplorers: { default: { name: 'Chainscope', url: 'https://chainscope.example' } },
})
export const ethereum = named(mainnet)
export const otherNetwork = { ...named(second), assets: undefined }
export const networks = [ethereum, otherNetwork] as const
export const manyNetworks: readonly Network[] = [
  ...networks,
  ...['Riverbed', 'Optical', 'A network whose name is longer than a row of this list has room for', 'Kelp'].map(
    (name, index) => ({
      ...named(second, name),
      id: 100 + index,
      caipNetworkId: `eip155:${100 + index}` as const,
    }),
  ),
  named(solana),
  named(bitcoin),
]

/** The API's answers. By default, the catalog has these wallets. */
export function provider(answers: FakeAnswers = {}, serves = true): FakeApi {
  const catalog: FakeAnswers['wallets'] = ({ page, entries, search = '', include = [] }): CallOutput<'wallets'> => {
    const found = wallets.filter(
      ({ id, name }) =>
        name.toLowerCase().includes(search.toLowerCase()) && (include.length === 0 || include.includes(id)),
    )
    return { data: found.slice((page - 1) * entries, page * entries), count: found.length }
  }
  return withPictures(fakeApi({ ...emptyAnswers, wallets: catalog, ...answers }, { serves }))
}

/** The id of an image in the catalog is the image itself here. */
function withPictures(api: FakeApi): FakeApi {
  return { ...api, client: async () => ({ ...(await api.client()), imageUrl: (_, id) => id }) }
}

/** An API that cannot be reached. */
export const unreachableProvider = () => fakeApi({}, { serves: true })

const pageOf = ({ phone }: Stage) => ({
  read: () => ({
    url: 'https://site.example/',
    origin: 'https://site.example',
    mobile: phone,
    ...(phone && { system: 'ios' as const }),
  }),
})

const until = (selector: string) => vi.waitFor(() => expect(document.querySelector(selector)).not.toBeNull())

export interface Shown {
  view?: ViewName
  wallet?: FakeWallet
  api?: FakeApi
  options?: LatchkeyOptions
  /** What an app adds, or puts in the place of the skin's. */
  slots?: OwnSlots
  views?: OwnViews
  /** A selector that matches once the scene is complete. */
  until?: string
}

/** An app with one wallet installed and not connected. The modal is open at a view. */
export async function open(
  stage: Stage,
  { view, wallet = fakeWallet(), api, options = {}, slots = {}, views = {}, until: selector }: Shown,
) {
  const latchkey = instance(
    undefined,
    {
      embedded: stage.embedded ?? false,
      networks,
      connectors: [
        {
          connector: { id: 'harbor', name: 'Harbor', type: 'ANNOUNCED', chain: 'eip155', imageUrl: sign('Harbor') },
          provider: wallet,
        },
      ],
      ...options,
      ports: {
        page: pageOf(stage),
        ...(options.enableWalletConnect && { pairing: fakePairing().port }),
        ...options.ports,
      },
    },
    api ?? provider(),
  )
  await render(
    <LatchkeyProvider latchkey={latchkey} locale={stage.locale} slots={slots} views={views}>
      {stage.embedded && <ConnectButton />}
      <LatchkeyModal />
    </LatchkeyProvider>,
    { container: document.body.appendChild(document.createElement('main')) },
  )
  latchkey.dispatch({ type: 'modal.open', ...(view && { view }) })
  await complete(selector)
  return latchkey
}

/** Waits until a view is rendered with all of its content. */
export async function complete(selector?: string, view?: ViewName) {
  const there = ':is([data-part="view"]:not([data-loading]), [data-part="own-view"])'
  await until(`[data-part="card"]${view ? `[data-view="${view}"]` : ''} ${there}`)
  if (selector) await until(selector)
}

export async function go(latchkey: Latchkey, view: ViewName, selector?: string) {
  latchkey.dispatch({ type: 'view.push', view })
  await complete(selector, view)
}

type Balances = CallOutput<'balance'>['balances']
export const token = (
  name: string,
  symbol: string,
  numeric: string,
  value?: number,
  pictured = true,
): Balances[number] => ({
  name,
  symbol,
  chainId: 'eip155:1',
  ...(symbol !== 'ETH' && { address: contractOf(symbol) }),
  ...(value !== undefined && { value }),
  ...(pictured && { iconUrl: sign(symbol) }),
  quantity: { decimals: '18', numeric },
})

export const holdings: Balances = [
  token('Ether', 'ETH', '2.4815', 6203.75),
  token('Harbor Dollar', 'HUSD', '1500.25', 1500.2),
  token('Wrapped Stone', 'WST', '0.00042', 12.5),
  token('Unpriced Thing', 'ODD', '1234567.891', undefined, false),
]

export const profile: FakeAnswers = {
  identity: { name: 'marguerite.eth', avatar: sign('marguerite') },
  balance: { balances: holdings },
}

/** The account's view, connected to the installed wallet. */
export async function connected(stage: Stage, { api = provider(profile), until: selector, ...shown }: Shown = {}) {
  const latchkey = await open(stage, { ...shown, api })
  await latchkey.connect({ connectorId: 'harbor' })
  latchkey.dispatch({ type: 'modal.open' })
  await complete(selector)
  return latchkey
}
