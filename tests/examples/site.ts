/** An example as users have it: in its own folder with the packed package, built and started with its own scripts. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { close, listen } from '../../mocks/sandbox/listen.ts'
import { install } from '../package/strangers.ts'

const run = promisify(execFile)
const creator = fileURLToPath(new URL('../../docs/create-latchkey', import.meta.url))
const START_MS = 60_000
const LOOK_MS = 100

interface Manifest {
  dependencies: Record<string, string>
  devDependencies?: Record<string, string>
}

/** Packs and installs `create-latchkey` in the folder. Returns the path of its command. */
export async function installCreate(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: creator })
  const [tarball = ''] = await readdir(folder)
  await writeFile(join(folder, 'package.json'), '{}')
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', join(folder, tarball)], { cwd: folder })
  return join(folder, 'node_modules/.bin/create-latchkey')
}

/** Creates an example in the folder from the packed package, and installs it with the example's other dependencies. */
export async function createExample(create: string, name: string, folder: string, tarball: string): Promise<void> {
  await run(create, [folder, '--template', name, '--package', tarball])
  const manifest = await readFile(join(folder, 'package.json'), 'utf8')
  const { dependencies, devDependencies } = JSON.parse(manifest) as Manifest
  await install(folder, tarball, { ...devDependencies, ...dependencies })
  await writeFile(join(folder, 'package.json'), manifest)
}

/** The environment without the test runner's variables. */
function environment(added: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { NODE_ENV: _, VITEST: _vitest, ...rest } = process.env
  return { ...rest, NEXT_TELEMETRY_DISABLED: '1', ...added }
}

/** Runs a script to its end. Throws its output on failure. */
export async function runScript(folder: string, script: string): Promise<void> {
  await run('npm', ['run', script], { cwd: folder, env: environment() }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${script}: ${stdout}${stderr}`)
    },
  )
}

async function freePort(): Promise<number> {
  const listening = await listen(0)
  if (!listening) throw new Error('There is no free port.')
  await close(listening.server)
  return listening.port
}

/** A running site, and its server's output on stderr. */
export interface Site {
  url: string
  said(): string
  stop(): Promise<void>
}

/** Starts a script on a free port, and resolves when it answers. `takesPort` is how the script receives the port. */
export async function startScript(folder: string, script: string, takesPort: 'argument' | 'variable'): Promise<Site> {
  const port = await freePort()
  const given = takesPort === 'argument' ? ['--', '--port', `${port}`, '--strictPort'] : []
  // A separate process group, so that everything npm starts ends with it.
  const child = spawn('npm', ['run', script, ...given], {
    cwd: folder,
    env: environment({ PORT: `${port}` }),
    detached: true,
  })
  let [output, errors] = ['', '']
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()))
  let isOver = false
  const over = once(child, 'exit').then(() => (isOver = true))
  const stop = async () => {
    if (!isOver && child.pid) process.kill(-child.pid)
    await over
  }
  const url = `http://localhost:${port}/`
  const endsMs = Date.now() + START_MS
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return { url, said: () => errors, stop }
    if (isOver || Date.now() > endsMs) {
      await stop()
      throw new Error(`${script} does not answer at ${url}: ${answer?.status} ${output}${errors}`)
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** Removes an installed example, because it takes much disk space. */
export const removeExample = (folder: string) => rm(folder, { recursive: true, force: true })
