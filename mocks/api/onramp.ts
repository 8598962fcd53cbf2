/** Buying with dollars, at the exchange's price and with listed fees. Nothing is sold. */
import { parseUnits, type Address, type Hex } from 'viem'
import { getGasPrice } from 'viem/actions'
import * as z from 'zod/mini'
import { payments } from '../fixtures/payments.ts'
import type { SandboxChain, SandboxToken } from '../sandbox/eip155/chain.ts'
import { answer, type Answers } from './answer.ts'
import { type ChainReader, NATIVE, type Readers } from './chainReader.ts'
import { readPrice, readTradableTokens } from './exchange.ts'
import { refuse } from './refusal.ts'

/** The gas for transferring the native coin and a token. */
const transferGas = { coin: 21_000, token: 65_000 }

interface Product {
  reader: ChainReader
  token: SandboxToken
  price: number
}

/** Everything that can be bought, which is everything with a price. */
const listProducts = async (readers: Readers): Promise<Product[]> => {
  const products = await Promise.all(
    readers.map(async (reader) => (await readTradableTokens(reader)).map((tradable) => ({ reader, ...tradable }))),
  )
  return products.flat()
}

/** The seller's name of a chain. */
export const sellerNetworkOf = ({ name }: Pick<SandboxChain, 'name'>): string => name.toLowerCase().replaceAll(' ', '-')

const isNativeCoin = ({ token }: Product): boolean => token.address === NATIVE

const purchaseCurrency = (products: readonly Product[], symbol: string) => {
  const offers = products.filter(({ token }) => token.symbol === symbol)
  return {
    id: symbol.toLowerCase(),
    name: offers[0]?.token.name ?? symbol,
    symbol,
    networks: offers.map((product) => ({
      name: sellerNetworkOf(product.reader.chain),
      display_name: product.reader.chain.name,
      chain_id: `${product.reader.chain.chainId}`,
      contract_address: isNativeCoin(product) ? '' : product.token.address,
    })),
  }
}

/** The network fee of the delivery, in cents, rounded up. */
async function networkFeeCents({ reader, ...product }: Product): Promise<number> {
  const [gasPrice, etherPrice = 0] = await Promise.all([getGasPrice(reader.client), readPrice(reader, reader.native)])
  const gas = isNativeCoin({ reader, ...product }) ? transferGas.coin : transferGas.token
  return Math.ceil((Number(gasPrice) * gas * etherPrice * 100) / 1e18)
}

const dollars = (cents: number) => ({ amount: (cents / 100).toFixed(2), currency: payments.currency })

/** Whole tokens with at most 8 decimals, rounded down, so that the quote never exceeds the delivery. */
const formatTokens = (amount: number, decimals: number): string => {
  const digits = Math.min(decimals, 8)
  return (Math.floor(amount * 10 ** digits) / 10 ** digits).toFixed(digits)
}

/** The tokens and fees for an amount of dollars. Refuses unknown tokens and amounts outside the limits. */
async function calculateQuote(readers: Readers, symbol: string, amount: string) {
  const products = await listProducts(readers)
  const product = products.find(({ token }) => token.symbol.toLowerCase() === symbol.toLowerCase())
  if (!product) throw refuse(400, `${symbol} cannot be bought`)
  const total = Math.round(Number(amount) * 100)
  if (!payments.limits.some(({ min, max }) => total >= Number(min) * 100 && total <= Number(max) * 100))
    throw refuse(400, `${amount} is outside of what can be paid`)
  const fee = Math.ceil((total * payments.feeBasisPoints) / 10_000)
  const network = await networkFeeCents(product)
  const subtotal = total - fee - network
  if (subtotal <= 0) throw refuse(400, 'The fees are more than the amount')
  return {
    token: product.token,
    total,
    fee,
    network,
    subtotal,
    amountReceived: formatTokens(subtotal / 100 / product.price, product.token.decimals),
  }
}

/** What the seller delivers for an amount of dollars. */
export async function quotePurchase(readers: Readers, symbol: string, amount: string) {
  const { token, amountReceived } = await calculateQuote(readers, symbol, amount)
  return { token, units: parseUnits(amountReceived, token.decimals) }
}

/** A purchase as the seller reports it. */
export interface WirePurchase {
  id: string
  networkId: string
  address: Address
  /** `0x` until the payout. */
  hash: Hex
  status: string
  /** Milliseconds since 1970. */
  at: number
  token: { name: string; symbol: string }
  /** Decimal text. */
  amount: string
}

/** The purchase as an entry of the account's history. */
export const wirePurchase = ({ id, networkId, address, hash, status, at, token, amount }: WirePurchase) => ({
  id,
  metadata: {
    application: null,
    operationType: 'buy',
    hash,
    minedAt: new Date(at).toISOString(),
    sentFrom: '',
    sentTo: address,
    status,
    nonce: null,
    chain: networkId,
  },
  transfers: [
    {
      fungible_info: { ...token, icon: null },
      direction: 'in',
      quantity: { numeric: amount },
      value: null,
      price: null,
    },
  ],
})

/** The answers about buying. `page` is the URL of the page where the user pays. */
export const onrampAnswers = (
  readers: Readers,
  page: string,
): Answers<'onrampUrl' | 'onrampOptions' | 'onrampQuote'> => ({
  onrampUrl: answer(
    z.object({
      destinationWallets: z
        .array(z.object({ address: z.string(), blockchains: z.array(z.string()), assets: z.array(z.string()) }))
        .check(z.minLength(1)),
      defaultNetwork: z.string(),
      partnerUserId: z.string(),
      defaultExperience: z.literal('buy'),
      presetFiatAmount: z.optional(z.number().check(z.positive())),
    }),
    (fields, requestUrl) => {
      const url = new URL(page, requestUrl)
      url.searchParams.set('destinationWallets', JSON.stringify(fields.destinationWallets))
      url.searchParams.set('defaultNetwork', fields.defaultNetwork)
      url.searchParams.set('partnerUserId', fields.partnerUserId)
      if (fields.presetFiatAmount !== undefined) url.searchParams.set('presetFiatAmount', `${fields.presetFiatAmount}`)
      return { url: url.href }
    },
  ),

  onrampOptions: async () => {
    const products = await listProducts(readers)
    const symbols = new Set(products.map(({ token }) => token.symbol))
    return {
      purchaseCurrencies: [...symbols].map((symbol) => purchaseCurrency(products, symbol)),
      paymentCurrencies: [{ id: payments.currency, payment_method_limits: payments.limits }],
    }
  },

  onrampQuote: answer(
    z.object({
      purchaseCurrency: z.string(),
      paymentCurrency: z.literal(payments.currency),
      amount: z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/)),
      network: z.string(),
    }),
    async (query) => {
      const { token, total, fee, network, subtotal, amountReceived } = await calculateQuote(
        readers,
        query.purchaseCurrency,
        query.amount,
      )
      return {
        coinbaseFee: dollars(fee),
        networkFee: dollars(network),
        paymentSubtotal: dollars(subtotal),
        paymentTotal: dollars(total),
        purchaseAmount: { amount: amountReceived, currency: token.symbol },
        quoteId: crypto.randomUUID(),
      }
    },
  ),
})
