import type { WalletOptions } from '../../machines/project/configuration.types.ts'

/** The wallet options of an app that sets none. */
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
