import { ADAPTED_NAMESPACES, TIMEOUTS } from '../machines/constants.ts'
import type { Configuration, ConnectorGroup, WalletOptions } from '../machines/entities/configuration.ts'
import type { Namespace, NetworkId } from '../machines/entities/namespace.ts'
import { connectorSchema } from '../machines/entities/connector.ts'
import type { Network } from '../machines/entities/network.ts'
import type { Token } from '../machines/entities/token.ts'
import { LatchkeyError } from '../machines/errors/error.ts'
import type { Wallet } from '../machines/entities/wallet.ts'
import type { Timeouts } from '../machines/kit/bound.ts'
import type { AnalyticsEvent } from '../machines/rules/analytics.ts'
import {
  configurationFaults,
  isUrl,
  sessionFaults,
  isViemChain,
  schemaFaults,
  VIEM_CHAIN,
} from '../machines/rules/configuration.ts'
import { isBundlerOrigin } from '../machines/rules/pairing/bundlers.ts'
import type { Hosts } from './api/call.ts'
import type { KnownConnector } from './connectors/connectors.ts'
import { mainnet } from './networks.ts'
import { readShapes } from './options.ts'
import type { LogLevel, Ports } from './ports.ts'

/** The relay to wallets on other devices; a site can set its own. */
export const DEFAULT_RELAY = 'wss://relay.walletconnect.org'

/** The API's hosts; a site can set its own. */
const DEFAULT_HOSTS: Hosts = {
  blockchain: 'https://rpc.walletconnect.org',
  catalogue: 'https://api.web3modal.org',
  analytics: 'https://pulse.walletconnect.org',
}

/** What a site says of itself when it creates an instance. */
export interface LatchkeyOptions {
  /** For features that the API serves. Whoever wants one of these without it has an alert remind the developers, in the log [5.18]. */
  projectId?: string
  /** The networks that visitors may use, at least one. Ethereum mainnet where nothing is given. */
  networks?: readonly Network[]
  /** The network to begin on: a network or its CAIP-2 id. The first one where nothing is given. */
  defaultNetwork?: Network | NetworkId
  /** ERC-20s and SPL tokens (by their mint) whose balances are shown, by CAIP-2 id. */
  tokens?: Readonly<Partial<Record<NetworkId, readonly Token[]>>>
  /** Wallets that the site hands over itself, beside those that announce themselves. */
  connectors?: readonly KnownConnector[]
  /** Tells instances on one page apart, and names their stored entries. */
  id?: string
  /** Shown in the page, not as a dialog. Default true. */
  embedded?: boolean
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
   * What visitors can do besides connecting. What is off has no button, cannot be opened, and is not loaded. All are on unless told:
   * `send`, `receive`, and `history`, which is the account's activity and collectibles.
   */
  features?: Partial<Configuration['features']>
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
  /** The network of each family that a wallet on another device is asked for first, and spoken to on where it serves it [3.37]. */
  defaultChains?: Readonly<Partial<Record<Namespace, NetworkId>>>
  /** What wallets show of the page: the page's own head where nothing is given. */
  metadata?: { name?: string; description?: string; url?: string; icons?: readonly string[] }
  /** Who is told what happened: your own function, or the API. Nobody where nothing is given [1.13]. */
  analytics?: 'provider' | ((event: AnalyticsEvent) => unknown)
  /** Keep looking for transactions that were not confirmed in time, every 30 s. Default false. */
  watchPendingTransactions?: boolean
  /** Bounds on waits, in milliseconds. */
  timeouts?: Partial<Timeouts>
  /** Sign-in with a wallet signature is not there yet: either of the two is a fault, and so are both [5.16]. */
  siwx?: never
  siweConfig?: never
  /** Replaces what the sdk needs from the world: storage, clock, connectors, … */
  ports?: Partial<Ports>
}

/** The options as data for the machines. Throws one error that lists every fault. */
export function readOptions(given: LatchkeyOptions): {
  configuration: Configuration
  timeouts: Timeouts
  hosts: Hosts
  bundlers: readonly string[]
} {
  const { options, faults } = readShapes(given)
  const networks = options.networks ?? [mainnet]
  // What a page without types hands over may hold anything; the rules below tell what is wrong with it.
  const offered = networks.filter((network: Partial<Network> | undefined) => network?.caipNetworkId)
  const { defaultNetwork, projectId = '' } = options
  const chosen = typeof defaultNetwork === 'object' ? defaultNetwork.caipNetworkId : defaultNetwork
  const configuration: Configuration = {
    id: options.id ?? 'default',
    projectId: projectId === '' ? undefined : projectId,
    networks,
    namespaces: [...new Set(offered.map(({ chainNamespace }) => chainNamespace))],
    defaultNetworkId: chosen ?? offered[0]?.caipNetworkId ?? mainnet.caipNetworkId,
    tokens: options.tokens ?? {},
    theme: options.theme ?? 'system',
    embedded: options.embedded ?? true,
    debug: options.debug ?? false,
    enableNetworkSwitch: options.enableNetworkSwitch ?? true,
    features: { send: true, receive: true, history: true, ...options.features },
    allowUnsupportedChain: options.allowUnsupportedChain ?? false,
    unsupportedChain: options.allowUnsupportedChain ? 'nothing' : (options.unsupportedChain ?? 'view'),
    wallets: {
      featuredWalletIds: options.featuredWalletIds ?? [],
      includeWalletIds: options.includeWalletIds ?? [],
      excludeWalletIds: options.excludeWalletIds ?? [],
      customWallets: (options.customWallets ?? []).map((wallet) => ({ chains: [], ...wallet })),
      allWallets: options.allWallets ?? 'SHOW',
      enableWalletGuide: options.enableWalletGuide ?? true,
      preferUniversalLinks: options.preferUniversalLinks ?? false,
      connectorTypeOrder: options.connectorTypeOrder ?? [],
    },
    enableWalletConnect: (options.enableWalletConnect ?? true) && projectId !== '',
    manualWCControl: options.manualWCControl ?? false,
    remoteOnly:
      offered.every(({ chainNamespace }) => !ADAPTED_NAMESPACES.includes(chainNamespace)) &&
      (options.connectors ?? []).length === 0,
    analytics: options.analytics === undefined ? 'off' : options.analytics === 'provider' ? 'provider' : 'site',
    watchPendingTransactions: options.watchPendingTransactions ?? false,
  }
  const timeouts: Timeouts = { ...TIMEOUTS, ...options.timeouts }
  const hosts: Hosts = { ...DEFAULT_HOSTS, ...options.hosts }

  faults.push(...configurationFaults(configuration), ...connectorFaults(options.connectors ?? []))
  if (typeof defaultNetwork === 'object' && isViemChain(defaultNetwork)) faults.push(`defaultNetwork: ${VIEM_CHAIN}`)
  for (const [name, host] of Object.entries(hosts))
    if (!isUrl(host, ['http:', 'https:'])) faults.push(`hosts.${name}: "${host}" is not an http(s) URL`)
  const { bundlers = [] } = options
  for (const origin of bundlers)
    if (!isBundlerOrigin(origin)) faults.push(`bundlers: "${origin}" is not the origin of an https server`)
  faults.push(...sessionFaults(configuration, options))
  if (options.relayUrl !== undefined && !isUrl(options.relayUrl, ['ws:', 'wss:']))
    faults.push(`relayUrl: "${options.relayUrl}" is not a ws(s) URL`)
  if (options.verifyUrl !== undefined && !isUrl(options.verifyUrl, ['http:', 'https:']))
    faults.push(`verifyUrl: "${options.verifyUrl}" is not an http(s) URL`)
  if (faults.length > 0)
    throw new LatchkeyError('config.invalid', {
      params: { count: faults.length, faults: faults.map((fault) => `- ${fault}`).join('\n') },
    })
  return { configuration, timeouts, hosts, bundlers }
}

const connectorFaults = (connectors: readonly (Partial<KnownConnector> | undefined)[]): string[] =>
  connectors.flatMap((known, index) => [
    ...schemaFaults(connectorSchema, known?.connector, `connectors[${index}].connector`),
    ...(['object', 'function'].includes(typeof known?.provider) ? [] : [`connectors[${index}].provider: Required`]),
  ])
