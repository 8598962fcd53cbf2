/**
 * `npm test`: the type check, and all tests in parallel with it. `npm test -- <part of a path> [options of vitest]` runs only
 * the tests of that path, without the type check; one that contains `.full.` finds the files that `npm run test:full` runs.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import './preflight.mjs'

const args = process.argv.slice(2)
const full = process.env.TESTS === 'full' || args.some((argument) => argument.includes('.full.'))
async function run(command, words) {
  const child = spawn(command, words, { stdio: 'inherit', env: { ...process.env, ...(full && { TESTS: 'full' }) } })
  const [code] = await once(child, 'close')
  return code ?? 1
}

const codes = await Promise.all([
  run('vitest', ['run', '--config', 'tests/vitest.config.ts', ...args]),
  // With one checker, it uses the least time of two cores.
  ...(args.length === 0 && !full ? [run('tsc', ['-p', '.', '--checkers', '1'])] : []),
])
process.exitCode = Math.max(...codes)
if (codes[1]) console.error('The type check failed: see its errors above, or run "npm run typecheck".')
