import type { TextParams } from '../../sdk/index.ts'
import { en, type Strings, type StringsOverride } from './en.ts'
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
