import { LatchkeyError, type SnackbarMessage, type TextParams } from '../../sdk/index.ts'
import { en, type Strings, type StringsOverride } from './en.ts'
import { fullStopOf } from './languages.ts'
import { fillText, useReplaced, withOverride } from './replaced.tsx'

const catalogs = new WeakMap<StringsOverride, Strings>()

/**
 * Returns the texts in the current language, with those that the app replaced.
 * @returns All texts, by group and key.
 */
export function useStrings(): Strings {
  const replaced = useReplaced()
  const catalog = catalogs.get(replaced) ?? withOverride<Strings>(en, replaced)
  catalogs.set(replaced, catalog)
  return catalog
}

/** Returns a function for the skin's own words, with filled placeholders. */
export function useWord(): (key: keyof Strings['words'], params?: TextParams) => string {
  const strings = useStrings()
  return (key, params) => fillText(strings, strings.words[key], params)
}

/** The text of an error, filled with its params. */
export const errorText = (strings: Strings, { code, params }: Pick<LatchkeyError, 'code' | 'params'>): string =>
  fillText(strings, strings.errors[code], params)

/** The text of an error, followed by that of its cause if it has one. */
export const failureText = (strings: Strings, error: LatchkeyError): string =>
  error.cause instanceof LatchkeyError
    ? `${errorText(strings, error)}${fullStopOf(strings.words.locale)}${errorText(strings, error.cause)}`
    : errorText(strings, error)

/** The text of a snackbar message. */
export const messageText = (strings: Strings, { code, params }: SnackbarMessage): string =>
  fillText(strings, { ...strings.errors, ...strings.notices }[code], params)
