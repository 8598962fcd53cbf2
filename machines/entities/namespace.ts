import * as z from 'zod/mini'
import { NAMESPACES } from '../constants.ts'

/** A CAIP-2 namespace: a family of chains. */
export const namespaceSchema = z.enum(NAMESPACES)
export type Namespace = z.infer<typeof namespaceSchema>

/** A CAIP-2 chain id such as `eip155:1`. One family has a longer name than CAIP-2 allows: `multiversx` [9.17]. */
export type NetworkId = `${Namespace}:${string}`
export const networkIdSchema = z.custom<NetworkId>(
  (value) =>
    typeof value === 'string' &&
    /^[-a-z0-9]{3,10}:[-_a-zA-Z0-9]{1,32}$/.test(value) &&
    namespaceSchema.safeParse(namespaceOf(value)).success,
  'Invalid CAIP-2 network id',
)

/** The namespace of a CAIP-2 id. */
export const namespaceOf = (networkId: string): Namespace => networkId.slice(0, networkId.indexOf(':')) as Namespace

/** The chain's own id within its namespace: `eip155:1` → `1`. */
export const referenceOf = (networkId: string): string => networkId.slice(networkId.indexOf(':') + 1)
