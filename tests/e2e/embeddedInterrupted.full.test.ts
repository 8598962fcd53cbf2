/**
 * The embedded wallet in Chromium, on two sites, interrupted in each of its states: the connection is lost, the page is loaded anew,
 * another tab of the site does something. What the visitor is told is right, and the way on that is offered leads to the end.
 */
import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright/test'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { mailed, mailsTo, openLink } from './shop.ts'
import { asks, newContext, openPlayground, seen, told, type Site } from './support.ts'
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
  otherThan,
  reachCode,
  submitEmail,
} from './visitor.ts'

const QUERY = 'email&socials'
const NOT_REACHED = 'The wallet could not be reached. Please try again.'
const NOT_LOADED = 'A part of this page could not be loaded. Please try again, or load the page anew.'
const LEFT = 'Your wallet disconnected from this page'
/** As the page is told; its errors lose all but their words on the way to a test. */
const failed = (message: string) => ({ status: 'failed', error: expect.objectContaining({ message }) })
const receiver = '0x000000000000000000000000000000000000dead'

interface Visit extends Site {
  /** An e-mail address that nobody else has. */
  email: string
  offline(): Promise<void>
  online(): Promise<void>
  /** The same site in another tab. */
  tab(): Promise<Visit>
  /** Sets the clock of every page on by so much. */
  pass(ms: number): Promise<void>
}
type Interrupted = (visit: Visit) => Promise<void>
interface State {
  reach: Interrupted
  offline: Interrupted
  reload: Interrupted
  tab: Interrupted
}

async function ways({ card }: Visit) {
  await seen(card.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  await seen(card.getByRole('textbox', { name: 'Email' })).toBeVisible()
}
const alerted = ({ card }: Visit, text: string | RegExp) =>
  seen(card.getByRole('alert').filter({ hasText: text })).toBeVisible()
const said = ({ card }: Visit, text: string | RegExp) => seen(card.getByText(text)).toBeVisible()
const press = ({ card }: Visit, name: string | RegExp) => card.getByRole('button', { name }).click()
const statusIn = ({ page }: Visit): Promise<string> =>
  page.evaluate(
    () => (window as unknown as { latchkey: { getAccount(): { status: string } } }).latchkey.getAccount().status,
  )
const reload = ({ page }: Visit) => page.reload()
/** Nobody is signed in once the page is loaded anew, and the ways in are shown. */
async function nobody(visit: Visit) {
  await reload(visit)
  await begun(visit)
  expect(await statusIn(visit)).toBe('disconnected')
  await ways(visit)
}
/** The wallet is there, and stays there. */
async function stays(visit: Visit) {
  await reload(visit)
  await connected(visit)
}
const byGoogle = async (visit: Visit, email = visit.email, name: string | RegExp = 'Continue with Google') =>
  agreeIn(await openWindow(visit, name), email)
async function signedIn(visit: Visit) {
  await byGoogle(visit)
  await connected(visit)
}
/** The next code that is mailed is typed. `count`: how many there are then. */
const typeCode = async (visit: Visit, count: number, email = visit.email) =>
  codeIn(visit).fill(await mailed(email, 'code', count))
async function toDevice(visit: Visit) {
  await submitEmail(visit, visit.email)
  await asksForDevice(visit)
}
const isRegistered = async ({ context, email }: Visit) => openLink(context, await mailed(email, 'link'))

/** What the secure site's server is asked first by that name waits, until it is said what becomes of it. */
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
    /** The connection is lost under it. */
    lose: async () => (await held).abort('internetdisconnected'),
    goOn: async () => (await held).continue(),
  }
}

/** A code was asked for a moment ago: another tab, and the page that is loaded anew, know how long to wait, and then have one. */
async function waitsForCode(visit: Visit) {
  await submitEmail(visit, visit.email)
  await said(visit, /^Please try again after ([1-9]|[12]\d|30) seconds$/)
  await visit.pass(30_000)
  await press(visit, 'Continue with email')
}

async function asksToSign(visit: Visit) {
  await asks(visit.page, 'eip155', 'personal_sign', ['0x48656c6c6f', await addressIn(visit)])
  await seen(frameOf(visit).card.getByRole('heading', { name: 'Sign this message?' })).toBeVisible()
}
async function signs(visit: Visit) {
  await asksToSign(visit)
  await frameOf(visit).press('Approve')
  expect((await told(visit.page)).status).toBe('done')
}
const frameShown = ({ page }: Visit) => page.locator('iframe#w3m-iframe:not([aria-hidden])')

/** The Farcaster app of the visitor, on another device, confirms. */
async function confirms(link: string, name: string) {
  const context = await newContext()
  const app = await context.newPage()
  await app.goto(link)
  await app.getByRole('textbox', { name: 'Username' }).fill(name)
  await app.getByRole('button', { name: 'Confirm with this name' }).click()
  await seen(app.getByRole('heading', { name: 'You have signed in' })).toBeVisible()
  await context.close()
}
const farcasterLink = async ({ card }: Visit) => {
  const link = card.getByRole('link', { name: 'Open in Farcaster' })
  await seen(link).toBeVisible()
  return (await link.getAttribute('href')) ?? ''
}
async function toFarcaster(visit: Visit) {
  await press(visit, 'More accounts')
  await press(visit, 'Farcaster')
  return farcasterLink(visit)
}

/** What can be set of the embedded wallet, by way of its accounts. */
async function toSettings(visit: Visit) {
  await press(visit, 'Your accounts')
  await press(visit, 'Account settings')
}

async function toUpdate(visit: Visit) {
  await toSettings(visit)
  await press(visit, visit.email)
  await visit.card.getByRole('textbox', { name: 'Email' }).fill(`new-${visit.email}`)
  await press(visit, 'Continue')
  await seen(visit.card.getByRole('heading', { name: 'Confirm Current Email' })).toBeVisible()
}
async function toSecondCode(visit: Visit, count = 1) {
  await typeCode(visit, count)
  await seen(visit.card.getByRole('heading', { name: 'Confirm New Email' })).toBeVisible()
}
const updated = ({ card, email }: Visit) => seen(card.getByRole('button', { name: `new-${email}` })).toBeVisible()
/** The wallet was left in another tab while this one was somewhere: the ways in, said why, and the next sign-in. */
async function leftElsewhere(visit: Visit) {
  const other = await visit.tab()
  await connected(other)
  await press(other, 'Disconnect')
  // What is said goes by itself.
  await Promise.all([ways(visit), said(visit, LEFT)])
  await visit.page.bringToFront()
  await byGoogle(visit)
  await connected(visit)
}

const states: Record<string, State> = {
  'nothing was loaded yet': {
    reach: ways,
    async offline(visit) {
      await visit.offline()
      await submitEmail(visit, visit.email)
      await said(visit, NOT_LOADED)
      await visit.online()
      await reachCode(visit, visit.email)
      await typeCode(visit, 1)
      await connected(visit)
    },
    async reload(visit) {
      await reload(visit)
      await signedIn(visit)
    },
    async tab(visit) {
      await signedIn(await visit.tab())
      await ways(visit)
      await byGoogle(visit)
      await connected(visit)
    },
  },
  'the e-mail address is sent': {
    reach: ways,
    async offline(visit) {
      const { held, lose } = await hold(visit, 'connect')
      await submitEmail(visit, visit.email)
      await held
      await visit.offline()
      await lose()
      await said(visit, NOT_REACHED)
      await visit.online()
      await reachCode(visit, visit.email)
      await typeCode(visit, 1)
      await connected(visit)
    },
    async reload(visit) {
      const { held, lose } = await hold(visit, 'connect')
      await submitEmail(visit, visit.email)
      await held
      await nobody(visit)
      await lose().catch(() => {})
      await seen(visit.card.getByRole('textbox', { name: 'Email' })).toHaveValue(visit.email)
      await waitsForCode(visit)
      await asksForDevice(visit)
      await isRegistered(visit)
      await typeCode(visit, 1)
      await connected(visit)
    },
    async tab(visit) {
      const { held, goOn } = await hold(visit, 'connect')
      await submitEmail(visit, visit.email)
      await held
      const other = await visit.tab()
      await submitEmail(other, visit.email)
      await said(other, 'Please try again after')
      await goOn()
      await asksForDevice(visit)
      await isRegistered(visit)
      await typeCode(visit, 1)
      await connected(visit)
      expect(await statusIn(other)).toBe('disconnected')
      expect(await mailsTo(visit.email)).toHaveLength(2)
      await stays(other)
    },
  },
  'a device is waited for': {
    reach: ways,
    async offline(visit) {
      const { held, lose } = await hold(visit, 'device')
      await toDevice(visit)
      await held
      await visit.offline()
      await lose()
      const elsewhere = await newContext()
      await openLink(elsewhere, await mailed(visit.email, 'link'))
      await elsewhere.close()
      await asksForDevice(visit)
      await visit.online()
      await seen(codeIn(visit)).toBeVisible()
      await typeCode(visit, 1)
      await connected(visit)
    },
    async reload(visit) {
      await toDevice(visit)
      await reload(visit)
      await isRegistered(visit)
      await nobody(visit)
      await submitEmail(visit, visit.email)
      await seen(codeIn(visit)).toBeVisible()
      await typeCode(visit, 2)
      await connected(visit)
    },
    async tab(visit) {
      await toDevice(visit)
      const other = await visit.tab()
      await isRegistered(visit)
      await seen(codeIn(visit)).toBeVisible()
      await ways(other)
      await typeCode(visit, 1)
      await connected(visit)
      await submitEmail(other, visit.email)
      await connected(other)
    },
  },
  'a code is typed': {
    reach: async (visit) => void (await reachCode(visit, visit.email)),
    async offline(visit) {
      await visit.offline()
      await typeCode(visit, 1)
      await alerted(visit, NOT_REACHED)
      await visit.online()
      await typeCode(visit, 1)
      await connected(visit)
    },
    async reload(visit) {
      await nobody(visit)
      await waitsForCode(visit)
      await typeCode(visit, 2)
      await connected(visit)
    },
    async tab(visit) {
      const other = await visit.tab()
      await waitsForCode(other)
      const code = await mailed(visit.email, 'code', 2)
      await typeCode(visit, 2)
      await alerted(visit, 'No code was asked for. Please begin again.')
      await codeIn(other).fill(code)
      await connected(other)
      await press(visit, 'Cancel')
      await ways(visit)
      await stays(other)
      await submitEmail(visit, visit.email)
      await connected(visit)
    },
  },
  'a code was wrong': {
    async reach(visit) {
      const code = await reachCode(visit, visit.email)
      await codeIn(visit).fill(otherThan(code))
      await alerted(visit, 'The code is wrong. Tries left: 4.')
    },
    async offline(visit) {
      await visit.offline()
      await typeCode(visit, 1)
      await alerted(visit, NOT_REACHED)
      await visit.online()
      await typeCode(visit, 1)
      await connected(visit)
    },
    async reload(visit) {
      await nobody(visit)
      await waitsForCode(visit)
      await typeCode(visit, 2)
      await connected(visit)
    },
    async tab(visit) {
      const other = await visit.tab()
      await byGoogle(other)
      await connected(other)
      await alerted(visit, 'The code is wrong. Tries left: 4.')
      await press(visit, 'Cancel')
      await ways(visit)
      await stays(other)
    },
  },
  'the accounts elsewhere are listed': {
    async reach(visit) {
      await press(visit, 'More accounts')
      await seen(visit.card.getByRole('button', { name: 'Farcaster' })).toBeVisible()
    },
    async offline(visit) {
      await visit.offline()
      await press(visit, 'Farcaster')
      await said(visit, NOT_LOADED)
      await visit.online()
      await press(visit, 'Farcaster')
      await confirms(await farcasterLink(visit), 'listed')
      await connected(visit)
    },
    async reload(visit) {
      await nobody(visit)
      await signedIn(visit)
    },
    async tab(visit) {
      const other = await visit.tab()
      await signedIn(other)
      await byGoogle(visit, visit.email, 'Google')
      await connected(visit)
      expect(await addressIn(visit)).toBe(await addressIn(other))
    },
  },
  'a window is open': {
    reach: async () => {},
    async offline(visit) {
      const popup = await openWindow(visit, 'Continue with Google')
      await seen(popup.getByRole('textbox', { name: 'E-mail address' })).toBeVisible()
      await visit.offline()
      await agreeIn(popup, visit.email)
      await said(visit, 'Continue in the Google window')
      await popup.close()
      await said(visit, 'The Google window was closed')
      await press(visit, 'Cancel')
      await ways(visit)
      await visit.online()
      await signedIn(visit)
    },
    async reload(visit) {
      const popup = await openWindow(visit, 'Continue with Google')
      await seen(popup.getByRole('textbox', { name: 'E-mail address' })).toBeVisible()
      await reload(visit)
      await ways(visit)
      const closed = popup.waitForEvent('close')
      await agreeIn(popup, visit.email)
      await closed
      await nobody(visit)
      await signedIn(visit)
    },
    async tab(visit) {
      const popup = await openWindow(visit, 'Continue with Google')
      await seen(popup.getByRole('textbox', { name: 'E-mail address' })).toBeVisible()
      const other = await visit.tab()
      await byGoogle(other, `other-${visit.email}`)
      await connected(other)
      await said(visit, 'Continue in the Google window')
      await visit.page.bringToFront()
      await press(visit, 'Cancel')
      await ways(visit)
      await stays(other)
      await signs(other)
      await byGoogle(visit)
      await Promise.all([connected(visit), said(other, LEFT)])
      await ways(other)
    },
  },
  'the window has told who it is': {
    reach: async () => {},
    async offline(visit) {
      const { held, lose } = await hold(visit, 'social-connect')
      await byGoogle(visit)
      await held
      await visit.offline()
      await lose()
      await alerted(visit, NOT_REACHED)
      await visit.online()
      await byGoogle(visit, visit.email, 'Try again')
      await connected(visit)
    },
    async reload(visit) {
      const { held, lose } = await hold(visit, 'social-connect')
      await byGoogle(visit)
      await held
      await nobody(visit)
      await lose().catch(() => {})
      await signedIn(visit)
    },
    async tab(visit) {
      const { held, goOn } = await hold(visit, 'social-connect')
      await byGoogle(visit)
      await held
      const other = await visit.tab()
      await said(visit, 'Retrieving')
      await ways(other)
      await goOn()
      await connected(visit)
      await ways(other)
      await stays(other)
    },
  },
  'a Farcaster link is shown': {
    reach: (visit) => press(visit, 'More accounts'),
    async offline(visit) {
      const { held, lose } = await hold(visit, 'farcaster-connect')
      await press(visit, 'Farcaster')
      const link = await farcasterLink(visit)
      await held
      await visit.offline()
      await lose()
      await confirms(link, 'offline')
      expect(await farcasterLink(visit)).toBe(link)
      await visit.online()
      await connected(visit)
    },
    async reload(visit) {
      await press(visit, 'Farcaster')
      const link = await farcasterLink(visit)
      await reload(visit)
      await ways(visit)
      await confirms(link, 'reload')
      await nobody(visit)
      const next = await toFarcaster(visit)
      expect(next).not.toBe(link)
      await confirms(next, 'reload')
      await connected(visit)
    },
    async tab(visit) {
      await press(visit, 'Farcaster')
      await farcasterLink(visit)
      const other = await visit.tab()
      await signedIn(other)
      await visit.page.bringToFront()
      await press(visit, 'Cancel')
      await stays(other)
      await signs(other)
    },
  },
  'the wallet is connected': {
    reach: signedIn,
    async offline(visit) {
      const address = await addressIn(visit)
      for (const why of [NOT_LOADED, NOT_REACHED]) {
        await visit.offline()
        await asks(visit.page, 'eip155', 'personal_sign', ['0x48656c6c6f', address])
        expect(await told(visit.page)).toEqual(failed(why))
        await connected(visit)
        await visit.online()
        await signs(visit)
      }
    },
    async reload(visit) {
      const address = await addressIn(visit)
      await stays(visit)
      expect(await addressIn(visit)).toBe(address)
      await signs(visit)
    },
    tab: leftElsewhere,
  },
  'a request is shown': {
    async reach(visit) {
      await signedIn(visit)
      await asksToSign(visit)
    },
    async offline(visit) {
      await frameOf(visit).press('Reject')
      const from = await addressIn(visit)
      await asks(visit.page, 'eip155', 'eth_sendTransaction', [{ from, to: receiver, value: '0x0' }])
      await seen(frameOf(visit).card.getByRole('button', { name: 'Reject' })).toBeVisible()
      await visit.offline()
      await frameOf(visit).press('Reject')
      expect((await told(visit.page)).status).toBe('declined')
      await connected(visit)
      await visit.online()
      await signs(visit)
    },
    async reload(visit) {
      await stays(visit)
      await seen(frameShown(visit)).toHaveCount(0)
      await signs(visit)
    },
    async tab(visit) {
      const other = await visit.tab()
      await connected(other)
      await press(other, 'Disconnect')
      expect(await told(visit.page)).toEqual(failed(LEFT))
      await Promise.all([ways(visit), said(visit, LEFT)])
      await seen(frameShown(visit)).toHaveCount(0)
      await visit.page.bringToFront()
      await byGoogle(visit)
      await connected(visit)
      await signs(visit)
    },
  },
  'the type of account is switched': {
    async reach(visit) {
      await signedIn(visit)
      await toSettings(visit)
    },
    async offline(visit) {
      const address = await addressIn(visit)
      await visit.offline()
      await press(visit, 'Use smart account')
      await said(visit, NOT_LOADED)
      expect(await addressIn(visit)).toBe(address)
      await visit.online()
      await press(visit, 'Use smart account')
      await seen(visit.card.getByRole('button', { name: 'Use standard account' })).toBeVisible()
      expect(await addressIn(visit)).not.toBe(address)
    },
    async reload(visit) {
      const address = await addressIn(visit)
      await press(visit, 'Use smart account')
      await stays(visit)
      await toSettings(visit)
      const isSmart = (await addressIn(visit)) !== address
      const [from, to] = isSmart ? ['standard', 'smart'] : ['smart', 'standard']
      await seen(visit.card.getByRole('button', { name: `Use ${from} account` })).toBeVisible()
      await press(visit, `Use ${from} account`)
      await seen(visit.card.getByRole('button', { name: `Use ${to} account` })).toBeVisible()
    },
    async tab(visit) {
      const address = await addressIn(visit)
      const other = await visit.tab()
      await connected(other)
      await toSettings(other)
      await press(other, 'Use smart account')
      await seen(other.card.getByRole('button', { name: 'Use standard account' })).toBeVisible()
      await seen(visit.card.getByRole('button', { name: 'Use smart account' })).toBeVisible()
      expect(await addressIn(visit)).toBe(address)
      await visit.page.bringToFront()
      await signs(visit)
      await press(visit, 'Use smart account')
      await seen(visit.card.getByRole('button', { name: 'Use standard account' })).toBeVisible()
      expect(await addressIn(visit)).toBe(await addressIn(other))
    },
  },
  'the code to the current address is typed': {
    async reach(visit) {
      await signedIn(visit)
      await toUpdate(visit)
    },
    async offline(visit) {
      await visit.offline()
      await typeCode(visit, 1)
      await alerted(visit, NOT_REACHED)
      await visit.online()
      await toSecondCode(visit)
      await typeCode(visit, 1, `new-${visit.email}`)
      await updated(visit)
    },
    async reload(visit) {
      await stays(visit)
      await toUpdate(visit)
      await toSecondCode(visit, 2)
      await typeCode(visit, 1, `new-${visit.email}`)
      await updated(visit)
    },
    tab: leftElsewhere,
  },
  'the code to the new address is typed': {
    async reach(visit) {
      await signedIn(visit)
      await toUpdate(visit)
      await toSecondCode(visit)
    },
    async offline(visit) {
      await visit.offline()
      await typeCode(visit, 1, `new-${visit.email}`)
      await alerted(visit, NOT_REACHED)
      await visit.online()
      await typeCode(visit, 1, `new-${visit.email}`)
      await updated(visit)
    },
    async reload(visit) {
      await stays(visit)
      await toUpdate(visit)
      await toSecondCode(visit, 2)
      await typeCode(visit, 2, `new-${visit.email}`)
      await updated(visit)
    },
    tab: leftElsewhere,
  },
  'the wallet is left': {
    reach: signedIn,
    async offline(visit) {
      await visit.offline()
      await press(visit, 'Disconnect')
      await ways(visit)
      await visit.online()
      await nobody(visit)
      await signedIn(visit)
    },
    async reload(visit) {
      const { held, lose } = await hold(visit, 'sign-out')
      await press(visit, 'Disconnect')
      await held
      await nobody(visit)
      await lose().catch(() => {})
      await signedIn(visit)
    },
    async tab(visit) {
      const { held, goOn } = await hold(visit, 'sign-out')
      const other = await visit.tab()
      await connected(other)
      await visit.page.bringToFront()
      await press(visit, 'Disconnect')
      await held
      await Promise.all([ways(other), said(other, LEFT)])
      await goOn()
      await nobody(visit)
      await signedIn(other)
    },
  },
}

/** What the developers are told, by the state and what interrupted it; nothing else. */
const COMPLAINTS: Record<string, RegExp> = {
  // The server could not be told of the sign-out, or not in time, or be asked before for the accounts.
  'the wallet is left':
    /^(Failed to disconnect chain|The secure site did not answer a message in time|The wallet could not be reached)/,
  // What the account holds is asked of it.
  'the wallet is connected, offline': /^The wallet could not be reached/,
  'nothing was loaded yet, offline': /^Its code or its secure site could not be loaded/,
}

async function open(): Promise<{ visit: Visit; complaints: string[] }> {
  const site = await openPlayground(`start=fresh&${QUERY}`)
  await site.page.evaluate((query) => history.replaceState(null, '', `?${query}`), QUERY)
  const { context, faults } = site
  const complaints: string[] = []
  const follow = (page: Page) => {
    page.on('pageerror', ({ message }) => void faults.push(message))
    page.on('console', (message) => {
      // The browser itself says what it could not load.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        complaints.push(message.text())
    })
  }
  follow(site.page)
  context.on('page', follow)
  const email = `${randomUUID()}@modal.example`
  const visitOf = (of: Site): Visit => ({
    ...of,
    email,
    offline: () => context.setOffline(true),
    online: () => context.setOffline(false),
    tab: async () => visitOf(await openTab(of, QUERY)),
    async pass(ms) {
      for (const page of context.pages())
        await page.evaluate((by) => {
          const { now } = Date
          Date.now = () => now() + by
        }, ms)
    },
  })
  return { visit: visitOf(site), complaints }
}

/** What the page keeps that nobody but the frame may: codes of mails, tokens of the frame. */
async function keptSecrets({ context, email }: Visit): Promise<string[]> {
  const mails = [...(await mailsTo(email)), ...(await mailsTo(`new-${email}`))]
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

const cases = Object.entries(states).flatMap(([name, { reach, ...interruptions }]) =>
  Object.entries(interruptions).map(([how, interrupted]) => ({ title: `${name}, ${how}`, name, reach, interrupted })),
)

describe('while', () => {
  test.each(cases)('$title', async (one) => {
    const { visit, complaints } = await open()
    onTestFinished(() => visit.context.close())
    await one.reach(visit)
    await one.interrupted(visit)
    expect(visit.faults).toEqual([])
    const expected = COMPLAINTS[one.title] ?? COMPLAINTS[one.name]
    expect(complaints.filter((text) => !expected?.test(text))).toEqual([])
    expect(await keptSecrets(visit)).toEqual([])
  })
})
