/**
 * The packages from a registry: published to a local one with the release's commands, and installed from it by name. The local
 * registry keeps what is published, and forwards all other requests to the configured one.
 */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { full } from '../support/full.ts'
import { environment, runLine } from './newcomer.ts'
import { elementsOf } from './strangers.ts'

const SETUP_MS = 300_000
const creator = fileURLToPath(new URL('../../docs/create-latchkey', import.meta.url))

/** The body of npm's request to publish. */
const publication = z.looseObject({
  name: z.string(),
  versions: z.record(z.string(), z.looseObject({ version: z.string() })),
  'dist-tags': z.record(z.string(), z.string()),
  _attachments: z.record(z.string(), z.object({ data: z.string() })),
})

/** Starts a registry that accepts `npm publish`. `upstream` answers for all packages that are not published here. */
async function startRegistry(upstream: string) {
  const documents = new Map<string, object>()
  const files = new Map<string, Buffer>()
  const server: Server = createServer((request, response) => {
    const { method, url = '/' } = request
    const answer = async () => {
      if (method === 'PUT') {
        const { _attachments, ...document } = z.parse(publication, await json(request))
        documents.set(`/${document.name}`, document)
        // npm names the URL of the file in the version's data: `<registry>/<name>/-/<file>`.
        for (const [file, { data }] of Object.entries(_attachments))
          files.set(`/${document.name}/-/${file}`, Buffer.from(data, 'base64'))
        return response.writeHead(201).end('{}')
      }
      const found = files.get(url) ?? documents.get(url)
      if (found) return response.end(Buffer.isBuffer(found) ? found : JSON.stringify(found))
      return response.writeHead(307, { location: new URL(url.slice(1), upstream).href }).end()
    }
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    names: () => [...documents.keys()].map((path) => path.slice(1)),
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

describe.runIf(full)('the packages in a registry', () => {
  let folder = ''
  let registry: Awaited<ReturnType<typeof startRegistry>>
  const env = () => ({
    ...environment(),
    npm_config_registry: registry.url,
    npm_config_userconfig: join(folder, 'npmrc'),
  })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-registry-'))
    registry = await startRegistry((await runLine(folder, 'npm config get registry')).trim())
    await writeFile(join(folder, 'npmrc'), `//${new URL(registry.url).host}/:_authToken=none\n`)
  }, SETUP_MS)
  afterAll(async () => {
    await registry?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('are published', { timeout: SETUP_MS }, async () => {
    const tarball = inject('tarball')
    for (const target of [elementsOf(tarball), tarball, creator])
      await runLine(dirname(target), `npm publish "${target}" --access public`, env())
    expect(registry.names()).toEqual(['latchkey-elements', 'latchkey', 'create-latchkey'])
  })

  test('`npm create latchkey` creates an app that installs and builds', { timeout: SETUP_MS }, async () => {
    const said = await runLine(folder, 'npm create --yes latchkey my-app -- --template plain', env())
    expect(said).toContain('my-app is there')
    const home = join(folder, 'my-app')
    await runLine(home, 'npm install --prefer-offline --no-audit --no-fund', env())
    const lock = JSON.parse(await readFile(join(home, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { integrity?: string }>
    }
    const hash = createHash('sha512')
      .update(await readFile(inject('tarball')))
      .digest('base64')
    expect(lock.packages['node_modules/latchkey']?.integrity).toBe(`sha512-${hash}`)
    await runLine(home, 'npm run build', env())
  })

  test('a page without a bundler installs only the elements', { timeout: SETUP_MS }, async () => {
    const home = join(folder, 'page')
    await mkdir(home)
    await writeFile(join(home, 'package.json'), '{}')
    await runLine(home, 'npm install latchkey-elements --no-audit --no-fund', env())
    const lock = JSON.parse(await readFile(join(home, 'package-lock.json'), 'utf8')) as { packages: object }
    expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/latchkey-elements'])
  })
})
