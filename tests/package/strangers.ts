/** The packed package in another app, with other frameworks than the repository's. */
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build, preview } from 'vite'
import { compilerOptions, handlers, html, main } from './strangersPage.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const read = async (name: string) => JSON.parse(await readFile(join(root, name), 'utf8')) as Record<string, unknown>

/** The packed custom elements, which `pack` writes next to the package. */
export const elementsOf = (tarball: string): string => tarball.replace(/latchkey-(?=[^/]*$)/, 'latchkey-elements-')

/** Builds and packs in its own folder. Returns the path of the tarball; that of the elements is next to it. */
export async function pack(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  for (const name of ['package.json', 'README.md', 'LICENSE']) await cp(join(root, name), join(folder, name))
  await run(process.execPath, ['docs/scripts/build.mjs', join(folder, 'dist')], { cwd: root })
  await run('npm', ['pack', '.', './dist/elements', '--silent'], { cwd: folder })
  const { name, version } = await read('package.json')
  return join(folder, `${String(name)}-${String(version)}.tgz`)
}

/** Packages whose versions may differ from the repository's. */
const OTHERS = /^node_modules\/(react|react-dom|scheduler|preact|msw|@types\/react|@types\/react-dom)(\/|$)/

/**
 * Installs the tarball with packages that an app already has, as users do: npm fails if peer dependencies do not match. Other
 * versions come from the repository's lock.
 */
export async function install(folder: string, tarball: string, others: Record<string, string>): Promise<void> {
  const site = { name: 'site', private: true, type: 'module' }
  const { packages } = (await read('package-lock.json')) as { packages: Record<string, object> }
  const locked = Object.entries(packages).filter(([path]) => path !== '' && !OTHERS.test(path))
  const lock = { lockfileVersion: 3, requires: true, packages: { '': site, ...Object.fromEntries(locked) } }
  const dependencies = { ...others, latchkey: `file:${tarball}` }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...site, dependencies }))
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder })
}

/** Type-checks the files with an app's compiler options. Throws the compiler's output. */
async function judgeTypes(folder: string, include: string[], paths: Record<string, string[]> = {}): Promise<void> {
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, paths }, include }),
  )
  await run('npx', ['tsc', '-p', folder], { cwd: root }).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout)
  })
}

/** Writes the page into the folder, type-checks it, and serves its Vite build. `alias` maps packages to their replacements. */
export async function servePage(
  folder: string,
  alias: Record<string, string>,
): Promise<{ url: string; stop(): Promise<void> }> {
  await writeFile(join(folder, 'index.html'), html)
  await writeFile(join(folder, 'main.tsx'), main)
  await writeFile(join(folder, 'css.d.ts'), "declare module '*.css'")
  const paths = Object.entries(alias).map(([name, to]) => [name, [`./node_modules/${to}`]])
  await judgeTypes(folder, ['main.tsx', 'css.d.ts'], Object.fromEntries(paths) as Record<string, string[]>)
  // Uses the frameworks' development code, which prints warnings.
  const site = { root: folder, mode: 'development', logLevel: 'error', configFile: false } as const
  await build({ ...site, resolve: { alias }, build: { minify: false } })
  const server = await preview({ ...site, preview: { port: 0 } })
  return { url: server.resolvedUrls?.local[0] ?? '', stop: () => server.close() }
}

/** Type-checks and runs code that uses the handlers. Returns its output. */
export async function runHandlers(folder: string): Promise<unknown> {
  await writeFile(join(folder, 'handlers.ts'), handlers)
  await judgeTypes(folder, ['handlers.ts'])
  const { stdout } = await run(process.execPath, ['handlers.ts'], { cwd: folder })
  return JSON.parse(stdout)
}
