import type { Connection } from '../../machines/entities/account.ts'
import type { Connector } from '../../machines/entities/connector.ts'
import type { Metadata } from '../../machines/entities/pairing.ts'
import type { Shared } from '../chains/adapter.ts'
import type { WalletProvider } from '../ports.ts'
import { boundTo } from './providers.ts'

/** What a wallet shares, as a connection that speaks to this provider from now on. */
export const connectionOf = (
  connector: Connector,
  provider: WalletProvider,
  { accounts, networkId }: Shared,
): Connection => ({
  namespace: connector.chain,
  connector: boundTo(connector, provider),
  address: accounts[0].address,
  accounts,
  networkId,
})

/** The connector under the name and picture of the wallet that answered. */
export const named = (connector: Connector, { name, icons }: Metadata): Connector => {
  const imageUrl = icons.find((icon) => /^https:\/\//i.test(icon))
  return { ...connector, ...(name && { name }), ...(imageUrl !== undefined && { imageUrl }) }
}
