import { createLatchkey, mainnet } from 'latchkey'
import { base } from 'viem/chains'

/** The one instance of the page. */
export const latchkey = createLatchkey({ networks: [mainnet, base], embedded: false })
