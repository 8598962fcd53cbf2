/** The embedded wallet's smart account in Chromium: selected, used with and without a sponsor, and deselected. */
import { createPublicClient, createTestClient, http, parseEther, type Hex } from 'viem'
import { expect, inject, test } from 'vitest'
import { onChain, parseUnits } from '../support/sandbox.ts'
import { asks, openPlayground, seen, told, type Site } from './support.ts'
import { agreeIn, connected, frameOf, openWindow } from './visitor.ts'

const receiver = '0x00000000000000000000000000000000005aca11'

const accountIn = ({ page }: Site) =>
  page.evaluate(() => {
    type Page = { latchkey: { getAccount(): { address: Hex; accounts: { address: Hex; type: string }[] } } }
    return (window as unknown as Page).latchkey.getAccount()
  })

test('a smart account is selected in the settings, signs and sends without ether, survives a reload, and is deselected [1.10] [5.24] [6.2] [7.44]', async () => {
  const [chain] = inject('chains')
  if (!chain) throw new Error('a chain is needed')
  const node = createPublicClient({ transport: http(chain.rpcUrl) })
  const site = await openPlayground('start=fresh&socials')
  const { page, card, faults } = site
  await page.evaluate(() => history.replaceState(null, '', '?socials'))
  await agreeIn(await openWindow(site, 'Continue with Google'), 'ivy@modal.example')
  await connected(site)
  const { address: standard } = await accountIn(site)

  await card.getByRole('button', { name: 'Your accounts' }).click()
  await card.getByRole('button', { name: 'Account settings' }).click()
  await card.getByRole('button', { name: 'Use smart account' }).click()
  await seen(card.getByRole('button', { name: 'Use standard account' })).toBeVisible()
  const { address: smart } = await accountIn(site)
  expect(smart).not.toBe(standard)
  expect(await node.getCode({ address: smart })).toBeUndefined()

  await asks(page, 'eip155', 'personal_sign', ['0x48656c6c6f', smart])
  await frameOf(site).press('Approve')
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
  await frameOf(site).press('Approve')
  // The message disappears after a while.
  const [{ status }] = await Promise.all([told(page), seen(card.getByText('Transaction confirmed')).toBeVisible()])
  expect(status).toBe('done')
  await expect.poll(() => node.getCode({ address: smart })).toMatch(/^0x/)
  expect(await node.getBalance({ address: smart })).toBe(0n)

  await page.reload()
  await connected(site)
  expect((await accountIn(site)).address).toBe(smart)
  await createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) }).setBalance({
    address: smart,
    value: parseEther('1'),
  })
  await asks(page, 'eip155', 'eth_sendTransaction', [
    { from: smart, to: receiver, value: `0x${parseEther('0.25').toString(16)}` },
  ])
  let letGo = () => {}
  const goOn = new Promise<void>((resolve) => (letGo = resolve))
  await site.context.route('**/bundler/**', async (route) => {
    if (route.request().postData()?.includes('eth_sendUserOperation')) await goOn
    await route.continue()
  })
  await frameOf(site).press('Approve')
  const progress = page.frameLocator('iframe#w3m-iframe').getByText('Approved. It is being carried out…')
  await seen(progress).toBeVisible()
  letGo()
  expect((await told(page)).status).toBe('done')
  await expect.poll(() => onChain(chain).ether(receiver)).toBe(parseUnits('0.25', 18))

  await card.getByRole('button', { name: 'Your accounts' }).click()
  await card.getByRole('button', { name: 'Account settings' }).click()
  await card.getByRole('button', { name: 'Use standard account' }).click()
  await seen(card.getByRole('button', { name: 'Use smart account' })).toBeVisible()
  expect((await accountIn(site)).address).toBe(standard)
  expect(faults).toEqual([])
})
