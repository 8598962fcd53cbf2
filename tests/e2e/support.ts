import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { chromium, expect as expectPage, type Browser, type Locator, type Page } from 'playwright/test'
import { expect, inject } from 'vitest'
import { smartOwner } from '../../mocks/sandbox/accounts.ts'
import { smartAccountOf } from '../../mocks/sandbox/eip155/smartAccount.ts'
import { findShell, launchArgs } from '../support/chromium.ts'

/** Another browser with more flags. The caller closes it. */
export const launch = async (...flags: string[]) =>
  chromium.launch({ executablePath: await findShell(), args: [...launchArgs, ...flags] })

let launched: Promise<Browser> | undefined
/** One browser for all files. Each file closes its contexts at its end. */
const openBrowser = () => (launched ??= launch())

export async function closeContexts(): Promise<void> {
  const browser = await launched
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()))
}

/** The wallet's contract account. */
export const smartAddress = smartAccountOf(smartOwner.address)

/** Waits longer than the longest timeout of a page. */
export const seen = expectPage.configure({ timeout: 30_000 })

/** A new browser profile. */
export const newContext = async (viewport = { width: 1280, height: 900 }) =>
  (await openBrowser()).newContext({ viewport, reducedMotion: 'reduce' })

/** A page of the playground's server in a new browser profile. */
export async function openPage(path: string, viewport = { width: 1280, height: 900 }, userAgent?: string) {
  const browser = await openBrowser()
  const context = await browser.newContext({
    viewport,
    reducedMotion: 'reduce',
    ...(userAgent !== undefined && { userAgent }),
  })
  const page = await context.newPage()
  /** Uncaught errors, and content security policy violations of every page. */
  const faults: string[] = []
  page.on('pageerror', (error) => void faults.push(error.message))
  await page.exposeFunction('violated', (text: string) => void faults.push(text))
  await page.addInitScript(() => {
    // The default buffer holds 250 entries.
    performance.setResourceTimingBufferSize(2_000)
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      ;(window as unknown as { violated(text: string): void }).violated(`${violatedDirective} ${blockedURI}`)
    })
  })
  await page.goto(new URL(path, inject('baseUrl')).href)
  const wallet = page.getByRole('region', { name: 'Sandbox Wallet panel' })
  await seen(wallet).toBeVisible()
  return {
    page,
    context,
    wallet,
    faults,
    /** Approves or rejects the open request in the wallet. */
    async answer(yes: boolean) {
      await wallet.getByRole('button', { name: yes ? 'Approve' : 'Reject', exact: true }).click()
    },
  }
}

/** The playground. */
export async function openPlayground(query = '', viewport?: { width: number; height: number }, userAgent?: string) {
  const opened = await openPage(`?${query}`, viewport, userAgent)
  const { page, context, wallet, faults } = opened
  const site = page.getByRole('region', { name: 'The site' })
  const card: Locator = query.includes('dialog') ? page.getByRole('dialog') : site
  return {
    ...opened,
    card,
    async approveEverything() {
      await wallet.getByRole('checkbox', { name: 'Approve everything' }).check()
    },
    /** The panel of the wallet of another namespace. It comes to the front with a request. */
    panelOf: (namespace: string): Locator => page.getByRole('region', { name: `Sandbox ${namespace} Wallet panel` }),
    /** Selects the wallet's contract account. */
    async becomeSmart() {
      await wallet.getByRole('combobox', { name: 'Account' }).selectOption(smartAddress)
    },
    /** Turns a failure of a wallet on or off. */
    async fail(name: string, on = true, panel: Locator = wallet) {
      const list = panel.getByRole('group', { name: 'Failures', exact: true })
      if (!(await list.isVisible())) await panel.getByText('Failures', { exact: true }).click()
      await list.getByRole('checkbox', { name }).setChecked(on)
    },
    async connect() {
      await card.getByRole('button', { name: /Sandbox Wallet/ }).click()
    },
    /** A phone to pair with, in another tab of the same profile. */
    async phone() {
      const phone = await context.newPage()
      phone.on('pageerror', (error) => void faults.push(error.message))
      await phone.goto(new URL('phone.html', inject('baseUrl')).href)
      await seen(phone.getByRole('heading', { name: 'Sandbox Phone' })).toBeVisible()
      return phone
    },
    /** Reads the QR code of the card. */
    async scan(): Promise<string> {
      const code = card.getByRole('img', { name: 'QR code to scan with your wallet' })
      await seen(code).toBeVisible()
      let text = ''
      const read = async () => {
        const { data, width, height } = PNG.sync.read(await code.screenshot())
        return (text = jsQR(new Uint8ClampedArray(data), width, height)?.data ?? '')
      }
      await expect.poll(read).not.toBe('')
      return text
    },
    /** The keys of the page in the browser's storage. */
    stored: (): Promise<string[]> =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('latchkey.'))),
    /** The busy machines of the page's instance. */
    waiting: (): Promise<string[]> => waitingIn(page),
  }
}

export type Site = Awaited<ReturnType<typeof openPlayground>>

/** Opens a group of the playground's settings, and returns it. */
export async function openSettings(page: Page, group: string): Promise<Locator> {
  const settings = page.getByRole('region', { name: 'Settings', exact: true })
  const controls = settings.getByRole('group', { name: group, exact: true })
  if (!(await controls.isVisible())) await settings.locator('summary').filter({ hasText: group }).click()
  await seen(controls).toBeVisible()
  return controls
}

interface Outcome {
  status: string
  value?: unknown
}
interface Asking {
  latchkey: { request(call: object, options: object): Promise<Outcome> }
  told?: Outcome
}

/** Sends a request of the page to a wallet. `told` waits for its outcome. */
export const asks = (page: Page, namespace: string, method: string, params: unknown): Promise<void> =>
  page.evaluate(
    ([namespace, method, params]) => {
      const site = window as unknown as Asking
      delete site.told
      void site.latchkey.request({ method, params }, { namespace }).then((outcome) => (site.told = outcome))
    },
    [namespace, method, params] as const,
  )

/** The outcome of the last request of the page. */
export async function told(page: Page): Promise<Outcome> {
  const outcome = () => page.evaluate(() => (window as unknown as Asking).told)
  await expect.poll(outcome, { timeout: 15_000 }).toBeDefined()
  return (await outcome()) ?? { status: 'never' }
}

const waitingIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    type Ref = { getSnapshot(): { hasTag(tag: string): boolean; context: { networks: unknown } } } | undefined
    const { latchkey } = window as unknown as { latchkey: { find(name: string): Ref } }
    return ['namespace:eip155', 'connectionAttempt', 'disconnection', 'network', 'balance', 'send', 'storage'].filter(
      (name) => latchkey.find(name)?.getSnapshot().hasTag('busy'),
    )
  })
