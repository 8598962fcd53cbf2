#!/usr/bin/env node
/**
 * `npm create latchkey my-app -- --template vite`: copies an example into a new folder. With `--package`, the app uses packed files of
 * Latchkey instead of the registry. In Latchkey's repository, these are the files that `npm run package` wrote.
 */
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** The templates by name, with a description. */
export const templates = {
  vite: 'React with Vite',
  next: 'Next.js',
  'react-router': 'React Router, rendered on a server',
  svelte: 'Svelte',
  vue: 'Vue',
  plain: 'no framework',
  server: 'a server that verifies sign-ins',
}
const names = Object.keys(templates)

const usage = `npm create latchkey <folder> -- --template <name>

${names.map((name) => `  ${name.padEnd(14)}${templates[name]}`).join('\n')}

  --package <path>  install latchkey-<version>.tgz from this path or folder
`

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
/** The repository's copy has no templates of its own: it copies the examples. */
const isPacked = existsSync(here('templates'))

/** Build output of the examples, which is not copied. */
export const BUILT = ['node_modules', 'dist', 'build', '.next', '.react-router', 'package-lock.json', 'next-env.d.ts']

/** An input error, which is printed without a stack trace. */
class Mistake extends Error {}

/** A valid package name from the name of the folder. */
const packageName = (folder) =>
  basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9-~._]+/g, '-')
    .replace(/^[-._]+|-+$/g, '') || 'my-app'

const isFree = (folder) => {
  try {
    return readdirSync(folder).every((name) => name === '.git')
  } catch (error) {
    if (error.code === 'ENOENT') return true
    if (error.code === 'ENOTDIR') return false
    throw error
  }
}

/**
 * Returns the packed files of Latchkey's packages among the dependencies, by name. `path` is one of the files or their folder. In the
 * repository, the default is its root, and there may be no files.
 */
function packedFiles(dependencies, path) {
  const place = resolve(path ?? here('../..'))
  const typeOf = (file) => statSync(file, { throwIfNoEntry: false })
  const isFolder = typeOf(place)?.isDirectory() === true
  const fileOf = (name, version) =>
    !isFolder && name === 'latchkey' ? place : join(isFolder ? place : dirname(place), `${name}-${version}.tgz`)
  const files = Object.entries(dependencies)
    .filter(([name]) => /^latchkey(-elements)?$/.test(name))
    .map(([name, version]) => [name, fileOf(name, version)])
  const missing = files.map(([, file]) => file).filter((file) => typeOf(file)?.isFile() !== true)
  if (missing.length === 0) return files
  if (path === undefined) return []
  throw new Mistake(`There is no file ${missing.join(' and no file ')}.`)
}

/** Prompts for missing arguments. Fails with the usage if stdin is not a terminal. */
async function ask(given) {
  if (given.folder !== undefined && given.template !== undefined) return given
  if (!process.stdin.isTTY) throw new Mistake(usage)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // The exit code if the user quits the prompt.
  process.exitCode = 130
  try {
    const folder = given.folder ?? ((await terminal.question('Folder (my-app): ')).trim() || 'my-app')
    if (given.template !== undefined) return { ...given, folder }
    const list = names.map((name, index) => `  ${index + 1}  ${name.padEnd(14)}${templates[name]}`).join('\n')
    const answer = (await terminal.question(`${list}\nTemplate (1): `)).trim() || '1'
    return { ...given, folder, template: names[Number(answer) - 1] ?? answer }
  } finally {
    terminal.close()
  }
}

function read() {
  try {
    const options = {
      template: { type: 'string', short: 't' },
      package: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    }
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    if (positionals.length > 1) throw new Mistake(`One folder can be named, not ${positionals.join(' and ')}.`)
    return { folder: positionals[0], ...values }
  } catch (error) {
    throw error.code?.startsWith('ERR_PARSE_ARGS') ? new Mistake(`${error.message}\n\n${usage}`) : error
  }
}

async function create() {
  const { help, ...given } = read()
  if (help) return process.stdout.write(usage)
  const unknown = (template) => new Mistake(`There is no template ${template}. There are: ${names.join(', ')}.`)
  if (given.template !== undefined && !names.includes(given.template)) throw unknown(given.template)
  const { folder, template, package: path } = await ask(given)
  if (!names.includes(template)) throw unknown(template)
  process.exitCode = 0
  const to = resolve(folder)
  if (!isFree(to)) throw new Mistake(`${folder} is not an empty folder.`)

  const from = here(`${isPacked ? 'templates' : '../examples'}/${template}`)
  const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  const files = isPacked && path === undefined ? [] : packedFiles(manifest.dependencies, path)
  cpSync(from, to, { recursive: true, filter: (file) => !BUILT.includes(relative(from, file)) })
  // npm does not pack files named .gitignore.
  if (isPacked) renameSync(join(to, 'gitignore'), join(to, '.gitignore'))
  // npm resolves links in the path of the app's folder.
  const pathTo = (file) => `file:${relative(realpathSync(to), realpathSync(file)).split(sep).join('/')}`
  const dependencies = Object.fromEntries(files.map(([name, file]) => [name, pathTo(file)]))
  const changed = { ...manifest, name: packageName(to), dependencies: { ...manifest.dependencies, ...dependencies } }
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(changed, null, 2)}\n`)

  const way = relative('', to)
  const steps = [
    ...(way === '' ? [] : [`cd ${/^[\w./-]+$/.test(way) ? way : JSON.stringify(way)}`]),
    'npm install',
    'npm run dev',
  ]
  return process.stdout.write(`\n${folder} is there: ${templates[template]}. Next:\n\n  ${steps.join('\n  ')}\n\n`)
}

// When imported, the module only exports constants.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  create().catch((error) => {
    // The user quit the prompt (Ctrl+C).
    if (error.code === 'ABORT_ERR') return process.exit(130)
    if (!(error instanceof Mistake)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
