/**
 * `npm run release -- <version|patch|minor|major> [--publish]`: releases from a clean `main`. Lints and type-checks the code, moves the changelog's
 * unreleased entries under the new version, writes the version wherever a file names it, builds, checks the packages, commits and tags.
 * Then it publishes, or prints the commands. `--dry-run` changes nothing, and prints what a release would do.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { LIMITS, nextVersion, Obstacle, releaseChangelog, withLockVersion, withVersion } from './releaseRules.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const CHANGELOG = 'docs/CHANGELOG.md'
const LOCK = 'package-lock.json'
/** The folders of the packages. `latchkey` offers `latchkey-elements` of its own version, so that goes first. */
const PACKAGES = ['./dist/elements', '.', './docs/create-latchkey']

/** How the guides say that the package is not published yet. */
const UNPUBLISHED = /not published on npm yet|Until then, build it from its repository/

const read = (path) => readFileSync(join(root, path), 'utf8')

function output(command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 10 ** 8 })
  if (status !== 0) throw new Obstacle(`${command} ${args.join(' ')} failed.\n${stdout}${stderr}`)
  return stdout.trim()
}

function run(...words) {
  const [command, ...args] = words
  process.stdout.write(`$ ${words.join(' ')}\n`)
  if (spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status !== 0)
    throw new Obstacle(`${words.join(' ')} failed.`)
}

/** The files that a release changes, with their new texts. */
function changesOf(from, to, date) {
  const named = output('git', 'ls-files', '*.md', '*package.json', 'sdk/instance/version.ts').split('\n')
  const changes = named
    .filter((path) => path !== CHANGELOG)
    .map((path) => [path, withVersion(read(path), from, to)])
    .filter(([path, text]) => text !== read(path))
  return new Map([
    ...changes,
    [LOCK, withLockVersion(read(LOCK), from, to)],
    [CHANGELOG, releaseChangelog(read(CHANGELOG), to, date)],
  ])
}

/** Packs without writing a file. Returns a line for each package. Throws if `latchkey` exceeds its limits. */
function checkPackages() {
  if (!existsSync(join(root, 'dist/elements/package.json'))) throw new Obstacle('Nothing is built: npm run build.')
  return PACKAGES.map((folder) => {
    const said = output('npm', 'pack', folder, '--dry-run', '--json')
    // Scripts of the package print before the JSON.
    const [{ name, size, entryCount }] = Object.values(JSON.parse(said.slice(said.search(/^[[{]/m))))
    if (name === 'latchkey' && (size > LIMITS.bytes || entryCount > LIMITS.files))
      throw new Obstacle(
        `${name} has ${size} bytes and ${entryCount} files, more than ${LIMITS.bytes} and ${LIMITS.files}.`,
      )
    return `${name}: ${(size / 1000).toFixed(0)} kB packed, ${entryCount} files`
  })
}

/** What npm needs for `--provenance`, besides a CI job with an identity token. */
const missingFields = () => {
  const manifests = ['package.json', 'docs/create-latchkey/package.json'].map((path) => JSON.parse(read(path)))
  return ['repository', 'bugs', 'homepage'].filter((field) => manifests.some((manifest) => !manifest[field]))
}

/** Why this version cannot be released now. */
function obstaclesTo(version) {
  const obstacles = []
  if (output('git', 'status', '--porcelain') !== '') obstacles.push('The working tree has changes.')
  if (output('git', 'branch', '--show-current') !== 'main') obstacles.push('The branch is not main.')
  if (output('git', 'tag', '--list', `v${version}`) !== '') obstacles.push(`The tag v${version} exists.`)
  return obstacles
}

/** The names of the packages' folders in the commands that publish them. */
const publishing = PACKAGES.map((folder) => ['npm', 'publish', folder, '--provenance', '--access', 'public'])

function release() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, publish: { type: 'boolean' } },
  })
  const isDry = values['dry-run'] === true
  const current = JSON.parse(read('package.json')).version
  const version = nextVersion(current, positionals[0] ?? (isDry ? 'minor' : ''))
  const say = (...lines) => process.stdout.write(`${lines.join('\n')}\n`)

  const obstacles = obstaclesTo(version)
  if (values.publish && missingFields().includes('repository'))
    obstacles.push('A package.json has no repository, which npm publish --provenance requires.')
  let changes = new Map()
  try {
    changes = changesOf(current, version, new Date().toISOString().slice(0, 10))
  } catch (error) {
    if (!isDry || !(error instanceof Obstacle)) throw error
    obstacles.push(error.message)
  }
  if (!isDry && obstacles.length > 0) throw new Obstacle(obstacles.join('\n'))

  say(`Release ${version} after ${current}`, ...[...changes.keys()].map((path) => `  writes ${path}`))
  if (isDry) {
    say(...checkPackages().map((line) => `  packs ${line}`), `  commits and tags v${version}`)
    say(...publishing.map((words) => `  then: ${words.join(' ')}`))
    say(...obstacles.map((obstacle) => `  would stop: ${obstacle}`))
  } else {
    run('npm', 'run', 'lint')
    run('npm', 'run', 'typecheck')
    for (const [path, text] of changes) writeFileSync(join(root, path), text)
    try {
      run('npm', 'run', 'build')
      say(...checkPackages())
    } catch (error) {
      run('git', 'restore', '--', ...changes.keys())
      throw error
    }
    run('git', 'commit', '--quiet', '--message', `Release ${version}`, '--', ...changes.keys())
    run('git', 'tag', `v${version}`)
    for (const words of publishing) {
      if (values.publish) run(...words)
      else say(`To publish: ${words.join(' ')}`)
    }
  }
  if (missingFields().length > 0)
    say(`Before publishing: add ${missingFields().join(', ')} to package.json and docs/create-latchkey/package.json.`)
  const unpublished = ['README.md', 'docs/getting-started.md'].filter((path) => UNPUBLISHED.test(read(path)))
  if (unpublished.length > 0)
    say(`After publishing: the Install section of ${unpublished.join(' and ')} still describes the time before.`)
}

try {
  release()
} catch (error) {
  if (!(error instanceof Obstacle) && !error.code?.startsWith('ERR_PARSE_ARGS')) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
