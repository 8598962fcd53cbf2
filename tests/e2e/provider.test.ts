/** The API at its best and at its worst, as a visitor meets it: over real HTTP, with real chains behind it. */
import type { Page } from 'playwright/test'
import { describe, expect, test } from 'vitest'
import { sandboxProject } from '../../mocks/sandbox/project.ts'
import { cases, full } from '../support/full.ts'
import { openPlayground, seen } from './support.ts'

const receiver = '0x000000000000000000000000000000000000dEaD'

/** From now on the API is as it should be, at the addresses as well at which it was in a scenario. */
async function recover(page: Page): Promise<void> {
  await page.route('**/provider/like/**', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/\/like\/\w+/, ''),
    }),
  )
}

/** Every call that the page makes to the API, by its path. */
async function ledger(query = '') {
  const site = await openPlayground(query)
  const calls: URL[] = []
  site.page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.startsWith('/provider/')) calls.push(url)
  })
  await site.page.reload()
  await seen(site.wallet).toBeVisible()
  const open = async () => {
    if (!query.includes('dialog')) return
    await site.page
      .getByRole('button', { name: /Connect Wallet|Account/ })
      .first()
      .click()
  }
  return { ...site, open, calls, to: (part: string) => calls.filter(({ pathname }) => pathname.includes(part)) }
}

describe('what leaves the page', () => {
  test('nothing before the modal is opened; then the lists, once; nothing to the analytics host, ever [1.13] [4.6] [7.1]', async () => {
    const site = await ledger('dialog')
    const { page, card, calls, to } = site
    await page.waitForTimeout(1_500)
    expect(calls).toEqual([])

    for (let time = 0; time < 2; time += 1) {
      await site.open()
      await seen(card.getByRole('button', { name: /MetaMask/ })).toBeVisible()
      await page.keyboard.press('Escape')
      await seen(card).toBeHidden()
    }
    expect(to('getWallets')).toHaveLength(2)
    expect(to('supported-chains')).toHaveLength(1)

    await site.approveEverything()
    await site.open()
    await site.connect()
    await seen(card).toBeHidden()
    await site.open()
    await seen(card.getByText(/[\d.]+ ETH/).first()).toBeVisible()
    await card.getByRole('tab', { name: 'Activity' }).click()
    await seen(card.getByRole('heading', { level: 3 }).first()).toBeVisible()
    await card.getByRole('button', { name: 'Disconnect' }).click()
    await expect.poll(() => to('history').length).toBe(1)

    expect(to('/analytics/')).toEqual([])
    expect(to('getAnalyticsConfig')).toEqual([])
    for (const { searchParams } of calls)
      expect(Object.fromEntries(searchParams)).toMatchObject({
        projectId: sandboxProject,
        st: 'latchkey',
        sv: expect.stringMatching(/^html-eip155-\d+\.\d+\.\d+$/),
      })
    expect(site.faults).toEqual([])
    await site.context.close()
  })

  test.runIf(full)('without an API nothing is asked, and everything else works', async () => {
    const site = await ledger('alone')
    await site.approveEverything()
    await site.connect()
    await seen(site.card.getByRole('list', { name: 'What this account holds' })).toContainText('USDX')
    expect(site.calls).toEqual([])
    expect(site.faults).toEqual([])
    await site.context.close()
  })

  test.runIf(full)('analytics go to the API where the site says so, after the visitor acted', async () => {
    const site = await ledger('dialog&analytics')
    await site.page.waitForTimeout(1_000)
    expect(site.calls).toEqual([])
    await site.open()
    await expect.poll(() => site.to('/analytics/').length).toBe(2)
    await site.context.close()
  })
})

describe('choosing among many', () => {
  test.runIf(full)(
    'featured wallets stand in their order; one that is not installed leads to where it can be had [1.16]',
    async () => {
      const { card, context, page } = await openPlayground()
      const rows = card.getByRole('list', { name: 'Connect Wallet' }).getByRole('button')
      await seen(rows).toHaveText([
        /WalletConnect/,
        /Sandbox Wallet/,
        /MetaMask/,
        /Trust/,
        /Rainbow/,
        /Coinbase/,
        /OKX/,
        /All Wallets/,
      ])
      await card.getByRole('button', { name: /Rainbow/ }).click()
      await card.getByRole('button', { name: 'Get', exact: true }).click()
      await seen(card.getByRole('heading', { name: 'Get Rainbow' })).toBeVisible()
      await page.keyboard.press('Tab')
      await card.getByRole('button', { name: 'Back' }).click()
      await card.getByRole('button', { name: 'Back' }).click()
      await seen(rows.first()).toBeVisible()
      await context.close()
    },
  )

  test.runIf(full)('typing a word makes one search, and what it finds can be chosen', async () => {
    const { card, calls, to, context, page } = await ledger()
    await card.getByRole('button', { name: /All Wallets/ }).click()
    await seen(card.getByRole('button', { name: /Wallet 05/ })).toBeVisible()
    calls.length = 0
    // In the page, where no pause between two letters can become longer than what the search waits for.
    await card.getByRole('searchbox', { name: 'Search wallets' }).evaluate(async (field: HTMLInputElement) => {
      const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
      for (const letter of 'metamask') {
        value?.set?.call(field, field.value + letter)
        field.dispatchEvent(new Event('input', { bubbles: true }))
        await new Promise((resolve) => setTimeout(resolve, 60))
      }
    })
    await seen(card.getByText('1 found')).toBeVisible()
    await page.waitForTimeout(1_000)
    expect(to('getWallets').map(({ searchParams }) => searchParams.get('search'))).toEqual(['metamask'])
    await card.getByRole('button', { name: 'MetaMask' }).click()
    await seen(card.getByText('Scan this code with MetaMask')).toBeVisible()
    await context.close()
  })

  test.runIf(full)('10,000 wallets stay few elements, and the end of the list brings more', async () => {
    const { card, context, faults, to } = await ledger('provider=huge')
    await card.getByRole('button', { name: /All Wallets/ }).click()
    const list = card.getByRole('list', { name: 'All Wallets' })
    await seen(list).toBeVisible()
    for (let page = 2; page < 6; page += 1) {
      await list.hover()
      await expect
        .poll(
          async () => {
            await card.page().mouse.wheel(0, 20_000)
            return to('getWallets').some(({ searchParams }) => searchParams.get('page') === String(page))
          },
          { timeout: 15_000 },
        )
        .toBe(true)
    }
    expect(await list.getByRole('listitem').count()).toBeLessThan(60)
    expect(faults).toEqual([])
    await context.close()
  })
})

describe('the account', () => {
  test.runIf(full)(
    'shows its total, and a transfer stands in its history as soon as it is confirmed [1.4] [2.3]',
    async () => {
      const site = await openPlayground()
      const { card, context } = site
      await site.approveEverything()
      await site.connect()
      await seen(card.getByText(/^\$[\d,]+\.\d\d$/).first()).toBeVisible()
      await card.getByRole('button', { name: 'Send', exact: true }).click()
      await card.getByRole('button', { name: 'Select Token' }).first().click()
      await card.getByRole('button', { name: /Ether/ }).click()
      await card.getByLabel('Amount').fill('0.25')
      await card.getByLabel('To', { exact: true }).fill(receiver)
      await card.getByRole('button', { name: 'Preview Send' }).click()
      await card.getByRole('button', { name: 'Send', exact: true }).click()
      await seen(card.getByText('Confirmed by the network')).toBeVisible()
      await card.getByRole('button', { name: 'Done' }).click()
      await card.getByRole('tab', { name: 'Activity' }).click()
      const list = card.getByRole('list', { name: 'Activity' })
      await seen(list.getByRole('listitem').filter({ hasText: 'Sent' }).first()).toContainText('0.25')
      expect(site.faults).toEqual([])
      await context.close()
    },
  )

  test.runIf(full)('100,000 transactions stay few elements', async () => {
    const site = await openPlayground('provider=huge')
    await site.approveEverything()
    await site.connect()
    await site.card.getByRole('tab', { name: 'Activity' }).click()
    const list = site.card.getByRole('list', { name: 'Activity' })
    await seen(list.getByRole('listitem').first()).toBeVisible()
    const read = () =>
      site.page.evaluate(
        () =>
          (
            window as unknown as {
              latchkey: { actor(name: string): { getSnapshot(): { context: { transactions: unknown[] } } } }
            }
          ).latchkey
            .actor('activity')
            .getSnapshot().context.transactions.length,
      )
    const scrolled = async () => {
      await list.hover()
      await site.page.mouse.wheel(0, 4_000)
      return read()
    }
    await expect.poll(scrolled, { timeout: 30_000 }).toBeGreaterThan(100)
    expect(await list.getByRole('listitem').count()).toBeLessThan(60)
    expect(site.faults).toEqual([])
    await site.context.close()
  })
})

describe.each(
  cases([
    ['offline', 'The server could not be reached'],
    ['serverError', 'The server had a problem of its own'],
    ['tooManyRequests', 'The server is busy'],
    ['malformedJson', 'could not be understood'],
    ['wrongShape', 'could not be understood'],
  ] as const),
)('an API that is %s', (name, reason) => {
  test.runIf(full)(
    'is said to be, hides nothing that is installed, loads nothing for ever, and can be asked again [8.33]',
    async () => {
      const site = await openPlayground(`provider=${name}`)
      const { card, context } = site
      await seen(card.getByText('The wallets could not be loaded')).toBeVisible()
      await site.approveEverything()
      await site.connect()
      await seen(card.getByRole('list', { name: 'What this account holds' })).toContainText('ETH')
      await seen(card.getByText('Some tokens could not be loaded.', { exact: false })).toBeVisible()
      await card.getByRole('tab', { name: 'Activity' }).click()
      await seen(card.getByText(/^Failed to fetch transactions/)).toContainText(reason)
      await expect.poll(site.waiting).toEqual([])

      await recover(site.page)
      await site.page.waitForTimeout(name === 'tooManyRequests' ? 2_500 : 0)
      await card.getByRole('button', { name: 'Try again' }).click()
      await seen(card.getByRole('list', { name: 'Activity' })).toBeVisible()
      expect(site.faults).toEqual([])
      await context.close()
    },
  )
})

test.runIf(full)('a slow API keeps nobody from connecting', async () => {
  const site = await openPlayground('provider=slow')
  await site.approveEverything()
  await site.connect()
  await seen(site.card.getByRole('button', { name: 'Disconnect' })).toBeVisible()
  await seen(site.card.getByRole('list', { name: 'What this account holds' })).toContainText('USDX', {
    timeout: 40_000,
  })
  await site.context.close()
})

test.runIf(full)(
  'an origin that is refused opens the alert, once, where the site asks for alerts [8.18] [8.24]',
  async () => {
    const site = await openPlayground('debug&provider=forbidden')
    await seen(site.card.getByRole('alert').filter({ hasText: 'Invalid App Configuration' })).toBeVisible()
    await site.approveEverything()
    await site.connect()
    await site.card.getByRole('button', { name: 'Close alert' }).click()
    await seen(site.card.getByText('Invalid App Configuration')).toBeHidden()
    await site.context.close()
  },
)

test.runIf(full)('an API is chosen to be otherwise for one page alone, which says so in its address', async () => {
  const site = await openPlayground()
  const { page, context } = site
  const other = await context.newPage()
  const like = page.getByRole('combobox', { name: 'What the API is like' })
  await like.selectOption('API out of reach')
  await page.waitForURL('**/?provider=offline')
  await seen(like).toHaveValue('offline')
  await seen(site.card.getByText('The wallets could not be loaded')).toBeVisible()
  await other.goto(new URL('/', page.url()).href)
  await seen(other.getByRole('button', { name: /MetaMask/ })).toBeVisible()
  await seen(other.getByRole('combobox', { name: 'What the API is like' })).toHaveValue('')
  await like.selectOption('API as it should be')
  await page.waitForURL((url) => url.search === '')
  await seen(site.card.getByRole('button', { name: /MetaMask/ })).toBeVisible()
  await context.close()
})
