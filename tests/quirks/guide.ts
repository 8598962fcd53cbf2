/**
 * The tables of the guide, which the tests write: what the app reports for each quirk. Each file of tests writes one table, so update
 * them with one file after the other.
 */
import { readFileSync } from 'node:fs'
import type { Quirk } from '../../mocks/quirks/quirk.ts'
import type { Outcome } from '../../sdk/index.ts'

/** How the guide shows an outcome. */
export function cellOf(outcome: Outcome<unknown> | 'pending'): string {
  if (outcome === 'pending') return 'pending'
  if (outcome.status === 'done') return '✓'
  return 'error' in outcome ? errorCell(outcome.error) : outcome.status
}
export const errorCell = ({ code }: { code: string }): string => `[\`${code}\`](errors.md)`

type Row = Pick<Quirk, 'id' | 'title' | 'source'>

/** @param heading of the first column, which has the titles of the quirks. */
export function createTable(name: string, heading: string, columns: readonly string[], rows: readonly Row[]) {
  const cells = new Map<string, string>()
  const keyOf = (column: string, { id }: Row) => `${column} ${id}`
  const cellsOf = (row: Row) => columns.map((column) => cells.get(keyOf(column, row)) ?? '')
  const rowOf = (row: Row) => `| [${row.title}](${row.source}) | ${cellsOf(row).join(' | ')} |`
  return {
    set: (column: string, row: Row, cell: string) => void cells.set(keyOf(column, row), cell),
    isComplete: () => cells.size === columns.length * rows.length,
    /** Returns the guide with the table, which it has between two comments. */
    writeInto(guide: string): string {
      const head = [heading, ...columns]
      const table = [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows.map(rowOf)].join('\n')
      const [before, rest] = guide.split(`<!-- ${name} -->`)
      const after = rest?.split(`<!-- end of ${name} -->`)[1]
      if (after === undefined) throw new Error(`The guide has no place for the table "${name}".`)
      return `${before}<!-- ${name} -->\n\n${table}\n\n<!-- end of ${name} -->${after}`
    },
  }
}

export const readGuide = (): string => readFileSync(new URL('../../docs/quirks.md', import.meta.url), 'utf8')
