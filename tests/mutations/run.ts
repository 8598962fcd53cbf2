/**
 * `npm run test:mutations`: applies each mutation to a copy of the project, runs its tests, and lists the mutations that no
 * test detects. `npm run test:mutations -- <text>` runs the mutations whose statement, file or fault contains the text.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connection } from './connection.ts'
import { money } from './money.ts'
import type { Mutation } from './mutation.ts'
import { security } from './security.ts'
import type { Result } from './worker.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** A mutation may remove the end of a loop, so that its tests never end. */
const TIMEOUT_MS = 180_000

/** Copies the files that git lists, and links node_modules file by file, so that no tool sees a path outside the copy. */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'latchkey-mutations-'))
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0')
  // Git lists deleted files until the deletion is committed.
  const wanted = (file: string) => file !== '' && !file.endsWith('.png') && existsSync(join(root, file))
  for (const file of files.filter(wanted)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  execFileSync('cp', ['-al', join(root, 'node_modules'), join(copy, 'node_modules')])
  rmSync(join(copy, 'node_modules/.vite'), { recursive: true, force: true })
  return copy
}

async function startWorker(copy: string): Promise<ChildProcess> {
  const worker = fork(join(copy, 'tests/mutations/worker.ts'), {
    cwd: copy,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(worker, 'message')
  return worker
}

const stop = ({ pid }: ChildProcess) => pid !== undefined && process.kill(-pid, 'SIGKILL')

/** Resolves with `undefined` if the tests do not end. */
async function tryIn(worker: ChildProcess, mutation: Mutation): Promise<Result | undefined> {
  worker.send(mutation)
  try {
    const [result] = (await once(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })) as [Result]
    return result
  } catch {
    return undefined
  }
}

const text = process.argv.slice(2).join(' ')
const mutations = [...connection, ...money, ...security].filter(({ spec, file, fault }) =>
  `[${spec}] ${file} ${fault}`.includes(text),
)
const queue = mutations.values()
const missed: string[] = []
let tried = 0
await Promise.all(
  Array.from({ length: Math.min(availableParallelism(), mutations.length) }, async () => {
    let copy = copyProject()
    let worker = await startWorker(copy)
    for (const mutation of queue) {
      const result = await tryIn(worker, mutation)
      const { verdict, detail } = result ?? { verdict: 'killed', detail: 'its tests do not end' }
      const line = `${verdict}: [${mutation.spec}] ${mutation.file}: ${mutation.fault}`
      console.log(`${++tried}/${mutations.length} ${line}${detail && ` (${detail})`}`)
      if (verdict !== 'killed') missed.push(line)
      if (!result) {
        stop(worker)
        rmSync(copy, { recursive: true, force: true })
        copy = copyProject()
        worker = await startWorker(copy)
      }
    }
    stop(worker)
    rmSync(copy, { recursive: true, force: true })
  }),
)
console.log(['', ...missed, `${mutations.length} mutations, ${missed.length} not noticed`].join('\n'))
process.exitCode = missed.length > 0 ? 1 : 0
