import { useMemo } from 'react'
import { useStrings } from '../strings/strings.tsx'

/** How money is written here. */
export function useMoney(): (usd: number) => string {
  const { locale } = useStrings().words
  return useMemo(() => {
    const { format } = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
    return (usd) => (usd > 0 && usd < 0.01 ? `<${format(0.01)}` : format(usd))
  }, [locale])
}
