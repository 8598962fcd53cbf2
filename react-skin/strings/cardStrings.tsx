import { LatchkeyError, type SnackbarMessage, type TextParams } from '../../sdk/index.ts'
import { errorTextOf } from '../../sdk/skin.ts'
import { cardTexts } from './card.ts'
import type { Strings, StringsOverride } from './en.ts'
import { fullStopOf } from './languages.ts'
import { fillText, useReplaced, withOverride } from './replaced.tsx'

type CardStrings = {
  readonly [Group in keyof typeof cardTexts]: Pick<
    Strings[Group],
    keyof (typeof cardTexts)[Group] & keyof Strings[Group]
  >
} & Pick<StringsOverride, 'errors'>

const catalogs = new WeakMap<StringsOverride, CardStrings>()

/**
 * Returns the texts of the card and its first view, in the current language. Components that are loaded with the card use it, so
 * that the other texts are not.
 */
export function useCardStrings(): CardStrings {
  const replaced = useReplaced()
  const catalog = catalogs.get(replaced) ?? withOverride<CardStrings>(cardTexts, replaced)
  catalogs.set(replaced, catalog)
  return catalog
}

/** Returns a function for the words in `useCardStrings`, with filled placeholders. */
export function useCardWord(): (key: keyof CardStrings['words'], params?: TextParams) => string {
  const strings = useCardStrings()
  return (key, params) => fillText(strings, strings.words[key], params)
}

/** The texts that an error's text needs. An English one that the app has not replaced is loaded with the code that reports it. */
type ErrorStrings = { readonly words: Pick<Strings['words'], 'locale'> } & Pick<StringsOverride, 'errors'>

/** The text of an error, filled with its params. */
export const errorText = (strings: ErrorStrings, { code, params }: Pick<LatchkeyError, 'code' | 'params'>): string =>
  fillText(strings, strings.errors?.[code] ?? errorTextOf(code), params)

/** The text of an error, followed by that of its cause if it has one. */
export const failureText = (strings: ErrorStrings, error: LatchkeyError): string =>
  error.cause instanceof LatchkeyError
    ? `${errorText(strings, error)}${fullStopOf(strings.words.locale)}${errorText(strings, error.cause)}`
    : errorText(strings, error)

/** The text of a snackbar message. */
export const messageText = (
  strings: ErrorStrings & Pick<Strings, 'notices'>,
  { code, params }: SnackbarMessage,
): string => fillText(strings, { ...strings.errors, ...strings.notices }[code] ?? errorTextOf(code), params)
