import type { IconSubject, TokenBalance } from '../../sdk/index.ts'
import { useImage } from '../hooks/useIcon.ts'
import { Picture } from './Picture.tsx'

type Shown = Pick<TokenBalance, 'chainId' | 'address' | 'nft' | 'symbol' | 'name'> & { iconUrl?: string | undefined }

/** What identifies the icon of a token: its network and contract, never its symbol. */
const subjectOf = ({ chainId, address, nft }: Shown): IconSubject | undefined =>
  nft ? undefined : { type: 'token', networkId: chainId, address: address?.slice(chainId.length + 1) }

/** The image of a token: its own, or that of the option `icons`. */
export const TokenPicture = ({ token }: { token: Shown }) => (
  <Picture name={token.nft ? token.name : token.symbol} url={useImage(subjectOf(token), token.iconUrl)} round />
)
