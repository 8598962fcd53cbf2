import type { Connector } from '../../machines/entities/connector.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import type { ChainAdapter } from '../chains/adapter.ts'
import type { Ports } from '../ports.ts'
import type { WalletProvider } from '../walletProvider.ts'

/** The providers of connections, by the connector that each of them carries. */
const bound = new WeakMap<Connector, WalletProvider>()

/** A connector for a connection: what it is asked goes to this provider, whoever announces itself under its id later. */
export function boundTo(connector: Connector, provider: WalletProvider): Connector {
  const own = { ...connector }
  bound.set(own, provider)
  return own
}

/** The live provider of a connector; an error where its wallet is gone from the page. */
export function providerOf({ connectors }: Ports, connector: Connector): WalletProvider {
  const provider = bound.get(connector) ?? connectors.provider(connector.id, connector.chain)
  if (!provider) throw new LatchkeyError('connector.notFound')
  return provider
}

/** The adapter by which a connector's wallet is spoken to; an error where its namespace has none [8.5]. */
export async function adapterOf({ chains }: Ports, { chain, type }: Connector): Promise<ChainAdapter> {
  const adapter: ChainAdapter | undefined = await chains.at(chain, type)
  if (!adapter) throw new LatchkeyError('chain.adapterMissing')
  return adapter
}
