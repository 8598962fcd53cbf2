/**
 * Part of `npm run build`: the custom elements as files that a page loads without a bundler, Preact and all else in them. `latchkey.js` only
 * leads to the file of the same build: chunks import that one, and so find the same module whatever query or redirect the page's address has.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { licencesOf } from './vendor.mjs'

const here = fileURLToPath(import.meta.url)
const resolved = (name) => fileURLToPath(import.meta.resolve(name))
/** The skin runs on Preact as it is: an eighth of the size of React. */
const PREACT = [
  { find: /^react\/jsx-runtime$/, replacement: resolved('preact/jsx-runtime') },
  { find: /^react-dom\/client$/, replacement: resolved('preact/compat/client') },
  { find: /^react(-dom)?$/, replacement: resolved('preact/compat') },
]

/** What a licence (LGPL) keeps out, and nothing here needs: web3.js has it for sockets to nodes, which this package never opens. */
const SOCKETS = 'rpc-websockets'
export const withoutSockets = {
  name: 'latchkey:without-sockets',
  enforce: 'pre',
  resolveId: (id) => (id === SOCKETS ? `\0${SOCKETS}` : undefined),
  load: (id) =>
    id === `\0${SOCKETS}` ? 'export class CommonClient {}; export const WebSocket = undefined' : undefined,
}

/** Packages are those of this repository, wherever the build is written. */
const fromHere = {
  name: 'latchkey:from-here',
  enforce: 'pre',
  resolveId(id, importer) {
    if (importer === undefined || /^[./\0]/.test(id) || importer.includes('node_modules')) return undefined
    return this.resolve(id, here, { skipSelf: true })
  },
}

/** Bundles what was compiled into `out/elements`, and puts the bundle, with its licences, in its place. */
export async function bundleElements(out) {
  const folder = join(out, 'elements')
  const { output } = await build({
    configFile: false,
    root: out,
    base: './',
    mode: 'production',
    logLevel: 'error',
    plugins: [withoutSockets, fromHere],
    resolve: { alias: PREACT },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: { latchkey: join(folder, 'latchkey.js') },
        preserveEntrySignatures: 'strict',
        treeshake: {
          moduleSideEffects: [{ test: /\/(machines|sdk|react-skin)\/(?!.*node_modules).*\.js$/, sideEffects: false }],
        },
        // What the elements begin with is one file.
        output: {
          codeSplitting: { groups: [{ name: 'elements', tags: ['$initial'] }] },
          entryFileNames: 'chunks/[name]-[hash].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
  }).then((built) => [built].flat()[0])

  for (const file of globSync('**/*.{js,js.map}', { cwd: folder })) rmSync(join(folder, file))
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
}
