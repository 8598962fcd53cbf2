/** Code splitting: a page loads only the namespaces of its app, each when it is first needed. */
import type { Page } from 'playwright/test'
import { expect, inject, test } from 'vitest'
import { full } from '../support/full.ts'
import { newContext, openPlayground, seen } from './support.ts'

/** The build manifest: the file of each module, and the modules that load with it. */
type Manifest = Record<string, { file: string; imports?: string[] }>

const sdk = (module: string) => `../../sdk/${module}.ts`
const ADAPTERS = {
  eip155: ['chains/eip155/adapter'],
  solana: ['chains/solana/adapter', 'connectors/walletStandard'],
  bip122: ['chains/bip122/adapter', 'chains/bip122/satsConnect', 'chains/bip122/walletStandard', 'connectors/bitcoin'],
} as const
/** The wallets of the playground, which an app does not have. */
const WALLETS = ['wallet', 'register'].map((name) => `../../mocks/sandbox/solana/${name}.ts`)
type Namespace = keyof typeof ADAPTERS

/** The files that only this namespace loads: neither the page, its machines and its provider, nor the other namespaces. */
async function filesOf(namespace: Namespace): Promise<string[]> {
  const manifest = (await (await fetch(new URL('manifest.json', inject('baseUrl')))).json()) as Manifest
  const closure = (modules: readonly string[], found = new Set<string>()): Set<string> => {
    for (const module of modules) {
      const chunk = manifest[module]
      if (!chunk) throw new Error(`${module} is not in the build`)
      if (found.has(chunk.file)) continue
      found.add(chunk.file)
      closure(chunk.imports ?? [], found)
    }
    return found
  }
  const others = Object.entries(ADAPTERS).flatMap(([name, modules]) => (name === namespace ? [] : modules.map(sdk)))
  const shared = closure(['index.html', sdk('instance/engine'), sdk('api/client'), ...WALLETS, ...others])
  const own = [...closure(ADAPTERS[namespace].map(sdk))].filter((file) => !shared.has(file))
  expect(own.length).toBeGreaterThanOrEqual(ADAPTERS[namespace].length)
  return own
}

/** The scripts that the page has loaded so far. */
const loadedBy = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname.slice(1))
      .filter((path) => path.endsWith('.js')),
  )
const loadedOf = async (page: Page, namespace: Namespace) => {
  const files = await filesOf(namespace)
  return (await loadedBy(page)).filter((path) => files.includes(path))
}

test('a page with EVM networks only never loads code of Solana or Bitcoin', async () => {
  const site = await openPlayground()
  const { page, card } = site
  await seen(card.getByRole('button', { name: /Sandbox Wallet/ })).toBeVisible()
  expect(await loadedOf(page, 'eip155')).toEqual([])
  await site.approveEverything()
  await site.connect()
  await seen(card.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  await seen(card.getByText('USDX').first()).toBeVisible()
  await card.getByRole('button', { name: 'Receive' }).click()
  await card.getByRole('button', { name: 'Back' }).click()
  await card.getByRole('button', { name: 'Send', exact: true }).click()
  await card.getByLabel('To', { exact: true }).fill('0x0000000000000000000000000000000000000bad')
  await card.getByRole('button', { name: 'Back' }).click()
  await card.getByRole('button', { name: /Sandbox One/ }).click()
  await card.getByRole('button', { name: /Sandbox Two/ }).click()
  await seen(card.getByRole('button', { name: /Sandbox Two/ })).toBeVisible()
  expect(await loadedOf(page, 'solana')).toEqual([])
  expect(await loadedOf(page, 'bip122')).toEqual([])
  await page.reload()
  await seen(card.getByText('USDX').first()).toBeVisible()
  expect(await loadedOf(page, 'eip155')).not.toEqual([])
  expect(await loadedOf(page, 'solana')).toEqual([])
  expect(await loadedOf(page, 'bip122')).toEqual([])
})

test.runIf(full)(
  'a page with a Solana network discovers its wallets at start, and loads the adapter with the first connection',
  async () => {
    const site = await openPlayground('solana')
    const { page, card } = site
    const adapter = (await filesOf('solana')).filter((file) => !file.includes('walletStandard'))
    const wallet = card.getByRole('button', { name: /Sandbox Solana/ })
    await seen(wallet).toBeVisible()
    const looking = await loadedOf(page, 'solana')
    expect(looking).not.toEqual([])
    expect(looking.filter((file) => !file.includes('walletStandard'))).toEqual([])
    await site.approveEverything()
    await wallet.click()
    await seen(card.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
    expect(await loadedBy(page)).toEqual(expect.arrayContaining(adapter))
    expect(await loadedOf(page, 'bip122')).toEqual([])
  },
)

test.runIf(full)('machines that fail to load are reported on a click, and load on the next try', async () => {
  const manifest = (await (await fetch(new URL('manifest.json', inject('baseUrl')))).json()) as Manifest
  const machines = manifest[sdk('instance/engine')]?.file
  expect(machines).toBeDefined()
  const context = await newContext()
  const page = await context.newPage()
  await page.route(`**/${machines}`, (route) => route.abort())
  await page.goto(new URL('?dialog&start=fresh', inject('baseUrl')).href)
  const button = page.getByRole('button', { name: 'Connect wallet' }).first()
  await button.click()
  await seen(page.getByRole('alert')).toHaveText('This view could not be loaded.')
  await page.unroute(`**/${machines}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await seen(page.getByRole('dialog').getByRole('button', { name: /Sandbox Wallet/ })).toBeVisible()
  await seen(page.getByRole('alert')).toHaveCount(0)

  // Firefox does not retry a failed import, so the page has to reload.
  await page.route(`**/${machines}`, (route) => route.abort())
  await page.reload()
  await button.click()
  await seen(page.getByRole('alert')).toHaveText('This view could not be loaded.')
  await page.unroute(`**/${machines}`)
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload page' }).click()
  await reloaded
  await button.click()
  await seen(page.getByRole('dialog').getByRole('button', { name: /Sandbox Wallet/ })).toBeVisible()
  await context.close()
})
