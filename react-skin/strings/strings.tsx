import { LatchkeyError, type SnackbarMessage, type TextParams } from '../../sdk/index.ts'
import { en, type Strings, type StringsOverride } from './en.ts'
import { fullStopOf } from './languages.ts'
import { fillText, useReplaced, withOverride } from './replaced.tsx'

const catalogues = new WeakMap<StringsOverride, Strings>()

/** The catalogue that is in force here. */
export function useStrings(): Strings {
  const replaced = useReplaced()
  const catalogue = catalogues.get(replaced) ?? withOverride<Strings>(en, replaced)
  catalogues.set(replaced, catalogue)
  return catalogue
}

/** One of the skin's own words, filled. */
export function useWord(): (key: keyof Strings['words'], params?: TextParams) => string {
  const strings = useStrings()
  return (key, params) => fillText(strings, strings.words[key], params)
}

/** The text of an error, filled with what the error knows. */
export const errorText = (strings: Strings, { code, params }: Pick<LatchkeyError, 'code' | 'params'>): string =>
  fillText(strings, strings.errors[code], params)

/** The text of an error and, where it knows why, that of the error behind it. */
export const failureText = (strings: Strings, error: LatchkeyError): string =>
  error.cause instanceof LatchkeyError
    ? `${errorText(strings, error)}${fullStopOf(strings.words.locale)}${errorText(strings, error.cause)}`
    : errorText(strings, error)

/** The text of a snackbar's message. */
export const messageText = (strings: Strings, { code, params }: SnackbarMessage): string =>
  fillText(strings, { ...strings.errors, ...strings.notices }[code], params)
