/** A feature: a service of the root, with all that others have to know of it before it is there. */
import type { Scope } from '../entities/account.ts'
import type { Configuration } from '../entities/configuration.ts'
import type { AlertCode } from '../errors/catalogue.ts'
import type { Fact } from '../facts.ts'
import type { Routes, ViewName } from '../entities/view.ts'
import type { Address } from './address.ts'
import type { AnySystem, Contract, LogicOf } from './contract.ts'
import { routesFor, type Views } from './route.ts'
import { there } from './there.ts'

/** What a service is started with, the first time and every other; what it has to know of others is read off the system. */
type Input<C extends Contract> = (configuration: Configuration, system: AnySystem) => C['input']
/** The same for what belongs to an account; `kept` is what the one for the account before has left. */
type ScopedInput<C extends Contract> = (
  scope: Scope,
  configuration: Configuration,
  system: AnySystem,
  kept: Partial<C['context']>,
) => C['input']

/** How a feature comes. */
type Come<C extends Contract> =
  | { /** It is there from the start. */ logic: LogicOf<C> }
  | {
      /** It is loaded by the first command for it, or the first of its views. */
      load: () => Promise<LogicOf<C>>
      /** It is loaded as soon as what it belongs to begins: the instance, or an account. */
      atOnce?: true
    }

export interface Unloaded {
  error: 'embedded.notLoaded'
  alert: AlertCode
}

interface Entry<Name extends string, C extends Contract> {
  /** Its views: whoever shows one has the feature loaded. */
  views?: Views<Name, C>
  /** Whether a site has it at all. */
  isOffered?: (configuration: Configuration) => boolean
  /** The facts that are kept for it while it is loaded. */
  hears?: readonly Heard<C>[]
  /** What it is called where its code cannot be loaded, and what is told to who builds the site. */
  unloaded?: Unloaded
  /** What is announced once it was started again after it stopped by mistake. */
  restarted?: Fact
}
type Heard<C extends Contract> = Extract<C['event'], Fact>['type']
type InputOf<C extends Contract> = undefined extends C['input'] ? { input?: Input<C> } : { input: Input<C> }

/** What of a feature's context outlives its account, by the name of the feature. */
export type Kept = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export interface Feature<
  Name extends string,
  C extends Contract,
  Lazy extends boolean = boolean,
  S extends 'root' | 'account' = 'root' | 'account',
> extends Address<Name, C> {
  readonly lazy: Lazy
  /** It is there, or loaded, as soon as what it belongs to begins. */
  readonly atOnce: boolean
  readonly views: readonly ViewName[]
  /** Its views as a site has them. */
  routes(configuration: Configuration): Routes
  readonly isOffered: (configuration: Configuration) => boolean
  readonly hears: readonly Fact['type'][]
  readonly restarted: Fact | undefined
  readonly unloaded: Unloaded | undefined
  /** Whether it lives as long as the instance, or begins and ends with the account that is active, and its network. */
  readonly scope: S
  /** What of its context the same feature of the next account is started with. */
  readonly keeps: readonly string[]
  /** The same, only where that account is active as soon as this one is not. */
  readonly passes: readonly string[]
  input(configuration: Configuration, system: AnySystem, scope: Scope | undefined, kept: object): C['input']
  /** The logic, where it is there from the start. */
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

/** A feature that belongs to the account that is active: it begins and ends with it, and with its network. */
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

/** A feature of one site. */
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

/** The contracts of a table of features, by their names. */
export type ContractsOf<Table extends readonly AnyFeature[]> = {
  [F in Table[number] as F['name']]: F extends Address<string, infer C> ? C : never
}

type NameIfPassing<F> = F extends { name: infer Name }
  ? F extends { lazy: false; scope: 'root' }
    ? never
    : Name
  : never
/** The names of those features of a table that are not always there: only once they were asked for, or with an account. */
export type LazyNameOf<Table extends readonly AnyFeature[]> = NameIfPassing<Table[number]> & string
