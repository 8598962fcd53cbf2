/** The verification service on real pages: a site that names it is known to a phone by its origin, and another one is not. */
import { expect, test } from 'vitest'
import { openPlayground, seen } from './support.ts'

async function pairedBy(query: string) {
  const site = await openPlayground(query)
  const frames: string[] = []
  site.page.on('request', (request) => {
    if (request.resourceType() === 'document') frames.push(new URL(request.url()).pathname)
  })
  const phone = await site.phone()
  await site.page.bringToFront()
  await site.card.getByRole('button', { name: /WalletConnect/ }).click()
  await phone.getByLabel('Link of the site').fill(await site.scan())
  await phone.getByRole('button', { name: 'Pair' }).click()
  return { ...site, phone, frames }
}

test('a phone is told who asks, where the site has itself vouched for [7.35] [3.38]', async () => {
  const { page, phone, frames, faults, card, context } = await pairedBy('verify')
  const { origin } = new URL(page.url())
  await seen(phone.getByText(`Verified: ${origin}`)).toBeVisible()
  expect(frames).toEqual(['/v3/attestation'])
  await phone.getByRole('button', { name: 'Approve', exact: true }).click()
  await seen(card.getByText('Connected with Sandbox Phone')).toBeVisible()
  // What the page then asks the wallet is vouched for, too: what it can do, for the balance.
  expect(new Set(frames)).toEqual(new Set(['/v3/attestation']))
  await expect.poll(() => page.frames().length).toBe(1)
  expect(faults).toEqual([])
  await context.close()
})

test('a phone is told that nobody knows, where the site does not; no frame is opened [7.35]', async () => {
  const { phone, frames, faults, context } = await pairedBy('')
  await seen(phone.getByText(/^Could not be checked; it says it is http/)).toBeVisible()
  expect(frames).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})
