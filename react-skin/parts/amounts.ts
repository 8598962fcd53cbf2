import { shortAmount, type TokenBalance } from '../../sdk/index.ts'

export { drawnSymbol } from '../../sdk/index.ts'

const SHOWN_DECIMALS = 4

/** What stands between digits in a language. */
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

/** An amount as it is shown: cut to four decimals, in groups of three digits, and never 0 where there is something. */
export function shownAmount(
  numeric: string,
  { group, decimal }: Separators,
  smallest: (amount: string) => string,
): string {
  const short = shortAmount(numeric, SHOWN_DECIMALS)
  if (short === '0' && /[1-9]/.test(numeric)) return smallest(`0${decimal}0001`)
  return fullAmount(short, { group, decimal })
}

/** An amount with every digit, in groups of three: as it is checked before it is sent. */
export function fullAmount(numeric: string, { group, decimal }: Separators): string {
  const [whole = '0', fraction] = numeric.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`
}

/** An estimate in decimal text, without the digits that nobody can know: below 1 the first three that count, else two decimals. */
export const roughAmount = (numeric: string): string =>
  /^(0\.0*[1-9]\d{0,2}|[1-9]\d*(\.\d{1,2})?)/.exec(numeric)?.[0] ?? numeric

/** An amount as many digits long before its decimal sign, or longer. */
export const isLong = (numeric: string, digits: number): boolean => numeric.replace(/\..*/, '').length >= digits

/** From so many digits on nobody has a name for what is counted. */
const UNNAMED = 16

/** How large amounts are told in short: by thousands, or by the number of digits where those have no names. */
export function briefly(locale: string): (numeric: string) => string {
  const options = { maximumFractionDigits: 2 }
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', ...options }).format
  const scientific = new Intl.NumberFormat(locale, { notation: 'scientific', ...options }).format
  return (numeric) => (isLong(numeric, UNNAMED) ? scientific : compact)(Number(numeric))
}

/** How large a text may be drawn on a line of its own: what is cut or broken between digits can be misread. */
export const sizeOf = (text: string): 'long' | 'longest' | undefined =>
  text.length > 13 ? 'longest' : text.length > 9 ? 'long' : undefined

/** An amount as it is typed in a language: no groups, and nothing cut. */
export const writtenAmount = (numeric: string, { decimal }: Separators): string => numeric.replace('.', decimal)

/**
 * The digits of Arabic keyboards (U+0660, U+06F0) and of Japanese and Chinese ones, where each is as wide as a letter (U+FF10),
 * with their decimal signs: they are typed in other languages' pages as well. A wide comma or full stop is what it is narrow;
 * so is the full stop of a sentence (U+3002), which those keyboards write between digits.
 */
const latinDigits = (typed: string, decimal: string): string =>
  typed
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .replaceAll('\u066b', decimal)
    .replaceAll('\uff0c', ',')
    .replace(/[\uff0e\u3002\uff61]/g, '.')

/** A number with groups of three digits whose decimal sign is the one of `,` and `.` that stands last. */
const GROUPED = /^\d{1,3}(?:(?:,\d{3})+\.|(?:\.\d{3})+,)\d*$/
/** A sign that cannot stand between groups of three digits: before fewer or more of them, or after a leading zero. */
const LONE_DECIMAL = /^(?!0*[1-9]\d{0,2}[,.]\d{3}$)\d+[,.]\d*$/

/**
 * An amount as a machine takes it, of one as it was typed or pasted. The decimal sign of a keyboard or of copied text need not
 * be that of the page's language. What could mean two amounts is read by the language alone.
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

/** The token that fees are paid in: the one without an address. */
export const nativeOf = (tokens: readonly TokenBalance[]): TokenBalance | undefined =>
  tokens.find(({ address }) => address === undefined)
