/** docs/examples/wagmi in Chromium, on real chains, with both versions of wagmi. */
import { afterEach, describe, expect, inject, test } from 'vitest'
import { accounts } from '../../mocks/sandbox/accounts.ts'
import { onChain, parseUnits } from '../support/sandbox.ts'
import { openPage, seen } from './support.ts'

const receiver = '0x000000000000000000000000000000000000dEaD'
const [me] = accounts

async function openExample(name: string) {
  const site = await openPage(`examples/${name}.html`)
  const { page, faults } = site
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const button = (text: string) => main.getByRole('button', { name: text, exact: true })
  /** Latchkey's account button. */
  const accountButton = main.getByRole('button', { name: new RegExp(me.address.slice(-4)) })
  return {
    ...site,
    main,
    dialog,
    button,
    accountButton,
    /** Clicks the app's button, and selects the wallet in Latchkey's modal. */
    async choose() {
      await button('Connect with Latchkey').click()
      await dialog.getByRole('button', { name: /Sandbox Wallet/ }).click()
    },
    /** Waits until wagmi and Latchkey's button show this account on this chain. */
    async connected(chainId: number) {
      await seen(main.getByText(me.address)).toBeVisible()
      await seen(main.getByLabel('Chain')).toHaveValue(String(chainId))
      await seen(accountButton).toBeVisible()
      await seen(dialog).toBeHidden()
    },
    async disconnected() {
      await seen(main.getByRole('status').first()).toHaveText('Nobody is connected')
      await seen(button('Connect wallet')).toBeVisible()
    },
  }
}
let site: Awaited<ReturnType<typeof openExample>>
afterEach(async () => {
  expect(site.faults).toEqual([])
  await site.context.close()
})

const versions: readonly [string, number][] = [
  ['wagmi', 3],
  ['wagmi2', 2],
]
describe.each(versions)('wagmi through the connector, %s', (name, version) => {
  test('connects, sends, signs, switches, reconnects and disconnects with hooks, in sync with Latchkey', async () => {
    const [one, two] = inject('chains')
    if (!one || !two) throw new Error('two chains are needed')
    site = await openExample(name)
    const { page, main, dialog, button, wallet, accountButton, answer, choose, connected, disconnected } = site

    await disconnected()
    const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('wagmi.store') ?? '{}') as unknown)
    await expect.poll(stored).toMatchObject({ version })
    await seen(main.getByRole('button', { name: /^Connect with/ })).toHaveCount(1)
    await button('Connect with Latchkey').click()
    await seen(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await seen(main.getByRole('alert')).toHaveText('UserRejectedRequestError: User rejected the request.')
    await choose()
    await answer(true)
    await connected(one.chainId)

    const before = await onChain(one).ether(receiver)
    await button('Send').click()
    await answer(false)
    await seen(main.getByRole('status').first()).toHaveText('TransactionExecutionError')
    await button('Send').click()
    await answer(true)
    await seen(main.getByText(/^Sent: 0x[0-9a-f]{64}$/)).toBeVisible()
    await expect.poll(async () => (await onChain(one).ether(receiver)) - before).toBe(parseUnits('0.125', 18))
    await button('Sign').click()
    await answer(true)
    await seen(main.getByText('Signed, and verified')).toBeVisible()

    await main.getByLabel('Chain').selectOption(two.name)
    await answer(true) // adds the network
    await answer(true) // switches to it
    await connected(two.chainId)
    await main.getByLabel('Chain').selectOption(one.name)
    await answer(false)
    await seen(main.getByRole('alert')).toHaveText('UserRejectedRequestError')
    await connected(two.chainId)

    await page.reload()
    await connected(two.chainId)
    await button('Disconnect').click()
    await disconnected()
    // If the page reloads before the wallet was notified, wagmi is disconnected but the wallet still permits the app.
    await seen(wallet.getByText('Connected', { exact: true })).toBeHidden()
    await page.reload()
    await disconnected()

    // The same with Latchkey's buttons.
    await button('Connect wallet').click()
    await dialog.getByRole('button', { name: /Sandbox Wallet/ }).click()
    await answer(true)
    await connected(two.chainId)
    await accountButton.click()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await disconnected()
  })
})
