/**
 * Part of `npm run build`: bundles the official WalletConnect client and its dependencies, except viem, into one file of the package, with
 * their licenses next to it. As npm dependencies they would add 108 MB to an app, of which 45 MB are a second copy of viem.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const CLIENT = '@walletconnect/sign-client'
/** The module of the built package that imports the client. */
const IMPORTER = 'sdk/pairing/client/client.js'

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

/** Writes the bundled client into the output folder, and rewrites the import to use it. */
export async function vendor(out) {
  const { output } = await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: join(root, 'node_modules', CLIENT, 'dist/index.es.js'), formats: ['es'] },
      rolldownOptions: { external: [/^viem(\/|$)/, /^@noble\/hashes(\/|$)/] },
    },
  }).then((built) => [built].flat()[0])
  const [chunk, ...others] = output
  if (others.length > 0) throw new Error('The WalletConnect client is more than one file')
  const folder = join(out, 'vendor')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'walletconnect.js'), chunk.code)
  writeFileSync(join(folder, 'LICENSES.txt'), licencesOf(chunk.moduleIds).join(`\n\n${'-'.repeat(80)}\n\n`))

  const importer = join(out, IMPORTER)
  const text = readFileSync(importer, 'utf8')
  const path = relative(dirname(importer), join(folder, 'walletconnect.js'))
  const taken = text.replace(`from '${CLIENT}'`, `from '${path}'`)
  if (taken === text) throw new Error(`${IMPORTER} does not import ${CLIENT}`)
  writeFileSync(importer, taken)
}
