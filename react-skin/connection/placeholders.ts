import type { KnownWallets, Wallet } from '../../sdk/index.ts'

/** Real wallets always have a name. */
const placeholder = (id: string): Wallet => ({ id, name: '', chains: [] })

/** Whether a wallet is the placeholder of one that is being loaded. */
export const isPlaceholder = ({ name }: Wallet): boolean => name === ''

const RECOMMENDED = ['recommended 1', 'recommended 2']

/** Adds a placeholder for each wallet that is being loaded, so that the following rows do not move. */
export const withPlaceholders = (offered: KnownWallets): KnownWallets => ({
  ...offered,
  featured: offered.featured.length > 0 ? offered.featured : offered.options.featuredWalletIds.map(placeholder),
  recommended: offered.recommended.length > 0 ? offered.recommended : RECOMMENDED.map(placeholder),
})
