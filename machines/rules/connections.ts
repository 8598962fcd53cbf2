import type { Account, Connection, Scope, Standing } from '../entities/account.ts'
import type { RememberedConnection } from '../entities/remembered.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../entities/namespace.ts'

export type Connections = Readonly<Partial<Record<Namespace, Connection>>>

export const withConnection = (connections: Connections, connection: Connection): Connections => ({
  ...connections,
  [connection.namespace]: connection,
})

/** The namespaces that a wallet is connected in. */
export const namespacesIn = (connections: Connections): readonly Namespace[] => Object.keys(connections) as Namespace[]

export const withoutConnection = (connections: Connections, namespace: Namespace): Connections => {
  const { [namespace]: _, ...rest } = connections
  return rest
}

/** The namespaces with one more, each once, the newest last. */
export const withNamespace = (known: readonly Namespace[], namespace: Namespace): readonly Namespace[] => [
  ...withoutNamespace(known, namespace),
  namespace,
]

export const withoutNamespace = (known: readonly Namespace[], namespace: Namespace): readonly Namespace[] =>
  known.filter((other) => other !== namespace)

/** Whether a wallet is connected in a namespace, or in others only, or none is at all. */
export const standingIn = (connections: Connections, namespace: Namespace): Standing => {
  if (connections[namespace]) return 'account'
  return namespacesIn(connections).length > 0 ? 'elsewhere' : 'nobody'
}

/** The namespace that a wallet is wanted for: the active network's, where wallets of others are connected only. */
export const wantedNamespace = ({ standing, networkId }: { standing: Standing; networkId: NetworkId }) =>
  standing === 'elsewhere' ? namespaceOf(networkId) : undefined

/** Whose holdings and history, and where. */
export type Place = Pick<Connection, 'networkId' | 'address'>

export const placeOf = (connection: Connection | undefined): Place | undefined =>
  connection && { networkId: connection.networkId, address: connection.address }

export const isElsewhere = (known: Place | undefined, now: Place | undefined): boolean =>
  known?.networkId !== now?.networkId || known?.address !== now?.address

/** The same account of the same wallet, on the same network, which the site offers or not. */
export const isSameScope = (known: Scope | undefined, now: Scope | undefined): boolean =>
  !isElsewhere(known?.connection, now?.connection) &&
  known?.connection.connector.id === now?.connection.connector.id &&
  known?.network.name === now?.network.name

/** The accounts of a wallet with another one as the active one; nothing where the wallet does not share it. */
export function withActive(accounts: readonly Account[], address: string): readonly Account[] | undefined {
  const chosen = accounts.find((account) => account.address === address)
  return chosen && [chosen, ...accounts.filter((account) => account !== chosen)]
}

/**
 * The accounts that a wallet shares now, the active one first. The active account stays active while the wallet shares it and
 * still names the same account first; `leading` is the one that it named first before, if that is known.
 */
export function followedAccounts(
  { connection, leading }: { connection: Connection | undefined; leading: string | undefined },
  accounts: readonly Account[],
): readonly Account[] {
  const hasMoved = leading !== undefined && accounts[0]?.address !== leading
  return (!hasMoved && connection && withActive(accounts, connection.address)) || accounts
}

/** What is expected of the wallet of an earlier visit. */
export const expectedOf = ({ connectorId, networkId, address, isChosen }: RememberedConnection) => ({
  connectorId,
  networkId,
  address: isChosen ? address : undefined,
  lastAddress: address,
})

/** A connection, where its wallet is the embedded one. */
export const embeddedOf = (connection: Connection | undefined): Connection | undefined =>
  connection?.connector.type === 'AUTH' ? connection : undefined

/** The type of an account of the embedded wallet, where it has several. */
export const frameTypeOf = (connection: Connection, address: string): 'eoa' | 'smartAccount' | undefined => {
  const type = embeddedOf(connection)?.accounts.find((account) => account.address === address)?.type
  return connection.accounts.length > 1 && (type === 'eoa' || type === 'smartAccount') ? type : undefined
}

/** Where an account's own button leads: the embedded wallet's several accounts are chosen from first; nothing for other wallets. */
export const settingsOf = ({
  connector,
  accounts,
}: Pick<Connection, 'connector' | 'accounts'>): 'Profile' | 'AccountSettings' | undefined =>
  connector.type !== 'AUTH' ? undefined : accounts.length > 1 ? 'Profile' : 'AccountSettings'

/** The other type that an embedded wallet can be switched to; nothing where it has one account. */
export const otherTypeOf = (
  accounts: readonly Account[],
  address: string,
): { active: Account; other: 'eoa' | 'smartAccount' } | undefined => {
  const active = accounts.find((account) => account.address === address)
  const other = accounts.find(({ type }) => type !== active?.type)?.type
  return active && (other === 'eoa' || other === 'smartAccount') ? { active, other } : undefined
}
