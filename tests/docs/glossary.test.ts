/** Checks that no state name in the charts is ruled out by docs/glossary.md. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import * as machines from '../../machines/index.ts'
import { sectionsOf, tablesOf } from './pages.ts'

const sections = sectionsOf(await readFile(new URL('../../docs/glossary.md', import.meta.url), 'utf8'))
const rowsOf = (title: string) => tablesOf(sections[title] ?? '')[0]?.slice(1) ?? []
/** The words in the first or last column of a section's table. */
const wordsOf = (title: string, column: 0 | 2) =>
  rowsOf(title).flatMap((row) => (row[column] ?? '').split(', ').filter((word) => word !== ''))

/** The names of a chart's states, at any depth. */
const statesOf = ({ states = {} }: { states?: object | undefined }): string[] =>
  Object.entries(states).flatMap(([name, child]: [string, { states?: object | undefined }]) => [
    name,
    ...statesOf(child),
  ])

test('no chart has a state name that the glossary rules out', () => {
  const ruledOut = new Set(wordsOf('What states are called', 2))
  expect([...ruledOut]).toEqual(expect.arrayContaining(['judging', 'deaf', 'unheard']))
  const found = Object.values<AnyStateMachine>(machines).flatMap(({ id, config }) =>
    statesOf(config)
      .filter((state) => ruledOut.has(state))
      .map((state) => `${id}: ${state}`),
  )
  expect(found).toEqual([])
})

test('the glossary lists each word once, in alphabetical order', () => {
  const words = wordsOf('Things', 0)
  expect(words.length).toBeGreaterThan(20)
  expect(words).toEqual([...new Set(words)].toSorted((a, b) => a.localeCompare(b)))
})
