import { type NftSource, isOffered } from '../../sdk/index.ts'
import { useActorSelector, useDispatch } from '../hooks/index.ts'
import { useStrings, useWord } from '../strings/strings.tsx'
import { Picture } from '../components/Picture.tsx'

/** An NFT as a tile. */
export interface NftTile {
  key: string
  name: string
  imageUrl?: string | undefined
  /** Identifies the NFT in a dispatch draft. */
  source: NftSource
}

/** NFTs as tiles. Each opens a dispatch draft if the app has that feature. */
export function NftTiles({ tiles }: { tiles: readonly NftTile[] }) {
  const { words, tabs } = useStrings()
  const word = useWord()
  const dispatch = useDispatch()
  const offersSending = useActorSelector('view', ({ context }) => isOffered(context, 'WalletSend'))
  if (tiles.length === 0) return null
  return (
    <ul data-part="tiles" aria-label={tabs.NFTs}>
      {tiles.map(({ key, name, imageUrl, source }) => {
        const shown = (
          <>
            <Picture name={name} url={imageUrl} />
            <span dir="auto" aria-hidden={offersSending || undefined}>
              {name || words.unnamed}
            </span>
          </>
        )
        return (
          <li key={key} data-part={offersSending ? undefined : 'tile'}>
            {offersSending ? (
              <button
                type="button"
                data-part="tile"
                onClick={() => {
                  dispatch({ type: 'send.setNft', nft: source })
                  dispatch({ type: 'view.push', view: 'WalletSend' })
                }}
              >
                <span data-part="unseen">{word('sendNft', { name: name || words.unnamed })}</span>
                {shown}
              </button>
            ) : (
              shown
            )}
          </li>
        )
      })}
    </ul>
  )
}
