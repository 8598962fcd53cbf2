import type { LatchkeyOptions, Network } from '../../sdk/index.ts'
import { locales, type Locale } from '../index.ts'
import { networks } from './networks.ts'

/** The attributes that configure the instance. They are read once, when the first element is connected. */
export interface InstanceAttributes {
  /** The option `projectId`. */
  'project-id': string
  /** The networks as chain ids or CAIP-2 ids, separated by commas or spaces. Default: Ethereum. */
  networks: string
  /** A boolean attribute: the modal is a card in place of its element. Without it, the modal is a dialog. */
  embedded: string
  /** Features to turn on, or with a leading hyphen to turn off. */
  features: string
  /** The origin of the secure site of the embedded wallet, for `email` and `socials`. */
  'secure-site': string
}

/** The attributes that may change while the element is connected. */
export interface LiveAttributes {
  /** `light`, `dark` or `system`. A later change counts as the user's choice, which is stored. */
  theme: string
  /** The language of this element, or `auto` for the user's language. */
  locale: string
}

export const INSTANCE_ATTRIBUTES = [
  'project-id',
  'networks',
  'embedded',
  'features',
  'secure-site',
] as const satisfies readonly (keyof InstanceAttributes)[]
export const LIVE_ATTRIBUTES = ['theme', 'locale'] as const satisfies readonly (keyof LiveAttributes)[]
export const ATTRIBUTES = [...INSTANCE_ATTRIBUTES, ...LIVE_ATTRIBUTES] as const
export type AttributeName = keyof (InstanceAttributes & LiveAttributes)

/** The attributes that are set on an element. */
export type Attributes = Readonly<Partial<InstanceAttributes & LiveAttributes>>

/** The options from the attributes, and one sentence for each invalid attribute, which names it. */
export interface ReadAttributes {
  options: LatchkeyOptions
  faults: readonly string[]
  /** Two elements have different secure sites. The intended one is unknown, so no instance is created. */
  contradiction?: string
}

/** The features that the attribute may name: all that can be turned on or off. */
const FEATURES: Record<keyof NonNullable<LatchkeyOptions['features']>, true> = {
  email: true,
  socials: true,
  send: true,
  receive: true,
  history: true,
  names: true,
  smartSessions: true,
  swaps: true,
  onramp: true,
  pay: true,
}
const THEMES = ['light', 'dark', 'system'] as const
type Choice = (typeof THEMES)[number]

const isTheme = (text: string): text is Choice => (THEMES as readonly string[]).includes(text)
const isLocale = (text: string): text is Locale => (locales as readonly string[]).includes(text)
const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

const problem = (name: AttributeName, value: string, expected: string) => `${name}="${value}": ${expected}`

/** Looks up a network by its CAIP-2 id, or by the id of an `eip155` chain. */
function networkNamed(text: string): Network | undefined {
  const id = /^\d+$/.test(text) ? `eip155:${text}` : text
  return networks.find(({ caipNetworkId }) => caipNetworkId === id)
}

/** Whether a boolean attribute is set; `undefined` for an invalid value. */
function isSet(text: string): boolean | undefined {
  if (text === 'false') return false
  return text === '' || text === 'true' || text === 'embedded' ? true : undefined
}

/** The color scheme in `theme`, or a problem if the value is invalid. */
export function themeOf(text: string | undefined): { choice?: Choice; problem?: string } {
  if (text === undefined) return {}
  if (isTheme(text)) return { choice: text }
  return { problem: problem('theme', text, `expected one of ${THEMES.join(', ')}`) }
}

/** The language in `locale`, or a problem if the value is invalid. */
export function localeOf(text: string | undefined): { locale?: Locale | 'auto'; problem?: string } {
  if (text === undefined) return {}
  if (text === 'auto' || isLocale(text)) return { locale: text }
  return { problem: problem('locale', text, `expected auto, or one of ${locales.join(', ')}`) }
}

/** Reads the attributes of all elements of a page together. The first value of an attribute wins. */
export function readAttributes(elements: readonly Attributes[]): ReadAttributes {
  const faults: string[] = []
  let contradiction: string | undefined
  const values: { [Name in AttributeName]?: string } = {}
  for (const attributes of elements)
    for (const name of ATTRIBUTES) {
      const value = attributes[name]
      if (value === undefined) continue
      const first = (values[name] ??= value)
      if (first === value || name === 'locale') continue
      if (name === 'secure-site') contradiction = problem(name, value, `another element has "${first}"`)
      else faults.push(problem(name, value, `another element has "${first}", which is used`))
    }
  const [theme, locale] = [themeOf(values.theme), localeOf(values.locale)]
  for (const each of [theme, locale]) if (each.problem) faults.push(each.problem)
  const embedded = isSet(values.embedded ?? 'false')
  if (embedded === undefined)
    faults.push(problem('embedded', values.embedded ?? '', 'expected no value, true or false'))
  return {
    options: {
      embedded: embedded ?? false,
      ...(theme.choice && { theme: theme.choice }),
      ...(values['project-id'] !== undefined && { projectId: values['project-id'] }),
      ...(values['secure-site'] !== undefined && { secureSite: values['secure-site'] }),
      ...(values.networks !== undefined && { networks: readNetworks(values.networks, faults) }),
      ...(values.features !== undefined && { features: readFeatures(values.features, faults) }),
    },
    faults,
    ...(contradiction !== undefined && { contradiction }),
  }
}

function readNetworks(text: string, faults: string[]): Network[] {
  const words = wordsOf(text)
  if (words.length === 0) faults.push(problem('networks', text, 'expected at least one network'))
  return words.flatMap((word) => {
    const network = networkNamed(word)
    if (network) return [network]
    const known = networks.map(({ id, chainNamespace, caipNetworkId }) =>
      chainNamespace === 'eip155' ? id : caipNetworkId,
    )
    faults.push(problem('networks', word, `unknown network; expected one of ${known.join(', ')}, or your own instance`))
    return []
  })
}

/** `swaps pay -history`: features to turn on, or with a leading hyphen to turn off. */
function readFeatures(text: string, faults: string[]): Record<string, boolean> {
  const entries = wordsOf(text).flatMap((word) => {
    const name = word.replace(/^-/, '')
    if (Object.hasOwn(FEATURES, name)) return [[name, name === word] as const]
    faults.push(
      problem(
        'features',
        word,
        `expected one of ${Object.keys(FEATURES).join(', ')}, with a leading hyphen to turn it off`,
      ),
    )
    return []
  })
  return Object.fromEntries(entries)
}
