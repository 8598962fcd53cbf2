/**
 * The examples in docs/examples as users have them: created in a new folder with the packed package, built, started, and used
 * in a browser.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect as expectPage, type Browser, type Page } from 'playwright/test'
import { createClient, formatUnits, http, parseEther, verifyMessage } from 'viem'
import { getBalance } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstAccount } from '../../mocks/sandbox/accounts.ts'
import { startAnvil, type Anvil } from '../../mocks/sandbox/eip155/anvil.ts'
import { errorTexts } from '../../sdk/index.ts'
import { pack } from '../package/strangers.ts'
import { findShell, launchArgs } from '../support/chromium.ts'
import { full } from '../support/full.ts'
import { createExample, installCreate, removeExample, runScript, startScript, type Site } from './site.ts'
import { OF_THE_TEST, visit } from './visitor.ts'

const INSTALL_MS = 300_000
const WALK_MS = 90_000
const seen = expectPage.configure({ timeout: 30_000 })
const { address } = firstAccount
const receiver = '0x000000000000000000000000000000000000dEaD'
const amount = '0.01'

describe.runIf(full)('the examples', () => {
  let folder = ''
  let tarball = ''
  let create = ''
  let anvil: Anvil
  let browser: Browser

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-examples-'))
    tarball = await pack(join(folder, 'packed'))
    create = await installCreate(join(folder, 'create'))
    anvil = await startAnvil(1)
    browser = await chromium.launch({ executablePath: await findShell(), args: [...launchArgs] })
  }, INSTALL_MS)
  afterAll(async () => {
    await browser?.close()
    await anvil?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const etherOf = (of: `0x${string}`) => getBalance(createClient({ transport: http(anvil.rpcUrl) }), { address: of })

  type Visit = Awaited<ReturnType<typeof visit>>
  type Walk = (visitor: Visit) => Promise<void>

  /** Clicks the skin's button, and selects the wallet in the dialog. */
  const byDialog = {
    offer: 'Connect wallet',
    connect: async ({ page }: Visit) => {
      await page.getByRole('main').getByRole('button', { name: 'Connect wallet', exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Sandbox Wallet/ })
        .click()
    },
  }
  /** The page has a button for each wallet. */
  const byButton = {
    offer: 'Sandbox Wallet',
    connect: async ({ page }: Visit) => page.getByRole('button', { name: 'Sandbox Wallet' }).click(),
  }

  const statusOf = (page: Page) => async (text: RegExp | string) => {
    const status = page.getByRole('main').getByRole('status').filter({ hasText: text })
    await seen(status).toBeVisible()
    return (await status.innerText()).replace(/^[\w ]+: /, '')
  }

  /** The steps that nearly all examples support. `offer` is the button for users who are not connected. */
  const walkThrough =
    ({ offer, connect }: typeof byDialog): Walk =>
    async (visitor) => {
      const { page, wallet } = visitor
      const main = page.getByRole('main')
      const button = (name: string) => main.getByRole('button', { name, exact: true })
      const said = statusOf(page)
      const connected = async () => {
        await seen(main.getByText(address, { exact: true })).toBeVisible()
        await seen(main).toContainText(`${formatUnits(await etherOf(address), 18)} ETH`)
      }

      await connect(visitor)
      await connected()

      wallet.agree(false)
      await button('Sign a message').click()
      await said(errorTexts['request.declined'])
      wallet.agree(true)
      await button('Sign a message').click()
      const signature = (await said(/^Signed: 0x/)) as `0x${string}`
      expect(await verifyMessage({ address, message: 'Hello', signature })).toBe(true)

      const before = await etherOf(receiver)
      await main.getByLabel('To').fill(receiver)
      await main.getByLabel('Amount').fill(amount)
      await button('Send').click()
      await said(/^Sent: 0x/)
      await expect.poll(() => etherOf(receiver)).toBe(before + parseEther(amount))
      await connected()

      await page.reload()
      await connected()
      await button('Disconnect').click()
      await seen(button(offer)).toBeVisible()
      await seen(main.getByText(address)).toBeHidden()
      await expect.poll(wallet.isConnected).toBe(false)
      await page.reload()
      await seen(button(offer)).toBeVisible()
    }

  /** Signs in, and checks the session on the server. */
  const signIn: Walk = async (visitor) => {
    const { page } = visitor
    const said = statusOf(page)
    const sessions = async () =>
      ((await (await page.request.get(new URL('sign-in/sessions', page.url()).href)).json()) as { sessions: unknown[] })
        .sessions
    await said('Nobody is signed in')
    await byDialog.connect(visitor)
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
    expect(await said(/^Signed in: /)).toBe(address)
    expect(await sessions()).toMatchObject([{ data: { accountAddress: address, chainId: 'eip155:1' } }])
    await page.reload()
    expect(await said(/^Signed in: /)).toBe(address)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await said('Nobody is signed in')
    expect(await sessions()).toEqual([])
  }

  /** Runs the steps on a site. Fails on any error, including those in the console and the server's output. */
  async function go(site: Site, walk: Walk) {
    const visitor = await visit(browser, site.url, anvil)
    const wrong = () =>
      [...visitor.complaints, ...site.said().split('\n')].filter((text) => text.trim() && !OF_THE_TEST.test(text))
    try {
      await walk(visitor)
    } catch (error) {
      throw new Error([String(error), ...wrong()].join('\n'), { cause: error })
    } finally {
      await visitor.close()
    }
    expect(wrong()).toEqual([])
  }

  const examples = {
    vite: { walk: walkThrough(byDialog), takesPort: 'argument', scripts: ['start'] },
    next: { walk: walkThrough(byDialog), takesPort: 'variable', scripts: ['start', 'dev'] },
    'react-router': { walk: walkThrough(byDialog), takesPort: 'variable', scripts: ['start'] },
    svelte: { walk: walkThrough(byDialog), takesPort: 'argument', scripts: ['start'] },
    vue: { walk: walkThrough(byDialog), takesPort: 'argument', scripts: ['start'] },
    plain: { walk: walkThrough(byButton), takesPort: 'argument', scripts: ['start'] },
    server: { walk: signIn, takesPort: 'variable', scripts: ['start'] },
  } as const

  describe.each(Object.entries(examples))('%s', (name, { walk, takesPort, scripts }) => {
    const home = () => join(folder, name)
    beforeAll(async () => {
      await createExample(create, name, home(), tarball)
      await runScript(home(), 'build')
    }, INSTALL_MS)
    afterAll(() => removeExample(home()))

    test.each(scripts)('supports all steps of a user with `npm run %s`', { timeout: WALK_MS }, async (script) => {
      const site = await startScript(home(), script, takesPort)
      try {
        await go(site, walk)
      } finally {
        await site.stop()
      }
    })
  })
})
