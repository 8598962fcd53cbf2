/**
 * Part of `npm run build`: bundles the custom elements, with Preact and all dependencies, into files that a page loads without a bundler.
 * The folder is a separate package, `latchkey-elements`, without dependencies; `latchkey/elements` has its types and re-exports it.
 * `latchkey.js` only re-exports the hashed entry file. Chunks import that file, so they get the same module even if the page's URL of
 * `latchkey.js` has a query or a redirect.
 */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { licencesOf } from './vendor.mjs'

const PACKAGE = 'latchkey-elements'
const root = fileURLToPath(new URL('../..', import.meta.url))
const here = fileURLToPath(import.meta.url)
const resolved = (name) => fileURLToPath(import.meta.resolve(name))
/** The skin runs on Preact without changes; Preact is an eighth of the size of React. */
const PREACT = [
  { find: /^react\/jsx-runtime$/, replacement: resolved('preact/jsx-runtime') },
  { find: /^react-dom\/client$/, replacement: resolved('preact/compat/client') },
  { find: /^react(-dom)?$/, replacement: resolved('preact/compat') },
]

/** Resolves packages from this repository, wherever the output folder is. */
const fromHere = {
  name: 'latchkey:from-here',
  enforce: 'pre',
  resolveId(id, importer) {
    if (importer === undefined || /^[./\0]/.test(id) || importer.includes('node_modules')) return undefined
    return this.resolve(id, here, { skipSelf: true })
  },
}

/** Bundles the custom elements into `out/elements`, with the licenses of their packages. Only their types stay where they are. */
export async function bundleElements(out) {
  const compiled = join(out, 'react-skin/elements')
  const folder = join(out, 'elements')
  const { output } = await build({
    configFile: false,
    root: out,
    base: './',
    mode: 'production',
    logLevel: 'error',
    plugins: [fromHere],
    resolve: { alias: PREACT },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: { latchkey: join(compiled, 'latchkey.js') },
        preserveEntrySignatures: 'strict',
        treeshake: {
          moduleSideEffects: [
            { test: /\/errors\/featureTexts\.js$/, sideEffects: true },
            { test: /\/(machines|sdk|react-skin)\/(?!elements\/|.*node_modules).*\.js$/, sideEffects: false },
          ],
        },
        // Puts everything that the elements load initially into one file.
        output: {
          codeSplitting: { groups: [{ name: 'elements', tags: ['$initial'] }] },
          entryFileNames: 'chunks/[name]-[hash].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
  }).then((built) => [built].flat()[0])

  for (const file of globSync('**/*.js', { cwd: compiled })) rmSync(join(compiled, file))
  writeFileSync(join(compiled, 'latchkey.js'), `export * from '${PACKAGE}'\n`)
  for (const { fileName, code, source } of output) {
    const path = join(folder, fileName)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, code ?? source)
  }
  const entry = output.find(({ isEntry }) => isEntry)
  writeFileSync(join(folder, 'latchkey.js'), `export * from './${entry.fileName}'\n`)
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds).map((id) => id.replace(/^\0|\?.*$/g, ''))
  const packages = licencesOf(modules.filter((id) => id.includes('node_modules')))
  const vendored = readFileSync(join(out, 'vendor/LICENSES.txt'), 'utf8')
  writeFileSync(join(folder, 'LICENSES.txt'), [...packages, vendored].join(`\n\n${'-'.repeat(80)}\n\n`))

  const { version, license, repository, bugs, homepage } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifest = {
    name: PACKAGE,
    version,
    description: 'The custom elements of Latchkey, for pages without a bundler.',
    keywords: ['custom-elements', 'latchkey', 'wallet', 'web-components'],
    license,
    repository,
    bugs,
    homepage,
    files: ['chunks', 'latchkey.js', 'LICENSES.txt'],
    type: 'module',
    exports: { '.': './latchkey.js', './package.json': './package.json' },
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  cpSync(join(root, 'docs/elements.md'), join(folder, 'README.md'))
}
