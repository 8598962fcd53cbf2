import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakeApi } from '../../mocks/fakes/fakeApi.ts'
import { fakeAccounts, fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { List, Row } from '../../react-skin/components/Row.tsx'
import { defineNetwork, mainnet, solana, type LatchkeyOptions } from '../../sdk/index.ts'
import {
  app,
  catalogOf,
  emptyAnswers,
  entry,
  instance,
  madeUp,
  second,
  showAt,
  showConnected,
  violations,
} from './support.tsx'

const list = () => document.querySelector('[data-part="virtual"], [data-part="list"]')
const focus = () => document.activeElement
const press = (keys: string) => userEvent.keyboard(keys)
/** The name of the focused row, if any. */
const focused = () => focus()?.querySelector('[data-part="row-name"]')?.textContent
/** The names of the rows that the Tab key reaches. */
const stops = () =>
  [...document.querySelectorAll('[data-part="row"]')]
    .filter((row) => row instanceof HTMLElement && row.tabIndex >= 0)
    .map((row) => row.querySelector('[data-part="row-name"]')?.textContent)

/** Presses Tab until the focus is in a list. */
async function intoList() {
  for (let step = 0; step < 20; step += 1) {
    await userEvent.tab()
    if (focus()?.closest('ul')) return
  }
  throw new Error('Tab does not lead into a list')
}

/** The whole focused element is visible in the part of the card that scrolls. */
function expectSeen() {
  const row = focus()?.getBoundingClientRect()
  const stage = document.querySelector('[data-part="stage"]')?.getBoundingClientRect()
  expect(row?.top).toBeGreaterThanOrEqual((stage?.top ?? Infinity) - 1)
  expect(row?.bottom).toBeLessThanOrEqual((stage?.bottom ?? -Infinity) + 1)
}
function expectAt(name: string) {
  expect(focused()).toBe(name)
  expectSeen()
}

const unexplored = defineNetwork({
  id: 1,
  name: 'Unexplored',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://unexplored.invalid'] } },
})

/** This many transactions, one a day, back from the end of January 2026. Each application is named after its day. */
const days = (count: number) =>
  Array.from({ length: count }, (_, day) => entry(day, { application: { name: `Day ${day}`, iconUrl: null } }))

async function activity(count: number, options: LatchkeyOptions = {}) {
  await page.viewport(414, 896)
  const api = fakeApi({ ...emptyAnswers, history: { data: days(count), next: undefined } }, { serves: false })
  const shown = await showConnected(options, api)
  shown.latchkey.dispatch({ type: 'account.selectTab', tab: 'Activity' })
  await expect.element(shown.screen.getByRole('heading', { name: 'January 2026' })).toBeVisible()
  return shown
}

/** The day of the focused entry. */
const day = () => /Day \d+/.exec(focus()?.textContent ?? '')?.[0]

test('the history is one tab stop; the arrows, Home and End skip the months, and only transactions are counted', async () => {
  const { screen } = await activity(70)
  const first = await screen.getByRole('tab', { name: 'Activity' }).findElement()
  first.focus()
  await intoList()
  expect(day()).toBe('Day 0')
  expect(focus()?.matches('a[href]')).toBe(true)
  // January has 31 days: Day 30 is its first day, Day 31 is the last of December.
  for (let step = 0; step < 30; step += 1) await press('{ArrowDown}')
  expect(day()).toBe('Day 30')
  await press('{ArrowDown}')
  expect(day()).toBe('Day 31')
  await press('{ArrowUp}')
  expect(day()).toBe('Day 30')

  expect(list()?.querySelectorAll('[data-index]').length).toBeLessThan(60)
  await press('{End}')
  expect(day()).toBe('Day 69')
  expectSeen()
  const last = focus()?.closest('li')
  expect([last?.getAttribute('aria-posinset'), last?.getAttribute('aria-setsize')]).toEqual(['70', '70'])
  await press('{Home}')
  expect(day()).toBe('Day 0')
  expectSeen()
  expect(focus()?.closest('li')?.getAttribute('aria-posinset')).toBe('1')
  const month = screen.getByRole('heading', { name: 'January 2026' }).element().closest('li')
  expect([month?.hasAttribute('aria-posinset'), month?.hasAttribute('aria-setsize')]).toEqual([false, false])

  await press('{ArrowDown}{ArrowDown}')
  await userEvent.tab()
  expect(list()?.contains(focus())).toBe(false)
  await userEvent.tab({ shift: true })
  expect(day()).toBe('Day 2')
})

test('the history is not a tab stop without an explorer, and its transactions are still counted', async () => {
  const { screen } = await activity(40, { networks: [unexplored] })
  expect(list()?.querySelectorAll('a, button, [tabindex]')).toHaveLength(0)
  const rows = [...(list()?.querySelectorAll('li[aria-posinset]') ?? [])]
  expect(rows[0]?.getAttribute('aria-posinset')).toBe('1')
  expect(rows[0]?.textContent).toContain('Day 0')
  expect(rows[0]?.getAttribute('aria-setsize')).toBe('40')
  const first = await screen.getByRole('tab', { name: 'Activity' }).findElement()
  first.focus()
  await userEvent.tab()
  expect(focus()?.closest('ul')).toBeNull()
})

/** A list whose rows a test removes, adds and disables. */
async function made(names: string, current?: string, searched = '') {
  const no = (name: string) => name.endsWith('!')
  const listOf = (shown: string, search: string) => (
    <>
      <button type="button">before</button>
      <List
        label="Letters"
        items={shown.split(' ')}
        keyOf={(name) => name[0] ?? ''}
        isRow={(name) => !no(name)}
        current={current}
        search={search}
      >
        {(name, tabIndex) => <Row name={name} tabIndex={tabIndex} disabled={no(name)} />}
      </List>
      <button type="button">after</button>
    </>
  )
  const screen = await render(listOf(names, searched))
  const first = await screen.getByRole('button', { name: 'before' }).findElement()
  first.focus()
  return (shown: string, search = searched) => screen.rerender(listOf(shown, search))
}

test('a list is one tab stop; arrows, Home and End move in it, skip disabled rows and do not leave it', async () => {
  await made('a! b c! d e f!')
  expect(stops()).toEqual(['b'])
  await userEvent.tab()
  expect(focused()).toBe('b')
  await press('{ArrowUp}')
  expect(focused()).toBe('b')
  await press('{ArrowDown}')
  expect(focused()).toBe('d')
  expect(stops()).toEqual(['d'])
  await press('{End}')
  expect(focused()).toBe('e')
  await press('{ArrowDown}')
  expect(focused()).toBe('e')
  await press('{Home}')
  expect(focused()).toBe('b')
  await press('{Control>}{End}{/Control}')
  expect(focused()).toBe('b')
  await press('{ArrowDown}')
  await userEvent.tab()
  expect(focus()?.textContent).toBe('after')
  await userEvent.tab({ shift: true })
  expect(focused()).toBe('d')
  await userEvent.tab({ shift: true })
  expect(focus()?.textContent).toBe('before')
})

test('the tab stop stays with its row when others come and go, and moves to a neighbor when the row goes', async () => {
  const change = await made('c d e')
  expect(stops()).toEqual(['c'])
  await change('b c d e')
  expect(stops(), 'nobody chose c').toEqual(['b'])
  await userEvent.tab()
  await press('{ArrowDown}{ArrowDown}')
  await change('a b c d e')
  expect(stops()).toEqual(['d'])
  expect(focused()).toBe('d')
  await press('{ArrowDown}')
  expect(focused()).toBe('e')
  await press('{ArrowUp}')
  await change('a b c e f')
  expect(stops()).toEqual(['e'])
  await change('a b c')
  expect(stops()).toEqual(['c'])
  await change('a b c! d! e')
  expect(stops()).toEqual(['e'])
  await change('a b c d')
  expect(stops()).toEqual(['d'])
})

test('the current row is the first tab stop, and another search starts with its first row', async () => {
  const change = await made('a b c d', 'c')
  await userEvent.tab()
  expect(focused()).toBe('c')
  await press('{ArrowDown}')
  await change('b d')
  expect(stops()).toEqual(['d'])
  await change('a b d', 'x')
  expect(stops()).toEqual(['a'])
})

test('the list of wallets is one tab stop, which stays in place as others arrive', async () => {
  let answer: () => void = () => {}
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  const served = catalogOf(madeUp(3))
  const works = served.answers.wallets
  served.answers.wallets = async (...asked: Parameters<Extract<typeof works, (...input: never[]) => unknown>>) => {
    await waiting
    return typeof works === 'function' ? works(...asked) : { data: [], count: 0 }
  }
  const screen = await showAt('Connect', instance(fakeWallet(), {}, served))
  await expect.element(screen.getByRole('button', { name: /All wallets/ })).toBeVisible()
  expect(stops()).toEqual(['Fake Wallet'])
  await intoList()
  expect(focused()).toBe('Fake Wallet')
  await press('{ArrowDown}')
  expectAt('All wallets')
  answer()
  await expect.element(screen.getByRole('button', { name: 'Wallet 1' })).toBeVisible()
  expect(focused()).toBe('All wallets')
  expect(stops()).toEqual(['All wallets'])
  await press('{ArrowUp}')
  expect(focused()).toMatch(/^Wallet/)
  await press('{Home}')
  expectAt('Fake Wallet')
  await userEvent.tab()
  await expect.element(screen.getByRole('button', { name: 'Get a wallet' })).toHaveFocus()
})

const many = Array.from({ length: 12 }, (_, index) =>
  defineNetwork({
    id: 1000 + index,
    name: `Network ${index}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`http://network${index}.invalid`] } },
  }),
)

test('the list of networks disables those that the wallet did not approve, and says why [3.5]', async () => {
  const { latchkey, screen } = await showConnected({ networks: [mainnet, second, ...many.slice(0, 1)] })
  latchkey.dispatch({ type: 'modal.open', view: 'Networks' })
  const row = screen.getByRole('button', { name: /Second Chain/ })
  await expect.element(row).toBeEnabled()
  latchkey.actor('namespace:eip155').send({
    type: 'wallet.networksApproved',
    approved: { approvedCaipNetworkIds: ['eip155:1', 'eip155:1000'], supportsAllNetworks: false },
  })
  await expect.element(row).toBeDisabled()
  await expect.element(row.getByText('Not approved in your wallet')).toBeVisible()
  screen
    .getByRole('button', { name: /Ethereum/ })
    .element()
    .focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('button', { name: 'Network 0' })).toHaveFocus()
  expect(await violations()).toEqual([])

  latchkey.actor('namespace:eip155').send({
    type: 'wallet.networksApproved',
    approved: { approvedCaipNetworkIds: ['eip155:1'], supportsAllNetworks: true },
  })
  await expect.element(row).toBeEnabled()
})

test('the list of networks starts with the active one, and a search with the first one found', async () => {
  await page.viewport(414, 500)
  onTestFinished(() => page.viewport(414, 896))
  const networks = [...many.slice(0, 6), mainnet, ...many.slice(6)]
  const latchkey = instance(fakeWallet(), { networks, defaultNetwork: mainnet })
  const screen = await render(app(latchkey))
  await latchkey.connect({ connectorId: 'fake' })
  latchkey.dispatch({ type: 'modal.open', view: 'Networks' })
  const search = screen.getByRole('searchbox')
  await expect.element(search).toBeVisible()
  expect(stops()).toEqual(['Ethereum'])
  search.element().focus()
  await userEvent.tab()
  // The target of the Tab key is scrolled to one frame later.
  await vi.waitFor(() => expectAt('Ethereum'))
  await press('{Home}')
  expectAt('Network 0')
  await press('{End}')
  expectAt('Network 11')
  await search.fill('Network 1')
  expect(stops()).toEqual(['Network 1'])
  await search.fill('e')
  expect(stops()).toEqual(['Network 0'])
  await search.fill('')
  expect(stops(), 'the way back leads to the row chosen there').toEqual(['Network 11'])
})

test('the list of accounts starts with the active one', async () => {
  const wallet = fakeWallet({ eth_requestAccounts: [...fakeAccounts] })
  const latchkey = instance(wallet)
  const screen = await render(app(latchkey))
  await latchkey.connect({ connectorId: 'fake' })
  await expect.element(screen.getByRole('button', { name: 'Switch account' })).toBeVisible()
  latchkey.dispatch({ type: 'account.select', address: fakeAccounts[1] })
  await expect.element(screen.getByText('0x70…dc79C8')).toBeVisible()
  latchkey.dispatch({ type: 'view.push', view: 'SwitchAddress' })
  await vi.waitFor(() => expect(stops()).toEqual(['0x7099…dc79C8']))
  await intoList()
  await press('{ArrowDown}')
  expectAt('0xf39F…b92266')
  await press('{Home}')
  expectAt('0x7099…dc79C8')
})

test('the lists of wallets to get, and of links to a wallet, are one tab stop each', async () => {
  const [wallet] = madeUp(1)
  if (!wallet) throw new Error('no wallet')
  const stores = { chromeStore: 'https://chrome.example/', appStore: 'https://apple.example/' }
  const latchkey = instance(fakeWallet(), {}, catalogOf([{ ...wallet, ...stores }, ...madeUp(3).slice(1)]))
  const screen = await showAt('GetWallet', latchkey)
  await expect.element(screen.getByRole('link', { name: /^Explore all/ })).toBeVisible()
  await vi.waitFor(() => expect(stops()).toEqual(['Wallet 1']))
  await intoList()
  await press('{End}')
  expectAt('Explore all')
  expect(stops()).toEqual(['Explore all'])
  await press('{Home}{Enter}')
  await expect.element(screen.getByRole('heading', { name: 'Get Wallet 1' })).toBeVisible()
  await vi.waitFor(() => expect(stops()).toEqual(['Chrome extension']))
  await intoList()
  await press('{ArrowDown}')
  expectAt('iOS app')
  await press('{End}')
  expectAt('Website')
})

test('the list of namespaces is one tab stop', async () => {
  const ways = ['eip155', 'solana'] as const
  const latchkey = instance(undefined, {
    networks: [mainnet, solana],
    connectors: ways.map((chain) => ({
      connector: { id: `fox ${chain}`, name: 'Fox', type: 'ANNOUNCED', chain },
      provider: fakeWallet(),
    })),
  })
  const screen = await render(app(latchkey))
  await screen.getByRole('button', { name: /^Fox/ }).click()
  await expect.element(screen.getByRole('button', { name: /^Solana/ })).toBeVisible()
  expect(stops()).toHaveLength(1)
  await intoList()
  await press('{End}')
  expectAt('Solana')
})
