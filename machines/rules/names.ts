import { namespaceOf, type Namespace } from '../entities/namespace.ts'

/** Namespaces in which the provider registers names [9.42]. */
const NAMED: readonly Namespace[] = ['eip155']

export const hasNames = (networkId: string): boolean => NAMED.includes(namespaceOf(networkId))
