import { useMemo } from 'react'
import { isOffered, nftsOf } from '../../sdk/index.ts'
import { useFeature, useSelect, useSend } from '../hooks.ts'
import { Picture } from '../parts/Picture.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'
import { HistoryNotes } from './HistoryNotes.tsx'

/** The collectibles of the account, as far as its history was read. */
export function Nfts() {
  const { words, tabs } = useStrings()
  const word = useWord()
  const send = useSend()
  const offersSending = useSelect('view', ({ context }) => isOffered(context, 'WalletSend'))
  const transactions = useFeature('activity', ({ context }) => context.transactions)
  const nfts = useMemo(() => nftsOf(transactions), [transactions])
  return (
    <>
      {nfts.length > 0 && (
        <ul data-part="tiles" aria-label={tabs.NFTs}>
          {nfts.map(({ key, name, imageUrl, hashes }) => {
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
                      send({ type: 'send.setNft', nft: { hashes } })
                      send({ type: 'view.push', view: 'WalletSend' })
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
      )}
      <HistoryNotes
        none={nfts.length === 0 ? words.nothingCollected : ''}
        noneSoFar={words.nothingCollectedSoFar}
        asking
        shape="tiles"
      />
    </>
  )
}
