/** Typed use of the actor system: by name, and never by a name that is missing. */
import { enqueueActions, type AnyActor, type AnyActorRef, type AnyStateMachine, type ParameterizedObject } from 'xstate'
import type { ActorName, Directory } from '../directory.ts'
import type { Fact } from '../facts.ts'
import type { AnySystem, RefOf } from './contract.ts'

/** A command was addressed to an actor that does not exist. */
export class ActorMissingError extends Error {
  override name = 'ActorMissingError'
  constructor(name: string) {
    super(`No actor is registered under "${name}".`)
  }
}

type Params = ParameterizedObject['params'] | undefined
type Address<N, P> = N | ((params: P) => N)

/** The name of the root; a machine whose system has none runs alone, in a unit test or a visualiser. */
export const ROOT = 'latchkey'

/** The actor registered under `name`. Throws: `sendTo(undefined)` would quietly send to the sender itself. */
export function actorOf<N extends ActorName>(system: AnySystem, name: N): RefOf<Directory[N]> {
  const ref = system.get(name) as RefOf<Directory[N]> | undefined
  if (!ref) throw new ActorMissingError(name)
  return ref
}

/** Action: send a command to the actor `name`. In a machine that runs alone the command goes nowhere. */
export const tell = <N extends ActorName, P extends Params = undefined>(
  name: Address<N, P>,
  command: Directory[N]['event'] | ((params: P) => Directory[N]['event']),
) =>
  // oxlint-disable-next-line no-explicit-any
  enqueueActions<any, any, P, any, never, never, never, never, any>(({ system, enqueue }, params) => {
    if (!system.get(ROOT)) return
    const target = actorOf(system, typeof name === 'function' ? name(params) : name)
    enqueue.sendTo(target as AnyActorRef, typeof command === 'function' ? command(params) : command)
  })

/** Action: let every named actor that listens know of a fact. */
export const announce = <P extends Params = undefined>(fact: Fact | ((params: P) => Fact)) =>
  // oxlint-disable-next-line no-explicit-any
  enqueueActions<any, any, P, any, never, never, never, never, any>(({ system, self, enqueue }, params) => {
    const event = typeof fact === 'function' ? fact(params) : fact
    for (const ref of Object.values(system.getAll()) as AnyActor[])
      if (ref.sessionId !== self.sessionId && hears(ref, event.type)) enqueue.sendTo(ref, event)
  })

/** A machine hears a fact if its chart names it. */
const hears = (ref: AnyActor, type: string): boolean =>
  (ref.logic as Partial<AnyStateMachine>).events?.includes(type) ?? false
