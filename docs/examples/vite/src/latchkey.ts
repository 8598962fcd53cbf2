import { createLatchkey, mainnet } from 'latchkey'
import { base } from 'viem/chains'

/** The instance of the app. */
export const latchkey = createLatchkey({ networks: [mainnet, base], embedded: false })
