/**
 * The package in other setups than React with npm and Vite: other installers, frameworks, test runners, and versions of Node.
 */
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getResponse } from 'msw'
import { expect as seen } from 'playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { createHandlers } from '../../mocks/api/index.ts'
import { full } from '../support/full.ts'
import { readGuide } from './guide.ts'
import { environment, offRegistry, runLine, serve, writeIn } from './newcomer.ts'
import { importing, requiring } from './nodePages.ts'
import { startVisits } from './visitor.ts'

const SETUP_MS = 300_000
const [start, testing, manifest] = await Promise.all([
  readGuide('getting-started.md'),
  readGuide('testing.md'),
  readFile(new URL('../../package.json', import.meta.url), 'utf8').then(
    (text) => JSON.parse(text) as { exports: Record<string, unknown> },
  ),
])
/** The entries that an app may import, except those that need MSW. */
const entries = Object.keys(manifest.exports)
  .filter((entry) => !/\.(css|json)$|\*|handlers/.test(entry))
  .map((entry) => entry.replace('.', 'latchkey'))

const site = { name: 'site', version: '1.0.0', private: true }

/** The files of the guide's tests. */
const testFiles = ['App.tsx', 'testInstance.ts', 'App.test.jsx', 'wallet.test.js']

/** A folder with its own package.json. */
async function begin(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await writeIn(folder, 'package.json', JSON.stringify(site))
  return folder
}

/** The same with the repository's lock, so that npm uses its versions and its cache. */
async function beginLocked(folder: string): Promise<string> {
  const lock = await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8')
  const { packages } = JSON.parse(lock) as { packages: Record<string, object> }
  const locked = { lockfileVersion: 3, requires: true, packages: { ...packages, '': site } }
  await writeIn(folder, 'package-lock.json', JSON.stringify(locked))
  return begin(folder)
}

describe.runIf(full)('the packed package', () => {
  let folder = ''
  let visits: Awaited<ReturnType<typeof startVisits>>
  const stops: (() => Promise<void>)[] = []
  const at = (name: string) => join(folder, name)
  /** `npm install` of the packed package and other packages. */
  const npmInstall = async (home: string, names: string, node?: string) =>
    runLine(home, await offRegistry(`npm install ${names}`, inject('tarball')), environment(node))

  /** A command line of another installer. */
  const installer = (program: string, words: string) => {
    const path = join(at('installers'), 'node_modules', program)
    return `${path.endsWith('.js') ? `node "${path}"` : `"${path}"`} ${words}`
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-installs-'))
    await npmInstall(await begin(at('installers')), 'pnpm@12.21.0 yarn@1.22.22 @yarnpkg/cli-dist@4.18.1')
    visits = await startVisits()
  }, SETUP_MS)
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  afterAll(async () => {
    await visits?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  describe.each([
    { name: 'pnpm', program: 'pnpm/pnpm', add: 'add', run: 'exec' },
    { name: 'yarn 1', program: 'yarn/bin/yarn.js', add: 'add --no-progress', run: 'run' },
    { name: 'yarn 4', program: '@yarnpkg/cli-dist/bin/yarn.js', add: 'add', run: '' },
  ])('$name', ({ name, program, add, run }) => {
    const command = (words: string) => installer(program, words)

    test('installs', { timeout: SETUP_MS }, async () => {
      await begin(at(name))
      // With a lock file, yarn 4 does not use a parent folder as the project.
      if (name === 'yarn 4') await writeIn(at(name), 'yarn.lock', '')
      const lines = start.lines.filter((line) => line.startsWith('npm install '))
      for (const line of await Promise.all(lines.map((each) => offRegistry(each, inject('tarball'))))) {
        const names = line.split(' ').filter((word) => word.includes('@'))
        await runLine(at(name), command(`${add} ${names.map((word) => `"${word}"`).join(' ')}`))
      }
      const { dependencies } = JSON.parse(await readFile(join(at(name), 'package.json'), 'utf8')) as {
        dependencies: Record<string, string>
      }
      expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(['latchkey', 'react', 'viem']))
    })

    test('builds', { timeout: SETUP_MS }, async () => {
      for (const file of ['index.html', 'main.tsx']) await writeIn(at(name), file, start.textOf(file))
      // An app that uses viem's chains imports a transitive dependency.
      const chains = "import { base } from 'viem/chains'\nconsole.log(base.name)\n"
      await writeIn(at(name), 'main.tsx', `${start.textOf('main.tsx')}${chains}`)
      expect(await runLine(at(name), command(`${run} vite build`))).toContain('dist/index.html')
    })

    test('connects and sends', { timeout: SETUP_MS }, async () => {
      const site = await serve(at(name), command(`${run} vite preview`))
      stops.push(site.stop)
      expect(await visits.visit(site.url, ({ page }) => visits.send(page))).toMatch(/^0x/)
    })
  })

  describe('Next 16', () => {
    const home = () => at('next')
    test('installs', { timeout: SETUP_MS }, async () => {
      await beginLocked(home())
      await npmInstall(home(), 'latchkey next react react-dom typescript@5.9.3 @types/react @types/node')
      expect(await readdir(join(home(), 'node_modules'))).toContain('next')
    })
    test('builds', { timeout: SETUP_MS }, async () => {
      for (const file of ['app/layout.tsx', 'app/page.tsx', 'app/wallet.tsx'])
        await writeIn(home(), file, start.textOf(file))
      const said = await runLine(home(), 'npx next build', { ...environment(), NEXT_TELEMETRY_DISABLED: '1' })
      expect(said).toContain('prerendered as static content')
    })
    test('renders its button on the server, connects, and restores the connection', { timeout: SETUP_MS }, async () => {
      const site = await serve(home(), 'npx next start --port 0', { ...environment(), NEXT_TELEMETRY_DISABLED: '1' })
      stops.push(site.stop)
      expect(await (await fetch(site.url)).text()).toMatch(/<button[^>]*><span>Connect wallet<\/span><\/button>/)
      await visits.visit(site.url, async ({ page, said }) => {
        await visits.connect(page)
        const account = page.getByRole('button', { name: 'Account' })
        await seen(account).toBeVisible()
        await page.reload()
        await seen(account).toBeVisible()
        expect(said.filter((text) => /error/i.test(text))).toEqual([])
      })
    })
  })

  describe.each([
    { major: 20, version: '20.20.2' },
    { major: 22, version: '22.23.3' },
    { major: 24, version: '' },
  ])('Node $major', ({ major, version }) => {
    let api: Server
    const home = () => at('node')
    const node = () => (version ? at(`node${major}/node_modules/node/bin`) : undefined)
    beforeAll(async () => {
      api = createServer((request, response) => {
        const { method = 'GET', headers, url = '' } = request
        const asked = new Request(new URL(url, `http://${headers.host}`), { method })
        void getResponse(handlers, asked).then(async (answer) => {
          response.writeHead(answer?.status ?? 404, Object.fromEntries(answer?.headers ?? []))
          response.end(await answer?.text())
        })
      }).listen(0, '127.0.0.1')
      await new Promise((resolve) => api.once('listening', resolve))
      const host = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
      const handlers = createHandlers({ hosts: { blockchain: host, catalog: host, analytics: host } })
    })
    afterAll(() => void api?.close())
    const host = () => `http://127.0.0.1:${(api.address() as AddressInfo).port}`

    test('installs', { timeout: SETUP_MS }, async () => {
      if (version) await npmInstall(await begin(at(`node${major}`)), `node@${version}`)
      if (major === 20) await beginLocked(home())
      await npmInstall(home(), 'latchkey latchkey-elements react react-dom preact @wagmi/core', node())
      expect(await runLine(home(), 'node --version', environment(node()))).toMatch(new RegExp(`^v${major}\\.`))
    })
    test('imports every entry, connects, and fetches the catalog', { timeout: SETUP_MS }, async () => {
      await writeIn(home(), 'page.mjs', importing(entries, host()))
      const said = JSON.parse(await runLine(home(), 'node page.mjs', environment(node()))) as Record<string, unknown>
      expect(said).toEqual({
        imported: entries,
        connected: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        wallets: 40,
      })
    })
    test("requires every entry, as the guide's CommonJS does", { timeout: SETUP_MS }, async () => {
      await writeIn(home(), 'page.cjs', requiring(entries))
      const env = environment(node())
      expect(JSON.parse(await runLine(home(), 'node page.cjs', env))).toEqual({ required: entries })
      await writeIn(home(), 'wallet.cjs', start.textOf('wallet.cjs'))
      expect(await runLine(home(), 'node wallet.cjs', env)).toBe('disconnected\n')
    })
  })

  describe.each([
    { name: 'Vitest and jsdom', dom: 'jsdom' },
    { name: 'Vitest and happy-dom', dom: 'happy-dom' },
  ])('$name', ({ dom }) => {
    const home = () => at('vitest')
    test('installs', { timeout: SETUP_MS }, async () => {
      const line = testing.lines.find((each) => each.includes(' vitest ') && each.startsWith('npm ')) ?? ''
      if (dom === 'jsdom') await beginLocked(home())
      const asked = `${line.replace('jsdom', dom)} latchkey react react-dom`
      await runLine(home(), await offRegistry(asked, inject('tarball')))
      expect(await readdir(join(home(), 'node_modules'))).toContain(dom)
    })
    test('passes the tests of the guide', { timeout: SETUP_MS }, async () => {
      for (const file of testFiles) await writeIn(home(), file, testing.textOf(file))
      const line = testing.lines.find((each) => each.startsWith('npx vitest ')) ?? ''
      expect(await runLine(home(), line.replace('jsdom', dom))).toMatch(/Tests +5 passed/)
    })
  })

  describe('Jest 30', () => {
    const home = () => at('jest')
    test('installs', { timeout: SETUP_MS }, async () => {
      await beginLocked(home())
      const [first = '', second = ''] = testing.lines.filter((line) => /^npm install .*jest/.test(line))
      for (const line of [`${first} latchkey react react-dom`, second])
        await runLine(home(), await offRegistry(line, inject('tarball')))
      expect(await readdir(join(home(), 'node_modules'))).toContain('jest')
    })
    test('passes the tests of the guide', { timeout: SETUP_MS }, async () => {
      for (const file of [...testFiles, 'babel.config.cjs', 'jest.config.cjs', 'jest.setup.cjs'])
        await writeIn(home(), file, testing.textOf(file))
      expect(testing.lines).toContain('npx jest')
      expect(await runLine(home(), 'npx jest --json')).toContain('"numPassedTests":5')
    })
  })

  test('runs no install script, and works with pnpm, which refuses them', { timeout: SETUP_MS }, async () => {
    const home = await begin(at('no scripts'))
    await npmInstall(home, 'latchkey')
    const lock = await readFile(join(home, 'package-lock.json'), 'utf8')
    const { packages } = JSON.parse(lock) as { packages: Record<string, { hasInstallScript?: boolean }> }
    expect(Object.keys(packages)).toContain('node_modules/viem')
    expect(Object.keys(packages).filter((path) => packages[path]?.hasInstallScript)).toEqual([])
    const other = await begin(at('pnpm alone'))
    await runLine(other, installer('pnpm/pnpm', `add "latchkey@file:${inject('tarball')}"`))
    expect(await runLine(other, `node -e "console.log(Object.keys(require('latchkey')).length)"`)).toMatch(/^\d+\n$/)
  })

  test('is refused by yarn 1 on Node 20, as the guide describes', { timeout: SETUP_MS }, async () => {
    const home = await begin(at('yarn 1 on Node 20'))
    const add = installer('yarn/bin/yarn.js', `add "latchkey@file:${inject('tarball')}"`)
    const env = environment(at('node20/node_modules/node/bin'))
    await expect(runLine(home, add, env)).rejects.toThrow(/The engine "node" is incompatible/)
    expect(start.text).toContain('yarn 1 refuses')
  })
})
