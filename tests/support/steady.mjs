/**
 * `npm run test:steady` runs `npm test` twenty times in the background, every second time next to a process that keeps one core
 * busy. It logs to `.steady` and stops at the first failure; started again on the same commit, it continues where it stopped.
 * `npm run test:steady -- --status` shows its progress.
 */
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const RUNS = 20
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, '.steady')

const git = (...words) => spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout.trim()
/** The commit, if the working tree is clean. */
const state = () => (git('status', '--porcelain') === '' ? git('rev-parse', '--short=12', 'HEAD') : undefined)
const logOf = (commit) => join(folder, `${commit}.jsonl`)
const runsOf = (commit) =>
  existsSync(logOf(commit))
    ? readFileSync(logOf(commit), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []
const told = ({ run, busy, passed, failed, minutes }) =>
  `${String(run).padStart(2)} ${busy ? 'busy ' : 'quiet'} ${passed} passed, ${failed} failed, ${minutes} min`

function tryOnce(commit, run) {
  const busy = run % 2 === 0
  const output = join(folder, `${commit}-${run}.txt`)
  const burner = busy ? spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }) : undefined
  const began = Date.now()
  const file = openSync(output, 'w')
  const { status } = spawnSync('npm', ['test'], { cwd: root, stdio: ['ignore', file, file] })
  burner?.kill('SIGKILL')
  const counts = /^ +Tests .*$/m.exec(stripVTControlCharacters(readFileSync(output, 'utf8')))?.[0] ?? ''
  const count = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(counts)?.[1] ?? 0)
  const failed = status === 0 ? 0 : Math.max(1, count('failed'))
  const minutes = Math.round((Date.now() - began) / 6_000) / 10
  return { run, busy, passed: count('passed'), failed, minutes, output }
}

function goOn(commit) {
  let runs = runsOf(commit)
  while (runs.length < RUNS && runs.every(({ failed }) => failed === 0)) {
    const result = tryOnce(commit, runs.length + 1)
    if (state() !== commit) return
    appendFileSync(logOf(commit), `${JSON.stringify(result)}\n`)
    runs = [...runs, result]
  }
}

const isRunning = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const commit = state()
if (commit === undefined) {
  console.error('Commit your changes first: the runs belong to one commit.')
  process.exit(1)
}
mkdirSync(folder, { recursive: true })
const pidFile = join(folder, 'pid')
const [how] = process.argv.slice(2)
if (how === '--here') goOn(commit)
else {
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0
  const running = pid > 0 && isRunning(pid)
  const runs = runsOf(commit)
  for (const run of runs) console.log(told(run))
  const red = runs.find(({ failed }) => failed > 0)
  if (red) console.log(`Not steady: see ${red.output}`)
  else if (runs.length >= RUNS) console.log(`Steady at ${commit}: ${RUNS} runs in a row.`)
  else if (running) console.log(`Run ${runs.length + 1} of ${RUNS} is under way (process ${pid}).`)
  else if (how !== '--status') {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--here'], {
      detached: true,
      stdio: 'ignore',
    })
    writeFileSync(pidFile, String(child.pid))
    child.unref()
    console.log(`Run ${runs.length + 1} of ${RUNS} has begun (process ${child.pid}); the log is ${logOf(commit)}`)
  }
}
