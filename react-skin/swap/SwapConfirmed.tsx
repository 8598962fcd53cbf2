import { formatAmount, swapViewModel, transactionUrl } from '../../sdk/index.ts'
import { useFeature, useDispatch } from '../hooks/index.ts'
import { CheckIcon } from '../components/icons.tsx'
import { Button } from '../components/Button.tsx'
import { Fact, Facts, Identifier } from '../components/Facts.tsx'
import { NewTab } from '../components/LinkRow.tsx'
import { displaySymbol, fullAmount, sizeOf } from '../components/amountText.ts'
import { useSeparators } from '../components/useAmount.ts'
import { useWord } from '../strings/strings.tsx'

/** The received amount, as reported by the chain. */
export function SwapConfirmed() {
  const word = useWord()
  const separators = useSeparators()
  const dispatch = useDispatch()
  const { submittedOrder: order, result, network } = useFeature('swap', swapViewModel)
  const page = result && transactionUrl(network, result.hash)
  const written = (units: bigint, { decimals }: { decimals: number }) =>
    fullAmount(formatAmount(units, decimals), separators)
  const received = order && result?.received !== undefined ? written(result.received, order.quote.to) : undefined

  return (
    <div data-part="view">
      <div data-part="profile" data-state="success">
        <span data-part="emblem">
          <CheckIcon />
        </span>
        {order && received !== undefined && (
          <p data-part="sum" data-size={sizeOf(received)}>
            {received} <span>{displaySymbol(order.quote.to.symbol)}</span>
          </p>
        )}
        <p role="status" data-part="progress">
          {word(received === undefined ? 'receivedAmountUnknown' : 'receivedInAccount')}
        </p>
        {order && (
          <p data-part="hint">
            {word('forAmount', {
              amount: written(order.quote.fromUnits, order.quote.from),
              symbol: displaySymbol(order.quote.from.symbol),
            })}
          </p>
        )}
      </div>
      {result && (
        <Facts>
          <Fact name={word('hash')}>
            <Identifier>{result.hash}</Identifier>
          </Fact>
        </Facts>
      )}
      <div data-part="actions">
        {page !== undefined && (
          <a data-part="link" href={page} target="_blank" rel="noopener noreferrer">
            {word('viewOn', { explorer: network.blockExplorers?.default.name ?? '' })}
            <NewTab />
          </a>
        )}
        <Button variant="primary" onClick={() => dispatch({ type: 'view.home' })}>
          {word('done')}
        </Button>
      </div>
    </div>
  )
}
