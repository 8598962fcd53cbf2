/** A swap in Chromium, on a real chain: quoting, approving in the wallet, executing and measuring it. */
import { createClient, erc20Abi, formatUnits, http, parseEther, parseUnits, publicActions } from 'viem'
import { expect, inject, test } from 'vitest'
import { firstAccount } from '../../mocks/sandbox/accounts.ts'
import { openPlayground, seen } from './support.ts'
import { previewSwap } from './visitor.ts'

const { address } = firstAccount

test('a swap of the native coin is quoted, explained next to the wallet, and returns what the card shows [1.6] [2.10]', async () => {
  const [chain] = inject('chains')
  const dollar = chain?.tokens.find(({ symbol }) => symbol === 'USDX')
  if (!chain || !dollar) throw new Error('a chain with USDX is needed')
  const node = createClient({ transport: http(chain.rpcUrl), cacheTime: 0 }).extend(publicActions)
  const coins = () => node.getBalance({ address })
  const dollars = () =>
    node.readContract({ address: dollar.address, abi: erc20Abi, functionName: 'balanceOf', args: [address] })

  const site = await openPlayground('swaps')
  const { card } = site
  await site.connect()
  await site.answer(true)
  await previewSwap(card, undefined, 'USDX', '0.25')
  await seen(card.getByText('Minimum received')).toBeVisible()
  const before = { coins: await coins(), dollars: await dollars() }
  await card.getByRole('button', { name: 'Swap', exact: true }).click()
  await seen(card.getByRole('heading', { name: 'Contract interaction' })).toBeVisible()
  await site.answer(true)
  await seen(card.getByText('Received in your account')).toBeVisible()
  const received = (await dollars()) - before.dollars
  expect(received).toBeGreaterThan(0n)
  expect(before.coins - (await coins())).toBeGreaterThanOrEqual(parseEther('0.25'))
  const shown = (await card.locator('[data-part="sum"]').textContent()) ?? ''
  expect(parseUnits(shown.replace(/[^\d.]/g, ''), 6)).toBe(received)
  await card.getByRole('button', { name: 'Done' }).click()
  const [whole = '', fraction = ''] = formatUnits(await dollars(), 6).split('.')
  const balance = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.slice(0, 4)}`.replace(/\.?0*$/, '')
  await seen(card.getByText(balance, { exact: true })).toBeVisible()
  expect(site.faults).toEqual([])
  await site.context.close()
})
