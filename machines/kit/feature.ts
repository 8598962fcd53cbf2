/** A feature: a service of the root, with all that others have to know of it before it is there. */
import type { Configuration } from '../entities/configuration.ts'
import type { Fact } from '../facts.ts'
import type { ViewName } from '../shell/view.contract.ts'
import type { Address } from './address.ts'
import type { AnySystem, Contract, LogicOf } from './contract.ts'

/** What a service is started with, the first time and every other; what it has to know of others is read off the system. */
type Input<C extends Contract> = (configuration: Configuration, system: AnySystem) => C['input']

type Entry<C extends Contract> = {
  /** Its views: whoever shows one has the feature loaded. */
  views?: readonly ViewName[]
  /** Whether a site has it at all. */
  isOffered?: (configuration: Configuration) => boolean
  /** What is announced once it was started again after it stopped by mistake. */
  restarted?: Fact
} & (undefined extends C['input'] ? { input?: Input<C> } : { input: Input<C> }) &
  (
    | { /** It is there from the start. */ logic: LogicOf<C> }
    | { /** It is loaded by the first command for it, or the first of its views. */ load: () => Promise<LogicOf<C>> }
  )

export interface Feature<Name extends string, C extends Contract, Lazy extends boolean = boolean> extends Address<
  Name,
  C
> {
  readonly lazy: Lazy
  readonly views: readonly ViewName[]
  readonly isOffered: (configuration: Configuration) => boolean
  readonly restarted: Fact
  readonly input: Input<C>
  /** The logic, where it is there from the start. */
  readonly logic: LogicOf<C> | undefined
  readonly load: () => Promise<LogicOf<C>>
}
// oxlint-disable-next-line no-explicit-any
export type AnyFeature = Feature<string, any>

export const feature = <const Name extends string, C extends Contract, E extends Entry<C>>(
  { name }: Address<Name, C>,
  entry: E & Entry<C>,
): Feature<Name, C, E extends { load: unknown } ? true : false> => {
  const lazy = 'load' in entry
  return {
    name,
    lazy: lazy as E extends { load: unknown } ? true : false,
    views: entry.views ?? [],
    isOffered: entry.isOffered ?? (() => true),
    restarted: entry.restarted ?? { type: 'actor.restarted', name },
    input: entry.input ?? (() => undefined),
    logic: lazy ? undefined : entry.logic,
    load: lazy ? entry.load : () => Promise.resolve(entry.logic),
  }
}

/** A feature of one site. */
export interface SiteFeature extends Omit<AnyFeature, 'input'> {
  input(system: AnySystem): unknown
}
export const ofSite = (features: readonly AnyFeature[], configuration: Configuration): readonly SiteFeature[] =>
  features
    .filter(({ isOffered }) => isOffered(configuration))
    .map((known) => ({ ...known, input: (system) => known.input(configuration, system) }))

/** The contracts of a table of features, by their names. */
export type ContractsOf<Table extends readonly AnyFeature[]> = {
  [F in Table[number] as F['name']]: F extends Address<string, infer C> ? C : never
}

type NameIf<F, Lazy extends boolean> = F extends { lazy: Lazy; name: infer Name } ? Name : never
/** The names of those features of a table that are there only once they were asked for. */
export type LazyNameOf<Table extends readonly AnyFeature[]> = NameIf<Table[number], true> & string
