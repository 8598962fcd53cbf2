/** One machine by itself, on a simulated clock. */
import { onTestFinished } from 'vitest'
import { createActor, type ActorOptions, type AnyStateMachine, type EmittedFrom, type InputFrom } from 'xstate'
import { TIMEOUTS } from '../../machines/constants.ts'
import { filled, type Filling, type Timeouts } from '../../machines/kit/bound.ts'
import { fill, type WorksOf } from '../../machines/kit/effects.ts'
import { never } from '../../mocks/index.ts'
import { isMachine } from '../standing/rules/charts.ts'
import { CountingClock } from './instance.ts'

/** Work that does nothing: an effect that never answers, a listener that hears nothing. */
const nothing = (asked: object) => ('sendBack' in asked ? undefined : never())

/** Fills every slot of a machine, and of the machines that it starts, with work that does nothing. */
export const silent = ({ implementations: { actors } }: AnyStateMachine): Filling =>
  Object.assign(
    {},
    ...Object.values(actors as Record<string, object>).map((logic) =>
      'slot' in logic ? { [String(logic.slot)]: nothing } : isMachine(logic as never) ? silent(logic as never) : {},
    ),
  )

type Options<M extends AnyStateMachine> = {
  /** What its slots do. One that is left out never answers. */
  works?: Partial<WorksOf<M>>
  /** Bounds other than the usual ones. */
  timeouts?: Partial<Timeouts>
} & (undefined extends InputFrom<M> ? { input?: InputFrom<M> } : { input: InputFrom<M> })

/** Starts a machine alone: what it says to other machines goes nowhere. It stops with the test. */
export function run<M extends AnyStateMachine>(machine: M, { works = {}, timeouts = {}, input }: Options<M>) {
  const clock = new CountingClock()
  const filling = { ...silent(machine), ...fill(machine, works as never) }
  const logic = filled(machine, filling, { ...TIMEOUTS, ...timeouts })
  const actor = createActor(logic, { clock, input } as unknown as ActorOptions<M>)
  const emitted: EmittedFrom<M>[] = []
  actor.on('*', (event) => void emitted.push(event as EmittedFrom<M>))
  actor.start()
  onTestFinished(() => void actor.stop())
  return { actor, clock, emitted }
}
