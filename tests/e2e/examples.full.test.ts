/** The skins in docs/examples/skins, which use the machines without React. One script tests both. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { accounts } from '../../mocks/sandbox/accounts.ts'
import { errorTexts, noticeTexts } from '../../sdk/index.ts'
import { formatUnits, onChain, parseUnits } from '../support/sandbox.ts'
import { openPage, seen } from './support.ts'

const receiver = '0x000000000000000000000000000000000000dEaD'
const [me] = accounts
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function openExample(name: string) {
  const site = await openPage(`examples/${name}.html`)
  const { page, faults } = site
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  await page.reload()
  await seen(site.wallet).toBeVisible()
  const main = page.getByRole('main')
  const button = (text: string) => main.getByRole('button', { name: text, exact: true })
  return {
    ...site,
    main,
    button,
    /** A visible text in a live region. */
    said: (text: string, role: 'status' | 'alert' = 'status') =>
      seen(main.getByRole(role).filter({ hasText: text, visible: true })).toHaveText(text),
    /** Waits for another screen, whose heading gets the focus for screen readers. */
    async arrived(title: string) {
      await seen(main.getByRole('heading', { name: title, level: 2 })).toBeFocused()
      await seen(main.getByRole('heading', { level: 2 })).toHaveCount(1)
    },
    /** The axe violations of the whole page. */
    async objections() {
      await page.evaluate(axe)
      const { violations } = await page.evaluate(() =>
        (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
      )
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
  }
}
let site: Awaited<ReturnType<typeof openExample>>
afterEach(async () => {
  expect(site.faults).toEqual([])
  await site.context.close()
})

describe.each(['plain', 'vue'])('the example skin %s', (name) => {
  test('connects, shows the balance, switches, sends, survives a reload and disconnects, without axe violations at any step', async () => {
    const [one, two] = inject('chains')
    if (!one || !two) throw new Error('two chains are needed')
    site = await openExample(name)
    const { page, main, button, arrived, said, objections, answer } = site
    const etherOf = async (chain: typeof one, address: `0x${string}` = me.address) => onChain(chain).ether(address)
    const shows = async (chain: typeof one) =>
      seen(main).toContainText(`${formatUnits(await etherOf(chain), 18)} ${chain.symbol}`)

    await seen(main.getByRole('list', { name: 'Wallets' }).getByRole('button')).toHaveText('Sandbox Wallet')
    expect(await objections()).toEqual([])
    await button('Sandbox Wallet').click()
    await answer(false)
    await said(errorTexts['connect.declined'], 'alert')
    expect(await objections()).toEqual([])
    await button('Sandbox Wallet').click()
    await said('Continue in Sandbox Wallet')
    expect(await objections()).toEqual([])
    await answer(true)
    await arrived('Account')
    await seen(main.getByText(me.address)).toBeVisible()
    await seen(main.getByLabel('Network')).toHaveValue(one.networkId)
    await shows(one)
    expect(await objections()).toEqual([])

    await main.getByLabel('Network').selectOption(two.name)
    await said('Confirm the switch in your wallet')
    await answer(true) // adds the network
    await answer(true) // switches to it
    await seen(main.getByText('Confirm the switch in your wallet')).toBeHidden()
    await seen(main.getByLabel('Network')).toHaveValue(two.networkId)
    await shows(two)

    await button('Send').click()
    await arrived('Send')
    await seen(button('Preview')).toBeDisabled()
    await main.getByLabel('Amount').fill('0.1')
    await main.getByLabel('To').fill(receiver)
    await seen(button('Preview')).toBeEnabled()
    expect(await objections()).toEqual([])
    await main.getByLabel('To').press('Enter')
    await arrived('Preview')
    await seen(main.getByText(`0.1 ${two.symbol} to ${receiver}`)).toBeVisible()
    expect(await objections()).toEqual([])
    const before = { one: await etherOf(one, receiver), two: await etherOf(two, receiver) }
    await button('Confirm').click()
    await said(noticeTexts['send.waiting'])
    await answer(true)
    await arrived('Sent')
    await said(noticeTexts['transaction.confirmed'])
    expect(await objections()).toEqual([])
    expect((await etherOf(two, receiver)) - before.two).toBe(parseUnits('0.1', 18))
    expect(await etherOf(one, receiver)).toBe(before.one)
    await button('Done').click()
    await arrived('Account')
    await shows(two)

    await page.reload()
    await seen(main.getByText(me.address)).toBeVisible()
    await seen(main.getByLabel('Network')).toHaveValue(two.networkId)
    await button('Disconnect').click()
    await arrived('Choose a wallet')
    await seen(main.getByText(me.address)).toBeHidden()
    await seen(button('Sandbox Wallet')).toBeVisible()
    expect(await page.locator('main [style]').count()).toBe(0)
  })
})
