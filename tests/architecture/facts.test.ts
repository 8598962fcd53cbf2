/** A fact is for several machines: an event that only one machine handles is a command, and analytics go to the tracker. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as machines from '../../machines/index.ts'
import { isMachine } from './rules/charts.ts'

const source = readFileSync(new URL('../../machines/events.ts', import.meta.url), 'utf8')
const union = source.slice(source.indexOf('export type Fact ='), source.indexOf('export type Happening ='))
const facts = [...union.matchAll(/type: '([\w.]+)'/g)].map(([, type = '']) => type)
const charts = Object.values(machines).filter((known) => isMachine(known))
const heardBy = (fact: string) =>
  charts.filter(({ id, events }) => id !== 'tracker' && (events as readonly string[]).includes(fact))

test('the list of facts is found', () => expect(facts).toContain('scope.changed'))

test.each(facts)('%s is handled by at least two machines', (fact) => {
  expect(heardBy(fact).length).toBeGreaterThan(1)
})

test('the view machine handles at most four facts', () => {
  const { events } = machines.viewMachine
  expect(facts.filter((fact) => (events as readonly string[]).includes(fact)).length).toBeLessThanOrEqual(4)
})
