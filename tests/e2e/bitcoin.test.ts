/** A Bitcoin wallet next to the Ethereum one, in Chromium: connecting, sending and disconnecting. */
import { expect, inject, test } from 'vitest'
import { firstBitcoinAccount, secondBitcoinAccount } from '../../mocks/sandbox/bitcoin/accounts.ts'
import { sandbox } from './shop.ts'
import { openPlayground, seen } from './support.ts'
import { statusesIn } from './visitor.ts'

const { payment, ordinals } = firstBitcoinAccount
const receiver = secondBitcoinAccount.payment.address

test('both wallets connect, bitcoin arrives to the satoshi at the displayed fee, a reload restores both, and one disconnects [1.5]', async () => {
  const [one] = inject('chains')
  if (!one) throw new Error('a chain is needed')
  const { esploraUrl } = (await sandbox()).bitcoin
  const site = await openPlayground('bitcoin')
  const { page, card } = site
  const panel = site.panelOf('Bitcoin')
  const approve = () => panel.getByRole('button', { name: 'Approve', exact: true }).click()
  const asks = async (title: string, facts: readonly string[]) => {
    await seen(panel.getByRole('heading', { name: title })).toBeVisible()
    for (const fact of facts) await seen(panel.getByRole('definition').filter({ hasText: fact }).first()).toBeVisible()
  }
  const statuses = () => statusesIn(page, ['eip155', 'bip122'])

  await site.connect()
  await site.answer(true)
  await seen(card.getByRole('list', { name: 'Tokens of this account' })).toContainText('ETH')
  await seen(panel).toBeHidden()
  await card
    .getByRole('button', { name: new RegExp(one.name) })
    .first()
    .click()
  await card.getByRole('button', { name: /Sandbox Bitcoin/ }).click()
  await card.getByRole('button', { name: 'Connect another wallet' }).click()
  await card.getByRole('button', { name: /Sandbox Bitcoin Wallet/ }).click()
  await seen(panel.getByText(ordinals.address, { exact: true })).toBeVisible()
  await approve()
  await seen(card.getByText(payment.address.slice(0, 4)).first()).toBeVisible()
  await seen(card.getByRole('list', { name: 'Tokens of this account' })).toContainText('BTC')
  expect(await statuses()).toEqual(['connected', 'connected'])

  await card.getByRole('button', { name: 'Send', exact: true }).click()
  await card.getByRole('button', { name: 'Select token' }).first().click()
  await card.getByRole('button', { name: /Bitcoin/ }).click()
  await card.getByLabel('Amount').fill('0.0203')
  const to = card.getByLabel('To', { exact: true })
  await to.fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
  await seen(card.getByText('This address belongs to another network')).toBeVisible()
  await to.fill(receiver)
  await card.getByRole('button', { name: 'Review send' }).click()
  // One input and two outputs are 141 virtual bytes, at one satoshi each.
  await seen(card.getByText('0.00000141 BTC')).toBeVisible()
  await card.getByRole('button', { name: 'Send', exact: true }).click()
  const sender = payment.address
  await asks('Sign a transaction', ['0.02030141 BTC', '0.00000141 BTC', receiver, sender, 'Sandbox Bitcoin', '1 of 1'])
  await approve()
  await seen(card.getByText('Confirmed', { exact: true })).toBeVisible()
  const txid = await card.getByText(/^[0-9a-f]{64}$/).textContent()
  const sent = await (await fetch(`${esploraUrl}/tx/${txid}`)).json()
  expect(sent).toMatchObject({ fee: 141, status: { confirmed: true } })
  expect(sent.vout[0]).toMatchObject({ scriptpubkey_address: receiver, value: 2_030_000 })
  expect(sent.vout[1]).toMatchObject({ scriptpubkey_address: sender })
  await card.getByRole('button', { name: 'Done' }).click()

  await page.reload()
  await expect.poll(statuses).toEqual(['connected', 'connected'])
  await page.getByRole('tab', { name: /Bitcoin/ }).click()
  await panel.getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(statuses).toEqual(['connected', 'disconnected'])
  expect(site.faults).toEqual([])
  await site.context.close()
})
