/**
 * Part of `npm run build`: bundles two libraries into one file of the package each, with their licenses next to them: the official
 * WalletConnect client without viem, and the parts of `@solana/web3.js` that Latchkey uses. As npm dependencies, the first would add
 * 108 MB to an app, of which 45 MB are a second copy of viem; the second would run install scripts, and bring an LGPL library.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Left out because of its license (LGPL). web3.js uses it for WebSockets to nodes, which this package never opens. */
const SOCKETS = 'rpc-websockets'
export const withoutSockets = {
  name: 'latchkey:without-sockets',
  enforce: 'pre',
  resolveId: (id) => (id === SOCKETS ? `\0${SOCKETS}` : undefined),
  load: (id) =>
    id === `\0${SOCKETS}` ? 'export class CommonClient {}; export const WebSocket = undefined' : undefined,
}

/** Licenses that allow redistribution with the license text. */
const PERMISSIVE = /^(MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|Unlicense)$/

/** Packages that state their license in a file instead of package.json. */
const STATED = { 'text-encoding-utf-8': 'Unlicense' }

/** Returns the folder of the package that contains a module. */
function packageOf(module) {
  let folder = dirname(module)
  while (
    !existsSync(join(folder, 'package.json')) ||
    !JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
  )
    folder = dirname(folder)
  return folder
}

/** Returns the license texts of the packages of these modules. Throws if a license does not allow redistribution. */
export function licencesOf(modules) {
  const folders = [...new Set(modules.filter((module) => existsSync(module)).map(packageOf))].toSorted((a, b) =>
    a.localeCompare(b),
  )
  return folders.map((folder) => {
    const { name, version, license = STATED[name] } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    if (
      !String(license)
        .split(/ AND | OR |[()]/)
        .filter(Boolean)
        .every((one) => PERMISSIVE.test(one))
    )
      throw new Error(`${name} ${version} has the licence ${license}: it may not be part of the package`)
    const texts = globSync('{LICEN[SC]E,COPYING,NOTICE}*', { cwd: folder }).map((file) =>
      readFileSync(join(folder, file), 'utf8').trim(),
    )
    return [`${name} ${version} (${license})`, ...texts].join('\n\n')
  })
}

/**
 * web3.js is one module, of which Latchkey uses an eighth. Its classes have static properties, which only count as unused if setting
 * them has no other effects. The texts of its errors are left out: Latchkey has its own. It fails
 * as it loads if the minifier rewrites it, so that only removes spaces.
 */
const lean = {
  define: { 'process.env.NODE_ENV': '"production"' },
  treeshake: {
    moduleSideEffects: false,
    propertyReadSideEffects: false,
    propertyWriteSideEffects: false,
    unknownGlobalSideEffects: false,
  },
}

/** The libraries, with the names of their files. */
const libraries = [
  { library: '@walletconnect/sign-client', file: 'walletconnect.js', minify: true },
  { library: '@solana/web3.js', file: 'solana.js', ...lean, minify: { compress: false, mangle: false } },
]

/** Bundles the source of a module into one file. Returns its code and the paths of its modules. */
async function bundle(source, { define = {}, treeshake = true, minify }) {
  const entry = join(root, 'vendor.js')
  const { output } = await build({
    configFile: false,
    root,
    logLevel: 'error',
    define,
    plugins: [
      withoutSockets,
      {
        name: 'latchkey:vendor',
        enforce: 'pre',
        resolveId(id, importer) {
          if (id === entry) return entry
          return importer === entry ? this.resolve(id, fileURLToPath(import.meta.url), { skipSelf: true }) : undefined
        },
        load: (id) => (id === entry ? source : undefined),
      },
    ],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry, formats: ['es'] },
      rolldownOptions: {
        external: [/^viem(\/|$)/, /^@noble\/hashes(\/|$)/],
        treeshake,
        output: { minify },
      },
    },
  }).then((built) => [built].flat()[0])
  const [{ code, moduleIds }, ...others] = output
  if (others.length > 0) throw new Error(`More than one file: ${source}`)
  return { code, moduleIds }
}

/** The two forms in which modules import a library's values. */
const importsOf = (library) => [
  new RegExp(`import \\{([^}]*)\\} from '${library}'`, 'g'),
  new RegExp(`const \\{([^}]*)\\} = await import\\('${library}'\\)`, 'g'),
]

/** Writes the bundled libraries into the output folder, and rewrites the imports to use them. */
export async function vendor(out) {
  const folder = join(out, 'vendor')
  mkdirSync(folder, { recursive: true })
  const texts = new Map(
    globSync('{machines,sdk,react-skin,mocks}/**/*.js', { cwd: out })
      .map((path) => join(out, path))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  )
  const modules = []
  for (const { library, file, ...options } of libraries) {
    const importers = [...texts].filter(([, text]) => text.includes(`'${library}'`))
    const names = importers.flatMap(([, text]) =>
      importsOf(library).flatMap((form) => [...text.matchAll(form)].flatMap(([, list]) => list.split(','))),
    )
    const used = [...new Set(names.map((name) => name.trim().split(/\s/)[0]).filter(Boolean))].toSorted()
    if (used.length === 0) throw new Error(`Nothing imports ${library}`)
    const { code, moduleIds } = await bundle(`export { ${used.join(', ')} } from '${library}'`, options)
    writeFileSync(join(folder, file), code)
    modules.push(...moduleIds)
    for (const [path, text] of importers) {
      const to = relative(dirname(path), join(folder, file))
      writeFileSync(path, text.replaceAll(`'${library}'`, `'${to.startsWith('.') ? to : `./${to}`}'`))
    }
  }
  writeFileSync(join(folder, 'LICENSES.txt'), licencesOf(modules).join(`\n\n${'-'.repeat(80)}\n\n`))
}
