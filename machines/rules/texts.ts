/** Of a name that a stranger chose, in characters; more is cut. */
const NAME_LENGTH = 64

/** A stranger's text on one line: without what is unseen or turns round what stands beside it, and not without an end. */
export const plainText = (text: string): string =>
  // A look at so much finds whatever can be shown; a megabyte is not worth one.
  Array.from(text.slice(0, NAME_LENGTH * 16).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ''))
    .slice(0, NAME_LENGTH)
    .join('')
    .trim()
