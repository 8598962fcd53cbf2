/** The custom elements on a page without a framework or a bundler, from a folder of static files. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright/test'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accounts } from '../../mocks/sandbox/accounts.ts'
import { en } from '../../react-skin/strings/en.ts'
import { ar } from '../../react-skin/strings/locales/ar.ts'
import { PUBLIC_NODE, startElementsSite } from './elementsSite.ts'
import { newContext, seen } from './support.ts'

const [me] = accounts
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const BUTTON = '<latchkey-button networks="1"></latchkey-button>'

let site: Awaited<ReturnType<typeof startElementsSite>>
beforeAll(async () => {
  const [one] = inject('chains')
  if (!one) throw new Error('a chain is needed')
  site = await startElementsSite(one, {
    'dialog.html': `${BUTTON}<latchkey-modal></latchkey-modal>`,
    'dark.html':
      '<latchkey-button theme="dark" locale="ar"></latchkey-button><latchkey-modal locale="ar"></latchkey-modal>',
    'embedded.html': `${BUTTON}<latchkey-modal embedded></latchkey-modal>`,
    'own.js': `
import { createLatchkey, networks } from '/dist/elements/latchkey.js?v=1'
document.querySelector('latchkey-button').latchkey = createLatchkey({ networks: networks.slice(1, 3), embedded: false })`,
    'networks.html':
      '<latchkey-network-button networks="1,8453"></latchkey-network-button><latchkey-button></latchkey-button><latchkey-modal></latchkey-modal>',
    'project.html':
      '<latchkey-button project-id="a-project" networks="1,8453"></latchkey-button><latchkey-modal></latchkey-modal>',
    'own.html': `${BUTTON}<latchkey-modal></latchkey-modal><script type="module" src="/own.js"></script>`,
    'added.html': `<latchkey-button networks="1" secure-site="https://one.example"></latchkey-button><latchkey-modal embedded></latchkey-modal>`,
    'wrong.html':
      '<latchkey-button networks="1,424242" theme="blue" features="teleport"></latchkey-button><latchkey-modal locale="xx" embedded="maybe"></latchkey-modal>',
  })
})
afterAll(() => site?.stop())

async function visit(path: string, viewport?: { width: number; height: number }) {
  const context = await newContext(viewport)
  const page = await context.newPage()
  const [faults, said, asked]: string[][] = [[], [], []]
  page.on('pageerror', ({ message }) => void faults?.push(message))
  page.on('console', (entry) => {
    if (entry.type() === 'error') said?.push(entry.text())
  })
  page.on('request', (request) => void asked?.push(request.url()))
  await page.route(`${PUBLIC_NODE}/**`, async (route) => {
    const answer = await fetch(site.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: route.request().postData() ?? '',
    })
    await route.fulfill({
      body: await answer.text(),
      headers: {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
      },
    })
  })
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    document.addEventListener('DOMContentLoaded', () => {
      const button = document.querySelector('latchkey-button')
      for (const type of ['latchkey-connect', 'latchkey-disconnect'])
        button?.addEventListener(type, (event) =>
          heard.push(`${type} ${(event as CustomEvent<{ address: string }>).detail.address}`),
        )
    })
  })
  await page.goto(`${site.url}/${path}`)
  const wallet = page.getByRole('region', { name: 'Sandbox Wallet panel' })
  await seen(wallet).toBeVisible()
  return { page, context, wallet, said: said ?? [], faults: faults ?? [], asked: asked ?? [] }
}

const heardIn = (page: Page) => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
/** The status of the instance that an element has. */
const statusIn = (page: Page, name = 'latchkey-button') =>
  page.evaluate(
    (name) => (document.querySelector(name) as HTMLElementTagNameMap['latchkey-button'] | null)?.latchkey?.status(),
    name,
  )

/** The axe violations in the elements, without the wallet's panel. */
async function objections(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(where: object): Promise<AxeResults> } }).axe.run({
      include: ['latchkey-button', 'latchkey-network-button', 'latchkey-modal'],
    }),
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

test('the button and the dialog connect, restore and disconnect with events, without earlier requests and axe violations', async () => {
  const { page, context, wallet, said, faults, asked } = await visit('dialog.html')
  const connect = page.getByRole('button', { name: 'Connect wallet' })
  await seen(connect).toBeVisible()
  await expect.poll(() => statusIn(page)).toBe('ready')
  expect(asked.filter((url) => !url.startsWith(site.url))).toEqual([])
  expect(await objections(page)).toEqual([])

  await connect.click()
  const dialog = page.getByRole('dialog', { name: 'Connect wallet' })
  await seen(dialog).toBeFocused()
  expect(await objections(page)).toEqual([])
  await page.keyboard.press('Escape')
  await seen(dialog).toBeHidden()
  await seen(connect).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /Sandbox Wallet/ }).click()
  await wallet.getByRole('button', { name: 'Approve', exact: true }).click()
  const account = page.getByRole('button', { name: 'Account' })
  await seen(account).toBeFocused()
  expect(await heardIn(page)).toEqual([`latchkey-connect ${me.address}`])

  await page.reload()
  await account.click()
  const shown = page.getByRole('dialog', { name: 'Account' })
  await seen(shown).toContainText('10,000')
  expect(await heardIn(page)).toEqual([`latchkey-connect ${me.address}`])
  expect(await objections(page)).toEqual([])
  await shown.getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(() => heardIn(page)).toContain(`latchkey-disconnect ${me.address}`)
  await page.keyboard.press('Escape')
  await seen(connect).toBeVisible()
  expect([...faults, ...said]).toEqual([])
  await context.close()
})

test('the network button shows the active network, opens the selection, and gets the focus back', async () => {
  const { page, context, wallet, said, faults } = await visit('networks.html')
  const network = page.locator('latchkey-network-button').getByRole('button')
  await seen(network).toContainText(en.words.selectNetwork)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Sandbox Wallet/ })
    .click()
  await wallet.getByRole('button', { name: 'Approve', exact: true }).click()
  await seen(network).toContainText('Ethereum')
  await seen(page.getByRole('dialog')).toBeHidden()
  await network.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: en.titles.Networks })
  await seen(dialog.getByRole('button', { name: /Base/ })).toBeVisible()
  expect(await objections(page)).toEqual([])
  await page.keyboard.press('Escape')
  await seen(network).toBeFocused()
  expect([...faults, ...said]).toEqual([])
  await context.close()
})

test('the elements follow theme, locale and custom properties of the page, without axe violations', async () => {
  const { page, context, said, faults } = await visit('dark.html', { width: 414, height: 896 })
  const connect = page.locator('latchkey-button').getByRole('button')
  await seen(connect).toHaveText(ar.words.connectWallet)
  await seen(page.locator('latchkey-button [data-latchkey]')).toHaveAttribute('dir', 'rtl')
  await seen(page.locator('latchkey-button')).toHaveAttribute('data-scheme', 'dark')
  const accent = () => connect.evaluate((element) => getComputedStyle(element).backgroundColor)
  await seen.poll(accent).toBe('rgb(157, 177, 255)')
  await connect.click()
  await seen(page.getByRole('dialog')).toBeVisible()
  expect(await objections(page)).toEqual([])
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('latchkey-button { --latchkey-accent: #ffffff }')
    document.adoptedStyleSheets.push(sheet)
  })
  await seen.poll(accent).toBe('rgb(255, 255, 255)')
  await page.evaluate(() => document.querySelector('latchkey-button')?.setAttribute('theme', 'light'))
  await seen(page.locator('latchkey-modal')).toHaveAttribute('data-scheme', 'light')
  expect([...faults, ...said]).toEqual([])
  await context.close()
})

test('the embedded modal and the button share an instance, which stops when both are removed', async () => {
  const { page, context, wallet, said, faults } = await visit('embedded.html')
  const modal = page.locator('latchkey-modal')
  await modal.getByRole('button', { name: /Sandbox Wallet/ }).click()
  await wallet.getByRole('button', { name: 'Approve', exact: true }).click()
  await seen(modal).toContainText('10,000')
  await seen(page.locator('latchkey-button').getByRole('button', { name: 'Account' })).toBeVisible()
  const left = await page.evaluate(async () => {
    const button = document.querySelector('latchkey-button')
    const modal = document.querySelector('latchkey-modal')
    const latchkey = button?.latchkey
    const isShared = latchkey === modal?.latchkey
    let changes = 0
    modal?.remove()
    await new Promise(requestAnimationFrame)
    const withOne = latchkey?.getAccount().status
    button?.remove()
    await new Promise(requestAnimationFrame)
    latchkey?.subscribe(() => (changes += 1))
    return { isShared, withOne, without: latchkey?.getAccount().status }
  })
  expect(left).toEqual({ isShared: true, withOne: 'connected', without: 'disconnected' })
  expect([...faults, ...said]).toEqual([])
  await context.close()
})

test("the elements report invalid attributes and a missing modal in the console, and accept the page's instance", async () => {
  const { page, context, said, faults } = await visit('wrong.html')
  await seen(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  for (const part of ['networks="424242"', 'theme="blue"', 'features="teleport"', 'locale="xx"', 'embedded="maybe"'])
    expect(said.filter((line) => line.includes(part))).toHaveLength(1)
  await page.evaluate(() => document.querySelector('latchkey-button')?.setAttribute('networks', '10'))
  await expect.poll(() => said.at(-1)).toContain('<latchkey-button> networks is read once')
  await page.evaluate(() => document.querySelector('latchkey-modal')?.remove())
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect
    .poll(() => said.at(-1))
    .toBe('Latchkey: <latchkey-button> opens nothing: add a <latchkey-modal> to the page')
  await page.goto(`${site.url}/own.html`)
  const names = () =>
    page.evaluate(() =>
      document.querySelector('latchkey-modal')?.latchkey?.configuration.networks.map(({ name }) => name),
    )
  await expect.poll(names).toEqual(['Base', 'OP Mainnet'])
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await seen(page.getByRole('dialog')).toBeVisible()
  expect(faults).toEqual([])
  await context.close()
})

test('elements with a project id make no request before the user acts, keep their instance when moved, and read attributes when created', async () => {
  const { page, context, said, faults, asked } = await visit('project.html')
  await expect.poll(() => statusIn(page)).toBe('ready')
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => !url.startsWith(site.url))).toEqual([])
  const kept = await page.evaluate(async () => {
    const [button, modal] = [document.querySelector('latchkey-button'), document.querySelector('latchkey-modal')]
    const before = button?.latchkey
    if (button && modal) document.body.append(button, modal)
    await new Promise(requestAnimationFrame)
    return before === button?.latchkey && before?.status() === 'ready'
  })
  expect(kept).toBe(true)
  await seen(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  const names = await page.evaluate(async () => {
    document.querySelector('latchkey-button')?.remove()
    document.querySelector('latchkey-modal')?.remove()
    await new Promise(requestAnimationFrame)
    const button = document.createElement('latchkey-button')
    button.setAttribute('networks', '10')
    document.body.append(button)
    return button.latchkey?.configuration.networks.map(({ name }) => name)
  })
  expect(names).toEqual(['OP Mainnet'])
  await seen(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  expect([...faults, ...said]).toEqual([])
  await context.close()
})

test('an element that is added later with another secure site hides all elements', async () => {
  const { page, context, said, faults } = await visit('added.html')
  const button = page.getByRole('button', { name: 'Connect wallet' })
  const card = page.getByRole('region', { name: 'Connect wallet' })
  await seen(button).toBeVisible()
  await seen(card).toBeVisible()
  await page.evaluate(() => {
    const added = document.createElement('latchkey-network-button')
    added.setAttribute('secure-site', 'https://two.example')
    document.body.append(added)
  })
  await seen(button).toHaveCount(0)
  await seen(card).toHaveCount(0)
  expect(said).toEqual(['Latchkey: secure-site="https://two.example": another element has "https://one.example"'])
  expect(faults).toEqual([])
  await context.close()
})
