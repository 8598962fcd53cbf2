/** A feature: a service, with everything that other modules need before its code is loaded. */
import type { ActiveAccount } from '../shared/account.types.ts'
import type { Configuration } from '../project/configuration.types.ts'
import type { AlertCode } from '../shared/errors/catalog.ts'
import type { BroadcastEvent } from '../events.ts'
import type { Routes, ViewName } from '../shell/view.types.ts'
import type { ActorKey } from './actorKey.ts'
import type { AnySystem, Contract, LogicOf } from './contract.ts'
import { routesFor, type Views } from './route.ts'
import { assertDefined } from './assertDefined.ts'

/**
 * Computes the input of a service, on its first start and on every restart. The state of other services is read from the system.
 */
type Input<C extends Contract> = (configuration: Configuration, system: AnySystem) => C['input']
/** The same for a feature of an account. `carriedOver`: the context that the same feature of the previous account left. */
type ScopedInput<C extends Contract> = (
  activeAccount: ActiveAccount,
  configuration: Configuration,
  system: AnySystem,
  carriedOver: Partial<C['context']>,
) => C['input']

/** How the code of a feature is loaded. */
type Loading<C extends Contract> =
  | { /** Available from the start. */ logic: LogicOf<C> }
  | {
      /** Loads the feature on the first command for it, or when one of its views is first shown. */
      load: () => Promise<LogicOf<C>>
      /** Loads the feature as soon as its scope starts: the instance, or an account. */
      eager?: true
    }

export interface LoadFailure {
  error: 'embedded.notLoaded'
  alert: AlertCode
}

interface Entry<Name extends string, C extends Contract> {
  /** The views of the feature. Showing one of them loads the feature. */
  views?: Views<Name, C>
  /** Whether the configuration includes the feature. */
  isOffered?: (configuration: Configuration) => boolean
  /** The broadcast events that are queued for the feature while it loads. */
  queueWhileLoading?: readonly HandledEvent<C>[]
  /** The error and the alert for a feature whose code cannot be loaded. */
  loadFailure?: LoadFailure
  /** The event that is broadcast when the feature was restarted after a crash. */
  onRestart?: BroadcastEvent
}
type HandledEvent<C extends Contract> = Extract<C['event'], BroadcastEvent>['type']
type InputOf<C extends Contract> = undefined extends C['input'] ? { input?: Input<C> } : { input: Input<C> }

/** The parts of feature contexts that outlive their account, keyed by feature name. */
export type CarriedOver = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export interface Feature<
  Name extends string,
  C extends Contract,
  Lazy extends boolean = boolean,
  S extends 'root' | 'account' = 'root' | 'account',
> extends ActorKey<Name, C> {
  readonly lazy: Lazy
  /** Whether the feature is started or loaded as soon as its scope starts. */
  readonly eager: boolean
  readonly views: readonly ViewName[]
  /** Returns the views of the feature under a configuration. */
  routes(configuration: Configuration): Routes
  readonly isOffered: (configuration: Configuration) => boolean
  readonly queueWhileLoading: readonly BroadcastEvent['type'][]
  readonly onRestart: BroadcastEvent | undefined
  readonly loadFailure: LoadFailure | undefined
  /** `root`: lives as long as the instance. `account`: starts and ends with the active account and its network. */
  readonly scope: S
  /** The context fields that the same feature of the next account starts with. */
  readonly carryOver: readonly string[]
  /** Like `carryOver`, but only if the next account becomes active as soon as this one ends. */
  readonly carryOverOnSwitch: readonly string[]
  input(
    configuration: Configuration,
    system: AnySystem,
    activeAccount: ActiveAccount | undefined,
    carriedOver: object,
  ): C['input']
  /** The logic, if it is available from the start. */
  readonly logic: LogicOf<C> | undefined
  readonly load: () => Promise<LogicOf<C>>
}
// oxlint-disable-next-line no-explicit-any
export type AnyFeature = Feature<string, any>

type IsLazy<E> = E extends { load: unknown } ? true : false
const loadingOf = <C extends Contract, E extends Loading<C>>(entry: E) => ({
  lazy: ('load' in entry) as IsLazy<E>,
  eager: !('load' in entry) || entry.eager === true,
  logic: 'load' in entry ? undefined : entry.logic,
  load: 'load' in entry ? entry.load : () => Promise.resolve(entry.logic),
})
const withDefaults = <Name extends string, C extends Contract>({
  views = {},
  isOffered = () => true,
  queueWhileLoading = [],
  onRestart,
  loadFailure,
}: Entry<Name, C>) => ({
  views: Object.keys(views) as ViewName[],
  routes: (configuration: Configuration) => routesFor(views, configuration),
  isOffered,
  queueWhileLoading,
  onRestart,
  loadFailure,
})

/** A feature that lives as long as the instance. */
export const feature = <const Name extends string, C extends Contract, E extends Loading<C>>(
  { name }: ActorKey<Name, C>,
  entry: E & Entry<Name, C> & Loading<C> & InputOf<C>,
): Feature<Name, C, IsLazy<E>, 'root'> => ({
  name,
  scope: 'root',
  carryOver: [],
  carryOverOnSwitch: [],
  ...withDefaults(entry),
  ...loadingOf<C, E>(entry),
  input: entry.input ?? (() => undefined),
})

/** A feature of the active account. It starts and ends with the account and its network. */
export const featureOfAccount = <const Name extends string, C extends Contract, E extends Loading<C>>(
  { name }: ActorKey<Name, C>,
  entry: E &
    Entry<Name, C> &
    Loading<C> & { input: ScopedInput<C> } & Partial<
      Record<'carryOver' | 'carryOverOnSwitch', readonly (keyof C['context'] & string)[]>
    >,
): Feature<Name, C, IsLazy<E>, 'account'> => ({
  name,
  scope: 'account',
  carryOver: entry.carryOver ?? [],
  carryOverOnSwitch: entry.carryOverOnSwitch ?? [],
  ...withDefaults(entry),
  ...loadingOf<C, E>(entry),
  input: (configuration, system, activeAccount, carriedOver) =>
    entry.input(assertDefined(activeAccount), configuration, system, carriedOver),
})

/** A feature under the configuration of one app. */
export interface ConfiguredFeature extends Omit<AnyFeature, 'input' | 'routes'> {
  routes: Routes
  input(system: AnySystem, activeAccount: ActiveAccount | undefined, carriedOver: object): unknown
}
export const configureFeatures = (
  features: readonly AnyFeature[],
  configuration: Configuration,
): readonly ConfiguredFeature[] =>
  features
    .filter(({ isOffered }) => isOffered(configuration))
    .map((entry) => ({
      ...entry,
      routes: entry.routes(configuration),
      input: (system, activeAccount, carriedOver) => entry.input(configuration, system, activeAccount, carriedOver),
    }))

/** The contracts of a table of features, keyed by feature name. */
export type ContractsOf<Table extends readonly AnyFeature[]> = {
  [F in Table[number] as F['name']]: F extends ActorKey<string, infer C> ? C : never
}

type NameIfPassing<F> = F extends { name: infer Name }
  ? F extends { lazy: false; scope: 'root' }
    ? never
    : Name
  : never
/** The names of the features in a table that may not be running: they load on demand, or exist only with an account. */
export type LazyNameOf<Table extends readonly AnyFeature[]> = NameIfPassing<Table[number]> & string
