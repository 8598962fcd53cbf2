/** How the secure site answers over HTTP, and what it is started with. */
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isListed, isOriginPattern } from '../../../mocks/secureSite/origins.ts'
import { readSettings } from '../../../mocks/secureSite/server/settings.ts'
import { folder, networks, siteOf } from './site.ts'

const ann = 'ann@example.com'

test('the frame may be shown by the listed parents alone, and asks nobody but its server and its nodes [8.18]', async () => {
  const { site } = await siteOf()
  const { headers } = await fetch(`http://127.0.0.1:${site.port}/sdk?projectId=x&chainId=1&version=4`)
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  })
  expect(headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    "base-uri 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self' https://node.example",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'frame-ancestors https://shop.example http://localhost:*',
  ])
})

test('where a network has smart accounts the frame may ask their bundler and their paymaster as well', async () => {
  const services = { bundlerUrl: 'https://bundler.example/1?key=x', paymasterUrl: 'https://paymaster.example/1' }
  const smartAccount = { factory: '0x00000000000000000000000000000000000000aa', ...services } as const
  const { site } = await siteOf({ networks: networks.map((network) => ({ ...network, smartAccount })) })
  const { headers } = await fetch(`http://127.0.0.1:${site.port}/sdk`)
  expect(headers.get('content-security-policy')?.split('; ')).toContain(
    "connect-src 'self' https://node.example https://bundler.example https://paymaster.example",
  )
})

test('without parents nobody may', async () => {
  const { site } = await siteOf({ parents: [] })
  const { headers } = await fetch(`http://127.0.0.1:${site.port}/sdk`)
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('the API takes JSON of the site’s own pages alone', async () => {
  const { site, device } = await siteOf()
  const { call, token, at } = device()
  const body = { email: ann, device: token }
  const refused = async (headers: Record<string, string>) => (await call('connect', body, headers)).body['error']
  expect(await refused({ origin: 'https://shop.example' })).toBe('request.origin')
  expect(await refused({ origin: 'null' })).toBe('request.origin')
  expect(await refused({ 'sec-fetch-site': 'cross-site' })).toBe('request.origin')
  expect(await refused({ 'content-type': 'text/plain' })).toBe('request.type')
  expect((await call('connect', { email: ann })).body['error']).toBe('request.malformed')
  expect((await call('connect', { ...body, email: 'a'.repeat(20_000) })).body['error']).toBe('request.tooLong')
  expect((await call('unheard-of', {})).status).toBe(404)
  expect((await fetch(at('/api/connect'))).status).toBe(405)
  expect((await fetch(at('/other'))).status).toBe(404)
  expect((await fetch(at('/assets/other.js'))).status).toBe(404)
  expect(site.mails).toEqual([])
})

test('the page behind a link is shown in no frame, runs no script, and hides nothing in its words', async () => {
  const { device } = await siteOf()
  const { call, token, linkTo, at } = device()
  await call('connect', { email: ann, device: token, parent: '<script>' }, { 'user-agent': '"><b>' })
  const page = await fetch(at(`/device?link=${linkTo(ann)}`))
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('script-src')
  const html = await page.text()
  expect(html).not.toContain('<script')
  expect(html).not.toContain('<b>')
})

test('mails can be read only where that was asked for, by the parents alone', async () => {
  const hidden = await siteOf()
  expect((await fetch(`http://127.0.0.1:${hidden.site.port}/mailbox`)).status).toBe(404)
  const { site, device } = await siteOf({ showMailbox: true })
  await device().connect(ann)
  const read = (origin: string) => fetch(`http://127.0.0.1:${site.port}/mailbox`, { headers: { origin } })
  const allowed = await read('http://localhost:5173')
  expect(allowed.headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
  expect(await allowed.json()).toEqual([
    { ...site.mails[0], to: ann, link: expect.any(String) as string, at: '2030-01-01T00:00:00.000Z' },
  ])
  expect((await read('https://stranger.example')).headers.get('access-control-allow-origin')).toBeNull()
})

test('a webhook is handed each mail', async () => {
  const { createServer } = await import('node:http')
  const { json } = await import('node:stream/consumers')
  const received: unknown[] = []
  const server = createServer((request, response) => {
    void json(request).then((mail) => {
      received.push(mail)
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const { device } = await siteOf({ mail: `http://127.0.0.1:${port}/mails`, from: 'wallet@example.com' })
  expect((await device().connect(ann)).status).toBe(200)
  server.close()
  expect(received).toEqual([
    {
      from: 'wallet@example.com',
      to: ann,
      subject: 'Register a device for your wallet',
      text: expect.stringContaining('/device?link=') as string,
    },
  ])
})

test.each([
  ['https://shop.example', 'https://shop.example', true],
  ['https://shop.example', 'https://shop.example.evil.example', false],
  ['https://shop.example', 'http://shop.example', false],
  ['http://localhost:*', 'http://localhost:5173', true],
  ['http://localhost:*', 'http://localhost', true],
  ['http://localhost:*', 'http://localhost:1.evil.example', false],
  ['http://localhost:*', 'https://localhost:5173', false],
])('the pattern %s and the origin %s: %s', (pattern, origin, listed) => {
  expect(isOriginPattern(pattern)).toBe(true)
  expect(isListed([pattern], origin)).toBe(listed)
})

test.each(['*', 'https://*', 'https://*.example', 'https://shop.example/', "https://a; script-src 'unsafe-inline'"])(
  '%s is no list of parents',
  async (parent) => {
    await expect(siteOf({ parents: [parent] })).rejects.toThrow('is no origin')
  },
)

async function settings() {
  const file = join(await folder(), 'networks.json')
  await writeFile(file, JSON.stringify(networks))
  return {
    origin: 'https://wallet.example',
    port: '8443',
    data: '/srv/wallet',
    mail: 'smtps://user:secret@mail.example',
    parents: 'https://shop.example, https://www.shop.example',
    networks: file,
  }
}
const argsOf = (all: Record<string, string>) => Object.entries(all).flatMap(([name, value]) => [`--${name}`, value])

test('the command line says all that the site is started with', async () => {
  const all = await settings()
  const secret = '0f'.repeat(32)
  const given = await readSettings([...argsOf(all), '--from', 'a@b.example', '--behind-proxy'], {
    SECURE_SITE_SECRET: secret,
  })
  expect(given).toMatchObject({
    origin: 'https://wallet.example',
    port: 8443,
    parents: ['https://shop.example', 'https://www.shop.example'],
    networks,
    from: 'a@b.example',
    behindProxy: true,
    secret: Buffer.from(secret, 'hex'),
  })
})

test.each(['origin', 'port', 'data', 'mail', 'parents', 'networks'] as const)(
  'without --%s it ends with that name',
  async (missing) => {
    const { [missing]: _, ...others } = await settings()
    await expect(readSettings(argsOf(others), {})).rejects.toThrow(`--${missing} is missing.`)
  },
)

test('settings that are wrong end it as well', async () => {
  const all = await settings()
  await expect(readSettings([...argsOf(all), '--orgin', 'x'], {})).rejects.toThrow('--orgin')
  await expect(readSettings(argsOf({ ...all, port: '0' }), {})).rejects.toThrow('--port')
  await writeFile(all.networks, '[{}]')
  await expect(readSettings(argsOf(all), {})).rejects.toThrow('--networks')
  await expect(siteOf({ mail: 'mail.example' })).rejects.toThrow('mail has to be')
  await expect(siteOf({ mail: 'smtp://mail.example' })).rejects.toThrow('from is missing')
})

test('the command says what is missing, and ends', async () => {
  const start = fileURLToPath(new URL('../../../mocks/secureSite/start.mjs', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [start, '--origin', 'https://wallet.example'], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, 'The secure site could not start: --port is missing.\n'])
})

test('what the folder asks for is what the repository has', async () => {
  const read = async (path: string) =>
    JSON.parse(await readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')) as Record<
      string,
      Record<string, string>
    >
  const own = await read('mocks/secureSite/package.json')
  const root = await read('package.json')
  const { latchkey, ...needed } = own['dependencies'] ?? {}
  expect(latchkey).toBe(root['version'])
  expect({ ...root['devDependencies'], ...root['dependencies'] }).toMatchObject(needed)
})
