import { useMemo } from 'react'
import { supportsNfts, nftsOf, shortAddress } from '../../sdk/index.ts'
import { useFeature, useNetwork, useDispatch } from '../hooks/index.ts'
import { OfFeature } from '../components/LazyPart.tsx'
import { NftTiles } from './NftTiles.tsx'
import { RetryNote } from '../components/RetryNote.tsx'
import { Skeletons } from '../components/Skeletons.tsx'
import { failureText } from '../strings/cardStrings.tsx'
import { useStrings } from '../strings/strings.tsx'
import { HistoryNotes } from './HistoryNotes.tsx'

/** The NFTs of the account: from its network, or from the loaded part of its history. */
export function Nfts() {
  const { words } = useStrings()
  const { networkId } = useNetwork()
  if (!supportsNfts(networkId)) return <ApiNfts />
  return (
    <OfFeature name="nfts" until={<Skeletons count={3} name={words.loading} shape="tiles" />}>
      <ChainNfts />
    </OfFeature>
  )
}

/** NFTs from the history. */
function ApiNfts() {
  const { words } = useStrings()
  const transactions = useFeature('activity', ({ context }) => context.transactions)
  const nfts = useMemo(() => nftsOf(transactions), [transactions])
  return (
    <>
      <NftTiles tiles={nfts.map(({ key, name, imageUrl, hashes }) => ({ key, name, imageUrl, source: { hashes } }))} />
      <HistoryNotes
        emptyText={nfts.length === 0 ? words.noNfts : ''}
        emptySoFarText={words.noNftsSoFar}
        hasMoreButton
        shape="tiles"
      />
    </>
  )
}

/** NFTs from the network. */
function ChainNfts() {
  const strings = useStrings()
  const { words } = strings
  const dispatch = useDispatch()
  const nfts = useFeature('nfts', ({ context }) => context.nfts)
  const error = useFeature('nfts', ({ context }) => context.error)
  const busy = useFeature('nfts', (snapshot) => snapshot.hasTag('busy'))
  return (
    <>
      <NftTiles
        tiles={nfts.map(({ name, nft }) => ({
          key: nft.contract,
          name: name || shortAddress(nft.contract),
          source: nft,
        }))}
      />
      {busy && nfts.length === 0 && <Skeletons count={3} name={words.loading} shape="tiles" />}
      {!busy && !error && nfts.length === 0 && (
        <p data-part="hint" data-centered="">
          {words.noNfts}
        </p>
      )}
      {error && <RetryNote onRetry={() => dispatch({ type: 'nfts.retry' })}>{failureText(strings, error)}</RetryNote>}
    </>
  )
}
