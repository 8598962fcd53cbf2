/** docs/getting-started.md step by step: from an empty folder to a transaction, with the packed package only. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect as seen } from 'playwright/test'
import { formatEther, parseEther } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { codeOf } from '../docs/pages.ts'
import { full } from '../support/full.ts'
import { readGuide } from './guide.ts'
import { offRegistry, runLine, serve, writeIn } from './newcomer.ts'
import { startVisits } from './visitor.ts'

const SETUP_MS = 300_000
const elsewhere = '0x000000000000000000000000000000000000dEaD'
const guide = await readGuide('getting-started.md')
/** Independent code blocks. */
const others = codeOf(guide.text).filter(({ language, file }) => language === 'ts' && file === undefined)

describe.runIf(full)('npm, React 19 and Vite, as in getting-started.md', () => {
  let folder = ''
  let home = ''
  let visits: Awaited<ReturnType<typeof startVisits>>
  let onMainnet: Awaited<ReturnType<typeof startVisits>>
  const stops: (() => Promise<void>)[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-newcomer-'))
    home = join(folder, 'site')
    await mkdir(home)
    visits = await startVisits()
    onMainnet = await startVisits(mainnet.id)
  }, SETUP_MS)
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  afterAll(async () => {
    await visits?.stop()
    await onMainnet?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('installs', { timeout: SETUP_MS }, async () => {
    const lines = guide.lines.filter((line) => line.startsWith('npm '))
    expect(lines).toContain('npm install latchkey viem react react-dom')
    for (const line of lines) await runLine(home, await offRegistry(line, inject('tarball')))
  })

  test('builds', { timeout: SETUP_MS }, async () => {
    for (const file of ['index.html', 'main.tsx', 'tsconfig.json']) await writeIn(home, file, guide.textOf(file))
    for (const line of ['npx tsc', 'npx vite build']) expect(guide.text).toContain(`\`${line}\``)
    expect(await runLine(home, 'npx tsc')).toBe('')
    expect(await runLine(home, 'npx vite build')).toContain('dist/index.html')
  })

  test.each([
    { way: 'as it is served', line: 'npx vite' },
    { way: 'as it is built', line: 'npx vite preview' },
  ])('connects and sends with the skin, $way', { timeout: SETUP_MS }, async ({ line }) => {
    const site = await serve(home, line)
    stops.push(site.stop)
    expect(await visits.visit(site.url, ({ page }) => visits.send(page))).toMatch(/^0x/)
  })

  test('shows the balance and sends in the dialog, on mainnet', { timeout: SETUP_MS }, async () => {
    expect(guide.text).toContain('Replace `sepolia` with `mainnet`')
    await writeIn(home, 'main.tsx', guide.textOf('main.tsx').replaceAll('sepolia', 'mainnet'))
    const site = await serve(home, 'npx vite')
    stops.push(site.stop)
    await onMainnet.visit(site.url, async ({ page }) => {
      const address = await onMainnet.send(page)
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: 'Account' }).click()
      const [whole = ''] = formatEther(await onMainnet.client.getBalance({ address })).split('.')
      await seen(dialog).toContainText(`${Number(whole).toLocaleString('en-US')}.`)
      await dialog.getByRole('button', { name: 'Send', exact: true }).click()
      await dialog.getByRole('button', { name: 'Select token' }).first().click()
      await dialog.getByRole('button', { name: /Ether/ }).click()
      await dialog.getByLabel('Amount').fill('1.5')
      await dialog.getByLabel('To', { exact: true }).fill(elsewhere)
      await dialog.getByRole('button', { name: 'Review send' }).click()
      const before = await onMainnet.client.getBalance({ address: elsewhere })
      await dialog.getByRole('button', { name: 'Send', exact: true }).click()
      await seen(dialog.getByText('Confirmed', { exact: true })).toBeVisible({ timeout: 30_000 })
      expect((await onMainnet.client.getBalance({ address: elsewhere })) - before).toBe(parseEther('1.5'))
    })
  })

  test("connects and sends with a custom UI, whose log contains the wallet's name", { timeout: SETUP_MS }, async () => {
    expect(guide.text).toContain('with `/main.ts` for `/main.tsx`')
    await writeIn(home, 'index.html', guide.textOf('index.html').replace('/main.tsx', '/main.ts'))
    await writeIn(home, 'main.ts', guide.textOf('main.ts'))
    await runLine(home, 'npx vite build')
    const site = await serve(home, 'npx vite preview')
    stops.push(site.stop)
    await visits.visit(site.url, async ({ page, said }) => {
      await seen.poll(() => said.filter((text) => text.endsWith('Own Wallet'))).not.toHaveLength(0)
      await page.getByRole('button', { name: 'Own Wallet' }).click()
      await page.getByRole('button', { name: 'Send myself 0.001 ETH' }).click()
      const hashes = () => said.flatMap((text) => /^Sent: (0x[0-9a-f]{64})$/.exec(text)?.[1] ?? [])
      await seen.poll(hashes).toHaveLength(1)
      await visits.judgeSent(hashes()[0] ?? '')
      expect(said).toContain('connected Sepolia')
    })
  })

  test.each(others.map(({ code }, index) => ({ index, code })))(
    "runs the guide's other code unchanged: block $index",
    { timeout: SETUP_MS },
    async ({ index, code }) => {
      await writeIn(home, `block${index}.mts`, code)
      expect(await runLine(home, `node block${index}.mts`)).toBe('')
    },
  )
})
