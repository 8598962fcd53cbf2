/** Pictures of the option `icons`, without a request to another host. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import type { LatchkeyOptions, TokenBalance } from '../../sdk/index.ts'
import { offlineAdapter } from '../support/offline.ts'
import { app, instance } from './support.tsx'

const metaMask = {
  id: 'metamask',
  name: 'MetaMask',
  type: 'ANNOUNCED',
  chain: 'eip155',
  info: { rdns: 'io.metamask' },
} as const
const icons = () => import('../../sdk/icons/index.ts')
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const image = 'https://images.example/api.png'
const token = (name: string, address: string, iconUrl?: string): TokenBalance => ({
  name,
  symbol: 'USDC',
  chainId: 'eip155:1',
  address: `eip155:1:${address}`,
  quantity: { decimals: '6', numeric: '5' },
  ...(iconUrl !== undefined && { iconUrl }),
})
const tokens: readonly TokenBalance[] = [
  { name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', quantity: { decimals: '18', numeric: '1' } },
  token('USD Coin', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', image),
  token('Fake Coin', '0x00000000000000000000000000000000000000aA'),
]

const shown = (options: LatchkeyOptions = {}) =>
  instance(undefined, {
    connectors: [{ connector: metaMask, provider: fakeWallet() }],
    ...options,
    ports: { chains: { at: async () => ({ ...offlineAdapter, fetchBalances: async () => tokens }) } },
  })

/** The source of the picture in a row; undefined for a letter. */
const pictureIn = (row: Element | null) => row?.querySelector('img')?.src
const rowOf = (name: string) =>
  [...document.querySelectorAll('[data-part="row"]')].find((row) => row.textContent?.includes(name)) ?? null
const DRAWN = /^data:image\/svg\+xml,/
const foreignHosts = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).host)
    .filter((host) => host !== '' && host !== location.host)

test('a wallet, a network, a native currency and a well-known token have pictures, and a token with the same symbol has a letter', async () => {
  performance.clearResourceTimings()
  const latchkey = shown({ icons })
  const screen = await render(app(latchkey))
  await vi.waitFor(() => expect(pictureIn(rowOf('MetaMask'))).toMatch(DRAWN))
  await latchkey.connect({ connectorId: 'metamask' })
  await expect.element(screen.getByText('USD Coin')).toBeVisible()
  await vi.waitFor(() => expect(pictureIn(rowOf('USD Coin'))).toMatch(DRAWN))
  await vi.waitFor(() => expect(pictureIn(rowOf('Ether'))).toMatch(DRAWN))
  expect(pictureIn(rowOf('Fake Coin'))).toBeUndefined()
  expect(rowOf('Fake Coin')?.querySelector('[data-part="picture"]')?.textContent).toBe('U')
  latchkey.dispatch({ type: 'modal.open', view: 'Networks' })
  await vi.waitFor(() => expect(pictureIn(rowOf('Ethereum'))).toMatch(DRAWN))
  expect(pictureIn(rowOf('Second Chain'))).toBeUndefined()
  expect(foreignHosts()).toEqual([])
})

/** The sources of all images that are added to the page from now on. */
function watchImages(): () => readonly string[] {
  const sources: string[] = []
  const observer = new MutationObserver(() => {
    for (const { src } of document.images) sources.push(src)
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['src'] })
  onTestFinished(() => observer.disconnect())
  return () => sources
}

test.each([
  ['and is shown if the icon set has none', async () => undefined, true],
  ['and is not requested if the icon set has one', async () => PIXEL, false],
])('an image of another host is not shown while icons load, %s', async (_, tokenIcon, isShown) => {
  let load: () => void = () => {}
  const loaded = new Promise<void>((resolve) => (load = resolve))
  const latchkey = shown({ icons: async () => (await loaded, { ...(await icons()), tokenIcon }) })
  const sources = watchImages()
  const screen = await render(app(latchkey))
  await latchkey.connect({ connectorId: 'metamask' })
  await expect.element(screen.getByText('USD Coin')).toBeVisible()
  expect(sources()).not.toContain(image)
  load()
  await vi.waitFor(() => expect(sources()).toContain(isShown ? image : PIXEL))
  expect(sources().includes(image)).toBe(isShown)
})

test('the image of the app comes before that of the icon set', async () => {
  const latchkey = shown({
    icons,
    connectors: [{ connector: { ...metaMask, imageUrl: PIXEL }, provider: fakeWallet() }],
  })
  await render(app(latchkey))
  await vi.waitFor(() => expect(pictureIn(rowOf('MetaMask'))).toBe(PIXEL))
})
