import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { layouts } from '../../sdk/devtools/layouts/index.ts'
import { isLarge } from '../../docs/scripts/chartDrawing.ts'
import { eventsOf, isSame, machineIndex, machinePage, type Library } from '../../docs/scripts/machinePage.ts'
import { edgesOf, statesOf } from '../../sdk/devtools/mermaid.ts'
import { createReader } from '../../docs/scripts/types.ts'
import * as all from '../../machines/index.ts'
import { features } from '../../sdk/instance/features.ts'

const root = new URL('../../', import.meta.url)
const machines: readonly AnyStateMachine[] = Object.values(all)
const sources = Object.fromEntries(
  globSync('{machines/**/*,sdk/instance/directory}.ts', { cwd: fileURLToPath(root) }).map((found) => {
    const path = found.replaceAll('\\', '/')
    return [path, readFileSync(new URL(path, root), 'utf8')]
  }),
)
const files = Object.fromEntries(
  Object.keys(sources)
    .filter((path) => path.endsWith('.machine.ts'))
    .map((path) => [
      path.slice(path.lastIndexOf('/') + 1, -'.machine.ts'.length),
      path.slice(0, -'.machine.ts'.length),
    ]),
)
const library: Library = {
  machines,
  files,
  reader: createReader(sources),
  services: ['latchkey', ...features.filter(({ lazy }) => !lazy).map(({ name }) => name)],
  lazy: features.filter(({ lazy }) => lazy).map(({ name }) => name),
  drawn: (await Promise.all(Object.entries(layouts).map(async ([id, load]) => [id, (await load()).layout] as const)))
    .filter(([, layout]) => isLarge(layout))
    .map(([id]) => id),
  ofAccount: features.filter(({ scope }) => scope === 'account').map(({ name }) => name),
  eager: features.filter(({ eager }) => eager).map(({ name }) => name),
  views: Object.fromEntries(features.map(({ name, views }) => [name, views])),
}

/** The rows of the tables of states, events and sent events that have no explanation. */
const emptyCells = (page: string): string[] =>
  page
    .split('\n## ')
    .filter((section) => /^(States|Events|Listens to|Emitted events)\n/.test(section))
    .flatMap((section) => {
      const [head = [], , ...rows] = section
        .split('\n')
        .filter((line) => line.startsWith('| '))
        .map((line) => line.slice(2, -2).split(' | '))
      const column = head.indexOf('Description')
      return rows.filter((cells) => !cells[column]?.trim()).map(([name = '']) => name)
    })

describe.each(machines.map((machine) => [machine.id, machine] as const))('%s', (id, machine) => {
  const page = machinePage(machine, library)

  test('has its own page', async () => {
    await expect(page).toMatchFileSnapshot(`../../docs/machines/${id}.md`)
  })

  test('describes each state and each event', () => {
    const unsaid = statesOf(machine.root).filter(({ description = '' }) => description === '')
    const meant = eventsOf(machine, library).filter(({ shape }) => shape.meaning === '')
    expect([...unsaid.map(({ path }) => path.join('.')), ...meant.map(({ type }) => type)]).toEqual([])
    expect(emptyCells(page)).toEqual([])
  })

  test('contains all events, delays and actors of its chart', () => {
    const types = eventsOf(machine, library).map(({ type }) => type)
    const taken = edgesOf(machine).filter(({ kind, event }) => kind === 'event' && !event.startsWith('xstate.'))
    expect(taken.filter(({ event }) => !types.some((type) => isSame(event, type))).map(({ event }) => event)).toEqual(
      [],
    )
    const { actors, delays } = machine.implementations
    const missing = [...Object.keys(delays), ...Object.keys(actors)].filter(
      (name) => !page.includes(`| \`${name}\` |`) && !page.includes(`[${name}](${name}.md)`),
    )
    expect(missing).toEqual([])
  })
})

test('the list of machines is the list of machines', async () => {
  const index = machineIndex(library)
  await expect(index).toMatchFileSnapshot('../../docs/machines/README.md')
  const listed = [...index.matchAll(/^\| \[(\w+)\]/gm)].map(([, id = '']) => id)
  expect(listed.toSorted()).toEqual(machines.map(({ id }) => id).toSorted())
})

test('every page has a machine', () => {
  const pages = globSync('*.md', { cwd: fileURLToPath(new URL('docs/machines/', root)) })
  const known = ['README.md', ...machines.map(({ id }) => `${id}.md`)]
  expect(pages.filter((page) => !known.includes(page))).toEqual([])
})

test.each([
  ['send.submit', '*.viewEntered', false],
  ['swap.viewEntered', '*.viewEntered', true],
  ['storage.setTheme', 'storage.*', true],
  ['send.submit', 'send.submit', true],
  ['pairing.*', 'pairing.uriCreated', true],
])('an event %s matches %s: %s', (type, pattern, expected) => {
  expect(isSame(pattern, type)).toBe(expected)
})
