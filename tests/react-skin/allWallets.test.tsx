import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SimulatedClock } from 'xstate'
import { fakeApi, type FakeApi } from '../../mocks/fakes/fakeApi.ts'
import { fakeWallet, never } from '../../mocks/fakes/fakeWallet.ts'
import { ApiError } from '../../sdk/index.ts'
import { app, catalogOf, emptyAnswers, instance, madeUp, showAt } from './support.tsx'

const rows = () => [...document.querySelectorAll('[data-index]')]
const names = () => rows().map((row) => row.querySelector('[data-part="row-name"]')?.textContent)
const stage = () => document.querySelector('[data-part="stage"]')
const skeletons = () => document.querySelectorAll('[data-part="skeleton-row"]').length
const asked = ({ calls }: { calls: { name: string; input: unknown }[] }) =>
  calls.flatMap(({ name, input }) =>
    name === 'wallets' ? [input as { page: number; entries: number; search?: string }] : [],
  )
const pages = (api: Parameters<typeof asked>[0]) =>
  asked(api).flatMap(({ page: number, entries, search }) => (entries === 40 && search === undefined ? [number] : []))
const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** The view of all wallets, which searches once nothing was typed for 500 ms. */
async function searchable(api: FakeApi) {
  const clock = new SimulatedClock()
  const screen = await showAt('AllWallets', instance(fakeWallet(), { ports: { clock } }, api))
  await expect.element(screen.getByRole('button', { name: 'Wallet 1', exact: true })).toBeVisible()
  return { screen, pause: () => clock.increment(500) }
}

test('a list of ten thousand wallets keeps only the visible ones in the page, wherever it is scrolled', async () => {
  const wallets = madeUp(10_000)
  const api = fakeApi({ ...emptyAnswers, wallets: { data: wallets, count: wallets.length } })
  const screen = await showAt('AllWallets', instance(fakeWallet(), {}, api))
  await expect.element(screen.getByRole('button', { name: 'Wallet 1', exact: true })).toBeVisible()
  expect(rows().length).toBeLessThan(60)
  expect(stage()?.scrollHeight).toBeGreaterThan(10_000 * 60)

  for (const middle of [100_000, 300_000, 500_000]) {
    stage()?.scrollTo(0, middle)
    await frame()
    const box = stage()?.getBoundingClientRect()
    const shown = document.elementFromPoint(100, (box?.bottom ?? 0) - 40)?.closest('[data-index]')
    expect(Number(shown?.getAttribute('data-index'))).toBeGreaterThan(middle / 60 - 5)
    expect(rows().length).toBeLessThan(60)
  }
  stage()?.scrollTo(0, 10_000 * 60)
  await expect.element(screen.getByRole('button', { name: 'Wallet 10000', exact: true })).toBeVisible()
  const last = (await screen.getByRole('button', { name: 'Wallet 10000', exact: true }).findElement()).closest('li')
  expect(last?.getAttribute('aria-posinset')).toBe('10000')
  expect(last?.getAttribute('aria-setsize')).toBe('10000')
})

test('the next page is read once when the end of the list comes near, until the last one', async () => {
  const api = catalogOf(madeUp(100))
  const screen = await showAt('AllWallets', instance(fakeWallet(), {}, api))
  await expect.element(screen.getByRole('button', { name: 'Wallet 1', exact: true })).toBeVisible()
  expect(pages(api)).toEqual([1])
  expect(rows()[0]?.getAttribute('aria-setsize')).toBe('-1')
  for (const count of [2, 3]) {
    stage()?.scrollTo(0, 100_000)
    await vi.waitFor(() => expect(pages(api)).toHaveLength(count))
    await frame()
  }
  stage()?.scrollTo(0, 100_000)
  await expect.element(screen.getByRole('button', { name: 'Wallet 100', exact: true })).toBeVisible()
  await frame()
  expect(pages(api)).toEqual([1, 2, 3])
  expect(rows()[0]?.getAttribute('aria-setsize')).toBe('100')
})

test('pages without a wallet for this app are skipped', async () => {
  const elsewhere = madeUp(80).map((wallet) => ({ ...wallet, chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }))
  const here = { ...(madeUp(81)[80] ?? elsewhere[0]), id: 'here', name: 'At last', chains: ['eip155:1'] }
  const api = catalogOf([...elsewhere, here as (typeof elsewhere)[number]])
  const screen = await showAt('AllWallets', instance(fakeWallet(), {}, api))
  await expect.element(screen.getByRole('button', { name: 'At last' })).toBeVisible()
})

test('the list shows sixteen placeholders before anything is read', async () => {
  const api = fakeApi({ ...emptyAnswers, wallets: never })
  const screen = await showAt('AllWallets', instance(fakeWallet(), {}, api))
  await expect.element(screen.getByRole('status', { name: 'Loading…' })).toBeInTheDocument()
  expect(skeletons()).toBe(16)
})

test('wallets that are installed come first, and connect', async () => {
  const wallets = madeUp(60).map((wallet) => (wallet.id === 'wallet-30' ? { ...wallet, id: 'fake' } : wallet))
  const wallet = fakeWallet({ eth_requestAccounts: never })
  const screen = await showAt('AllWallets', instance(wallet, {}, catalogOf(wallets)))
  await expect.element(screen.getByRole('button', { name: 'Wallet 30 Installed' })).toBeVisible()
  expect(names()[0]).toBe('Wallet 30')
  await screen.getByRole('button', { name: 'Wallet 30 Installed' }).click()
  await expect.element(screen.getByText('Continue in Fake Wallet')).toBeVisible()
})

test('a search is sent once after the last key, and matches that are loaded already are shown meanwhile', async () => {
  const api = catalogOf(madeUp(300))
  const { screen, pause } = await searchable(api)
  await screen.getByRole('searchbox', { name: 'Search wallets' }).click()
  await userEvent.keyboard('Wallet 29')
  await vi.waitFor(() => expect(names()).toEqual(['Wallet 29']))
  await expect.element(screen.getByText('Searching…')).toBeVisible()
  expect(asked(api).filter(({ search }) => search !== undefined)).toEqual([])

  pause()
  await expect.element(screen.getByText('11 found')).toBeVisible()
  expect(names()).toHaveLength(11)
  expect(
    asked(api)
      .filter(({ search }) => search !== undefined)
      .map(({ search }) => search),
  ).toEqual(['Wallet 29'])
  await expect.element(screen.getByRole('searchbox')).toHaveValue('Wallet 29')

  await screen.getByRole('searchbox').fill('')
  await expect.element(screen.getByText('300+ wallets')).toBeVisible()
  expect(names()[0]).toBe('Wallet 1')
})

test('a search without a result says so', async () => {
  const { screen, pause } = await searchable(catalogOf(madeUp(3)))
  await screen.getByRole('searchbox').fill('nothing of the kind')
  pause()
  await expect.element(screen.getByRole('heading', { name: 'No wallet found' })).toBeVisible()
  await expect.element(screen.getByText('0 found')).toBeVisible()
})

test('a failed search keeps the loaded matches, says why it failed, and is repeated on request', async () => {
  const api = catalogOf(madeUp(50))
  const { screen, pause } = await searchable(api)
  const works = api.answers.wallets
  api.answers.wallets = () => {
    throw new ApiError('api.busy', { call: 'wallets' })
  }
  await screen.getByRole('searchbox').fill('Wallet 4')
  pause()
  await expect
    .element(screen.getByText('The search failed. The server is busy. Please try again in a moment.'))
    .toBeVisible()
  expect(names()).toEqual(['Wallet 4', 'Wallet 40'])
  api.answers.wallets = works ?? { data: [], count: 0 }
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('11 found')).toBeVisible()
})

test('the switch shows certified wallets only', async () => {
  const api = catalogOf(madeUp(30))
  const { screen, pause } = await searchable(api)
  const toggle = screen.getByRole('switch', { name: 'Certified only' })
  await toggle.click()
  await expect.element(toggle).toBeChecked()
  pause()
  await expect.element(screen.getByText('10 found')).toBeVisible()
  expect(asked(api).at(-1)).toMatchObject({ badge_type: 'certified' })
  await toggle.click()
  await expect.element(screen.getByText('30+ wallets')).toBeVisible()
})

test('a failed page keeps the others, and is read again on request', async () => {
  const api = catalogOf(madeUp(60))
  const screen = await showAt('AllWallets', instance(fakeWallet(), {}, api))
  await expect.element(screen.getByRole('button', { name: 'Wallet 1', exact: true })).toBeVisible()
  const works = api.answers.wallets
  delete api.answers.wallets
  stage()?.scrollTo(0, 100_000)
  await expect
    .element(screen.getByText(/^The wallets could not be loaded\. The server could not be reached/))
    .toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Wallet 40', exact: true })).toBeInTheDocument()
  api.answers.wallets = works ?? { data: [], count: 0 }
  await screen.getByRole('button', { name: 'Try again' }).click()
  stage()?.scrollTo(0, 100_000)
  await expect.element(screen.getByRole('button', { name: 'Wallet 60', exact: true })).toBeVisible()
})

test('the search field has the focus when the view opens, but not on a phone', async () => {
  const api = catalogOf(madeUp(50))
  const screen = await render(app(instance(fakeWallet(), {}, api)))
  await screen.getByRole('button', { name: /All wallets/ }).click()
  await expect.element(screen.getByRole('searchbox')).toHaveFocus()
  await screen.unmount()

  const dialog = instance(fakeWallet(), { embedded: false }, api)
  const second = await render(app(dialog))
  dialog.dispatch({ type: 'modal.open', view: 'AllWallets' })
  await expect.element(second.getByRole('searchbox')).toHaveFocus()
  await second.unmount()

  const phone = { page: { read: () => ({ url: 'https://a.example/', origin: 'https://a.example', mobile: true }) } }
  const third = await render(app(instance(fakeWallet(), { ports: phone }, api)))
  await third.getByRole('button', { name: /All wallets/ }).click()
  await expect.element(third.getByRole('heading', { name: 'All wallets' })).toHaveFocus()
})

test('an embedded view does not take the focus from an element outside the card', async () => {
  const latchkey = instance(fakeWallet(), {}, catalogOf(madeUp(5)))
  const screen = await render(app(latchkey, <button type="button">beside</button>))
  await screen.getByRole('button', { name: 'beside' }).click()
  latchkey.dispatch({ type: 'modal.open', view: 'AllWallets' })
  await expect.element(screen.getByRole('searchbox')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'beside' })).toHaveFocus()
})

test('the list is one tab stop; arrows, Home and End move in it, and the focus survives scrolling', async () => {
  const wallets = madeUp(1_000)
  const api = fakeApi({ ...emptyAnswers, wallets: { data: wallets, count: wallets.length } })
  const screen = await render(app(instance(fakeWallet(), {}, api)))
  await screen.getByRole('button', { name: /All wallets/ }).click()
  await expect.element(screen.getByRole('searchbox')).toHaveFocus()
  const wallet = (number: number) => screen.getByRole('button', { name: `Wallet ${number}`, exact: true })
  await expect.element(wallet(1)).toBeVisible()

  await userEvent.keyboard('{ArrowDown}')
  await expect.element(wallet(1)).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(wallet(3)).toHaveFocus()
  stage()?.scrollTo(0, 30_000)
  await frame()
  await expect.element(wallet(3)).toHaveFocus()
  expect(rows().length).toBeLessThan(60)
  await userEvent.keyboard('{End}')
  await expect.element(wallet(1_000)).toHaveFocus()
  await expect.element(wallet(1_000)).toBeVisible()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(wallet(999)).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await expect.element(wallet(1)).toHaveFocus()
  await userEvent.tab({ shift: true })
  await expect.element(screen.getByRole('switch')).toHaveFocus()
  const tools = document.querySelector('[data-part="tools"]')?.getBoundingClientRect()
  expect(wallet(1).element().getBoundingClientRect().top).toBeGreaterThanOrEqual(tools?.bottom ?? Infinity)
})

test('going back restores the scroll position of the list', async () => {
  const wallets = madeUp(500)
  const api = fakeApi({ ...emptyAnswers, wallets: { data: wallets, count: wallets.length } })
  const screen = await showAt('AllWallets', instance(fakeWallet(), {}, api))
  await expect.element(screen.getByRole('button', { name: 'Wallet 1', exact: true })).toBeVisible()
  stage()?.scrollTo(0, 12_000)
  await expect.element(screen.getByRole('button', { name: 'Wallet 206', exact: true })).toBeInViewport({ ratio: 1 })
  const place = stage()?.scrollTop
  // A real click may scroll a little.
  const row = await screen.getByRole('button', { name: 'Wallet 206', exact: true }).findElement()
  if (row instanceof HTMLElement) row.click()
  await expect.element(screen.getByRole('heading', { name: 'Get Wallet 206' })).toBeVisible()
  expect(stage()?.scrollTop).toBe(0)
  await screen.getByRole('button', { name: 'Back' }).click()
  await expect.element(screen.getByRole('button', { name: 'Wallet 206', exact: true })).toBeVisible()
  expect(stage()?.scrollTop).toBe(place)
})

test('pages without a wallet for a phone are read on a press, not all at once', async () => {
  const wallets = madeUp(2_000).map((wallet, index) => (index < 10 ? wallet : { ...wallet, mobileLink: undefined }))
  const api = catalogOf(wallets)
  const phone = {
    page: { read: () => ({ url: 'https://site.example/', origin: 'https://site.example', mobile: true }) },
  }
  const screen = await showAt('AllWallets', instance(fakeWallet(), { ports: phone }, api))
  await expect.element(screen.getByRole('button', { name: 'Wallet 1', exact: true })).toBeVisible()
  const more = screen.getByRole('button', { name: 'Load more' })
  await expect.element(more).toBeVisible()
  for (let time = 0; time < 5; time += 1) await frame()
  expect(pages(api)).toEqual([1, 2, 3, 4, 5, 6])
  await more.click()
  await vi.waitFor(() => expect(pages(api)).toEqual([1, 2, 3, 4, 5, 6, 7]))
})
