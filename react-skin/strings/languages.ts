import { en, type Strings } from './en.ts'

/** The languages the skin speaks, each loaded when it is first needed. English is always there. */
const languages = {
  de: async () => (await import('./locales/de.ts')).de,
  en: async () => en,
  es: async () => (await import('./locales/es.ts')).es,
  fr: async () => (await import('./locales/fr.ts')).fr,
  pt: async () => (await import('./locales/pt.ts')).pt,
} as const satisfies Record<string, () => Promise<Strings>>

/** A language of the skin. */
export type Locale = keyof typeof languages
export const locales = Object.keys(languages) as readonly Locale[]

/** The words of a language. */
export const loadStrings = (locale: Locale): Promise<Strings> => languages[locale]()

const isLocale = (tag: string): tag is Locale => tag in languages

/** The first of the wanted languages (BCP 47) that the skin speaks, whatever their region; English where it speaks none. */
export const localeFor = (tags: readonly string[]): Locale =>
  tags.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLocale) ?? 'en'

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur'])

/** How a language (BCP 47) is written. */
export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.has(tag.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr'
