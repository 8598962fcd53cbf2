/** The maximum length of an untrusted name in characters. Longer names are cut. */
const NAME_LENGTH = 64

/**
 * Returns an untrusted text on one line: without characters that are invisible or reorder the text around them, and with a
 * maximum length.
 */
export const toPlainText = (text: string): string =>
  // Everything that can be shown is within this length, so megabytes are not processed.
  Array.from(text.slice(0, NAME_LENGTH * 16).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ''))
    .slice(0, NAME_LENGTH)
    .join('')
    .trim()

/**
 * Returns the symbol of a token as it is shown next to an amount. A symbol that could be read as more digits, or could reorder
 * the text around it, is quoted and isolated (U+2068, U+2069).
 */
export const displaySymbol = (symbol: string): string =>
  /^([A-Za-z$][\w$.+-]*)?$/.test(symbol) ? symbol : `\u2068“${symbol.replace(/\s+/g, '_')}”\u2069`
