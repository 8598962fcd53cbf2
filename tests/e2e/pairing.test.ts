/** A wallet on another device, over a real relay: a phone in another tab, played by the official client. */
import { describe, expect, inject, test } from 'vitest'
import { formatUnits, onChain, parseUnits } from '../support/sandbox.ts'
import { cases, full } from '../support/full.ts'
import { openPlayground, seen } from './support.ts'
import { previewSend } from './visitor.ts'

const receiver = '0x000000000000000000000000000000000000dEaD'

describe.each(cases(['dialog', '']))('the playground with the query "%s"', (query) => {
  test('pairs a phone with the scanned code, sends an approved transfer, and disconnects', async () => {
    const [one] = inject('chains')
    if (!one) throw new Error('a chain is needed')
    const site = await openPlayground(query)
    const { page, card } = site
    const phone = await site.phone()
    await page.bringToFront()
    const open = async () => {
      if (query === '') return
      await page
        .getByRole('button', { name: /Connect wallet|Account/ })
        .first()
        .click()
    }
    await open()
    await card.getByRole('button', { name: /WalletConnect/ }).click()
    const link = await site.scan()
    expect(link).toMatch(/^wc:[0-9a-f]{64}@2\?/)

    await phone.getByLabel('Pairing link').fill(link)
    await phone.getByRole('button', { name: 'Pair' }).click()
    await phone.getByRole('button', { name: 'Approve', exact: true }).click()
    if (query !== '') await seen(card).toBeHidden()
    await open()
    await seen(card.getByText('Connected with Sandbox Phone')).toBeVisible()
    await seen(phone.getByText(/^Connected: Latchkey/)).toBeVisible()

    const before = await onChain(one).ether(receiver)
    // The card grows when the tokens load, which moves its buttons.
    await seen(card.getByText('Ether', { exact: true })).toBeVisible()
    await previewSend(card, /Ether/, '0.75', receiver)
    await card.getByRole('button', { name: 'Send', exact: true }).click()
    await phone.getByRole('button', { name: 'Approve', exact: true }).click()
    await seen(card.getByText('Confirmed', { exact: true })).toBeVisible()
    expect(formatUnits((await onChain(one).ether(receiver)) - before, 18)).toBe(formatUnits(parseUnits('0.75', 18), 18))
    await card.getByRole('button', { name: 'Done' }).click()

    await page.reload()
    await seen(page.getByRole('button', { name: /^Account/ }).first()).toBeVisible()
    await open()
    await seen(card.getByRole('button', { name: 'Disconnect' })).toBeVisible()
    await phone.getByRole('button', { name: 'Disconnect all sites' }).click()
    await seen(card.getByRole('button', { name: /Sandbox Wallet/ })).toBeVisible()
    expect(site.faults).toEqual([])
    await site.context.close()
  })
})

test.runIf(full)('a code works after the phone declined the previous one', async () => {
  const site = await openPlayground()
  const { card } = site
  const phone = await site.phone()
  await site.page.bringToFront()
  await card.getByRole('button', { name: /Rainbow/ }).click()
  await seen(card.getByText('Scan this code with Rainbow')).toBeVisible()
  const first = await site.scan()
  await phone.getByLabel('Pairing link').fill(first)
  await phone.getByRole('button', { name: 'Pair' }).click()
  await phone.getByRole('button', { name: 'Reject', exact: true }).click()
  await seen(card.getByText('Connection declined')).toBeVisible()
  await card.getByRole('button', { name: 'Try again' }).click()
  const second = await site.scan()
  expect(second).not.toBe(first)
  const picture = { name: 'code.png', mimeType: 'image/png', buffer: await card.screenshot() }
  await phone.getByLabel('Or an image of the QR code').setInputFiles(picture)
  await seen(phone.getByText(/^Could not be checked; it says it is http/)).toBeVisible()
  await card.getByRole('button', { name: 'Back' }).click()
  await seen(card.getByRole('button', { name: /Sandbox Wallet/ })).toBeVisible()
  await expect.poll(site.waiting).toEqual([])
  expect(site.faults).toEqual([])
  await site.context.close()
})

test.runIf(full)(
  'a link opens the wallet’s app on a phone, and the code works when the app does not open [2.6]',
  async () => {
    const site = await openPlayground('dialog', { width: 390, height: 844 }, 'Mozilla/5.0 (Linux; Android 15; Pixel 9)')
    const { page, card } = site
    const phone = await site.phone()
    await page.bringToFront()
    await page.getByRole('button', { name: 'Connect wallet' }).first().click()
    await card.getByRole('button', { name: /Rainbow/ }).click()
    const link = card.getByRole('link', { name: 'Open in Rainbow' })
    await seen(link).toHaveAttribute('href', /^rainbow:\/\/wc\?uri=wc%3A/)
    const uri = new URL((await link.getAttribute('href')) ?? '').searchParams.get('uri') ?? ''
    await link.click()
    await seen(card.getByText(/^Rainbow did not open\?/)).toBeVisible()
    const scanned = await site.scan()
    expect(scanned).toBe(uri)

    await phone.getByLabel('Pairing link').fill(scanned)
    await phone.getByRole('button', { name: 'Pair' }).click()
    await phone.getByRole('button', { name: 'Approve', exact: true }).click()
    await seen(card).toBeHidden()
    await seen(page.getByRole('button', { name: /^Account/ }).first()).toBeVisible()
    expect(site.faults).toEqual([])
    await site.context.close()
  },
)
