/** Typed access to the actors of a system, by address. */
import {
  type AnyActor,
  type AnyActorRef,
  type AnyStateMachine,
  type EventObject,
  type ParameterizedObject,
} from 'xstate'
import { createAction } from './createAction.ts'
import type { BroadcastEvent } from '../events.ts'
import type { ViewName } from '../shell/view.types.ts'
import { ActorMissingError } from './actorMissingError.ts'
import type { ActorKey } from './actorKey.ts'
import { systemConfigurationOf } from './implementations.ts'
import type { AnySystem, Contract, RefOf, SnapshotOf } from './contract.ts'

// oxlint-disable-next-line no-explicit-any
type Any = any
type Params = ParameterizedObject['params'] | undefined

/** The name of the root. A system without a root runs one machine alone, in a unit test or a visualizer. */
export const ROOT = 'latchkey'

/** The name of the loader of a feature. */
export const loaderName = (feature: string) => `feature:${feature}` as const

/** Returns the actor at an address. Throws if it is missing: `sendTo(undefined)` would silently send to the sender itself. */
export function getActor<C extends Contract>(system: AnySystem, { name }: ActorKey<string, C>): RefOf<C> {
  const ref = system.get(name) as RefOf<C> | undefined
  if (!ref) throw new ActorMissingError(name)
  return ref
}

/**
 * Returns the current snapshot of a service; undefined if it is not running. Events are not replayed: an actor that starts later
 * reads here what it missed.
 */
export const getActorSnapshot = <C extends Contract>(
  system: AnySystem,
  { name }: ActorKey<string, C>,
): SnapshotOf<C> | undefined => (system.get(name) as RefOf<C> | undefined)?.getSnapshot()

/**
 * Returns the recipient of a command: the actor of that name, or its loader while it is not running; undefined if neither exists.
 */
export function resolveRecipient(
  system: AnySystem,
  name: string,
  command: EventObject,
): { ref: AnyActorRef; event: EventObject } | undefined {
  const ref: AnyActorRef | undefined = system.get(name)
  if (ref) return { ref, event: command }
  const loader = loaderOf(system, name)
  return loader && { ref: loader, event: { type: 'feature.deliver', command } as EventObject }
}

/** Returns the loader of a feature that is not running. */
const loaderOf = (system: AnySystem, name: string): AnyActorRef | undefined =>
  system.get(name) ? undefined : system.get(loaderName(name))

/** Returns the loader of the feature that owns a view, unless the feature is running. */
export const loaderOfView = (system: AnySystem, view: ViewName): AnyActorRef | undefined => {
  const owner = systemConfigurationOf(system).features.find(({ views }) => views.includes(view))
  return owner && loaderOf(system, owner.name)
}

/** Returns the recipient of the event that a view was entered or left: its feature, or the loader of the feature. */
export function featureActorOfView(
  system: AnySystem,
  view: ViewName,
  flag: 'entered' | 'left',
): { ref: AnyActorRef; event: EventObject } | undefined {
  const owner = systemConfigurationOf(system).features.find(({ views }) => views.includes(view))
  const type = flag === 'entered' ? 'viewEntered' : 'viewLeft'
  return owner && resolveRecipient(system, owner.name, { type: `${owner.name}.${type}`, view } as EventObject)
}

/**
 * Action: send a command to an address, unless `command` returns undefined. Sends nothing in a machine that runs alone, or if the
 * actor is gone.
 */
export const sendToActor =
  <C extends Contract>(address: ActorKey<string, C> | ((params: Any) => ActorKey<string, C>)) =>
  <P extends Params = undefined, Context extends object = never>(
    command: C['event'] | ((params: P, context: Context, self: AnyActorRef) => C['event'] | undefined),
  ) =>
    createAction<Context, P>(({ context, system, self, enqueue }, params) => {
      const { name } = typeof address === 'function' ? address(params) : address
      const event = typeof command === 'function' ? command(params, context, self) : command
      const recipient = event && resolveRecipient(system, name, event)
      if (recipient) enqueue.sendTo(recipient.ref, recipient.event)
    })

/** Action: send a command only if its recipient is running. Never loads a feature. */
export const sendToActorIfRunning =
  <C extends Contract>({ name }: ActorKey<string, C>) =>
  <P extends Params = undefined, Context extends object = never>(
    command: (params: P, context: Context) => C['event'] | undefined,
  ) =>
    createAction<Context, P>(({ context, system, enqueue }, params) => {
      const ref = system.get(name)
      const event = ref && command(params, context)
      if (event) enqueue.sendTo(ref, event)
    })

/** Action: load the feature at an address. */
export const loadFeature = <C extends Contract>({ name }: ActorKey<string, C>) =>
  createAction<object>(({ system, enqueue }) => {
    const loader = loaderOf(system, name)
    if (loader) enqueue.sendTo(loader, { type: 'feature.load' })
  })

/** Action: sends an event to every named actor that handles it, in the order of the feature table. It never loads a feature. */
export const broadcast = <P extends Params = undefined, Context extends object = never>(
  event: BroadcastEvent | ((params: P, context: Context, system: AnySystem) => BroadcastEvent | undefined),
) =>
  createAction<Context, P>(({ context, system, self, enqueue }, params) => {
    const sent = typeof event === 'function' ? event(params, context, system) : event
    if (sent) for (const to of subscribersOf(system, self.sessionId, sent)) enqueue.sendTo(to.ref, to.event)
  })

/**
 * Returns the recipients of a broadcast event: actors whose charts handle it, and loaders that are loading a feature that lists it
 * in `queueWhileLoading`.
 */
function subscribersOf(
  system: AnySystem,
  sender: string,
  event: BroadcastEvent,
): { ref: AnyActorRef; event: EventObject }[] {
  const actors = system.getAll() as Readonly<Record<string, AnyActor>>
  const { features } = systemConfigurationOf(system)
  const queueing = new Set(
    features.filter(({ queueWhileLoading }) => queueWhileLoading.includes(event.type)).map(({ name }) => name),
  )
  const names = new Set([ROOT, ...features.map(({ name }) => name), ...Object.keys(actors)])
  return [...names].flatMap((name) => {
    const ref = actors[name]
    if (ref) return ref.sessionId !== sender && handlesEvent(ref, event.type) ? [{ ref, event }] : []
    const loader = queueing.has(name) ? actors[loaderName(name)] : undefined
    if (loader?.getSnapshot().value !== 'loading') return []
    return [{ ref: loader, event: { type: 'feature.deliver', command: event } as EventObject }]
  })
}

/** Whether the chart of a machine handles the event. */
const handlesEvent = (ref: AnyActor, type: string): boolean =>
  (ref.logic as Partial<AnyStateMachine>).events?.includes(type) ?? false
