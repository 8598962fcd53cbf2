/** The release script's versions and changelog. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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
