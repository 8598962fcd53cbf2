/** An example of every option. docs/reference.md shows their source text. */
import { base, mainnet } from 'viem/chains'
import { defineNetwork, solana, type LatchkeyOptions } from 'latchkey'
import { fakeWallet, memoryStorage } from 'latchkey/testing'

const abi = [{ type: 'function', name: 'mint', inputs: [], outputs: [], stateMutability: 'nonpayable' }]
const provider = fakeWallet()
const storage = memoryStorage()

export const optionExamples: Required<LatchkeyOptions> = {
  projectId: 'your project id',
  networks: [mainnet, defineNetwork(base, { rpcUrls: ['https://your-node.example'] }), solana],
  defaultNetwork: 8453,
  tokens: {
    'eip155:8453': [
      { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', symbol: 'USDC', name: 'USD Coin', decimals: 6 },
    ],
  },
  connectors: [
    { connector: { id: 'own', name: 'Own Wallet', type: 'INJECTED', chain: 'eip155' }, provider: () => provider },
  ],
  icons: () => import('latchkey/icons'),
  id: 'checkout',
  embedded: false,
  theme: 'dark',
  debug: true,
  logLevel: 'warn',
  enableNetworkSwitch: false,
  features: { send: true, swaps: true, history: false },
  methods: { safe: ['trace_call'] },
  abis: { 'eip155:1': { '0x6B175474E89094C44Da98b954EedeAC495271d0F': abi } },
  review: 'before',
  allowUnsupportedChain: true,
  unsupportedChain: 'notice',
  hosts: { blockchain: 'https://rpc.example' },
  bundlers: ['https://bundler.example'],
  featuredWalletIds: ['c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'],
  includeWalletIds: ['c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'],
  excludeWalletIds: ['io.example.wallet'],
  customWallets: [{ id: 'own', name: 'Own Wallet' }],
  allWallets: 'ONLY_MOBILE',
  enableWalletGuide: false,
  connectorTypeOrder: ['injected', 'recent'],
  enableWalletConnect: false,
  manualWCControl: true,
  preferUniversalLinks: true,
  relayUrl: 'wss://relay.example',
  verifyUrl: 'https://verify.example',
  rpcMap: { 'eip155:1': 'https://node.example' },
  defaultChains: { eip155: 'eip155:8453' },
  metadata: {
    name: 'Your site',
    description: 'What it does',
    url: 'https://your.site',
    icons: ['https://your.site/i.png'],
  },
  secureSite: 'https://secure.example',
  socials: ['google', 'farcaster'],
  onramp: { providers: [{ id: 'provider', name: 'Your provider', kind: 'api', origins: ['https://pay.example'] }] },
  connectMethodsOrder: ['wallet', 'email', 'social'],
  analytics: ({ event, properties }) => console.log(event, properties),
  watchPendingTransactions: true,
  timeouts: { connectMs: 60_000 },
  siwx: { required: false, statement: 'Sign in to your site' },
  siweConfig: {
    getNonce: async () => 'a nonce of your server',
    verifyMessage: async ({ message, signature }) => message !== '' && signature !== '',
    getSession: async () => null,
    signOut: async () => true,
  },
  ports: { storage },
}
