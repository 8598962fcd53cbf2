/** The main flows in Firefox and WebKit. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { accounts } from '../../mocks/sandbox/accounts.ts'
import { ar } from '../../react-skin/strings/locales/ar.ts'
import { installEngines, openFirefox, openWebKit, type EnginePage, type Size } from '../support/engines.ts'

const [me] = accounts
const DESKTOP: Size = { width: 1280, height: 900 }
const PHONE: Size = { width: 390, height: 844 }
const POLL = { timeout: 30_000, interval: 100 }

interface Site {
  latchkey: {
    getAccount(): { status: string; address?: string }
    getSignIn(): { status: string }
    find(name: string): { getSnapshot(): { value: unknown } } | undefined
  }
}

/** The element that a user can click: in the page, in the dialog, or in a named part of the page. */
const pressable = (part: string, name: string): Element | undefined => {
  const labelOf = (element: Element) =>
    element.getAttribute('aria-label') ??
    document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent ??
    ''
  const within =
    part === 'page' || part === 'dialog'
      ? document.querySelector(part === 'page' ? 'body' : '[role=dialog]')
      : [...document.querySelectorAll('section, [role=region]')].find((element) => labelOf(element) === part)
  const wanted = new RegExp(name)
  return [...(within?.querySelectorAll('button, a[href], [role=button]') ?? [])].find(
    (element) =>
      wanted.test(element.getAttribute('aria-label') ?? element.textContent.trim()) &&
      element.getClientRects().length > 0 &&
      !element.closest('[inert]') &&
      !element.matches(':disabled'),
  )
}
function visitorOf(page: EnginePage) {
  const press = async (part: string, name: RegExp) => {
    await expect.poll(() => page.finds(pressable, part, name.source), { ...POLL, message: name.source }).toBe(true)
    await page.click(pressable, part, name.source)
  }
  const connected = () => page.evaluate(() => (window as unknown as Site).latchkey.getAccount())
  const opened = () => page.evaluate(() => document.querySelector('[role=dialog]') !== null)
  return {
    press,
    connected,
    opened,
    textOfDialog: () => page.evaluate(() => document.querySelector('[role=dialog]')?.textContent ?? ''),
    async connect() {
      await press('page', /^Connect wallet$/)
      await press('dialog', /Sandbox Wallet/)
      await press('Sandbox Wallet panel', /^Approve$/)
      await expect.poll(async () => (await connected()).status, POLL).toBe('connected')
    },
  }
}

const engines = { firefox: openFirefox, webkit: openWebKit }

describe.each(Object.keys(engines) as (keyof typeof engines)[])('Latchkey in %s', (name) => {
  beforeAll(() => {
    const missing = installEngines()
    if (missing !== undefined) throw new Error(missing)
  }, 600_000)

  const pages: { close(): Promise<void> }[] = []
  afterAll(async () => void (await Promise.all(pages.map(({ close }) => close()))))
  async function visit(query: string, size = DESKTOP, { dark = false, locale = 'en' } = {}) {
    const engine = await engines[name](size, { dark })
    pages.push(engine)
    const { page } = engine
    await page.go(new URL(`?${query}${locale === 'en' ? '' : `&lang=${locale}`}`, inject('baseUrl')).href)
    return { page, ...visitorOf(page) }
  }

  test('connects a wallet, shows its account, survives a reload, and disconnects', async () => {
    const { page, connect, connected, opened, press, textOfDialog } = await visit('dialog&start=fresh')
    await connect()
    await expect.poll(opened, POLL).toBe(false)
    expect((await connected()).address).toBe(me.address)
    await press('page', /^Account/)
    await expect.poll(textOfDialog, POLL).toMatch(/0xf39F.*ETH|Ether/s)
    await page.press('Escape')
    await expect.poll(opened, POLL).toBe(false)
    await page.go(new URL('?dialog', inject('baseUrl')).href)
    await expect.poll(async () => (await connected()).status, POLL).toBe('connected')
    await press('page', /^Account/)
    await expect.poll(textOfDialog, POLL).toMatch(/0xf39F.*ETH|Ether/s)
    await press('dialog', /^Disconnect$/)
    await expect.poll(async () => (await connected()).status, POLL).toBe('disconnected')
  }, 180_000)

  test('completes a required sign-in with a signature', async () => {
    const { page, connect, opened, press } = await visit('dialog&sign-in&start=fresh')
    await connect()
    await press('dialog', /^Sign in$/)
    await press('Sandbox Wallet panel', /^Approve$/)
    const status = () => page.evaluate(() => (window as unknown as Site).latchkey.getSignIn().status)
    await expect.poll(status, POLL).toBe('signedIn')
    await expect.poll(opened, POLL).toBe(false)
  }, 180_000)

  test('shows a dialog that fits a phone, dark and from right to left', async () => {
    const { page, opened, press, textOfDialog } = await visit('dialog&start=fresh', PHONE, {
      dark: true,
      locale: 'ar',
    })
    await press('page', new RegExp(`^${ar.words.connectWallet}$`))
    await expect.poll(opened, POLL).toBe(true)
    await expect.poll(textOfDialog, POLL).toContain('Sandbox Wallet')
    const look = () =>
      page.evaluate(() => {
        const dialog = document.querySelector('[role=dialog]')
        const { left = 0, right = 0 } = dialog?.getBoundingClientRect() ?? {}
        const [red = 0, green = 0, blue = 0] =
          (dialog ? getComputedStyle(dialog).backgroundColor : '').match(/[\d.]+/g)?.map(Number) ?? []
        const style = dialog && getComputedStyle(dialog)
        return {
          fits: left >= 0 && right <= window.innerWidth + 0.5 && right > left,
          overflows: document.documentElement.scrollWidth > window.innerWidth,
          direction: style?.direction,
          isDark: red + green + blue < 3 * 64,
        }
      })
    await expect.poll(look, POLL).toEqual({ fits: true, overflows: false, direction: 'rtl', isDark: true })
  }, 180_000)
})
