/**
 * `npm run build`: compiles each module into dist/ (.js, .d.ts, source map) and copies the skin's style sheets. Client-only modules get
 * `'use client'`, so that React Server Components can import them. The WalletConnect client is bundled into one file (vendor.mjs), and
 * the custom elements into files that need no bundler (elements.mjs). Modules that load together are merged (merge.mjs).
 * `node docs/scripts/build.mjs <folder> --scripts` writes to another folder and skips the types, which take most of the time.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { removeDescriptions } from './descriptions.mjs'
import { bundleElements } from './elements.mjs'
import { merge } from './merge.mjs'
import { vendor } from './vendor.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const out = process.argv[2] ?? join(root, 'dist')
rmSync(out, { recursive: true, force: true })

const scripts = ['--noCheck', '--declaration', 'false', '--declarationMap', 'false']
const told = process.argv.includes('--scripts') ? scripts : []
const { status } = spawnSync('npx', ['tsc', '-p', 'docs/scripts/tsconfig.build.json', '--outDir', out, ...told], {
  cwd: root,
  stdio: 'inherit',
})
if (status !== 0) process.exit(status ?? 1)

removeDescriptions(out)
await vendor(out)

for (const sheet of globSync('react-skin/**/*.css', { cwd: root })) {
  mkdirSync(dirname(join(out, sheet)), { recursive: true })
  cpSync(join(root, sheet), join(out, sheet))
}

await bundleElements(out)

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

for (const path of clients) {
  writeFileSync(path, `'use client'\n${texts.get(path)}`)
  const map = JSON.parse(readFileSync(`${path}.map`, 'utf8'))
  // Accounts for the inserted first line.
  writeFileSync(`${path}.map`, JSON.stringify({ ...map, mappings: `;${map.mappings}` }))
}

await merge(out)
