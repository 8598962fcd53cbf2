import type { NamespaceContract } from '../../machines/connection/namespace.contract.ts'
import { caipAddressOf, isConnectionIn, type Account, type AddressOf } from '../../machines/shared/account.types.ts'
import type { Connector } from '../../machines/shared/connector.types.ts'
import { chainIdOf, type Namespace, type NetworkId } from '../../machines/shared/namespace.types.ts'
import type { SnapshotOf } from '../../machines/core/contract.ts'

interface SomeAccount {
  status: 'connected'
  /** CAIP-10 account id. */
  caipAddress: string
  /** The network the wallet is on, as a CAIP-2 id. */
  networkId: NetworkId
  accounts: readonly Account[]
  connector: Connector
}

/** A connected `eip155` account, in the format that EVM libraries expect. */
export interface EvmAccount extends SomeAccount {
  namespace: 'eip155'
  /** Checksummed (EIP-55). */
  address: AddressOf<'eip155'>
  /** The numeric id of the chain the wallet is on. */
  chainId: number
}

/** A connected account of a namespace other than `eip155`. */
export interface OtherAccount extends SomeAccount {
  namespace: Exclude<Namespace, 'eip155'>
  address: string
  chainId?: undefined
}

/** A connected account in a namespace. For a union of namespaces, narrow it by `namespace`. */
export type ConnectedAccount<Of extends Namespace = Namespace> = Of extends 'eip155' ? EvmAccount : OtherAccount

/** The state of a namespace without an account. The fields of an account can be read, and are `undefined`. */
export interface NoAccount extends Partial<Record<Exclude<keyof SomeAccount | keyof EvmAccount, 'status'>, undefined>> {
  status: 'disconnected' | 'connecting'
}

/** The account state of a namespace, as an instance returns it. */
export type AccountState<Of extends Namespace = Namespace> = NoAccount | ConnectedAccount<Of>

/**
 * Returns the account state of a namespace, from the snapshot of its machine.
 * @param snapshot The snapshot of the actor `namespace:<namespace>`, or `undefined` if the app does not have the namespace.
 * @param namespace Narrows the result to this namespace.
 * @returns The connected account, or the status `connecting` or `disconnected`. Without a snapshot the status is `disconnected`.
 */
export function accountOf<Of extends Namespace = Namespace>(
  snapshot: SnapshotOf<NamespaceContract> | undefined,
  namespace?: Of,
): AccountState<Of> {
  const connection = snapshot?.context.connection
  if (snapshot?.hasTag('connected') && connection && isConnectionIn(connection, namespace)) {
    // A literal cannot express the link between `namespace` and the other fields that `ConnectedAccount` requires.
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
