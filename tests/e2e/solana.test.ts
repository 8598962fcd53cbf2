/** A Solana wallet next to the Ethereum one, in Chromium: connecting, sending and disconnecting. */
import { inject, expect, test } from 'vitest'
import { firstSolanaAccount, secondSolanaAccount } from '../../mocks/sandbox/solana/accounts.ts'
import { solanaFeeToken } from '../../mocks/sandbox/solana/token.ts'
import { associatedAccount, solanaNode, TOKEN_PROGRAM_2022 } from '../support/solanaTokens.ts'
import type { Page } from 'playwright/test'
import { full } from '../support/full.ts'
import { sandbox } from './shop.ts'
import { openPlayground, seen } from './support.ts'
import { previewSend, statusesIn } from './visitor.ts'

const connectedIn = (page: Page) => statusesIn(page, ['eip155', 'solana'])

test('both wallets connect, SOL arrives, a reload restores both, and one disconnects while the other stays [1.5]', async () => {
  const [one] = inject('chains')
  if (!one) throw new Error('a chain is needed')
  const site = await openPlayground('solana')
  const { page, card } = site
  const { rpcUrl } = (await sandbox()).solana
  const lamports = async () =>
    ((await solanaNode(rpcUrl).ask('getBalance', secondSolanaAccount.address)) as { value: number }).value
  const panel = site.panelOf('Solana')
  const approve = () => panel.getByRole('button', { name: 'Approve', exact: true }).click()
  const switchTo = async (from: string, to: string) => {
    await card
      .getByRole('button', { name: new RegExp(from) })
      .first()
      .click()
    await card.getByRole('button', { name: new RegExp(to) }).click()
  }
  await site.connect()
  await site.answer(true)
  await seen(card.getByRole('list', { name: 'Tokens of this account' })).toContainText('ETH')
  await switchTo(one.name, 'Sandbox Solana')
  await card.getByRole('button', { name: 'Connect another wallet' }).click()
  await card.getByRole('button', { name: /Sandbox Solana Wallet/ }).click()
  await seen(panel.getByRole('heading', { name: 'Connect this site' })).toBeVisible()
  await approve()
  await seen(card.getByText(firstSolanaAccount.address.slice(0, 4))).toBeVisible()
  await seen(card.getByRole('list', { name: 'Tokens of this account' })).toContainText('SOL')

  const before = await lamports()
  await previewSend(card, /Solana/, '1.25', secondSolanaAccount.address)
  await card.getByRole('button', { name: 'Send', exact: true }).click()
  await seen(panel.getByRole('heading', { name: 'Sign a transaction' })).toBeVisible()
  for (const fact of ['1.25 SOL', secondSolanaAccount.address, 'Sandbox Solana'])
    await seen(panel.getByRole('definition').filter({ hasText: fact })).toBeVisible()
  await approve()
  await seen(card.getByText('Confirmed', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Done' }).click()
  expect((await lamports()) - before).toBe(1_250_000_000)

  await switchTo('Sandbox Solana', one.name)
  const holds = card.getByRole('list', { name: 'Tokens of this account' })
  await seen(holds).toContainText('ETH')
  await seen(holds).not.toContainText('SOL')
  await switchTo(one.name, 'Sandbox Solana')
  await seen(holds).toContainText('SOL')
  await seen(holds).not.toContainText('ETH')
  expect(await connectedIn(page)).toEqual(['connected', 'connected'])
  await page.reload()
  await seen(card.getByRole('button', { name: /Sandbox Solana/ }).first()).toBeVisible()
  await expect.poll(() => connectedIn(page)).toEqual(['connected', 'connected'])

  await page.evaluate(() => {
    const { latchkey } = window as unknown as { latchkey: { disconnect(options: object): Promise<unknown> } }
    return latchkey.disconnect({ namespace: 'solana' })
  })
  expect(await connectedIn(page)).toEqual(['connected', 'disconnected'])
  await card.getByRole('button', { name: `Back to ${one.name}` }).click()
  await seen(holds).toContainText('ETH')
  expect(site.faults).toEqual([])
  await site.context.close()
})

test.runIf(full)('a token with a transfer fee arrives in the amount that was shown [1.5]', async () => {
  const site = await openPlayground('solana')
  const { card } = site
  const { rpcUrl } = (await sandbox()).solana
  const panel = site.panelOf('Solana')
  const approve = () => panel.getByRole('button', { name: 'Approve', exact: true }).click()
  const account = associatedAccount(solanaFeeToken.address, secondSolanaAccount.address, TOKEN_PROGRAM_2022).toBase58()
  const arrived = async () => (await solanaNode(rpcUrl).amountIn(account)) ?? 0n

  await card.getByRole('button', { name: /Sandbox Solana Wallet/ }).click()
  await approve()
  await seen(card.getByRole('list', { name: 'Tokens of this account' })).toContainText('TOLL')
  const before = await arrived()
  await previewSend(card, /Sandbox Toll/, '12.5', secondSolanaAccount.address)
  const fact = (name: string, value: string | RegExp) =>
    seen(card.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd').first()).toHaveText(
      value,
    )
  await fact('Token fee', '0.125 TOLL')
  await fact('Recipient receives', '12.375 TOLL')
  await fact('New token account for the receiver', /^0\.00\d+ SOL, within the network fee$/)
  await card.getByRole('button', { name: 'Send', exact: true }).click()
  await approve()
  await seen(card.getByText('Confirmed', { exact: true })).toBeVisible()
  expect((await arrived()) - before).toBe(12_375_000n)
  expect(site.faults).toEqual([])
  await site.context.close()
})
