/** Names in Chromium, on real chains: one is registered by the embedded wallet's account, and names are sent to. */
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, inject, test } from 'vitest'
import { secondAccount } from '../../mocks/sandbox/accounts.ts'
import { claimOf, coinTypeOf, fullName } from '../../machines/rules/names.ts'
import { full } from '../support/full.ts'
import { onChain, parseUnits } from '../support/sandbox.ts'
import { sandbox } from './shop.ts'
import { openPlayground, seen, type Site } from './support.ts'
import { addressIn, agreeIn, connected, frameOf, openWindow } from './visitor.ts'

/** Somebody else registers a name. */
async function take(label: string, chainId: number) {
  const stranger = privateKeyToAccount(generatePrivateKey())
  const { projectId, provider } = await sandbox()
  const url = new URL(`${provider.blockchain}/v1/profile/account`, inject('baseUrl'))
  url.search = `${new URLSearchParams({ projectId, st: 'test', sv: 'test' })}`
  const message = claimOf(label, Date.now())
  const [coin_type, signature] = [coinTypeOf(chainId), await stranger.signMessage({ message })]
  const body = JSON.stringify({ coin_type, address: stranger.address, message, signature })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect(await response.json()).toEqual({ success: true })
}

/** Sends half an ether to a name, once the address that it stands for was shown. */
async function sendTo({ card }: Site, name: string, address: string) {
  await card.getByRole('button', { name: 'Send', exact: true }).click()
  await card.getByRole('button', { name: 'Select Token' }).first().click()
  await card.getByRole('button', { name: /Ether/ }).click()
  await card.getByLabel('Amount').fill('0.5')
  await card.getByLabel('To', { exact: true }).fill(name)
  await seen(card.getByRole('status').filter({ hasText: name })).toContainText(address)
  await card.getByRole('button', { name: 'Preview Send' }).click()
  await seen(card.getByText(name, { exact: true })).toBeVisible()
  await seen(card.getByText(address)).toBeVisible()
  await card.getByRole('button', { name: 'Send', exact: true }).click()
  await seen(card.getByText('Confirmed by the network')).toBeVisible()
  await card.getByRole('button', { name: 'Done' }).click()
}

test('registers a name with a signature in the frame [1.8] [4.27] [7.14] [7.17]', async () => {
  const [chain] = inject('chains')
  if (!chain) throw new Error('a chain is needed')
  const [taken, free] = ['kingfisher', 'sandpiper']
  await take(taken, chain.chainId)
  const site = await openPlayground('start=fresh&socials')
  const { page, card, faults } = site
  await agreeIn(await openWindow(site, 'Continue with Google'), 'nina@modal.example')
  await connected(site)
  const address = await addressIn(site)

  await card.getByRole('button', { name: 'Your accounts' }).click()
  await card.getByRole('button', { name: 'Account settings' }).click()
  await card.getByRole('button', { name: 'Choose name' }).click()
  await card.getByRole('button', { name: 'Choose name' }).click()
  const field = card.getByRole('textbox', { name: 'Name' })
  const said = (text: string) => card.getByRole('status').filter({ hasText: text })
  await field.fill(taken)
  await seen(said('Registered')).toBeVisible()
  await seen(card.getByRole('button', { name: `Register ${fullName(taken)}` })).toBeDisabled()
  await field.fill(free)
  await seen(said('Available')).toBeVisible()
  const register = card.getByRole('button', { name: `Register ${fullName(free)}` })
  const { card: question, press } = frameOf(site)
  await register.click()
  await seen(question.getByText(fullName(free))).toBeVisible()
  await press('Reject')
  await seen(field).toHaveValue(free)
  await seen(register).toBeEnabled()
  await register.click()
  await seen(question.getByText(fullName(free))).toBeVisible()
  await press('Approve')
  await seen(card.getByText('Congratulations! Your account has a name.')).toBeVisible()
  await card.getByRole('button', { name: 'Done' }).click()
  await seen(card.getByText(fullName(free))).toBeVisible()
  await page.evaluate(() => history.replaceState(null, '', '?socials'))
  await page.reload()
  await seen(card.getByText(fullName(free))).toBeVisible()
  expect(faults).toEqual([])
  if (!full) return

  // Ether that is sent to the name, and to a name of ENS, arrives.
  await card.getByRole('button', { name: 'Disconnect' }).click()
  await site.approveEverything()
  await site.connect()
  const before = await onChain(chain).ether(secondAccount.address)
  await sendTo(site, fullName(free), address)
  await sendTo(site, 'wren.eth', secondAccount.address)
  expect(await onChain(chain).ether(address)).toBe(parseUnits('0.5', 18))
  expect((await onChain(chain).ether(secondAccount.address)) - before).toBe(parseUnits('0.5', 18))
  expect(faults).toEqual([])
})
