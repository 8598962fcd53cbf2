/** The rules of a release: versions, the changelog, and the limits of the package. */

/** The limits of `latchkey`, packed. */
export const LIMITS = { bytes: 1_500_000, files: 1_500 }

/** A reason not to release, printed without a stack trace. */
export class Obstacle extends Error {}

const partsOf = (version: string): number[] => {
  const [, ...parts] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? []
  if (parts.length === 0) throw new Obstacle(`${version} is not a version: use patch, minor, major or three numbers.`)
  return parts.map(Number)
}

/** Returns the version that follows: `patch`, `minor`, `major`, or a later version. */
export function nextVersion(current: string, wanted: string): string {
  const parts = partsOf(current)
  const [major = 0, minor = 0, patch = 0] = parts
  if (wanted === 'major') return `${major + 1}.0.0`
  if (wanted === 'minor') return `${major}.${minor + 1}.0`
  if (wanted === 'patch') return `${major}.${minor}.${patch + 1}`
  const difference = partsOf(wanted)
    .map((part, index) => part - (parts[index] ?? 0))
    .find((each) => each !== 0)
  if (difference === undefined || difference < 0) throw new Obstacle(`${wanted} is not later than ${current}.`)
  return wanted
}

/** Moves the unreleased entries of a changelog under a version. `date` is an ISO date. Throws if there are no entries. */
export function releaseChangelog(text: string, version: string, date: string): string {
  const [, before = '', entries = '', after = ''] =
    /^([\s\S]*?\n)## Unreleased\n([\s\S]*?)(\n## [\s\S]*)?$/.exec(text) ?? []
  if (before === '') throw new Obstacle('docs/CHANGELOG.md has no section Unreleased.')
  if (!/^([-*] |\| )/m.test(entries)) throw new Obstacle('docs/CHANGELOG.md has no entries under Unreleased.')
  return `${before}## Unreleased\n\n## ${version} - ${date}\n${entries}${after}`
}

/** Replaces the version of the packages in a manifest, a guide or a module. Versions of other packages stay. */
export function withVersion(text: string, from: string, to: string): string {
  const before =
    /("version": "|"latchkey(?:-elements)?": "|\blatchkey(?:-elements)?-|VERSION = '|\*\*Status:\*\* version )/
  return text.replace(new RegExp(`${before.source}${from.replaceAll('.', '\\.')}(?![\\w-]|\\.\\d)`, 'g'), `$1${to}`)
}

/** Replaces the version of the package in its lock file, but not those of other packages. */
export function withLockVersion(text: string, from: string, to: string): string {
  const { packages, ...lock } = JSON.parse(text) as { packages: Record<string, object> }
  const { '': own, ...others } = packages
  const changed = JSON.parse(withVersion(JSON.stringify(own, null, 2), from, to)) as object
  return `${JSON.stringify({ ...lock, version: to, packages: { '': changed, ...others } }, null, 2)}\n`
}
