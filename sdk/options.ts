import { TIMEOUTS } from '../machines/constants.ts'
import { features } from '../machines/entities/configuration.ts'
import { errorTexts } from '../machines/errors/catalogue.ts'
import { isUrl } from '../machines/rules/configuration.ts'
import type {
  Configuration,
  ConnectMethod,
  ConnectorGroup,
  FeatureSwitches,
  WalletOptions,
} from '../machines/entities/configuration.ts'
import type { Namespace, NetworkId } from '../machines/entities/namespace.ts'
import type { OnrampProvider } from '../machines/entities/onramp.ts'
import type { Social } from '../machines/entities/social.ts'
import type { Token } from '../machines/entities/token.ts'
import type { Wallet } from '../machines/entities/wallet.ts'
import type { Timeouts } from '../machines/kit/bound.ts'
import type { AnalyticsEvent } from '../machines/rules/analytics.ts'
import type { Hosts } from './api/call.ts'
import type { KnownConnector } from './connectors/connectors.ts'
import type { AnyNetwork, NetworkChoice } from './networks.ts'
import type { LogLevel, Ports } from './ports.ts'
import type { PageSignIn, ServerSignIn, SignInMethods, SiweConfig } from './signIn/methods.ts'

/** What a site's own contracts understand, by their network and address: ABIs as compilers write them, or those of its functions alone. */
export type Abis = Readonly<Partial<Record<NetworkId, Readonly<Record<string, readonly object[]>>>>>

/** What a site says of itself when it creates an instance. */
export interface LatchkeyOptions {
  /** For features that the API serves. Whoever wants one of these without it has an alert remind the developers, in the log [5.18]. */
  projectId?: string
  /** The networks that visitors may use, at least one: those of this package, or chains of viem. Ethereum mainnet where nothing is given. */
  networks?: readonly AnyNetwork[]
  /** The network to begin on: a network, its CAIP-2 id, or the number of a chain of eip155. The first one where nothing is given. */
  defaultNetwork?: NetworkChoice
  /** ERC-20s and SPL tokens (by their mint) whose balances are shown, by CAIP-2 id. */
  tokens?: Readonly<Partial<Record<NetworkId, readonly Token[]>>>
  /** Wallets that the site hands over itself, beside those that announce themselves. */
  connectors?: readonly KnownConnector[]
  /** Tells instances on one page apart, and names their stored entries. */
  id?: string
  /** Shown in the page, not as a dialog. Default true. */
  embedded?: boolean
  /** The colours to begin with; a choice that a visitor made before goes before it. Default `system`. */
  theme?: 'light' | 'dark' | 'system'
  /** Shows alerts on screen as well as in the log. */
  debug?: boolean
  /**
   * What is logged: nothing; what failed; or besides what was left out or set aside, while everything goes on. Default
   * `error` [9.30].
   */
  logLevel?: LogLevel
  /** Visitors may choose a network in the modal; the site itself always may switch. Default true. */
  enableNetworkSwitch?: boolean
  /**
   * What visitors can do besides connecting. What is off has no button, cannot be opened, and is not loaded. On unless told: `send`,
   * `receive`, `history`, which is the account's activity and collectibles, and `names`, which gives an account a name of the API's. Off unless told, and experimental: `smartSessions`,
   * what the account has allowed apps to do without asking again [1.9]. Off unless told: `swaps`; `onramp`, with the sellers in `onramp`; and `pay`, payments that the page asks for.
   */
  features?: Partial<FeatureSwitches>
  /**
   * Methods that the page may ask wallets besides those that are known (docs/methods.md): `safe` ones are asked at once, `unsafe` ones are
   * for the visitor to decide. Any other is refused [5.20].
   */
  methods?: Partial<Configuration['methods']>
  /**
   * ABIs of your own contracts, by network and address. What a wallet is asked of them is then named beside it, function and arguments,
   * and said to be in your words.
   */
  abis?: Abis
  /**
   * Whether the modal shows what a wallet asks the visitor, beside it, or `before`: then the wallet is asked once the visitor has read it
   * and goes on. Default `beside` [4.32].
   */
  review?: Configuration['review']
  /** A wallet on a network that is not offered is left in peace. Default false. */
  allowUnsupportedChain?: boolean
  /**
   * What the modal makes of such a wallet: a view that only another network, or leaving, leads out of; a notice in the
   * account; or nothing. Default `view` [2.7].
   */
  unsupportedChain?: Configuration['unsupportedChain']
  /** The API's hosts, where they are not the default ones. */
  hosts?: Partial<Hosts>
  /**
   * Origins of bundlers, such as `https://bundler.example`. A wallet that names the address of one, for what became of calls that
   * it sent together, is heard for these and for `hosts` only.
   */
  bundlers?: readonly string[]
  /** Wallets that are shown first, by their ids in the catalogue, in this order. */
  featuredWalletIds?: readonly string[]
  /** Where given, no other wallets of the catalogue are offered. */
  includeWalletIds?: readonly string[]
  /** Wallets that are never offered: by id, and by the name and rdns behind it. An rdns itself does as well, at once. */
  excludeWalletIds?: readonly string[]
  /** Wallets that the catalogue does not have. */
  customWallets?: readonly (Pick<Wallet, 'id' | 'name'> & Partial<Wallet>)[]
  /** Whether the whole catalogue can be looked through. Default `SHOW`. */
  allWallets?: WalletOptions['allWallets']
  /** What a wallet is, and where to get one, is explained. Default true [1.15]. */
  enableWalletGuide?: boolean
  /** Groups of the Connect view that come first; the others follow in their own order. */
  connectorTypeOrder?: readonly ConnectorGroup[]
  /** Wallets on other devices can be connected, by a code to scan. Needs a `projectId`. Default true [1.14]. */
  enableWalletConnect?: boolean
  /** The modal offers wallets on other devices only, and your page says when: see docs/headless.md. Default false. */
  manualWCControl?: boolean
  /** Apps of wallets are opened by https links where they have some, not by a scheme of their own. Default false. */
  preferUniversalLinks?: boolean
  /** The relay that carries messages to and from those wallets; a WebSocket. */
  relayUrl?: string
  /**
   * The verification service that vouches for the page to those wallets, such as `https://verify.walletconnect.org`; your project has to list
   * the page's domain there. It costs a hidden frame, and up to two seconds, for each code and each request. None where nothing is given [7.35].
   */
  verifyUrl?: string
  /** Nodes that answer, before all others, what a wallet on another device leaves to them: a URL by CAIP-2 id [3.37]. */
  rpcMap?: Readonly<Partial<Record<NetworkId, string>>>
  /** The network of each namespace that a wallet on another device is asked for first, and spoken to on where it serves it [3.37]. */
  defaultChains?: Readonly<Partial<Record<Namespace, NetworkId>>>
  /** What wallets show of the page: the page's own head where nothing is given. */
  metadata?: { name?: string; description?: string; url?: string; icons?: readonly string[] }
  /**
   * The origin of the embedded wallet's secure site, such as `https://secure.example`: needed where visitors sign in with e-mail
   * (`features.email`), or an account elsewhere (`features.socials`). See docs/secure-site.md.
   */
  secureSite?: string
  /** The accounts elsewhere by which visitors sign in (`features.socials`), in the order in which they are shown; all of them where none is named. */
  socials?: readonly Social[]
  /** Who sells crypto to your visitors (`features.onramp`), in the order in which they are shown, each with the keys that it gave you [1.7]. */
  onramp?: { providers: readonly OnrampProvider[] }
  /** The ways to connect in this order; without it by what is installed: wallets first where some are [9.34]. */
  connectMethodsOrder?: readonly ConnectMethod[]
  /** Who is told what happened: your own function, or the API. Nobody where nothing is given [1.13]. */
  analytics?: 'api' | ((event: AnalyticsEvent) => unknown)
  /** Keep looking for transactions that were not confirmed in time, every 30 s. Default false. */
  watchPendingTransactions?: boolean
  /** Bounds on waits, in milliseconds. */
  timeouts?: Partial<Timeouts>
  /**
   * Visitors sign in with a signature [1.3]: `{}` has it verified and kept in the page, `{ server }` by a server of the site's, and
   * functions by whatever they do. They have to, unless `required` is false. See docs/sign-in.md.
   */
  siwx?: PageSignIn | ServerSignIn | SignInMethods
  /** The same with the functions of a SIWE server, as other kits take them. Not both [5.16]. */
  siweConfig?: SiweConfig
  /** Replaces what the sdk needs from the world: storage, clock, connectors, … */
  ports?: Partial<Ports>
}

const isText = (value: unknown): boolean => typeof value === 'string'

/** What an option may be, in the words of the fault that says that it is not. */
const kinds = {
  'a string': isText,
  'a boolean': (value: unknown) => typeof value === 'boolean',
  'a positive number': (value: unknown) => Number.isFinite(value) && Number(value) > 0,
  'a function': (value: unknown) => typeof value === 'function',
  'an object': (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'an array': Array.isArray,
  'an array of strings': (value: unknown) => Array.isArray(value) && value.every(isText),
}
/** A kind of value, or one value: `"light"`. */
type Kind = keyof typeof kinds | `"${string}"`
/** One kind, one of several, or fields by their names. */
type Shape = Kind | readonly Kind[] | { readonly [field: string]: Shape }
type Shapes<Options> = { readonly [Name in keyof Required<Options>]: Shape }

const METHODS = ['createMessage', 'addSession', 'revokeSession', 'setSessions', 'getSessions']
const SIWE = ['getNonce', 'verifyMessage', 'getSession', 'signOut']

const functions = (names: readonly string[]): { readonly [name: string]: Shape } =>
  Object.fromEntries(names.map((name) => [name, 'a function']))

const SHAPES: { readonly [option: string]: Shape } = {
  projectId: 'a string',
  networks: 'an array',
  defaultNetwork: ['a string', 'an object', 'a positive number'],
  tokens: 'an object',
  connectors: 'an array',
  id: 'a string',
  embedded: 'a boolean',
  theme: ['"light"', '"dark"', '"system"'],
  debug: 'a boolean',
  logLevel: ['"silent"', '"error"', '"warn"'],
  enableNetworkSwitch: 'a boolean',
  features: Object.fromEntries(features.map((name) => [name, 'a boolean'])),
  methods: { safe: 'an array of strings', unsafe: 'an array of strings' },
  abis: 'an object',
  review: ['"before"', '"beside"', '"none"'],
  allowUnsupportedChain: 'a boolean',
  unsupportedChain: ['"view"', '"notice"', '"nothing"'],
  hosts: { blockchain: 'a string', catalogue: 'a string', analytics: 'a string' },
  featuredWalletIds: 'an array of strings',
  includeWalletIds: 'an array of strings',
  excludeWalletIds: 'an array of strings',
  customWallets: 'an array',
  allWallets: ['"SHOW"', '"HIDE"', '"ONLY_MOBILE"'],
  enableWalletGuide: 'a boolean',
  connectorTypeOrder: 'an array of strings',
  enableWalletConnect: 'a boolean',
  manualWCControl: 'a boolean',
  preferUniversalLinks: 'a boolean',
  relayUrl: 'a string',
  verifyUrl: 'a string',
  rpcMap: 'an object',
  defaultChains: 'an object',
  bundlers: 'an array of strings',
  metadata: { name: 'a string', description: 'a string', url: 'a string', icons: 'an array of strings' },
  secureSite: 'a string',
  connectMethodsOrder: 'an array of strings',
  socials: 'an array of strings',
  onramp: { providers: 'an array' },
  analytics: ['a function', '"api"'],
  watchPendingTransactions: 'a boolean',
  siwx: {
    required: 'a boolean',
    statement: 'a string',
    resources: 'an array of strings',
    expiresInMs: 'a positive number',
    server: 'a string',
    ...functions(['getRequired']),
    signOutOnDisconnect: 'a boolean',
  },
  siweConfig: {
    ...functions([...SIWE, 'getMessageParams', 'createMessage', 'onSignIn', 'onSignOut']),
    required: 'a boolean',
    enabled: 'a boolean',
    signOutOnDisconnect: 'a boolean',
    signOutOnAccountChange: 'a boolean',
    signOutOnNetworkChange: 'a boolean',
  },
  timeouts: Object.fromEntries(Object.keys(TIMEOUTS).map((name) => [name, 'a positive number'])),
  ports: {
    clock: 'an object',
    connectors: 'an object',
    storage: 'an object',
    scheme: 'an object',
    logger: 'an object',
    chains: 'an object',
    rpc: 'an object',
    api: 'an object',
    pairing: 'an object',
    embedded: 'an object',
    frame: 'an object',
    popup: 'an object',
    driver: 'a function',
    page: 'an object',
    images: 'an object',
    clipboard: 'an object',
    visibility: 'an object',
    analytics: 'an object',
    ids: 'an object',
  } satisfies Shapes<Ports>,
} satisfies Shapes<LatchkeyOptions>

/** The options that are what they may be, and one sentence for each thing about the others. What is undefined is not there. */
export function readShapes(given: unknown): { options: LatchkeyOptions; faults: string[] } {
  if (!kinds['an object'](given)) return { options: {}, faults: [`options: ${shown(given)} is not an object`] }
  const options: { [name: string]: unknown } = {}
  const faults: string[] = []
  for (const [name, value] of Object.entries(given as object)) {
    // An object of the site's own may hold whatever it needs beside its functions.
    const found = name === 'siwx' && isOwnSignIn(value) ? [] : faultsIn({ [name]: value }, SHAPES)
    if (found.length === 0) options[name] = value
    faults.push(...found)
  }
  return { options, faults: [...faults, ...signInFaults(given as object)] }
}

/** One line of the letters that EIP-4361 has for it. */
const STATEMENT = /^[\w\-.~:/?#[\]@!$&'()*+,;= ]+$/
/** A hundred years: no clock counts much further. */
const LONGEST_MS = 3.2e12
/** What is for sign-ins that no functions of the site's own verify. */
const PAGE = ['required', 'server', 'statement', 'resources', 'expiresInMs']

const isThere = (given: unknown, name: string): boolean => Reflect.get(Object(given), name) !== undefined
const isOwnSignIn = (siwx: unknown): boolean => METHODS.some((each) => isThere(siwx, each))

/** Half a way to sign in, or one that fails for every visitor, would let a page believe that its visitors had. */
function signInFaults({ siwx, siweConfig }: Pick<LatchkeyOptions, 'siwx' | 'siweConfig'>): string[] {
  if (siwx !== undefined && siweConfig !== undefined) return [errorTexts['config.bothSignIns']]
  const missing = (name: string, given: unknown, needed: readonly string[]) =>
    needed.flatMap((each) => (isThere(given, each) ? [] : [`${name}: ${each} is missing`]))
  if (siweConfig !== undefined) return missing('siweConfig', siweConfig, SIWE)
  if (isThere(siwx, 'getRequired') && !isOwnSignIn(siwx))
    return ['siwx: getRequired goes with the other functions only']
  if (!isOwnSignIn(siwx)) return pageFaults(Object(siwx))
  const given = [...METHODS, 'getRequired'].filter((each) => isThere(siwx, each))
  return [
    ...missing('siwx', siwx, METHODS),
    ...given.flatMap((each) => faultsOf(Reflect.get(Object(siwx), each), 'a function', `siwx.${each}`)),
    ...PAGE.filter((each) => isThere(siwx, each)).map(
      (each) => `siwx: "${each}" does not go with functions of your own`,
    ),
  ]
}

/** What no visitor could sign. */
const pageFaults = ({ server, statement, resources = [], expiresInMs = 1 }: Partial<ServerSignIn>): string[] => [
  ...(server === undefined || isUrl(server, ['http:', 'https:'])
    ? []
    : [`siwx.server: "${server}" is not an http(s) URL`]),
  ...(statement === undefined || STATEMENT.test(statement)
    ? []
    : ['siwx.statement: it has to be one line of letters, digits and punctuation of ASCII (EIP-4361)']),
  ...[resources]
    .flat()
    .flatMap((one) => (/^[a-z][\w+.-]*:\S+$/i.test(one) ? [] : [`siwx.resources: "${one}" is not a URI`])),
  ...(expiresInMs <= LONGEST_MS ? [] : ['siwx.expiresInMs: it is more than a hundred years']),
]

/** The faults of an object's fields. */
const faultsIn = (given: object, shapes: { readonly [field: string]: Shape }, where?: string): string[] =>
  Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return []
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined
    return shape === undefined
      ? [`${where === undefined ? '' : `${where}: `}there is no "${name}"${suggested(name, Object.keys(shapes))}`]
      : faultsOf(value, shape, where === undefined ? name : `${where}.${name}`)
  })

function faultsOf(value: unknown, shape: Shape, where: string): string[] {
  const fields = typeof shape === 'object' && !isAlternatives(shape) ? shape : undefined
  const allowed = fields ? ['an object' as const] : [shape as Kind | readonly Kind[]].flat()
  if (!allowed.some((kind) => fits(value, kind))) return [`${where}: ${shown(value)} is not ${anyOf(allowed)}`]
  return fields ? faultsIn(value as object, fields, where) : []
}

const isAlternatives = (shape: object): shape is readonly Kind[] => Array.isArray(shape)

const fits = (value: unknown, kind: Kind): boolean =>
  kind in kinds ? kinds[kind as keyof typeof kinds](value) : isText(value) && `"${String(value)}"` === kind

const anyOf = (allowed: readonly string[]): string => allowed.join(' or ')

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' && value !== null ? 'an object' : (JSON.stringify(value) ?? String(value))
}

/** The name that may have been meant, where one is not far off. */
function suggested(name: string, names: readonly string[]): string {
  const [nearest] = names
    .map((known) => ({ known, steps: stepsBetween(name.toLowerCase(), known.toLowerCase()) }))
    .toSorted((a, b) => a.steps - b.steps)
  return nearest && nearest.steps <= FARTHEST ? `; did you mean "${nearest.known}"?` : ''
}

const FARTHEST = 2

/** How many letters have to be put in, left out or replaced (Levenshtein). */
function stepsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const letter of from) {
    let corner = row[0] ?? 0
    let left = corner + 1
    row = [
      left,
      ...row.slice(1).map((above, index) => {
        left = Math.min(left + 1, above + 1, corner + (to[index] === letter ? 0 : 1))
        corner = above
        return left
      }),
    ]
  }
  return row.at(-1) ?? 0
}
