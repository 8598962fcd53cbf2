import type { Configuration } from '../../machines/project/configuration.types.ts'
import type { Connector } from '../../machines/shared/connector.types.ts'
import type { Namespace } from '../../machines/shared/namespace.types.ts'
import { LatchkeyError, reasonOf } from '../../machines/shared/errors/error.ts'
import type { Timeouts } from '../../machines/core/implementations.ts'
import { EMBEDDED_NAMESPACES } from '../../machines/constants.ts'
import { hasEmbedded } from '../../machines/embedded/frame.feature.ts'
import { hasWalletConnect } from '../../machines/pairing/pairing.feature.ts'
import { assertDefined } from '../../machines/core/assertDefined.ts'
import { bundlersOf } from '../../machines/pairing/rules/bundlers.ts'
import type { Hosts } from '../api/call.ts'
import { DEFAULT_RELAY } from './config.ts'
import type { AppSettings, WalletConnectSettings } from './appSettings.ts'
import type { Instance } from './instance.ts'
import type { LatchkeyOptions } from './options.ts'
import { pageConnectors, walletConnectConnector, withCreatedProvider } from '../connectors/connectors.ts'
import {
  browserClipboard,
  browserImages,
  browserPage,
  consoleLogger,
  withLevel,
  localStorageOf,
  pageMetadata,
  pageVisibility,
  randomIds,
  systemClock,
  systemScheme,
} from '../platform/browser.ts'
import { lazyApi } from '../platform/lazyApi.ts'
import { embeddedConnector, lazyEmbedded } from '../connectors/pageEmbedded.ts'
import { loadPart } from '../platform/loadPart.ts'
import { pagePairing } from '../connectors/pagePairing.ts'
import type { PairingDriver } from '../pairing/port.ts'
import type { Ports, RpcPort } from './ports.ts'
import { VERSION } from './version.ts'

interface PortsOptions {
  options: LatchkeyOptions
  configuration: Configuration
  timeouts: Timeouts
  hosts: Hosts
  /** Read lazily, on first use. */
  instance(): Instance
}

/** The default ports: browser APIs, storage and networks. Ports that the app passes take precedence. */
export function defaultPorts(portsOptions: PortsOptions): Ports {
  const { options, configuration, timeouts, hosts } = portsOptions
  const customPorts = options.ports ?? {}
  const clock = customPorts.clock ?? systemClock
  const logger = withLevel(customPorts.logger ?? consoleLogger, options.logLevel ?? 'error')
  const pairing =
    'pairing' in customPorts
      ? customPorts.pairing
      : hasWalletConnect(configuration)
        ? pagePairing(portsOptions.instance)
        : undefined
  const embedded =
    'embedded' in customPorts
      ? customPorts.embedded
      : hasEmbedded(configuration)
        ? lazyEmbedded(portsOptions.instance)
        : undefined
  return {
    clock,
    connectors: connectorsOf(portsOptions, { clock, pairing, embedded }, logger),
    storage: localStorageOf(),
    scheme: systemScheme,
    page: browserPage,
    popup: undefined,
    images: browserImages,
    clipboard: browserClipboard,
    visibility: pageVisibility,
    ids: randomIds,
    analytics: { deliver: (event) => (typeof options.analytics === 'function' ? options.analytics(event) : undefined) },
    api: lazyApi({
      projectId: configuration.projectId,
      hosts,
      sdk: { type: 'latchkey', version: `html-${configuration.namespaces.join(',')}-${VERSION}` },
      timeoutMs: timeouts.apiMs,
      now: () => clock.now(),
      warn: (error) => logger.warn?.(error.message),
    }),
    chains: { at: adapterAt },
    rpc: nodes,
    pairing,
    embedded,
    frame: undefined,
    driver: () => openDriver(portsOptions),
    ...customPorts,
    logger,
  }
}

const nodes: RpcPort = {
  request: async (network, call, options) =>
    (await loadPart(import('../rpc/client.ts'))).rpcClient(network).request(call as never, options),
}

/** Opens the official client of the pairing protocol. */
async function openDriver({ options, configuration }: PortsOptions): Promise<PairingDriver> {
  const driver = await loadPart(import('../pairing/client/driver.ts'))
  return driver.openDriver({
    role: 'requester',
    projectId: assertDefined(configuration.projectId),
    relayUrl: options.relayUrl ?? DEFAULT_RELAY,
    id: configuration.id,
    metadata: pageMetadata(options.metadata),
    verify: options.verifyUrl ?? false,
  })
}

/** The origin of the secure site, and the data about the app that the embedded wallet receives. */
export const embeddedOf = (
  { secureSite = '', metadata }: LatchkeyOptions,
  { projectId = '', defaultNetworkId }: Configuration,
): AppSettings['embedded'] => ({
  origin: secureSite,
  projectId,
  chainId: defaultNetworkId,
  metadata: () => pageMetadata(metadata),
})

/** The app's settings for wallets on other devices. */
export const walletConnectOf = ({
  options: { rpcMap = {}, defaultChains = {} },
  configuration: { projectId },
  hosts,
  bundlers,
  page,
}: Pick<PortsOptions, 'options' | 'configuration' | 'hosts'> & {
  bundlers: readonly string[]
  page: Ports['page']
}): WalletConnectSettings => ({
  projectId,
  defaultChains,
  rpcMap,
  bundlers: () => bundlersOf({ hosts: { ...hosts }, bundlers, pageOrigin: page.read()?.origin }),
})

const connectorsOf = (
  { options, configuration: { namespaces }, timeouts: { loadMs } }: PortsOptions,
  { clock, pairing, embedded }: Pick<Ports, 'clock' | 'pairing' | 'embedded'>,
  logger: Ports['logger'],
): Ports['connectors'] =>
  pageConnectors(
    [
      ...(options.connectors ?? []).map(withCreatedProvider({ clock, loadMs })),
      ...(pairing
        ? [{ connector: walletConnectConnector(namespaces[0] ?? 'eip155'), provider: pairing.provider }]
        : []),
      ...(embedded ? [{ connector: embeddedConnector(embeddedIn(namespaces)), provider: embedded.provider }] : []),
    ],
    namespaces,
    (cause) => logger.error(new LatchkeyError('unknown', { params: { reason: reasonOf(cause) } }).message, cause),
  )

/** The first of the app's namespaces that the embedded wallet supports. */
const embeddedIn = (namespaces: readonly Namespace[]): Namespace =>
  EMBEDDED_NAMESPACES.find((namespace) => namespaces.includes(namespace)) ?? 'eip155'

/**
 * Loads the adapter of a namespace on first use. For namespaces that connect over a session, it is wrapped in the session
 * adapter.
 */
async function adapterAt(namespace: Namespace, connector?: Connector['type']) {
  const adapter = await namespaceAt(namespace)
  if (connector !== 'AUTH' && (namespace === 'eip155' || connector !== 'WALLET_CONNECT')) return adapter
  return (await loadPart(import('../chains/session.ts'))).withSession(adapter)
}
async function namespaceAt(namespace: Namespace) {
  if (namespace === 'eip155') return (await loadPart(import('../chains/eip155/adapter.ts'))).eip155Adapter
  if (namespace === 'solana') return (await loadPart(import('../chains/solana/adapter.ts'))).solanaAdapter
  if (namespace === 'bip122') return (await loadPart(import('../chains/bip122/adapter.ts'))).bip122Adapter
  return (await loadPart(import('../chains/bareAdapter.ts'))).bareAdapter
}
