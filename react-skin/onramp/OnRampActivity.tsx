import { useMemo } from 'react'
import { networkOf, purchasesViewModel, transactionUrl, type Transaction } from '../../sdk/index.ts'
import { purchaseState } from '../../sdk/skin.ts'
import { useFeature, useActorSelector, useDispatch } from '../hooks/index.ts'
import { LinkRow } from '../components/LinkRow.tsx'
import { Picture } from '../components/Picture.tsx'
import { RetryNote } from '../components/RetryNote.tsx'
import { RowContent } from '../components/Row.tsx'
import { Skeletons } from '../components/Skeletons.tsx'
import { VirtualList } from '../components/VirtualList.tsx'
import { displaySymbol } from '../components/amountText.ts'
import { useAmount } from '../components/useAmount.ts'
import { errorText } from '../strings/cardStrings.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'

/** The purchases of the account, newest first, including those in progress [7.5]. */
export function OnRampActivity() {
  const word = useWord()
  const strings = useStrings()
  const { titles, words } = strings
  const dispatch = useDispatch()
  const { status, purchases, networkId, error } = useFeature('purchases', purchasesViewModel)
  const networks = useActorSelector('network', ({ context }) => context.networks)
  const network = networkOf(networks, networkId)
  return (
    <div data-part="view">
      {purchases.length > 0 && (
        <VirtualList label={titles.OnRampActivity} items={purchases} keyOf={({ id }) => id}>
          {(purchase, tabIndex) => (
            <PurchaseRow
              purchase={purchase}
              href={network ? transactionUrl(network, purchase.metadata.hash) : undefined}
              tabIndex={tabIndex}
            />
          )}
        </VirtualList>
      )}
      {purchases.length === 0 && status === 'loading' && <Skeletons count={3} name={words.loading} />}
      {purchases.length === 0 && status !== 'loading' && !error && <p data-part="hint">{word('noPurchases')}</p>}
      {error && <RetryNote onRetry={() => dispatch({ type: 'purchases.load' })}>{errorText(strings, error)}</RetryNote>}
    </div>
  )
}

function PurchaseRow({
  purchase,
  href,
  tabIndex,
}: {
  purchase: Transaction
  /** The URL of the transaction in the network's explorer. */
  href: string | undefined
  tabIndex: 0 | -1
}) {
  const strings = useStrings()
  const amount = useAmount()
  const { locale } = strings.words
  const day = useMemo(
    () => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
    [locale],
  )
  const { metadata, transfers } = purchase
  const date = new Date(metadata.minedAt)
  const state = purchaseState(purchase)
  const bought = transfers.find(({ direction }) => direction === 'in') ?? transfers[0]
  const symbol = bought?.fungible_info?.symbol ?? bought?.fungible_info?.name ?? ''
  const parts = {
    picture: <Picture name={symbol} url={bought?.fungible_info?.icon?.url ?? undefined} round />,
    name: (
      <span data-part="status" data-status={state}>
        {strings.purchases[state]}
      </span>
    ),
    detail: Number.isNaN(date.getTime()) ? '' : day.format(date),
    end: bought && (
      <span data-part="amount" data-direction={state === 'confirmed' ? 'in' : undefined}>
        {state === 'confirmed' && '+'}
        {amount(bought.quantity.numeric)} <bdi>{displaySymbol(symbol)}</bdi>
      </span>
    ),
  }
  return href !== undefined && state === 'confirmed' ? (
    <LinkRow {...parts} tabIndex={tabIndex} href={href} />
  ) : (
    <div data-part="row" data-still="">
      <RowContent {...parts} />
    </div>
  )
}
