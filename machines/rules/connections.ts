import type { Connection } from '../entities/account.ts'
import type { Namespace } from '../entities/namespace.ts'

export type Connections = Readonly<Partial<Record<Namespace, Connection>>>

export const withConnection = (connections: Connections, connection: Connection): Connections => ({
  ...connections,
  [connection.namespace]: connection,
})

export const withoutConnection = (connections: Connections, namespace: Namespace): Connections => {
  const { [namespace]: _, ...rest } = connections
  return rest
}

/** Whose holdings and history, and where. */
export type Place = Pick<Connection, 'networkId' | 'address'>

export const placeOf = (connection: Connection | undefined): Place | undefined =>
  connection && { networkId: connection.networkId, address: connection.address }

export const isElsewhere = (known: Place | undefined, now: Place | undefined): boolean =>
  known?.networkId !== now?.networkId || known?.address !== now?.address
