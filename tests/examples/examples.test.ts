/** The examples in docs/examples, as a stranger has them: over the packed package, built, started, and walked by a visitor. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect as expectPage, type Browser } from 'playwright/test'
import { createClient, formatUnits, http, parseEther, verifyMessage } from 'viem'
import { getBalance } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstAccount } from '../../mocks/sandbox/accounts.ts'
import { startAnvil, type Anvil } from '../../mocks/sandbox/anvil.ts'
import { errorTexts } from '../../sdk/index.ts'
import { pack } from '../package/strangers.ts'
import { findShell, launchArgs } from '../support/chromium.ts'
import { full } from '../support/full.ts'
import { copyExample, removeExample, runScript, startScript, type Site } from './site.ts'
import { visit } from './visitor.ts'

const INSTALL_MS = 300_000
const WALK_MS = 90_000
const seen = expectPage.configure({ timeout: 30_000 })
const { address } = firstAccount
const receiver = '0x000000000000000000000000000000000000dEaD'
const amount = '0.01'

describe.runIf(full)('the examples', () => {
  let folder = ''
  let tarball = ''
  let anvil: Anvil
  let browser: Browser

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-examples-'))
    tarball = await pack(join(folder, 'packed'))
    anvil = await startAnvil(1)
    browser = await chromium.launch({ executablePath: await findShell(), args: [...launchArgs] })
  }, INSTALL_MS)
  afterAll(async () => {
    await browser?.close()
    await anvil?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const etherOf = (of: `0x${string}`) => getBalance(createClient({ transport: http(anvil.rpcUrl) }), { address: of })

  /** Everything that each example shows, whatever it is made with. */
  async function walk(site: Site) {
    const { page, wallet, complaints, close } = await visit(browser, site.url, anvil)
    const main = page.getByRole('main')
    const button = (name: string) => main.getByRole('button', { name, exact: true })
    const connected = async () => {
      await seen(main.getByText(address, { exact: true })).toBeVisible()
      await seen(main).toContainText(`${formatUnits(await etherOf(address), 18)} ETH`)
    }
    const answer = async (text: RegExp | string) => {
      const status = main.getByRole('status').filter({ hasText: text })
      await seen(status).toBeVisible()
      return (await status.innerText()).replace(/^\w+: /, '')
    }

    await button('Connect Wallet').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Sandbox Wallet/ })
      .click()
    await connected()

    wallet.agree(false)
    await button('Sign a message').click()
    await answer(errorTexts['request.declined'])
    wallet.agree(true)
    await button('Sign a message').click()
    const signature = (await answer(/^Signed: 0x/)) as `0x${string}`
    expect(await verifyMessage({ address, message: 'Hello', signature })).toBe(true)

    const before = await etherOf(receiver)
    await main.getByLabel('To').fill(receiver)
    await main.getByLabel('Amount').fill(amount)
    await button('Send').click()
    await answer(/^Sent: 0x/)
    await expect.poll(() => etherOf(receiver)).toBe(before + parseEther(amount))
    await connected()

    await page.reload()
    await connected()
    await button('Disconnect').click()
    await seen(button('Connect Wallet')).toBeVisible()
    await seen(main.getByText(address)).toBeHidden()
    await expect.poll(wallet.isConnected).toBe(false)
    await page.reload()
    await seen(button('Connect Wallet')).toBeVisible()
    expect(complaints).toEqual([])
    expect(site.said()).toBe('')
    await close()
  }

  describe.each([
    { name: 'vite', takesPort: 'argument', scripts: ['start'] },
    { name: 'next', takesPort: 'variable', scripts: ['start', 'dev'] },
  ] as const)('$name', ({ name, takesPort, scripts }) => {
    const home = () => join(folder, name)
    beforeAll(async () => {
      await copyExample(name, home(), tarball)
      await runScript(home(), 'build')
    }, INSTALL_MS)
    afterAll(() => removeExample(home()))

    test.each(scripts)(
      'connect, sign, send, come back, disconnect: `npm run %s`',
      { timeout: WALK_MS },
      async (script) => {
        const site = await startScript(home(), script, takesPort)
        try {
          await walk(site)
        } finally {
          await site.stop()
        }
      },
    )
  })
})
