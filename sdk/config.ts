import { ADAPTED_NAMESPACES, TIMEOUTS } from '../machines/constants.ts'
import type { Configuration, SignInRules } from '../machines/entities/configuration.ts'
import type { Namespace } from '../machines/entities/namespace.ts'
import type { Network } from '../machines/entities/network.ts'
import { socials } from '../machines/entities/social.ts'
import { LatchkeyError } from '../machines/errors/error.ts'
import type { Timeouts } from '../machines/kit/bound.ts'
import {
  abiFaults,
  configurationFaults,
  connectorFaults,
  isUrl,
  embeddedFaults,
  networkFaults,
  onrampFaults,
  sessionFaults,
} from '../machines/rules/configuration.ts'
import { isBundlerOrigin } from '../machines/rules/pairing/bundlers.ts'
import type { Hosts } from './api/call.ts'
import type { KnownConnector } from './connectors/connectors.ts'
import { mainnet, networkIdOf, throughGateway, toNetwork } from './networks.ts'
import { readShapes, type LatchkeyOptions } from './options.ts'
import { isOwn } from './signIn/methods.ts'

/** The relay to wallets on other devices; a site can set its own. */
export const DEFAULT_RELAY = 'wss://relay.walletconnect.org'

/** The API's hosts; a site can set its own. */
const DEFAULT_HOSTS: Hosts = {
  blockchain: 'https://rpc.walletconnect.org',
  catalogue: 'https://api.web3modal.org',
  analytics: 'https://pulse.walletconnect.org',
}

/** What a site has that says nothing else. */
const FEATURES: Configuration['features'] = {
  email: false,
  socials: false,
  send: true,
  receive: true,
  history: true,
  names: true,
  smartSessions: false,
  swaps: false,
  onramp: false,
  pay: false,
}

/** The options as data for the machines. */
export interface ReadOptions {
  configuration: Configuration
  timeouts: Timeouts
  hosts: Hosts
  bundlers: readonly string[]
  /** A network of the site, with the API's node beside its own. */
  viaGateway(network: Network): Network
}

/** What is wrong with the servers for wallets on other devices. */
function serverFaults({ relayUrl, verifyUrl }: LatchkeyOptions): string[] {
  const faults: string[] = []
  if (relayUrl !== undefined && !isUrl(relayUrl, ['ws:', 'wss:']))
    faults.push(`relayUrl: "${relayUrl}" is not a ws(s) URL`)
  if (verifyUrl !== undefined && !isUrl(verifyUrl, ['http:', 'https:']))
    faults.push(`verifyUrl: "${verifyUrl}" is not an http(s) URL`)
  return faults
}

/** Reads the options. Throws one error that lists every fault. */
export function readOptions(given: LatchkeyOptions): ReadOptions {
  const { options, faults } = readShapes(given)
  const networks = (options.networks ?? [mainnet]).map(toNetwork)
  // What a page without types hands over may hold anything; the rules below tell what is wrong with it.
  const offered = networks.filter((network: Partial<Network> | undefined) => network?.caipNetworkId)
  const { defaultNetwork, projectId = '' } = options
  const chosen = defaultNetwork === undefined ? undefined : networkIdOf(defaultNetwork)
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
    features: { ...FEATURES, ...options.features },
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
    analytics: toldTo(options),
    methods: { safe: options.methods?.safe ?? [], unsafe: options.methods?.unsafe ?? [] },
    review: options.review ?? 'beside',
    signIn: signInRules(options, offered),
    watchPendingTransactions: options.watchPendingTransactions ?? false,
    connectMethodsOrder: options.connectMethodsOrder,
    socials: options.features?.socials ? (options.socials ?? socials) : [],
    onrampProviders: sellersOf(options),
  }
  const timeouts: Timeouts = { ...TIMEOUTS, ...options.timeouts }
  const hosts: Hosts = { ...DEFAULT_HOSTS, ...options.hosts }

  faults.push(...configurationFaults(configuration), ...abiFaults(configuration, options.abis ?? {}))
  faults.push(...knownConnectorFaults(options.connectors ?? []))
  if (typeof defaultNetwork === 'object') faults.push(...networkFaults(defaultNetwork, 'defaultNetwork'))
  for (const [name, host] of Object.entries(hosts))
    if (!isUrl(host, ['http:', 'https:'])) faults.push(`hosts.${name}: "${host}" is not an http(s) URL`)
  const { bundlers = [] } = options
  for (const origin of bundlers)
    if (!isBundlerOrigin(origin)) faults.push(`bundlers: "${origin}" is not the origin of an https server`)
  faults.push(...sessionFaults(configuration, options))
  faults.push(...serverFaults(options))
  faults.push(...embeddedFaults(configuration, options.secureSite))
  faults.push(...onrampFaults(configuration, configuration.onrampProviders))
  if (faults.length > 0)
    throw new LatchkeyError('config.invalid', {
      params: { count: faults.length, faults: faults.map((fault) => `- ${fault}`).join('\n') },
    })
  const viaGateway = (network: Network) =>
    throughGateway(network, { host: hosts.blockchain, projectId: configuration.projectId })
  const served = { ...configuration, networks: networks.map(viaGateway) }
  return { configuration: served, timeouts, hosts, bundlers, viaGateway }
}

/** Who is told what happened. */
const toldTo = ({ analytics }: LatchkeyOptions): Configuration['analytics'] =>
  analytics === undefined ? 'off' : analytics === 'api' ? 'api' : 'site'

/** Who sells crypto to visitors, where the site has that. */
const sellersOf = ({ features, onramp }: LatchkeyOptions) => (features?.onramp ? (onramp?.providers ?? []) : [])

/** The namespaces whose wallets sign texts in a way that can be verified. */
const SIGNING: readonly Namespace[] = ['eip155', 'solana', 'bip122']

/** Who signs in, and what ends it, as the site's way to sign in has it. */
function signInRules(
  { siwx, siweConfig }: Pick<LatchkeyOptions, 'siwx' | 'siweConfig'>,
  networks: readonly Network[],
): SignInRules | undefined {
  if (siweConfig ? siweConfig.enabled === false : !siwx) return undefined
  const namespaces = SIGNING.filter((known) => networks.some(({ chainNamespace }) => chainNamespace === known))
  const connection = (siweConfig ?? siwx)?.signOutOnDisconnect ?? true
  if (siweConfig) {
    const {
      required = true,
      signOutOnAccountChange: account = true,
      signOutOnNetworkChange: network = true,
    } = siweConfig
    const endsWith = { connection, account, network }
    return { required, namespaces: namespaces.filter((known) => known === 'eip155'), endsWith }
  }
  const asked: unknown = siwx && isOwn(siwx) ? siwx.getRequired?.() : siwx?.required
  // Whatever it is but a no: who should have been asked must not get by.
  return { required: asked !== false, namespaces, endsWith: { connection, account: false, network: false } }
}

const knownConnectorFaults = (connectors: readonly (Partial<KnownConnector> | undefined)[]): string[] =>
  connectors.flatMap((known, index) => [
    ...connectorFaults(known?.connector, `connectors[${index}].connector`),
    ...(['object', 'function'].includes(typeof known?.provider) ? [] : [`connectors[${index}].provider: Required`]),
  ])
