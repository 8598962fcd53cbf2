import { beforeAll, describe, expect, test } from 'vitest'
import { en, type Strings } from '../../react-skin/strings/en.ts'
import { loadStrings, localeFor, locales, type Locale } from '../../react-skin/strings/languages.ts'

interface Tree {
  readonly [key: string]: string | Tree
}
type Texts = ReadonlyMap<string, string>

const entriesOf = (tree: Tree, path = ''): readonly (readonly [string, string])[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : entriesOf(value, `${path}${key} › `),
  )
const textsOf = (strings: Strings): Texts => new Map(entriesOf(strings))
const english = textsOf(en)
/** All words of a language. */
const wordsOf = async (locale: Locale): Promise<Strings> => ({ ...en, ...(await loadStrings(locale)) })

/** Names, which are the same in every language. */
const NAMES =
  /\b(WalletConnect|Solana|Bitcoin|Polkadot|Cosmos|Algorand|Cardano|Elrond|MultiversX|NEAR|Tezos|Ordinals|NFTs?|web3|Farcaster|Apple Pay|PayPal)\b/gi
const URLS = /https:\/\/\S+/g
const PLACEHOLDERS = /\{\w+\}/g

/** Whether a text has words that can be translated. */
const translatable = (text: string): boolean =>
  /\p{L}/u.test(text.replaceAll(URLS, '').replaceAll(PLACEHOLDERS, '').replaceAll(NAMES, ''))

/** Words that a language shares with English. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  de: ['Browser', 'Desktop', 'Downloads', 'Token', 'Token: {symbol}', 'Website'],
  es: ['No', 'Token', 'Token: {symbol}', 'Tokens'],
  fr: ['Collection', 'Message', 'Mobile', 'Site', 'Transaction'],
  pt: ['Downloads', 'Site', 'Token', 'Token: {symbol}', 'Tokens'],
}

const placeholdersOf = (text: string): string => [...new Set(text.match(PLACEHOLDERS))].toSorted().join(' ')
const hostOf = (text: string): string => new URL(text).host

/** What is wrong with one translated text. */
function faultsOfText(locale: string, original: string, text: string): string[] {
  const faults = []
  if (text === '') faults.push('is empty')
  if (text !== text.trim()) faults.push('begins or ends with a space')
  if (/ {2}/.test(text.replaceAll(/\n */g, ' '))) faults.push('has two spaces in a row')
  if (placeholdersOf(text) !== placeholdersOf(original))
    faults.push(`has ${placeholdersOf(text) || 'nothing'} to fill, not ${placeholdersOf(original) || 'nothing'}`)
  if (text === original && translatable(text) && !SHARED[locale]?.includes(text)) faults.push('is English')
  if (original.startsWith('https://') && hostOf(text) !== hostOf(original)) faults.push('leads elsewhere')
  return faults
}

/** What is wrong with a language's catalog. */
const faultsOf = (locale: string, texts: Texts): string[] => [
  ...[...english.keys()].filter((key) => !texts.has(key)).map((key) => `${key} is missing`),
  ...[...texts.keys()].filter((key) => !english.has(key)).map((key) => `${key} is unknown`),
  ...[...texts].flatMap(([key, text]) =>
    key === 'words › locale'
      ? []
      : faultsOfText(locale, english.get(key) ?? '', text).map((fault) => `${key} ${fault}`),
  ),
]

const translated = locales.filter((locale) => locale !== 'en')

describe.each(translated)('%s', (locale) => {
  test('says all that English says, with the same values to fill in, in words of its own', async () => {
    const strings = await wordsOf(locale)
    expect(faultsOf(locale, textsOf(strings))).toEqual([])
  })

  test('names a tag that numbers and dates can be written by, and that is found by itself', async () => {
    const { locale: tag } = (await wordsOf(locale)).words
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag])
    expect(Intl.NumberFormat.supportedLocalesOf(tag)).toEqual([tag])
    expect(Intl.DateTimeFormat.supportedLocalesOf(tag)).toEqual([tag])
    expect(localeFor([tag])).toBe(locale)
  })
})

test('the shared words are words that a language does share with English', async () => {
  for (const [locale, words] of Object.entries(SHARED)) {
    const known = locales.find((name) => name === locale)
    const same = [...textsOf(await wordsOf(known ?? 'en'))].filter(([key, text]) => english.get(key) === text)
    expect([locale, known]).toEqual([locale, locale])
    expect(words.filter((word) => !same.some(([, text]) => text === word))).toEqual([])
  }
})

test('in French no line can begin with a punctuation mark', async () => {
  const { fr } = await import('../../react-skin/strings/locales/fr.ts')
  const loose = [...textsOf(fr)].filter(([, text]) => / [:;?!»]|« /.test(text))
  expect(loose).toEqual([])
})

/** Words of the form of address that the language's other texts do not use. */
const FORMAL: Readonly<Partial<Record<Locale, RegExp>>> = {
  // At the beginning of a sentence `Sie` may stand for a thing.
  de: /(?<![.!?:]\s|^)\bSie\b|\bSie (haben|sind|werden|können|müssen|dürfen|möchten|senden|erhalten)\b|\bIhr(e[mnrs]?)?\b|\bIhnen\b/,
  es: /(?:^|[.:;,?!¿¡] ?)(?:Abra|Acepte|Apruebe|Cambie|Compare|Compruebe|Confirme|Conecte|Copie|Decida|Elija|Entre|Envíe|Escanee|Escriba|Espere|Firme|Inicie|Instale|Introduzca|Lea|Pague|Permita|Revise|Seleccione|Vuelva)\b|\busted(es)?\b|\bvosotros\b|\bvuestr[oa]s?\b|\b[Ii]nténtelo\b|\bvuelva a\b/,
}
const formalOf = (locale: Locale, texts: Texts): string[] =>
  [...texts].flatMap(([key, text]) => (FORMAL[locale]?.test(text) ? [`${key}: ${text}`] : []))

test.each(['de', 'es'] as const)('one form of address throughout: %s', async (locale) => {
  expect(formalOf(locale, textsOf(await wordsOf(locale)))).toEqual([])
})

test.each([
  ['de', 'Öffnen Sie die Wallet', true],
  ['de', 'Ihre Wallet fragt', true],
  ['de', 'Fertig. Sie können gehen.', true],
  ['de', 'Zahlt an Sie zurück', true],
  ['de', 'Deine Wallet bittet um eine Signatur. Sie kostet nichts.', false],
  ['es', 'Elija cómo pagar', true],
  ['es', 'No se ha podido cargar. Inténtelo de nuevo.', true],
  ['es', 'Puede que la cartera espere detrás de otra ventana', false],
] as const)('another form would be noticed: %s, %s', (locale, text, found) => {
  expect(formalOf(locale, new Map([['text', text]])).length > 0).toBe(found)
})

describe('what would be noticed', () => {
  let german: Texts = new Map()
  const changed = (key: string, text: string | undefined) => {
    const texts = new Map(german)
    if (text === undefined) texts.delete(key)
    else texts.set(key, text)
    return faultsOf('de', texts)
  }

  beforeAll(async () => {
    german = textsOf(await wordsOf('de'))
  })

  test.each([
    ['words › back', undefined, 'words › back is missing'],
    ['words › ahead', 'Weiter', 'words › ahead is unknown'],
    ['words › back', '', 'words › back is empty'],
    ['words › back', 'Zurück ', 'words › back begins or ends with a space'],
    ['words › loadMore', 'Mehr  laden', 'words › loadMore has two spaces in a row'],
    ['words › back', 'Back', 'words › back is English'],
    ['words › loadMore', 'Load more', 'words › loadMore is English'],
    ['words › toAddress', 'An {an}', 'words › toAddress has {an} to fill, not {to}'],
    ['words › toAddress', 'An', 'words › toAddress has nothing to fill, not {to}'],
    ['words › back', '{to}', 'words › back has {to} to fill, not nothing'],
    ['words › exploreUrl', 'https://elsewhere.example', 'words › exploreUrl leads elsewhere'],
    ['alerts › alert.invalidProjectId › short', '', 'alerts › alert.invalidProjectId › short is empty'],
  ])('%s: %s', (key, text, fault) => {
    expect(changed(key, text)).toEqual([fault])
  })

  test('and names alone are no English', () => {
    expect(translatable('{wallet} WalletConnect: https://example.com/a')).toBe(false)
    expect(translatable('{wallet} and WalletConnect')).toBe(true)
  })
})
