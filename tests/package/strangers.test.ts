/** The package with other frameworks: installed as users install it, and used in a browser. */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect as seen, type Browser, type Page } from 'playwright/test'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startAnvil, type Anvil } from '../../mocks/sandbox/eip155/anvil.ts'
import { findShell, launchArgs } from '../support/chromium.ts'
import { full } from '../support/full.ts'
import { codeOf } from '../docs/pages.ts'
import { runLine, writeIn } from './newcomer.ts'
import { install, runHandlers, servePage } from './strangers.ts'

const INSTALL_MS = 300_000
/** Preact's replacements for React. */
const compat = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
}

describe.runIf(full)('the packed package', () => {
  let folder = ''
  let anvil: Anvil
  let browser: Browser

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-strangers-'))
    anvil = await startAnvil(31_337)
    browser = await chromium.launch({ executablePath: await findShell(), args: [...launchArgs] })
  }, INSTALL_MS)
  afterAll(async () => {
    await browser?.close()
    await anvil?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  describe.each([
    {
      name: 'React 18',
      others: { react: '18.3.1', 'react-dom': '18.3.1', '@types/react': '18.3.8', '@types/react-dom': '18.3.7' },
      alias: {},
    },
    { name: 'Preact 10', others: { preact: '10.29.8' }, alias: compat },
    { name: 'Preact 11', others: { preact: '11.2.0' }, alias: compat },
  ])('$name', ({ name, others, alias }) => {
    let site: Awaited<ReturnType<typeof servePage>>
    afterAll(() => site?.stop())

    test('installs', { timeout: INSTALL_MS }, async () => {
      await install(join(folder, name), inject('tarball'), others)
      expect(await readdir(join(folder, name, 'node_modules'))).toContain('latchkey')
    })
    test('builds', { timeout: INSTALL_MS }, async () => {
      site = await servePage(join(folder, name), alias)
      expect(site.url).toMatch(/^http/)
    })

    /** Opens the page. `complaints` are the errors and warnings in its console. */
    async function visit(query: string): Promise<{ page: Page; complaints: string[] }> {
      const page = await browser.newPage()
      const complaints: string[] = []
      page.on('pageerror', ({ message }) => void complaints.push(message))
      page.on('console', (entry) => {
        if (['error', 'warning'].includes(entry.type())) complaints.push(entry.text())
      })
      await page.goto(`${site.url}?${new URLSearchParams({ rpc: anvil.rpcUrl })}&${query}`)
      return { page, complaints }
    }

    test('connects and disconnects in the dialog with the keyboard only', async () => {
      const { page, complaints } = await visit('')
      const connect = page.getByRole('button', { name: 'Connect wallet' })
      const layer = page.locator('[data-latchkey][data-mode="dialog"]')
      await seen(layer).toHaveAttribute('data-state', 'ahead')
      await seen(layer).toHaveAttribute('inert')

      await page.getByRole('button', { name: 'Lead to the button' }).press('Enter')
      await seen(connect).toBeFocused()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await seen(dialog).toBeFocused()
      await page.keyboard.press('Escape')
      await seen(dialog).toBeHidden()
      await seen(connect).toBeFocused()

      await page.keyboard.press('Enter')
      await dialog.getByRole('button', { name: 'Fake Wallet' }).press('Enter')
      const account = page.getByRole('button', { name: 'Account' })
      await seen(account).toBeFocused()
      await page.keyboard.press('Enter')
      await seen(dialog).toContainText('10,000')
      await dialog.getByRole('button', { name: 'Disconnect' }).press('Enter')
      await page.keyboard.press('Escape')
      await seen(connect).toBeFocused()
      expect(complaints).toEqual([])
      await page.close()
    })

    test('removes a theme again', async () => {
      const { page, complaints } = await visit('')
      const root = page.locator('[data-latchkey][data-mode="button"]')
      const accent = () =>
        root.evaluate((element) => (element as HTMLElement).style.getPropertyValue('--latchkey-accent'))
      await seen.poll(accent).not.toBe('')
      await page.getByRole('button', { name: 'Change the theme' }).click()
      await seen.poll(accent).toBe('')
      await page.getByRole('button', { name: 'Change the theme' }).click()
      await seen.poll(accent).not.toBe('')
      expect(complaints).toEqual([])
      await page.close()
    })

    test('connects and disconnects in the embedded card', async () => {
      const { page, complaints } = await visit('embedded')
      const card = page.locator('[data-mode="embedded"]')
      await card.getByRole('button', { name: 'Fake Wallet' }).click()
      await seen(card).toContainText('10,000')
      await card.getByRole('button', { name: 'Disconnect' }).click()
      await seen(card.getByRole('button', { name: 'Fake Wallet' })).toBeVisible()
      expect(complaints).toEqual([])
      await page.close()
    })
  })

  describe('MSW 2', () => {
    test('installs', { timeout: INSTALL_MS }, async () => {
      await install(join(folder, 'MSW 2'), inject('tarball'), { msw: '2.15.0' })
      expect(await readdir(join(folder, 'MSW 2', 'node_modules'))).toContain('msw')
    })
    test('answers with the handlers', { timeout: INSTALL_MS }, async () => {
      expect(await runHandlers(join(folder, 'MSW 2'))).toEqual([
        [200, ['data', 'count']],
        [429, ['error']],
      ])
    })
    test('runs the code of testing.md unchanged', { timeout: INSTALL_MS }, async () => {
      const home = join(folder, 'MSW 2')
      const guide = await readFile(new URL('../../docs/testing.md', import.meta.url), 'utf8')
      // A test runner runs the others.
      const blocks = codeOf(guide).filter(({ language, code }) => language === 'ts' && !code.includes("from 'vitest'"))
      const said: string[] = []
      for (const [index, { code }] of blocks.entries()) {
        await writeIn(home, `block${index}.mts`, code)
        said.push(await runLine(home, `node block${index}.mts`))
      }
      expect(said).toEqual(['', expect.stringContaining("method: 'eth_requestAccounts'"), 'expired\n', ''])
    })
  })
})
