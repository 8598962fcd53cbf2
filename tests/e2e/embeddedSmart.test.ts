/** The embedded wallet's smart account in Chromium: switched to, used with and without a sponsor, and left again. */
import { createPublicClient, createTestClient, http, parseEther, type Hex } from 'viem'
import { expect, inject, test } from 'vitest'
import { onChain, parseUnits } from '../support/sandbox.ts'
import { asks, openPlayground, seen, told, type Site } from './support.ts'

const receiver = '0x00000000000000000000000000000000005aca11'

const accountIn = ({ page }: Site) =>
  page.evaluate(() => {
    type Page = { latchkey: { getAccount(): { address: Hex; accounts: { address: Hex; type: string }[] } } }
    return (window as unknown as Page).latchkey.getAccount()
  })

/** Approves what the frame shows, read to its end. */
async function approve({ page }: Site) {
  const card = page.frameLocator('iframe#w3m-iframe').getByRole('dialog')
  await card.getByRole('region', { name: 'What is asked' }).press('End')
  const button = card.getByRole('button', { name: 'Approve' })
  await expect
    .poll(async () => {
      if ((await button.count()) > 0) await button.click({ timeout: 2_000 }).catch(() => {})
      return card.count()
    })
    .toBe(0)
}

test('is switched to in the settings, signs and sends without ether of its own, stays over a reload, and is left again [1.10] [5.24] [6.2] [7.44]', async () => {
  const [chain] = inject('chains')
  if (!chain) throw new Error('a chain is needed')
  const node = createPublicClient({ transport: http(chain.rpcUrl) })
  const site = await openPlayground('start=fresh&socials')
  const { page, card, faults } = site
  await page.evaluate(() => history.replaceState(null, '', '?socials'))
  const opened = page.waitForEvent('popup')
  await card.getByRole('button', { name: 'Continue with Google' }).click()
  const popup = await opened
  await popup.getByRole('textbox', { name: 'E-mail address' }).fill('ivy@modal.example')
  await popup.getByRole('button', { name: 'Continue with this address' }).click()
  await seen(card.getByRole('button', { name: 'Copy address' })).toBeVisible()
  const { address: standard } = await accountIn(site)

  await card.getByRole('button', { name: 'Account settings' }).click()
  await card.getByRole('button', { name: 'Use smart account' }).click()
  await seen(card.getByRole('button', { name: 'Use standard account' })).toBeVisible()
  const { address: smart } = await accountIn(site)
  expect(smart).not.toBe(standard)
  expect(await node.getCode({ address: smart })).toBeUndefined()

  await asks(page, 'eip155', 'personal_sign', ['0x48656c6c6f', smart])
  await approve(site)
  const signature = (await told(page)).value as Hex
  expect(await node.verifyMessage({ address: smart, message: 'Hello', signature })).toBe(true)

  await asks(page, 'eip155', 'wallet_sendCalls', [
    {
      version: '2.0.0',
      from: smart,
      chainId: `0x${chain.chainId.toString(16)}`,
      atomicRequired: true,
      calls: [
        { to: receiver, data: '0x' },
        { to: receiver, data: '0x01' },
      ],
    },
  ])
  await approve(site)
  expect((await told(page)).status).toBe('done')
  await expect.poll(() => node.getCode({ address: smart })).toMatch(/^0x/)
  expect(await node.getBalance({ address: smart })).toBe(0n)

  await page.reload()
  await seen(card.getByRole('button', { name: 'Copy address' })).toBeVisible()
  expect((await accountIn(site)).address).toBe(smart)
  await createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) }).setBalance({
    address: smart,
    value: parseEther('1'),
  })
  await asks(page, 'eip155', 'eth_sendTransaction', [
    { from: smart, to: receiver, value: `0x${parseEther('0.25').toString(16)}` },
  ])
  await approve(site)
  expect((await told(page)).status).toBe('done')
  await expect.poll(() => onChain(chain).ether(receiver)).toBe(parseUnits('0.25', 18))

  await card.getByRole('button', { name: 'Account settings' }).click()
  await card.getByRole('button', { name: 'Use standard account' }).click()
  await seen(card.getByRole('button', { name: 'Use smart account' })).toBeVisible()
  expect((await accountIn(site)).address).toBe(standard)
  expect(faults).toEqual([])
})
