/** Swaps in a browser, on a real chain: quoted, explained beside the wallet, approved, carried out and measured. */
import { createClient, erc20Abi, formatUnits, http, parseEther, parseUnits, publicActions, type Address } from 'viem'
import { expect, inject, test } from 'vitest'
import { firstAccount } from '../../mocks/sandbox/accounts.ts'
import { full } from '../support/full.ts'
import { openPlayground, seen } from './support.ts'
import { previewSwap } from './visitor.ts'

const NATIVE = 'native'
const me = firstAccount.address
function chain() {
  const [found] = inject('chains')
  if (!found?.exchange) throw new Error('A chain with an exchange is needed.')
  return { ...found, exchange: found.exchange }
}
const addressOf = (symbol: string): Address => {
  const found = chain().tokens.find((token) => token.symbol === symbol)
  if (!found) throw new Error(`There is no ${symbol}.`)
  return found.address
}
const node = () => createClient({ transport: http(chain().rpcUrl), cacheTime: 0 }).extend(publicActions)
const held = (symbol: string): Promise<bigint> =>
  symbol === NATIVE
    ? node().getBalance({ address: me })
    : node().readContract({ address: addressOf(symbol), abi: erc20Abi, functionName: 'balanceOf', args: [me] })
/** A page that is connected, with swaps. */
async function connected() {
  const site = await openPlayground('dialog&swaps')
  await site.fail('Know no bundles of calls')
  await site.page
    .getByRole('button', { name: /Connect Wallet/ })
    .first()
    .click()
  await site.connect()
  await site.answer(true)
  await seen(site.card).toBeHidden()
  return site
}

test('from the account to what was received: the coin for a token, clicked through [1.6] [2.10]', async () => {
  const site = await connected()
  const { card } = site
  await site.page.getByRole('button', { name: /0x/ }).first().click()
  await previewSwap(card, undefined, 'USDX', '0.25')
  await seen(card.getByText('You receive at least')).toBeVisible()
  const [coins, dollars] = [await held(NATIVE), await held('USDX')]
  await card.getByRole('button', { name: 'Swap', exact: true }).click()
  await seen(card.getByRole('heading', { name: 'Call a contract' })).toBeVisible()
  await site.answer(true)
  await seen(card.getByText('Received in your account')).toBeVisible()
  const received = (await held('USDX')) - dollars
  expect(received).toBeGreaterThan(0n)
  expect(coins - (await held(NATIVE))).toBeGreaterThanOrEqual(parseEther('0.25'))
  const shown = (await card.locator('[data-part="sum"]').textContent()) ?? ''
  expect(parseUnits(shown.replace(/[^\d.]/g, ''), 6)).toBe(received)
  await card.getByRole('button', { name: 'Done' }).click()
  await seen(card.getByRole('heading', { name: 'Account' })).toBeVisible()
  const [whole = '', fraction = ''] = formatUnits(await held('USDX'), 6).split('.')
  const balance = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.slice(0, 4)}`.replace(/\.?0*$/, '')
  await seen(card.getByText(balance, { exact: true })).toBeVisible()
  expect(site.faults).toEqual([])
})

test.runIf(full)(
  'a token for a token, clicked through: the allowance and the swap are two steps; the first one declined leaves the preview',
  async () => {
    const site = await connected()
    const { card } = site
    await site.page.getByRole('button', { name: /0x/ }).first().click()
    await previewSwap(card, 'GLD', 'USDX', '1.5')
    const [golds, dollars] = [await held('GLD'), await held('USDX')]
    const swap = card.getByRole('button', { name: 'Swap', exact: true })
    await swap.click()
    await seen(card.getByRole('heading', { name: 'Allow spending of a token' })).toBeVisible()
    await site.answer(false)
    await seen(card.getByText('You declined the transaction in your wallet.')).toBeVisible()
    expect([await held('GLD'), await held('USDX')]).toEqual([golds, dollars])
    await swap.click()
    await seen(card.getByRole('heading', { name: 'Allow spending of a token' })).toBeVisible()
    await site.answer(true)
    await seen(card.getByRole('heading', { name: 'Call a contract' })).toBeVisible()
    await site.answer(true)
    await seen(card.getByText('Received in your account')).toBeVisible()
    expect(golds - (await held('GLD'))).toBe(parseUnits('1.5', 18))
    expect(await held('USDX')).toBeGreaterThan(dollars)
    expect(site.faults).toEqual([])
  },
)
