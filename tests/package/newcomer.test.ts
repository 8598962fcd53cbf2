/** docs/getting-started.md word by word: from an empty folder to a transaction, with what was packed and nothing else of the repository. */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect as seen, type Browser, type Page } from 'playwright/test'
import { createPublicClient, formatEther, http, parseEther, type Hash } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startAnvil, type Anvil } from '../../mocks/sandbox/anvil.ts'
import { codeOf, shellOf } from '../docs/pages.ts'
import { findShell, launchArgs } from '../support/chromium.ts'
import { full } from '../support/full.ts'
import { giveWallet, offRegistry, runLine, serve, writeIn } from './newcomer.ts'
import { pack } from './strangers.ts'

const SETUP_MS = 300_000
const elsewhere = '0x000000000000000000000000000000000000dEaD'
const guide = await readFile(new URL('../../docs/getting-started.md', import.meta.url), 'utf8')
const blocks = codeOf(guide)
const lines = shellOf(guide)

/** What the guide says a file has in it. */
function textOf(file: string): string {
  const block = blocks.find((each) => each.file === file)
  if (!block) throw new Error(`The guide has no ${file}`)
  return block.code
}

describe.runIf(full)('a new user', () => {
  let folder = ''
  let home = ''
  let anvil: Anvil
  let browser: Browser
  const stops: (() => Promise<void>)[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-newcomer-'))
    const tarball = await pack(join(folder, 'packed'))
    home = join(folder, 'site')
    await mkdir(home)
    for (const line of lines.filter((each) => each.startsWith('npm ')))
      await runLine(home, await offRegistry(line, tarball))
    anvil = await startAnvil(1)
    browser = await chromium.launch({ executablePath: await findShell(), args: [...launchArgs] })
  }, SETUP_MS)
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  afterAll(async () => {
    await browser?.close()
    await anvil?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** A page of the site, the console's words, and what went wrong in it. */
  async function visit(url: string): Promise<{ page: Page; said: string[]; complaints: string[] }> {
    const context = await browser.newContext()
    stops.push(() => context.close())
    await giveWallet(context, anvil.rpcUrl)
    const page = await context.newPage()
    const said: string[] = []
    const complaints: string[] = []
    page.on('pageerror', ({ message }) => void complaints.push(message))
    page.on('console', (entry) => void said.push(entry.text()))
    await page.goto(url)
    return { page, said, complaints }
  }

  /** What the chain has under a hash. */
  const onChain = (hash: string) =>
    createPublicClient({ transport: http(anvil.rpcUrl) }).getTransaction({ hash: hash as Hash })

  test.each([
    { way: 'as the guide serves it', line: 'npx vite' },
    { way: 'as the guide builds it', line: 'npx vite build && npx vite preview' },
  ])('connects and sends with the skin, $way', { timeout: SETUP_MS }, async ({ line }) => {
    expect(guide).toContain(line.split(' && ')[0])
    for (const file of ['index.html', 'main.tsx']) await writeIn(home, file, textOf(file))
    const site = await serve(home, line)
    stops.push(site.stop)
    const { page, complaints } = await visit(site.url)
    await page.getByRole('button', { name: 'Connect Wallet' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Own Wallet' }).click()
    await page.getByRole('button', { name: 'Send myself 0.001 ETH' }).click()
    const told = page.getByText(/^Sent: 0x[0-9a-f]{64}$/)
    await seen(told).toBeVisible()
    const tip = await onChain((await told.innerText()).replace('Sent: ', ''))
    expect(tip).toMatchObject({ value: parseEther('0.001'), to: tip.from })

    // And as the guide says of whoever is connected.
    await page.getByRole('button', { name: 'Account' }).click()
    const client = createPublicClient({ transport: http(anvil.rpcUrl) })
    const [whole = ''] = formatEther(await client.getBalance({ address: tip.from })).split('.')
    await seen(dialog).toContainText(`${Number(whole).toLocaleString('en-US')}.`)
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByRole('button', { name: 'Select Token' }).first().click()
    await dialog.getByRole('button', { name: /Ether/ }).click()
    await dialog.getByLabel('Amount').fill('1.5')
    await dialog.getByLabel('To', { exact: true }).fill(elsewhere)
    await dialog.getByRole('button', { name: 'Preview Send' }).click()
    const before = await client.getBalance({ address: elsewhere })
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await seen(dialog.getByText('Confirmed by the network')).toBeVisible({ timeout: 30_000 })
    expect((await client.getBalance({ address: elsewhere })) - before).toBe(parseEther('1.5'))
    expect(complaints).toEqual([])
  })

  test('connects and sends with a UI of their own, whose log names the wallet', { timeout: SETUP_MS }, async () => {
    expect(guide).toContain('with `/main.ts` for `/main.tsx`')
    await writeIn(home, 'index.html', textOf('index.html').replace('/main.tsx', '/main.ts'))
    await writeIn(home, 'main.ts', textOf('main.ts'))
    const site = await serve(home, 'npx vite build && npx vite preview')
    stops.push(site.stop)
    const { page, said, complaints } = await visit(site.url)
    await seen.poll(() => said.filter((text) => text.endsWith('Own Wallet'))).not.toHaveLength(0)
    await page.getByRole('button', { name: 'Own Wallet' }).click()
    await page.getByRole('button', { name: 'Send myself 0.001 ETH' }).click()
    const hashes = () => said.flatMap((text) => /^Sent: (0x[0-9a-f]{64})$/.exec(text)?.[1] ?? [])
    await seen.poll(hashes).toHaveLength(1)
    const sent = await onChain(hashes()[0] ?? '')
    expect(sent).toMatchObject({ value: parseEther('0.001'), to: sent.from })
    expect(said).toContain('connected Ethereum')
    expect(complaints).toEqual([])
  })

  const others = blocks.filter(({ language, file }) => language === 'ts' && file === undefined)
  test.each(others.map(({ code }, index) => ({ index, code })))(
    'what else the guide has them write runs as it stands: block $index',
    async ({ index, code }) => {
      await writeIn(home, `block${index}.mts`, code)
      expect(await runLine(home, `node block${index}.mts`)).toBe('')
    },
  )
})
