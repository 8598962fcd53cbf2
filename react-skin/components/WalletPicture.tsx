import type { Connector, Wallet } from '../../sdk/index.ts'
import { useImage } from '../hooks/useIcon.ts'
import { Picture } from './Picture.tsx'

/** The image of a wallet: its own, or that of the option `icons`. */
export function WalletPicture({ wallet }: { wallet: Pick<Wallet, 'name' | 'imageUrl' | 'rdns'> }) {
  const { name, imageUrl, rdns } = wallet
  return <Picture name={name} url={useImage(rdns === undefined ? undefined : `wallet:${rdns}`, imageUrl)} />
}

/** The same, of a connector. */
export const ConnectorPicture = ({ connector: { name, imageUrl, info } }: { connector: Connector }) => (
  <WalletPicture wallet={{ name, imageUrl, rdns: info?.rdns }} />
)
