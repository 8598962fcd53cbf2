import { type Fee, type TokenBalance } from '../../sdk/index.ts'
import { feeValue } from '../../sdk/skin.ts'
import { useWord } from '../strings/strings.tsx'
import { displaySymbol, fullAmount, roughAmount } from './amountText.ts'
import { useSeparators } from './useAmount.ts'
import { useMoney } from '../account/useMoney.ts'

/**
 * Returns a function that formats a fee: every digit if it is exact or a maximum, with its value if the account's tokens include
 * a price.
 */
export function useFee(tokens: readonly TokenBalance[]): (fee: Fee) => string {
  const word = useWord()
  const money = useMoney()
  const separators = useSeparators()
  return (fee) => {
    const [name, digits] = fee.isExact
      ? (['feeExact', fee.amount] as const)
      : fee.isMaximum
        ? (['feeAtMost', fee.amount] as const)
        : (['feeAbout', roughAmount(fee.amount)] as const)
    const text = word(name, { amount: fullAmount(digits, separators), symbol: displaySymbol(fee.symbol) })
    const value = feeValue(fee, tokens)
    return value === undefined ? text : word('feeWithValue', { fee: text, value: money(value) })
  }
}
