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
