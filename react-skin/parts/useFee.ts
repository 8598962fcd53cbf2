import { feeValue, type Fee } from '../../sdk/index.ts'
import { useFeature } from '../hooks.ts'
import { useWord } from '../strings/strings.tsx'
import { drawnSymbol, fullAmount, roughAmount } from './amounts.ts'
import { useSeparators } from './useAmount.ts'
import { useMoney } from './useMoney.ts'

/** How the fee of the draft is written: every digit where it is what will be paid, and what it is worth where a price is known. */
export function useFee(): (fee: Fee) => string {
  const word = useWord()
  const money = useMoney()
  const separators = useSeparators()
  const tokens = useFeature('send', ({ context }) => context.tokens)
  return (fee) => {
    const digits = fee.isExact ? fee.amount : roughAmount(fee.amount)
    const written = { amount: fullAmount(digits, separators), symbol: drawnSymbol(fee.symbol) }
    const text = word(fee.isExact ? 'feeExact' : 'feeAbout', written)
    const value = feeValue(fee, tokens)
    return value === undefined ? text : word('feeWorth', { fee: text, value: money(value) })
  }
}
