/** The release script: versions, the changelog, and a release in a copy of the files that it changes. */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nextVersion, releaseChangelog, withLockVersion, withVersion } from '../../docs/scripts/releaseRules.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the next version is a patch, a minor or a major version, or any later one', () => {
  expect(['patch', 'minor', 'major', '0.10.0', '1.0.0'].map((wanted) => nextVersion('0.9.4', wanted))).toEqual([
    '0.9.5',
    '0.10.0',
    '1.0.0',
    '0.10.0',
    '1.0.0',
  ])
  for (const wanted of ['0.9.4', '0.9.3', '0.8.9', '0.1.0']) expect(() => nextVersion('0.9.4', wanted)).toThrow('later')
  for (const wanted of ['', 'v1.0.0', '1.0', 'next'])
    expect(() => nextVersion('0.9.4', wanted)).toThrow('not a version')
})

test('unreleased entries move under the version and its date, and nothing else changes', () => {
  const before = '# Changelog\n\n## Unreleased\n\n### Added\n\n- **A feature.**\n\n## 0.1.0\n\n- **Connect.**\n'
  expect(releaseChangelog(before, '0.2.0', '2030-01-31')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2030-01-31\n\n### Added\n\n- **A feature.**\n\n## 0.1.0\n\n- **Connect.**\n',
  )
  expect(releaseChangelog('# Changelog\n\n## Unreleased\n\n- **A.**\n', '0.1.0', '2030-01-31')).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2030-01-31\n\n- **A.**\n',
  )
})

test('a changelog without unreleased entries is not released', () => {
  const texts = [
    '# Changelog\n\n## Unreleased\n\n### Added\n\n## 0.1.0\n\n- **Connect.**\n',
    '# Changelog\n\n## 0.1.0\n',
  ]
  for (const text of texts) expect(() => releaseChangelog(text, '0.2.0', '2030-01-31')).toThrow('Unreleased')
  const released = releaseChangelog(
    read('docs/CHANGELOG.md').replace('## Unreleased\n', '## Unreleased\n\n- x\n'),
    '9.0.0',
    '2030-01-31',
  )
  expect(() => releaseChangelog(released, '9.0.1', '2030-01-31')).toThrow('no entries')
})

test('only the versions of the packages change', () => {
  const text = `"version": "0.1.0", "latchkey": "0.1.0", "latchkey-elements": "0.1.0", "other": "0.1.0", "zod": "0.1.0"
    npm install <path>/latchkey-0.1.0.tgz latchkey-elements-0.1.0.tgz other-0.1.0.tgz latchkey-0.1.0-rc latchkey-0.1.01
    VERSION = '0.1.0'
    **Status:** version 0.1.0, not published`
  expect(withVersion(text, '0.1.0', '0.2.0'))
    .toBe(`"version": "0.2.0", "latchkey": "0.2.0", "latchkey-elements": "0.2.0", "other": "0.1.0", "zod": "0.1.0"
    npm install <path>/latchkey-0.2.0.tgz latchkey-elements-0.2.0.tgz other-0.1.0.tgz latchkey-0.1.0-rc latchkey-0.1.01
    VERSION = '0.2.0'
    **Status:** version 0.2.0, not published`)
})

test('the lock file only changes where it names the package', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const lock = read('package-lock.json')
  const changed = withLockVersion(lock, version, '98.76.5')
  expect(withLockVersion(lock, version, version)).toBe(lock)
  const before = lock.split('\n')
  const lines = changed.split('\n').filter((line, index) => line !== before[index])
  expect(lines.map((line) => line.trim())).toEqual([
    '"version": "98.76.5",',
    '"version": "98.76.5",',
    '"latchkey-elements": "98.76.5",',
  ])
})

test('every file that names the version of a package is found by its form', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const paths = ['package.json', 'README.md', 'docs/create-latchkey/package.json', 'mocks/secureSite/package.json']
  const examples = ['next', 'plain', 'react-router', 'server', 'svelte', 'vite', 'vue']
  for (const path of [
    ...paths,
    'sdk/instance/version.ts',
    ...examples.map((name) => `docs/examples/${name}/package.json`),
  ])
    expect([path, withVersion(read(path), version, '98.76.5').includes('98.76.5')]).toEqual([path, true])
})

describe('a release', () => {
  let folder = ''
  const at = (path: string) => join(folder, 'repository', path)
  const copied = [
    'README.md',
    'package.json',
    'package-lock.json',
    'docs/create-latchkey/package.json',
    'docs/examples/vue/package.json',
    'docs/getting-started.md',
    'docs/scripts/release.mjs',
    'docs/scripts/releaseRules.ts',
    'sdk/instance/version.ts',
  ]
  /** Runs a program in the copy. `fails` is the npm script that fails. */
  const run = (program: string, args: readonly string[], fails = '') => {
    const env = { ...process.env, FAILS: fails, LOG: join(folder, 'npm.log'), NODE_NO_WARNINGS: '1' }
    const path = [folder, process.env['PATH'] ?? ''].join(delimiter)
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: at('.'),
      encoding: 'utf8',
      env: { ...env, PATH: path },
    })
    return { code: status, said: `${stdout}${stderr}` }
  }
  const git = (...args: string[]) => run('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args]).said.trim()
  const release = (args: readonly string[], fails?: string) =>
    run(process.execPath, ['docs/scripts/release.mjs', ...args], fails)

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-release-'))
    // An npm that packs nothing, and notes which scripts run and what is published.
    const pack = `[ "$1" = pack ] && echo '[{"name":"latchkey","size":1,"entryCount":1}]' && exit 0`
    writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${pack}\necho "$*" >> "$LOG"\n[ "$2" != "$FAILS" ]\n`)
    chmodSync(join(folder, 'npm'), 0o755)
    for (const path of copied) cpSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), at(path))
    mkdirSync(at('dist/elements'), { recursive: true })
    writeFileSync(at('dist/elements/package.json'), '{}')
    writeFileSync(at('.gitignore'), 'dist\n')
    const manifest = JSON.parse(readFileSync(at('package.json'), 'utf8')) as object
    const { version } = JSON.parse(read('package.json')) as { version: string }
    for (const [path, fields] of [
      ['package.json', manifest],
      ['docs/create-latchkey/package.json', { name: 'create-latchkey', version }],
    ] as const)
      writeFileSync(at(path), JSON.stringify({ ...fields, version, repository: 'https://example.test' }, null, 2))
    writeFileSync(at('docs/CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- **A.**\n')
    git('init', '--quiet', '--initial-branch', 'main')
    git('config', 'user.name', 'a')
    git('config', 'user.email', 'a@b.c')
    git('add', '.')
    git('commit', '--quiet', '--message', 'Begin')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('changes nothing as a dry run, or with changes in the working tree', () => {
    const { code, said } = release(['98.0.0', '--dry-run'])
    expect([code, said]).toEqual([0, expect.stringContaining('then: npm publish . --provenance --access public')])
    for (const path of copied.filter((each) => /package|version|README/.test(each)))
      expect(said).toContain(`writes ${path}`)
    expect(said).not.toContain('would stop')
    writeFileSync(at('notes.txt'), '')
    expect(release(['98.0.0', '--dry-run']).said).toContain('would stop: The working tree has changes.')
    expect(release(['98.0.0'])).toEqual({ code: 1, said: 'The working tree has changes.\n' })
    rmSync(at('notes.txt'))
    expect(release(['next']).code).toBe(1)
    expect([git('status', '--porcelain'), git('tag')]).toEqual(['', ''])
  })

  test('restores the files if the build fails', () => {
    expect(release(['98.0.0'], 'build').code).toBe(1)
    expect([git('status', '--porcelain'), git('tag'), git('log', '--format=%s')]).toEqual(['', '', 'Begin'])
  })

  test('commits and tags the version after all checks, and publishes each package', () => {
    rmSync(join(folder, 'npm.log'))
    const { code, said } = release(['98.0.0', '--publish'])
    expect([code, said]).toEqual([0, expect.stringContaining('Release 98.0.0')])
    expect([git('status', '--porcelain'), git('tag'), git('log', '-1', '--format=%s')]).toEqual([
      '',
      'v98.0.0',
      'Release 98.0.0',
    ])
    for (const path of copied.filter((each) => /package|version/.test(each)))
      expect([path, readFileSync(at(path), 'utf8').includes('98.0.0')]).toEqual([path, true])
    expect(readFileSync(at('docs/CHANGELOG.md'), 'utf8')).toMatch(
      /## Unreleased\n\n## 98\.0\.0 - \d{4}-\d\d-\d\d\n\n- \*\*A/,
    )
    expect(readFileSync(join(folder, 'npm.log'), 'utf8').trim().split('\n')).toEqual([
      'run lint',
      'run typecheck',
      'run build',
      ...['./dist/elements', '.', './docs/create-latchkey'].map(
        (each) => `publish ${each} --provenance --access public`,
      ),
    ])
    expect(release(['98.0.1', '--dry-run']).said).toContain('would stop: docs/CHANGELOG.md has no entries')
  })
})
