import { useMemo } from 'react'
import { useStrings, useWord } from '../strings/strings.tsx'

const BILLION = 1e9
const CENT = 0.01

/** Returns a function that formats US dollars, in compact notation from one billion on. */
export function useMoney(): (usd: number) => string {
  const { locale } = useStrings().words
  const word = useWord()
  const written = useMemo(() => {
    const options = { style: 'currency', currency: 'USD' } as const
    const { format } = new Intl.NumberFormat(locale, options)
    const brief = new Intl.NumberFormat(locale, { ...options, notation: 'compact', maximumFractionDigits: 2 }).format
    return (usd: number) => (usd < BILLION ? format : brief)(usd)
  }, [locale])
  return (usd) => (usd > 0 && usd < CENT ? word('smallest', { amount: written(CENT) }) : written(usd))
}
