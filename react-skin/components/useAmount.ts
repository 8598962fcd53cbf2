import { useMemo } from 'react'
import { useStrings, useWord } from '../strings/strings.tsx'
import { briefly, isLong, separatorsOf, shownAmount, type Separators } from './amountText.ts'

/** The number of digits from which on an amount is shortened by default. */
const LONG = 10

/** The separators of the current language. */
export function useSeparators(): Separators {
  const { locale } = useStrings().words
  return useMemo(() => separatorsOf(locale), [locale])
}

/** Returns a function that formats amounts, and shortens those with at least this many digits before the decimal separator. */
export function useAmount(digits = LONG): (numeric: string) => string {
  const word = useWord()
  const separators = useSeparators()
  const { locale } = useStrings().words
  const brief = useMemo(() => briefly(locale), [locale])
  return (numeric) =>
    isLong(numeric, digits)
      ? brief(numeric)
      : shownAmount(numeric, separators, (amount) => word('smallest', { amount }))
}
