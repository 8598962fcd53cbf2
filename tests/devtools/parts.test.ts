/** The pure parts of the devtools: masking, recording, events and search. */
import { describe, expect, test } from 'vitest'
import { createActor, createMachine, type InspectionEvent } from 'xstate'
import { jsonFile, mermaidFile } from '../../sdk/devtools/export.ts'
import { lifelinesOf } from '../../sdk/devtools/lifelines.ts'
import { maskText, noMask, shortText } from '../../sdk/devtools/mask.ts'
import { nextEventsOf, readEvent, wouldReact } from '../../sdk/devtools/nextEvents.ts'
import { createRecorder } from '../../sdk/devtools/recorder.ts'
import { searchCharts } from '../../sdk/devtools/search.ts'
import {
  matchesQuery,
  mergeEvents,
  isCommand,
  recordedEventOf,
  type RecordedEvent,
} from '../../sdk/devtools/sequence.ts'
import { payloadOf, payloadsFile, shapesOf } from '../../docs/scripts/shapes.ts'
import { shapes } from '../../docs/scripts/contracts.ts'
import { linesOf } from '../../sdk/devtools/words.ts'
import type { AnyStateMachine } from 'xstate'
import * as machines from '../../machines/index.ts'
import { connected, instance, settle } from '../support/instance.ts'

const signature = 'MEUCIQDx0a/9vQ+7k2wZr1nTqk3bJcB8m5e0yYlP4uWvGhSd6AIgXw=='
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const all: readonly AnyStateMachine[] = Object.values(machines)

describe('masking', () => {
  test.each([
    [address, '0xf3…2266'],
    [`eip155:1:${address}`, 'eip155:1:0xf3…2266'],
    [`transaction:0x${'ab'.repeat(32)}`, 'transaction:0xab…abab'],
    ['0d'.repeat(32), '0d0d…0d0d'],
    ['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', '7EcD…FLtV'],
    ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'bcrt…t080'],
    ['0D'.repeat(32), '0D0D…0D0D'],
    [`key_${'0d'.repeat(32)}`, 'key_0d0d…0d0d'],
    ['cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02', 'cosm…dd02'],
    [`{"signature":"${signature}"}`, '{"signature":"MEUC…Xw=="}'],
    [btoa(`wc:${'0d'.repeat(32)}@2?relay-protocol=irn&symKey=${'a7'.repeat(32)}`), 'd2M6…Nw=='],
    ['mailto:ada.lovelace@example.co.uk', 'mailto:a…@….uk'],
    [`${'ab'.repeat(32)}@${'example.'.repeat(30)}com`, 'a…@….com'],
    [`{"from":"${address}","email":"ada@example.com"}`, '{"from":"0xf3…2266","email":"a…@….com"}'],
  ])('masks %s', (text, hidden) => expect(maskText(text)).toBe(hidden))
  test.each([
    'eip155:31337',
    'namespace:eip155',
    '0x7a69',
    'http://127.0.0.1:36223',
    '@walletconnect/core',
    'Sandbox Dollar',
  ])('leaves %s unchanged', (text) => expect(maskText(text)).toBe(text))
  test('masks a text before shortening it, so that no half of an address is left', () => {
    const text = Array.from({ length: 40 }, () => address).join(' ')
    expect(shortText(text)).not.toMatch(/[0-9a-fA-F]{6}/)
    expect(shortText(text).length).toBeLessThan(80)
  })
  test('masks a context including its keys, unless the user shows it', () => {
    const context = { mine: { [address]: 'ada@example.com' } }
    expect(linesOf(context)).toEqual(['mine', '  0xf3…2266: a…@….com'])
    expect(linesOf(context, noMask)).toEqual(['mine', `  ${address}: ada@example.com`])
  })
  test('shows the beginning of a long list and the number of further entries', () => {
    const lines = linesOf(Array.from({ length: 10_000 }, (_, index) => index))
    expect(lines).toHaveLength(101)
    expect(lines.at(-1)).toBe('… 9900 more')
  })
})

describe('the event log', () => {
  const event = { type: 'network.changed' }
  const ref = (systemId?: string) => ({ sessionId: 'x', ...(systemId && { systemId }) })
  const inspected = (from: string | undefined, to: string | undefined, sent: object = event) =>
    ({
      type: '@xstate.event',
      event: sent,
      actorRef: ref(to),
      sourceRef: from === 'page' ? undefined : ref(from),
    }) as unknown as InspectionEvent
  const passing = (id: number, one: Partial<RecordedEvent> = {}): RecordedEvent => ({
    id,
    at: id,
    event,
    from: 'network',
    to: ['send'],
    ...one,
  })

  test('records events between named machines, and from the page', () => {
    expect(recordedEventOf(inspected('network', 'send'), 1, 5)).toEqual(passing(1, { at: 5 }))
    expect(recordedEventOf(inspected('page', 'send'), 1, 5)?.from).toBe('page')
    expect(recordedEventOf(inspected('send', 'send'), 1, 5)).toBeUndefined()
    expect(recordedEventOf(inspected(undefined, 'send'), 1, 5)).toBeUndefined()
    expect(recordedEventOf(inspected('network', undefined), 1, 5)).toBeUndefined()
    expect(recordedEventOf(inspected('network', 'send', { type: 'xstate.init' }), 1, 5)).toBeUndefined()
    expect(recordedEventOf({ type: '@xstate.actor' } as InspectionEvent, 1, 5)).toBeUndefined()
  })
  test('shows one event with several receivers as one entry, whatever the first receivers do in between', () => {
    const again = { type: 'network.changed' }
    const news = [
      passing(1),
      passing(2, { from: 'send', to: ['view'], event: { type: 'send.started' } }),
      passing(3, { to: ['balance'] }),
      passing(4, { event: again }),
      passing(5, { from: 'page', event: again }),
    ]
    expect(mergeEvents([], news, 9).map(({ id, to }) => [id, to])).toEqual([
      [5, ['send']],
      [4, ['send']],
      [2, ['view']],
      [1, ['send', 'balance']],
    ])
  })
  test('shows a repeated event as another entry, whether it has the same receiver or comes much later', () => {
    const news = [passing(1), passing(2), passing(3, { to: ['view'] }), passing(100, { to: ['modal'] })]
    expect(mergeEvents([], news, 9).map(({ id, to }) => [id, to])).toEqual([
      [100, ['modal']],
      [2, ['send', 'view']],
      [1, ['send']],
    ])
  })
  test('adds new entries before the earlier ones and drops the oldest beyond the limit', () => {
    const before = mergeEvents([], [passing(1, { event: { type: 'a.b' } })], 3)
    const news = [2, 3, 4].map((id) => passing(id, { event: { type: `a.${id}` } }))
    expect(mergeEvents(before, news, 3).map(({ id }) => id)).toEqual([4, 3, 2])
    expect(mergeEvents(before, [], 3)).toEqual(before)
  })
  test('recognizes a command by its prefix, which names the receiver', () => {
    expect(isCommand(passing(1, { event: { type: 'send.submit' } }))).toBe(true)
    expect(isCommand(passing(1, { event: { type: 'namespace.retry' }, to: ['namespace:eip155'] }))).toBe(true)
    expect(isCommand(passing(1))).toBe(false)
    expect(isCommand(passing(1, { event: { type: 'send.started' }, to: ['send', 'view'] }))).toBe(false)
  })
  test('finds an entry by its type, its sender and its receivers', () => {
    expect(['CHANGED', 'network', 'send'].map((word) => matchesQuery(passing(1), word))).toEqual([true, true, true])
    expect(matchesQuery(passing(1), 'modal')).toBe(false)
  })
})

describe('the recorder', () => {
  const recording = () => {
    const { latchkey } = instance()
    const frames: (() => void)[] = []
    let time = 0
    const recorder = createRecorder(latchkey, { schedule: (run) => frames.push(run), now: () => (time += 1) })
    const frame = () => {
      const runs = frames.splice(0)
      for (const run of runs) run()
      return runs.length
    }
    return { latchkey, recorder, frame }
  }

  test('renders at most once per frame, and notifies subscribers', async () => {
    const { latchkey, recorder, frame } = recording()
    let told = 0
    const stop = recorder.subscribe(() => (told += 1))
    latchkey.start()
    await settle()
    for (let time = 0; time < 50; time += 1) latchkey.dispatch({ type: 'modal.open' })
    expect(told).toBe(0)
    expect(frame()).toBe(1)
    expect(told).toBe(1)
    expect(frame()).toBe(0)
    stop()
    latchkey.dispatch({ type: 'modal.close' })
    frame()
    expect(told).toBe(1)
    latchkey.stop()
  })
  test('keeps the last 200 snapshots of each machine, in order and without duplicates', async () => {
    const { latchkey, recorder } = recording()
    latchkey.start()
    await settle()
    latchkey.dispatch({ type: 'modal.open' })
    latchkey.dispatch({ type: 'modal.close' })
    const moments = recorder.history('modal')
    expect(moments.map(({ index, value, event }) => [index, value, event])).toEqual([
      [0, 'closed', 'xstate.init'],
      [1, { open: 'idle' }, 'modal.open'],
      [2, 'closed', 'modal.close'],
    ])
    expect(moments.map(({ at }) => at)).toEqual(moments.map(({ at }) => at).toSorted((a, b) => a - b))
    for (let time = 0; time < 150; time += 1) {
      latchkey.dispatch({ type: 'modal.open' })
      latchkey.dispatch({ type: 'modal.close' })
    }
    expect(recorder.history('modal')).toHaveLength(200)
    expect(recorder.history('modal')[0]?.index).toBe(103)
    expect(recorder.history('nobody')).toEqual([])
    latchkey.stop()
  })
  test('shows actors as a tree, and keeps an ended flow with all its snapshots', async () => {
    const { latchkey, recorder, frame } = recording()
    latchkey.start()
    await settle()
    frame()
    const { tree, stopped } = recorder.recording()
    expect(tree[0]).toMatchObject({ key: 'latchkey', depth: 0, machineId: 'latchkey', value: 'running' })
    expect(tree.find(({ key }) => key === 'namespace:eip155')).toMatchObject({ depth: 1, machineId: 'namespace' })
    expect(stopped).toEqual([])
    await latchkey.connect({ connectorId: 'fake' })
    await settle()
    frame()
    const key = 'namespace:eip155 › connectionAttempt'
    expect(recorder.recording().tree.some((twig) => twig.key === key)).toBe(false)
    expect(recorder.recording().stopped.find((twig) => twig.key === key)).toMatchObject({
      name: 'connectionAttempt',
      machineId: 'connectionAttempt',
    })
    expect(recorder.history(key).length).toBeGreaterThan(0)
    expect(recorder.recording().events.map(({ event }) => event.type)).toContain('account.connected')
    latchkey.stop()
  })
})

describe('the next events', () => {
  test('are those of the active states: commands first, and no internal events', async () => {
    const { latchkey } = await connected()
    const types = (name: 'modal' | 'network' | 'send') => nextEventsOf(latchkey.find(name)?.getSnapshot() as never)
    expect(types('modal')).toEqual([
      { type: 'modal.lock', command: true },
      { type: 'modal.open', command: true },
      { type: 'modal.show', command: true },
      { type: 'modal.unlock', command: true },
    ])
    expect(types('network').map(({ command }) => command)).toEqual([true, true, ...Array(7).fill(false)])
    latchkey.dispatch({ type: 'modal.open' })
    expect(types('modal').map(({ type }) => type)).toContain('modal.close')
    expect(types('send').some(({ type }) => /^xstate\.|\*|^$/.test(type))).toBe(false)
    latchkey.stop()
  })
  test('are empty for a machine that is done', () => {
    const done = createActor(createMachine({ id: 'd', initial: 'a', states: { a: { type: 'final' } } })).start()
    expect(nextEventsOf(done.getSnapshot())).toEqual([])
  })
  test('are checked with the guards; a guard that throws does not forbid an event', () => {
    const machine = createMachine({
      on: {
        'a.go': { guard: ({ event }) => event.size > 3, actions: () => {} },
        'a.break': { guard: ({ event }) => event.deep.size > 3, actions: () => {} },
      },
    })
    const snapshot = createActor(machine).start().getSnapshot()
    expect(wouldReact(snapshot, { type: 'a.go', size: 5 } as { type: string })).toBe(true)
    expect(wouldReact(snapshot, { type: 'a.go', size: 1 } as { type: string })).toBe(false)
    expect(wouldReact(snapshot, { type: 'a.break' })).toBe(true)
  })
  test('are entered as JSON, keep their type, and report invalid input', () => {
    expect(readEvent('a.b', '{"size": 1, "type": "other"}')).toEqual({ event: { type: 'a.b', size: 1 } })
    expect(readEvent('a.b', ' ')).toEqual({ event: { type: 'a.b' } })
    expect(readEvent('a.b', '[1]')).toEqual({ fault: 'This is not an object: { … }.' })
    expect(readEvent('a.b', '{')).toEqual({ fault: expect.stringMatching(/./) })
  })
})

describe('what an event carries', () => {
  test('is read from the contract, ignoring comments and other types', () => {
    const read = shapesOf([
      `type View = 'One' | 'Two'
interface Place { name: string; /** Deep. */ at: { x: number; y?: number } }
export interface Contract {
  event:
    /** Says { type: 'not.this'; a: 1 }. */
    | { type: 'a.go'; view: View; place: Place; list: readonly View[]; note?: string; on: boolean }
    | { type: 'a.stop' }
    | {
        type: 'a.long'
        kind: 'x' | 'y'
        size: number
      }
}`,
    ])
    expect(payloadOf(read, 'a.go')).toEqual({
      payload: { view: 'One', place: { name: '', at: { x: 0 } }, list: [], on: false },
      optional: ['note'],
    })
    expect(payloadOf(read, 'a.long')).toEqual({ payload: { kind: 'x', size: 0 }, optional: [] })
    expect(payloadOf(read, 'a.stop')).toBeUndefined()
    expect([...read.events.keys()]).toEqual(['a.go', 'a.stop', 'a.long'])
  })
  test('is known for the contracts of this version', () => {
    expect(payloadOf(shapes, 'theme.set')).toEqual({ payload: { choice: 'light' }, optional: [] })
    expect(payloadOf(shapes, 'view.push')).toEqual({ payload: { view: 'Connect' }, optional: [] })
    expect(payloadOf(shapes, 'modal.open')?.optional).toEqual(['namespace', 'view', 'connectorId'])
    expect(payloadOf(shapes, 'network.changed')?.payload).toEqual({ networkId: '', namespaceSwitched: false })
    expect(payloadOf(shapes, 'send.submit')).toBeUndefined()
  })
  test('is shipped as it is read', async () => {
    await expect(payloadsFile(shapes)).toMatchFileSnapshot('../../sdk/devtools/payloads.ts')
  })
})

describe('search', () => {
  test('finds machines, then states, then events with the states that handle them', () => {
    const found = searchCharts(all, 'Shak')
    expect(found).toContainEqual({
      machineId: 'modal',
      kind: 'state',
      name: 'open.shaking',
      states: ['modal.open.shaking'],
    })
    expect(found).toContainEqual({
      machineId: 'modal',
      kind: 'event',
      name: 'modal.shake',
      states: ['modal.open.idle', 'modal.open.shaking'],
    })
    const kinds = searchCharts(all, 'send').map(({ kind }) => kind)
    expect(kinds).toEqual(
      kinds.toSorted((a, b) => ['machine', 'state', 'event'].indexOf(a) - ['machine', 'state', 'event'].indexOf(b)),
    )
    expect(new Set(kinds).size).toBe(3)
  })
  test('finds nothing for an empty text, and at most 40 entries', () => {
    expect(searchCharts(all, '  ')).toEqual([])
    expect(searchCharts(all, 'e')).toHaveLength(40)
  })
})

test.each(all.map((machine) => [machine.id, machine] as const))('%s is exported as JSON and Mermaid', (id, machine) => {
  const { name, text } = jsonFile(machine)
  expect(name).toBe(`${id}.json`)
  const read = createMachine(JSON.parse(text))
  expect(read.id).toBe(id)
  expect(Object.keys(read.states)).toEqual(Object.keys(machine.states))
  expect(mermaidFile(machine).text).toMatch(/^stateDiagram-v2\n/)
})

describe('masking of secrets', () => {
  test('covers tokens with short parts', () => {
    expect(maskText('Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmVk')).toBe('Bearer eyJh…bmVk')
  })
  test('covers fields with secret names, whatever their length, unless the user shows them', () => {
    const context = { pageToken: 'abc', symKey: 'k1', clientSecret: 's', token: 'USDC', code: 'user.declined' }
    expect(linesOf(context)).toEqual([
      'pageToken: …',
      'symKey: …',
      'clientSecret: …',
      'token: USDC',
      'code: user.declined',
    ])
    expect(linesOf(context, noMask)[0]).toBe('pageToken: abc')
  })
})

describe('lifelines', () => {
  const passing = (id: number, from: string, to: string[], type: string): RecordedEvent => ({
    id,
    at: id,
    event: { type },
    from,
    to,
  })

  test('start with the oldest event and show each participant once', () => {
    const passed = [
      passing(3, 'network', ['send', 'view'], 'network.changed'),
      passing(2, 'page', ['network'], 'network.switch'),
      passing(1, 'page', ['modal'], 'modal.open'),
    ]
    expect(lifelinesOf(passed, 9)).toEqual({
      names: ['page', 'modal', 'network', 'send', 'view'],
      lines: [
        { id: 1, type: 'modal.open', kind: 'command', from: 0, to: [1] },
        { id: 2, type: 'network.switch', kind: 'command', from: 0, to: [2] },
        { id: 3, type: 'network.changed', kind: 'broadcast', from: 2, to: [3, 4] },
      ],
    })
  })
  test('show the latest events and only their participants', () => {
    const passed = [passing(2, 'a', ['b'], 'b.go'), passing(1, 'c', ['d'], 'd.go')]
    expect(lifelinesOf(passed, 1).names).toEqual(['a', 'b'])
  })
})

test('a stopped recorder receives no more events', async () => {
  const { latchkey } = instance()
  const frames: (() => void)[] = []
  const recorder = createRecorder(latchkey, { schedule: (run) => frames.push(run), now: () => 0 })
  // The first rendering is pending.
  expect(frames.splice(0)).toHaveLength(1)
  recorder.stop()
  latchkey.start()
  await settle()
  latchkey.dispatch({ type: 'modal.open' })
  expect(frames).toEqual([])
  expect(recorder.history('modal')).toEqual([])
  latchkey.stop()
})
