import { useStrings, useWord } from '../strings/strings.tsx'
import { shownAmount } from './amounts.ts'

/** How amounts are written here. */
export function useAmount(): (numeric: string) => string {
  const word = useWord()
  const { groupSeparator } = useStrings().words
  return (numeric) => shownAmount(numeric, groupSeparator, (amount) => word('smallest', { amount }))
}
