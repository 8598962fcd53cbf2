#!/usr/bin/env node
/** `npm create latchkey my-app -- --template vite`: copies an example into a new folder. */
import { cpSync, readdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
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
`

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

/** Prompts for missing arguments. Fails with the usage if stdin is not a terminal. */
async function ask(given) {
  if (given.folder !== undefined && given.template !== undefined) return given
  if (!process.stdin.isTTY) throw new Mistake(usage)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // The exit code if the user quits the prompt.
  process.exitCode = 130
  try {
    const folder = given.folder ?? ((await terminal.question('Folder (my-app): ')).trim() || 'my-app')
    if (given.template !== undefined) return { folder, template: given.template }
    const list = names.map((name, index) => `  ${index + 1}  ${name.padEnd(14)}${templates[name]}`).join('\n')
    const answer = (await terminal.question(`${list}\nTemplate (1): `)).trim() || '1'
    return { folder, template: names[Number(answer) - 1] ?? answer }
  } finally {
    terminal.close()
  }
}

function read() {
  try {
    const options = { template: { type: 'string', short: 't' }, help: { type: 'boolean', short: 'h' } }
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
  const { folder, template } = await ask(given)
  if (!names.includes(template)) throw unknown(template)
  process.exitCode = 0
  const to = resolve(folder)
  if (!isFree(to)) throw new Mistake(`${folder} is not an empty folder.`)

  cpSync(fileURLToPath(new URL(`templates/${template}`, import.meta.url)), to, { recursive: true })
  renameSync(join(to, 'gitignore'), join(to, '.gitignore'))
  const manifest = JSON.parse(readFileSync(join(to, 'package.json'), 'utf8'))
  writeFileSync(join(to, 'package.json'), `${JSON.stringify({ ...manifest, name: packageName(to) }, null, 2)}\n`)

  const way = relative('', to)
  const steps = [
    ...(way === '' ? [] : [`cd ${/^[\w./-]+$/.test(way) ? way : JSON.stringify(way)}`]),
    'npm install',
    'npm run dev',
  ]
  return process.stdout.write(`\n${folder} is there: ${templates[template]}. Next:\n\n  ${steps.join('\n  ')}\n\n`)
}

// When imported, the module only exports the templates.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  create().catch((error) => {
    // The user quit the prompt (Ctrl+C).
    if (error.code === 'ABORT_ERR') return process.exit(130)
    if (!(error instanceof Mistake)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
