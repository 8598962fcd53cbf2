import { baseErrorTexts } from './baseTexts.ts'

const texts: Record<string, string> = { ...baseErrorTexts }

/** Adds texts to those that `errorTextOf` knows. */
export function addErrorTexts(added: Readonly<Record<string, string>>): void {
  Object.assign(texts, added)
}

/**
 * Returns the English text of an error code, with its placeholders. It is loaded with the code that reports the error; until then,
 * the error code is returned.
 */
export const errorTextOf = (code: string): string => texts[code] ?? code
