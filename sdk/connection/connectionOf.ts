import type { Connection } from '../../machines/shared/account.types.ts'
import type { Connector } from '../../machines/shared/connector.types.ts'
import type { Metadata } from '../../machines/pairing/pairing.schemas.ts'
import { withActiveAccount } from '../../machines/connection/connections.rules.ts'
import type { WalletAccounts } from '../chains/adapter.ts'
import type { WalletProvider } from '../provider/walletProvider.ts'
import { bindProvider } from './providers.ts'

/** Creates a connection that is bound to this provider, from the accounts that a wallet shares. */
export const connectionOf = (
  connector: Connector,
  provider: WalletProvider,
  { accounts, networkId }: WalletAccounts,
): Connection => ({
  namespace: connector.chain,
  connector: bindProvider(connector, provider),
  address: accounts[0].address,
  accounts,
  networkId,
})

/** Moves the account that the user selected to the front, if the wallet still shares it. */
export function withSelectedAccount(shared: WalletAccounts, address: string | undefined): WalletAccounts {
  const [first, ...others] = (address !== undefined && withActiveAccount(shared.accounts, address)) || shared.accounts
  return first ? { ...shared, accounts: [first, ...others] } : shared
}

/** Gives the connector the name and icon of the wallet that responded. */
export const withPeerMetadata = (connector: Connector, { name, icons }: Metadata): Connector => {
  const imageUrl = icons.find((icon) => /^https:\/\//i.test(icon))
  return { ...connector, ...(name && { name }), ...(imageUrl !== undefined && { imageUrl }) }
}
