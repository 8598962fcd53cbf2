import { useMemo } from 'react'
import { listWallets } from '../../sdk/index.ts'
import { useFeature, useActorSelector, useDispatch } from '../hooks/index.ts'
import { Button } from '../components/Button.tsx'
import { EndOfList } from '../components/EndOfList.tsx'
import { WalletPicture } from '../components/WalletPicture.tsx'
import { RetryNote } from '../components/RetryNote.tsx'
import { Row, Tag } from '../components/Row.tsx'
import { Skeletons } from '../components/Skeletons.tsx'
import { VirtualList } from '../components/VirtualList.tsx'
import { failureText } from '../strings/cardStrings.tsx'
import { useStrings } from '../strings/strings.tsx'
import { CatalogTools } from './CatalogTools.tsx'
import { knownWallets, matching } from './catalog.ts'

/** The number of skeletons for the first page, and for further pages. */
const FIRST = 16
const MORE = 3
/** After this many consecutive wallets that cannot be shown, more wallets are loaded only on a click. */
const FRUITLESS = 200

/** The whole catalog: a search, and a list that loads while scrolling [2.4]. */
export function AllWallets() {
  const strings = useStrings()
  const { words, titles } = strings
  const dispatch = useDispatch()
  const offered = useActorSelector('wallets', ({ context }) => context)
  const { value, context } = useFeature('catalog', (snapshot) => snapshot)
  const retryable = useFeature('catalog', (snapshot) => snapshot.can({ type: 'catalog.retry' }))
  const more = useFeature('catalog', (snapshot) => snapshot.can({ type: 'catalog.more' }))
  const search = useFeature('catalog', (snapshot) => snapshot.hasTag('search'))
  const { error, page, wallets, results, search: text, certified } = context
  const { options, featured, recommended, namespaces, connectors, excluded, mobile } = offered

  const shown = useMemo(() => {
    const known = knownWallets(featured, options.customWallets, recommended, wallets)
    // Until the results arrive, the loaded wallets are searched.
    const found = value === 'found' ? results : matching(knownWallets(known, results), { search: text, certified })
    return listWallets(search ? found : known, { options, namespaces, connectors, excluded, mobile })
  }, [
    featured,
    options,
    recommended,
    wallets,
    value,
    results,
    text,
    certified,
    search,
    namespaces,
    connectors,
    excluded,
    mobile,
  ])

  /**
   * Whether the last pages contained so few usable wallets that more is loaded only on a click. Otherwise a phone would load the
   * whole catalog.
   */
  const fruitless = useMemo(() => {
    const ids = new Set(shown.map(({ wallet }) => wallet.id))
    return wallets.length - 1 - wallets.findLastIndex(({ id }) => ids.has(id)) >= FRUITLESS
  }, [wallets, shown])

  const searching = value === 'typing' || value === 'searching'
  const reading = value === 'loading' || value === 'idle'
  const complete = !reading && !searching && !error
  const waiting = reading ? (page === 0 ? Math.max(MORE, FIRST - shown.length) : MORE) : 0

  return (
    <div data-part="view" data-tall="">
      {value !== 'unconfigured' && (
        <CatalogTools busy={searching} count={search && !error ? shown.length : undefined} />
      )}
      <div data-part="endless">
        {shown.length > 0 && (
          <VirtualList
            key={search ? 'found' : 'all'}
            label={titles.AllWallets}
            items={shown}
            keyOf={({ wallet }) => wallet.id}
            search={text}
            partial={!search && (more || reading)}
            busy={searching}
          >
            {({ wallet, connector }, tabIndex) => (
              <Row
                tabIndex={tabIndex}
                name={wallet.name}
                picture={<WalletPicture wallet={{ ...wallet, imageUrl: wallet.imageUrl ?? connector?.imageUrl }} />}
                end={connector && <Tag>{words.installed}</Tag>}
                onClick={() => dispatch({ type: 'wallets.choose', wallet })}
              />
            )}
          </VirtualList>
        )}
        {waiting > 0 && <Skeletons count={waiting} name={words.loading} />}
        {searching && shown.length === 0 && <Skeletons count={MORE} name={words.searching} />}
        {more && !fruitless && <EndOfList key={page} onSeen={() => dispatch({ type: 'catalog.more' })} />}
        {more && fruitless && <Button onClick={() => dispatch({ type: 'catalog.more' })}>{words.loadMore}</Button>}
      </div>
      {complete && shown.length === 0 && !more && (
        <div data-part="empty" role="status">
          <h3>{words.noSearchResults}</h3>
          {search && <p>{words.noSearchResultsHelp}</p>}
        </div>
      )}
      {error && (
        <RetryNote disabled={!retryable} onRetry={() => dispatch({ type: 'catalog.retry' })}>
          {failureText(strings, error)}
        </RetryNote>
      )}
    </div>
  )
}
