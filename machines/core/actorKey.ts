import type { Contract } from './contract.ts'

/** The name that a machine runs under, with the type of its contract. Other machines need only this to send it commands. */
export interface ActorKey<Name extends string, C extends Contract> {
  readonly name: Name
  /** Used only for its type; never set. */
  readonly contract?: C
}

export const actorKey =
  <C extends Contract>() =>
  <const Name extends string>(name: Name): ActorKey<Name, C> => ({ name })
