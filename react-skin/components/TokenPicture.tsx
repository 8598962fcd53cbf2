import type { IconId, TokenBalance } from '../../sdk/index.ts'
import { useImage } from '../hooks/useIcon.ts'
import { Picture } from './Picture.tsx'

type Shown = Pick<TokenBalance, 'chainId' | 'address' | 'nft' | 'symbol' | 'name'> & { iconUrl?: string | undefined }

/** What identifies the icon of a token: its network and contract, never its symbol. */
const iconOf = ({ chainId, address, nft }: Shown): IconId | undefined =>
  nft ? undefined : address === undefined ? `token:${chainId}` : `token:${chainId}:${address.slice(chainId.length + 1)}`

/** The image of a token: its own, or that of the option `icons`. */
export const TokenPicture = ({ token }: { token: Shown }) => (
  <Picture name={token.nft ? token.name : token.symbol} url={useImage(iconOf(token), token.iconUrl)} round />
)
