/**
 * `npm run build`: compiles each module into dist/ (.js, .d.ts) and copies the skin's style sheets. Client-only modules get
 * `'use client'`, so that React Server Components can import them. Two libraries are bundled into one file each (vendor.mjs), and
 * the custom elements into a package of their own that needs no bundler (elements.mjs). Modules that load together are merged
 * (merge.mjs). What no entry reaches is removed (prune.ts).
 * `node docs/scripts/build.mjs <folder> --scripts` writes to another folder and skips the types, which take most of the time.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleElements } from './elements.mjs'
import { merge } from './merge.mjs'
import { prune, withoutComments } from './prune.ts'
import { vendor } from './vendor.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const out = process.argv[2] ?? join(root, 'dist')
rmSync(out, { recursive: true, force: true })

const scripts = ['--noCheck', '--declaration', 'false']
const told = process.argv.includes('--scripts') ? scripts : []
const { status } = spawnSync('npx', ['tsc', '-p', 'docs/scripts/tsconfig.build.json', '--outDir', out, ...told], {
  cwd: root,
  stdio: 'inherit',
})
if (status !== 0) process.exit(status ?? 1)

await vendor(out)

for (const sheet of globSync('react-skin/**/*.css', { cwd: root })) {
  mkdirSync(dirname(join(out, sheet)), { recursive: true })
  cpSync(join(root, sheet), join(out, sheet))
}

cpSync(join(root, 'sdk/icons/LICENSE.txt'), join(out, 'sdk/icons/LICENSE.txt'))

await bundleElements(out)

for (const module of globSync('{machines,sdk,react-skin,mocks,vendor}/**/*.js', { cwd: out })) {
  const path = join(out, module)
  writeFileSync(path, withoutComments(readFileSync(path, 'utf8')))
}

const LIBRARIES = /^(react|react-dom|radix-ui|@xstate\/react)(\/|$)/
const modules = globSync('react-skin/**/*.js', { cwd: out }).map((module) => join(out, module))
const texts = new Map(modules.map((path) => [path, readFileSync(path, 'utf8')]))
/** The imports of a module, without its re-exports: re-exported modules have their own directive. */
const importsOf = (path) =>
  [...texts.get(path).matchAll(/^import\s(?:[^'"]*\sfrom\s)?['"]([^'"]+)['"]/gm)]
    .map(([, to]) => to)
    .filter((to) => to !== 'react/jsx-runtime')
    .map((to) => (to.startsWith('.') ? join(dirname(path), to) : to))

const clients = new Set()
const becomesClient = (path) =>
  !clients.has(path) && importsOf(path).some((to) => LIBRARIES.test(to) || clients.has(to))
for (let found = modules; found.length > 0; found.forEach((path) => clients.add(path)))
  found = modules.filter(becomesClient)

for (const path of clients) writeFileSync(path, `'use client'\n${texts.get(path)}`)

await merge(out)
prune(out, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports)
