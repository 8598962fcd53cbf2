import { describe, expect, test } from 'vitest'
import { assign, setup, type AnyStateMachine } from 'xstate'
import * as machines from '../../machines/index.ts'
import { promiseActor } from '../../machines/core/actors.ts'
import { walk, type Walk } from '../support/walker.ts'
import * as given from './walks/index.ts'

/** The input of each machine’s walk, by the name under which the machine is exported. */
const walks: { readonly [Name in keyof typeof machines]: Walk<(typeof machines)[Name]> } = given
const charts = Object.entries<AnyStateMachine>(machines)

test('every machine has its walk', () => {
  expect(Object.keys(walks).toSorted()).toEqual(charts.map(([name]) => name).toSorted())
})

test.each(charts)('%s reaches every state, ends every wait in time, and never gets stuck', (name, machine) => {
  expect(walk(machine, walks[name as keyof typeof walks] as Walk<AnyStateMachine>)).toEqual([])
})

describe('the walker', () => {
  type Event = { type: 'go' } | { type: 'end' } | { type: 'keep'; text: string }
  const { createMachine } = setup({
    types: { context: {} as { text: string }, events: {} as Event, tags: {} as 'busy' },
    actors: { ask: promiseActor<string>('bad.ask') },
    actions: {
      keep: assign({ text: ({ event }) => (event as Extract<Event, { type: 'keep' }>).text.trim() }),
    },
    delays: { bound: 1_000 },
  })
  const bad = { id: 'bad', context: { text: '' }, initial: 'one' } as const
  const ask = { invoke: { id: 'ask', src: 'ask', onDone: 'three', onError: 'three' } } as const
  const after = { bound: 'three' } as const
  const three = { type: 'final' } as const

  test.each<[string, AnyStateMachine, string]>([
    [
      'a stuck state',
      createMachine({ ...bad, states: { one: { on: { go: 'two', end: 'three' } }, two: { on: { go: {} } }, three } }),
      'stuck in two',
    ],
    [
      'a pair of states without a way to the end',
      createMachine({
        ...bad,
        states: {
          one: { on: { go: 'two', end: 'three' } },
          two: { initial: 'a', states: { a: { on: { go: 'b' } }, b: { on: { go: 'a' } } } },
          three,
        },
      }),
      'stuck in {two:b}',
    ],
    [
      'a wait without a limit',
      createMachine({ ...bad, states: { one: { ...ask, on: { end: 'three' } }, three } }),
      'busy without a bound in one',
    ],
    [
      'a state that is busy only by its tag',
      createMachine({ ...bad, states: { one: { tags: 'busy', on: { end: 'three' } }, three } }),
      'busy without a bound in one',
    ],
    [
      'a pair of states that are busy in turns forever',
      createMachine({
        ...bad,
        states: { one: { ...ask, after: { bound: 'two' } }, two: { ...ask, after: { bound: 'one' } }, three },
      }),
      'busy without a bound in one',
    ],
    [
      'a state that is never reached',
      createMachine({ ...bad, states: { one: { ...ask, after }, two: {}, three } }),
      'never reaches bad.two',
    ],
    [
      'a state around others that is never reached',
      createMachine({
        ...bad,
        states: { one: { ...ask, after }, two: { initial: 'inner', states: { inner: {} } }, three },
      }),
      'never reaches bad.two',
    ],
    [
      'a rejection that is not handled',
      createMachine({ ...bad, states: { one: { invoke: { id: 'ask', src: 'ask', onDone: 'three' }, after }, three } }),
      'fails in one on xstate.error.actor.ask: Error: refused',
    ],
    [
      'an action that reads an event of another type',
      createMachine({ ...bad, states: { one: { on: { go: { target: 'three', actions: 'keep' } } }, three } }),
      "fails in one on go: TypeError: Cannot read properties of undefined (reading 'trim')",
    ],
  ])('reports %s', (_, machine, fault) => {
    expect(walk(machine, { events: [{ type: 'keep', text: 'a' }] })).toContain(fault)
  })

  test('reports a state that is declared as lasting, and is left', () => {
    const machine = createMachine({ ...bad, states: { one: { on: { end: 'three' } }, three } })
    expect(walk(machine, { lasting: { one: 'so it is said' } })).toEqual(['leaves one, which is to last'])
  })

  test('reports nothing for a chart without a fault', () => {
    const go = { go: { actions: 'keep' } } as const
    expect(walk(createMachine({ ...bad, states: { one: { ...ask, after }, three } }), {})).toEqual([])
    expect(
      walk(createMachine({ ...bad, on: { keep: go.go }, states: { one: { on: { end: 'three' } }, three } }), {
        events: [{ type: 'keep', text: 'a' }],
      }),
    ).toEqual([])
  })
})
