import type { Connector } from '../../machines/shared/connector.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { abortable } from '../platform/abort.ts'
import type { ChainAdapter } from '../chains/adapter.ts'
import type { Ports } from '../instance/ports.ts'
import type { WalletProvider } from '../provider/walletProvider.ts'

/** The provider of each connection, by its connector. */
const providers = new WeakMap<Connector, WalletProvider>()

/** Binds a connector to a provider. Another wallet that announces itself under the same id later does not replace it. */
export function bindProvider(connector: Connector, provider: WalletProvider): Connector {
  const boundConnector = { ...connector }
  providers.set(boundConnector, provider)
  return boundConnector
}

/** The provider of a connector. Throws `connector.notFound` if its wallet is no longer on the page. */
export function providerOf({ connectors }: Ports, connector: Connector): WalletProvider {
  const provider = providers.get(connector) ?? connectors.provider(connector.id, connector.chain)
  if (!provider) throw new LatchkeyError('connector.notFound')
  return provider
}

/** Like `providerOf`, but creates the provider of a lazy connector first. Rejects with `connector.notLoaded`, or on abort. */
export async function loadProvider(ports: Ports, connector: Connector, signal: AbortSignal): Promise<WalletProvider> {
  const { connectors } = ports
  if (connector.lazy && connectors.load && !providers.has(connector))
    await abortable(connectors.load(connector.id, connector.chain), signal)
  return providerOf(ports, connector)
}

/** The adapter for a connector's wallet. Throws `chain.adapterMissing` if its namespace has none [8.5]. */
export async function adapterOf({ chains }: Ports, { chain, type }: Connector): Promise<ChainAdapter> {
  const adapter: ChainAdapter | undefined = await chains.at(chain, type)
  if (!adapter) throw new LatchkeyError('chain.adapterMissing')
  return adapter
}
