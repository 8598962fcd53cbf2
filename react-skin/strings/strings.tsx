import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { fill, LatchkeyError, type SnackbarMessage, type TextParams } from '../../sdk/index.ts'
import { en, type Strings, type StringsOverride } from './en.ts'
import { directionOf, fullStopOf, loadStrings, localeFor, type Locale } from './languages.ts'

const StringsContext = createContext<Strings>(en)

const groups = Object.keys(en) as readonly (keyof Strings)[]

const withOverride = (strings: Strings, override: StringsOverride): Strings =>
  // Each group keeps its own shape, which a loop over their names cannot say.
  Object.fromEntries(groups.map((group) => [group, { ...strings[group], ...override[group] }])) as unknown as Strings

/** Gives the components below other words: a translation, or a few texts of a site's own. */
export function StringsProvider({ strings, children }: { strings: StringsOverride; children?: ReactNode }) {
  const outer = use(StringsContext)
  const merged = useMemo(() => withOverride(outer, strings), [outer, strings])
  return <StringsContext value={merged}>{children}</StringsContext>
}

/**
 * Gives the components below the words of a language, once they are loaded; what was shown before stays until then, or where
 * they cannot be. `auto` is the first of the visitor's languages that the skin speaks.
 */
export function LanguageProvider({ locale, children }: { locale: Locale | 'auto'; children?: ReactNode }) {
  const [strings, setStrings] = useState<Strings>(en)
  useEffect(() => {
    let wanted = true
    loadStrings(locale === 'auto' ? localeFor(navigator.languages) : locale).then(
      (loaded) => {
        if (wanted) setStrings(loaded)
      },
      () => {},
    )
    return () => {
      wanted = false
    }
  }, [locale])
  return <StringsContext value={strings}>{children}</StringsContext>
}

/** The catalogue that is in force here. */
export const useStrings = (): Strings => use(StringsContext)

/**
 * Fills a text. Within words that run from right to left, each thing that is filled in is isolated (U+2068, U+2069): a name in
 * other letters then keeps its own order, and leaves that of the words alone.
 */
export function fillText({ words }: Strings, text: string, params: TextParams = {}): string {
  if (directionOf(words.locale) === 'ltr') return fill(text, params)
  const isolated = Object.entries(params).map(([name, value]) => [name, `\u2068${value}\u2069`])
  return fill(text, Object.fromEntries(isolated))
}

/** A text that is read out and not seen: without the marks that put letters in order, which would keep it from being found. */
export const spoken = (text: string): string => text.replace(/[\u2066-\u2069]/g, '')

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
