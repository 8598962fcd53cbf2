import { useMemo } from 'react'
import { useStrings, useWord } from '../strings/strings.tsx'
import { briefly, isLong, separatorsOf, shownAmount, type Separators } from './amounts.ts'

/** From so many digits on an amount does not fit beside anything. */
const LONG = 10

/** What stands between digits here. */
export function useSeparators(): Separators {
  const { locale } = useStrings().words
  return useMemo(() => separatorsOf(locale), [locale])
}

/** How amounts are written here: in short where so many digits stand before the decimal sign. */
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
