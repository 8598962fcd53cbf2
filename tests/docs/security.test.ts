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

test('every package that an app installs is listed, with its version and license', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const rows = rowsOf(sections['Dependencies'] ?? '').map(([name, version, licence]) =>
    [...codesIn(name), version, licence].join(' '),
  )
  const installed = Object.entries(dependencies).map(([name, version]) => {
    const { license } = JSON.parse(read(`node_modules/${name}/package.json`)) as { license: string }
    return `${name} ${version} ${license}`
  })
  expect(rows.toSorted()).toEqual(installed.toSorted())
})
