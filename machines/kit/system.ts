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

/** Action: send a command to the actor `name`. It goes nowhere in a machine that runs alone, or to one that is gone. */
export const tell = <N extends ActorName, P extends Params = undefined, Context extends object = never>(
  name: Address<N, P>,
  command: Directory[N]['event'] | ((params: P, context: Context) => Directory[N]['event']),
) =>
  // oxlint-disable-next-line no-explicit-any
  enqueueActions<any, any, P, any, never, never, never, never, any>(({ context, system, enqueue }, params) => {
    const target: AnyActorRef | undefined = system.get(typeof name === 'function' ? name(params) : name)
    if (target) enqueue.sendTo(target, typeof command === 'function' ? command(params, context) : command)
  })

/** Action: let every named actor that listens know of a fact; nothing where there is none. */
export const announce = <P extends Params = undefined, Context extends object = never>(
  fact: Fact | ((params: P, context: Context) => Fact | undefined),
) =>
  // oxlint-disable-next-line no-explicit-any
  enqueueActions<any, any, P, any, never, never, never, never, any>(({ context, system, self, enqueue }, params) => {
    const event = typeof fact === 'function' ? fact(params, context) : fact
    if (event) for (const ref of hearersOf(system, self.sessionId, event)) enqueue.sendTo(ref, event)
  })

const hearersOf = (system: AnySystem, speaker: string, { type }: Fact): AnyActor[] =>
  (Object.values(system.getAll()) as AnyActor[]).filter((ref) => ref.sessionId !== speaker && hears(ref, type))

/** A machine hears a fact if its chart names it. */
const hears = (ref: AnyActor, type: string): boolean =>
  (ref.logic as Partial<AnyStateMachine>).events?.includes(type) ?? false
