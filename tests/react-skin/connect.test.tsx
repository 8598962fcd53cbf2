import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakeApi } from '../../mocks/fakes/fakeApi.ts'
import { fakeWallet, never } from '../../mocks/fakes/fakeWallet.ts'
import { memoryStorage } from '../../mocks/fakes/memoryStorage.ts'
import { ApiError, type CallOutput, type Wallet } from '../../sdk/index.ts'
import { address, app, catalogOf, emptyAnswers, instance, madeUp, settled, violations } from './support.tsx'

const rows = () =>
  [...document.querySelectorAll('[data-part="list"] [data-part="row"]')].map(({ textContent }) => textContent)
const placeholders = () => document.querySelectorAll('[data-part="skeleton-row"]').length

/** A storage with a wallet that was used recently. */
const persistedWallet = (wallet: Wallet) =>
  memoryStorage(new Map([['latchkey.default.recentWallets', JSON.stringify({ version: 1, value: [wallet] })]]))

/** A catalog whose answer is held back until `letGo` is called. */
function slow(wallets: readonly Wallet[]) {
  let letGo: () => void = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const ready: CallOutput<'wallets'> = { data: [...wallets], count: wallets.length }
  const api = fakeApi({ ...emptyAnswers, wallets: () => held.then(() => ready) })
  return { api, letGo }
}

test('the groups are in order, each wallet has one tag at most, and all wallets have their count', async () => {
  const [used, featured, custom, ...others] = madeUp(431)
  if (!used || !featured || !custom) throw new Error('too few')
  const api = catalogOf([featured, ...others])
  const latchkey = instance(
    fakeWallet(),
    { featuredWalletIds: [featured.id], customWallets: [custom], ports: { storage: persistedWallet(used) } },
    api,
  )
  const screen = await render(app(latchkey))
  await expect.element(screen.getByText('Wallet 2', { exact: true })).toBeVisible()
  await expect
    .poll(rows)
    .toEqual(['WWallet 1Recent', 'FFake WalletInstalled', 'WWallet 2', 'WWallet 3', 'All wallets430+'])
})

test('groups that the app names come first', async () => {
  const wallets = madeUp(9)
  const latchkey = instance(
    fakeWallet(),
    { featuredWalletIds: ['wallet-4'], connectorTypeOrder: ['featured'] },
    catalogOf(wallets),
  )
  await render(app(latchkey))
  await vi.waitFor(() => expect(rows()).toEqual(['WWallet 4', 'FFake WalletInstalled', 'All wallets10+']))
})

test('installed wallets can be selected while the lists load, and nothing moves when the lists arrive', async () => {
  const { api, letGo } = slow(madeUp(4))
  const screen = await render(app(instance(fakeWallet(), { featuredWalletIds: ['wallet-1', 'wallet-2'] }, api)))
  await vi.waitFor(() => expect(placeholders()).toBe(2))
  const list = screen.getByRole('list', { name: 'Connect wallet' })
  await expect.element(list).toHaveAttribute('aria-busy', 'true')
  await expect.element(screen.getByRole('button', { name: 'Fake Wallet Installed' })).toBeEnabled()
  const place = () => ({
    installed: screen.getByRole('button', { name: 'Fake Wallet Installed' }).element().getBoundingClientRect().top,
    all: screen
      .getByRole('button', { name: /All wallets/ })
      .element()
      .getBoundingClientRect().top,
  })
  const before = place()
  letGo()
  await expect.element(screen.getByRole('button', { name: 'Wallet 2' })).toBeVisible()
  expect(placeholders()).toBe(0)
  expect(place()).toEqual(before)
})

test('a list that fails to load hides no installed wallet, and is loaded again on request', async () => {
  const api = fakeApi(emptyAnswers)
  api.answers.wallets = () => {
    throw new ApiError('api.offline', { call: 'wallets' })
  }
  const screen = await render(app(instance(fakeWallet(), {}, api)))
  await expect
    .element(screen.getByText(/^The wallets could not be loaded\. The server could not be reached/))
    .toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Fake Wallet Installed' })).toBeVisible()
  expect(screen.getByRole('alert').query()).toBeNull()

  api.answers.wallets = { data: madeUp(2), count: 2 }
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('button', { name: 'Wallet 1' })).toBeVisible()
  expect(screen.getByText(/could not be loaded/).query()).toBeNull()
})

test('the retry is disabled while the list is loaded again', async () => {
  const api = fakeApi()
  const screen = await render(app(instance(fakeWallet(), {}, api)))
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeEnabled()
  api.answers.wallets = never
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeDisabled()
})

/** An app whose wallet was connected on an earlier visit. `answer` sends the wallet’s accounts. */
async function cameBack() {
  const known = JSON.stringify({ version: 1, value: { eip155: { connectorId: 'fake' } } })
  const storage = memoryStorage(new Map([['latchkey.default.connections', known]]))
  let answer: (accounts: readonly string[]) => void = () => {}
  const held = new Promise<readonly string[]>((resolve) => (answer = resolve))
  const wallet = fakeWallet()
  wallet.answers['eth_accounts'] = () => held
  const screen = await render(
    app(instance(wallet, { ports: { storage }, timeouts: { restoreMs: 60_000 } }, catalogOf(madeUp(4)))),
  )
  await expect.element(screen.getByText('Restoring your connection…')).toBeVisible()
  return { screen, answer }
}

test('a returning user sees no wallets while the last one is restored, and then the account', async () => {
  const { screen, answer } = await cameBack()
  expect(placeholders()).toBe(3)
  expect(await violations()).toEqual([])
  const offered = new Set<string | null>(rows())
  const watch = new MutationObserver(() => rows().forEach((row) => offered.add(row)))
  onTestFinished(() => watch.disconnect())
  watch.observe(document.body, { childList: true, subtree: true })
  answer([address])
  await expect.element(screen.getByRole('button', { name: 'Disconnect' })).toBeVisible()
  expect([...offered].filter((row) => row?.includes('Wallet'))).toEqual([])
})

test('a returning user whose wallet is not connected any more can select a wallet', async () => {
  const { screen, answer } = await cameBack()
  answer([])
  await expect.element(screen.getByRole('button', { name: 'Fake Wallet Installed' })).toBeEnabled()
  expect(screen.getByText('Restoring your connection…').query()).toBeNull()
})

test('a returning user who cancels the restore can select a wallet at once', async () => {
  const { screen, answer } = await cameBack()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByRole('button', { name: 'Fake Wallet Installed' })).toBeEnabled()
  await expect.element(screen.getByRole('heading', { name: 'Connect wallet' })).toHaveFocus()
  answer([address])
  await settled()
  expect(screen.getByText('Restoring your connection…').query()).toBeNull()
  await expect.element(screen.getByRole('button', { name: 'Fake Wallet Installed' })).toBeVisible()
})

test('a wallet that is not installed leads to where to get it, and an installed one connects', async () => {
  const latchkey = instance(fakeWallet({ eth_requestAccounts: never }), { customWallets: madeUp(1) }, catalogOf([]))
  const screen = await render(app(latchkey))
  await screen.getByRole('button', { name: 'Wallet 1' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Get Wallet 1' })).toBeVisible()
  await screen.getByRole('button', { name: 'Back' }).click()
  await screen.getByRole('button', { name: 'Fake Wallet Installed' }).click()
  await expect.element(screen.getByText('Continue in Fake Wallet')).toBeVisible()
})

test('installed wallets are offered without a project id, and no catalog', async () => {
  const screen = await render(app(instance(fakeWallet(), { projectId: undefined } as never)))
  await expect.element(screen.getByRole('button', { name: 'Fake Wallet Installed' })).toBeVisible()
  expect(rows()).toEqual(['FFake WalletInstalled'])
  expect(screen.getByRole('button', { name: 'Try again' }).query()).toBeNull()
})

test('nothing is explained without the wallet guide', async () => {
  const screen = await render(app(instance(fakeWallet(), { enableWalletGuide: false })))
  await expect.element(screen.getByRole('button', { name: 'Fake Wallet Installed' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Get a wallet' }).query()).toBeNull()
  expect(screen.getByRole('button', { name: 'What is a wallet?' }).query()).toBeNull()
})

test('an embedded card loads the lists once it comes into view, and not before', async () => {
  await page.viewport(414, 600)
  const api = catalogOf(madeUp(2))
  const latchkey = instance(fakeWallet(), {}, api)
  const screen = await render(
    <>
      <div data-far="" />
      {app(latchkey)}
    </>,
  )
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('[data-far] { block-size: 3000px }')
  document.adoptedStyleSheets.push(sheet)
  try {
    await expect.element(screen.getByRole('button', { name: 'Fake Wallet Installed' })).toBeInTheDocument()
    window.scrollTo(0, 3000)
    await expect.element(screen.getByRole('button', { name: 'Wallet 1' })).toBeInTheDocument()
    window.scrollTo(0, 0)
    window.scrollTo(0, 3000)
    expect(api.calls.filter(({ name }) => name === 'wallets')).toHaveLength(1)
  } finally {
    document.adoptedStyleSheets.pop()
    await page.viewport(414, 896)
  }
})

test('a dialog loads the lists when it opens, and not before', async () => {
  const api = catalogOf(madeUp(2))
  const latchkey = instance(fakeWallet(), { embedded: false }, api)
  const screen = await render(app(latchkey))
  await latchkey.ready()
  await settled()
  expect(api.calls).toEqual([])
  latchkey.dispatch({ type: 'modal.open' })
  await expect.element(screen.getByRole('button', { name: 'Wallet 1' })).toBeVisible()
  expect(api.calls.filter(({ name }) => name === 'wallets')).toHaveLength(1)
})

test('an image that fails to load is replaced by the first letter of the name', async () => {
  const [wallet] = madeUp(1).map((entry) => ({ ...entry, imageUrl: 'data:image/png;base64,broken' }))
  if (!wallet) throw new Error('none')
  const screen = await render(app(instance(fakeWallet(), { customWallets: [wallet] })))
  const row = screen.getByRole('button', { name: 'Wallet 1' })
  await vi.waitFor(() => expect(row.element().querySelector('img')).toBeNull())
  expect(row.element().querySelector('[data-part="picture"]')?.textContent).toBe('W')
})
