import { ADAPTED_NAMESPACES, TIMEOUTS } from '../../machines/constants.ts'
import type { Configuration, SignInRules } from '../../machines/project/configuration.types.ts'
import type { Namespace } from '../../machines/shared/namespace.types.ts'
import type { Network } from '../../machines/shared/network.types.ts'
import { socials } from '../../machines/embedded/login/social.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { isUrl } from '../../machines/shared/links.rules.ts'
import type { Timeouts } from '../../machines/core/implementations.ts'
import {
  abiErrors,
  configurationErrors,
  connectorErrors,
  embeddedErrors,
  networkErrors,
  onrampErrors,
  sessionErrors,
} from '../../machines/project/configuration.rules.ts'
import { isBundlerOrigin } from '../../machines/pairing/rules/bundlers.ts'
import type { Hosts } from '../api/call.ts'
import type { ConnectorOption } from '../connectors/connectors.ts'
import { mainnet, networkIdOf, addGatewayUrl, toNetwork } from '../network/networks.ts'
import { readShapes, type LatchkeyOptions } from './options.ts'
import { isOwn } from '../sign-in/methods.ts'

/** The default relay for wallets on other devices; the option `relayUrl` replaces it. */
export const DEFAULT_RELAY = 'wss://relay.walletconnect.org'

/** The default hosts of the API; the option `hosts` replaces them. */
const DEFAULT_HOSTS: Hosts = {
  blockchain: 'https://rpc.walletconnect.org',
  catalog: 'https://api.web3modal.org',
  analytics: 'https://pulse.walletconnect.org',
}

/** The default feature switches. */
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

/** The validated options, with defaults. */
export interface ReadOptions {
  configuration: Configuration
  timeouts: Timeouts
  hosts: Hosts
  bundlers: readonly string[]
  /** Returns the network with the API's RPC node added. */
  viaGateway(network: Network): Network
}

function serverErrors({ relayUrl, verifyUrl }: LatchkeyOptions): string[] {
  const faults: string[] = []
  if (relayUrl !== undefined && !isUrl(relayUrl, ['ws:', 'wss:']))
    faults.push(`relayUrl: "${relayUrl}" is not a ws(s) URL`)
  if (verifyUrl !== undefined && !isUrl(verifyUrl, ['http:', 'https:']))
    faults.push(`verifyUrl: "${verifyUrl}" is not an http(s) URL`)
  return faults
}

/** Validates the options and applies the defaults. Throws one `config.invalid` error that lists every fault. */
export function readOptions(input: LatchkeyOptions): ReadOptions {
  const { options, faults } = readShapes(input)
  const networks = (options.networks ?? [mainnet]).map(toNetwork)
  // Untyped callers may pass anything. The checks below report what is wrong.
  const validNetworks = networks.filter((network: Partial<Network> | undefined) => network?.caipNetworkId)
  const { defaultNetwork, projectId = '' } = options
  const chosenNetworkId = defaultNetwork === undefined ? undefined : networkIdOf(defaultNetwork)
  const configuration: Configuration = {
    id: options.id ?? 'default',
    projectId: projectId === '' ? undefined : projectId,
    networks,
    namespaces: [...new Set(validNetworks.map(({ chainNamespace }) => chainNamespace))],
    defaultNetworkId: chosenNetworkId ?? validNetworks[0]?.caipNetworkId ?? mainnet.caipNetworkId,
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
      validNetworks.every(({ chainNamespace }) => !ADAPTED_NAMESPACES.includes(chainNamespace)) &&
      (options.connectors ?? []).length === 0,
    analytics: analyticsHandlerOf(options),
    methods: { safe: options.methods?.safe ?? [], unsafe: options.methods?.unsafe ?? [] },
    review: options.review ?? 'beside',
    signIn: signInRules(options, validNetworks),
    watchPendingTransactions: options.watchPendingTransactions ?? false,
    connectMethodsOrder: options.connectMethodsOrder,
    socials: options.features?.socials ? (options.socials ?? socials) : [],
    onrampProviders: onrampProvidersOf(options),
  }
  const timeouts: Timeouts = { ...TIMEOUTS, ...options.timeouts }
  const hosts: Hosts = { ...DEFAULT_HOSTS, ...options.hosts }

  faults.push(...configurationErrors(configuration), ...abiErrors(configuration, options.abis ?? {}))
  faults.push(...connectorOptionErrors(options.connectors ?? []))
  if (typeof defaultNetwork === 'object') faults.push(...networkErrors(defaultNetwork, 'defaultNetwork'))
  for (const [name, host] of Object.entries(hosts))
    if (!isUrl(host, ['http:', 'https:'])) faults.push(`hosts.${name}: "${host}" is not an http(s) URL`)
  const { bundlers = [] } = options
  for (const origin of bundlers)
    if (!isBundlerOrigin(origin)) faults.push(`bundlers: "${origin}" is not the origin of an https server`)
  faults.push(...sessionErrors(configuration, options))
  faults.push(...serverErrors(options))
  faults.push(...embeddedErrors(configuration, options.secureSite))
  faults.push(...onrampErrors(configuration, configuration.onrampProviders))
  if (faults.length > 0)
    throw new LatchkeyError('config.invalid', {
      params: { count: faults.length, faults: faults.map((fault) => `- ${fault}`).join('\n') },
    })
  const viaGateway = (network: Network) =>
    addGatewayUrl(network, { host: hosts.blockchain, projectId: configuration.projectId })
  const configurationWithGateway = { ...configuration, networks: networks.map(viaGateway) }
  return { configuration: configurationWithGateway, timeouts, hosts, bundlers, viaGateway }
}

const analyticsHandlerOf = ({ analytics }: LatchkeyOptions): Configuration['analytics'] =>
  analytics === undefined ? 'off' : analytics === 'api' ? 'api' : 'site'

const onrampProvidersOf = ({ features, onramp }: LatchkeyOptions) => (features?.onramp ? (onramp?.providers ?? []) : [])

/** The namespaces whose message signatures can be verified. */
const SIGN_IN_NAMESPACES: readonly Namespace[] = ['eip155', 'solana', 'bip122']

/** Derives the sign-in rules from `siwx` or `siweConfig`. */
function signInRules(
  { siwx, siweConfig }: Pick<LatchkeyOptions, 'siwx' | 'siweConfig'>,
  networks: readonly Network[],
): SignInRules | undefined {
  if (siweConfig ? siweConfig.enabled === false : !siwx) return undefined
  const namespaces = SIGN_IN_NAMESPACES.filter((namespace) =>
    networks.some(({ chainNamespace }) => chainNamespace === namespace),
  )
  const connection = (siweConfig ?? siwx)?.signOutOnDisconnect ?? true
  if (siweConfig) {
    const {
      required = true,
      signOutOnAccountChange: account = true,
      signOutOnNetworkChange: network = true,
    } = siweConfig
    const endsWith = { connection, account, network }
    return { required, namespaces: namespaces.filter((namespace) => namespace === 'eip155'), endsWith }
  }
  const requiredOption: unknown = siwx && isOwn(siwx) ? siwx.getRequired?.() : siwx?.required
  // Only an explicit `false` makes sign-in optional.
  return { required: requiredOption !== false, namespaces, endsWith: { connection, account: false, network: false } }
}

const connectorOptionErrors = (connectors: readonly (Partial<ConnectorOption> | undefined)[]): string[] =>
  connectors.flatMap((option, index) => [
    ...connectorErrors(option?.connector, `connectors[${index}].connector`),
    ...(['object', 'function'].includes(typeof option?.provider) ? [] : [`connectors[${index}].provider: Required`]),
  ])
