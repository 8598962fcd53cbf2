/** Permissions of a page: granted in the sandbox's wallet, used, limited by the account's contract, listed and revoked. */
import { expect, test } from 'vitest'
import { openPlayground, seen } from './support.ts'

/** A page with a contract account, and its two buttons. */
async function connected() {
  const site = await openPlayground('sessions')
  const { page, card, answer } = site
  await site.becomeSmart()
  await site.connect()
  await answer(true)
  await seen(card.getByRole('list', { name: 'Tokens of this account' })).toBeVisible()
  const panel = page.getByRole('group', { name: 'Requests within the session' })
  return {
    ...site,
    ask: () => panel.getByRole('button', { name: 'Request 0.01 ETH per hour' }).click(),
    async spend(says: RegExp) {
      await panel.getByRole('button', { name: 'Spend 0.004 ETH' }).click()
      await seen(panel.getByRole('status')).toHaveText(says)
    },
    said: (text: string) => seen(panel.getByRole('status')).toHaveText(text),
  }
}

test('a page acts within its permissions and no further, until the user revokes them [1.9] [7.21] [7.22]', async () => {
  const { card, wallet, answer, ask, spend, said, faults, context } = await connected()
  await ask()
  await seen(card.getByRole('heading', { name: 'Allow this app to act without asking again' })).toBeVisible()
  await seen(card.getByText(/You will not be asked again/)).toBeVisible()
  await seen(card.getByText('0.01 ETH', { exact: true })).toBeVisible()
  await seen(wallet.getByText('Spend 0.01 ETH every 3600 s')).toBeVisible()
  await answer(true)
  await said('done')
  await seen(card.getByRole('heading', { name: 'Smart session created' })).toBeVisible()
  await card.getByRole('button', { name: 'Got it' }).click()

  await spend(/^spent$/)
  await spend(/^spent$/)
  await spend(/OverAllowance\(2000000000000000, 4000000000000000\)/)

  await card.getByRole('button', { name: 'Smart sessions' }).click()
  await card.getByRole('button', { name: /This site/ }).click()
  await seen(card.getByText('1 hour', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Revoke', exact: true }).click()
  await seen(card.getByRole('heading', { name: 'Revoke a smart session' })).toBeVisible()
  await answer(true)
  await seen(card.getByText('No active sessions')).toBeVisible()
  await card.getByRole('tab', { name: 'Revoked' }).click()
  await seen(card.getByRole('button', { name: /This site/ })).toBeVisible()
  await spend(/NotAllowed/)
  expect(faults).toEqual([])
  await context.close()
})
