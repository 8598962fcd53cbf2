/** Of a name that a stranger chose, in characters; more is cut. */
const NAME_LENGTH = 64

/** A stranger's text on one line: without what is unseen or turns round what stands beside it, and not without an end. */
export const plainText = (text: string): string =>
  // A look at so much finds whatever can be shown; a megabyte is not worth one.
  Array.from(text.slice(0, NAME_LENGTH * 16).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ''))
    .slice(0, NAME_LENGTH)
    .join('')
    .trim()

/**
 * A token's symbol as it is drawn beside an amount: one that could be read as more digits, or turn round what stands beside it,
 * is set in quotation marks, and apart (U+2068, U+2069).
 */
export const drawnSymbol = (symbol: string): string =>
  /^([A-Za-z$][\w$.+-]*)?$/.test(symbol) ? symbol : `\u2068“${symbol.replace(/\s+/g, '_')}”\u2069`
