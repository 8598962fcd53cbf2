import type { Strings } from './en.ts'

/** The languages the skin speaks, each loaded when it is first needed. English is what stands where nothing replaces it. */
const languages = {
  ar: async () => (await import('./locales/ar.ts')).ar,
  de: async () => (await import('./locales/de.ts')).de,
  en: async () => ({}),
  es: async () => (await import('./locales/es.ts')).es,
  fr: async () => (await import('./locales/fr.ts')).fr,
  ja: async () => (await import('./locales/ja.ts')).ja,
  pt: async () => (await import('./locales/pt.ts')).pt,
  zh: async () => (await import('./locales/zh.ts')).zh,
} as const satisfies Record<string, () => Promise<Partial<Strings>>>

/** A language of the skin. */
export type Locale = keyof typeof languages
export const locales = Object.keys(languages) as readonly Locale[]

/** The words of a language, to put in the place of the English ones. */
export const loadStrings = (locale: Locale): Promise<Partial<Strings>> => languages[locale]()

const languageOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''

const isLocale = (tag: string): tag is Locale => tag in languages

/** The first of the wanted languages (BCP 47) that the skin speaks, whatever their region; English where it speaks none. */
export const localeFor = (tags: readonly string[]): Locale => tags.map(languageOf).find(isLocale) ?? 'en'

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur'])

/** How a language (BCP 47) is written. */
export const directionOf = (tag: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(languageOf(tag)) ? 'rtl' : 'ltr')

const IDEOGRAPHIC: ReadonlySet<string> = new Set(['ja', 'zh'])

/** What stands between a sentence of a language (BCP 47) that has its full stop, and the next. */
export const sentenceGapOf = (tag: string): string => (IDEOGRAPHIC.has(languageOf(tag)) ? '' : ' ')

/** What stands between two sentences of a language (BCP 47) that have none. */
export const fullStopOf = (tag: string): string => (IDEOGRAPHIC.has(languageOf(tag)) ? '。' : `.${sentenceGapOf(tag)}`)
