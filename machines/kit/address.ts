import type { Contract } from './contract.ts'

/** The name that a machine runs under, with its contract. It stands beside the contract: whoever speaks to the machine needs no more. */
export interface Address<Name extends string, C extends Contract> {
  readonly name: Name
  /** Only its type counts. */
  readonly contract?: C
}

export const address =
  <C extends Contract>() =>
  <const Name extends string>(name: Name): Address<Name, C> => ({ name })
