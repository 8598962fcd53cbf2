/** For each call of the table: its input, its request on the wire, and its parsed answer. */
import type { CallInput, CallName, CallOutput } from '../../../sdk/api/calls.ts'

export interface Case<Name extends CallName> {
  /** The request on the wire, and the statements that this proves in full. */
  says: string
  input: CallInput<Name>
  path: string
  /** In addition to what every call sends. */
  query?: Readonly<Record<string, string>>
  body?: unknown
  answer: unknown
  result: CallOutput<Name>
  /** Fields, as `a.b`, without which the answer is malformed. */
  required: readonly string[]
  /** For each list of the answer, the fields without which an entry is left out. */
  entries?: Readonly<Record<string, readonly string[]>>
  cached?: true
  /** The answer is an image. */
  picture?: true
}

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const USDC = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const NATIVE = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const money = (amount: string) => ({ amount, currency: 'USD' })

const permissions = {
  chainId: '0x1',
  address: ADDRESS,
  expiry: 1_900_000_000,
  signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: '0x02' }] } },
  permissions: [{ type: 'contract-call' }],
  policies: [],
}

const transaction = {
  id: 't1',
  metadata: {
    application: { name: 'Uniswap', iconUrl: null },
    operationType: 'trade',
    hash: '0x01',
    minedAt: '2024-05-01T12:00:00Z',
    sentFrom: ADDRESS,
    sentTo: '0x02',
    status: 'confirmed',
    nonce: 7,
    chain: 'eip155:1',
  },
  transfers: [
    {
      fungible_info: { name: 'USD Coin', symbol: 'USDC', icon: { url: 'https://icons.test/usdc.png' } },
      nft_info: { name: 'A picture', content: { preview: null, detail: null }, flags: { is_spam: true } },
      direction: 'out',
      quantity: { numeric: '12.5' },
      value: 12.5,
      price: null,
    },
  ],
}
const bare = { ...transaction, id: 't2', transfers: null }

const balance = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:1',
  address: USDC,
  value: 12.5,
  price: 1,
  quantity: { decimals: '6', numeric: '12.5' },
  iconUrl: 'https://icons.test/usdc.png',
} as const
const unpriced = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  quantity: { decimals: '18', numeric: '1' },
} as const

const quote = { id: 'q1', fromAmount: '1000', fromAccount: NATIVE, toAmount: '2000', toAccount: USDC }
const token = {
  name: 'USD Coin',
  symbol: 'USDC',
  address: USDC,
  decimals: 6,
  logoUri: 'https://icons.test/u',
  eip2612: true,
}
const name = {
  name: 'alice.reown.id',
  registered: 1_714_000_000_000,
  addresses: { '60': { address: ADDRESS } },
  attributes: { bio: 'hello' },
}
const session = {
  pci: 'pci-1',
  project: { id: 'p1', name: 'Shop', url: null, iconUrl: null },
  expiry: 1_900_000_000,
  createdAt: 1_700_000_000,
  permissions: [{ type: 'contract-call', data: {} }],
  policies: [],
  context: null,
  revokedAt: null,
}
const swapTransaction = { from: ADDRESS, to: NATIVE, data: '0x00', eip155: { gas: '21000', gasPrice: '30' } }

export const cases: { readonly [Name in CallName]: Case<Name> } = {
  supportedChains: {
    says: 'GET v1/supported-chains [7.3]',
    input: {},
    path: '/v1/supported-chains',
    answer: { http: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], ws: ['eip155:1'] },
    result: { http: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], ws: ['eip155:1'] },
    required: ['http'],
    entries: { http: [] },
    cached: true,
  },
  allowedOrigins: {
    says: 'GET projects/v1/origins [7.32]',
    input: {},
    path: '/projects/v1/origins',
    answer: { allowedOrigins: ['https://shop.test', 'https://*.shop.test'] },
    result: { allowedOrigins: ['https://shop.test', 'https://*.shop.test'] },
    required: ['allowedOrigins'],
    entries: { allowedOrigins: [] },
  },
  analyticsConfiguration: {
    says: 'GET getAnalyticsConfig',
    input: {},
    path: '/getAnalyticsConfig',
    answer: { isAnalyticsEnabled: false },
    result: { isAnalyticsEnabled: false },
    required: ['isAnalyticsEnabled'],
  },
  analyticsEvent: {
    says: 'POST e with the event',
    input: {
      eventId: 'e1',
      url: 'https://shop.test/cart',
      domain: 'shop.test',
      timestamp: 1_714_000_000_000,
      props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
    },
    path: '/e',
    body: {
      eventId: 'e1',
      url: 'https://shop.test/cart',
      domain: 'shop.test',
      timestamp: 1_714_000_000_000,
      props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
    },
    answer: {},
    result: {},
    required: [],
  },
  identity: {
    says: 'GET v1/identity/{address} with the sender, name and avatar are cached [7.4] [7.32]',
    input: { address: ADDRESS, sender: '0x01' },
    path: `/v1/identity/${ADDRESS}`,
    query: { sender: '0x01' },
    answer: { name: 'vitalik.eth', avatar: 'https://icons.test/v.png' },
    result: { name: 'vitalik.eth', avatar: 'https://icons.test/v.png' },
    required: [],
    cached: true,
  },
  history: {
    says: 'GET v1/account/{account}/history with cursor, onramp and chainId, answers data and next [3.25] [7.5] [7.33]',
    input: { account: ADDRESS, cursor: 'c1', onramp: 'coinbase', chainId: 'eip155:1' },
    path: `/v1/account/${ADDRESS}/history`,
    query: { cursor: 'c1', onramp: 'coinbase', chainId: 'eip155:1' },
    answer: { data: [transaction, bare], next: 'c2' },
    result: { data: [transaction, { ...bare, transfers: [] }], next: 'c2' },
    required: ['data'],
    entries: {
      data: [
        'id',
        'metadata',
        ...['operationType', 'hash', 'minedAt', 'sentFrom', 'sentTo', 'status', 'chain'].map((of) => `metadata.${of}`),
        ...['direction', 'quantity', 'quantity.numeric'].map((of) => `transfers.0.${of}`),
      ],
    },
  },
  balance: {
    says: 'GET v1/account/{address}/balance in usd with chainId and forceUpdate, the balances are cached [7.6] [7.32]',
    input: { address: ADDRESS, chainId: 'eip155:1', forceUpdate: `${USDC},${NATIVE}` },
    path: `/v1/account/${ADDRESS}/balance`,
    query: { currency: 'usd', chainId: 'eip155:1', forceUpdate: `${USDC},${NATIVE}` },
    answer: { balances: [balance, { ...unpriced, address: null, value: null, price: null, iconUrl: null }] },
    result: { balances: [balance, unpriced] },
    required: ['balances'],
    entries: { balances: ['name', 'symbol', 'chainId', 'quantity', 'quantity.decimals', 'quantity.numeric'] },
    cached: true,
  },
  swapQuotes: {
    says: 'GET v1/convert/quotes with amount, userAddress, from, to and gasPrice [7.7]',
    input: { amount: '1000', userAddress: ADDRESS, from: NATIVE, to: USDC, gasPrice: '30' },
    path: '/v1/convert/quotes',
    query: { amount: '1000', userAddress: ADDRESS, from: NATIVE, to: USDC, gasPrice: '30' },
    answer: { quotes: [quote, { ...quote, id: null }] },
    result: { quotes: [quote, { ...quote, id: null }] },
    required: ['quotes'],
    entries: { quotes: ['fromAmount', 'fromAccount', 'toAmount', 'toAccount'] },
  },
  swapTokens: {
    says: 'GET v1/convert/tokens with chainId [7.8]',
    input: { chainId: 'eip155:1' },
    path: '/v1/convert/tokens',
    query: { chainId: 'eip155:1' },
    answer: { tokens: [token, { ...token, logoUri: null, eip2612: null }] },
    result: { tokens: [token, { ...token, logoUri: undefined, eip2612: null }] },
    required: ['tokens'],
    entries: { tokens: ['name', 'symbol', 'address', 'decimals'] },
  },
  tokenPrices: {
    says: 'POST v1/fungible/price with currency usd, addresses and the project id in the body [7.9]',
    input: { addresses: [USDC] },
    path: '/v1/fungible/price',
    body: { currency: 'usd', addresses: [USDC], projectId: 'p1' },
    answer: { fungibles: [{ name: 'USD Coin', symbol: 'USDC', iconUrl: '', price: 0.9998, address: USDC }] },
    result: { fungibles: [{ name: 'USD Coin', symbol: 'USDC', iconUrl: undefined, price: 0.9998, address: USDC }] },
    required: ['fungibles'],
    entries: { fungibles: ['name', 'symbol', 'price'] },
  },
  swapAllowance: {
    says: 'GET v1/convert/allowance with tokenAddress and userAddress [7.10]',
    input: { tokenAddress: USDC, userAddress: ADDRESS },
    path: '/v1/convert/allowance',
    query: { tokenAddress: USDC, userAddress: ADDRESS },
    answer: { allowance: '115792089237316195423570985008687907853269984665640564039457584007913129639935' },
    result: { allowance: '115792089237316195423570985008687907853269984665640564039457584007913129639935' },
    required: ['allowance'],
  },
  gasPrice: {
    says: 'GET v1/convert/gas-price with chainId [7.11]',
    input: { chainId: 'eip155:1' },
    path: '/v1/convert/gas-price',
    query: { chainId: 'eip155:1' },
    answer: { standard: '30', fast: '35', instant: '40' },
    result: { standard: '30', fast: '35', instant: '40' },
    required: ['standard', 'fast', 'instant'],
  },
  buildSwap: {
    says: 'POST v1/convert/build-transaction with amount, slippage, project id, from, to, userAddress and disableEstimate [7.12]',
    input: {
      amount: '1000',
      from: NATIVE,
      to: USDC,
      userAddress: ADDRESS,
      disableEstimate: true,
      eip155: { slippage: 1 },
    },
    path: '/v1/convert/build-transaction',
    body: {
      amount: '1000',
      eip155: { slippage: 1 },
      projectId: 'p1',
      from: NATIVE,
      to: USDC,
      userAddress: ADDRESS,
      disableEstimate: true,
    },
    answer: { tx: { ...swapTransaction, amount: '1000' } },
    result: { tx: { ...swapTransaction, amount: '1000' } },
    required: ['tx', 'tx.from', 'tx.to', 'tx.data', 'tx.amount'],
  },
  buildApproval: {
    says: 'GET v1/convert/build-approve with userAddress, from and to [7.13]',
    input: { userAddress: ADDRESS, from: NATIVE, to: USDC },
    path: '/v1/convert/build-approve',
    query: { userAddress: ADDRESS, from: NATIVE, to: USDC },
    answer: { tx: { ...swapTransaction, value: '0', eip155: null } },
    result: { tx: { ...swapTransaction, value: '0', eip155: null } },
    required: ['tx', 'tx.from', 'tx.to', 'tx.data'],
  },
  nameLookup: {
    says: 'GET v1/profile/account/{name} in version 2, answers addresses and attributes [7.14] [7.32]',
    input: { name: 'alice.reown.id' },
    path: '/v1/profile/account/alice.reown.id',
    query: { apiVersion: '2' },
    answer: name,
    result: name,
    required: ['name'],
    cached: true,
  },
  namesOfAddress: {
    says: 'GET v1/profile/reverse/{address} in version 2 with the sender [7.15]',
    input: { address: ADDRESS, sender: ADDRESS },
    path: `/v1/profile/reverse/${ADDRESS}`,
    query: { apiVersion: '2', sender: ADDRESS },
    answer: [name, { name: 'bob.reown.id' }],
    result: [name, { name: 'bob.reown.id' }],
    required: [],
    entries: { '': ['name'] },
    cached: true,
  },
  nameSuggestions: {
    says: 'GET v1/profile/suggestions/{name} in the zone of the API [7.16] [9.15]',
    input: { name: 'alice' },
    path: '/v1/profile/suggestions/alice',
    query: { zone: 'reown.id' },
    answer: { suggestions: [{ name: 'alice.reown.id', registered: true }] },
    result: { suggestions: [{ name: 'alice.reown.id', registered: true }] },
    required: ['suggestions'],
    entries: { suggestions: ['name', 'registered'] },
  },
  registerName: {
    says: 'POST v1/profile/account with coin_type, address, message and signature, answers success [7.17]',
    input: { coin_type: 2_147_483_649, address: ADDRESS, message: '{"name":"alice.reown.id"}', signature: '0x03' },
    path: '/v1/profile/account',
    body: { coin_type: 2_147_483_649, address: ADDRESS, message: '{"name":"alice.reown.id"}', signature: '0x03' },
    answer: { success: true },
    result: { success: true },
    required: ['success'],
  },
  onrampUrl: {
    says: 'POST v1/generators/onrampurl with wallets, network, user, the experience buy and both preset amounts, answers the url [7.18]',
    input: {
      destinationWallets: [{ address: ADDRESS, blockchains: ['ethereum'], assets: ['USDC'] }],
      defaultNetwork: 'ethereum',
      partnerUserId: ADDRESS,
      presetCryptoAmount: 2,
      presetFiatAmount: 50,
    },
    path: '/v1/generators/onrampurl',
    body: {
      destinationWallets: [{ address: ADDRESS, blockchains: ['ethereum'], assets: ['USDC'] }],
      defaultNetwork: 'ethereum',
      partnerUserId: ADDRESS,
      defaultExperience: 'buy',
      presetCryptoAmount: 2,
      presetFiatAmount: 50,
    },
    answer: { url: 'https://pay.test/buy?x=1' },
    result: { url: 'https://pay.test/buy?x=1' },
    required: ['url'],
  },
  onrampOptions: {
    says: 'GET v1/onramp/options [7.19] [3.22] [3.23]',
    input: {},
    path: '/v1/onramp/options',
    answer: {
      purchaseCurrencies: [
        {
          id: 'c1',
          name: 'USD Coin',
          symbol: 'USDC',
          networks: [{ name: 'ethereum', display_name: 'Ethereum', chain_id: '1', contract_address: USDC }],
        },
      ],
      paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'card', min: '10.00', max: '7500.00' }] }],
    },
    result: {
      purchaseCurrencies: [
        {
          id: 'c1',
          name: 'USD Coin',
          symbol: 'USDC',
          networks: [{ name: 'ethereum', display_name: 'Ethereum', chain_id: '1', contract_address: USDC }],
        },
      ],
      paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'card', min: '10.00', max: '7500.00' }] }],
    },
    required: ['purchaseCurrencies', 'paymentCurrencies'],
    entries: {
      purchaseCurrencies: ['id', 'name', 'symbol', 'networks', 'networks.0.name'],
      paymentCurrencies: ['id', ...['', '.0.id', '.0.min', '.0.max'].map((of) => `payment_method_limits${of}`)],
    },
  },
  onrampQuote: {
    says: 'POST v1/onramp/quote with purchaseCurrency, paymentCurrency, amount and network [7.20] [3.24]',
    input: { purchaseCurrency: 'USDC', paymentCurrency: 'USD', amount: '50', network: 'USDC' },
    path: '/v1/onramp/quote',
    body: { purchaseCurrency: 'USDC', paymentCurrency: 'USD', amount: '50', network: 'USDC' },
    answer: {
      coinbaseFee: money('1'),
      networkFee: money('0.5'),
      paymentSubtotal: money('50'),
      paymentTotal: money('51.5'),
      purchaseAmount: { amount: '49.9', currency: 'USDC' },
      quoteId: 'q1',
    },
    result: {
      coinbaseFee: money('1'),
      networkFee: money('0.5'),
      paymentSubtotal: money('50'),
      paymentTotal: money('51.5'),
      purchaseAmount: { amount: '49.9', currency: 'USDC' },
      quoteId: 'q1',
    },
    required: ['coinbaseFee', 'networkFee', 'paymentSubtotal', 'paymentTotal', 'purchaseAmount'].flatMap((fee) => [
      fee,
      `${fee}.amount`,
      `${fee}.currency`,
    ]),
  },
  exchanges: {
    says: 'POST v1/json-rpc reown_getExchanges with page, includeOnly, exclude, asset and amount',
    input: { page: 1, includeOnly: ['binance'], exclude: ['other'], asset: 'eip155:1/slip44:60', amount: '1.5' },
    path: '/v1/json-rpc',
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'reown_getExchanges',
      params: { page: 1, includeOnly: ['binance'], exclude: ['other'], asset: 'eip155:1/slip44:60', amount: '1.5' },
    },
    answer: {
      exchanges: [
        { id: 'binance', name: 'Binance', imageUrl: 'https://icons.test/binance.png' },
        { id: 'plain', name: 'Plain', imageUrl: null },
      ],
      total: 2,
    },
    result: {
      exchanges: [
        { id: 'binance', name: 'Binance', imageUrl: 'https://icons.test/binance.png' },
        { id: 'plain', name: 'Plain', imageUrl: undefined },
      ],
      total: 2,
    },
    required: ['exchanges'],
    entries: { exchanges: ['id', 'name'] },
  },
  exchangePayUrl: {
    says: 'POST v1/json-rpc reown_getExchangePayUrl with exchangeId, asset, amount and recipient',
    input: {
      exchangeId: 'binance',
      asset: 'eip155:1/slip44:60',
      amount: '1.000000000000000001',
      recipient: `eip155:1:${ADDRESS}`,
    },
    path: '/v1/json-rpc',
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'reown_getExchangePayUrl',
      params: {
        exchangeId: 'binance',
        asset: 'eip155:1/slip44:60',
        amount: '1.000000000000000001',
        recipient: `eip155:1:${ADDRESS}`,
      },
    },
    answer: { url: 'https://exchange.test/pay?x=1', sessionId: 's1' },
    result: { url: 'https://exchange.test/pay?x=1', sessionId: 's1' },
    required: ['url', 'sessionId'],
  },
  exchangeBuyStatus: {
    says: 'POST v1/json-rpc reown_getExchangeBuyStatus with sessionId and exchangeId',
    input: { sessionId: 's1', exchangeId: 'binance' },
    path: '/v1/json-rpc',
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'reown_getExchangeBuyStatus',
      params: { sessionId: 's1', exchangeId: 'binance' },
    },
    answer: { status: 'SUCCESS', txHash: '0x01' },
    result: { status: 'SUCCESS', txHash: '0x01' },
    required: ['status'],
  },
  smartSessions: {
    says: 'GET v1/sessions/{address} [7.21]',
    input: { address: `eip155:1:${ADDRESS}` },
    path: `/v1/sessions/eip155%3A1%3A${ADDRESS}`,
    answer: { pcis: [session, { ...session, project: null }] },
    result: { pcis: [session, { ...session, project: null }] },
    required: ['pcis'],
    entries: { pcis: ['pci', 'expiry', 'createdAt', 'permissions'] },
  },
  addSmartSession: {
    says: 'POST v1/sessions/{account} with the request',
    input: { account: `eip155:1:${ADDRESS}`, ...permissions },
    path: `/v1/sessions/eip155%3A1%3A${ADDRESS}`,
    body: permissions,
    answer: { pci: 'pci-1', key: { type: 'secp256k1', publicKey: `0x${'04'.repeat(65)}` } },
    result: { pci: 'pci-1', key: { type: 'secp256k1', publicKey: `0x${'04'.repeat(65)}` } },
    required: ['pci', 'key', 'key.type', 'key.publicKey'],
  },
  activateSmartSession: {
    says: 'POST v1/sessions/{account}/activate with the wallet’s grant',
    input: { account: `eip155:1:${ADDRESS}`, ...permissions, pci: 'pci-1', context: '0x01' },
    path: `/v1/sessions/eip155%3A1%3A${ADDRESS}/activate`,
    body: { ...permissions, pci: 'pci-1', context: '0x01' },
    answer: {},
    result: {},
    required: [],
  },
  revokeSmartSession: {
    says: 'POST v1/sessions/{address}/revoke with pci and signature [7.22]',
    input: { address: `eip155:1:${ADDRESS}`, pci: 'pci-1', signature: '0x04' },
    path: `/v1/sessions/eip155%3A1%3A${ADDRESS}/revoke`,
    body: { pci: 'pci-1', signature: '0x04' },
    answer: { success: true },
    result: { success: true },
    required: ['success'],
  },
  wallets: {
    says: 'GET getWallets with page, entries, chains, search, badge_type, include and exclude',
    input: {
      page: 2,
      entries: 40,
      chains: ['eip155:1', 'eip155:10'],
      search: 'rain',
      badge_type: 'certified',
      include: ['w1', 'w2'],
      exclude: ['w3'],
    },
    path: '/getWallets',
    query: {
      page: '2',
      entries: '40',
      chains: 'eip155:1,eip155:10',
      search: 'rain',
      badge_type: 'certified',
      include: 'w1,w2',
      exclude: 'w3',
    },
    answer: {
      data: [
        {
          id: 'w1',
          name: 'Rain',
          badge_type: 'certified',
          chains: ['eip155:1'],
          homepage: 'https://rain.test',
          image_id: 'image-1',
          mobile_link: 'rain://',
          desktop_link: null,
          webapp_link: 'https://rain.test/app',
          app_store: 'https://apps.test/rain',
          play_store: '',
          chrome_store: null,
          rdns: 'test.rain',
          injected: [{ namespace: 'eip155', injected_id: 'isRain' }],
        },
        { id: 'w2', name: 'Snow' },
      ],
      count: 81,
    },
    result: {
      data: [
        {
          id: 'w1',
          name: 'Rain',
          imageUrl: 'image-1',
          homepage: 'https://rain.test',
          rdns: 'test.rain',
          chains: ['eip155:1'],
          certified: true,
          mobileLink: 'rain://',
          webappLink: 'https://rain.test/app',
          appStore: 'https://apps.test/rain',
          injected: [{ namespace: 'eip155', injectedId: 'isRain' }],
        },
        { id: 'w2', name: 'Snow', chains: [], certified: false },
      ],
      count: 81,
    },
    required: ['data', 'count'],
    entries: { data: ['id', 'name'] },
  },
  walletImage: {
    says: 'GET getWalletImage/{imageId}',
    input: { imageId: 'image-1' },
    path: '/getWalletImage/image-1',
    answer: 'picture',
    result: new Blob(['picture'], { type: 'image/png' }),
    required: [],
    picture: true,
  },
  assetImage: {
    says: 'GET public/getAssetImage/{imageId}',
    input: { imageId: 'image-1' },
    path: '/public/getAssetImage/image-1',
    answer: 'picture',
    result: new Blob(['picture'], { type: 'image/png' }),
    required: [],
    picture: true,
  },
}
