import { useMemo } from 'react'
import { nftsOf } from '../../sdk/index.ts'
import { useFeature } from '../hooks.ts'
import { Picture } from '../parts/Picture.tsx'
import { useStrings } from '../strings/strings.tsx'
import { HistoryNotes } from './HistoryNotes.tsx'

/** The collectibles of the account, as far as its history was read. */
export function Nfts() {
  const { words, tabs } = useStrings()
  const transactions = useFeature('activity', ({ context }) => context.transactions)
  const nfts = useMemo(() => nftsOf(transactions), [transactions])
  return (
    <>
      {nfts.length > 0 && (
        <ul data-part="tiles" aria-label={tabs.NFTs}>
          {nfts.map(({ key, name, imageUrl }) => (
            <li key={key} data-part="tile">
              <Picture name={name} url={imageUrl} />
              <span dir="auto">{name || words.unnamed}</span>
            </li>
          ))}
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
