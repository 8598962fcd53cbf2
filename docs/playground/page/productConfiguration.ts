import { mainnet, type LatchkeyOptions } from '../../../sdk/index.ts'

/**
 * The configuration of the product as presented: used by the playground, and a starting point for apps. Other options are defaults,
 * such as no analytics [1.11] to [1.18].
 */
export const productConfiguration = {
  networks: [mainnet],
  embedded: true,
  enableWalletConnect: true,
  enableWalletGuide: true,
  // MetaMask, Trust, Rainbow, Coinbase, OKX.
  featuredWalletIds: [
    'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
    '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0',
    '1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369',
    'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
    '971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709',
  ],
  metadata: {
    name: 'Latchkey',
    description: '',
    url: 'https://example.com',
    icons: ['https://example.com/icon.png'],
  },
} as const satisfies LatchkeyOptions
