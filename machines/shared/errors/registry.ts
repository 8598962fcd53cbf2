import { baseErrorTexts } from './baseTexts.ts'

const texts: Record<string, string> = { ...baseErrorTexts }

/** Adds texts to those that `errorTextOf` knows. */
export function addErrorTexts(added: Readonly<Record<string, string>>): void {
  Object.assign(texts, added)
}

/** The English text of an error, with its placeholders. It is the code if the text is not loaded. */
export const errorTextOf = (code: string): string => texts[code] ?? code
