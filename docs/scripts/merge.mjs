/**
 * Part of `npm run build`: merges the modules that a page loads together into one file for each layer. Otherwise an app's bundler
 * puts them into dozens of small chunks, because features that load later import some of them. A merged module stays as a file that
 * re-exports its names, so paths and types do not change.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build, parseSync } from 'vite'

/** A page with the skin. What it loads at once is the group `start`. */
const PAGE = [
  "export { createLatchkey } from './sdk/index.js'",
  "export { ConnectButton, LatchkeyModal, LatchkeyProvider } from './react-skin/index.js'",
]
/** The other groups, by the module that the page loads later. */
const LATER = { engine: 'sdk/instance/engine.js', dialog: 'react-skin/shell/Dialog.js', api: 'sdk/api/client.js' }
/** The entries of the package from which an app imports single functions. */
const ENTRIES = [
  'sdk/index.js',
  'sdk/skin.js',
  'sdk/pairing/index.js',
  'sdk/sign-in/index.js',
  'sdk/wagmi/index.js',
  'sdk/chains/explain.js',
  'machines/embedded/frame.schemas.js',
  'react-skin/index.js',
]
/** The only export of these entries that loads what the dialog loads. */
const CARD = 'react-skin/shell/LatchkeyCard.js'
const LAYERS = ['machines', 'sdk', 'react-skin']
/** The only module with side effects: it makes its texts available. */
const FEATURE_TEXTS = /errors\/featureTexts\.js$/
const DIRECTIVE = "'use client'\n"

const parsed = (path) => parseSync(path, readFileSync(path, 'utf8'))
const namesIn = (path) =>
  parsed(path)
    .module.staticExports.flatMap(({ entries }) => entries)
    .map(({ exportName }) => exportName.name)

/** Whether a module has no code and only re-exports. */
const onlyReexports = (path) =>
  parsed(path).program.body.every(({ type, source }) => type.startsWith('Export') && source)

/** The modules that a module imports. */
function importsOf(path) {
  const { staticImports, staticExports } = parsed(path).module
  return [...staticImports, ...staticExports.flatMap(({ entries }) => entries)].flatMap(({ moduleRequest }) =>
    moduleRequest?.value.startsWith('.') ? [join(dirname(path), moduleRequest.value)] : [],
  )
}

/** The modules that load with these modules, without `except` and what only it imports. */
function loadedWith(paths, except) {
  const found = new Set(paths)
  for (const path of found)
    for (const next of importsOf(path)) if (next !== except && !next.includes('/vendor/')) found.add(next)
  return found
}

/** The relative import path from one file to another. */
const importPath = (from, to) => relative(dirname(from), to).replace(/^(?!\.)/, './')

/** Marks an import of a module that is not merged. */
const UNMERGED = 'unmerged:'

/**
 * Bundles lines of exports into a file, and returns the chunks. `merges` says whether a module is bundled; its second argument says
 * whether the module is imported with `import()`.
 */
async function bundle(out, lines, merges, fileName = 'page.js') {
  const entry = join(out, 'entry.js')
  const modules = {
    name: 'latchkey:modules',
    enforce: 'pre',
    resolveId(id, importer, { kind }) {
      if (importer === undefined) return entry
      if (!id.startsWith('.')) return { id, external: true }
      const path = join(dirname(importer), id)
      return merges(path, kind === 'dynamic-import')
        ? path
        : { id: `${UNMERGED}${path}`, external: true, moduleSideEffects: FEATURE_TEXTS.test(path) }
    },
    load: (id) =>
      id === entry ? lines.join('\n') : { code: readFileSync(id, 'utf8'), moduleSideEffects: FEATURE_TEXTS.test(id) },
  }
  const built = await build({
    configFile: false,
    root: out,
    logLevel: 'error',
    plugins: [modules],
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      outDir: out,
      lib: { entry, formats: ['es'], fileName: () => fileName },
    },
  })
  return [built].flat()[0].output.filter(({ type }) => type === 'chunk')
}

/** The modules of each group, without those of an earlier one. */
async function groupsOf(out) {
  const chunks = await bundle(out, PAGE, (path) => !path.startsWith(join(out, 'vendor/')))
  const seen = new Set()
  const modulesWith = (chunk) => {
    if (!chunk || seen.has(chunk)) return []
    seen.add(chunk)
    const own = Object.keys(chunk.modules).filter((path) => chunk.modules[path].renderedLength > 0)
    return [...own, ...chunk.imports.flatMap((name) => modulesWith(chunks.find(({ fileName }) => fileName === name)))]
  }
  const start = modulesWith(chunks.find(({ isEntry }) => isEntry))
  const later = Object.entries(LATER).map(([name, path]) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === join(out, path))
    if (!chunk) throw new Error(`${path} is not loaded later`)
    return [name, modulesWith(chunk)]
  })
  const card = join(out, CARD)
  // An app can import these modules on their own. Merged with others, they would load the others at once.
  const importable = loadedWith(
    ENTRIES.map((path) => join(out, path)),
    card,
  )
  const inCard = loadedWith([card])
  const groups = later.map(([name, modules]) => [name, modules.filter((path) => !importable.has(path))])
  return [
    ['start', start],
    ...groups.map(([name, modules]) => [name, modules.filter((path) => name !== 'dialog' || !inCard.has(path))]),
    [
      'card',
      groups.flatMap(([name, modules]) => (name === 'dialog' ? modules.filter((path) => inCard.has(path)) : [])),
    ],
  ]
}

/** Returns a function that says whether a module has 'use client', or imports one that has. */
function clientsIn() {
  const known = new Map()
  const isClient = (path) => {
    if (!known.has(path)) {
      known.set(path, false)
      known.set(path, readFileSync(path, 'utf8').startsWith(DIRECTIVE) || importsOf(path).some(isClient))
    }
    return known.get(path)
  }
  return isClient
}

/** Merges the modules in the output folder. */
export async function merge(out) {
  const isClient = clientsIn()
  const files = (await groupsOf(out)).flatMap(([name, modules]) =>
    LAYERS.flatMap((layer) => {
      const inLayer = modules.filter((path) => path.startsWith(join(out, layer, '/')))
      return [
        {
          file: join(out, layer, `merged/${name}.js`),
          modules: inLayer.filter((path) => !isClient(path)),
          directive: '',
        },
        { file: join(out, layer, `merged/${name}.client.js`), modules: inLayer.filter(isClient), directive: DIRECTIVE },
      ]
    }),
  )
  const written = []
  for (const { file, modules, directive } of files.filter(({ modules }) => modules.length > 1)) {
    const prefixOf = (path) => relative(out, path).replace(/\.js$/, '').replaceAll(/\W/g, '_')
    const exported = modules.map((path) => [path, namesIn(path).map((name) => [name, `${prefixOf(path)}__${name}`])])
    const lines = exported.map(
      ([path, names]) =>
        `export { ${names.map((pair) => pair.join(' as ')).join(', ')} } from './${relative(out, path)}'`,
    )
    const merged = new Set(modules)
    // Imports through a module that only re-exports would be cycles, because it also names modules that load later.
    const merges = (path, isLater) => !isLater && (merged.has(path) || onlyReexports(path))
    const [chunk, ...others] = await bundle(out, lines, merges, relative(out, file))
    if (others.length > 0) throw new Error(`${file} is more than one file`)
    const code = chunk.code.replaceAll(new RegExp(`${UNMERGED}([^"'\`]+)`, 'g'), (_, path) => importPath(file, path))
    written.push({ path: file, text: `${directive}${code}` })
    for (const [path, names] of exported) {
      const list = names.map(([name, as]) => `${as} as ${name}`).join(', ')
      written.push({ path, text: `${directive}export { ${list} } from '${importPath(path, file)}'\n` })
    }
  }
  for (const { path, text } of written) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}
