import type { Connection } from '../../machines/entities/account.ts'
import type { Connector } from '../../machines/entities/connector.ts'
import type { Metadata } from '../../machines/schemas/pairing.ts'
import { withActive } from '../../machines/rules/connections.ts'
import type { Shared } from '../chains/adapter.ts'
import type { WalletProvider } from '../walletProvider.ts'
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

/** What a wallet shares, the account that the visitor chose first as long as it is among them. */
export function actingFor(shared: Shared, address: string | undefined): Shared {
  const [first, ...others] = (address !== undefined && withActive(shared.accounts, address)) || shared.accounts
  return first ? { ...shared, accounts: [first, ...others] } : shared
}

/** The connector under the name and picture of the wallet that answered. */
export const named = (connector: Connector, { name, icons }: Metadata): Connector => {
  const imageUrl = icons.find((icon) => /^https:\/\//i.test(icon))
  return { ...connector, ...(name && { name }), ...(imageUrl !== undefined && { imageUrl }) }
}
