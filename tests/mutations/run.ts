/**
 * `npm run test:mutations`: applies each mutation to a copy of the project, runs the tests that should notice, and lists those that
 * no test noticed. `npm run test:mutations -- <text>` runs the mutations whose statement, file or fault contains the text.
 *
 * A mutation that its own tests miss is tried once more with every test of the node projects that imports the changed file.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connection } from './connection.ts'
import { money } from './money.ts'
import type { Mutation } from './mutation.ts'
import { security } from './security.ts'

type Verdict = 'killed' | 'killed by a related test' | 'survived' | 'broken'
interface Result {
  mutation: Mutation
  verdict: Verdict
  detail?: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Tests without an end of their own, because the mutation removed it, count as noticed. */
const TIMEOUT_MS = 600_000

/** Copies the files that git knows, and links node_modules file by file, so that no tool sees a path outside the copy. */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'latchkey-mutations-'))
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0')
  for (const file of files.filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  execFileSync('cp', ['-al', join(root, 'node_modules'), join(copy, 'node_modules')])
  rmSync(join(copy, 'node_modules/.vite'), { recursive: true, force: true })
  return copy
}

interface Report {
  numFailedTests: number
  testResults: { name: string; message: string; assertionResults: { status: string; fullName: string }[] }[]
}

/** Runs vitest in a copy. Resolves with its report, or with `undefined` if it ran out of time or wrote none. */
function runTests(copy: string, words: readonly string[]): Promise<Report | undefined> {
  const output = join(copy, 'report.json')
  rmSync(output, { force: true })
  const vitest = [...words, '--config', 'tests/vitest.config.ts', '--bail', '1', '--reporter', 'json']
  return new Promise((resolve) => {
    const child = spawn('npx', ['vitest', ...vitest, '--outputFile', output], {
      cwd: copy,
      stdio: 'ignore',
      detached: true,
    })
    const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), TIMEOUT_MS)
    child.on('close', () => {
      clearTimeout(timer)
      try {
        resolve(JSON.parse(readFileSync(output, 'utf8')) as Report)
      } catch {
        resolve(undefined)
      }
    })
  })
}

const failedIn = ({ testResults }: Report) =>
  testResults.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed'))

async function tryMutation(copy: string, mutation: Mutation): Promise<Result> {
  const path = join(copy, mutation.file)
  const original = readFileSync(path, 'utf8')
  if (original.split(mutation.find).length !== 2)
    return { mutation, verdict: 'broken', detail: `"${mutation.find}" does not occur exactly once` }
  writeFileSync(
    path,
    original.replace(mutation.find, () => mutation.replace),
  )
  try {
    const report = await runTests(copy, ['run', ...mutation.tests])
    if (!report) return { mutation, verdict: 'killed', detail: 'no end' }
    const [failed] = failedIn(report)
    if (failed) return { mutation, verdict: 'killed', detail: failed.fullName }
    const suite = report.testResults.find(({ message }) => message !== '')
    if (suite) return { mutation, verdict: 'broken', detail: suite.message }
    if (report.testResults.length === 0) return { mutation, verdict: 'broken', detail: 'its tests do not exist' }
    const related = ['related', '--run', mutation.file, '--project', 'shared', '--project', 'isolated']
    const wider = await runTests(copy, related)
    const [noticed] = wider ? failedIn(wider) : []
    return noticed
      ? { mutation, verdict: 'killed by a related test', detail: noticed.fullName }
      : { mutation, verdict: 'survived' }
  } finally {
    writeFileSync(path, original)
  }
}

const wanted = process.argv.slice(2).join(' ')
const mutations = [...connection, ...money, ...security].filter(({ spec, file, fault }) =>
  `[${spec}] ${file} ${fault}`.includes(wanted),
)
const queue = mutations.entries()
const results: Result[] = []
const copies = Array.from({ length: Math.min(availableParallelism(), mutations.length) }, copyProject)
await Promise.all(
  copies.map(async (copy) => {
    for (const [, mutation] of queue) {
      const result = await tryMutation(copy, mutation)
      results.push(result)
      const { verdict, detail = '' } = result
      console.log(`${results.length}/${mutations.length} ${verdict}: [${mutation.spec}] ${mutation.fault} (${detail})`)
    }
    rmSync(copy, { recursive: true, force: true })
  }),
)
const missed = results.filter(({ verdict }) => verdict === 'survived' || verdict === 'broken')
for (const { mutation, verdict } of missed)
  console.log(`${verdict}: [${mutation.spec}] ${mutation.file}: ${mutation.fault}`)
console.log(`${mutations.length} mutations, ${missed.length} not noticed`)
process.exitCode = missed.length > 0 ? 1 : 0
