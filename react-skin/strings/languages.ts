import type { Strings } from './en.ts'

/** A language of the skin. */
export type Locale = 'ar' | 'de' | 'en' | 'es' | 'fr' | 'ja' | 'pt' | 'zh'

/** The languages of the skin, each loaded on demand. English is the fallback. */
const languages: Readonly<Record<Locale, () => Promise<Partial<Strings>>>> = {
  ar: async () => (await import('./locales/ar.ts')).ar,
  de: async () => (await import('./locales/de.ts')).de,
  en: async () => ({}),
  es: async () => (await import('./locales/es.ts')).es,
  fr: async () => (await import('./locales/fr.ts')).fr,
  ja: async () => (await import('./locales/ja.ts')).ja,
  pt: async () => (await import('./locales/pt.ts')).pt,
  zh: async () => (await import('./locales/zh.ts')).zh,
}

/** All languages of the skin. */
export const locales = Object.keys(languages) as readonly Locale[]

/** Loads the texts of a language. */
export const loadStrings = (locale: Locale): Promise<Partial<Strings>> => languages[locale]()

const languageOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''

const isLocale = (tag: string): tag is Locale => tag in languages

/** The first of the preferred languages (BCP 47) that the skin supports, in any region; otherwise English. */
export const localeFor = (tags: readonly string[]): Locale => tags.map(languageOf).find(isLocale) ?? 'en'

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur'])

/** The writing direction of a language (BCP 47). */
export const directionOf = (tag: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(languageOf(tag)) ? 'rtl' : 'ltr')

const IDEOGRAPHIC: ReadonlySet<string> = new Set(['ja', 'zh'])

/** The text between a sentence with a full stop and the next, in a language (BCP 47). */
export const sentenceGapOf = (tag: string): string => (IDEOGRAPHIC.has(languageOf(tag)) ? '' : ' ')

/** The text between two sentences without full stops, in a language (BCP 47). */
export const fullStopOf = (tag: string): string => (IDEOGRAPHIC.has(languageOf(tag)) ? '。' : `.${sentenceGapOf(tag)}`)
