import { shortAmount, type TokenBalance } from '../../sdk/index.ts'

export { displaySymbol } from '../../sdk/skin.ts'

const SHOWN_DECIMALS = 4

/** The separators of numbers in a language. */
export interface Separators {
  group: string
  decimal: string
}

/** The separators of a language (BCP 47). */
export function separatorsOf(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(12345.6)
  const partOf = (type: string, fallback: string) => parts.find((part) => part.type === type)?.value ?? fallback
  return { group: partOf('group', ''), decimal: partOf('decimal', '.') }
}

/** Formats an amount for display: four decimals without rounding, grouped digits, and never 0 for a positive amount. */
export function shownAmount(
  numeric: string,
  { group, decimal }: Separators,
  smallest: (amount: string) => string,
): string {
  const short = shortAmount(numeric, SHOWN_DECIMALS)
  if (short === '0' && /[1-9]/.test(numeric)) return smallest(`0${decimal}0001`)
  return fullAmount(short, { group, decimal })
}

/** Formats an amount with every digit, grouped, to be checked before it is sent. */
export function fullAmount(numeric: string, { group, decimal }: Separators): string {
  const [whole = '0', fraction] = numeric.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`
}

/** Shortens an estimate to its meaningful digits: below 1 the first three significant ones, else two decimals. */
export const roughAmount = (numeric: string): string =>
  /^(0\.0*[1-9]\d{0,2}|[1-9]\d*(\.\d{1,2})?)/.exec(numeric)?.[0] ?? numeric

/** Whether an amount has at least this many digits before the decimal separator. */
export const isLong = (numeric: string, digits: number): boolean => numeric.replace(/\..*/, '').length >= digits

/** The number of digits from which on there are no number names. */
const UNNAMED = 16

/**
 * Returns a function that shortens large amounts: in compact notation, or in scientific notation if there are no number names.
 */
export function briefly(locale: string): (numeric: string) => string {
  const options = { maximumFractionDigits: 2 }
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', ...options }).format
  const scientific = new Intl.NumberFormat(locale, { notation: 'scientific', ...options }).format
  return (numeric) => (isLong(numeric, UNNAMED) ? scientific : compact)(Number(numeric))
}

/** The size of a text on its own line: a number that is truncated or broken between digits can be misread. */
export const sizeOf = (text: string): 'long' | 'longest' | undefined =>
  text.length > 13 ? 'longest' : text.length > 9 ? 'long' : undefined

/** Formats an amount for an input field: without grouping, and with every digit. */
export const writtenAmount = (numeric: string, { decimal }: Separators): string => numeric.replace('.', decimal)

/**
 * Converts the digits of Arabic keyboards (U+0660, U+06F0) and the full-width digits of Japanese and Chinese ones (U+FF10), with
 * their decimal separators. They can be typed on pages in any language. A full-width comma or full stop counts as the ASCII one.
 * So does the ideographic full stop (U+3002), which these keyboards write between digits.
 */
const latinDigits = (typed: string, decimal: string): string =>
  typed
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replaceAll('\u066b', decimal)
    .replaceAll('\uff0c', ',')
    .replace(/[\uff0e\u3002\uff61]/g, '.')

/** A number with grouped digits, whose last `,` or `.` is the decimal separator. */
const GROUPED = /^\d{1,3}(?:(?:,\d{3})+\.|(?:\.\d{3})+,)\d*$/
/** A separator that cannot be a group separator: not followed by groups of three digits, or after a leading zero. */
const LONE_DECIMAL = /^(?!0*[1-9]\d{0,2}[,.]\d{3}$)\d+[,.]\d*$/

/**
 * Parses a typed or pasted amount to the machines' format. The decimal separator of a keyboard or of copied text may differ from
 * that of the page's language. Only ambiguous amounts are read in that language.
 */
export function typedAmount(typed: string, { group, decimal }: Separators): string {
  const latin = latinDigits(typed.trim(), decimal).replace(/(?<=\d)[\s'\u2019](?=\d{3}(?!\d))/g, '')
  if (GROUPED.test(latin)) {
    const at = Math.max(latin.lastIndexOf(','), latin.lastIndexOf('.'))
    return `${latin.slice(0, at).replace(/[,.]/g, '')}.${latin.slice(at + 1)}`
  }
  if (LONE_DECIMAL.test(latin)) return latin.replace(',', '.')
  if (decimal === '.') return latin
  const ungrouped = latin.includes(decimal) ? latin.replaceAll(group, '') : latin
  return ungrouped.replaceAll(decimal, '.')
}

/** The token in which fees are paid: the one without an address. */
export const nativeOf = (tokens: readonly TokenBalance[]): TokenBalance | undefined =>
  tokens.find(({ address }) => address === undefined)
