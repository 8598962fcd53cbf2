import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createMachine, setup, type AnyStateMachine } from 'xstate'
import { statesOf } from '../../sdk/devtools/mermaid.ts'
import * as machines from '../../machines/index.ts'
import { promiseActor } from '../../machines/core/actors.ts'
import { chartFaults, nameOf } from './rules/charts.ts'

const all: readonly AnyStateMachine[] = Object.values(machines)
const sources = new URL('../../machines/', import.meta.url)

/** Accepted faults, each with the reason. The list may only shrink. */
const KNOWN_FAULTS: Readonly<Record<string, string>> = {}

describe.each(all.map((machine) => [machine.id, machine] as const))('%s', (_, machine) => {
  test('is small, described and plain data, and every state can be reached', () => {
    expect(chartFaults(machine).filter((fault) => !(fault in KNOWN_FAULTS))).toEqual([])
  })

  test('can be read from its JSON', () => {
    const read = createMachine(JSON.parse(JSON.stringify(machine.config)))
    expect(statesOf(read.root).map(nameOf)).toEqual(statesOf(machine.root).map(nameOf))
  })
})

test('every machine file is in the public list, with its own name', () => {
  const files = globSync('**/*.machine.ts', { cwd: sources }).map((path) => basename(path, '.machine.ts'))
  expect(all.map(({ id }) => id).toSorted()).toEqual(files.toSorted())
  expect(Object.keys(machines).toSorted()).toEqual(files.map((name) => `${name}Machine`).toSorted())
})

test('no accepted fault stays in the list after it is fixed', () => {
  const faults = all.flatMap(chartFaults)
  expect(Object.keys(KNOWN_FAULTS).filter((fault) => !faults.includes(fault))).toEqual([])
})

describe('the check', () => {
  const head = { id: 'm', description: 'A machine.', meta: { kind: 'flow', spec: ['1.1'] } } as const
  const { createMachine: make } = setup({
    actors: { ask: promiseActor<string>('m.ask') },
    actions: { note: () => {} },
    guards: { ready: () => true },
    delays: { patience: 1_000 },
  })
  /** Uses every name, so that only what a test breaks is reported. */
  const used = { on: { use: { guard: 'ready', actions: 'note' } }, after: { patience: {} } } as const
  const faultsOf = (config: Parameters<typeof make>[0]) => chartFaults(make({ ...used, ...config }))

  test('reports nothing for a valid chart', () => {
    expect(
      faultsOf({ ...head, initial: 'a', states: { a: { on: { go: 'b' } }, b: { type: 'final', description: 'B.' } } }),
    ).toEqual([])
  })
  test('reports too many states', () => {
    const many = Array.from({ length: 13 }, (_, n) => [`s${n}`, { on: { next: `s${n + 1}` } }] as const)
    expect(
      faultsOf({ ...head, initial: 's0', states: Object.fromEntries([...many.slice(0, 12), ['s12', {}]]) }),
    ).toEqual(['m has 13 states, 12 at most'])
  })
  test('reports a machine without a description and metadata', () => {
    expect(faultsOf({ id: 'm' })).toEqual(['m has no description', 'm has no meta.kind', 'm has no meta.spec'])
    expect(faultsOf({ ...head, meta: { kind: 'thing', spec: ['1.1', '§2', '3'] } })).toEqual([
      'm has no meta.kind',
      'm names "§2", which is no statement of the specification',
      'm names "3", which is no statement of the specification',
    ])
  })
  test('reports a transient state, and a final state without a description', () => {
    expect(
      faultsOf({
        ...head,
        initial: 'a',
        states: {
          a: { always: 'b' },
          b: { on: { go: 'over', stop: 'done' } },
          over: { type: 'final' },
          done: { type: 'final' },
        },
      }),
    ).toEqual(['m.a has no description', 'm.over has no description'])
  })
  test('reports functions in the chart, except those that compute data', () => {
    expect(
      faultsOf({
        ...head,
        context: () => ({}),
        output: () => 1,
        entry: () => {},
        on: {
          ...used.on,
          go: [{ guard: () => true, actions: [{ type: 'note', params: () => ({}) }] }, { actions: [() => {}] }],
        },
      }),
    ).toEqual([
      'm.on.go.0.guard is a function written in the chart',
      'm.on.go.1.actions.0 is a function written in the chart',
      'm.entry is a function written in the chart',
    ])
  })
  test('reports an invocation under another name, or without onError', () => {
    expect(faultsOf({ ...head, invoke: { id: 'other', src: 'ask', onError: {} } })).toEqual([
      'm invokes ask under the name other',
    ])
    expect(faultsOf({ ...head, invoke: { id: 'ask', src: 'ask' } })).toEqual(['m invokes ask without onError'])
  })
  test('reports a delay without a name', () => {
    expect(faultsOf({ ...head, after: { ...used.after, 500: {} } })).toEqual([
      'm waits for 500, which is no named delay',
    ])
  })
  test('reports a state out of reach', () => {
    expect(faultsOf({ ...head, initial: 'a', states: { a: {}, b: { initial: 'c', states: { c: {} } } } })).toEqual([
      'm.b is out of reach',
      'm.b.c is out of reach',
    ])
  })
  test('reports names that the chart does not use', () => {
    expect(chartFaults(make({ ...head }))).toEqual([
      'm has the guard ready, which its chart does not use',
      'm has the action note, which its chart does not use',
      'm has the delay patience, which its chart does not use',
    ])
  })
})
