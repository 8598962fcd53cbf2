import { useMemo } from 'react'
import { useStrings } from '../strings/strings.tsx'

const BILLION = 1e9

/** How money is written here: billions in short. */
export function useMoney(): (usd: number) => string {
  const { locale } = useStrings().words
  return useMemo(() => {
    const options = { style: 'currency', currency: 'USD' } as const
    const { format } = new Intl.NumberFormat(locale, options)
    const brief = new Intl.NumberFormat(locale, { ...options, notation: 'compact', maximumFractionDigits: 2 }).format
    return (usd) => (usd > 0 && usd < 0.01 ? `<${format(0.01)}` : (usd < BILLION ? format : brief)(usd))
  }, [locale])
}
