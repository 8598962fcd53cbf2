/** A feature: a service, with everything that other modules need before its code is loaded. */
import type { Scope } from '../shared/account.types.ts'
import type { Configuration } from '../project/configuration.types.ts'
import type { AlertCode } from '../shared/errors/catalogue.ts'
import type { Fact } from '../events.ts'
import type { Routes, ViewName } from '../shell/view.types.ts'
import type { Address } from './actorKey.ts'
import type { AnySystem, Contract, LogicOf } from './contract.ts'
import { routesFor, type Views } from './route.ts'
import { there } from './assertDefined.ts'

/**
 * Computes the input of a service, on its first start and on every restart. The state of other services is read from the system.
 */
type Input<C extends Contract> = (configuration: Configuration, system: AnySystem) => C['input']
/** The same for a feature of an account. `kept` is the context that the feature of the previous account left. */
type ScopedInput<C extends Contract> = (
  scope: Scope,
  configuration: Configuration,
  system: AnySystem,
  kept: Partial<C['context']>,
) => C['input']

/** How the code of a feature is loaded. */
type Come<C extends Contract> =
  | { /** Available from the start. */ logic: LogicOf<C> }
  | {
      /** Loads the feature on the first command for it, or when one of its views is first shown. */
      load: () => Promise<LogicOf<C>>
      /** Loads the feature as soon as its scope starts: the instance, or an account. */
      atOnce?: true
    }

export interface Unloaded {
  error: 'embedded.notLoaded'
  alert: AlertCode
}

interface Entry<Name extends string, C extends Contract> {
  /** The views of the feature. Showing one of them loads the feature. */
  views?: Views<Name, C>
  /** Whether the configuration includes the feature. */
  isOffered?: (configuration: Configuration) => boolean
  /** The facts that are queued for the feature while it loads. */
  hears?: readonly Heard<C>[]
  /** The error and the alert for a feature whose code cannot be loaded. */
  unloaded?: Unloaded
  /** The fact that is announced when the feature was restarted after a crash. */
  restarted?: Fact
}
type Heard<C extends Contract> = Extract<C['event'], Fact>['type']
type InputOf<C extends Contract> = undefined extends C['input'] ? { input?: Input<C> } : { input: Input<C> }

/** The parts of feature contexts that outlive their account, keyed by feature name. */
export type Kept = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export interface Feature<
  Name extends string,
  C extends Contract,
  Lazy extends boolean = boolean,
  S extends 'root' | 'account' = 'root' | 'account',
> extends Address<Name, C> {
  readonly lazy: Lazy
  /** Whether the feature is started or loaded as soon as its scope starts. */
  readonly atOnce: boolean
  readonly views: readonly ViewName[]
  /** Returns the views of the feature under a configuration. */
  routes(configuration: Configuration): Routes
  readonly isOffered: (configuration: Configuration) => boolean
  readonly hears: readonly Fact['type'][]
  readonly restarted: Fact | undefined
  readonly unloaded: Unloaded | undefined
  /** `root`: lives as long as the instance. `account`: starts and ends with the active account and its network. */
  readonly scope: S
  /** The context fields that the same feature of the next account starts with. */
  readonly keeps: readonly string[]
  /** Like `keeps`, but only if the next account becomes active as soon as this one ends. */
  readonly passes: readonly string[]
  input(configuration: Configuration, system: AnySystem, scope: Scope | undefined, kept: object): C['input']
  /** The logic, if it is available from the start. */
  readonly logic: LogicOf<C> | undefined
  readonly load: () => Promise<LogicOf<C>>
}
// oxlint-disable-next-line no-explicit-any
export type AnyFeature = Feature<string, any>

type IsLazy<E> = E extends { load: unknown } ? true : false
const come = <C extends Contract, E extends Come<C>>(entry: E) => ({
  lazy: ('load' in entry) as IsLazy<E>,
  atOnce: !('load' in entry) || entry.atOnce === true,
  logic: 'load' in entry ? undefined : entry.logic,
  load: 'load' in entry ? entry.load : () => Promise.resolve(entry.logic),
})
const known = <Name extends string, C extends Contract>({
  views = {},
  isOffered = () => true,
  hears = [],
  restarted,
  unloaded,
}: Entry<Name, C>) => ({
  views: Object.keys(views) as ViewName[],
  routes: (configuration: Configuration) => routesFor(views, configuration),
  isOffered,
  hears,
  restarted,
  unloaded,
})

/** A feature that lives as long as the instance. */
export const feature = <const Name extends string, C extends Contract, E extends Come<C>>(
  { name }: Address<Name, C>,
  entry: E & Entry<Name, C> & Come<C> & InputOf<C>,
): Feature<Name, C, IsLazy<E>, 'root'> => ({
  name,
  scope: 'root',
  keeps: [],
  passes: [],
  ...known(entry),
  ...come<C, E>(entry),
  input: entry.input ?? (() => undefined),
})

/** A feature of the active account. It starts and ends with the account and its network. */
export const featureOfAccount = <const Name extends string, C extends Contract, E extends Come<C>>(
  { name }: Address<Name, C>,
  entry: E &
    Entry<Name, C> &
    Come<C> & { input: ScopedInput<C> } & Partial<Record<'keeps' | 'passes', readonly (keyof C['context'] & string)[]>>,
): Feature<Name, C, IsLazy<E>, 'account'> => ({
  name,
  scope: 'account',
  keeps: entry.keeps ?? [],
  passes: entry.passes ?? [],
  ...known(entry),
  ...come<C, E>(entry),
  input: (configuration, system, scope, kept) => entry.input(there(scope), configuration, system, kept),
})

/** A feature under the configuration of one app. */
export interface SiteFeature extends Omit<AnyFeature, 'input' | 'routes'> {
  routes: Routes
  input(system: AnySystem, scope: Scope | undefined, kept: object): unknown
}
export const ofSite = (features: readonly AnyFeature[], configuration: Configuration): readonly SiteFeature[] =>
  features
    .filter(({ isOffered }) => isOffered(configuration))
    .map((known) => ({
      ...known,
      routes: known.routes(configuration),
      input: (system, scope, kept) => known.input(configuration, system, scope, kept),
    }))

/** The contracts of a table of features, keyed by feature name. */
export type ContractsOf<Table extends readonly AnyFeature[]> = {
  [F in Table[number] as F['name']]: F extends Address<string, infer C> ? C : never
}

type NameIfPassing<F> = F extends { name: infer Name }
  ? F extends { lazy: false; scope: 'root' }
    ? never
    : Name
  : never
/** The names of the features in a table that may not be running: they load on demand, or exist only with an account. */
export type LazyNameOf<Table extends readonly AnyFeature[]> = NameIfPassing<Table[number]> & string
