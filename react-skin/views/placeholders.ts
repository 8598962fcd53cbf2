import type { Offered, Wallet } from '../../sdk/index.ts'

/** No wallet is without a name. */
const placeholder = (id: string): Wallet => ({ id, name: '', chains: [] })

/** Stands in for a wallet that the catalogue was asked for. */
export const isPlaceholder = ({ name }: Wallet): boolean => name === ''

const RECOMMENDED = ['recommended 1', 'recommended 2']

/** The offers with a placeholder for each wallet that will come, so that the rows which follow need not move. */
export const withPlaceholders = (offered: Offered): Offered => ({
  ...offered,
  featured: offered.featured.length > 0 ? offered.featured : offered.options.featuredWalletIds.map(placeholder),
  recommended: offered.recommended.length > 0 ? offered.recommended : RECOMMENDED.map(placeholder),
})
