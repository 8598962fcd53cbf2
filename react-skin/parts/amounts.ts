import { shortAmount, type TokenBalance } from '../../sdk/index.ts'

const SHOWN_DECIMALS = 4

/** An amount as it is shown: cut to four decimals, in groups of three digits, and never 0 where there is something. */
export function shownAmount(numeric: string, separator: string, smallest: (amount: string) => string): string {
  const short = shortAmount(numeric, SHOWN_DECIMALS)
  if (short === '0' && /[1-9]/.test(numeric)) return smallest('0.0001')
  const [whole = '0', fraction] = short.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, separator)
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** The token that fees are paid in: the one without an address. */
export const nativeOf = (tokens: readonly TokenBalance[]): TokenBalance | undefined =>
  tokens.find(({ address }) => address === undefined)
