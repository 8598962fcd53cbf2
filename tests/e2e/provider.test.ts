/** The API over real HTTP: what the page requests from it, and when it fails or refuses. */
import type { Page } from 'playwright/test'
import { expect, inject, test } from 'vitest'
import { sandboxProject } from '../../mocks/sandbox/project.ts'
import { full } from '../support/full.ts'
import { openPlayground, seen } from './support.ts'

/** From now on the API works again, also at the paths of a scenario. */
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

test('the page requests nothing and loads no chain code before the modal opens, then each list once, and sends no analytics [1.13] [4.6] [7.1]', async () => {
  const site = await openPlayground('dialog')
  const { page, card } = site
  const requests: string[] = []
  page.on('request', (request) => void requests.push(request.url()))
  page.on('websocket', (socket) => void requests.push(socket.url()))
  await page.reload()
  await seen(site.wallet).toBeVisible()
  await page.waitForLoadState('networkidle')
  const calls = () => requests.map((url) => new URL(url)).filter(({ pathname }) => pathname.startsWith('/provider/'))
  const to = (part: string) => calls().filter(({ pathname }) => pathname.includes(part))
  const { origin } = new URL(inject('baseUrl'))
  expect(calls()).toEqual([])
  expect(requests.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([])
  expect(requests.filter((url) => /\/adapter-[^/]*\.js$/.test(url))).toEqual([])

  const open = () =>
    page
      .getByRole('button', { name: /Connect wallet|Account/ })
      .first()
      .click()
  for (let time = 0; time < 2; time += 1) {
    await open()
    await seen(card.getByRole('button', { name: /MetaMask/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await seen(card).toBeHidden()
  }
  expect(to('getWallets')).toHaveLength(2)
  expect(to('supported-chains')).toHaveLength(1)

  await site.approveEverything()
  await open()
  await site.connect()
  await seen(card).toBeHidden()
  await open()
  await seen(card.getByText(/[\d.]+ ETH/).first()).toBeVisible()
  await card.getByRole('tab', { name: 'Activity' }).click()
  await seen(card.getByRole('heading', { level: 3 }).first()).toBeVisible()
  await expect.poll(() => to('history').length).toBe(1)

  expect([...to('/analytics/'), ...to('getAnalyticsConfig')]).toEqual([])
  for (const { searchParams } of calls())
    expect(Object.fromEntries(searchParams)).toMatchObject({
      projectId: sandboxProject,
      st: 'latchkey',
      sv: expect.stringMatching(/^html-eip155-\d+\.\d+\.\d+$/),
    })
  expect(site.faults).toEqual([])
  await site.context.close()
})

test.runIf(full)(
  'a failing API hides no installed wallet, is reported where its data is missing, and can be retried [8.33]',
  async () => {
    const site = await openPlayground('provider=serverError')
    const { card, context } = site
    await seen(card.getByText('The wallets could not be loaded')).toBeVisible()
    await site.approveEverything()
    await site.connect()
    await seen(card.getByRole('list', { name: 'Tokens of this account' })).toContainText('ETH')
    await seen(card.getByText('Some tokens could not be loaded.', { exact: false })).toBeVisible()
    await card.getByRole('tab', { name: 'Activity' }).click()
    await seen(card.getByText(/^Failed to fetch transactions/)).toContainText('Server error')
    await expect.poll(site.waiting).toEqual([])
    await recover(site.page)
    await card.getByRole('button', { name: 'Try again' }).click()
    await seen(card.getByRole('list', { name: 'Activity' })).toBeVisible()
    expect(site.faults).toEqual([])
    await context.close()
  },
)

test.runIf(full)('a refused origin opens the alert once, if the app enables alerts [8.18] [8.24]', async () => {
  const site = await openPlayground('debug&provider=forbidden')
  await seen(site.card.getByRole('alert').filter({ hasText: 'Invalid App Configuration' })).toBeVisible()
  await site.approveEverything()
  await site.connect()
  await site.card.getByRole('button', { name: 'Close alert' }).click()
  await seen(site.card.getByText('Invalid App Configuration')).toBeHidden()
  await site.context.close()
})
