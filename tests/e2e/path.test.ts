/** The main flow in Chromium, on real chains. */
import { describe, expect, inject, test } from 'vitest'
import { accounts } from '../../mocks/sandbox/accounts.ts'
import { formatUnits, onChain, parseUnits } from '../support/sandbox.ts'
import { shortAmount } from '../../sdk/index.ts'
import { cases, full } from '../support/full.ts'
import { openPlayground, seen } from './support.ts'
import { previewSend } from './visitor.ts'

const receiver = '0x000000000000000000000000000000000000dEaD'
const [me] = accounts

describe.each(cases(['', 'dialog']))('the playground with the query "%s"', (query) => {
  test('connects, shows the account, sends, switches, survives a reload, disconnects, and keeps the URL [1.4] [1.18] [2.1] [2.2] [2.3] [2.16] [2.17] [4.2] [4.12] [4.15]', async () => {
    const [one, two] = inject('chains')
    const dollar = one?.tokens[0]
    if (!one || !two || !dollar) throw new Error('two chains with tokens are needed')
    const site = await openPlayground(query)
    const { page, card, answer } = site
    const address = page.url()
    const open = async () => {
      if (query === '') return
      await page
        .getByRole('button', { name: /Connect wallet|Account/ })
        .first()
        .click()
      await seen(card).toBeVisible()
    }

    await open()
    await site.connect()
    await seen(card.getByText('Continue in Sandbox Wallet')).toBeVisible()
    await answer(true)
    if (query !== '') await seen(card).toBeHidden()
    await open()
    await seen(page.locator('body > [data-latchkey][data-mode="dialog"]')).toHaveCount(query === '' ? 0 : 1)

    const ether = shortAmount(formatUnits(await onChain(one).ether(me.address), 18), 3)
    await seen(
      card.getByText(new RegExp(`^${ether.split('.')[0]?.replace(/\B(?=(\d{3})+$)/g, ',')}`)).first(),
    ).toBeVisible()
    await seen(card.getByRole('list', { name: 'Tokens of this account' })).toContainText(dollar.symbol)
    await seen(card.getByText(/^\$[\d,]+\.\d\d$/).first()).toBeVisible()

    const send = async (symbol: RegExp, amount: string) => {
      await previewSend(card, symbol, amount, receiver)
      await card.getByRole('button', { name: 'Send', exact: true }).click()
      await seen(card.getByText('Confirm in your wallet')).toBeVisible()
      await answer(true)
      await seen(card.getByText('Confirmed', { exact: true })).toBeVisible()
      await card.getByRole('button', { name: 'Done' }).click()
    }
    const before = { ether: await onChain(one).ether(receiver), dollar: await onChain(one).token(receiver) }
    const mine = { dollar: await onChain(one).token(me.address) }
    await send(/Ether/, '1.5')
    expect((await onChain(one).ether(receiver)) - before.ether).toBe(parseUnits('1.5', 18))
    await send(new RegExp(dollar.name), '10')
    expect((await onChain(one).token(receiver)) - before.dollar).toBe(parseUnits('10', dollar.decimals))
    const left = formatUnits(mine.dollar - parseUnits('10', dollar.decimals), dollar.decimals)
    await seen(card.getByRole('listitem').filter({ hasText: dollar.symbol })).toContainText(
      Number(left).toLocaleString('en-US').split('.')[0] ?? left,
    )

    await card.getByRole('tab', { name: 'Activity' }).click()
    const activity = card.getByRole('list', { name: 'Activity' })
    await seen(activity.getByRole('listitem').filter({ hasText: 'Sent' }).first()).toContainText('10')
    await card.getByRole('button', { name: 'Send', exact: true }).click()
    await card.getByLabel('To', { exact: true }).fill(receiver)
    await card.getByRole('button', { name: 'Back' }).click()
    await card
      .getByRole('button', { name: new RegExp(one.name) })
      .first()
      .click()
    await card.getByRole('button', { name: new RegExp(two.name) }).click()
    await seen(card.getByText(/does not have Sandbox Two yet/)).toBeVisible()
    await answer(true)
    await answer(true)
    await seen(card.getByRole('button', { name: new RegExp(two.name) }).first()).toBeVisible()
    await seen(card.getByRole('button', { name: 'Disconnect' })).toBeVisible()
    await card.getByRole('button', { name: 'Send', exact: true }).click()
    await seen(card.getByLabel('To', { exact: true })).toHaveValue('')
    await card.getByRole('button', { name: 'Back' }).click()

    await page.reload()
    await open()
    await seen(card.getByRole('button', { name: 'Disconnect' })).toBeVisible()
    await seen(card.getByRole('button', { name: new RegExp(two.name) }).first()).toBeVisible()
    expect(await site.stored()).not.toEqual([])

    await card.getByRole('button', { name: 'Disconnect' }).click()
    await seen(card.getByRole('button', { name: /Sandbox Wallet/ })).toBeVisible()
    await expect.poll(site.stored).toEqual(['latchkey.playground.recentWallets'])
    expect(page.url()).toBe(address)
    await expect.poll(site.waiting).toEqual([])
    expect(await page.locator('[data-latchkey] [style], [data-latchkey][style]').count()).toBe(0)
    expect(site.faults).toEqual([])
    await site.context.close()
  })
})

test.runIf(full)('a transfer without a project id is listed in the activity, also after a reload [2.3]', async () => {
  const site = await openPlayground('alone')
  const { page, card, answer } = site
  await site.connect()
  await answer(true)
  await seen(card.getByRole('button', { name: 'Disconnect' })).toBeVisible()
  await seen(card.getByRole('tab')).toHaveCount(0)
  await previewSend(card, /Ether/, '0.25', receiver)
  await card.getByRole('button', { name: 'Send', exact: true }).click()
  await answer(true)
  await seen(card.getByText('Confirmed', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Done' }).click()

  const shown = async () => {
    await card.getByRole('tab', { name: 'Activity' }).click()
    const row = card.getByRole('tabpanel').getByRole('listitem').filter({ hasText: '0.25 ETH' })
    await seen(row).toHaveCount(1)
    await seen(row).toContainText('Sent')
    await seen(row).toContainText('To 0x00')
    await seen(row).not.toContainText('Pending')
    await seen(card.getByText('Only transactions sent from this app are shown.')).toBeVisible()
  }
  await shown()
  await expect.poll(site.stored).toContain('latchkey.playground.transactions')
  await page.reload()
  await shown()

  await card.getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(site.stored).toEqual(['latchkey.playground.recentWallets'])
  expect(site.faults).toEqual([])
  await site.context.close()
})
