/** A broadcast event is for several machines. An event for one machine is a command, and analytics records go to `analytics`. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as machines from '../../machines/index.ts'
import { isMachine } from './rules/charts.ts'

const source = readFileSync(new URL('../../machines/events.ts', import.meta.url), 'utf8')
const union = source.slice(
  source.indexOf('export type BroadcastEvent ='),
  source.indexOf('export type AnalyticsRecord ='),
)
const events = [...union.matchAll(/type: '([\w.]+)'/g)].map(([, type = '']) => type)
const charts = Object.values(machines).filter((known) => isMachine(known))
const subscribersOf = (event: string) =>
  charts.filter(({ id, events: handled }) => id !== 'analytics' && (handled as readonly string[]).includes(event))

test('the list of broadcast events is found', () => expect(events).toContain('activeAccount.changed'))

test.each(events)('%s is handled by at least two machines', (event) => {
  expect(subscribersOf(event).length).toBeGreaterThan(1)
})

test('the view machine handles at most four broadcast events', () => {
  const handled: readonly string[] = machines.viewMachine.events
  expect(events.filter((event) => handled.includes(event)).length).toBeLessThanOrEqual(4)
})
