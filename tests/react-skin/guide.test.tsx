import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import type { LatchkeyOptions, Wallet } from '../../sdk/index.ts'
import { fakePairing } from '../support/pairing.ts'
import { app, catalogOf, instance, madeUp, showAt } from './support.tsx'

const everywhere: Wallet = {
  id: 'everywhere',
  name: 'Everywhere',
  chains: ['eip155:1'],
  chromeStore: 'https://chrome.example/everywhere',
  appStore: 'https://apple.example/everywhere',
  playStore: 'https://android.example/everywhere',
  homepage: 'https://everywhere.example',
  webappLink: 'https://app.everywhere.example',
}

const phone = {
  page: { read: () => ({ url: 'https://site.example/buy?x=1', origin: 'https://site.example', mobile: true }) },
}

/** The view of one wallet that the app adds. */
async function showDownloads(wallet: Wallet, options: LatchkeyOptions = {}) {
  const latchkey = instance(fakeWallet(), { customWallets: [wallet], ...options })
  const screen = await render(app(latchkey))
  await screen.getByRole('button', { name: wallet.name }).click()
  await expect.element(screen.getByRole('heading', { name: `Get ${wallet.name}` })).toBeVisible()
  await vi.waitFor(() => expect(document.querySelector('[data-part="wallet"]')).not.toBeNull())
  return screen
}

const links = () =>
  [...document.querySelectorAll<HTMLAnchorElement>('[data-part="view"] a')].map(
    ({ textContent, href, target, rel }) => {
      expect([target, rel]).toEqual(['_blank', 'noopener noreferrer'])
      return [textContent.replace('Opens in a new tab', ''), href]
    },
  )

test('the view of a wallet lists each of its links, and no others', async () => {
  const screen = await showDownloads(everywhere)
  expect(links()).toEqual([
    ['Open web app', 'https://app.everywhere.example/'],
    ['Chrome extension', 'https://chrome.example/everywhere'],
    ['iOS app', 'https://apple.example/everywhere'],
    ['Android app', 'https://android.example/everywhere'],
    ['Website', 'https://everywhere.example/'],
  ])
  await screen.unmount()
  await showDownloads({ id: 'one', name: 'One', chains: [], playStore: 'https://android.example/one' })
  expect(links()).toEqual([['Android app', 'https://android.example/one']])
})

test('the view of a wallet without links says that no source is known', async () => {
  const screen = await showDownloads({ id: 'none', name: 'Nowhere', chains: [] })
  expect(links()).toEqual([])
  await expect.element(screen.getByText(/^We have no download link for Nowhere/)).toBeVisible()
})

test('the view of a wallet with its own browser opens this page there on a phone', async () => {
  const screen = await showDownloads({ ...everywhere, name: 'Phantom' }, { ports: phone })
  expect(links()[0]).toEqual([
    'Open in Phantom',
    'https://phantom.app/ul/browse/https%3A%2F%2Fsite.example%2Fbuy%3Fx%3D1?ref=https%3A%2F%2Fsite.example',
  ])
  await expect
    .element(screen.getByRole('link', { name: /^Open in Phantom/ }))
    .toHaveAttribute('data-variant', 'primary')
  await screen.unmount()
  await showDownloads({ ...everywhere, name: 'Phantom' })
  expect(links()[0]?.[0]).toBe('Open web app')
})

test('the view of a wallet says so when none was selected', async () => {
  const screen = await showAt('Downloads', instance(fakeWallet()))
  await expect.element(screen.getByRole('heading', { name: 'Downloads' })).toBeVisible()
  await expect.element(screen.getByText('No wallet selected.')).toBeVisible()
})

test('the view for users without a wallet lists four that are not installed, and links to all', async () => {
  const [featured, custom, ...recommended] = madeUp(9)
  if (!featured || !custom) throw new Error('too few')
  const api = catalogOf([featured, { ...madeUp(1)[0], id: 'fake', name: 'Installed', chains: [] }, ...recommended])
  const latchkey = instance(fakeWallet(), { featuredWalletIds: [featured.id], customWallets: [custom] }, api)
  const screen = await render(app(latchkey))
  await expect.element(screen.getByRole('button', { name: 'Wallet 1' })).toBeVisible()
  await screen.getByRole('button', { name: 'Get a wallet' }).click()
  const list = screen.getByRole('list', { name: 'Get a wallet' })
  await expect.element(list).toBeVisible()
  expect([...list.element().querySelectorAll('[data-part="row-name"]')].map(({ textContent }) => textContent)).toEqual([
    'Wallet 1',
    'Wallet 2',
    'Wallet 3',
    'Wallet 4',
    'Explore all',
  ])
  expect(links()).toEqual([['Explore all', 'https://explorer.walletconnect.com/']])
  await screen.getByRole('button', { name: 'Wallet 3' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Get Wallet 3' })).toBeVisible()
})

test('the view for users without a wallet shows no code to scan with one', async () => {
  const pairing = fakePairing()
  const latchkey = instance(
    fakeWallet(),
    { enableWalletConnect: true, ports: { pairing: pairing.port } },
    catalogOf(madeUp(1)),
  )
  const screen = await showAt('GetWallet', latchkey)
  await screen.getByRole('button', { name: 'Wallet 1' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Get Wallet 1' })).toBeVisible()
  await vi.waitFor(() => expect(links()).toEqual([['Website', 'https://wallet1.example/']]))
  await screen.getByRole('button', { name: 'Back' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Get a wallet' })).toBeVisible()
})

test('wallets are explained in three cards, which lead to getting one', async () => {
  const screen = await render(app(instance(fakeWallet())))
  await screen.getByRole('button', { name: 'What is a wallet?' }).click()
  await expect.element(screen.getByRole('heading', { name: 'What is a wallet?' })).toBeVisible()
  for (const name of ['One sign-in for all of web3', 'A home for your digital assets', 'Your gateway to a new web'])
    await expect.element(screen.getByRole('heading', { name })).toBeVisible()
  await screen.getByRole('button', { name: 'Get a wallet' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Get a wallet' })).toBeVisible()
  await screen.getByRole('button', { name: 'Back' }).click()
  await screen.getByRole('button', { name: 'Back' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()
})
