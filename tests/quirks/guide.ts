/**
 * The tables of the guide, which the tests write: what the app reports for each quirk. Each file of tests writes one table, so update
 * them with one file after the other.
 */
import { readFileSync } from 'node:fs'
import type { Quirk } from '../../mocks/quirks/quirk.ts'
import type { Outcome } from '../../sdk/index.ts'
import type { Flow } from './flows.ts'

function cellOf(outcome: Outcome<unknown> | 'pending' | undefined): string {
  if (outcome === undefined || outcome === 'pending') return 'pending'
  if (outcome.status === 'done') return '✓'
  return 'error' in outcome ? `[\`${outcome.error.code}\`](errors.md)` : outcome.status
}

export function createTable(name: string, flows: readonly Flow[], quirks: readonly Quirk[]) {
  const outcomes = new Map<string, Outcome<unknown> | 'pending'>()
  const keyOf = (flow: Flow, { id }: Quirk) => `${flow.name} ${id}`
  const cells = (quirk: Quirk) => flows.map((flow) => cellOf(outcomes.get(keyOf(flow, quirk))))
  const rowOf = (quirk: Quirk) => `| [${quirk.title}](${quirk.source}) | ${cells(quirk).join(' | ')} |`
  return {
    set: (flow: Flow, quirk: Quirk, outcome: Outcome<unknown> | 'pending') =>
      void outcomes.set(keyOf(flow, quirk), outcome),
    isComplete: () => outcomes.size === flows.length * quirks.length,
    /** Returns the guide with the table, which it has between two comments. */
    writeInto(guide: string): string {
      const head = ['A wallet that', ...flows.map((flow) => flow.name)]
      const table = [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...quirks.map(rowOf)].join('\n')
      const [before, rest] = guide.split(`<!-- ${name} -->`)
      const after = rest?.split(`<!-- end of ${name} -->`)[1]
      if (after === undefined) throw new Error(`The guide has no place for the table "${name}".`)
      return `${before}<!-- ${name} -->\n\n${table}\n\n<!-- end of ${name} -->${after}`
    },
  }
}

export const readGuide = (): string => readFileSync(new URL('../../docs/quirks.md', import.meta.url), 'utf8')
