/** Social accounts become embedded wallets in Chromium, on two sites: registering a name, a transfer to it, and signing out. */
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, inject, test } from 'vitest'
import { secondAccount } from '../../mocks/sandbox/accounts.ts'
import { registrationText, coinTypeOf, fullName } from '../../machines/names/names.rules.ts'
import { full } from '../support/full.ts'
import { onChain, parseUnits } from '../support/sandbox.ts'
import { sandbox } from './shop.ts'
import { openPlayground, seen, type Site } from './support.ts'
import { addressIn, agreeIn, connected, frameOf, openTab, openWindow } from './visitor.ts'

/** Registers a name for another account. */
async function take(label: string, chainId: number) {
  const stranger = privateKeyToAccount(generatePrivateKey())
  const { projectId, provider } = await sandbox()
  const url = new URL(`${provider.blockchain}/v1/profile/account`, inject('baseUrl'))
  url.search = `${new URLSearchParams({ projectId, st: 'test', sv: 'test' })}`
  const message = registrationText(label, Date.now())
  const [coin_type, signature] = [coinTypeOf(chainId), await stranger.signMessage({ message })]
  const body = JSON.stringify({ coin_type, address: stranger.address, message, signature })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect(await response.json()).toEqual({ success: true })
}

/** Sends 0.5 ETH to a name, once the card shows its address. */
async function sendTo({ card }: Site, name: string, address: string) {
  await card.getByRole('button', { name: 'Send', exact: true }).click()
  await card.getByRole('button', { name: 'Select token' }).first().click()
  await card.getByRole('button', { name: /Ether/ }).click()
  await card.getByLabel('Amount').fill('0.5')
  await card.getByLabel('To', { exact: true }).fill(name)
  await seen(card.getByRole('status').filter({ hasText: name })).toContainText(address)
  await card.getByRole('button', { name: 'Review send' }).click()
  await seen(card.getByText(name, { exact: true })).toBeVisible()
  await seen(card.getByText(address)).toBeVisible()
  await card.getByRole('button', { name: 'Send', exact: true }).click()
  await seen(card.getByText('Confirmed', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Done' }).click()
}

describe('a social account', () => {
  test('becomes a wallet, registers a name with a signature in the frame, survives a reload, and disconnects in every tab [1.2] [1.8] [4.18] [4.27] [4.30] [4.31] [7.14] [7.17]', async () => {
    const [chain] = inject('chains')
    if (!chain) throw new Error('a chain is needed')
    const [taken, free] = ['kingfisher', 'sandpiper']
    await take(taken, chain.chainId)
    const site = await openPlayground('start=fresh&email&socials')
    const { page, card, faults } = site
    await page.evaluate(() => history.replaceState(null, '', '?email&socials'))
    const popup = await openWindow(site, 'Continue with Google')
    await seen(card.getByText('Continue in the Google window')).toBeVisible()
    await agreeIn(popup, 'erin@modal.example')
    await connected(site)
    const address = await addressIn(site)
    await expect.poll(() => popup.isClosed()).toBe(true)

    await card.getByRole('button', { name: 'Your accounts' }).click()
    await card.getByRole('button', { name: 'Account settings' }).click()
    await card.getByRole('button', { name: 'Choose name' }).click()
    await card.getByRole('button', { name: 'Choose name' }).click()
    const field = card.getByRole('textbox', { name: 'Name' })
    const said = (text: string) => card.getByRole('status').filter({ hasText: text })
    await field.fill(taken)
    await seen(said('Taken')).toBeVisible()
    await seen(card.getByRole('button', { name: `Register ${fullName(taken)}` })).toBeDisabled()
    await field.fill(free)
    await seen(said('Available')).toBeVisible()
    const { card: question, press } = frameOf(site)
    await card.getByRole('button', { name: `Register ${fullName(free)}` }).click()
    await seen(question.getByText(fullName(free))).toBeVisible()
    await press('Approve')
    await seen(card.getByText('Congratulations! Your account has a name.')).toBeVisible()
    await card.getByRole('button', { name: 'Done' }).click()
    await seen(card.getByText(fullName(free))).toBeVisible()

    await page.reload()
    await seen(card.getByText(fullName(free))).toBeVisible()
    expect(await addressIn(site)).toBe(address)
    const other = await openTab(site, 'email&socials')
    await connected(other)
    expect(await addressIn(other)).toBe(address)
    await card.getByRole('button', { name: 'Disconnect' }).click()
    for (const tab of [card, other.card])
      await seen(tab.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('erin@modal.example')
    expect(faults).toEqual([])
    if (!full) return

    // Ether sent to this name and to an ENS name arrives.
    await site.approveEverything()
    await site.connect()
    const before = await onChain(chain).ether(secondAccount.address)
    await sendTo(site, fullName(free), address)
    await sendTo(site, 'wren.eth', secondAccount.address)
    expect(await onChain(chain).ether(address)).toBe(parseUnits('0.5', 18))
    expect((await onChain(chain).ether(secondAccount.address)) - before).toBe(parseUnits('0.5', 18))
    expect(faults).toEqual([])
  })

  test.runIf(full)('becomes a wallet even if the provider cuts its window off from the page', async () => {
    const site = await openPlayground('start=fresh&socials')
    const { card, faults } = site
    await card.getByRole('button', { name: 'More accounts' }).click()
    const popup = await openWindow(site, /^X$/)
    await seen(card.getByRole('heading', { name: 'Signed in with X?' })).toBeVisible()
    await agreeIn(popup, 'xena@modal.example')
    await seen(popup.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
    await site.page.bringToFront()
    await card.getByRole('button', { name: 'Continue', exact: true }).click()
    await connected(site)
    expect(faults).toEqual([])
  })

  test.runIf(full)('becomes a wallet with Farcaster once the user confirms through the link [2.6] [4.30]', async () => {
    const site = await openPlayground('start=fresh&socials')
    const { card, faults } = site
    await card.getByRole('button', { name: 'More accounts' }).click()
    await card.getByRole('button', { name: 'Farcaster' }).click()
    await seen(card.getByRole('img', { name: 'Scan this code with Farcaster' })).toBeVisible()
    const opened = site.page.waitForEvent('popup')
    await card.getByRole('link', { name: 'Open in Farcaster' }).click()
    const app = await opened
    await app.getByRole('textbox', { name: 'Username' }).fill('gina')
    await app.getByRole('button', { name: 'Confirm with this name' }).click()
    await site.page.bringToFront()
    await connected(site)
    const name = await site.page.evaluate(() => JSON.stringify(localStorage))
    expect(name).toContain('gina')
    expect(faults).toEqual([])
  })

  test.runIf(full)(
    'can be tried again after the user declines, and after its window is closed or blocked',
    async () => {
      const site = await openPlayground('start=fresh&socials')
      const { page, card, faults } = site
      await card.getByRole('button', { name: 'More accounts' }).click()
      const declined = await openWindow(site, 'Discord')
      await declined.getByRole('button', { name: 'Decline' }).click()
      await seen(card.getByRole('alert')).toHaveText('The login with Discord was declined.')
      const closed = await openWindow(site, 'Try again')
      await seen(closed.getByRole('button', { name: 'Decline' })).toBeVisible()
      await closed.close()
      await seen(card.getByRole('heading', { name: 'Signed in with Discord?' })).toBeVisible()
      await seen(card.getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
      await card.getByRole('button', { name: 'Cancel' }).click()
      await seen(card.getByRole('heading', { name: 'All socials' })).toBeVisible()

      await page.evaluate(() => {
        const { open } = window
        window.open = () => {
          window.open = open
          return null
        }
      })
      await card.getByRole('button', { name: 'Apple', exact: true }).click()
      await seen(card.getByRole('alert')).toHaveText(
        'The window could not be opened. Allow pop-ups for this page, and try again.',
      )
      const popup = await openWindow(site, 'Try again')
      await agreeIn(popup, 'frank@modal.example')
      await connected(site)
      expect(faults).toEqual([])
    },
  )
})
