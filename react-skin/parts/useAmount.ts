import { useMemo } from 'react'
import { useStrings, useWord } from '../strings/strings.tsx'
import { separatorsOf, shownAmount, type Separators } from './amounts.ts'

/** What stands between digits here. */
export function useSeparators(): Separators {
  const { locale } = useStrings().words
  return useMemo(() => separatorsOf(locale), [locale])
}

/** How amounts are written here. */
export function useAmount(): (numeric: string) => string {
  const word = useWord()
  const separators = useSeparators()
  return (numeric) => shownAmount(numeric, separators, (amount) => word('smallest', { amount }))
}
