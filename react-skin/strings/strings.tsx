import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { fill, LatchkeyError, type SnackbarMessage, type TextParams } from '../../sdk/index.ts'
import { en, type Strings, type StringsOverride } from './en.ts'
import { loadStrings, localeFor, type Locale } from './languages.ts'

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

/** One of the skin's own words, filled. */
export function useWord(): (key: keyof Strings['words'], params?: TextParams) => string {
  const { words } = useStrings()
  return (key, params = {}) => fill(words[key], params)
}

/** The text of an error, filled with what the error knows. */
export const errorText = ({ errors }: Strings, { code, params }: Pick<LatchkeyError, 'code' | 'params'>): string =>
  fill(errors[code], params)

/** Why, where the error knows: the text of the error behind it. */
export const reasonText = (strings: Strings, { cause }: LatchkeyError): string | undefined =>
  cause instanceof LatchkeyError ? errorText(strings, cause) : undefined

/** The text of a snackbar's message. */
export const messageText = ({ errors, notices }: Strings, { code, params }: SnackbarMessage): string =>
  fill({ ...errors, ...notices }[code], params ?? {})
