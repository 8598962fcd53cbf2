import * as z from 'zod/mini'
import { call, listOf } from '../api/call.ts'

const money = z.object({ amount: z.string(), currency: z.string() })

/** Buying crypto: spec 3.22 to 3.24. */
export const onrampCalls = {
  onrampUrl: call({
    spec: '7.18',
    host: 'blockchain',
    method: 'POST',
    path: 'v1/generators/onrampurl',
    body: ['destinationWallets', 'defaultNetwork', 'partnerUserId', 'presetCryptoAmount', 'presetFiatAmount'],
    fixed: { body: { defaultExperience: 'buy' } },
    request: z.object({
      destinationWallets: z.readonly(
        z.array(
          z.object({
            address: z.string(),
            blockchains: z.readonly(z.array(z.string())),
            assets: z.readonly(z.array(z.string())),
          }),
        ),
      ),
      defaultNetwork: z.string(),
      partnerUserId: z.string(),
      presetCryptoAmount: z.optional(z.number()),
      presetFiatAmount: z.optional(z.number()),
    }),
    response: z.object({ url: z.url({ protocol: /^https?$/ }) }),
    gated: { empty: { url: '' } },
  }),
  onrampOptions: call({
    spec: '7.19',
    host: 'blockchain',
    method: 'GET',
    path: 'v1/onramp/options',
    request: z.object({}),
    response: z.object({
      purchaseCurrencies: listOf(
        z.object({
          id: z.string(),
          name: z.string(),
          symbol: z.string(),
          networks: z.array(
            z.object({
              name: z.string(),
              display_name: z.nullish(z.string()),
              chain_id: z.nullish(z.string()),
              contract_address: z.nullish(z.string()),
            }),
          ),
        }),
      ),
      paymentCurrencies: listOf(
        z.object({
          id: z.string(),
          payment_method_limits: z.array(z.object({ id: z.string(), min: z.string(), max: z.string() })),
        }),
      ),
    }),
    lists: ['purchaseCurrencies', 'paymentCurrencies'],
    gated: { empty: { purchaseCurrencies: [], paymentCurrencies: [] } },
  }),
  onrampQuote: call({
    spec: '7.20',
    host: 'blockchain',
    method: 'POST',
    path: 'v1/onramp/quote',
    body: ['purchaseCurrency', 'paymentCurrency', 'amount', 'network'],
    request: z.object({
      purchaseCurrency: z.string(),
      paymentCurrency: z.string(),
      amount: z.string(),
      network: z.string(),
    }),
    response: z.nullable(
      z.object({
        coinbaseFee: money,
        networkFee: money,
        paymentSubtotal: money,
        paymentTotal: money,
        purchaseAmount: money,
        quoteId: z.string(),
      }),
    ),
    gated: { empty: null },
  }),
}
