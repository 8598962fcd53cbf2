/** A single machine on a simulated clock. */
import { onTestFinished } from 'vitest'
import { createActor, type ActorOptions, type AnyStateMachine, type EmittedFrom, type InputFrom } from 'xstate'
import { TIMEOUTS } from '../../machines/constants.ts'
import { withImplementations, type Implementations, type Timeouts } from '../../machines/core/implementations.ts'
import { implement, type ImplementationsOf } from '../../machines/core/actors.ts'
import { never } from '../../mocks/index.ts'
import { isMachine } from '../architecture/rules/charts.ts'
import { CountingClock } from './instance.ts'

/** An effect that never answers, or a listener without events. */
const nothing = (asked: object) => ('sendBack' in asked ? undefined : never())

/** Fills every slot of a machine, and of the machines that it starts, with effects that do nothing. */
export const silent = ({ implementations: { actors } }: AnyStateMachine): Implementations =>
  Object.assign(
    {},
    ...Object.values(actors as Record<string, object>).map((logic) =>
      'implementationName' in logic
        ? { [String(logic.implementationName)]: nothing }
        : isMachine(logic as never)
          ? silent(logic as never)
          : {},
    ),
  )

type Options<M extends AnyStateMachine> = {
  /** The implementations of its slots. A missing one never answers. */
  works?: Partial<ImplementationsOf<M>>
  /** Timeouts other than the defaults. */
  timeouts?: Partial<Timeouts>
} & (undefined extends InputFrom<M> ? { input?: InputFrom<M> } : { input: InputFrom<M> })

/** Starts a machine alone, without the machines that it sends events to. It stops with the test. */
export function run<M extends AnyStateMachine>(machine: M, { works = {}, timeouts = {}, input }: Options<M>) {
  const clock = new CountingClock()
  const implementations = { ...silent(machine), ...implement(machine, works as never) }
  const logic = withImplementations(machine, implementations, { ...TIMEOUTS, ...timeouts })
  const actor = createActor(logic, { clock, input } as unknown as ActorOptions<M>)
  const emitted: EmittedFrom<M>[] = []
  actor.on('*', (event) => void emitted.push(event as EmittedFrom<M>))
  actor.start()
  onTestFinished(() => void actor.stop())
  return { actor, clock, emitted }
}
