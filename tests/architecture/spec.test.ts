/** Checks that the statements that tests and charts name exist in docs/spec.md. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import * as machines from '../../machines/index.ts'
import type { ChartMeta } from '../../machines/core/contract.ts'
import { nodesOf } from './rules/charts.ts'

const numbers = [...readFileSync('docs/spec.md', 'utf8').matchAll(/\[(\d+\.\d+)\]/g)].map(([, number]) => number)
const statements = new Set(numbers)
const unknown = (named: readonly string[]) => named.filter((statement) => !statements.has(statement))

test('each statement is in it once', () => {
  expect(statements.size).toBe(337)
  expect(numbers).toHaveLength(statements.size)
})

test('every statement that a test names exists', () => {
  const named = globSync('tests/**/*.test.{ts,tsx}').map((file) => ({
    file,
    statements: [...readFileSync(file, 'utf8').matchAll(/\[(\d\.\d+)\]/g)].map(([, number = '']) => number),
  }))
  expect(new Set(named.flatMap((one) => one.statements)).size).toBeGreaterThan(200)
  const wrong = named.map(({ file, statements: all }) => ({ file, unknown: unknown(all) }))
  expect(wrong.filter((one) => one.unknown.length > 0)).toEqual([])
})

test.each(Object.values(machines).map((machine): [string, AnyStateMachine] => [machine.id, machine]))(
  'every statement that %s names exists',
  (_, machine) => {
    const named = nodesOf(machine).flatMap(({ meta }) => (meta as ChartMeta | undefined)?.spec ?? [])
    expect(unknown(named)).toEqual([])
  },
)
