import { TIMEOUTS } from '../../machines/constants.ts'
import { features } from '../../machines/project/configuration.types.ts'
import { baseErrorTexts } from '../../machines/shared/errors/baseTexts.ts'
import { isUrl } from '../../machines/shared/links.rules.ts'
import type {
  Configuration,
  ConnectMethod,
  ConnectorGroup,
  FeatureSwitches,
  WalletOptions,
} from '../../machines/project/configuration.types.ts'
import type { Namespace, NetworkId } from '../../machines/shared/namespace.types.ts'
import type { OnrampProvider } from '../../machines/onramp/onramp.types.ts'
import type { Social } from '../../machines/embedded/login/social.types.ts'
import type { Token } from '../../machines/shared/token.types.ts'
import type { Wallet } from '../../machines/shared/wallet.types.ts'
import type { Timeouts } from '../../machines/core/implementations.ts'
import type { AnalyticsEvent } from '../../machines/analytics/analytics.rules.ts'
import type { Hosts } from '../api/call.ts'
import type { ConnectorOption } from '../connectors/connectors.ts'
import type { IconSet } from '../icons/iconStore.ts'
import type { AnyNetwork, NetworkChoice } from '../network/networks.ts'
import type { LogLevel, Ports } from './ports.ts'
import type { PageSignIn, ServerSignIn, SignInMethods, SiweConfig } from '../sign-in/methods.ts'

/** ABIs of the app's own contracts, by CAIP-2 id and contract address. An ABI may be complete, or contain functions only. */
export type Abis = Readonly<Partial<Record<NetworkId, Readonly<Record<string, readonly object[]>>>>>

/** Options of `createLatchkey`. All are optional. */
export interface LatchkeyOptions {
  /** Enables the features that the API serves. Using one of them without a project ID logs an alert. */
  projectId?: string
  /** The networks that users can select, at least one: networks of this package, or chains of viem. Default Ethereum mainnet. */
  networks?: readonly AnyNetwork[]
  /** The initial network: a network, its CAIP-2 id, or the number of an `eip155` chain. Default the first of `networks`. */
  defaultNetwork?: NetworkChoice
  /** ERC-20 and SPL tokens (by mint) whose balances are shown, by CAIP-2 id. */
  tokens?: Readonly<Partial<Record<NetworkId, readonly Token[]>>>
  /** Wallets that the app provides, in addition to those that announce themselves. */
  connectors?: readonly ConnectorOption[]
  /**
   * Loads a set of icons, which are shown without a request to another host: `() => import('latchkey/icons')`, or your own. See
   * docs/icons.md. Without it, wallets, networks and tokens have the images that they announce, that you set, or that the API has.
   */
  icons?: () => Promise<IconSet>
  /** Distinguishes several instances on one page. Also part of the storage keys: `latchkey.<id>.…`. Default `default`. */
  id?: string
  /** Renders the modal inside the page instead of as a dialog. Default true. */
  embedded?: boolean
  /** The initial color scheme. A choice that the user made earlier takes precedence. Default `system`. */
  theme?: 'light' | 'dark' | 'system'
  /** Shows alerts on screen as well as in the log. Default false. */
  debug?: boolean
  /**
   * `silent` logs nothing, `error` logs failures, `warn` also logs what was skipped or set aside without a failure. Default
   * `error`.
   */
  logLevel?: LogLevel
  /** Whether users can switch the network in the modal. The app can always switch it. Default true. */
  enableNetworkSwitch?: boolean
  /**
   * Turns features on or off. A feature that is off has no button, cannot be opened and is not loaded. On by default: `send`, `receive`,
   * `history` (activity and NFTs) and `names` (account names of the API). Off by default: `email` and `socials` (with `secureSite`),
   * `swaps`, `onramp` (with the providers in the option `onramp`), `pay` (payments that the app requests) and, experimental,
   * `smartSessions` (permissions that an account grants to apps).
   */
  features?: Partial<FeatureSwitches>
  /**
   * JSON-RPC methods that the app may request from wallets, in addition to the known ones (docs/methods.md). `safe` methods are sent
   * at once, `unsafe` methods are shown to the user. All other methods are rejected.
   */
  methods?: Partial<Configuration['methods']>
  /**
   * ABIs of your own contracts, by network and address. The modal then shows the function and arguments of a request to such a contract,
   * labeled as your app's description.
   */
  abis?: Abis
  /**
   * When the modal explains an unsafe wallet request: `beside` while the wallet prompts, `before` the wallet prompts (the request is sent
   * once the user continues), or `none`. Default `beside`.
   */
  review?: Configuration['review']
  /** Accepts a wallet on a network that is not in `networks`; same as `unsupportedChain: 'nothing'`. Default false. */
  allowUnsupportedChain?: boolean
  /**
   * What the modal shows while the wallet is on a network that is not in `networks`: `view` requires the user to switch the network or
   * disconnect, `notice` shows a notice in the account view, `nothing` shows nothing. Default `view`.
   */
  unsupportedChain?: Configuration['unsupportedChain']
  /** Replaces the default hosts of the API. */
  hosts?: Partial<Hosts>
  /**
   * Origins of bundlers, such as `https://bundler.example`. A wallet may name a bundler URL for the status of a bundle of calls.
   * Latchkey requests such a URL only if its origin is in this list, or is an origin of `hosts`.
   */
  bundlers?: readonly string[]
  /** Catalog ids of the wallets to show first, in this order. */
  featuredWalletIds?: readonly string[]
  /** Catalog ids. If set, no other wallets of the catalog are listed. */
  includeWalletIds?: readonly string[]
  /** Catalog ids of wallets to hide. Their names and rdns are hidden as well, once the catalog is loaded. An rdns works immediately. */
  excludeWalletIds?: readonly string[]
  /** Wallets that are not in the catalog. */
  customWallets?: readonly (Pick<Wallet, 'id' | 'name'> & Partial<Wallet>)[]
  /** Whether users can browse the whole catalog. Default `SHOW`. */
  allWallets?: WalletOptions['allWallets']
  /** Whether the modal explains what a wallet is and where to get one. Default true. */
  enableWalletGuide?: boolean
  /** The groups of wallets that come first in the Connect view. The others follow in their default order. */
  connectorTypeOrder?: readonly ConnectorGroup[]
  /** Whether users can connect wallets on other devices by QR code or link. Needs a `projectId`. Default true. */
  enableWalletConnect?: boolean
  /** The modal lists only wallets on other devices, and your app starts the pairing: see docs/connecting.md. Default false. */
  manualWCControl?: boolean
  /** Opens wallet apps by https links, if they have some, instead of by their URL scheme. Default false. */
  preferUniversalLinks?: boolean
  /** The relay for messages to and from wallets on other devices, as a WebSocket URL. */
  relayUrl?: string
  /**
   * The service that verifies your app's origin for wallets on other devices, such as `https://verify.walletconnect.org`. Your project has
   * to list the domain there. Each code and each request then loads a hidden frame and is delayed by up to two seconds. Off by default.
   */
  verifyUrl?: string
  /** URLs of the nodes to use first for reads that a wallet on another device does not answer itself, by CAIP-2 id. */
  rpcMap?: Readonly<Partial<Record<NetworkId, string>>>
  /** Per namespace, the network that is requested first from a wallet on another device, and used if approved. */
  defaultChains?: Readonly<Partial<Record<Namespace, NetworkId>>>
  /** How wallets present your app. Default: read from the page's `<head>`. */
  metadata?: { name?: string; description?: string; url?: string; icons?: readonly string[] }
  /**
   * The origin of the embedded wallet's secure site, such as `https://secure.example`. Required for email sign-in (`features.email`) and
   * social sign-in (`features.socials`). See docs/secure-site.md.
   */
  secureSite?: string
  /** The providers of social sign-in (`features.socials`), in the order in which they are shown. Default: all of them. */
  socials?: readonly Social[]
  /** The on-ramp providers (`features.onramp`), in the order in which they are shown, each with the keys that it issued to you. */
  onramp?: { providers: readonly OnrampProvider[] }
  /** The order of the connect methods. Default: email, social, wallet; if a wallet is installed: wallet, email, social. */
  connectMethodsOrder?: readonly ConnectMethod[]
  /** Receives analytics events: your own function, or the API (`api`). Off by default. */
  analytics?: 'api' | ((event: AnalyticsEvent) => unknown)
  /** Keeps polling transactions that were not confirmed in time, every 30 s. Default false. */
  watchPendingTransactions?: boolean
  /** Overrides timeouts, in milliseconds. */
  timeouts?: Partial<Timeouts>
  /**
   * Sign-in with a signature. `{}` verifies and stores it in the browser, `{ server }` on your server, and your own functions as you
   * implement them. Sign-in is required unless `required` is false. See docs/sign-in.md.
   */
  siwx?: PageSignIn | ServerSignIn | SignInMethods
  /** Sign-in with the functions of a SIWE server, in the shape that other kits use. Cannot be combined with `siwx`. */
  siweConfig?: SiweConfig
  /** Replaces the SDK's access to its environment: storage, clock, connectors, … */
  ports?: Partial<Ports>
}

const isText = (value: unknown): boolean => typeof value === 'string'

/** Checks of option values, by the text that an error message shows for them. */
const kinds = {
  'a string': isText,
  'a boolean': (value: unknown) => typeof value === 'boolean',
  'a positive number': (value: unknown) => Number.isFinite(value) && Number(value) > 0,
  'a function': (value: unknown) => typeof value === 'function',
  'an object': (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'an array': Array.isArray,
  'an array of strings': (value: unknown) => Array.isArray(value) && value.every(isText),
}
/** A kind of value, or one literal value: `"light"`. */
type Kind = keyof typeof kinds | `"${string}"`
/** One kind, one of several kinds, or the shapes of an object's fields. */
type Shape = Kind | readonly Kind[] | { readonly [field: string]: Shape }
type Shapes<Options> = { readonly [Name in keyof Required<Options>]: Shape }

const SIGN_IN_METHODS = ['createMessage', 'addSession', 'revokeSession', 'setSessions', 'getSessions']
const SIWE_METHODS = ['getNonce', 'verifyMessage', 'getSession', 'signOut']

const functions = (names: readonly string[]): { readonly [name: string]: Shape } =>
  Object.fromEntries(names.map((name) => [name, 'a function']))

const SHAPES: { readonly [option: string]: Shape } = {
  projectId: 'a string',
  networks: 'an array',
  defaultNetwork: ['a string', 'an object', 'a positive number'],
  tokens: 'an object',
  connectors: 'an array',
  icons: 'a function',
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
  hosts: { blockchain: 'a string', catalog: 'a string', analytics: 'a string' },
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
    ...functions([...SIWE_METHODS, 'getMessageParams', 'createMessage', 'onSignIn', 'onSignOut']),
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

/** Returns the options with a valid shape, and an error message for each fault of the others. `undefined` counts as missing. */
export function readShapes(input: unknown): { options: LatchkeyOptions; faults: string[] } {
  if (!kinds['an object'](input)) return { options: {}, faults: [`options: ${describeValue(input)} is not an object`] }
  const options: { [name: string]: unknown } = {}
  const faults: string[] = []
  for (const [name, value] of Object.entries(input as object)) {
    // An object with the app's own sign-in functions may have any other fields.
    const shapeErrors = name === 'siwx' && isOwnSignIn(value) ? [] : errorsIn({ [name]: value }, SHAPES)
    if (shapeErrors.length === 0) options[name] = value
    faults.push(...shapeErrors)
  }
  return { options, faults: [...faults, ...signInErrors(input as object)] }
}

/** One line of the characters that EIP-4361 allows. */
const STATEMENT = /^[\w\-.~:/?#[\]@!$&'()*+,;= ]+$/
/** A hundred years. */
const MAX_EXPIRY_MS = 3.2e12
/** Fields that are valid only without the app's own sign-in functions. */
const PAGE_OPTIONS = ['required', 'server', 'statement', 'resources', 'expiresInMs']

const isDefined = (value: unknown, name: string): boolean => Reflect.get(Object(value), name) !== undefined
const isOwnSignIn = (siwx: unknown): boolean => SIGN_IN_METHODS.some((method) => isDefined(siwx, method))

/** Rejects incomplete sign-in options, and options that fail for every user: an app could assume that its users are signed in. */
function signInErrors({ siwx, siweConfig }: Pick<LatchkeyOptions, 'siwx' | 'siweConfig'>): string[] {
  if (siwx !== undefined && siweConfig !== undefined) return [baseErrorTexts['config.bothSignIns']]
  const missing = (name: string, value: unknown, needed: readonly string[]) =>
    needed.flatMap((method) => (isDefined(value, method) ? [] : [`${name}: ${method} is missing`]))
  if (siweConfig !== undefined) return missing('siweConfig', siweConfig, SIWE_METHODS)
  if (isDefined(siwx, 'getRequired') && !isOwnSignIn(siwx))
    return ['siwx: getRequired goes with the other functions only']
  if (!isOwnSignIn(siwx)) return pageErrors(Object(siwx))
  const definedMethods = [...SIGN_IN_METHODS, 'getRequired'].filter((method) => isDefined(siwx, method))
  return [
    ...missing('siwx', siwx, SIGN_IN_METHODS),
    ...definedMethods.flatMap((method) => errorsOf(Reflect.get(Object(siwx), method), 'a function', `siwx.${method}`)),
    ...PAGE_OPTIONS.filter((name) => isDefined(siwx, name)).map(
      (name) => `siwx: "${name}" does not go with functions of your own`,
    ),
  ]
}

/** Faults that would make every sign-in message invalid. */
const pageErrors = ({ server, statement, resources = [], expiresInMs = 1 }: Partial<ServerSignIn>): string[] => [
  ...(server === undefined || isUrl(server, ['http:', 'https:'])
    ? []
    : [`siwx.server: "${server}" is not an http(s) URL`]),
  ...(statement === undefined || STATEMENT.test(statement)
    ? []
    : ['siwx.statement: it has to be one line of letters, digits and punctuation of ASCII (EIP-4361)']),
  ...[resources]
    .flat()
    .flatMap((resource) =>
      /^[a-z][\w+.-]*:\S+$/i.test(resource) ? [] : [`siwx.resources: "${resource}" is not a URI`],
    ),
  ...(expiresInMs <= MAX_EXPIRY_MS ? [] : ['siwx.expiresInMs: it is more than a hundred years']),
]

const errorsIn = (record: object, shapes: { readonly [field: string]: Shape }, path?: string): string[] =>
  Object.entries(record).flatMap(([name, value]) => {
    if (value === undefined) return []
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined
    return shape === undefined
      ? [`${path === undefined ? '' : `${path}: `}there is no "${name}"${suggestion(name, Object.keys(shapes))}`]
      : errorsOf(value, shape, path === undefined ? name : `${path}.${name}`)
  })

function errorsOf(value: unknown, shape: Shape, path: string): string[] {
  const fields = typeof shape === 'object' && !isAlternatives(shape) ? shape : undefined
  const allowed = fields ? ['an object' as const] : [shape as Kind | readonly Kind[]].flat()
  if (!allowed.some((kind) => isKind(value, kind))) return [`${path}: ${describeValue(value)} is not ${anyOf(allowed)}`]
  return fields ? errorsIn(value as object, fields, path) : []
}

const isAlternatives = (shape: object): shape is readonly Kind[] => Array.isArray(shape)

const isKind = (value: unknown, kind: Kind): boolean =>
  kind in kinds ? kinds[kind as keyof typeof kinds](value) : isText(value) && `"${String(value)}"` === kind

const anyOf = (allowed: readonly string[]): string => allowed.join(' or ')

const describeValue = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(describeValue).join(', ')}]`
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' && value !== null ? 'an object' : (JSON.stringify(value) ?? String(value))
}

/** A suggestion for a misspelled name, if a known one is close enough. */
function suggestion(name: string, names: readonly string[]): string {
  const [nearest] = names
    .map((candidate) => ({ candidate, steps: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .toSorted((a, b) => a.steps - b.steps)
  return nearest && nearest.steps <= MAX_EDIT_DISTANCE ? `; did you mean "${nearest.candidate}"?` : ''
}

const MAX_EDIT_DISTANCE = 2

/** The Levenshtein distance. */
function editDistance(from: string, to: string): number {
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
