import type { WalletOptions } from '../../machines/entities/configuration.ts'

/** What of the wallet catalogue a site offers that says nothing of it. */
export const walletOptions: WalletOptions = {
  featuredWalletIds: [],
  includeWalletIds: [],
  excludeWalletIds: [],
  customWallets: [],
  allWallets: 'SHOW',
  enableWalletGuide: true,
  preferUniversalLinks: false,
  connectorTypeOrder: [],
}
