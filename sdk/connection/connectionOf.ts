import type { Connection } from '../../machines/shared/account.types.ts'
import type { Connector } from '../../machines/shared/connector.types.ts'
import type { Metadata } from '../../machines/pairing/pairing.schemas.ts'
import { withActiveAccount } from '../../machines/connection/connections.rules.ts'
import type { Shared } from '../chains/adapter.ts'
import type { WalletProvider } from '../provider/walletProvider.ts'
import { boundTo } from './providers.ts'

/** Creates a connection that is bound to this provider, from the accounts that a wallet shares. */
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

/** Moves the account that the user selected to the front, if the wallet still shares it. */
export function actingFor(shared: Shared, address: string | undefined): Shared {
  const [first, ...others] = (address !== undefined && withActiveAccount(shared.accounts, address)) || shared.accounts
  return first ? { ...shared, accounts: [first, ...others] } : shared
}

/** Gives the connector the name and icon of the wallet that responded. */
export const named = (connector: Connector, { name, icons }: Metadata): Connector => {
  const imageUrl = icons.find((icon) => /^https:\/\//i.test(icon))
  return { ...connector, ...(name && { name }), ...(imageUrl !== undefined && { imageUrl }) }
}
