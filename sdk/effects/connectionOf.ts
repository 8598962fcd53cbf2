import type { Connection } from '../../machines/entities/account.ts'
import type { Connector } from '../../machines/entities/connector.ts'
import type { Shared } from '../chains/adapter.ts'

/** What a wallet shares, as a connection. */
export const connectionOf = (connector: Connector, { accounts, networkId }: Shared): Connection => ({
  namespace: connector.chain,
  connector,
  address: accounts[0].address,
  accounts,
  networkId,
})
