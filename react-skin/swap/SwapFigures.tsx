import {
  tokenWarning,
  formatAmount,
  priceImpact,
  shortAmount,
  swapViewModel,
  type SwapOrder,
  type SwapToken,
} from '../../sdk/index.ts'
import { apiFee, apiFeePercent, exchangeRate } from '../../sdk/skin.ts'
import { useFeature } from '../hooks/index.ts'
import { useWord } from '../strings/strings.tsx'
import { Fact, Facts, Identifier } from '../components/Facts.tsx'
import { Note } from '../components/Note.tsx'
import { displaySymbol, fullAmount, roughAmount } from '../components/amountText.ts'
import { useSeparators } from '../components/useAmount.ts'
import { useFee } from '../components/useFee.ts'

/** The decimals of a rate, and of a percentage. */
const RATE_DECIMALS = 6
const PERCENT_DECIMALS = 2

/** The minimum amount, the price impact and the fee of a swap. */
export function SwapFigures({
  order: { quote, minimum, slippage },
  typed = false,
}: {
  order: SwapOrder
  /** The slippage has an input field next to it. */
  typed?: boolean
}) {
  const word = useWord()
  const separators = useSeparators()
  const { balances, fee } = useFeature('swap', swapViewModel)
  const { from, to, fromUnits } = quote
  const writtenFee = useFee(balances)
  const impact = priceImpact(quote)
  const full = (amount: string) => fullAmount(amount, separators)
  const percent = (text: string) => word('percent', { percent: full(text) })
  return (
    <Facts dense>
      <Fact name={word('minimumReceived')}>
        <bdi dir="ltr">
          {full(formatAmount(minimum, to.decimals))} {displaySymbol(to.symbol)}
        </bdi>
      </Fact>
      {!typed && <Fact name={word('slippage')}>{percent(formatAmount(slippage, PERCENT_DECIMALS))}</Fact>}
      <Fact name={word('rate')}>
        {word('rateValue', {
          from: displaySymbol(from.symbol),
          amount: full(shortAmount(exchangeRate(quote), RATE_DECIMALS)),
          to: displaySymbol(to.symbol),
        })}
      </Fact>
      <Fact name={word('priceImpact')}>
        {impact ? percent(shortAmount(impact.percent, PERCENT_DECIMALS)) : word('unknownValue')}
      </Fact>
      <Fact name={word('serviceFee', { percent: full(apiFeePercent) })}>
        <bdi dir="ltr">
          {full(roughAmount(apiFee(fromUnits, from.decimals)))} {displaySymbol(from.symbol)}
        </bdi>
      </Fact>
      <Fact name={word('networkFee')}>{fee ? writtenFee(fee) : word('unknownValue')}</Fact>
    </Facts>
  )
}

/** Warnings before a swap: price impact, suspicious tokens and a missing network fee. */
export function SwapWarnings({ order, tokens }: { order: SwapOrder | undefined; tokens: readonly SwapToken[] }) {
  const word = useWord()
  const separators = useSeparators()
  const draft = useFeature('swap', swapViewModel)
  const impact = order && priceImpact(order.quote)
  return (
    <>
      {tokens.map((token) => {
        const doubt = tokenWarning(draft.tokens, token)
        return (
          doubt && (
            <Note key={token.address} tone="error">
              {word(doubt === 'alike' ? 'tokenLooksAlike' : 'tokenUnlisted', { symbol: displaySymbol(token.symbol) })}{' '}
              <Identifier>{token.address.slice(token.chainId.length + 1)}</Identifier>
            </Note>
          )
        )
      })}
      {impact && impact.level !== 'none' && (
        <Note tone="error">
          {word('impactWarning', { percent: fullAmount(shortAmount(impact.percent, PERCENT_DECIMALS), separators) })}
        </Note>
      )}
      {order && draft.isFeeUnaffordable && (
        <Note tone="error">
          {word('feeUnaffordable', { symbol: displaySymbol(draft.network.nativeCurrency.symbol) })}
        </Note>
      )}
    </>
  )
}
