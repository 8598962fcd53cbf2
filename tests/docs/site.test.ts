/** The site of `npm run docs`, which only `npm run test:full` builds: all links work, also from files. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { existsSync, globSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { AxeResults } from 'axe-core'
import { chromium, expect as expectPage, type Browser, type Page } from 'playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findShell, launchArgs } from '../support/chromium.ts'
import { full } from '../support/full.ts'

/** Longer than the longest timeout of what the skin loads and reads. */
const seen = expectPage.configure({ timeout: 30_000 })
const root = fileURLToPath(new URL('../..', import.meta.url))
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
let folder = ''
let browser: Browser
beforeAll(async () => {
  if (!full) return
  folder = await mkdtemp(join(tmpdir(), 'latchkey-docs-'))
  await promisify(execFile)(process.execPath, ['docs/website/build.mjs', folder], { cwd: root })
  browser = await chromium.launch({ executablePath: await findShell(), args: [...launchArgs] })
}, 300_000)
afterAll(async () => {
  await browser?.close()
  if (folder !== '') await rm(folder, { recursive: true, force: true })
})

const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value.replaceAll('&amp;', '&'))

/** The broken links of the pages, by the text of each page. */
function lostLinks(pages: ReadonlyMap<string, string>, isThere: (path: string) => boolean): string[] {
  const ids = new Map([...pages].map(([path, html]) => [path, new Set(attributes(html, 'id'))]))
  return [...pages].flatMap(([path, html]) =>
    [...attributes(html, 'href'), ...attributes(html, 'src')]
      .filter((link) => !/^(https?|mailto|data):/.test(link))
      .filter((link) => {
        const [file = '', anchor] = link.split('#')
        const target = file === '' ? path : join(dirname(path), file)
        return !isThere(target) || (anchor !== undefined && !ids.get(target)?.has(anchor))
      })
      .map((link) => `${path}: ${link}`),
  )
}

/** A page of the site, opened as a file. `faults` are its errors, and its requests other than files. */
async function open(path: string, viewport = { width: 1280, height: 900 }, colorScheme: 'light' | 'dark' = 'light') {
  const context = await browser.newContext({ viewport, colorScheme })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => void faults.push(message))
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) faults.push(request.url())
  })
  await page.goto(pathToFileURL(join(folder, path)).href)
  return { page, faults, close: () => context.close() }
}

async function objections(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`)
}

test.runIf(full)(
  'every link, image and anchor of every page exists, and every guide and machine has a page',
  async () => {
    const pages = new Map<string, string>()
    for (const path of globSync('**/*.html', { cwd: folder }))
      pages.set(path, await readFile(join(folder, path), 'utf8'))
    expect(lostLinks(pages, (path) => existsSync(join(folder, path)))).toEqual([])
    const guides = globSync('docs/{*,machines/*}.md', { cwd: root }).map((path) =>
      path
        .replace(/^docs\//, '')
        .replace(/README\.md$/, 'index.md')
        .replace(/\.md$/, '.html'),
    )
    expect(guides.length).toBeGreaterThan(80)
    expect(guides.filter((path) => !pages.has(path))).toEqual([])
    const machines = guides.filter((path) => path.startsWith('machines/') && path !== 'machines/index.html')
    expect(machines.filter((path) => !/<img src="(?:\.\.\/charts\/)?\w+\.svg"/.test(pages.get(path) ?? ''))).toEqual([])
  },
)

test('a broken link and a missing anchor are reported', () => {
  const pages = new Map([
    ['a.html', '<p id="here"><a href="#here"></a><a href="#gone"></a><a href="b/c.html#there"></a><img src="d.png">'],
    ['b/c.html', '<a href="../a.html#here"></a><a href="https://example.org/#x"></a>'],
  ])
  expect(lostLinks(pages, (path) => pages.has(path))).toEqual([
    'a.html: #gone',
    'a.html: b/c.html#there',
    'a.html: d.png',
  ])
})

test.runIf(full)('the search works from files with the keyboard only, also on a page in a folder', async () => {
  const { page, faults, close } = await open('machines/send.html')
  await page.keyboard.press('/')
  await page.keyboard.type('switchNetwork')
  const found = page.getByRole('listbox', { name: 'Found' })
  await seen(found.getByRole('option').first()).toBeVisible()
  await seen(found.getByRole('option', { selected: true })).toHaveCount(1)
  const places = await found
    .getByRole('link', { includeHidden: true })
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  expect(places.some((place) => place.includes('/headless.html#') || place.includes('/reference.html#'))).toBe(true)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.href === places[1])
  await page.locator('#search').fill('zzzzqqqq')
  await seen(page.getByRole('status')).toHaveText('Nothing was found.')
  expect(faults).toEqual([])
  await close()
})

test.runIf(full)('the search and the playground work from a host with a base path', async () => {
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
  const server = createServer(({ url = '' }, response) => {
    readFile(join(folder, url.replace(/^\/some\/where\//, ''))).then(
      (file) => response.setHeader('content-type', types[extname(url)] ?? 'image/svg+xml').end(file),
      () => response.writeHead(404).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/where/`
  const page = await browser.newPage()
  const lost: string[] = []
  page.on('response', (response) => void (response.ok() || lost.push(response.url())))
  await page.goto(`${home}machines/send.html`)
  await page.locator('#search').fill('switchNetwork')
  await page.getByRole('listbox', { name: 'Found' }).getByRole('link', { includeHidden: true }).first().click()
  expect(page.url().startsWith(`${home}reference.html#`)).toBe(true)
  await page.getByRole('link', { name: 'Playground', exact: true }).first().click()
  await seen(page.getByRole('button', { name: /^Sandbox Wallet/ })).toBeVisible()
  expect(lost).toEqual([])
  await page.close()
  server.closeAllConnections()
  server.close()
})

test.runIf(full).each(['light', 'dark'] as const)(
  'the pages have no axe violations in %s, and are not wider than a phone',
  async (scheme) => {
    for (const path of [
      'index.html',
      'headless.html',
      'sending.html',
      'reference.html',
      'machines/send.html',
      'machines/account.html',
      'source/machines/send/send.machine.ts.html',
    ]) {
      const { page, faults, close } = await open(path, { width: 390, height: 844 }, scheme)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect({ path, width, objections: await objections(page) }).toEqual({ path, width: 390, objections: [] })
      expect(faults).toEqual([])
      await close()
    }
  },
  // Seven pages, some of them long.
  180_000,
)

test.runIf(full)('on a phone, a button opens the list of pages', async () => {
  const { page, close } = await open('index.html', { width: 390, height: 844 })
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await seen(pages).toBeHidden()
  await page.getByRole('button', { name: 'Pages' }).click()
  await pages.getByRole('link', { name: 'Custom elements' }).click()
  await seen(page.getByRole('heading', { level: 1 })).toContainText('Custom elements')
  expect(page.url()).toMatch(/elements\.html$/)
  await close()
})

test.runIf(full)(
  'the playground connects and sends on every chain from files without requests, and says that its chains are simulated',
  async () => {
    const { page, faults, close } = await open('playground.html')
    await seen(page.getByText('Simulated chains: everything runs in this page.')).toBeVisible()
    const card = page.getByRole('region', { name: 'The site' })
    const settings = page.getByRole('region', { name: 'Settings', exact: true })
    const openGroup = (name: string) => settings.locator('summary').filter({ hasText: name }).click()
    await openGroup('Networks')
    await settings.getByRole('switch', { name: 'Solana' }).click()
    await page.waitForURL(({ search }) => search === '?solana')
    await settings.getByRole('switch', { name: 'Bitcoin' }).click()
    await page.waitForURL(({ search }) => search === '?solana&bitcoin')
    await openGroup('Account')
    await settings.getByRole('combobox', { name: 'Start' }).selectOption('Connected')
    await page.waitForURL(({ search }) => search === '?solana&bitcoin&start=connected')
    await seen(card).toContainText('10 ETH')
    await card.getByRole('button', { name: 'Send', exact: true }).click()
    await card.getByRole('button', { name: 'Select token' }).first().click()
    await card.getByRole('button', { name: /Ether/ }).click()
    await card.getByRole('textbox', { name: 'Amount' }).fill('1')
    await card.getByRole('textbox', { name: 'To' }).fill('0x000000000000000000000000000000000000dEaD')
    await card.getByRole('button', { name: 'Review send' }).click()
    await card.getByRole('button', { name: 'Send', exact: true }).click()
    await seen(card).toContainText('Confirmed')
    for (const [namespace, wallet, request] of [
      ['solana', /Sandbox Solana/, 'Send 0.25 SOL'],
      ['bitcoin', /Sandbox Bitcoin/, 'Pay 0.01 BTC'],
    ] as const) {
      await page.goto(`${pathToFileURL(join(folder, 'playground.html')).href}?${namespace}&start=fresh`)
      await page.getByRole('checkbox', { name: 'Approve everything' }).first().check()
      await card.getByRole('button', { name: wallet }).click()
      await page.getByRole('button', { name: request }).click()
      await seen(page.getByRole('group', { name: 'Requests of the page' })).toContainText('done')
    }
    await openGroup('Features')
    await seen(settings.getByRole('switch', { name: 'Swap' })).toBeDisabled()
    await seen(settings.getByRole('switch', { name: 'Sign-in' })).toBeEnabled()
    expect(await objections(page)).toEqual([])
    expect(faults).toEqual([])
    await close()
  },
  120_000,
)
