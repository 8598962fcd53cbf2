/** Purchases in Chromium from the sandbox's seller, on another site, which pays out on the local chain. */
import type { Page } from 'playwright/test'
import { expect, inject, test } from 'vitest'
import { full } from '../support/full.ts'
import { firstAccount } from '../../mocks/sandbox/accounts.ts'
import { onChain, parseUnits } from '../support/sandbox.ts'
import { openPlayground, seen, type Site } from './support.ts'

const chain = () => {
  const [found] = inject('chains')
  if (!found) throw new Error('a chain is needed')
  return found
}
const held = () => onChain(chain()).ether(firstAccount.address)

/** A connected page with a quote for this amount. */
async function buying(amount = '250') {
  const site = await openPlayground('start=connected&onramp')
  const { card } = site
  await card.getByRole('button', { name: 'Buy', exact: true }).click()
  await card.getByRole('textbox', { name: 'You pay' }).fill(amount)
  await seen(card.getByText('You receive (estimated)')).toBeVisible()
  return site
}

async function openSeller({ page, card }: Site, name = 'Sandbox Pay'): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await card.getByRole('button', { name: new RegExp(name) }).click()
  const popup = await opened
  await seen(popup.getByRole('button', { name: 'Pay' })).toBeVisible()
  return popup
}

/** The amount that the seller promises. */
const promised = async (popup: Page): Promise<bigint> =>
  parseUnits((await popup.locator('#brought').textContent()) ?? '', 18)

test('a purchase arrives at the address that was shown, to the last unit, and is reported [1.7] [2.12] [3.24] [7.18] [7.19] [7.20]', async () => {
  const site = await buying()
  const { card, faults } = site
  await seen(card.getByText(firstAccount.address)).toBeVisible()
  const before = await held()
  const popup = await openSeller(site)
  await seen(card.getByRole('heading', { name: 'Continue in the Sandbox Pay window' })).toBeVisible()
  await seen(popup.getByText(firstAccount.address)).toBeVisible()
  expect(await popup.evaluate(() => window.opener as unknown)).toBeNull()
  expect(new URL(popup.url()).origin).not.toBe(new URL(inject('baseUrl')).origin)
  const units = await promised(popup)
  await popup.getByRole('button', { name: 'Pay' }).click()
  await seen(popup.getByRole('heading', { name: 'Paid' })).toBeVisible()
  await seen(card.getByRole('heading', { name: 'Purchases' })).toBeVisible()
  await seen(card.getByText('Bought', { exact: true })).toBeVisible()
  expect(popup.isClosed()).toBe(false)
  expect((await held()) - before).toBe(units)
  expect(faults).toEqual([])
})

test.runIf(full)(
  "an app's own seller receives the address and the network, and the page says that it learns no result",
  async () => {
    const site = await buying('40')
    const { card } = site
    const before = await held()
    const popup = await openSeller(site, 'Sandbox Shop')
    const { searchParams } = new URL(popup.url())
    expect(Object.fromEntries(searchParams)).toEqual({
      to: firstAccount.address,
      currency: 'ETH',
      network: chain().networkId,
      amount: '40',
    })
    const units = await promised(popup)
    await popup.getByRole('button', { name: 'Pay' }).click()
    await seen(popup.getByRole('heading', { name: 'Paid' })).toBeVisible()
    expect((await held()) - before).toBe(units)
    await popup.close()
    await seen(card.getByRole('heading', { name: 'The Sandbox Shop window was closed' })).toBeVisible()
    await seen(card.getByText(/This provider does not report the status of purchases/)).toBeVisible()
    await card.getByRole('button', { name: 'Done' }).click()
    await seen(card.getByRole('textbox', { name: 'You pay' })).toBeVisible()
  },
)
