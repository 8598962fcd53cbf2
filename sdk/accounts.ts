import type { NamespaceContract } from '../machines/connection/namespace.contract.ts'
import { caipAddressOf, isConnectionIn, type Account, type AddressIn } from '../machines/entities/account.ts'
import type { Connector } from '../machines/entities/connector.ts'
import { chainIdOf, type Namespace, type NetworkId } from '../machines/entities/namespace.ts'
import type { SnapshotOf } from '../machines/kit/contract.ts'

interface SomeAccount {
  status: 'connected'
  /** CAIP-10. */
  caipAddress: string
  /** The network that the wallet is on. */
  networkId: NetworkId
  accounts: readonly Account[]
  connector: Connector
}

/** An account of eip155 that is connected, as EVM libraries want it. */
export interface EvmAccount extends SomeAccount {
  namespace: 'eip155'
  /** With its checksum. */
  address: AddressIn<'eip155'>
  /** The number of the chain that the wallet is on. */
  chainId: number
}

/** An account of another namespace that is connected. */
export interface OtherAccount extends SomeAccount {
  namespace: Exclude<Namespace, 'eip155'>
  address: string
  chainId?: undefined
}

/** An account that is connected, in a namespace; where several are named, in one of them, which `namespace` tells apart. */
export type ConnectedAccount<Of extends Namespace = Namespace> = Of extends 'eip155' ? EvmAccount : OtherAccount

/** What an instance shows of the account in a namespace. */
export type AccountState<Of extends Namespace = Namespace> =
  | { status: 'disconnected' | 'connecting' }
  | ConnectedAccount<Of>

/** The account that a namespace is seen with; nobody is connected in one that the site does not have. */
export function accountOf<Of extends Namespace = Namespace>(
  snapshot: SnapshotOf<NamespaceContract> | undefined,
  namespace?: Of,
): AccountState<Of> {
  const connection = snapshot?.context.connection
  if (snapshot?.hasTag('connected') && connection && isConnectionIn(connection, namespace)) {
    // What belongs together by namespace is told apart by `ConnectedAccount`, which no literal can say.
    const { address, accounts, networkId, connector } = connection
    return {
      status: 'connected',
      namespace: connection.namespace,
      address,
      caipAddress: caipAddressOf(connection),
      networkId,
      chainId: chainIdOf(networkId),
      accounts,
      connector,
    } as ConnectedAccount<Of>
  }
  return { status: snapshot?.hasTag('connecting') ? 'connecting' : 'disconnected' }
}
