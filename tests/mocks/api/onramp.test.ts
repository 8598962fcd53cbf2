import { createClient, http, publicActions } from 'viem'
import { expect, test } from 'vitest'
import { failure, MAINNET, NATIVE, useHandlers, useSandbox } from './support.ts'

const { chains, one, token } = useSandbox()
const provider = useHandlers()
const on = () => ({ networkId: one().networkId })
const quoted = { purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '250.00', network: 'ETH' }

test('everything with a price can be bought, on its network, for dollars', async () => {
  const api = provider({ chains: chains() })
  const { purchaseCurrencies, paymentCurrencies } = await api.call('onrampOptions', {}, on())
  expect(purchaseCurrencies.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDX', 'GLD'])
  expect(purchaseCurrencies[2]?.networks).toEqual([
    {
      name: 'sandbox-one',
      display_name: 'Sandbox One',
      chain_id: `${one().chainId}`,
      contract_address: token('GLD').address,
    },
  ])
  expect(paymentCurrencies.map(({ id }) => id)).toEqual(['USD'])
})

test("a quote adds up, and uses the exchange's price", async () => {
  const api = provider({ chains: chains() })
  const quote = await api.call('onrampQuote', quoted, on())
  if (!quote) throw new Error('There is no quote.')
  const cents = ({ amount }: { amount: string }) => Math.round(Number(amount) * 100)
  expect(quote.paymentTotal).toEqual({ amount: '250.00', currency: 'USD' })
  expect(cents(quote.coinbaseFee)).toBe(375)
  expect(cents(quote.paymentSubtotal) + cents(quote.coinbaseFee) + cents(quote.networkFee)).toBe(25_000)

  const { fungibles } = await api.call('tokenPrices', { addresses: [`${one().networkId}:${NATIVE}`] }, on())
  const price = fungibles[0]?.price ?? 0
  const gasPrice = await createClient({ transport: http(one().rpcUrl) })
    .extend(publicActions)
    .getGasPrice()
  expect(cents(quote.networkFee)).toBe(Math.ceil((Number(gasPrice) * 21_000 * price * 100) / 1e18))
  const bought = Number(quote.purchaseAmount.amount)
  expect(quote.purchaseAmount.currency).toBe('ETH')
  expect(bought).toBeCloseTo(Number(quote.paymentSubtotal.amount) / price, 7)
  expect(bought * price).toBeLessThanOrEqual(Number(quote.paymentSubtotal.amount))
  expect((await api.call('onrampQuote', quoted, on()))?.quoteId).not.toBe(quote.quoteId)
})

test.each([
  ['another payment currency', { paymentCurrency: 'EUR' }],
  ['a purchase currency that is not sold', { purchaseCurrency: 'BTC' }],
  ['an amount below the minimum', { amount: '9.99' }],
  ['an amount above the maximum', { amount: '25000.01' }],
  ['an amount that is not a number', { amount: 'a lot' }],
])('a quote is refused for %s', async (_, changed) => {
  const api = provider({ chains: chains() })
  expect(await failure(api.call('onrampQuote', { ...quoted, ...changed }, on()))).toMatchObject({
    code: 'api.refused',
    status: 400,
  })
})

test('the purchase URL is the configured page with the receiving account', async () => {
  const asked = {
    destinationWallets: [{ address: '0xAA', blockchains: ['ethereum'], assets: ['ETH'] }],
    defaultNetwork: 'ethereum',
    partnerUserId: '0xAA',
  }
  const api = provider({ onrampPage: 'https://seller.example/buy?theme=dark' })
  const url = new URL((await api.call('onrampUrl', asked, { networkId: MAINNET })).url)
  expect(url.origin + url.pathname).toBe('https://seller.example/buy')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    theme: 'dark',
    destinationWallets: JSON.stringify(asked.destinationWallets),
    defaultNetwork: 'ethereum',
    partnerUserId: '0xAA',
  })
})
