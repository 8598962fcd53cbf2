import type { TokenBalance } from '../../sdk/index.ts'
import { useWord } from '../strings/strings.tsx'
import { Fact, Facts, Identifier } from '../components/Facts.tsx'

/** The collection, id and contract of an NFT, as the chain returns them; nothing for other tokens. */
export function NftFact({ token }: { token: TokenBalance | undefined }) {
  const word = useWord()
  if (!token?.nft) return undefined
  return (
    <>
      <Fact name={word(token.nft.standard === 'spl' ? 'nftName' : 'nftCollection')}>
        <bdi translate="no">{token.name}</bdi>
      </Fact>
      {token.nft.tokenId !== '' && (
        <Fact name={word('nftId')}>
          <Identifier>{token.nft.tokenId}</Identifier>
        </Fact>
      )}
      <Fact name={word(token.nft.standard === 'spl' ? 'nftMint' : 'nftContract')}>
        <Identifier>{token.nft.contract}</Identifier>
      </Fact>
    </>
  )
}

/** The same facts as a separate list. */
export const NftFacts = ({ token }: { token: TokenBalance | undefined }) =>
  token?.nft ? (
    <Facts>
      <NftFact token={token} />
    </Facts>
  ) : undefined
