/** Prints the summary of `npm run test:package`: in which setups the package installs, builds and works. */
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'

const COLUMNS = ['installs', 'builds', 'works'] as const
const MARKS = { passed: 'yes', failed: 'NO', skipped: '-', pending: '-' }

/** The suites that are setups: those with a test 'installs'. */
function settingsOf(parent: TestModule | TestSuite): TestSuite[] {
  return [...parent.children.suites()].flatMap((suite) =>
    [...suite.children.tests()].some(({ name }) => name === 'installs') ? [suite] : settingsOf(suite),
  )
}

/** The mark of a column. All tests except 'installs' and 'builds' count for 'works'. */
function markOf(tests: readonly TestCase[]): string {
  const states = tests.map((test) => test.result().state)
  const worst = (['failed', 'pending', 'skipped', 'passed'] as const).find((state) => states.includes(state))
  if (!worst) return ''
  const seconds = tests.reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0) / 1000
  return `${MARKS[worst]} ${seconds.toFixed(1)} s`
}

export class Table implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules.flatMap(settingsOf).map((suite) => {
      const tests = [...suite.children.allTests()]
      const columnOf = ({ name }: TestCase) => (name === 'installs' || name === 'builds' ? name : 'works')
      return [suite.name, ...COLUMNS.map((column) => markOf(tests.filter((test) => columnOf(test) === column)))]
    })
    if (rows.length === 0) return
    const all = [['setting', ...COLUMNS], ...rows]
    const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
    const lines = all.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`)
    console.log(`\n${lines.join('\n')}\n`)
  }
}
