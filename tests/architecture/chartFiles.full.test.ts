/**
 * The charts as code, as the machine pages show them: each starts without errors, and all its states can be reached by changing
 * the variables at its top.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createActor,
  getInitialMicrosteps,
  getMicrosteps,
  setup,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
} from 'xstate'
import { toTypeScript } from '../../docs/scripts/chartFile.ts'
import { statesOf } from '../../sdk/devtools/mermaid.ts'
import * as machines from '../../machines/index.ts'
import { promiseActor, configurableDelay } from '../../machines/core/actors.ts'

type Result = 'pending' | 'done' | 'failed'
/** The exports of a file. */
interface ChartFile {
  machine: AnyStateMachine
  start: () => { getSnapshot: () => AnyMachineSnapshot; stop: () => void }
  guardResults?: Record<string, boolean>
  actorResults?: Record<string, Result>
  logger: { log: (text: string) => void }
}

const folder = new URL('.charts/', import.meta.url)
const ids = Object.values(machines).map(({ id }) => id)
mkdirSync(folder, { recursive: true })
for (const machine of Object.values(machines)) writeFileSync(new URL(`${machine.id}.ts`, folder), toTypeScript(machine))
afterAll(() => rmSync(folder, { recursive: true }))
const read = (id: string) => import(new URL(`${id}.ts`, folder).href) as Promise<ChartFile>

/**
 * Combinations of guards: all true, all false, and each alone or with another one true. The first transition whose guard is
 * true is taken.
 */
function answersOf(names: readonly string[]): ReadonlySet<string>[] {
  const alone = names.map((name) => new Set([name]))
  const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => new Set([one, other])))
  return [new Set(names), new Set(), ...alone, ...pairs]
}

const nodesIn = ({ _nodes }: AnyMachineSnapshot): readonly AnyStateNode[] => _nodes as AnyStateNode[]
const valueOf = ({ value, status }: AnyMachineSnapshot): string => JSON.stringify([value, status])

/** The states of a chart that no combination of guards and events reaches. */
function unreached({ machine, guardResults = {} }: Pick<ChartFile, 'machine' | 'guardResults'>): string[] {
  const missing = new Set(statesOf(machine.root).map(({ id }) => id))
  const seen = new Set<string>()
  const pending: AnyMachineSnapshot[] = []
  const before = { ...guardResults }
  const answers = answersOf(Object.keys(guardResults))
  const arrive = (steps: () => readonly (readonly [unknown, unknown])[]) => {
    let passed: AnyMachineSnapshot[]
    try {
      passed = steps().map(([snapshot]) => snapshot as AnyMachineSnapshot)
    } catch (error) {
      // Constant guards can cause infinite loops, which changing guards in the product do not. The file throws instead of
      // looping forever.
      if (String(error).includes('Infinite loop')) return
      throw error
    }
    for (const snapshot of passed) for (const { id } of nodesIn(snapshot)) missing.delete(id)
    const last = passed.at(-1)
    if (!last || seen.has(valueOf(last))) return
    seen.add(valueOf(last))
    pending.push(last)
  }
  const set = (said: ReadonlySet<string>) => {
    for (const name of Object.keys(guardResults)) guardResults[name] = said.has(name)
  }
  for (const said of answers) {
    set(said)
    arrive(() => getInitialMicrosteps(machine))
  }
  for (let snapshot = pending.pop(); snapshot && missing.size > 0; snapshot = pending.pop()) {
    const from = snapshot
    if (from.status !== 'active') continue
    const types = new Set(nodesIn(from).flatMap(({ ownEvents }) => ownEvents))
    for (const type of types)
      for (const said of answers) {
        set(said)
        arrive(() => getMicrosteps(machine, from as never, { type: type.replace('*', 'any') } as never))
      }
  }
  Object.assign(guardResults, before)
  return [...missing]
}

describe.each(ids)('%s', (name) => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test.each<Result>(['pending', 'done', 'failed'])('runs without an error if its actors are %s', async (end) => {
    const { actorResults = {}, machine } = await read(name)
    for (const slot of Object.keys(actorResults)) actorResults[slot] = end
    const errors: unknown[] = []
    const actor = createActor(machine)
    actor.subscribe({ error: (error) => errors.push(error) })
    actor.start()
    for (let second = 0; second < 10; second += 1) await vi.advanceTimersByTimeAsync(1_000)
    expect(errors).toEqual([])
    expect((actor.getSnapshot() as AnyMachineSnapshot).status).not.toBe('error')
    actor.stop()
    for (const slot of Object.keys(actorResults)) actorResults[slot] = 'pending'
  })

  test('reaches each of its states', async () => {
    expect(unreached(await read(name))).toEqual([])
  })
})

describe('a file', () => {
  const toy = setup({
    actors: { ask: promiseActor<string>('toy.ask') },
    actions: { note: () => {} },
    guards: { ready: () => true, late: () => false },
    delays: { patience: configurableDelay('copyMs', 'apiMs'), own: 1_500, later: () => 5 },
  }).createMachine({
    id: 'toy',
    description: 'It’s a toy.',
    initial: 'idle',
    states: {
      idle: { on: { 'toy.go': { guard: 'ready', target: 'asking', actions: 'note' } } },
      asking: {
        invoke: { id: 'ask', src: 'ask', onDone: 'idle', onError: 'idle' },
        after: { patience: 'idle', own: 'idle', later: { guard: 'late', target: 'idle' } },
      },
    },
  })

  test('names the timeout of each delay and the id of each actor, and declares every guard', () => {
    const text = toTypeScript(toy)
    for (const line of [
      'ready: true as boolean,',
      "ask: 'pending' as Result, // the actor toy.ask",
      'patience: 18_000, // timeouts.copyMs + timeouts.apiMs',
      'own: 1_500,',
      'later: 1_000, // worked out as it goes; a second here',
    ])
      expect(text).toContain(line)
  })

  test('logs what it does', async () => {
    const { logger, machine } = await read('clipboard')
    const said: string[] = []
    logger.log = (text) => said.push(text)
    const actor = createActor(machine).start()
    actor.send({ type: 'clipboard.copy' })
    actor.stop()
    logger.log = () => {}
    expect(said).toEqual(['setText'])
  })

  test('is reported if a state is out of reach', () => {
    const machine = setup({ guards: { never: () => false } }).createMachine({
      id: 'm',
      initial: 'a',
      states: { a: { on: { go: { guard: 'never', target: 'b' } } }, b: {} },
    })
    expect(unreached({ machine, guardResults: {} })).toEqual(['m.b'])
  })
})
