import type { Account, Connection, ActiveAccount, ConnectionStatus } from '../shared/account.types.ts'
import type { PersistedConnection } from '../storage/persisted.types.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../shared/namespace.types.ts'

export type Connections = Readonly<Partial<Record<Namespace, Connection>>>

export const withConnection = (connections: Connections, connection: Connection): Connections => ({
  ...connections,
  [connection.namespace]: connection,
})

/** Returns the namespaces in which a wallet is connected. */
export const namespacesIn = (connections: Connections): readonly Namespace[] => Object.keys(connections) as Namespace[]

export const withoutConnection = (connections: Connections, namespace: Namespace): Connections => {
  const { [namespace]: _, ...rest } = connections
  return rest
}

/** Adds a namespace without duplicates, the newest last. */
export const withNamespace = (namespaces: readonly Namespace[], namespace: Namespace): readonly Namespace[] => [
  ...withoutNamespace(namespaces, namespace),
  namespace,
]

export const withoutNamespace = (namespaces: readonly Namespace[], namespace: Namespace): readonly Namespace[] =>
  namespaces.filter((other) => other !== namespace)

/** Returns the connection status for a namespace: connected there, only in other namespaces, or not at all. */
export const connectionStatusIn = (connections: Connections, namespace: Namespace): ConnectionStatus => {
  if (connections[namespace]) return 'connected'
  return namespacesIn(connections).length > 0 ? 'otherNamespace' : 'disconnected'
}

/** Returns the namespace that still needs a wallet: that of the active network, if wallets are connected only in others. */
export const namespaceToConnect = ({
  connectionStatus,
  networkId,
}: {
  connectionStatus: ConnectionStatus
  networkId: NetworkId
}) => (connectionStatus === 'otherNamespace' ? namespaceOf(networkId) : undefined)

type AccountOnNetwork = Pick<Connection, 'networkId' | 'address'>

export const isOtherAccountOrNetwork = (
  previous: AccountOnNetwork | undefined,
  now: AccountOnNetwork | undefined,
): boolean => previous?.networkId !== now?.networkId || previous?.address !== now?.address

/** Whether the account, its wallet, the network, and whether the app offers the network are all the same. */
export const isSameActiveAccount = (previous: ActiveAccount | undefined, now: ActiveAccount | undefined): boolean =>
  !isOtherAccountOrNetwork(previous?.connection, now?.connection) &&
  previous?.connection.connector.id === now?.connection.connector.id &&
  previous?.network.name === now?.network.name

/** Returns the accounts of a wallet with another active one; undefined if the wallet does not share it. */
export function withActiveAccount(accounts: readonly Account[], address: string): readonly Account[] | undefined {
  const selectedWallet = accounts.find((account) => account.address === address)
  return selectedWallet && [selectedWallet, ...accounts.filter((account) => account !== selectedWallet)]
}

/**
 * Returns the accounts that a wallet shares now, the active one first. The active account stays active while the wallet shares it
 * and its first account has not changed. `firstListedAddress` is the account that it named first before, if that is known.
 */
export function nextAccounts(
  { connection, firstListedAddress }: { connection: Connection | undefined; firstListedAddress: string | undefined },
  accounts: readonly Account[],
): readonly Account[] {
  const hasMoved = firstListedAddress !== undefined && accounts[0]?.address !== firstListedAddress
  return (!hasMoved && connection && withActiveAccount(accounts, connection.address)) || accounts
}

/** Returns what is expected of the wallet of an earlier visit. */
export const expectedConnection = ({ connectorId, networkId, address, isChosen }: PersistedConnection) => ({
  connectorId,
  networkId,
  address: isChosen ? address : undefined,
  lastAddress: address,
})

/** Returns the connection if its wallet is the embedded one. */
export const embeddedConnection = (connection: Connection | undefined): Connection | undefined =>
  connection?.connector.type === 'AUTH' ? connection : undefined

/** Returns the type of an account of the embedded wallet, if it has several. */
export const accountTypeOf = (connection: Connection, address: string): 'eoa' | 'smartAccount' | undefined => {
  const type = embeddedConnection(connection)?.accounts.find((account) => account.address === address)?.type
  return connection.accounts.length > 1 && (type === 'eoa' || type === 'smartAccount') ? type : undefined
}

/**
 * Returns the view that the account button of the embedded wallet opens, where the user selects among several accounts first;
 * undefined for other wallets.
 */
export const accountViewOf = ({
  connector,
  accounts,
}: Pick<Connection, 'connector' | 'accounts'>): 'Profile' | 'AccountSettings' | undefined =>
  connector.type !== 'AUTH' ? undefined : accounts.length > 1 ? 'Profile' : 'AccountSettings'

/** Returns the other account type that an embedded wallet can switch to; undefined if it has only one account. */
export const otherAccountType = (
  accounts: readonly Account[],
  address: string,
): { active: Account; other: 'eoa' | 'smartAccount' } | undefined => {
  const active = accounts.find((account) => account.address === address)
  const other = accounts.find(({ type }) => type !== active?.type)?.type
  return active && (other === 'eoa' || other === 'smartAccount') ? { active, other } : undefined
}
