/** The secure site as a team deploys it: its folder and its dependencies. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

type Manifest = Record<string, unknown> & { dependencies: Record<string, string> }
const read = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Manifest
const write = (path: string, value: object) => writeFile(path, JSON.stringify(value))

/**
 * Copies the folder and installs its dependencies, with `latchkey` from the packed package. Other versions come from the
 * repository's lock, so that npm has them in its cache.
 */
export async function installSite(folder: string, tarball: string): Promise<void> {
  await cp(join(root, 'mocks/secureSite'), folder, { recursive: true })
  const [own, { dependencies }, lock] = await Promise.all([
    read(join(folder, 'package.json')),
    read(join(root, 'package.json')),
    read(join(root, 'package-lock.json')),
  ])
  const latchkey = `file:${tarball}`
  const asked = { ...own, dependencies: { ...own.dependencies, latchkey } }
  const packages = {
    ...(lock['packages'] as object),
    '': asked,
    'node_modules/latchkey': { version: own.dependencies['latchkey'], resolved: latchkey, dependencies },
  }
  await write(join(folder, 'package.json'), asked)
  await write(join(folder, 'package-lock.json'), { lockfileVersion: 3, requires: true, packages })
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder })
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Runs a script of the folder until it ends. */
export async function runScript(folder: string, args: readonly string[]): Promise<{ code: number; said: string }> {
  try {
    const { stdout } = await run('npm', ['run', '--silent', ...args], { cwd: folder })
    return { code: 0, said: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, said: stderr }
  }
}

/** Starts the site like its `start` script. Resolves when it listens; rejects with its output if it ends. */
export async function startSite(folder: string, args: readonly string[]): Promise<{ stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['start.mjs', ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const words: string[] = []
  child.stderr.on('data', (said: Buffer) => words.push(said.toString()))
  const listening = once(createInterface(child.stdout), 'line')
  const failed = ended.then(() => {
    throw new Error(words.join(''))
  })
  await Promise.race([listening, failed])
  failed.catch(() => undefined)
  return {
    async stop() {
      child.kill()
      await ended
    },
  }
}
