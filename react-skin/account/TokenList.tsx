import { type TokenBalance } from '../../sdk/index.ts'
import { balanceKey } from '../../sdk/skin.ts'
import { useFeature, useDispatch } from '../hooks/index.ts'
import { sentenceGapOf } from '../strings/languages.ts'
import { errorText } from '../strings/cardStrings.tsx'
import { useStrings } from '../strings/strings.tsx'
import { OfFeature } from '../components/LazyPart.tsx'
import { TokenPicture } from '../components/TokenPicture.tsx'
import { RetryNote } from '../components/RetryNote.tsx'
import { Row, RowContent } from '../components/Row.tsx'
import { Skeletons } from '../components/Skeletons.tsx'
import { displaySymbol } from '../components/amountText.ts'
import { useAmount } from '../components/useAmount.ts'
import { useMoney } from './useMoney.ts'
import { VirtualList } from '../components/VirtualList.tsx'

/** The balances without a connected account. */
export const NOTHING: readonly TokenBalance[] = []

/** The balances of the account. With `onChoose`, the tokens can be selected. */
export function TokenList({ onChoose }: { onChoose?: (token: TokenBalance) => void }) {
  const { words } = useStrings()
  return (
    <OfFeature name="balance" until={<Skeletons count={3} name={words.loading} />}>
      <Tokens {...(onChoose && { onChoose })} />
    </OfFeature>
  )
}

function Tokens({ onChoose }: { onChoose?: (token: TokenBalance) => void }) {
  const strings = useStrings()
  const { words } = strings
  const dispatch = useDispatch()
  const amount = useAmount()
  const money = useMoney()
  const state = useFeature('balance', ({ value }) => value)
  const busy = useFeature('balance', (snapshot) => snapshot.hasTag('busy'))
  const refreshable = useFeature('balance', (snapshot) => snapshot.can({ type: 'balance.refresh' }))
  const tokens = useFeature('balance', ({ context }) => context.tokens)
  const error = useFeature('balance', ({ context }) => context.error)

  if (busy && tokens.length === 0) return <Skeletons count={3} name={words.loading} />
  return (
    <>
      {tokens.length > 0 && (
        <VirtualList label={words.accountTokens} items={tokens} keyOf={balanceKey} busy={busy}>
          {(token, tabIndex) => {
            const parts = {
              name: token.name,
              detail: displaySymbol(token.symbol),
              picture: <TokenPicture token={token} />,
              end: (
                <span data-part="sums">
                  <span data-part="amount">{amount(token.quantity.numeric)}</span>
                  {token.value !== undefined && <span data-part="row-detail">{money(token.value)}</span>}
                </span>
              ),
            }
            return onChoose ? (
              <Row {...parts} tabIndex={tabIndex} onClick={() => onChoose(token)} />
            ) : (
              <div data-part="row" data-still="">
                <RowContent {...parts} />
              </div>
            )
          }}
        </VirtualList>
      )}
      {state === 'ready' && tokens.length === 0 && <p data-part="hint">{words.noTokens}</p>}
      {state === 'unsupported' && <p data-part="hint">{words.balancesUnsupported}</p>}
      {error && (
        <RetryNote disabled={!refreshable} onRetry={() => dispatch({ type: 'balance.refresh' })}>
          {tokens.length > 0 && `${words.someTokensMissing}${sentenceGapOf(words.locale)}`}
          {errorText(strings, error)}
          {state === 'blocked' && <span data-part="hint">{words.balancesBlocked}</span>}
        </RetryNote>
      )}
    </>
  )
}
