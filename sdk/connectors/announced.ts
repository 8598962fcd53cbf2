/** Validates the data that wallets announce. The data is untrusted. */
import { WALLETS } from '../../machines/constants.ts'
import type { Connector } from '../../machines/shared/connector.types.ts'
import type { WalletProvider } from '../provider/walletProvider.ts'

/**
 * Returns the icon of a wallet: a data URL of an image, or an https link. Anything else, or an icon that is too long, is left
 * out.
 */
export function readIcon(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > WALLETS.iconLength) return undefined
  const icon = value.trim()
  return /^(data:image\/|https:\/\/)/i.test(icon) ? icon : undefined
}

/** Called for each announced wallet. `uuid` distinguishes wallets that claim the same id. */
export type AddConnector = (connector: Connector, provider: WalletProvider, uuid?: string) => void
/** Called when an announced wallet leaves the page. */
export type RemoveConnector = (provider: WalletProvider) => void

/** Creates the connector of an announced wallet. */
export const announcedConnector = (
  connector: Pick<Connector, 'id' | 'name' | 'chain' | 'info'>,
  imageUrl: string | undefined,
): Connector => ({ ...connector, type: 'ANNOUNCED', ...(imageUrl !== undefined && { imageUrl }) })
