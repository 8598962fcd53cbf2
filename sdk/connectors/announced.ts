/** What wallets say of themselves when they announce themselves, checked. It is a stranger's. */
import { WALLETS } from '../../machines/constants.ts'
import type { Connector } from '../../machines/entities/connector.ts'
import type { WalletProvider } from '../walletProvider.ts'

/** The picture of a wallet: an image as a data URL, or an https link. One of another kind, or too long, is left out. */
export function readIcon(told: unknown): string | undefined {
  if (typeof told !== 'string' || told.length > WALLETS.iconLength) return undefined
  const icon = told.trim()
  return /^(data:image\/|https:\/\/)/i.test(icon) ? icon : undefined
}

/** A wallet was announced. `uuid` tells it from another one that claims the same id. */
export type Announce = (connector: Connector, provider: WalletProvider, uuid?: string) => void
/** A wallet that was announced is gone from the page. */
export type Withdraw = (provider: WalletProvider) => void

/** The connector of a wallet that announces itself. */
export const announcedConnector = (
  connector: Pick<Connector, 'id' | 'name' | 'chain' | 'info'>,
  imageUrl: string | undefined,
): Connector => ({ ...connector, type: 'ANNOUNCED', ...(imageUrl !== undefined && { imageUrl }) })
