/** The verification service on real pages: a phone verifies the origin of a site that uses the service. */
import { expect, test } from 'vitest'
import { openPlayground, seen } from './support.ts'

test('the phone shows the verified origin of a site that uses the service, and the page opens no other frame [3.38] [7.35]', async () => {
  const site = await openPlayground('verify')
  const { page, card } = site
  const frames: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') frames.push(new URL(request.url()).pathname)
  })
  const phone = await site.phone()
  await page.bringToFront()
  await card.getByRole('button', { name: /WalletConnect/ }).click()
  await phone.getByLabel('Pairing link').fill(await site.scan())
  await phone.getByRole('button', { name: 'Pair' }).click()
  await seen(phone.getByText(`Verified: ${new URL(page.url()).origin}`)).toBeVisible()
  expect(frames).toEqual(['/v3/attestation'])
  await phone.getByRole('button', { name: 'Approve', exact: true }).click()
  await seen(card.getByText('Connected with Sandbox Phone')).toBeVisible()
  // The page also gets attestations for its later requests to the wallet, for example wallet_getCapabilities.
  expect(new Set(frames)).toEqual(new Set(['/v3/attestation']))
  await expect.poll(() => page.frames().length).toBe(1)
  expect(site.faults).toEqual([])
  await site.context.close()
})
