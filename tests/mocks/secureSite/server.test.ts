/** The secure site over HTTP: its answers and its options. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { connect as connectTo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isListed, isOriginPattern } from '../../../mocks/secureSite/origins.ts'
import { browserOf } from '../../../mocks/secureSite/server/browser.ts'
import { devicePage } from '../../../mocks/secureSite/server/pages.ts'
import { readSettings } from '../../../mocks/secureSite/server/settings.ts'
import { importsOf } from '../../architecture/rules/layers.ts'
import { folder, networks, siteOf } from './site.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const ann = 'ann@example.com'

test('only listed parents can embed the frame, which only calls its server and its nodes [8.18]', async () => {
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

test('the frame can also call the bundler and the paymaster of a network with smart accounts', async () => {
  const services = { bundlerUrl: 'https://bundler.example/1?key=x', paymasterUrl: 'https://paymaster.example/1' }
  const smartAccount = { factory: '0x00000000000000000000000000000000000000aa', ...services } as const
  const { site } = await siteOf({ networks: networks.map((network) => ({ ...network, smartAccount })) })
  const { headers } = await fetch(`http://127.0.0.1:${site.port}/sdk`)
  expect(headers.get('content-security-policy')?.split('; ')).toContain(
    "connect-src 'self' https://node.example https://bundler.example https://paymaster.example",
  )
})

test('no page can embed the frame if there are no parents', async () => {
  const { site } = await siteOf({ parents: [] })
  const { headers } = await fetch(`http://127.0.0.1:${site.port}/sdk`)
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('the window for deciding a request cannot be embedded, and makes no requests', async () => {
  const { site } = await siteOf()
  const page = await fetch(`http://127.0.0.1:${site.port}/decide`)
  expect(page.headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    "base-uri 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "frame-ancestors 'none'",
  ])
  expect(await page.text()).not.toContain('https://shop.example')
})

test("the API only accepts JSON from the site's own pages", async () => {
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

test('unreadable and aborted requests are refused without being reported as errors of the site', async () => {
  const reports: unknown[] = []
  const { site } = await siteOf({ report: (error) => reports.push(error) })
  const send = async (text: string, breaksOff: boolean) => {
    const socket = connectTo(site.port, '127.0.0.1')
    socket.write(text)
    if (breaksOff) socket.end()
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return answer.toString().split('\r\n')[0]
  }
  expect(await send('GET // HTTP/1.1\r\nhost: a\r\n\r\n', false)).toBe('HTTP/1.1 400 Bad Request')
  const head = `host: a\r\norigin: ${site.origin}\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n`
  expect(await send(`POST /api/session HTTP/1.1\r\n${head}{`, true)).toBe('HTTP/1.1 400 Bad Request')
  expect(reports).toEqual([])
})

test('the page behind a link cannot be embedded, runs no script, and escapes its values', async () => {
  const { device } = await siteOf()
  const { call, token, linkTo, at } = device()
  await call('connect', { email: ann, device: token, parent: 'https://shop.example' }, { 'user-agent': '"><b>' })
  const page = await fetch(at(`/device?link=${linkTo(ann)}`))
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('script-src')
  const html = await page.text()
  expect(html).not.toContain('<script')
  expect(html).not.toContain('<b>')
})

test('the pages of the site escape all values', () => {
  const markup = `"><script>alert(1)</script>&'`
  const html = devicePage(markup, { email: markup, parent: markup, userAgent: markup, isUsed: false })
  expect(html).not.toContain('<script')
  expect(html).not.toContain('"><')
  expect(html).toContain('&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#38;&#39;')
})

test("the page behind a link shows the browser's name, and nothing else of the user agent", async () => {
  const { device } = await siteOf()
  const { call, token, linkTo, at } = device()
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  await call('connect', { email: ann, device: token }, { 'user-agent': userAgent })
  const html = await (await fetch(at(`/device?link=${linkTo(ann)}`))).text()
  expect(html).toContain('<dd>Firefox on Linux</dd>')
  expect(html).not.toContain('Gecko')
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on ChromeOS',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on a Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome on an iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.7 Mobile/15E148 Safari/604.1',
    'Safari on an iPad',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 OPR/122.0.0.0',
    'Opera on Windows',
  ],
  ['SomethingNew/1.0 (Windows)', 'a browser on Windows'],
  ['<b>Chrome</b>', 'a browser'],
  ['', 'a browser'],
])('the user agent %s is shown as %s', (userAgent, name) => {
  expect(browserOf(userAgent)).toBe(name)
})

test('the mailbox can only be read if it is enabled, and only by the parents', async () => {
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

test('a webhook receives each email', async () => {
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
  'the list of parents refuses %s',
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

test('the command line has all options of the site', async () => {
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

test('the environment can set the mail URL, to keep it out of the command line', async () => {
  const { mail: _, ...others } = await settings()
  const mail = 'smtps://user:secret@mail.example'
  expect(await readSettings(argsOf(others), { SECURE_SITE_MAIL: mail })).toMatchObject({ mail })
})

test.each(['origin', 'port', 'data', 'mail', 'parents', 'networks'] as const)(
  "the command fails with the option's name if --%s is missing",
  async (missing) => {
    const { [missing]: _, ...others } = await settings()
    await expect(readSettings(argsOf(others), {})).rejects.toThrow(`--${missing} is missing.`)
  },
)

test('the command fails for invalid options', async () => {
  const all = await settings()
  await expect(readSettings([...argsOf(all), '--orgin', 'x'], {})).rejects.toThrow('--orgin')
  await expect(readSettings(argsOf({ ...all, port: '0' }), {})).rejects.toThrow('--port')
  for (const name of ['networks', 'providers'] as const) {
    for (const wrong of ['[{}]', '{']) {
      const file = join(await folder(), 'wrong.json')
      await writeFile(file, wrong)
      await expect(readSettings(argsOf({ ...all, [name]: file }), {})).rejects.toThrow(
        `--${name}: ${file} holds no ${name}.`,
      )
    }
    await expect(readSettings(argsOf({ ...all, [name]: '/none' }), {})).rejects.toThrow(
      `--${name}: /none cannot be read.`,
    )
  }
  await expect(siteOf({ mail: 'mail.example' })).rejects.toThrow('mail has to be')
  await expect(siteOf({ mail: 'smtp://mail.example' })).rejects.toThrow('from is missing')
})

test('the command prints what is missing, and ends', async () => {
  const start = join(root, 'mocks/secureSite/start.mjs')
  const { status, stderr } = spawnSync(process.execPath, [start, '--origin', 'https://wallet.example'], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, 'The secure site could not start: --port is missing.\n'])
})

const read = (path: string) => readFile(join(root, path), 'utf8')
const manifest = async (path: string) =>
  JSON.parse(await read(path)) as { version: string } & Record<string, Record<string, string>>

test("the folder's dependencies have the repository's versions", async () => {
  const own = await manifest('mocks/secureSite/package.json')
  const { version, ...others } = await manifest('package.json')
  const { latchkey, ...needed } = own['dependencies'] ?? {}
  expect(latchkey).toBe(version)
  expect({ ...others['devDependencies'], ...others['dependencies'] }).toMatchObject(needed)
})

test('the folder is self-contained: its files import each other, Node and its dependencies', async () => {
  const folder = 'mocks/secureSite/'
  const paths = (await readdir(join(root, folder), { recursive: true })).filter((path) => /\.m?[jt]s$/.test(path))
  const sources = await Promise.all(paths.map(async (path) => [folder + path, await read(folder + path)] as const))
  const imported = new Set(importsOf(Object.fromEntries(sources)).map(({ to }) => to))
  expect(imported).toContain('latchkey/frame')
  const needed = Object.keys((await manifest(`${folder}package.json`))['dependencies'] ?? {})
  const isOwn = (to: string) => to.startsWith(folder) || to.startsWith('node:')
  const isNeeded = (to: string) => needed.some((name) => to === name || to.startsWith(`${name}/`))
  expect([...imported].filter((to) => !isOwn(to) && !isNeeded(to))).toEqual([])
})
