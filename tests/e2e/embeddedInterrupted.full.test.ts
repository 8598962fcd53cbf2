/**
 * The embedded wallet in Chromium, on two sites, while the connection is lost, the page reloads, and another tab acts. The
 * wallet shows what happened, and the user can continue.
 */
import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright/test'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { mailed, mailsTo, openLink } from './shop.ts'
import { asks, openPlayground, seen, told, type Site } from './support.ts'
import {
  addressIn,
  agreeIn,
  asksForDevice,
  begun,
  codeIn,
  connected,
  frameOf,
  openTab,
  openWindow,
  reachCode,
  submitEmail,
} from './visitor.ts'

const QUERY = 'email&socials'
const NOT_REACHED = 'The wallet could not be reached. Please try again.'
const NOT_LOADED = 'Part of this page could not be loaded. Try again, or reload the page.'
const LEFT = 'Your wallet disconnected'
/** A failed outcome. The test only receives the error's message. */
const failed = (message: string) => ({ status: 'failed', error: expect.objectContaining({ message }) })

interface Visit extends Site {
  /** A unique email address. */
  email: string
}

const ways = async ({ card }: Visit) => {
  await seen(card.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  await seen(card.getByRole('textbox', { name: 'Email' })).toBeVisible()
}
const said = ({ card }: Visit, text: string | RegExp) => seen(card.getByText(text)).toBeVisible()
const statusIn = ({ page }: Visit): Promise<string> =>
  page.evaluate(
    () => (window as unknown as { latchkey: { getAccount(): { status: string } } }).latchkey.getAccount().status,
  )
const byGoogle = async (visit: Visit) => agreeIn(await openWindow(visit, 'Continue with Google'), visit.email)
const typeCode = async (visit: Visit, count: number) => codeIn(visit).fill(await mailed(visit.email, 'code', count))
async function asksToSign(visit: Visit) {
  await asks(visit.page, 'eip155', 'personal_sign', ['0x48656c6c6f', await addressIn(visit)])
  await seen(frameOf(visit).card.getByRole('heading', { name: 'Sign this message?' })).toBeVisible()
}
async function signs(visit: Visit) {
  await asksToSign(visit)
  await frameOf(visit).press('Approve')
  expect((await told(visit.page)).status).toBe('done')
}

/** Holds the first request to this endpoint of the secure site's server. */
async function hold({ context }: Visit, name: string) {
  let asked: ((route: Route) => void) | undefined
  const held = new Promise<Route>((resolve) => (asked = resolve))
  await context.route(`**/api/${name}`, async (route) => {
    if (!asked) return route.continue()
    asked(route)
    asked = undefined
  })
  return {
    held,
    /** Fails the request as a lost connection does. */
    lose: async () => (await held).abort('internetdisconnected'),
    goOn: async () => (await held).continue(),
  }
}

/** Sets the clock of every page forward. */
const pass = async ({ context }: Visit, ms: number) => {
  for (const page of context.pages())
    await page.evaluate((by) => {
      const { now } = Date
      Date.now = () => now() + by
    }, ms)
}

/** The codes and tokens of the frame that the page stores, which should be none. */
async function keptSecrets({ context, email }: Visit): Promise<string[]> {
  const mails = await mailsTo(email)
  // Any long number may hold six digits.
  const secrets = mails.flatMap(({ code }) => (code === undefined ? [] : [`(?<![\\da-z])${code}(?![\\da-z])`]))
  const { origin } = new URL(inject('baseUrl'))
  const stored: string[] = []
  for (const page of context.pages().filter((one) => one.url().startsWith(origin))) {
    const frame = page.frames().find((one) => one.name() === 'w3m-secure-iframe')
    const tokens = await frame?.evaluate(() =>
      ['device', 'session'].flatMap((name) => localStorage.getItem(`secure-site.${name}`) ?? []),
    )
    secrets.push(...(tokens ?? []))
    stored.push(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage])))
  }
  return secrets.filter((secret) => new RegExp(secret, 'i').test(stored.join('\n')))
}

let visit: Visit
let complaints: string[]
beforeEach(async () => {
  const site = await openPlayground(`start=fresh&${QUERY}`)
  await site.page.evaluate((query) => history.replaceState(null, '', `?${query}`), QUERY)
  complaints = []
  const follow = (page: Page) =>
    page.on('console', (message) => {
      // The browser itself reports resources that it could not load.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        complaints.push(message.text())
    })
  follow(site.page)
  site.context.on('page', follow)
  visit = { ...site, email: `${randomUUID()}@modal.example` }
})
afterEach(async () => {
  expect(visit.faults).toEqual([])
  expect(complaints.filter((text) => !text.startsWith('The wallet could not be reached'))).toEqual([])
  expect(await keptSecrets(visit)).toEqual([])
  await visit.context.close()
})

describe('the embedded wallet', () => {
  test('shows that it could not be reached while offline, and continues afterwards', async () => {
    const { card, context, page } = visit
    await reachCode(visit, visit.email)
    await context.setOffline(true)
    await typeCode(visit, 1)
    await seen(card.getByRole('alert').filter({ hasText: NOT_REACHED })).toBeVisible()
    await context.setOffline(false)
    await typeCode(visit, 1)
    await connected(visit)
    const address = await addressIn(visit)
    for (const reason of [NOT_LOADED, NOT_REACHED]) {
      await context.setOffline(true)
      await asks(page, 'eip155', 'personal_sign', ['0x48656c6c6f', address])
      expect(await told(page)).toEqual(failed(reason))
      await connected(visit)
      await context.setOffline(false)
      await signs(visit)
    }
  })

  test('keeps the cooldown and the wallet over a reload, and drops the sign-in and the request', async () => {
    const { card, page, context } = visit
    const { held, lose } = await hold(visit, 'connect')
    await submitEmail(visit, visit.email)
    await held
    await page.reload()
    await begun(visit)
    expect(await statusIn(visit)).toBe('disconnected')
    await ways(visit)
    await lose().catch(() => {})
    await seen(card.getByRole('textbox', { name: 'Email' })).toHaveValue(visit.email)
    await submitEmail(visit, visit.email)
    await said(visit, /^Please try again after ([1-9]|[12]\d|30) seconds$/)
    await pass(visit, 30_000)
    await card.getByRole('button', { name: 'Continue with email' }).click()
    await asksForDevice(visit)
    await openLink(context, await mailed(visit.email, 'link'))
    await typeCode(visit, 1)
    await connected(visit)
    await asksToSign(visit)
    await page.reload()
    await connected(visit)
    await seen(page.locator('iframe#w3m-iframe:not([aria-hidden])')).toHaveCount(0)
    await signs(visit)
  })

  test('disconnects in every tab when one disconnects, which ends its requests, and allows signing in again', async () => {
    const { card, page } = visit
    await byGoogle(visit)
    await connected(visit)
    await asksToSign(visit)
    const other = await openTab(visit, QUERY)
    await connected(other)
    await other.card.getByRole('button', { name: 'Disconnect' }).click()
    expect(await told(page)).toEqual(failed(LEFT))
    // The message disappears after a while.
    await Promise.all([ways(visit), said(visit, LEFT)])
    await page.bringToFront()
    await submitEmail(visit, visit.email)
    await asksForDevice(visit)
    const popup = await openWindow(other, 'Continue with Google')
    await agreeIn(popup, visit.email)
    await connected(other)
    await page.bringToFront()
    await card.getByRole('button', { name: 'Cancel' }).click()
    await ways(visit)
    await other.page.reload()
    await connected(other)
    await signs(other)
  })
})
