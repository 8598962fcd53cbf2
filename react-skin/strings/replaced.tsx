import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { fill, type TextParams } from '../../sdk/index.ts'
import { early } from './early.ts'
import type { Strings, StringsOverride } from './en.ts'
import { directionOf, loadStrings, localeFor, type Locale } from './languages.ts'

const none: StringsOverride = {}
const ReplacedContext = createContext(none)

/** What stands in the place of the English words here. */
export const useReplaced = (): StringsOverride => useContext(ReplacedContext)

export function withOverride<Base extends StringsOverride>(base: Base, override: StringsOverride): Base {
  // Each group keeps its own shape, which a loop over their names cannot say.
  const groups = Object.keys({ ...base, ...override }) as (keyof Strings)[]
  return Object.fromEntries(groups.map((group) => [group, { ...base[group], ...override[group] }])) as unknown as Base
}

/** Gives the components below other words: a translation, or a few texts of a site's own. */
export function StringsProvider({ strings, children }: { strings: StringsOverride; children?: ReactNode }) {
  const outer = useReplaced()
  const merged = useMemo(() => withOverride(outer, strings), [outer, strings])
  return <ReplacedContext.Provider value={merged}>{children}</ReplacedContext.Provider>
}

/**
 * Gives the components below the words of a language, once they are loaded; what was shown before stays until then, or where
 * they cannot be. `auto` is the first of the visitor's languages that the skin speaks.
 */
export function LanguageProvider({ locale, children }: { locale: Locale | 'auto'; children?: ReactNode }) {
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
 * Fills a text. Within words that run from right to left, each thing that is filled in is isolated (U+2068, U+2069): a name in
 * other letters then keeps its own order, and leaves that of the words alone.
 */
export function fillText(
  { words }: { words: Pick<Strings['words'], 'locale'> },
  text: string,
  params: TextParams = {},
): string {
  if (directionOf(words.locale) === 'ltr') return fill(text, params)
  const isolated = Object.entries(params).map(([name, value]) => [name, `\u2068${value}\u2069`])
  return fill(text, Object.fromEntries(isolated))
}

/** A text that is read out and not seen: without the marks that put letters in order, which would keep it from being found. */
export const spoken = (text: string): string => text.replace(/[\u2066-\u2069]/g, '')

/** One of the words that stand in a page before its dialog is loaded, filled. All others come with `useStrings`. */
export function useEarlyWord(): (key: keyof typeof early, params?: TextParams) => string {
  const words = { ...early, ...useReplaced().words }
  return (key, params) => fillText({ words }, words[key], params)
}
