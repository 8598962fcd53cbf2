/** Checks docs/security.md: hosts, keys and packages. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keyOf } from '../../sdk/sign-in/methodsOf.ts'
import { persistedKeys } from '../../machines/storage/persisted.types.ts'
import { bundlerUrl } from '../../machines/pairing/rules/bundlers.ts'
import { DEFAULT_RELAY, readOptions } from '../../sdk/instance/config.ts'
import { mainnet } from '../../sdk/index.ts'
import { paymentsKey } from '../../sdk/pay/payments.ts'
import { rowsOf, sectionsOf } from './pages.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const page = read('docs/security.md')
const sections = sectionsOf(page)

/** The directives of a policy, by name. */
const policyOf = (text: string) =>
  new Map(
    text
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...values]) => [name, values]),
  )

const [, printed = ''] = /```txt\n([\s\S]*?)```/.exec(page) ?? []
const policy = policyOf(printed)
const codesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

test('the policy is that of the end-to-end tests, with the default hosts', () => {
  const [, tested = ''] = /contentSecurityPolicy = \[([\s\S]*?)\]/.exec(read('tests/e2e/globalSetup.ts')) ?? []
  const strict = policyOf([...tested.matchAll(/"([^"]+)"/g)].map(([, directive = '']) => directive).join(';'))
  expect([...policy.keys()].toSorted()).toEqual([...strict.keys()].toSorted())
  for (const name of ['default-src', 'script-src', 'style-src', 'require-trusted-types-for'])
    expect(policy.get(name)).toEqual(strict.get(name))

  const { blockchain, catalog, analytics } = readOptions({}).hosts
  const asked = [...mainnet.rpcUrls.default.http, blockchain, catalog, DEFAULT_RELAY]
  expect(policy.get('connect-src')).toEqual(["'self'", 'https://your-node.example', ...asked])
  expect(policy.get('img-src')).toEqual(["'self'", 'data:', catalog])
  const hosts = rowsOf(sections['Content security policy'] ?? '').flatMap(([host]) => codesIn(host))
  expect(hosts.toSorted()).toEqual(['https://your-node.example', ...asked, analytics].toSorted())
  // Requests about a named bundler go to a host that is already allowed.
  const query = { projectId: 'p', chainId: 'eip155:1', bundler: 'b' }
  expect(new URL(bundlerUrl(blockchain, query)).origin).toBe(blockchain)
})

test('every claim about untrusted parties names existing tests, and every attack test belongs to a claim', () => {
  const claims = rowsOf(sections['Trust boundaries'] ?? '')
  expect(claims.filter(([, claim = '', tests]) => claim === '' || codesIn(tests).length === 0)).toEqual([])
  const named = claims.flatMap(([, , tests]) => codesIn(tests))
  expect(named.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([])
  const attacks = globSync('security/*.test.ts', { cwd: new URL('..', import.meta.url) })
  expect(attacks.map((path) => path.replaceAll('\\', '/')).filter((path) => !named.includes(path))).toEqual([])
})

test('every stored key is listed', () => {
  const listed = rowsOf(sections['Stored data'] ?? '').flatMap(([key]) => codesIn(key))
  expect(listed.filter((key) => /^latchkey\.<id>\.\w+$/.test(key)).toSorted()).toEqual(
    [...persistedKeys.map((key) => `latchkey.<id>.${key}`), keyOf({ id: '<id>' }), paymentsKey('<id>')].toSorted(),
  )
})

interface Package {
  version: string
  license?: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  hasInstallScript?: boolean
}
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> }
const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }

/** The paths in the lock file of all packages that an app installs with Latchkey. */
function installedPaths(): string[] {
  const found = new Set<string>()
  const add = (name: string, from: string) => {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      const path = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`
      if (packages[path]) return visit(path)
      if (folder === '') throw new Error(`${from} needs ${name}, which is not in the lock file.`)
    }
  }
  const visit = (path: string) => {
    if (found.has(path)) return
    found.add(path)
    const { dependencies: own = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[path] ?? {}
    const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
    for (const name of [...Object.keys(own), ...peers]) add(name, path)
  }
  for (const name of Object.keys(dependencies)) add(name, '')
  return [...found]
}

const licenceOf = (path: string): string => {
  const { license = 'no license' } = JSON.parse(read(`${path}/package.json`)) as { license?: string }
  return license
}
/** The rows of the section's tables, by the name in their first column. */
const listed = new Map(
  rowsOf(sections['Dependencies'] ?? '').map(([name, version, licence]) => [codesIn(name)[0], `${version} ${licence}`]),
)
const vendored = ['@walletconnect/sign-client', '@solana/web3.js']

test('every dependency and every bundled library is listed, with its version and license', () => {
  const named = Object.keys(dependencies).map((name) => [name, dependencies[name]] as const)
  const bundled = vendored.map((name) => [name, packages[`node_modules/${name}`]?.version] as const)
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries(
      [...named, ...bundled].map(([name, version]) => [name, `${version} ${licenceOf(`node_modules/${name}`)}`]),
    ),
  )
})

test('everything that an app installs has one of the listed licenses and no install script', () => {
  const paths = installedPaths()
  expect(paths).toContain('node_modules/viem')
  const [, licences = ''] = /have permissive licenses: ([^.]*(?:\.0[^.]*)*)\. None/.exec(page) ?? []
  const allowed = licences.split(/, | or /)
  expect(paths.filter((path) => !allowed.includes(licenceOf(path))).map((path) => [path, licenceOf(path)])).toEqual([])
  expect(allowed.filter((licence) => !paths.some((path) => licenceOf(path) === licence))).toEqual([])
  expect(paths.filter((path) => packages[path]?.hasInstallScript)).toEqual([])
})
