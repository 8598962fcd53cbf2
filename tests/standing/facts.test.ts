/** A fact is news for several: what one machine alone hears is a command, and what only counts is told to the tracker. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as machines from '../../machines/index.ts'
import { isMachine } from './rules/charts.ts'

const source = readFileSync(new URL('../../machines/facts.ts', import.meta.url), 'utf8')
const union = source.slice(source.indexOf('export type Fact ='), source.indexOf('export type Happening ='))
const facts = [...union.matchAll(/type: '([\w.]+)'/g)].map(([, type = '']) => type)
const charts = Object.values(machines).filter((known) => isMachine(known))
const heardBy = (fact: string) =>
  charts.filter(({ id, events }) => id !== 'tracker' && (events as readonly string[]).includes(fact))

test('the facts are found', () => expect(facts).toContain('scope.changed'))

test.each(facts)('%s concerns two machines at least', (fact) => {
  expect(heardBy(fact).length).toBeGreaterThan(1)
})

test('the view hears four facts at most', () => {
  const { events } = machines.viewMachine
  expect(facts.filter((fact) => (events as readonly string[]).includes(fact)).length).toBeLessThanOrEqual(4)
})
