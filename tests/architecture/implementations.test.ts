import { expect, test } from 'vitest'
import { createActor, setup, SimulatedClock, type AnyActorLogic, type AnyStateMachine } from 'xstate'
import { TIMEOUTS } from '../../machines/constants.ts'
import * as machines from '../../machines/index.ts'
import { withImplementations, type Implementations } from '../../machines/core/implementations.ts'
import { promiseActor, implement, configurableDelay } from '../../machines/core/actors.ts'
import type { AppSettings } from '../../sdk/instance/appSettings.ts'
import { featuresOf } from '../../sdk/instance/features.ts'
import { latchkeyLogic } from '../../sdk/instance/logic.ts'
import type { Ports } from '../../sdk/instance/ports.ts'
import { settle } from '../support/instance.ts'
import { configuration, embedded, walletConnect } from '../machines/walks/samples.ts'
import { isMachine } from './rules/charts.ts'

const actorsOf = ({ implementations: { actors } }: AnyStateMachine) => Object.values(actors) as AnyActorLogic[]

/** A machine and all machines that it starts. */
const within = (machine: AnyStateMachine): AnyStateMachine[] => [
  machine,
  ...actorsOf(machine).filter(isMachine).flatMap(within),
]

/** The actors of a machine and its child machines without an implementation. */
const missingActors = (root: AnyStateMachine & { provided: Implementations }): string[] =>
  within(root)
    .flatMap(actorsOf)
    .flatMap((logic) => ('implementationName' in logic ? [String(logic.implementationName)] : []))
    .filter((name) => !(name in root.provided))

// Nothing is started, so no port is used; the logic only stores them.
const ports = {} as Ports
const settings: AppSettings = {
  id: 'test',
  timeouts: TIMEOUTS,
  networks: () => [],
  walletConnect,
  embedded,
  signIn: {},
  abis: {},
  tokens: {},
  prepareAccount: () => {},
}
const root = latchkeyLogic(ports, configuration, settings)
/** Features are started by events, not by a chart that invokes them. The ones loaded at the start also implement actors of others. */
const features = await Promise.all(
  featuresOf(configuration.namespaces).map(async ({ load, effects }) => {
    const implementations = typeof effects === 'function' ? effects : await effects.load()
    const machine: AnyStateMachine = Object.create(await load())
    return Object.assign(machine, { provided: { ...root.provided, ...implementations(ports, settings) } })
  }),
)
const roots = [...features, root]

test('the SDK implements every actor', () => {
  expect(roots.flatMap(missingActors)).toEqual([])
})

test('every machine can be reached from a root', () => {
  expect([...new Set(roots.flatMap(within).map(({ id }) => id))].toSorted()).toEqual(
    Object.values(machines)
      .map(({ id }) => id)
      .toSorted(),
  )
})

test('every timeout that an app can set is used by a machine', () => {
  const delays = roots
    .flatMap(within)
    .flatMap(
      ({ implementations }) => Object.values(implementations.delays) as Partial<ReturnType<typeof configurableDelay>>[],
    )
  const set = new Set<string>(delays.flatMap(({ names = [] }) => names))
  expect(Object.keys(TIMEOUTS).filter((name) => !set.has(name))).toEqual([])
})

const inner = setup({
  actors: { ask: promiseActor<string>('inner.ask') },
  delays: { copy: configurableDelay('copyMs') },
}).createMachine({
  id: 'inner',
  initial: 'asking',
  states: {
    asking: { invoke: { src: 'ask', onDone: 'answered', onError: 'failed' }, after: { copy: 'over' } },
    answered: {},
    failed: {},
    over: {},
  },
})
const outer = setup({ actors: { ask: promiseActor<string>('outer.ask'), inner } }).createMachine({
  id: 'outer',
  invoke: { src: 'inner', id: 'inner' },
})

test('an actor without an implementation is reported, also in a nested machine', () => {
  const outerEffects = implement(outer, { ask: async () => 'outer' })
  expect(missingActors(withImplementations(outer, {}, TIMEOUTS))).toEqual(['outer.ask', 'inner.ask'])
  expect(missingActors(withImplementations(outer, outerEffects, TIMEOUTS))).toEqual(['inner.ask'])
  const both = { ...outerEffects, ...implement(inner, { ask: async () => 'inner' }) }
  expect(missingActors(withImplementations(outer, both, TIMEOUTS))).toEqual([])
})

test('each system of one chart has its own effects and timeouts, from the first state on', async () => {
  const run = async (ask: (() => Promise<string>) | undefined, copyMs: number) => {
    const clock = new SimulatedClock()
    const root = withImplementations(outer, ask ? implement(inner, { ask }) : {}, { ...TIMEOUTS, copyMs })
    const actor = createActor(root, { clock }).start()
    clock.increment(5)
    await settle()
    return actor.getSnapshot().children.inner?.getSnapshot().value
  }
  const silent = () => new Promise<string>(() => {})
  expect(await Promise.all([run(async () => 'yes', 10), run(silent, 10), run(silent, 5), run(undefined, 10)])).toEqual([
    'answered',
    'asking',
    'over',
    'failed',
  ])
})
