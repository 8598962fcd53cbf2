/** Payloads of facts and commands on a walk. */
import type { Connection } from '../../../machines/shared/account.types.ts'
import type { AppSettings, WalletConnectSettings } from '../../../sdk/instance/appSettings.ts'
import type { Configuration } from '../../../machines/project/configuration.types.ts'
import type { OnrampProvider } from '../../../machines/onramp/onramp.types.ts'
import type { SwapToken } from '../../../machines/swap/swap.types.ts'
import type { Transaction } from '../../../machines/transactions/transaction.schemas.ts'
import type { Connector } from '../../../machines/shared/connector.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { mainnet } from '../../../sdk/index.ts'
import { other } from '../../support/instance.ts'
import { walletOptions } from '../../support/walletOptions.ts'
import { walletOf } from '../../support/wire.ts'
import { ADDRESS, OTHER } from '../pairing/fixtures.ts'

export const networks = [mainnet, other]
export const network = mainnet.caipNetworkId
/** A network that the app does not configure. */
export const foreign = 'eip155:137'

export const connector: Connector = { id: 'fake', name: 'Fake Wallet', type: 'ANNOUNCED', chain: 'eip155' }
export const inFrame: Connector = { id: 'embedded', name: 'Embedded Wallet', type: 'AUTH', chain: 'eip155' }
export const remote: Connector = { id: 'walletConnect', name: 'WalletConnect', type: 'WALLET_CONNECT', chain: 'eip155' }

export const connection: Connection = {
  namespace: 'eip155',
  connector,
  address: ADDRESS,
  accounts: [
    { address: ADDRESS, type: 'eoa' },
    { address: OTHER, type: 'eoa' },
  ],
  networkId: network,
}
export const onSolana: Connection = {
  ...connection,
  namespace: 'solana',
  connector: { ...connector, chain: 'solana' },
  networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}

export const coin: SwapToken = {
  chainId: network,
  address: `${network}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`,
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
  price: '2500',
}
export const dollar: SwapToken = {
  chainId: network,
  address: `${network}:${OTHER}`,
  name: 'Dollar',
  symbol: 'USD',
  decimals: 6,
  price: '1',
}
/** A provider with an API, and one that is opened by a link. */
export const bay: OnrampProvider = { id: 'bay', name: 'Bay', kind: 'api', origins: ['https://pay.example'] }
export const own: OnrampProvider = {
  id: 'own',
  name: 'Own',
  kind: 'link',
  origins: ['https://own.example'],
  url: 'https://own.example/?publicKey=k1',
  parameters: {
    address: 'walletAddress',
    currency: 'destinationCurrencyCode',
    fiat: 'sourceCurrencyCode',
    amount: 'sourceAmount',
  },
}
const onMainnet = { name: 'ethereum', chain_id: '1' }
export const onrampOptions = {
  purchaseCurrencies: [
    { id: 'usdc', name: 'USD Coin', symbol: 'USDC', networks: [onMainnet] },
    { id: 'eth', name: 'Ether', symbol: 'ETH', networks: [{ name: 'base', chain_id: '8453' }, onMainnet] },
    { id: 'op', name: 'Optimism', symbol: 'OP', networks: [{ name: 'optimism', chain_id: '10' }] },
  ],
  paymentCurrencies: [
    { id: 'EUR', payment_method_limits: [{ id: 'CARD', min: '20.00', max: '500.00' }] },
    {
      id: 'USD',
      payment_method_limits: [
        { id: 'CARD', min: '10.00', max: '7500.00' },
        { id: 'ACH_BANK_ACCOUNT', min: '50.00', max: '25000.00' },
      ],
    },
  ],
}
/** A purchase in the history of its provider. */
export const purchaseOf = (id: string, status = 'SUCCESS', chain = 'eip155:1'): Transaction => ({
  id,
  metadata: {
    application: null,
    operationType: 'buy',
    hash: `0x${id}`,
    minedAt: `2026-01-0${id}T00:00:00Z`,
    sentFrom: '',
    sentTo: ADDRESS,
    status: `ONRAMP_TRANSACTION_STATUS_${status}`,
    nonce: null,
    chain,
  },
  transfers: [],
})

export const wallet = walletOf(1)
export const error = new LatchkeyError('api.expired')
/** The user rejects. */
export const no = Object.assign(new Error('no'), { code: 4001 })

/** The least that an app configures for wallets on other devices. */
export const embedded: AppSettings['embedded'] = {
  origin: 'https://secure.test',
  projectId: 'project',
  chainId: 'eip155:1',
  metadata: () => ({ name: '', description: '', url: '', icons: [] }),
}
export const walletConnect: WalletConnectSettings = {
  projectId: 'project',
  defaultChains: {},
  rpcMap: {},
  bundlers: () => ({ host: 'https://rpc.example', origins: [] }),
}

/** A configuration with every feature. */
export const configuration: Configuration = {
  id: 'walk',
  projectId: 'project',
  networks,
  namespaces: ['eip155'],
  defaultNetworkId: network,
  tokens: {},
  theme: 'system',
  embedded: false,
  debug: false,
  enableNetworkSwitch: true,
  features: {
    email: false,
    socials: false,
    send: true,
    receive: true,
    history: true,
    names: true,
    smartSessions: true,
    swaps: true,
    onramp: true,
    pay: true,
  },
  allowUnsupportedChain: false,
  unsupportedChain: 'view',
  wallets: walletOptions,
  enableWalletConnect: true,
  manualWCControl: false,
  remoteOnly: false,
  analytics: 'off',
  methods: { safe: [], unsafe: [] },
  review: 'beside',
  signIn: undefined,
  watchPendingTransactions: false,
  connectMethodsOrder: undefined,
  socials: ['google', 'farcaster'],
  onrampProviders: [],
}
