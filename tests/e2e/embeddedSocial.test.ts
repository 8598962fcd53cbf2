/** The embedded wallet in Chromium, on two sites: signed in to by an account elsewhere, in a window that the press opens. */
import { describe, expect, test } from 'vitest'
import { full } from '../support/full.ts'
import { openPlayground, seen } from './support.ts'
import { addressIn, agreeIn, connected, openTab, openWindow } from './visitor.ts'

describe('an account elsewhere', () => {
  test('becomes a wallet, which is there after a reload and in another tab, and is left in both [1.2] [4.18] [4.30] [4.31]', async () => {
    const site = await openPlayground('start=fresh&email&socials')
    const { page, card, faults } = site
    await page.evaluate(() => history.replaceState(null, '', '?email&socials'))
    const popup = await openWindow(site, 'Continue with Google')
    await seen(card.getByText('Continue in the Google window')).toBeVisible()
    await agreeIn(popup, 'erin@modal.example')
    await connected(site)
    const address = await addressIn(site)
    await expect.poll(() => popup.isClosed()).toBe(true)

    await page.reload()
    await connected(site)
    expect(await addressIn(site)).toBe(address)

    const other = await openTab(site, 'email&socials')
    await connected(other)
    expect(await addressIn(other)).toBe(address)
    await card.getByRole('button', { name: 'Disconnect' }).click()
    await seen(card.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    await seen(other.card.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('erin@modal.example')
    expect(faults).toEqual([])
  })

  test.runIf(full)('of Farcaster is confirmed by the link of the code, and becomes a wallet [2.6] [4.30]', async () => {
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
    'that declines, or whose window is closed or blocked, is named, and can be tried again',
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
      await seen(card.getByRole('heading', { name: 'The Discord window was closed' })).toBeVisible()
      await seen(card.getByRole('button', { name: 'Try again' })).toBeVisible()
      await card.getByRole('button', { name: 'Cancel' }).click()
      await seen(card.getByRole('heading', { name: 'All socials' })).toBeVisible()

      await page.evaluate(() => {
        const { open } = window
        window.open = () => {
          window.open = open
          return null
        }
      })
      await card.getByRole('button', { name: 'X', exact: true }).click()
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
