import { NAMESPACES } from '../constants.ts'

/** A CAIP-2 namespace: a family of chains. */
export type Namespace = (typeof NAMESPACES)[number]

/** A CAIP-2 chain id such as `eip155:1`. One namespace is longer than CAIP-2 allows: `multiversx` [9.17]. */
export type NetworkId = `${Namespace}:${string}`

export const isNamespace = (value: unknown): value is Namespace => (NAMESPACES as readonly unknown[]).includes(value)

export const isNetworkId = (value: unknown): value is NetworkId =>
  typeof value === 'string' && /^[-a-z0-9]{3,10}:[-_a-zA-Z0-9]{1,32}$/.test(value) && isNamespace(namespaceOf(value))

/** Returns the namespace of a CAIP-2 id. */
export const namespaceOf = (networkId: string): Namespace => networkId.slice(0, networkId.indexOf(':')) as Namespace

/** Returns the numeric chain id in eip155; undefined in other namespaces. */
export const chainIdOf = (networkId: string): number | undefined =>
  namespaceOf(networkId) === 'eip155' ? Number(referenceOf(networkId)) : undefined

/** Returns the reference of a CAIP-2 id: `eip155:1` → `1`. */
export const referenceOf = (networkId: string): string => networkId.slice(networkId.indexOf(':') + 1)
