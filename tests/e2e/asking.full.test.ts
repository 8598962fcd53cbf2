/**
 * Requests of the page to the Ethereum wallet, on a real chain: explained in the card, answered in the wallet, canceled in the
 * card.
 */
import { encodeFunctionData, erc20Abi, verifyMessage } from 'viem'
import { expect, inject, test } from 'vitest'
import { accounts } from '../../mocks/sandbox/accounts.ts'
import { asks, openPlayground, seen, told, type Site } from './support.ts'

const spender = '0x000000000000000000000000000000000000dEaD'
const [me] = accounts

/** Sends a request of the page to the Ethereum wallet. */
const ask = (site: Site, method: string, params: readonly unknown[]) => asks(site.page, 'eip155', method, params)

test('the card explains a message, a transfer and an allowance, and the page receives what the user decides [2.9] [4.10] [4.32] [4.33] [6.6]', async () => {
  const [one] = inject('chains')
  const [dollar] = one?.tokens ?? []
  if (!one || !dollar) throw new Error('a chain with a token is needed')
  const site = await openPlayground('dialog')
  const { page, card, answer } = site
  await page
    .getByRole('button', { name: /Connect wallet/ })
    .first()
    .click()
  await site.connect()
  await answer(true)
  await seen(card).toBeHidden()
  const gone = () => seen(card).toBeHidden()

  const message = 'Welcome to the shop.\nIt costs nothing.'
  await ask(site, 'personal_sign', [`0x${Buffer.from(message).toString('hex')}`, me.address])
  await seen(card.getByRole('heading', { name: 'Sign a message' })).toBeVisible()
  await seen(card.getByText('It costs nothing.')).toBeVisible()
  await answer(true)
  const signed = await told(page)
  await gone()
  expect(await verifyMessage({ address: me.address, message, signature: signed.value as `0x${string}` })).toBe(true)

  const allow = (units: bigint) => [
    {
      to: dollar.address,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, units] }),
    },
  ]
  await ask(site, 'eth_sendTransaction', allow(25n * 10n ** BigInt(dollar.decimals)))
  await seen(card.getByRole('heading', { name: 'Approve token spending' })).toBeVisible()
  await seen(card.getByText(`25 ${dollar.symbol}`, { exact: true })).toBeVisible()
  await answer(false)
  expect((await told(page)).status).toBe('declined')
  await gone()

  const three = 3n * 10n ** BigInt(dollar.decimals)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [spender, three] })
  await ask(site, 'eth_sendTransaction', [{ to: dollar.address, data }])
  await seen(card.getByRole('heading', { name: 'Transfer a token' })).toBeVisible()
  await seen(card.getByText('You send', { exact: true })).toBeVisible()
  await seen(card.getByText('Estimated network fee', { exact: true })).toBeVisible()
  await answer(false)
  expect((await told(page)).status).toBe('declined')
  await gone()

  await ask(site, 'eth_sendTransaction', allow(2n ** 256n - 1n))
  await seen(card.getByText(/Unlimited: all of this token/)).toBeVisible()
  await card.getByRole('button', { name: 'Cancel' }).click()
  expect((await told(page)).status).toBe('cancelled')
  await gone()

  await ask(site, 'eth_sign', [me.address, '0x00'])
  expect(await told(page)).toMatchObject({ status: 'failed' })
  expect(site.faults).toEqual([])
  await site.context.close()
})
