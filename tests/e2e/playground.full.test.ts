/** The tools of the playground for designers and developers. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright/test'
import { afterEach, describe, expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { openPlayground, openSettings, seen } from './support.ts'
import { previewSend } from './visitor.ts'

type Site = Awaited<ReturnType<typeof openPlayground>>
let site: Site
afterEach(async () => {
  expect(site.faults).toEqual([])
  await site.context.close()
})

const axeFile = createRequire(import.meta.url).resolve('axe-core')
/** The axe violations on the page. */
async function flaws(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(axeFile, 'utf8'))
  return page.evaluate(async () => {
    type Axe = { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    const { violations } = await (window as unknown as { axe: Axe }).axe.run()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  })
}

/** Opens the chart of a machine from the list. */
async function choose(name: string) {
  const { page } = site
  await page
    .getByRole('navigation', { name: 'Machines' })
    .getByRole('button', { name: new RegExp(`^${name}\\b`) })
    .click()
  await seen(page.getByRole('img', { name: `The chart of ${name}` })).toBeVisible()
}

describe("the playground's page", () => {
  test('applies a theme immediately, keeps it over a reload, and can reset it', async () => {
    site = await openPlayground()
    const { page, card } = site
    const look = () =>
      card
        .locator('[data-part="card"][data-view]')
        .evaluate((element) => [getComputedStyle(element).borderRadius, `${element.getBoundingClientRect().width}`])
    expect(await look()).toEqual(['16px', '360'])
    const settings = await openSettings(page, 'Appearance')
    await settings.getByRole('combobox', { name: 'Theme' }).selectOption('Mono')
    expect(await look()).toEqual(['4px', '360'])
    await page.getByRole('slider', { name: 'Corners' }).fill('30')
    await page.getByRole('slider', { name: 'Width' }).fill('420')
    expect(await look()).toEqual(['30px', '420'])
    await page.getByLabel(/^Accent/).fill('#ffee00')
    await seen(page.getByText(/hard to read/)).toBeVisible()
    await seen(page.getByRole('button', { name: 'Connect wallet' }).first()).toHaveCSS(
      'background-color',
      'rgb(255, 238, 0)',
    )
    // A script sets it on the elements of the skin.
    await page.reload()
    await seen(card.locator('[data-part="card"][data-view]')).toHaveCSS('border-radius', '30px')
    expect(new URL(page.url()).search).toBe('?preset=mono&corners=30&width=420&accent-light=ffee00')
    await page.getByRole('button', { name: 'Reset theme' }).click()
    expect(await look()).toEqual(['16px', '360'])
    expect(new URL(page.url()).search).toBe('')
  })

  test("links an account and a transfer to the sandbox's explorer", async () => {
    site = await openPlayground('start=connected')
    const { card, context } = site
    const shown = context.waitForEvent('page')
    await card.getByRole('link', { name: /explorer/i }).click()
    await seen((await shown).getByText('Transactions sent')).toBeVisible()
    await previewSend(card, /Ether/, '0.125', '0x000000000000000000000000000000000000dEaD')
    await card.getByRole('button', { name: 'Send', exact: true }).click()
    await seen(card.getByText('Confirmed', { exact: true })).toBeVisible()
    const opened = context.waitForEvent('page')
    await card.getByRole('link', { name: /explorer/i }).click()
    const explorer = await opened
    await seen(explorer.getByRole('heading', { name: 'Sandbox One explorer' })).toBeVisible()
    await seen(explorer.getByText('success', { exact: true })).toBeVisible()
    await seen(explorer.getByText('0.125 ETH', { exact: true })).toBeVisible()
    const unknown = await context.request.get(explorer.url().replace(/0x.*/, `0x${'0'.repeat(64)}`))
    expect(unknown.status()).toBe(404)
  })

  test('starts connected or fresh by choice, and returns the focus to the setting', async () => {
    site = await openPlayground('start=fresh')
    const { page, card } = site
    await openSettings(page, 'Account')
    const start = page.getByRole('combobox', { name: 'Start' })
    await seen(card.getByRole('button', { name: /Sandbox Wallet/ })).toBeVisible()
    await start.selectOption('Connected')
    await page.waitForURL('**/?start=connected')
    await seen(card.getByRole('button', { name: 'Disconnect' })).toBeVisible()
    await seen(start).toBeFocused()
    await seen(site.wallet.getByRole('checkbox', { name: 'Approve everything' })).toBeChecked()
    await start.selectOption('As on the previous visit')
    await page.waitForURL(({ search }) => search === '')
    await seen(card.getByRole('button', { name: 'Disconnect' })).toBeVisible()
    await start.selectOption('Fresh')
    await page.waitForURL('**/?start=fresh')
    await seen(card.getByRole('button', { name: /Sandbox Wallet/ })).toBeVisible()
    await seen(card.getByRole('button', { name: 'Disconnect' })).toBeHidden()
  })

  test('keeps the state of the wallet in the URL, also that of its panel, and starts with it', async () => {
    site = await openPlayground('start=connected&wallet=reject&account=second')
    const { page, card, wallet } = site
    await seen(card.getByRole('button', { name: 'Disconnect' })).toBeVisible()
    const [behavior, account] = ['Wallet', 'Ethereum account'].map((name) =>
      page.getByRole('combobox', { name, exact: true }),
    )
    const failures = await openSettings(page, 'Conditions')
    await seen(failures.getByRole('combobox', { name: 'Wallet', exact: true })).toHaveValue('reject')
    await page.getByRole('button', { name: 'Sign a message' }).click()
    await seen(page.getByRole('group', { name: 'Requests of the page' })).toContainText('declined')
    await site.fail('Locked')
    await seen(behavior ?? failures).toHaveValue('several')
    await page.waitForURL(({ searchParams }) => searchParams.get('wallet') === 'reject,locked')
    await wallet.getByRole('combobox', { name: 'Account' }).selectOption({ index: 0 })
    await page.waitForURL(({ searchParams }) => !searchParams.has('account'))
    await openSettings(page, 'Account')
    await seen(account ?? failures).toHaveValue('first')
  })

  test('turns features on and off with switches, and keeps the others', async () => {
    site = await openPlayground('start=connected')
    const { page, card } = site
    const features = await openSettings(page, 'Features')
    await seen(card.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
    await seen(card.getByRole('button', { name: 'Swap', exact: true })).toBeHidden()
    await features.getByRole('switch', { name: 'Swap' }).click()
    await page.waitForURL('**/?start=connected&swaps')
    await seen(card.getByRole('button', { name: 'Swap', exact: true })).toBeVisible()
    await features.getByRole('switch', { name: 'Buy' }).click()
    await page.waitForURL('**/?start=connected&swaps&onramp')
    await seen(card.getByRole('button', { name: 'Buy', exact: true })).toBeVisible()
    await features.getByRole('switch', { name: 'Swap' }).click()
    await page.waitForURL('**/?start=connected&onramp')
    await seen(card.getByRole('button', { name: 'Buy', exact: true })).toBeVisible()
    await seen(card.getByRole('button', { name: 'Swap', exact: true })).toBeHidden()
  })

  test('reads from a node that is offline, or slow', async () => {
    site = await openPlayground('start=connected&node=offline&alone')
    const { page, card } = site
    const conditions = await openSettings(page, 'Conditions')
    await seen(card.getByRole('button', { name: 'Disconnect' })).toBeVisible()
    const balance = () =>
      page.evaluate(() => {
        type Ref = { getSnapshot(): { context: { error?: { code: string }; tokens: readonly object[] } } } | undefined
        const { context } =
          (window as unknown as { latchkey: { find(name: string): Ref } }).latchkey.find('balance')?.getSnapshot() ?? {}
        return context?.error ? 'failed' : (context?.tokens.length ?? 0) > 0 ? 'read' : 'reading'
      })
    await expect.poll(balance, { timeout: 30_000 }).toBe('failed')
    await conditions.getByRole('combobox', { name: 'Ethereum node' }).selectOption('slow')
    await page.waitForURL(({ searchParams }) => searchParams.get('node') === 'slow')
    await expect.poll(balance, { timeout: 30_000 }).toBe('read')
  })

  test('changes the language and the code immediately, and copies the code', async () => {
    site = await openPlayground('solana&unsupported=notice')
    const { page, card, context } = site
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openSettings(page, 'Language')
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
    await seen(card.locator('[data-latchkey][lang^="de"]')).toBeVisible()
    const code = page.getByLabel('Wallet.tsx', { exact: true })
    await seen(code).toContainText('locale="de"')
    await openSettings(page, 'Appearance')
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('Ember')
    await seen(code).toContainText('theme={presets.ember}')
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    for (const [framework, text] of [
      ['React', 'networks: [mainnet, solana],'],
      ['Vue', '<latchkey-modal :latchkey.prop="latchkey" locale="de">'],
      ['Svelte', '<latchkey-modal {latchkey} locale="de">'],
      ['Plain HTML', "unsupportedChain: 'notice',"],
    ] as const) {
      await page.getByRole('radio', { name: framework }).check()
      await page.getByRole('button', { name: 'Copy code' }).click()
      await expect.poll(copied).toContain(text)
    }
    await seen(page.getByRole('status').filter({ hasText: 'Copied' }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect.poll(copied).toMatch(/\?solana&unsupported=notice&lang=de&preset=ember&code=plain$/)
  })

  test('shows the card first, and the settings beside it, without scrolling', async () => {
    site = await openPlayground('', { width: 1280, height: 800 })
    const { page, card } = site
    await seen(card.getByRole('button', { name: /Sandbox Wallet/ })).toBeVisible()
    const boxOf = async (name: string) => {
      const box = await page.getByRole('region', { name, exact: true }).boundingBox()
      return { left: box?.x ?? 0, top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) }
    }
    const [site_, settings] = [await boxOf('The site'), await boxOf('Settings')]
    expect(site_.left).toBeLessThan(settings.left)
    expect(settings.bottom).toBeLessThan(800)
    expect(site_.top).toBeLessThan(120)
  })

  test('fits a phone: the card comes first, and a button shows the settings, of which none is cut off', async () => {
    site = await openPlayground('', { width: 390, height: 844 })
    const { page, card } = site
    const settings = page.getByRole('region', { name: 'Settings', exact: true })
    await seen(settings).toBeHidden()
    expect((await card.boundingBox())?.y).toBeLessThan(160)
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await seen(settings).toBeFocused()
    for (const group of ['Wallets', 'Networks', 'Features', 'Account', 'Appearance', 'Conditions', 'Language']) {
      const controls = await openSettings(page, group)
      const cut = await controls
        .locator('.setting')
        .evaluateAll((tools) =>
          tools
            .filter((tool) => tool.getBoundingClientRect().right > 390 || tool.scrollWidth > tool.clientWidth)
            .map(({ textContent }) => textContent),
        )
      expect(cut).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    const appearance = await openSettings(page, 'Appearance')
    await appearance.getByRole('switch', { name: 'Phone frame' }).check()
    await expect.poll(() => card.evaluate(({ clientWidth }) => clientWidth)).toBe(390)
  })

  test('has one option that makes the wallet decline, or switch to an unsupported network', async () => {
    site = await openPlayground()
    const { page, card } = site
    await openSettings(page, 'Conditions')
    const wallet = page.getByRole('combobox', { name: 'Wallet', exact: true })
    await wallet.selectOption('Rejects')
    await site.connect()
    await seen(card.getByText('Connection declined')).toBeVisible()
    await wallet.selectOption('Works')
    await site.approveEverything()
    await card.getByRole('button', { name: 'Try again' }).click()
    await seen(card.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
    await wallet.selectOption('Is on an unsupported network')
    await seen(card.getByRole('heading', { name: 'Switch network' })).toBeVisible()
    await wallet.selectOption('Works')
    await seen(card.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  })

  test.each(['light', 'dark'])(
    'has no axe violations in %s, also on a phone, and no horizontal overflow',
    async (colours) => {
      site = await openPlayground('solana&bitcoin')
      const { page } = site
      await openSettings(page, 'Appearance')
      await page.getByRole('combobox', { name: 'Color scheme' }).selectOption(colours)
      await site.approveEverything()
      await site.connect()
      await seen(site.card.getByRole('button', { name: 'Disconnect' })).toBeVisible()
      await choose('send')
      await page.getByRole('button', { name: 'send.setAmount …' }).click()
      await page.getByText('From anywhere', { exact: true }).first().click()
      expect(await flaws(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: 'Settings', exact: true }).click()
      for (const group of ['Features', 'Conditions']) {
        await openSettings(page, group)
        expect(await flaws(page)).toEqual([])
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    },
  )
})

describe("a machine's chart", () => {
  test('fits its frame with every label, and zooms by keyboard', async () => {
    site = await openPlayground()
    const { page } = site
    await choose('pairing')
    const drawing = page.getByRole('img', { name: 'The chart of pairing' })
    const frame = page.getByRole('region', { name: 'Chart of pairing' })
    const widths = () =>
      frame.evaluate((element) => [element.scrollWidth, element.clientWidth] as const).then(([all, seen]) => all - seen)
    const width = () => drawing.evaluate((element) => element.getBoundingClientRect().width)
    await expect.poll(widths).toBe(0)
    const cut = await drawing.evaluate((element) => {
      const around = element.getBoundingClientRect()
      return [...element.querySelectorAll('text')]
        .filter((text) => {
          const { left, right } = text.getBoundingClientRect()
          return left < around.left || right > around.right
        })
        .map(({ textContent }) => textContent)
    })
    expect(cut).toEqual([])
    const fitting = await width()
    const size = page.getByRole('group', { name: 'Size of the chart' })
    await size.getByRole('button', { name: 'Zoom in' }).focus()
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('Enter')
    await expect.poll(width).toBeGreaterThan(fitting * 2)
    await size.getByRole('button', { name: 'Fit' }).press('Enter')
    await expect.poll(width).toBe(fitting)
    await page.getByRole('button', { name: 'Whole width' }).press('Enter')
    await expect.poll(width).toBeGreaterThan(fitting * 1.2)
    await expect.poll(widths).toBe(0)
  })

  test('downloads as JSON for createMachine, as Mermaid and as SVG', async () => {
    site = await openPlayground()
    const { page } = site
    await choose('send')
    const file = async (kind: string) => {
      const waiting = page.waitForEvent('download')
      await page
        .getByRole('group', { name: /^Download/ })
        .getByRole('button', { name: kind })
        .click()
      const download = await waiting
      return [download.suggestedFilename(), await readFile(await download.path(), 'utf8')] as const
    }
    const [name, json] = await file('JSON')
    expect(name).toBe('send.json')
    expect(Object.keys(createMachine(JSON.parse(json)).states)).toEqual(['editing', 'confirming', 'sending', 'sent'])
    const [, mermaid] = await file('Mermaid')
    expect(mermaid).toContain('sending --> sent')
    const [, svg] = await file('SVG')
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(svg).toMatch(/<rect[^>]* fill="rgb\(/)
    expect(svg).not.toMatch(/ (class|style)="/)
    const picture = await site.context.newPage()
    await picture.goto(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`)
    await seen(picture.locator('text', { hasText: /^sending$/ })).toBeVisible()
    expect(await picture.locator('parsererror').count()).toBe(0)
  })

  test("sends events with masked addresses to Stately's inspector, once the user opens it", async () => {
    site = await openPlayground('inspect')
    const { page, context } = site
    const asked: string[] = []
    // A page that receives messages like the inspector.
    await context.route('https://stately.ai/**', (route) => {
      asked.push(route.request().url())
      return route.fulfill({
        contentType: 'text/html',
        body: `<script>
          window.told = []
          addEventListener('message', ({ data }) => window.told.push(data))
          opener.postMessage({ type: '@statelyai.connected' }, '*')
        </script>`,
      })
    })
    await site.approveEverything()
    await site.connect()
    await seen(site.card.getByText('Connected with Sandbox Wallet')).toBeVisible()
    expect(asked).toEqual([])
    const opened = context.waitForEvent('page')
    const button = page.getByRole('button', { name: 'Open Stately’s inspector' })
    const field = page.getByRole('searchbox', { name: /^Search machines/ })
    const gap = await field.evaluate(
      (element, above) => element.getBoundingClientRect().top - (above?.getBoundingClientRect().bottom ?? Infinity),
      await button.elementHandle(),
    )
    expect(gap).toBeGreaterThan(8)
    await button.click()
    const inspector = await opened
    type Told = { type: string; definition?: string; snapshot?: { value?: unknown } }
    const told = () => inspector.evaluate(() => (window as unknown as { told: Told[] }).told)
    const machines = async () =>
      (await told()).flatMap(({ type, definition }) =>
        type === '@xstate.actor' && definition ? (JSON.parse(definition) as { id: string }).id : [],
      )
    await expect.poll(machines).toEqual(expect.arrayContaining(['latchkey', 'view', 'namespace', 'connectionAttempt']))
    await expect.poll(async () => (await told()).map(({ snapshot }) => snapshot?.value)).toContain('connected')
    const everything = JSON.stringify(await told())
    expect(everything).not.toMatch(/0x[0-9a-f]{40}/i)
    expect(everything).toMatch(/0x[0-9a-f]{2}…[0-9a-f]{4}/i)
  })
})
