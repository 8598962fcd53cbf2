/** Typed use of the actor system: by address, and never by a name that is missing. */
import {
  enqueueActions,
  type AnyActor,
  type AnyActorRef,
  type AnyStateMachine,
  type EventObject,
  type ParameterizedObject,
} from 'xstate'
import type { Fact } from '../facts.ts'
import type { ViewName } from '../entities/view.ts'
import { ActorMissingError } from './actorMissing.ts'
import type { Address } from './address.ts'
import { boundOf } from './bound.ts'
import type { AnySystem, Contract, RefOf, SnapshotOf } from './contract.ts'

// oxlint-disable-next-line no-explicit-any
type Any = any
type Params = ParameterizedObject['params'] | undefined

/** The name of the root; a machine whose system has none runs alone, in a unit test or a visualiser. */
export const ROOT = 'latchkey'

/** The name of what loads a feature and starts it. */
export const loaderName = (feature: string) => `feature:${feature}` as const

/** The actor at an address. Throws: `sendTo(undefined)` would quietly send to the sender itself. */
export function actorOf<C extends Contract>(system: AnySystem, { name }: Address<string, C>): RefOf<C> {
  const ref = system.get(name) as RefOf<C> | undefined
  if (!ref) throw new ActorMissingError(name)
  return ref
}

/** What a service shows at this moment, where it is there. A fact is news: who is started later reads here what it has missed. */
export const peek = <C extends Contract>(system: AnySystem, { name }: Address<string, C>): SnapshotOf<C> | undefined =>
  (system.get(name) as RefOf<C> | undefined)?.getSnapshot()

/** Who takes a command: the actor of that name; while a feature is not there, what loads it. Nobody where there is neither. */
export function receiverOf(
  system: AnySystem,
  name: string,
  command: EventObject,
): { ref: AnyActorRef; event: EventObject } | undefined {
  const ref: AnyActorRef | undefined = system.get(name)
  if (ref) return { ref, event: command }
  const loader = loaderOf(system, name)
  return loader && { ref: loader, event: { type: 'feature.deliver', command } as EventObject }
}

/** What loads a feature that is not there. */
const loaderOf = (system: AnySystem, name: string): AnyActorRef | undefined =>
  system.get(name) ? undefined : system.get(loaderName(name))

/** What loads the feature that a view belongs to, where it is not there. */
export const loaderOfView = (system: AnySystem, view: ViewName): AnyActorRef | undefined => {
  const owner = boundOf(system).features.find(({ views }) => views.includes(view))
  return owner && loaderOf(system, owner.name)
}

/** Who is told what became of a view: its feature, or what loads it. */
export function ownerOfView(
  system: AnySystem,
  view: ViewName,
  told: 'entered' | 'left',
): { ref: AnyActorRef; event: EventObject } | undefined {
  const owner = boundOf(system).features.find(({ views }) => views.includes(view))
  const type = told === 'entered' ? 'viewEntered' : 'viewLeft'
  return owner && receiverOf(system, owner.name, { type: `${owner.name}.${type}`, view } as EventObject)
}

/** Action: send a command to an address, or none. It goes nowhere in a machine that runs alone, or to an actor that is gone. */
export const tell =
  <C extends Contract>(address: Address<string, C> | ((params: Any) => Address<string, C>)) =>
  <P extends Params = undefined, Context extends object = never>(
    command: C['event'] | ((params: P, context: Context, self: AnyActorRef) => C['event'] | undefined),
  ) =>
    enqueueActions<Any, Any, P, Any, never, never, never, never, Any>(({ context, system, self, enqueue }, params) => {
      const { name } = typeof address === 'function' ? address(params) : address
      const event = typeof command === 'function' ? command(params, context, self) : command
      const found = event && receiverOf(system, name, event)
      if (found) enqueue.sendTo(found.ref, found.event)
    })

/** Action: the same to who is there; what is not is not loaded for it. */
export const tellIfThere =
  <C extends Contract>({ name }: Address<string, C>) =>
  <P extends Params = undefined, Context extends object = never>(
    command: (params: P, context: Context) => C['event'] | undefined,
  ) =>
    enqueueActions<Any, Any, P, Any, never, never, never, never, Any>(({ context, system, enqueue }, params) => {
      const ref = system.get(name)
      const event = ref && command(params, context)
      if (event) enqueue.sendTo(ref, event)
    })

/** Action: have the feature at an address loaded. */
export const want = <C extends Contract>({ name }: Address<string, C>) =>
  enqueueActions<Any, Any, undefined, Any, never, never, never, never, Any>(({ system, enqueue }) => {
    const loader = loaderOf(system, name)
    if (loader) enqueue.sendTo(loader, { type: 'feature.load' })
  })

/** Action: let every named actor that listens know of a fact, in the order of the table of features. A fact loads nothing. */
export const announce = <P extends Params = undefined, Context extends object = never>(
  fact: Fact | ((params: P, context: Context, system: AnySystem) => Fact | undefined),
) =>
  enqueueActions<Any, Any, P, Any, never, never, never, never, Any>(({ context, system, self, enqueue }, params) => {
    const event = typeof fact === 'function' ? fact(params, context, system) : fact
    if (event) for (const heard of hearersOf(system, self.sessionId, event)) enqueue.sendTo(heard.ref, heard.event)
  })

/** Who hears a fact: actors whose charts name it, and what loads a feature that does. */
function hearersOf(system: AnySystem, speaker: string, fact: Fact): { ref: AnyActorRef; event: EventObject }[] {
  const actors = system.getAll() as Readonly<Record<string, AnyActor>>
  const { features } = boundOf(system)
  const hearing = new Set(features.filter((known) => known.hears.includes(fact.type)).map(({ name }) => name))
  const names = new Set([ROOT, ...features.map(({ name }) => name), ...Object.keys(actors)])
  return [...names].flatMap((name) => {
    const ref = actors[name]
    if (ref) return ref.sessionId !== speaker && hears(ref, fact.type) ? [{ ref, event: fact }] : []
    const loader = hearing.has(name) ? actors[loaderName(name)] : undefined
    if (loader?.getSnapshot().value !== 'loading') return []
    return [{ ref: loader, event: { type: 'feature.deliver', command: fact } as EventObject }]
  })
}

/** A machine hears a fact if its chart names it. */
const hears = (ref: AnyActor, type: string): boolean =>
  (ref.logic as Partial<AnyStateMachine>).events?.includes(type) ?? false
