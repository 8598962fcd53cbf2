import {
  tokenWarning,
  searchTokens,
  shortAddress,
  suggestedTokens,
  swapViewModel,
  type SwapToken,
  type SwapViewModel,
} from '../../sdk/index.ts'
import { findBalance, findSimilarTokens } from '../../sdk/skin.ts'
import { useFeature, useDispatch } from '../hooks/index.ts'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Note } from '../components/Note.tsx'
import { TokenPicture } from '../components/TokenPicture.tsx'
import { List, Row, Tag } from '../components/Row.tsx'
import { SearchField } from '../components/SearchField.tsx'
import { VirtualList } from '../components/VirtualList.tsx'
import { displaySymbol } from '../components/amountText.ts'
import { useAmount } from '../components/useAmount.ts'
import { useWord } from '../strings/strings.tsx'

/** Selects the token for a side of the swap: suggested tokens first, then all. */
export function SwapSelectToken() {
  const word = useWord()
  const dispatch = useDispatch()
  const draft = useFeature('swap', swapViewModel)
  const { search, tokens, error, isFindingToken } = draft
  const found = searchTokens(tokens, search)
  const suggested = search.trim() === '' ? suggestedTokens(tokens) : []
  const isUnlisted = search.trim() !== '' && found.some((token) => token.isUnlisted)
  return (
    <div data-part="view">
      <SearchField
        name={word('searchTokens')}
        value={search}
        onSearch={(text) => dispatch({ type: 'swap.search', search: text })}
      />
      {suggested.length > 0 && (
        <section data-part="group">
          <h3 data-part="group-name">{word('suggestedTokens')}</h3>
          <List label={word('suggestedTokens')} items={suggested} keyOf={({ address }) => address}>
            {(token, tabIndex) => <TokenRow draft={draft} token={token} tabIndex={tabIndex} />}
          </List>
        </section>
      )}
      {isUnlisted && <Note tone="error">{word('foundTokenUnlisted')}</Note>}
      {found.length > 0 && (
        <section data-part="group">
          {suggested.length > 0 && <h3 data-part="group-name">{word('allTokens')}</h3>}
          <VirtualList label={word('allTokens')} items={found} keyOf={({ address }) => address} search={search}>
            {(token, tabIndex) => <TokenRow draft={draft} token={token} tabIndex={tabIndex} />}
          </VirtualList>
        </section>
      )}
      {isFindingToken ? (
        <p data-part="hint" data-centered="" role="status">
          {word('findingToken')}
        </p>
      ) : (
        found.length === 0 &&
        !error && (
          <p data-part="hint" data-centered="" role="status">
            {word('noTokenFound')}
          </p>
        )
      )}
      <ErrorNote error={error} />
    </div>
  )
}

/** A token with its balance and warnings. */
function TokenRow({
  draft: { side, tokens, balances },
  token,
  tabIndex,
}: {
  draft: SwapViewModel
  token: SwapToken
  tabIndex: 0 | -1
}) {
  const word = useWord()
  const dispatch = useDispatch()
  const written = useAmount()
  const held = findBalance(balances, token)
  const doubt = findSimilarTokens(tokens).has(token) || token.isUnlisted ? tokenWarning(tokens, token) : undefined
  const symbol = displaySymbol(token.symbol)
  const own = shortAddress(token.address.slice(token.chainId.length + 1))
  return (
    <Row
      name={token.name}
      detail={doubt ? `${symbol} · ${own}` : symbol}
      picture={<TokenPicture token={token} />}
      end={
        (doubt || held !== undefined) && (
          <span data-part="sums">
            {held !== undefined && <span data-part="amount">{written(held)}</span>}
            {doubt && <Tag tone="plain">{word(doubt === 'alike' ? 'looksAlike' : 'unlisted')}</Tag>}
          </span>
        )
      }
      tabIndex={tabIndex}
      onClick={() => dispatch({ type: side === 'from' ? 'swap.setFrom' : 'swap.setTo', token })}
    />
  )
}
