import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { formatMessage, type TextParams } from '../../sdk/index.ts'
import { early } from './early.ts'
import type { Strings, StringsOverride } from './en.ts'
import { directionOf, loadStrings, localeFor, type Locale } from './languages.ts'

const none: StringsOverride = {}
const ReplacedContext = createContext(none)

/** The texts that replace the English ones here. */
export const useReplaced = (): StringsOverride => useContext(ReplacedContext)

export function withOverride<Base extends StringsOverride>(base: Base, override: StringsOverride): Base {
  // Each group has its own shape, which a loop over the names cannot express.
  const groups = Object.keys({ ...base, ...override }) as (keyof Strings)[]
  return Object.fromEntries(groups.map((group) => [group, { ...base[group], ...override[group] }])) as unknown as Base
}

export interface StringsProviderProps {
  /** The texts to replace, by group and key. */
  strings: StringsOverride
  children?: ReactNode
}

/** Replaces texts in the components below: with a translation, or with a few texts of your own. */
export function StringsProvider({ strings, children }: StringsProviderProps) {
  const outer = useReplaced()
  const merged = useMemo(() => withOverride(outer, strings), [outer, strings])
  return <ReplacedContext.Provider value={merged}>{children}</ReplacedContext.Provider>
}

export interface LanguageProviderProps {
  /** A language, or `auto` for the first of the user's languages that the skin supports. */
  locale: Locale | 'auto'
  children?: ReactNode
}

/** Shows the components below in a language, once its texts are loaded. Until then, and if loading fails, the previous texts stay. */
export function LanguageProvider({ locale, children }: LanguageProviderProps) {
  const [strings, setStrings] = useState(none)
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
  return <ReplacedContext.Provider value={strings}>{children}</ReplacedContext.Provider>
}

/**
 * Fills the placeholders of a text. In right-to-left texts each value is isolated (U+2068, U+2069), so that a name in another
 * script keeps its own order and does not change that of the text.
 */
export function fillText(
  { words }: { words: Pick<Strings['words'], 'locale'> },
  text: string,
  params: TextParams = {},
): string {
  if (directionOf(words.locale) === 'ltr') return formatMessage(text, params)
  const isolated = Object.entries(params).map(([name, value]) => [name, `\u2068${value}\u2069`])
  return formatMessage(text, Object.fromEntries(isolated))
}

/** A text for screen readers only, without the direction marks that would prevent text matches. */
export const spoken = (text: string): string => text.replace(/[\u2066-\u2069]/g, '')

/**
 * Returns a function for the texts that are needed before the dialog is loaded, with filled placeholders. All others come with
 * `useStrings`.
 */
export function useEarlyWord(): (key: keyof typeof early, params?: TextParams) => string {
  const words = { ...early, ...useReplaced().words }
  return (key, params) => fillText({ words }, words[key], params)
}
