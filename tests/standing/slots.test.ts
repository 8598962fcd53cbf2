import { expect, test } from 'vitest'
import type { AnyActorLogic, AnyStateMachine } from 'xstate'
import { TIMEOUTS } from '../../machines/constants.ts'
import * as machines from '../../machines/index.ts'
import { effect } from '../../machines/kit/effects.ts'
import type { Timeouts } from '../../sdk/config.ts'
import { pairingLogic, type PairingEffects } from '../../sdk/effects/pairing.ts'
import { providerLogic, type ProviderEffects } from '../../sdk/effects/provider.ts'
import { latchkeyLogic } from '../../sdk/logic.ts'
import type { Ports } from '../../sdk/ports.ts'
import { setup } from 'xstate'
import { isMachine } from './rules/charts.ts'

/** A machine and every machine in its slots. */
function within(machine: AnyStateMachine): AnyStateMachine[] {
  const slots = Object.values(machine.implementations.actors) as AnyActorLogic[]
  return [machine, ...slots.filter(isMachine).flatMap(within)]
}

/** The slots of `given`, and of the machines in it, that hold what the bare machines hold. */
function emptySlots(given: AnyStateMachine, bare: readonly AnyStateMachine[]): string[] {
  const slots = new Map(bare.map(({ id, implementations }) => [id, implementations.actors]))
  return within(given).flatMap(({ id, implementations: { actors } }) =>
    (Object.entries(actors) as [string, AnyActorLogic][])
      .filter(([slot, logic]) => !isMachine(logic) && slots.get(id)?.[slot] === logic)
      .map(([slot]) => `${id}.${slot}`),
  )
}

/** Each bound at a value of its own, so that it can be told apart in the charts. */
const timeouts = Object.fromEntries(Object.keys(TIMEOUTS).map((name, index) => [name, 1_000_001 + index])) as Timeouts
// Nothing is started, so no port is used; logic only keeps them.
const roots: readonly AnyStateMachine[] = [
  latchkeyLogic({} as Ports, timeouts, 'test', () => []) as never,
  pairingLogic({ timeouts } as unknown as PairingEffects) as never,
  providerLogic({ timeouts } as unknown as ProviderEffects) as never,
]

test('the sdk fills every effect slot', () => {
  expect(roots.flatMap((root) => emptySlots(root, Object.values(machines)))).toEqual([])
})

test('every machine can be reached from a root', () => {
  expect([...new Set(roots.flatMap(within).map(({ id }) => id))].toSorted()).toEqual(
    Object.values(machines)
      .map(({ id }) => id)
      .toSorted(),
  )
})

test('every bound that a site may set reaches a machine', () => {
  const delays = roots
    .flatMap(within)
    .flatMap(({ implementations }) => Object.values(implementations.delays) as unknown[])
  const lost = Object.entries(timeouts).filter(([, value]) => !delays.includes(value))
  expect(lost.map(([name]) => name)).toEqual([])
})

test('the rule notices a slot that is left empty, also in a machine within a machine', () => {
  const inner = setup({ actors: { ask: effect<string>('inner.ask') } }).createMachine({ id: 'inner' })
  const outer = setup({ actors: { ask: effect<string>('outer.ask'), inner } }).createMachine({ id: 'outer' })
  const filled = { actors: { ask: effect<string>('filled') } }
  expect(emptySlots(outer, [inner, outer])).toEqual(['outer.ask', 'inner.ask'])
  expect(emptySlots(outer.provide(filled), [inner, outer])).toEqual(['inner.ask'])
  expect(
    emptySlots(outer.provide({ actors: { ...filled.actors, inner: inner.provide(filled) } }), [inner, outer]),
  ).toEqual([])
})
