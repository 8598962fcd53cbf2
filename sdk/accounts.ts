import type { NamespaceContract } from '../machines/connection/namespace.contract.ts'
import { caipAddressOf, type Account } from '../machines/entities/account.ts'
import type { Connector } from '../machines/entities/connector.ts'
import type { NetworkId } from '../machines/entities/namespace.ts'
import type { SnapshotOf } from '../machines/kit/contract.ts'

/** What an instance shows of the account in a namespace. */
export type AccountState =
  | { status: 'disconnected' | 'connecting' }
  | {
      status: 'connected'
      address: string
      /** CAIP-10. */
      caipAddress: string
      networkId: NetworkId
      accounts: readonly Account[]
      connector: Connector
    }

/** The account that a namespace is seen with; nobody is connected in one that the site does not have. */
export function accountOf(namespace: SnapshotOf<NamespaceContract> | undefined): AccountState {
  const connection = namespace?.context.connection
  if (namespace?.hasTag('connected') && connection) {
    const { address, accounts, networkId, connector } = connection
    return { status: 'connected', address, caipAddress: caipAddressOf(connection), networkId, accounts, connector }
  }
  return { status: namespace?.hasTag('connecting') ? 'connecting' : 'disconnected' }
}
