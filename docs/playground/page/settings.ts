/** The settings of the playground. Each is a query parameter of the URL, so that a state can be shared as a link. */
import { locales, presets } from '../../../react-skin/index.ts'
import { nodeQuirks } from '../../../mocks/quirks/nodeQuirks.ts'
import { walletQuirks } from '../../../mocks/quirks/walletQuirks.ts'
import { scenarios } from './scenarios.ts'

interface BaseSetting {
  /** The query parameter. */
  name: string
  label: string
  /** What the setting does, in one sentence. */
  hint?: string
  /** Takes effect without a reload. */
  live?: true
  /** Needs the services that `npm start` runs. */
  needsServer?: true
  /** Shown only if this is true of the URL. */
  when?: (query: URLSearchParams) => boolean
}

/** A checkbox. `on` and `off` are the values of the parameter; without a value, the parameter is absent. */
export interface SwitchSetting extends BaseSetting {
  kind: 'switch'
  on?: string
  off?: string
}

export interface Choice {
  value: string
  label: string
  lang?: string
  /** Needs the services that `npm start` runs. */
  needsServer?: true
}

/** A list of choices. The parameter is absent for the first one. */
export interface ChoiceSetting extends BaseSetting {
  kind: 'choice'
  choices: readonly [Choice, ...Choice[]]
  /** More choices below a heading. */
  more?: { label: string; choices: readonly Choice[] }
  /** The choice for a parameter without a value. */
  bare?: string
}

export interface ColorSetting extends BaseSetting {
  kind: 'color'
  scheme: 'light' | 'dark'
}

/** A number of pixels. */
export interface RangeSetting extends BaseSetting {
  kind: 'range'
  min: number
  max: number
  step: number
}

export type Setting = SwitchSetting | ChoiceSetting | ColorSetting | RangeSetting

export interface SettingGroup {
  title: string
  /** What the group contains, while it is collapsed. */
  summary: string
  settings: readonly Setting[]
}

const feature = (name: string, label: string, hint: string): SwitchSetting => ({
  kind: 'switch',
  name,
  label,
  hint,
  on: '',
})

const sentence = (title: string): string => title.charAt(0).toUpperCase() + title.slice(1)
const quirkChoices = (quirks: readonly { id: string; title: string }[]): Choice[] =>
  quirks.map(({ id, title }) => ({ value: id, label: sentence(title) }))

/** The name of a language in that language. */
const languageName = (locale: string): string => {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}
const languages = locales.map((locale): Choice => ({ value: locale, label: languageName(locale), lang: locale }))

const wallets: SettingGroup = {
  title: 'Wallets',
  summary: 'Catalog, other devices, wallet guide',
  settings: [
    {
      kind: 'switch',
      name: 'alone',
      label: 'Wallet catalog',
      hint: 'Sets a project ID. Without one, the modal lists only wallets in this browser.',
      off: '',
      needsServer: true,
    },
    {
      kind: 'switch',
      name: 'featured',
      label: 'Featured wallets',
      hint: 'Shows five wallets of the catalog first.',
      off: 'off',
      needsServer: true,
    },
    {
      kind: 'switch',
      name: 'walletconnect',
      label: 'Wallets on other devices',
      hint: 'Connects by QR code or link. Try it with the sandbox phone.',
      off: 'off',
      needsServer: true,
    },
    {
      kind: 'switch',
      name: 'verify',
      label: 'Verify the origin',
      hint: 'Wallets on other devices see which origin a request comes from.',
      on: '',
      needsServer: true,
    },
    {
      kind: 'switch',
      name: 'guide',
      label: 'Wallet guide',
      hint: 'Explains what a wallet is and where to get one.',
      off: 'off',
    },
  ],
}

const networks: SettingGroup = {
  title: 'Networks',
  summary: 'Ethereum, Solana, Bitcoin',
  settings: [
    feature('solana', 'Solana', 'Adds a Solana chain and a wallet for it. Two Ethereum chains are always there.'),
    feature('bitcoin', 'Bitcoin', 'Adds a Bitcoin chain and a wallet for it.'),
    {
      kind: 'choice',
      name: 'unsupported',
      label: 'On an unsupported network',
      hint: 'What the modal shows while the wallet is on a network that the app does not offer.',
      choices: [
        { value: 'view', label: 'Ask to switch' },
        { value: 'notice', label: 'Show a notice' },
        { value: 'nothing', label: 'Do nothing' },
      ],
    },
  ],
}

const features: SettingGroup = {
  title: 'Features',
  summary: 'Email, swap, buy, pay, sign-in…',
  settings: [
    {
      ...feature('email', 'Email', 'Connects with an email address. The codes arrive in the inbox.'),
      needsServer: true,
    },
    { ...feature('socials', 'Social', 'Connects with an account at one of seven providers.'), needsServer: true },
    { ...feature('swaps', 'Swap', 'Exchanges one token for another.'), needsServer: true },
    { ...feature('onramp', 'Buy', 'Buys crypto from a provider, in its window.'), needsServer: true },
    { ...feature('pay', 'Pay', 'Pays an amount that the app requests.'), needsServer: true },
    {
      ...feature('sessions', 'Sessions', 'Lets the app send transactions within limits. Experimental.'),
      needsServer: true,
    },
    {
      kind: 'switch',
      name: 'names',
      label: 'Names',
      hint: 'Registers and resolves account names.',
      off: 'off',
      needsServer: true,
    },
    feature('sign-in', 'Sign-in', 'Asks for a signature that proves who owns the account.'),
    {
      kind: 'choice',
      name: 'sign-in',
      label: 'Sign-in is',
      choices: [
        { value: 'required', label: 'Required' },
        { value: 'optional', label: 'Optional' },
        { value: 'server', label: 'Required, verified on a server', needsServer: true },
      ],
      bare: 'required',
      when: (query) => query.has('sign-in'),
    },
    {
      kind: 'switch',
      name: 'analytics',
      label: 'Analytics',
      hint: 'Sends events to the API.',
      on: '',
      needsServer: true,
    },
  ],
}

const account: SettingGroup = {
  title: 'Account',
  summary: 'Initial state, selected account',
  settings: [
    {
      kind: 'choice',
      name: 'start',
      label: 'Start',
      hint: 'Fresh and Connected clear what this page and its wallets have stored, at each load.',
      choices: [
        { value: 'previous', label: 'As on the previous visit' },
        { value: 'fresh', label: 'Fresh' },
        { value: 'connected', label: 'Connected' },
      ],
    },
    {
      kind: 'choice',
      name: 'account',
      label: 'Ethereum account',
      hint: 'The smart account is a contract that supports call bundles and sessions.',
      choices: [
        { value: 'first', label: 'First account' },
        { value: 'second', label: 'Second account' },
        { value: 'smart', label: 'Smart account', needsServer: true },
      ],
      live: true,
    },
  ],
}

const appearance: SettingGroup = {
  title: 'Appearance',
  summary: 'Dialog, colors, corners, width',
  settings: [
    {
      kind: 'switch',
      name: 'dialog',
      label: 'Open as a dialog',
      hint: 'Off: the modal is a card in the page.',
      on: '',
    },
    {
      kind: 'choice',
      name: 'scheme',
      label: 'Color scheme',
      choices: [
        { value: 'system', label: 'System' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ],
      live: true,
    },
    {
      kind: 'choice',
      name: 'preset',
      label: 'Theme',
      choices: [
        { value: 'latchkey', label: 'Latchkey' },
        ...Object.keys(presets).map((name) => ({ value: name, label: sentence(name) })),
      ],
      live: true,
    },
    { kind: 'color', name: 'accent-light', label: 'Accent, light', scheme: 'light', live: true },
    { kind: 'color', name: 'accent-dark', label: 'Accent, dark', scheme: 'dark', live: true },
    { kind: 'range', name: 'corners', label: 'Corners', min: 0, max: 32, step: 2, live: true },
    { kind: 'range', name: 'width', label: 'Width', min: 300, max: 440, step: 10, live: true },
    {
      kind: 'switch',
      name: 'frame',
      label: 'Phone frame',
      hint: 'Shows the card in the frame of a phone.',
      on: 'phone',
      live: true,
      when: (query) => !query.has('dialog'),
    },
    { kind: 'switch', name: 'debug', label: 'Alerts on screen', hint: 'Shows what is otherwise only logged.', on: '' },
  ],
}

/** The labels of the wallet behaviors. Each is a switch in the wallet panels, and is set in all wallets that have it. */
export const behaviors = {
  works: 'Works',
  reject: 'Rejects',
  silent: 'Never answers',
  locked: 'Is locked',
  wrongChain: 'Stays on the wrong network',
  elsewhere: 'Is on an unsupported network',
  unknownChain: 'Does not know other networks',
  unknownBundles: 'Does not support call bundles',
  refusedBundles: 'Rejects call bundles',
  disconnects: 'Disconnects after connecting',
  otherAccount: 'Changes its account',
  garbage: 'Returns invalid data',
  throwsStrings: 'Throws strings',
  noPermissions: 'Grants no permissions',
} as const

const conditions: SettingGroup = {
  title: 'Conditions',
  summary: 'Slow node, offline, locked wallet…',
  settings: [
    {
      kind: 'choice',
      name: 'wallet',
      label: 'Wallet',
      choices: [
        { value: 'works', label: behaviors.works },
        ...Object.entries(behaviors)
          .slice(1)
          .map(([value, label]) => ({ value, label })),
      ],
      live: true,
    },
    {
      kind: 'choice',
      name: 'quirk',
      label: 'Wallet quirk',
      hint: 'Makes the Ethereum wallet differ from the standards as a real one does.',
      choices: [{ value: 'none', label: 'None' }],
      more: { label: 'Real wallets', choices: quirkChoices(walletQuirks) },
      live: true,
    },
    {
      kind: 'choice',
      name: 'node',
      label: 'Ethereum node',
      hint: 'Affects what the modal reads, and not what the wallet sends.',
      choices: [
        { value: 'works', label: 'Works' },
        { value: 'slow', label: 'Slow: answers after three seconds' },
        { value: 'offline', label: 'Offline' },
      ],
      more: { label: 'Real nodes', choices: quirkChoices(nodeQuirks) },
    },
    {
      kind: 'choice',
      name: 'provider',
      label: 'API',
      hint: 'Serves the wallet catalog, prices, activity and names.',
      needsServer: true,
      choices: [
        { value: 'works', label: 'Works' },
        ...Object.entries(scenarios).map(([value, label]) => ({ value, label })),
      ],
    },
  ],
}

const language: SettingGroup = {
  title: 'Language',
  summary: `${languages.length} languages, right to left too`,
  settings: [
    {
      kind: 'choice',
      name: 'lang',
      label: 'Language',
      choices: [
        ...(languages.filter(({ value }) => value === 'en') as [Choice]),
        ...languages.filter(({ value }) => value !== 'en'),
        { value: 'auto', label: 'Browser language' },
      ],
      live: true,
    },
  ],
}

/** All settings, in the order of the panel. */
export const groups: readonly SettingGroup[] = [wallets, networks, features, account, appearance, conditions, language]

/** The value of a choice in the URL; `undefined` for a value that is not a choice. */
export function choiceIn({ name, choices, more, bare }: ChoiceSetting, query: URLSearchParams): string | undefined {
  const value = query.get(name)
  if (value === null) return choices[0].value
  if (value === '' && bare !== undefined) return bare
  return [...choices, ...(more?.choices ?? [])].find((choice) => choice.value === value)?.value
}

/** Whether a switch is on in the URL. */
export const isOn = ({ name, off }: SwitchSetting, query: URLSearchParams): boolean =>
  off === undefined ? query.has(name) : !query.has(name)

/** The parameter for a state of a switch; `undefined` if it is absent. */
export const switchValue = ({ on, off }: SwitchSetting, isNowOn: boolean): string | undefined => (isNowOn ? on : off)

/** The parameter for a choice; `undefined` if it is absent. */
export const choiceValue = ({ choices, bare }: ChoiceSetting, value: string): string | undefined => {
  if (bare !== undefined) return value
  return value === choices[0].value ? undefined : value
}

/** The number of settings of a group that differ from the defaults. */
export const changedCount = ({ settings }: SettingGroup, query: URLSearchParams): number =>
  new Set(settings.map(({ name }) => name).filter((name) => query.has(name))).size
