/** The package as users get it: built, packed, and imported from an otherwise empty folder. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '../../docs/scripts/releaseRules.ts'
import * as machines from '../../machines/index.ts'
import { startRelay } from '../../mocks/relay/node.ts'
import { sandboxProject } from '../../mocks/sandbox/project.ts'
import { deviceOf } from '../mocks/secureSite/site.ts'
import { full } from '../support/full.ts'
import { freePort, installSite, runScript, startSite } from './deployedSite.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
let folder = ''
let tarball = ''
let installed = ''
let elements = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-package-'))
  await run('npm', ['run', 'build'], { cwd: root })
  await run('npm', ['pack', '.', './dist/elements', '--pack-destination', folder], { cwd: root })
  const unpack = async (name: string) => {
    const file = (await readdir(folder)).find((each) => new RegExp(`^${name}-\\d`).test(each)) ?? ''
    const to = join(folder, 'node_modules', name)
    await mkdir(to, { recursive: true })
    await run('tar', ['-xzf', join(folder, file), '-C', to, '--strip-components', '1'])
    return [join(folder, file), to] as const
  }
  ;[tarball, installed] = await unpack('latchkey')
  ;[, elements] = await unpack('latchkey-elements')
  const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const name of [...Object.keys(dependencies), 'react', 'react-dom']) {
    const target = join(folder, 'node_modules', name)
    await mkdir(join(target, '..'), { recursive: true })
    await symlink(join(root, 'node_modules', name), target)
  }
}, 300_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('every entry can be imported in plain Node without side effects', { timeout: 120_000 }, async () => {
  const script = `
    const before = new Set(Object.keys(globalThis))
    const { createLatchkey, mainnet } = await import('latchkey')
    const { mountDevtools } = await import('latchkey/devtools')
    const { LatchkeyButtonElement } = await import('latchkey/elements')
    const { tokenCallIn } = await import('latchkey/explain')
    const { readFrameMessage } = await import('latchkey/frame')
    const { networkIcon } = await import('latchkey/icons')
    const machines = await import('latchkey/machines')
    const { createPairing } = await import('latchkey/pairing')
    const signIn = await import('latchkey/sign-in')
    const skin = await import('latchkey/react')
    const testing = await import('latchkey/testing')
    const { latchkeyConnector } = await import('latchkey/wagmi')
    const latchkey = createLatchkey({ networks: [mainnet] })
    console.log(JSON.stringify({
      status: latchkey.getAccount().status,
      devtools: typeof mountDevtools,
      elements: typeof LatchkeyButtonElement,
      explain: typeof tokenCallIn,
      frame: typeof readFrameMessage,
      icon: (await networkIcon('eip155:1'))?.slice(0, 15),
      machines: Object.keys(machines).length,
      pairing: typeof createPairing,
      nonce: signIn.createNonce().length,
      skin: typeof skin.LatchkeyModal,
      testing: typeof testing.fakeWallet,
      wagmi: typeof latchkeyConnector(latchkey),
      added: Object.keys(globalThis).filter((key) => !before.has(key) && !key.startsWith('__zod')),
    }))`
  await writeFile(join(folder, 'page.mjs'), script)
  const { stdout } = await run(process.execPath, ['page.mjs'], { cwd: folder })
  expect(JSON.parse(stdout)).toEqual({
    status: 'disconnected',
    devtools: 'function',
    elements: 'function',
    explain: 'function',
    frame: 'function',
    icon: 'data:image/svg+',
    machines: Object.keys(machines).length,
    pairing: 'function',
    nonce: 32,
    skin: 'function',
    testing: 'function',
    wagmi: 'function',
    added: [],
  })
  expect(await readFile(join(installed, 'dist/sdk/icons/LICENSE.txt'), 'utf8')).toContain('Copyright (c) 2024 0xa3k5')
})

test("the skin can be imported in server components: only its client parts have 'use client'", async () => {
  // Bundlers replace modules with 'use client' by references.
  const script = `
    import { registerHooks } from 'node:module'
    registerHooks({
      load(url, context, next) {
        const loaded = next(url, context)
        const text = loaded.source ? Buffer.from(loaded.source).toString() : ''
        if (!text.startsWith("'use client'")) return loaded
        const declared = [...text.matchAll(/^export (?:async )?(?:const|function|class) (\\w+)/gm)].map(([, name]) => name)
        const lists = [...text.matchAll(/^export {(.*)}/gm)].flatMap(([, list]) => list.split(','))
        const names = [...declared, ...lists.map((entry) => entry.trim().split(' as ').at(-1))]
        return { ...loaded, source: names.map((name) => 'export const ' + name + " = 'of clients'").join('\\n') }
      },
    })
    const { themeCss, presets, en, locales, ...skin } = await import('latchkey/react')
    const { createLatchkey } = await import('latchkey')
    await import('latchkey/react/locales/de')
    console.log(JSON.stringify({
      css: themeCss(presets.mint).includes('--latchkey-accent'),
      words: en.words.connectWallet,
      locales: locales.includes('de'),
      status: createLatchkey().getAccount().status,
      others: [...new Set(Object.values(skin))],
    }))`
  await writeFile(join(folder, 'server.mjs'), script)
  const { stdout } = await run(process.execPath, ['--conditions=react-server', 'server.mjs'], { cwd: folder })
  expect(JSON.parse(stdout)).toEqual({
    css: true,
    words: 'Connect wallet',
    locales: true,
    status: 'disconnected',
    others: ['of clients'],
  })
})

test('what a page loads together is merged into few modules, without import cycles', async () => {
  const inDist = (name: string) => join(installed, 'dist', name)
  const files = (await readdir(join(installed, 'dist'), { recursive: true }))
    .filter((name) => /^(machines|sdk|react-skin)\b.*\.js$/.test(name))
    .map(inDist)
  const imports = new Map<string, string[]>()
  for (const file of files) {
    const text = await readFile(file, 'utf8')
    const paths = [...text.matchAll(/^(?:import|export)\b[^'"]*? from ['"](\.[^'"]+)['"]/gm)].map(([, to = '']) => to)
    imports.set(
      file,
      paths.map((to) => join(file, '..', to)),
    )
  }
  const cycles: string[][] = []
  const done = new Set<string>()
  const visit = (file: string, above: readonly string[]) => {
    if (above.includes(file)) cycles.push([...above.slice(above.indexOf(file)), file])
    if (above.includes(file) || done.has(file)) return
    for (const next of imports.get(file) ?? []) visit(next, [...above, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(cycles).toEqual([])
  const merged = files
    .flatMap((file) => file.split('/dist/')[1]?.replace('/merged/', ' ') ?? [])
    .filter((name) => / /.test(name))
  expect(merged.toSorted()).toEqual([
    'machines engine.js',
    'machines start.js',
    'react-skin card.client.js',
    'react-skin card.js',
    'react-skin dialog.client.js',
    'react-skin start.client.js',
    'react-skin start.js',
    'sdk api.js',
    'sdk engine.js',
    'sdk start.js',
  ])
  // An app that imports one function does not load the machines, the dialog or the API client.
  const entries = new Set(['sdk/index.js', 'sdk/skin.js', 'sdk/pairing/index.js', 'react-skin/index.js'].map(inDist))
  for (const file of entries) for (const next of imports.get(file) ?? []) entries.add(next)
  const later = /\/merged\/(engine|api|dialog)\./
  expect([...entries].filter((file) => later.test(file))).toEqual([])
  expect([...entries].some((file) => /\/merged\/start\./.test(file))).toBe(true)
})

test('the custom elements load only their own files, and start with the recorded size in kB gzipped', async () => {
  const files = ['latchkey.js', ...(await readdir(join(elements, 'chunks'))).map((name) => `chunks/${name}`)]
  const texts = new Map<string, string>()
  for (const file of files) texts.set(file, await readFile(join(elements, file), 'utf8'))
  const importsOf = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, to = '']) => to)
  const STATIC = /(?:^|[;}\s])(?:import|export)(?:[\w$\s{},*]*from)?\s*["']([^"']+)["']/g
  const begins = new Set(['latchkey.js'])
  for (const file of begins) for (const to of importsOf(texts.get(file) ?? '', STATIC)) begins.add(join(file, '..', to))
  const later = [...texts.values()].flatMap((text) => importsOf(text, /\bimport\(\s*[`"']([^`"']+)[`"']\s*\)/g))
  expect(later.length).toBeGreaterThan(50)
  expect(later.filter((to) => !to.startsWith('./') || !texts.has(`chunks/${to.slice(2)}`))).toEqual([])
  expect([...begins].filter((file) => !texts.has(file))).toEqual([])
  const packed = [...begins].reduce((sum, file) => sum + gzipSync(texts.get(file) ?? '', { level: 9 }).length, 0) / 1000
  const written = JSON.parse(await readFile(join(root, 'tests/package/sizes.json'), 'utf8')) as { elements: number }
  expect(Math.abs(packed / written.elements - 1), `${packed} kB`).toBeLessThan(0.02)
})

test('the frame protocol only depends on zod', async () => {
  const pending = [join(installed, 'dist/machines/embedded/frame.schemas.js')]
  const packages = new Set<string>()
  for (const path of pending) {
    for (const [, to = ''] of (await readFile(path, 'utf8')).matchAll(/from '([^']+)'/g)) {
      const file = join(path, '..', to)
      if (!to.startsWith('.')) packages.add(to)
      else if (!pending.includes(file)) pending.push(file)
    }
  }
  expect([...packages]).toEqual(['zod/mini'])
})

test('the handlers need MSW, and nothing else does', async () => {
  await symlink(join(root, 'node_modules', 'msw'), join(folder, 'node_modules', 'msw'))
  const hosts = { blockchain: 'https://a.test', catalog: 'https://b.test', analytics: 'https://c.test' }
  const script = `
    const { createHandlers, scenario } = await import('latchkey/testing/handlers')
    const handlers = createHandlers({ hosts: ${JSON.stringify(hosts)} })
    console.log(JSON.stringify([handlers.length > 20, scenario('offline')(handlers).length === handlers.length]))`
  await writeFile(join(folder, 'handlers.mjs'), script)
  const { stdout } = await run(process.execPath, ['handlers.mjs'], { cwd: folder })
  expect(JSON.parse(stdout)).toEqual([true, true])
})

test('a page and a wallet connect through a relay with the package alone', async () => {
  const { url, stop } = await startRelay()
  const script = `
    import { createPairing } from 'latchkey/pairing'
    const keeping = (kept = new Map()) => ({
      getKeys: async () => [...kept.keys()],
      getEntries: async () => [...kept],
      getItem: async (key) => kept.get(key),
      setItem: async (key, value) => void kept.set(key, value),
      removeItem: async (key) => void kept.delete(key),
    })
    const side = (role) => createPairing({ role, client: () => ({
      projectId: '${sandboxProject}', relayUrl: '${url}', id: role, storage: keeping(), verify: false,
      metadata: { name: role, description: '', url: 'https://' + role + '.example', icons: [] },
    }) })
    const [page, wallet] = [side('requester'), side('responder')]
    const accounts = ['eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']
    wallet.on('pairing.requested', ({ name }) => {
      const [kind, id] = name.split(':')
      if (kind === 'proposal') wallet.approve(Number(id), { namespaces: { eip155: { accounts, methods: ['personal_sign'], events: [] } } })
      if (kind === 'sessionRequest') wallet.respond(Number(id), { result: '0x51676e6564' })
    })
    const requiredNamespaces = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } }
    const { value } = await page.propose({ requiredNamespaces }, { onUri: ({ uri }) => wallet.pair(uri) })
    const answer = await page.request({ topic: value.topic, chainId: 'eip155:1', request: { method: 'personal_sign', params: ['0x00', accounts[0]] } })
    console.log(JSON.stringify(answer))
    process.exit()`
  await writeFile(join(folder, 'pairing.mjs'), script)
  const { stdout } = await run(process.execPath, ['pairing.mjs'], { cwd: folder }).finally(stop)
  expect(JSON.parse(stdout)).toEqual({ status: 'done', value: '0x51676e6564' })
  const licences = await readFile(join(installed, 'dist/vendor/LICENSES.txt'), 'utf8')
  for (const name of ['core', 'sign-client', 'utils'])
    expect(licences).toMatch(new RegExp(`^@walletconnect/${name} 2\\.21\\.8 \\(Apache-2\\.0\\)$`, 'm'))
  expect(licences).toContain('Apache License')
  expect(licences).not.toMatch(/rpc-websockets|LGPL|GNU/)
})

test('a Solana wallet connects and sends without @solana/web3.js', async () => {
  expect(existsSync(join(folder, 'node_modules/@solana'))).toBe(false)
  const script = `
    import { createLatchkey, defineNetwork, solana } from 'latchkey'
    import { fakeApi, memoryStorage, simulatedSolanaChain, simulatedSolanaWallet } from 'latchkey/testing'
    import { solanaProvider } from './node_modules/latchkey/dist/sdk/connectors/walletStandard.js'
    const chain = simulatedSolanaChain()
    const wallet = simulatedSolanaWallet({ chain })
    const connector = { id: 'wallet', name: 'Wallet', type: 'ANNOUNCED', chain: 'solana' }
    const latchkey = createLatchkey({
      projectId: 'test',
      networks: [defineNetwork(solana, { node: chain })],
      connectors: [{ connector, provider: solanaProvider(wallet.wallet) }],
      review: 'none',
      ports: { storage: memoryStorage(), api: fakeApi({}, { serves: false }), logger: { error() {}, warn() {} } },
    })
    latchkey.start()
    const connected = await latchkey.connect({ connectorId: 'wallet' })
    const { value: send } = await latchkey.load('send')
    const quantity = { numeric: '10', decimals: '9' }
    const settled = new Promise((resolve) => send.on('send.settled', ({ outcome }) => resolve(outcome)))
    const estimated = new Promise((resolve) => send.subscribe(({ context }) => context.fee && resolve()))
    send.send({ type: 'send.setToken', token: { name: 'Solana', symbol: 'SOL', chainId: solana.caipNetworkId, quantity } })
    send.send({ type: 'send.setAmount', amount: '1' })
    send.send({ type: 'send.setReceiver', receiver: '6QuXb6mB6WmRASP2y8AavXh6aabBXEH5ZzrSH5xRrgSm' })
    await estimated
    send.send({ type: 'send.submit' })
    const outcome = await settled
    console.log(JSON.stringify([connected.status, outcome.status, wallet.deeds.map(({ type }) => type)]))
    process.exit()`
  await writeFile(join(folder, 'solana.mjs'), script)
  const { stdout } = await run(process.execPath, ['solana.mjs'], { cwd: folder })
  expect(JSON.parse(stdout)).toEqual(['done', 'done', ['granted', 'signed', 'sent']])
})

test('every language of the skin is a separate entry', async () => {
  const script = `
    const { locales } = await import('latchkey/react')
    const tags = await Promise.all(locales.filter((locale) => locale !== 'en').map(async (locale) => {
      const catalog = await import('latchkey/react/locales/' + locale)
      return [locale, catalog[locale].words.locale.split('-')[0]]
    }))
    console.log(JSON.stringify(tags))`
  await writeFile(join(folder, 'languages.mjs'), script)
  const { stdout } = await run(process.execPath, ['languages.mjs'], { cwd: folder })
  const tags = JSON.parse(stdout) as [string, string][]
  expect(tags.length).toBeGreaterThan(0)
  for (const [locale, language] of tags) expect(language).toBe(locale)
})

test('the stylesheet and everything that it imports exist', async () => {
  const sheet = join(installed, 'dist/react-skin/styles/styles.css')
  const text = await readFile(sheet, 'utf8')
  for (const [, name] of text.matchAll(/@import\s+(?:url\()?['"]([^'"]+)['"]/g))
    expect([name, existsSync(join(sheet, '..', name ?? ''))]).toEqual([name, true])
})

test('types and exports follow the rules of resolvers', { timeout: 120_000 }, async () => {
  const { stdout } = await run('npx', ['publint', tarball, '--strict'], { cwd: root })
  expect(stdout).toMatch(/All good|no problems/i)
  const attw = run('npx', ['attw', tarball, '--profile', 'esm-only', '--exclude-entrypoints', 'react/styles.css'], {
    cwd: root,
  })
  // It exits with an error if an entry does not resolve.
  await expect(attw).resolves.toBeDefined()
})

test('the package contains only the intended files, and does not exceed its limits', async () => {
  const { stdout } = await run('tar', ['-tzf', tarball])
  const files = stdout.split('\n').filter(Boolean)
  expect(files.length).toBeLessThanOrEqual(LIMITS.files)
  expect((await stat(tarball)).size).toBeLessThanOrEqual(LIMITS.bytes)
  // Users do not need the notes of developers, the drawings of charts, and maps to sources that are not there.
  expect(files.filter((file) => /architecture|CHANGELOG|\.(map|svg|png|snap)$|\.test\./.test(file))).toEqual([])
  const folders = new Set(files.map((path) => path.split('/').slice(1, 3).join('/')))
  for (const name of folders)
    expect(name).toMatch(
      /^(package\.json|README\.md|LICENSE|dist\/(machines|sdk|react-skin|mocks|vendor)|docs\/[a-z-]+\.md)$/,
    )
})

test.runIf(full)('the secure site can be deployed from its folder alone', { timeout: 300_000 }, async () => {
  const site = join(folder, 'site')
  await installSite(site, tarball)
  await writeFile(
    join(site, 'networks.json'),
    JSON.stringify([{ networkId: 'eip155:1', name: 'Ethereum', symbol: 'ETH', rpcUrl: 'https://node.example' }]),
  )
  const port = await freePort()
  const origin = `http://wallet.localhost:${port}`
  const settings = ['--origin', origin, '--port', `${port}`, '--data', 'data', '--mail', 'mailbox', '--show-mailbox']
  const hosts = ['--parents', 'https://shop.example', '--networks', 'networks.json']
  expect(await runScript(site, ['start', '--', ...settings])).toEqual({
    code: 1,
    said: 'The secure site could not start: --parents is missing.\n',
  })

  const { stop } = await startSite(site, [...settings, ...hosts])
  try {
    const { at, call, connect, confirm, token } = deviceOf({ origin, port, mails: [] })
    const frame = await fetch(at('/sdk?projectId=x&chainId=1&version=4'))
    expect(frame.headers.get('content-security-policy')).toContain('frame-ancestors https://shop.example')
    const [, script = ''] = /<script type="module" src="([^"]+)">/.exec(await frame.text()) ?? []
    // The protocol's code comes from the packed package.
    expect(await (await fetch(at(script))).text()).toContain('@w3m-frame/')

    const mails = async () => (await (await fetch(at('/mailbox'))).json()) as { code?: string; link?: string }[]
    const { body } = await connect('ann@example.com')
    await confirm(new URL((await mails())[0]?.link ?? '').searchParams.get('link') ?? '')
    const code = (await mails())[1]?.code
    const opened = await call('code', { attempt: body['attempt'], code })
    expect(opened.body).toMatchObject({
      email: 'ann@example.com',
      seed: expect.stringMatching(/^[\w-]{43}$/) as string,
    })
    const reopened = await call('reopen', { pageToken: opened.body['pageToken'], device: token })
    expect(reopened.body['seed']).toBe(opened.body['seed'])
  } finally {
    await stop()
  }
})
