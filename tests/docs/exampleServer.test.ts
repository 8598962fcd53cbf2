/** The server of docs/examples: who can sign in, and who cannot. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSignInHandler } from '../../docs/examples/server/signIn.ts'
import { errorTexts, type ErrorCode } from '../../machines/shared/errors/catalog.ts'
import { formatMessage } from '../../machines/shared/errors/messages.ts'
import { signInMessage, type SignInData } from '../../sdk/sign-in/index.ts'
import { importsOf } from '../architecture/rules/layers.ts'
import {
  bitcoinSignerOf,
  ethereumSigner,
  sandboxBitcoinSigner,
  solanaSigner,
  type MessageSigner,
} from '../support/signers.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const origin = 'https://app.example'
const signer = ethereumSigner()

interface Answer {
  status: number
  body: { nonce?: string; session?: unknown; sessions?: unknown[]; error?: string; message?: string }
  cookie: string | null
}

/** A user's browser, which keeps the cookie and sends the page's origin. */
function visitorOf(url: string, page = origin) {
  let cookie = ''
  async function ask(method: string, path: string, sent?: object, more: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${url}/sign-in${path}`, {
      method,
      headers: { origin: page, cookie, ...(sent && { 'content-type': 'application/json' }), ...more },
      ...(sent && { body: JSON.stringify(sent) }),
    })
    const set = response.headers.get('set-cookie')
    if (set !== null) [cookie = ''] = set.split(';')
    return { status: response.status, body: (await response.json()) as Answer['body'], cookie: set }
  }
  return {
    ask,
    cookie: () => cookie,
    keep: (other: string) => void (cookie = other),
    nonce: async () => (await ask('POST', '/nonce')).body.nonce ?? '',
  }
}

const dataOf = (
  { chainId, accountAddress }: MessageSigner,
  nonce: string,
  changes: Partial<SignInData> = {},
): SignInData => ({
  domain: 'app.example',
  accountAddress,
  chainId,
  uri: `${origin}/in`,
  version: '1',
  nonce,
  issuedAt: new Date(nowMs).toISOString(),
  ...changes,
})
async function bodyOf(by: MessageSigner, nonce: string, changes: Partial<SignInData> = {}) {
  const data = dataOf(by, nonce, changes)
  const message = signInMessage(data)
  return { message, signature: await by.sign(message), chainId: data.chainId, address: data.accountAddress }
}

let nowMs = 0
let url = ''
let handler: ReturnType<typeof createSignInHandler>
let visitor = visitorOf('')
let stop = async () => {}
beforeEach(async () => {
  nowMs = Date.now()
  // On this chain, no address has code.
  handler = createSignInHandler({ origin: `${origin}/`, read: async () => '0x', nowMs: () => nowMs })
  const server = createServer(handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  visitor = visitorOf(url)
  stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})
afterEach(() => stop())

/** Requests a nonce without the network, for tests that need thousands. */
async function askNonce(cookie: string): Promise<string> {
  const request = { method: 'POST', url: '/sign-in/nonce', headers: { origin, cookie } } as IncomingMessage
  let answer: Answer['body'] = {}
  const end = (text: string) => void (answer = JSON.parse(text) as Answer['body'])
  await handler(request, { setHeader() {}, writeHead: () => ({ end }) } as unknown as ServerResponse)
  return answer.nonce ?? ''
}

/** A refusal, with the catalog's text. */
const refused = (status: number, code: ErrorCode, params: Record<string, string> = {}) => ({
  status,
  body: { error: code, message: formatMessage(errorTexts[code], params) },
})

describe('the example server', () => {
  test.each([signer, solanaSigner(), bitcoinSignerOf('ordinal'), sandboxBitcoinSigner()])(
    'signs an account of $chainId in, returns the session, and signs it out [1.3]',
    async (by) => {
      const [nonce, stated] = [await visitor.nonce(), { statement: 'Sign in to the app.' }]
      const body = await bodyOf(by, nonce, stated)
      const { status, body: answer, cookie } = await visitor.ask('POST', '/sessions', body)
      const { message, signature } = body
      const session = { data: dataOf(by, nonce, stated), message, signature }
      expect([status, answer]).toEqual([200, { session }])
      expect(cookie).toMatch(/^sign-in=[0-9a-f]{32}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800; Secure$/)

      const query = `?${new URLSearchParams({ chainId: by.chainId, address: by.accountAddress }).toString()}`
      expect((await visitor.ask('GET', `/sessions${query}`)).body).toEqual({ sessions: [session] })
      expect((await visitor.ask('GET', '/sessions')).body).toEqual({ sessions: [session] })
      expect((await visitor.ask('GET', '/sessions?chainId=eip155:5')).body).toEqual({ sessions: [] })
      expect((await visitorOf(url).ask('GET', '/sessions')).body).toEqual({ sessions: [] })
      expect((await visitor.ask('DELETE', `/sessions?chainId=eip155:5`)).body).toEqual({ sessions: [session] })
      expect((await visitor.ask('DELETE', `/sessions${query}`)).body).toEqual({ sessions: [] })
      expect((await visitor.ask('GET', '/sessions')).body).toEqual({ sessions: [] })
    },
  )

  test('keeps several accounts of one user, each once, until all are signed out', async () => {
    for (const by of [signer, solanaSigner(), signer])
      expect((await visitor.ask('POST', '/sessions', await bodyOf(by, await visitor.nonce()))).status).toBe(200)
    expect((await visitor.ask('GET', '/sessions')).body.sessions).toHaveLength(2)
    const lower = `/sessions?address=${signer.accountAddress.toLowerCase()}`
    expect((await visitor.ask('GET', lower)).body.sessions).toHaveLength(1)
    expect((await visitor.ask('DELETE', '/sessions')).body).toEqual({ sessions: [] })
    expect((await visitor.ask('GET', '/sessions')).body).toEqual({ sessions: [] })
  })

  test("refuses a nonce that is used, expired, unknown or another user's", async () => {
    const body = await bodyOf(signer, await visitor.nonce())
    const other = visitorOf(url)
    await other.nonce()
    expect(await other.ask('POST', '/sessions', body)).toMatchObject(refused(409, 'signIn.otherNonce'))
    expect(await visitorOf(url).ask('POST', '/sessions', body)).toMatchObject(refused(409, 'signIn.otherNonce'))
    // Another user's attempt does not use up the nonce.
    expect((await visitor.ask('POST', '/sessions', body)).status).toBe(200)
    expect(await visitor.ask('POST', '/sessions', body)).toMatchObject(refused(409, 'signIn.otherNonce'))
    const unknown = await bodyOf(signer, 'a1B2c3D4')
    expect(await visitor.ask('POST', '/sessions', unknown)).toMatchObject(refused(409, 'signIn.otherNonce'))
    const late = await bodyOf(signer, await visitor.nonce())
    nowMs += 5 * 60_000
    expect(await visitor.ask('POST', '/sessions', late)).toMatchObject(refused(409, 'signIn.otherNonce'))
  })

  test('keeps ten thousand nonces for all users, drops the oldest beyond that, and accepts each nonce once', async () => {
    const nonces = [await visitor.nonce()]
    const cookie = visitor.cookie()
    while (nonces.length < 10_001) nonces.push(await askNonce(nonces.length === 1 ? cookie : ''))
    expect(new Set(nonces).size).toBe(10_001)
    const [gone, kept] = await Promise.all(nonces.slice(0, 2).map((nonce) => bodyOf(signer, nonce)))
    expect(await visitor.ask('POST', '/sessions', gone)).toMatchObject(refused(409, 'signIn.otherNonce'))
    expect(await visitor.ask('POST', '/sessions', kept)).toMatchObject({ status: 200 })
    visitor.keep(cookie)
    expect(await visitor.ask('POST', '/sessions', kept)).toMatchObject(refused(409, 'signIn.otherNonce'))
  })

  test('refuses one of two concurrent sign-ins with one nonce', async () => {
    const body = await bodyOf(signer, await visitor.nonce())
    const both = await Promise.all([visitor.ask('POST', '/sessions', body), visitor.ask('POST', '/sessions', body)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  test.each<[ErrorCode, Partial<SignInData>, Record<string, string>]>([
    ['signIn.otherDomain', { domain: 'evil.example' }, { domain: 'evil.example' }],
    ['signIn.otherUri', { uri: 'https://evil.example/' }, { uri: 'https://evil.example/' }],
    ['signIn.expired', { expirationTime: '2024-01-31T12:00:00Z' }, { time: '2024-01-31T12:00:00Z' }],
    ['signIn.early', { notBefore: '2124-01-31T12:00:00Z' }, { time: '2124-01-31T12:00:00Z' }],
    ['signIn.issuedAhead', { issuedAt: '2124-01-31T12:00:00Z' }, { time: '2124-01-31T12:00:00Z' }],
    ['signIn.signatureInvalid', { accountAddress: ethereumSigner(2).accountAddress }, {}],
  ])('refuses a sign-in with %s: %o', async (code, changes, params) => {
    const body = await bodyOf(signer, await visitor.nonce(), changes)
    expect(await visitor.ask('POST', '/sessions', body)).toMatchObject(refused(401, code, params))
    expect((await visitor.ask('GET', '/sessions')).body).toEqual({ sessions: [] })
  })

  test('refuses another account than the request names, another network, an altered text and an invalid message', async () => {
    const other = ethereumSigner(2).accountAddress
    const of = async () => bodyOf(signer, await visitor.nonce(), { statement: 'I am here.' })
    const address = signer.accountAddress
    expect(await visitor.ask('POST', '/sessions', { ...(await of()), address: other })).toMatchObject(
      refused(401, 'signIn.otherAddress', { address }),
    )
    expect(await visitor.ask('POST', '/sessions', { ...(await of()), chainId: 'eip155:1' })).toMatchObject(
      refused(401, 'signIn.otherChain', { chainId: signer.chainId }),
    )
    const good = await of()
    const altered = { ...good, message: good.message.replace('I am', 'I was') }
    expect(await visitor.ask('POST', '/sessions', altered)).toMatchObject(refused(401, 'signIn.signatureInvalid'))
    for (const sent of [{ ...(await of()), message: 'Hello' }, {}, { message: 5 }, []])
      expect(await visitor.ask('POST', '/sessions', sent)).toMatchObject(
        refused(400, 'signIn.malformed', { field: 'message' }),
      )
  })

  test('gives the user a new cookie on sign-in', async () => {
    const nonce = await visitor.nonce()
    const before = visitor.cookie()
    await visitor.ask('POST', '/sessions', await bodyOf(signer, nonce))
    expect(visitor.cookie()).not.toBe(before)
    const thief = visitorOf(url)
    thief.keep(before)
    expect((await thief.ask('GET', '/sessions')).body).toEqual({ sessions: [] })
  })

  test('ends a session at its expiration time, or after a week', async () => {
    const soon = new Date(nowMs + 60_000).toISOString()
    await visitor.ask('POST', '/sessions', await bodyOf(signer, await visitor.nonce(), { expirationTime: soon }))
    await visitor.ask('POST', '/sessions', await bodyOf(solanaSigner(), await visitor.nonce()))
    expect((await visitor.ask('GET', '/sessions')).body.sessions).toHaveLength(2)
    nowMs += 60_000
    expect((await visitor.ask('GET', '/sessions')).body.sessions).toHaveLength(1)
    nowMs += 7 * 24 * 60 * 60_000
    expect((await visitor.ask('GET', '/sessions')).body.sessions).toHaveLength(0)
  })

  test("refuses requests from other sites' pages, and any body except short JSON", async () => {
    const body = await bodyOf(signer, await visitor.nonce())
    const evil = visitorOf(url, 'https://evil.example')
    for (const [method, path] of [
      ['POST', '/nonce'],
      ['POST', '/sessions'],
      ['DELETE', '/sessions'],
    ] as const)
      expect(await evil.ask(method, path)).toMatchObject({ status: 403, body: { error: 'request.origin' } })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await visitor.ask('POST', '/sessions', body, form)).toMatchObject({ status: 415 })
    const long = { ...body, signature: 'a'.repeat(70_000) }
    expect(await visitor.ask('POST', '/sessions', long)).toMatchObject({ status: 413 })
    expect(await visitor.ask('GET', '/nonce')).toMatchObject({ status: 404, body: { error: 'request.unknown' } })
    const broken = await fetch(`${url}/sign-in/sessions`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: '{',
    })
    expect([broken.status, await broken.json()]).toMatchObject([400, { error: 'request.malformed' }])
  })

  test('imports only Node modules and the public API; the verifier has fewer than 200 lines', () => {
    const files = ['signIn.ts', 'server.ts', 'page.ts'].map((name) => `docs/examples/server/${name}`)
    const [verifier = '', ...others] = files.map((path) => readFileSync(`${root}/${path}`, 'utf8'))
    const sources = Object.fromEntries([verifier, ...others].map((text, index) => [files[index] ?? '', text]))
    const imported = new Set(importsOf(sources).map(({ to }) => to))
    expect([...imported].toSorted()).toEqual([
      'docs/examples/server/page.ts',
      'docs/examples/server/signIn.ts',
      'latchkey/sign-in',
      'node:fs/promises',
      'node:http',
    ])
    expect(verifier.split('\n').length).toBeLessThan(200)
  })
})

test('`npm run example:server` starts the server', async () => {
  const { port } = new URL(url)
  await stop()
  stop = async () => {}
  const env = { ...process.env, PORT: port, ORIGIN: origin, RPC_URLS: '' }
  const child = spawn(process.execPath, ['docs/examples/exampleServer.mjs'], { cwd: root, env })
  const gone = once(child, 'exit')
  try {
    const [said] = (await once(child.stdout, 'data')) as [Buffer]
    expect(said.toString()).toContain(`Sign-ins for ${origin} are verified on port ${port}`)
    const body = await bodyOf(solanaSigner(), await visitor.nonce())
    expect(await visitor.ask('POST', '/sessions', body)).toMatchObject({
      status: 200,
      body: { session: { message: body.message } },
    })
  } finally {
    child.kill()
    await gone
  }
})
