import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakeApi } from '../../mocks/fakes/fakeApi.ts'
import { fakeWallet, never } from '../../mocks/fakes/fakeWallet.ts'
import { LatchkeyModal, LatchkeyProvider } from '../../react-skin/index.ts'
import { ApiError, mainnet, type CallOutput, type Transaction } from '../../sdk/index.ts'
import {
  address,
  app,
  coins,
  collectible,
  contractOf,
  emptyAnswers,
  entry,
  instance,
  overflowing,
  settled,
  showConnected,
  styled,
  violations,
} from './support.tsx'
import { accountOf, balanceOf } from '../support/features.ts'
import { cases } from '../support/full.ts'

type Balances = CallOutput<'balance'>['balances']
const token = (symbol: string, numeric: string, value?: number): Balances[number] => ({
  name: `${symbol} token`,
  symbol,
  chainId: 'eip155:1',
  ...(symbol !== 'ETH' && { address: contractOf(symbol) }),
  ...(value !== undefined && { value }),
  quantity: { decimals: '18', numeric },
})

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`
const stage = () => document.querySelector('[data-part="stage"]')
const rows = () => [...document.querySelectorAll('[data-index]')]
const rowTexts = () =>
  rows().map((row) =>
    [
      ...row.querySelectorAll(
        '[data-part="month"], [data-part="row-name"], [data-part="row-detail"], [data-part="amount"]',
      ),
    ]
      .map(({ textContent }) => textContent)
      .join(' | '),
  )
const skeletons = () => document.querySelectorAll('[data-part="skeletons"] > *').length

/** An API that serves the network. Answers that are not specified are empty. */
const provider = (answers: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({ ...emptyAnswers, balance: { balances: [token('ETH', '2')] }, ...answers })

/** A history in pages of this size. The cursor is where the next page starts. */
const historyOf =
  (transactions: readonly Transaction[], size: number) =>
  ({ cursor = '0' }: { cursor?: string | undefined }): CallOutput<'history'> => {
    const end = Number(cursor) + size
    return {
      data: transactions.slice(Number(cursor), end),
      next: end < transactions.length ? String(end) : undefined,
    }
  }

const cursors = ({ calls }: ReturnType<typeof fakeApi>) =>
  calls.flatMap(({ name, input }) => (name === 'history' ? [(input as { cursor?: string }).cursor] : []))

test.each([
  [1280, 720, 1],
  [390, 844, 20],
])('Disconnect does not move in a window of %i x %i when %i tokens arrive', async (width, height, count) => {
  await page.viewport(width, height)
  onTestFinished(() => page.viewport(414, 896))
  let answer = (_balances: Balances) => {}
  const api = provider({ balance: () => new Promise((resolve) => (answer = (balances) => resolve({ balances }))) })
  const latchkey = instance(fakeWallet(), { embedded: false }, api)
  const screen = await render(app(latchkey))
  await latchkey.connect({ connectorId: 'fake' })
  latchkey.dispatch({ type: 'modal.open' })
  const button = screen.getByRole('button', { name: 'Disconnect' })
  await expect.element(button).toBeVisible()
  await vi.waitFor(() => expect(skeletons()).toBe(3))
  await vi.waitFor(() => expect(api.calls.some(({ name }) => name === 'balance')).toBe(true))
  await settled()
  const before = button.element().getBoundingClientRect().toJSON()
  answer(Array.from({ length: count }, (_, index) => token(index === 0 ? 'ETH' : `T${index}`, '2', 10)))
  await vi.waitFor(() => expect(rows().length).toBeGreaterThanOrEqual(Math.min(count, 5)))
  await settled()
  expect(button.element().getBoundingClientRect().toJSON()).toEqual(before)
})

test.each(cases(['de', 'en', 'ar'] as const))(
  'the labels of the account’s actions keep clear of the button’s edge: %s',
  async (locale) => {
    const providers = [
      {
        id: 'one',
        name: 'One',
        kind: 'link',
        origins: ['https://one.example'],
        url: 'https://one.example',
        parameters: { address: 'to' },
      },
    ] as const
    await page.viewport(390, 844)
    for (const [ways, features] of [
      [2, {}],
      [3, { swaps: true }],
      [4, { swaps: true, onramp: true }],
    ] as const) {
      const latchkey = instance(
        fakeWallet(),
        { embedded: false, features, ...(ways === 4 && { onramp: { providers } }) },
        provider(),
      )
      const screen = await render(
        <LatchkeyProvider latchkey={latchkey} locale={locale}>
          <LatchkeyModal />
        </LatchkeyProvider>,
      )
      await latchkey.connect({ connectorId: 'fake' })
      latchkey.dispatch({ type: 'modal.open' })
      await vi.waitFor(() => expect(document.querySelector(`[data-row="${ways}"]`)).not.toBeNull())
      await vi.waitFor(() =>
        expect(document.querySelector('[data-mode="dialog"]')?.getAttribute('lang')).toMatch(locale),
      )
      await settled()
      const buttons = [...document.querySelectorAll(`[data-row="${ways}"] [data-part="button"]`)]
      expect(buttons).toHaveLength(ways)
      for (const button of buttons) {
        const outer = button.getBoundingClientRect()
        const range = document.createRange()
        range.selectNodeContents(button)
        const inner = range.getBoundingClientRect()
        expect(Math.min(inner.left - outer.left, outer.right - inner.right)).toBeGreaterThanOrEqual(8)
      }
      await screen.unmount()
      latchkey.stop()
    }
    await page.viewport(414, 896)
  },
)

test('the account view shows the name, the avatar, the total value and the tokens', async () => {
  const api = provider({
    identity: { name: 'a-name-that-is-longer.than-twenty.eth', avatar: picture },
    balance: { balances: [token('ETH', '2', 6000), token('USDC', '1500.25', 1500.2), token('ODD', '3')] },
  })
  const { screen } = await showConnected({}, api)
  await expect.element(screen.getByText('a-name-that-is-long…')).toBeVisible()
  await expect.element(screen.getByText('0xf3…b92266')).toBeVisible()
  await expect.element(screen.getByText('$7,500.20')).toBeVisible()
  await expect.element(screen.getByText('2 ETH')).toBeVisible()
  expect(document.querySelector('[data-part="avatar"] img')?.getAttribute('src')).toBe(picture)
  expect(rowTexts()).toEqual([
    'Ether | ETH | 2 | $6,000.00',
    'USDC token | USDC | 1,500.25 | $1,500.20',
    'ODD token | ODD | 3',
  ])
})

test('nothing that can be pressed moves when the balance arrives', async () => {
  styled()
  let answer: (balance: { balances: Balances }) => void = () => {}
  const api = provider({ balance: () => new Promise<{ balances: Balances }>((resolve) => (answer = resolve)) })
  const latchkey = instance(fakeWallet(), {}, api)
  const screen = await render(app(latchkey))
  await latchkey.connect({ connectorId: 'fake' })
  await expect.element(screen.getByRole('button', { name: 'Send' })).toBeVisible()
  await vi.waitFor(() => expect(api.calls.some(({ name }) => name === 'balance')).toBe(true))
  const place = () => screen.getByRole('button', { name: 'Send' }).element().getBoundingClientRect().top
  const before = place()
  answer({ balances: [token('ETH', '2', 6000), token('USDC', '1500.25', 1500.2), token('ODD', '3')] })
  await expect.element(screen.getByText('$7,500.20')).toBeVisible()
  expect(Math.abs(place() - before)).toBeLessThan(2)
})

test('the account view shows the address when there is no name, no avatar and no price', async () => {
  const { screen } = await showConnected(
    {},
    provider({ identity: { name: undefined, avatar: 'data:image/png;base64,broken' } }),
  )
  await expect.element(screen.getByText('0xf3…b92266')).toBeVisible()
  await expect.element(screen.getByText('2 ETH')).toBeVisible()
  await vi.waitFor(() => expect(document.querySelector('[data-part="avatar"] svg')).not.toBeNull())
})

test('the account view shows 0.00 on a network whose balances are not read [9.37]', async () => {
  const { latchkey, screen } = await showConnected({ networks: [{ ...mainnet, testnet: true }] }, provider())
  await expect.element(screen.getByText('0.00 ETH')).toBeVisible()
  await expect.element(screen.getByText('Balances cannot be shown on this network.')).toBeVisible()
  expect(balanceOf(latchkey).getSnapshot().context.tokens).toEqual([])
})

test('the account view shows an incomplete list of tokens, and offers a retry once that is allowed', async () => {
  const api = provider()
  delete api.answers.balance
  const { screen } = await showConnected({}, api)
  await expect
    .element(screen.getByText(/^Some tokens could not be loaded\. The server could not be reached/))
    .toBeVisible()
  await expect.element(screen.getByText('12,345.6789').first()).toBeVisible()
  await expect.element(screen.getByText('Try again later.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeDisabled()
})

test('a list of five thousand tokens keeps only the visible ones in the page', async () => {
  const balances = Array.from({ length: 5_000 }, (_, index) => token(index === 0 ? 'ETH' : `T${index}`, `${index + 1}`))
  await showConnected({}, provider({ balance: { balances } }))
  await vi.waitFor(() => expect(stage()?.scrollHeight).toBeGreaterThan(5_000 * 60))
  expect(rows().length).toBeLessThan(60)
})

test('the tabs are Tokens, NFTs and Activity, arrow keys move between them, and the history is read when it is shown', async () => {
  const api = provider({ history: { data: [entry(1)], next: undefined } })
  const { screen, latchkey } = await showConnected({}, api)
  await expect.element(screen.getByRole('tab', { name: 'Tokens' })).toHaveAttribute('aria-selected', 'true')
  expect(cursors(api)).toEqual([])
  await screen.getByRole('tab', { name: 'Tokens' }).click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('tab', { name: 'NFTs' })).toHaveAttribute('aria-selected', 'true')
  await expect.element(screen.getByText('No NFTs yet.')).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('tabpanel', { name: 'Activity' })).toBeVisible()
  expect(accountOf(latchkey).getSnapshot().context.tab).toBe('Activity')
  expect(cursors(api)).toEqual([undefined])
  expect(styled()).toEqual([])
})

test('the activity lists by month what happened, when, with whom and with which result', async () => {
  const trade = entry(1, { operationType: 'trade', application: { name: 'Some Exchange' } }, [
    coins('in', '1.5'),
    coins('out', '4512.2044119', 'USDC'),
  ])
  const sent = { operationType: 'send', sentFrom: entry(0).metadata.sentTo, sentTo: entry(0).metadata.sentFrom }
  const api = provider({
    history: {
      data: [
        trade,
        entry(2, { ...sent, status: 'failed' }, [coins('out', '0.25')]),
        entry(3, { operationType: 'mint', status: 'pending' }, [collectible('in', 'Cat #1')]),
        entry(40, { operationType: 'something new' }, []),
        entry(41, { minedAt: '2025-12-99T00:00:00Z' }),
      ],
      next: undefined,
    },
  })
  const { screen } = await showConnected({ networks: [mainnet] }, api)
  await screen.getByRole('tab', { name: 'Activity' }).click()
  await expect.element(screen.getByText('Swapped')).toBeVisible()
  expect(rowTexts()).toEqual([
    'January 2026',
    'Swapped | Jan 30 · Some Exchange | +1.5 ETH | −4,512.2044 USDC',
    'Sent Failed | Jan 29 · To 0x70…79C8 | −0.25 ETH',
    'Minted Pending | Jan 28 · From 0x70…79C8 | +1 Cat #1',
    'December 2025',
    'Transaction | Dec 22 · To 0xf3…2266',
    'Received |  · From 0x70…79C8 | +1.5 ETH',
  ])
})

test('an entry of the activity links to the explorer when the network has one', async () => {
  const explored = {
    ...mainnet,
    blockExplorers: { default: { name: 'Some Explorer', url: 'https://explorer.example/' } },
  }
  const history = { data: [entry(1)], next: undefined }
  const { screen } = await showConnected({ networks: [explored] }, provider({ history }))
  await screen.getByRole('tab', { name: 'Activity' }).click()
  const link = screen.getByRole('link', { name: /^Received/ })
  await expect.element(link).toHaveAttribute('href', `https://explorer.example/tx/${entry(1).metadata.hash}`)
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
})

test('the address links to the explorer when the network has one, and otherwise to nothing', async () => {
  const explored = {
    ...mainnet,
    blockExplorers: { default: { name: 'Some Explorer', url: 'https://explorer.example/' } },
  }
  const { screen } = await showConnected({ networks: [explored] })
  const link = screen.getByRole('link', { name: 'View on Some Explorer Opens in a new tab' })
  await expect.element(link).toHaveAttribute('href', `https://explorer.example/address/${address}`)
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  const { width, height } = link.element().getBoundingClientRect()
  expect([width, height]).toEqual([expect.closeTo(44, 3), expect.closeTo(44, 3)])
  expect(await violations()).toEqual([])
  await screen.unmount()
  const { blockExplorers: _, ...bare } = mainnet
  const { screen: plain } = await showConnected({ networks: [bare] })
  await expect.element(plain.getByRole('button', { name: 'Copy address' })).toBeVisible()
  expect(plain.getByRole('link').elements()).toEqual([])
})

test('the activity reads further pages on scroll, and never puts a long history into the page as a whole', async () => {
  const transactions = Array.from({ length: 600 }, (_, index) => entry(index))
  const api = provider({ history: historyOf(transactions, 200) })
  const { screen } = await showConnected({}, api)
  await screen.getByRole('tab', { name: 'Activity' }).click()
  await expect.element(screen.getByText('January 2026')).toBeVisible()
  expect(cursors(api)).toEqual([undefined])
  stage()?.scrollTo(0, 100_000)
  await vi.waitFor(() => expect(cursors(api)).toEqual([undefined, '200']))
  await vi.waitFor(() => expect(stage()?.scrollHeight).toBeGreaterThan(400 * 60))
  expect(rows().length).toBeLessThan(60)
  stage()?.scrollTo(0, 100_000)
  await vi.waitFor(() => expect(cursors(api)).toEqual([undefined, '200', '400']))
})

test('the activity searches five pages of spam for other entries, and more on request', async () => {
  const spam = { ...collectible('in', 'Spam'), nft_info: { name: 'Spam', flags: { is_spam: true } } }
  const api = provider({
    history: historyOf(
      Array.from({ length: 20 }, (_, index) => entry(index, {}, [spam])),
      1,
    ),
  })
  const { screen } = await showConnected({}, api)
  await screen.getByRole('tab', { name: 'Activity' }).click()
  await expect.element(screen.getByText('No activity found so far.')).toBeVisible()
  const before = cursors(api).length
  expect(before).toBe(5)
  await screen.getByRole('button', { name: 'Load more' }).click()
  await vi.waitFor(() => expect(cursors(api).length).toBeGreaterThan(before))
})

test('the NFTs are shown with image and name, and more of the history is read on request', async () => {
  const cats = Array.from({ length: 4 }, (_, index) => entry(index, {}, [collectible('in', `Cat #${index}`, picture)]))
  const api = provider({ history: historyOf(cats, 2) })
  const { screen } = await showConnected({}, api)
  await screen.getByRole('tab', { name: 'NFTs' }).click()
  const list = screen.getByRole('list', { name: 'NFTs' })
  await expect.element(list.getByText('Cat #0')).toBeVisible()
  expect(list.element().querySelectorAll('li')).toHaveLength(2)
  await screen.getByRole('button', { name: 'Load more' }).click()
  await expect.element(list.getByText('Cat #3')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Load more' }).query()).toBeNull()
})

test('an NFT keeps its height from the moment it appears', async () => {
  const cats = Array.from({ length: 4 }, (_, index) => entry(index, {}, [collectible('in', `Cat #${index}`, picture)]))
  const { screen } = await showConnected({}, provider({ history: historyOf(cats, 2) }))
  const tiles = () => [...document.querySelectorAll('[data-part="tile"]')]
  const heights = () => tiles().map((tile) => Math.round(tile.getBoundingClientRect().height))
  const coming: number[][] = []
  const watcher = new MutationObserver(() => void (heights().length > 0 && coming.push(heights())))
  onTestFinished(() => watcher.disconnect())
  watcher.observe(document.body, { childList: true, subtree: true })
  await screen.getByRole('tab', { name: 'NFTs' }).click()
  await screen.getByRole('button', { name: 'Load more' }).click()
  await vi.waitFor(() => expect(tiles()).toHaveLength(4))
  await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))
  expect(new Set([...coming.flat(), ...heights()]).size).toBe(1)
})

for (const tab of ['NFTs', 'Activity'] as const) {
  test(`${tab} shows placeholders while the history is read`, async () => {
    const { screen } = await showConnected({}, provider({ history: never }))
    await screen.getByRole('tab', { name: tab }).click()
    await expect.element(screen.getByRole('status', { name: 'Loading…' })).toBeInTheDocument()
    expect(skeletons()).toBe(3)
  })

  test(`${tab} shows why a history could not be read, and reads it again on request`, async () => {
    const api = provider({
      history: () => {
        throw new ApiError('api.busy', { call: 'history' })
      },
    })
    const { screen } = await showConnected({}, api)
    await screen.getByRole('tab', { name: tab }).click()
    await expect
      .element(screen.getByText('Failed to fetch transactions. The server is busy. Please try again in a moment.'))
      .toBeVisible()
    api.answers.history = { data: [entry(1, {}, [collectible('in', 'Cat')])], next: undefined }
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText(/Cat/).first()).toBeVisible()
    expect(screen.getByText(/Failed to fetch/).query()).toBeNull()
  })
}

test('the activity says that an account has none yet', async () => {
  const { screen } = await showConnected({}, provider())
  await screen.getByRole('tab', { name: 'Activity' }).click()
  await expect.element(screen.getByText('No activity on this network yet.')).toBeVisible()
})

test('a failed page of the history keeps the others', async () => {
  const api = provider({
    history: historyOf(
      Array.from({ length: 40 }, (_, index) => entry(index)),
      20,
    ),
  })
  const first = api.answers.history
  api.answers.history = (input, options) => {
    if (input.cursor !== undefined) throw new ApiError('api.offline', { call: 'history' })
    return typeof first === 'function' ? first(input, options) : never()
  }
  const { screen } = await showConnected({}, api)
  await screen.getByRole('tab', { name: 'Activity' }).click()
  await expect.element(screen.getByText('January 2026')).toBeVisible()
  stage()?.scrollTo(0, 100_000)
  await expect.element(screen.getByText(/^Failed to fetch transactions/)).toBeVisible()
  expect(rows().length).toBeGreaterThan(5)
})

test('several alerts wait for each other', async () => {
  const { screen, latchkey } = await showConnected({ debug: true, ports: { logger: { error: () => {} } } }, provider())
  latchkey.dispatch({ type: 'alerts.open', alert: { code: 'alert.projectIdNotConfigured' } })
  latchkey.dispatch({ type: 'alerts.open', alert: { code: 'alert.invalidProjectId' } })
  const alert = screen.getByRole('alert')
  await expect.element(alert.getByText('Project ID Not Configured', { exact: true })).toBeVisible()
  await expect.element(alert.getByText('1 more')).toBeVisible()
  expect(await violations()).toEqual([])
  await screen.getByRole('button', { name: 'Close alert' }).click()
  await expect.element(alert.getByText('Invalid Project ID - update configuration')).toBeVisible()
  expect(alert.getByText(/more/).query()).toBeNull()
  expect(await overflowing()).toEqual([])
  await screen.getByRole('button', { name: 'Close alert' }).click()
  expect(alert.query()).toBeNull()
})

test('the account view has no tabs without a project id, only tokens [2.3]', async () => {
  const { screen } = await showConnected({ projectId: undefined as never })
  await expect.element(screen.getByRole('region', { name: 'Tokens' })).toBeVisible()
  await expect.element(screen.getByRole('region', { name: 'Tokens' }).getByText('Ether', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('tab')).not.toBeInTheDocument()
  expect(await violations()).toEqual([])
})
