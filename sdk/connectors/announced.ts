/** What wallets say of themselves when they announce themselves, checked. It is a stranger's. */
import { WALLETS } from '../../machines/constants.ts'
import type { Connector } from '../../machines/entities/connector.ts'
import type { WalletProvider } from '../walletProvider.ts'

/** A picture: an image as a data URL, or an https link. */
export const isIcon = (icon: unknown): icon is string =>
  typeof icon === 'string' && /^(data:image\/|https:\/\/)/.test(icon)

/** A picture as it is kept: one that is too long is left out. */
export const keptIcon = (icon: string): string | undefined => (icon.length > WALLETS.iconLength ? undefined : icon)

/** A wallet was announced. `uuid` tells it from another one that claims the same id. */
export type Announce = (connector: Connector, provider: WalletProvider, uuid?: string) => void
/** A wallet that was announced is gone from the page. */
export type Withdraw = (provider: WalletProvider) => void

/** The connector of a wallet that announces itself. */
export const announcedConnector = (
  connector: Pick<Connector, 'id' | 'name' | 'chain' | 'info'>,
  imageUrl: string | undefined,
): Connector => ({ ...connector, type: 'ANNOUNCED', ...(imageUrl !== undefined && { imageUrl }) })
