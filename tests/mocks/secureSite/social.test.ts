/** Social sign-in at the secure site. */
import { createHash } from 'node:crypto'
import { writeFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { socialProviders } from '../../../machines/embedded/frame.schemas.ts'
import { readSettings } from '../../../mocks/secureSite/server/settings.ts'
import { startSecureSite } from '../../../mocks/secureSite/server/start.ts'
import {
  beginAt,
  fakeProvider,
  goAt,
  json,
  readResult,
  returned,
  shop,
  socialSiteOf,
  type Handle,
} from './providers.ts'
import { deviceOf, folder, minute, networks, siteOf } from './site.ts'

const ann = { choice: 'ann' }
const token = /^[\w-]{43}$/

describe('a provider', () => {
  test.each(socialProviders)('%s signs a user in, and opens the same wallet again later', async (provider) => {
    const { device, signedIn } = await socialSiteOf()
    const first = await signedIn(device(), provider, ann)
    const isTold = provider !== 'facebook'
    expect(first).toMatchObject({ userName: 'Ann', session: expect.stringMatching(token) as string })
    expect(first['email']).toBe(isTold ? 'ann@example.com' : undefined)
    const elsewhere = device()
    const second = await signedIn(elsewhere, provider, ann)
    expect(second['seed']).toBe(first['seed'])
    expect((await elsewhere.call('session', { session: second['session'] })).body).toEqual({
      ...(isTold && { email: 'ann@example.com' }),
      userName: 'Ann',
      seed: first['seed'],
    })
    expect((await signedIn(device(), provider, { choice: 'bob' }))['seed']).not.toBe(first['seed'])
  })

  test("receives a code request with the attempt's own state and challenge, and the site's own redirect URI", async () => {
    const { site, device } = await socialSiteOf()
    const uri = await beginAt(device(), 'google')
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'sandbox-google',
      redirect_uri: `${site.origin}/social/google`,
      scope: 'openid email profile',
      state: expect.stringMatching(token) as string,
      code_challenge: expect.stringMatching(token) as string,
      code_challenge_method: 'S256',
    })
    const other = await beginAt(device(), 'google')
    for (const name of ['state', 'code_challenge'])
      expect(other.searchParams.get(name)).not.toBe(uri.searchParams.get(name))
  })

  test('is not offered without a client, and pages that are not listed cannot use it', async () => {
    const { device } = await siteOf()
    const { call, token } = device()
    const ask = (more: object) => call('social', { provider: 'github', device: token, parent: shop, ...more })
    expect(await ask({})).toMatchObject({
      status: 404,
      body: { error: 'social.unavailable', message: 'This wallet does not offer GitHub.' },
    })
    expect((await ask({ provider: 'other' })).body['error']).toBe('request.malformed')
    const offered = (await socialSiteOf()).device()
    for (const parent of ['https://stranger.example', undefined])
      expect((await offered.call('social', { provider: 'github', device: offered.token, parent })).body['error']).toBe(
        'social.parent',
      )
  })

  test('can be used a hundred times in ten minutes per IP address', async () => {
    const { time, device } = await siteOf({ providers: await fakeProvider({ token: json({}), user: json({}) }) })
    const { call, token } = device()
    const ask = async () => (await call('social', { provider: 'google', device: token, parent: shop })).status
    for (let count = 0; count < 100; count += 1) await ask()
    expect(await ask()).toBe(429)
    time.nowMs += 10 * minute
    expect(await ask()).toBe(200)
  })
})

describe('a user who returns', () => {
  test('is announced only to the page that began, and to no other window', async () => {
    const { site, device, local, decide } = await socialSiteOf()
    const answer = await fetch(await decide(await beginAt(device(), 'google'), ann))
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    const html = await answer.clone().text()
    const script = /<script>(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    const hash = createHash('sha256').update(script).digest('base64')
    expect(policy.split('; ')).toContain(`script-src 'sha256-${hash}'`)
    expect(html).toContain('Close this window, go back to shop.example, and continue there.')
    const { parent, resultUri } = await readResult(answer)
    expect(parent).toBe(shop)
    expect(resultUri.replace(/[\w-]{43}$/, '')).toBe(`${site.origin}/social/google?result=`)
    const loading = await fetch(local(`${site.origin}/loading`))
    expect([loading.status, await loading.text()]).toEqual([200, expect.stringContaining('Loading…')])
    expect(loading.headers.get('content-security-policy')).not.toContain('script-src')
  })

  test('may have declined, which the wallet reports', async () => {
    const { device, signedIn } = await socialSiteOf()
    for (const provider of ['discord', 'apple'] as const)
      expect(await signedIn(device(), provider, { choice: 'decline' })).toEqual({
        error: 'social.declined',
        message: `The login with ${provider === 'apple' ? 'Apple' : 'Discord'} was declined.`,
      })
  })

  test('is identified by a state that is valid once, for ten minutes, and with one provider', async () => {
    const time = { nowMs: Date.now() }
    const { site, device, local, decide } = await socialSiteOf({ clock: () => time.nowMs })
    const back = await decide(await beginAt(device(), 'google'), ann)
    const url = back.url
    const crossed = await fetch(url.replace('/social/google', '/social/github'))
    expect([crossed.status, await crossed.text()]).toEqual([409, expect.stringContaining('This login is not known')])
    expect((await fetch(url)).status).toBe(200)
    const again = await fetch(url)
    expect([again.status, await again.text()]).toEqual([409, expect.stringContaining('was used already')])
    expect((await fetch(local(`${site.origin}/social/google?code=x`))).status).toBe(409)
    expect((await fetch(local(`${site.origin}/social/myspace`))).status).toBe(404)
    const late = await decide(await beginAt(device(), 'google'), ann)
    time.nowMs += 10 * minute
    const tooLate = await fetch(late)
    expect([tooLate.status, await tooLate.text()]).toEqual([410, expect.stringContaining('This login took too long.')])
  })
})

describe('a window that the provider cut off from the page', () => {
  const cookieOf = (answer: Response) => answer.headers.get('set-cookie') ?? ''

  test('leaves its result in a cookie of the browser, from which the next window of that device sends it to the page', async () => {
    const { device, decide } = await socialSiteOf()
    const mine = device()
    const back = await fetch(await decide(await beginAt(mine, 'google'), ann))
    const { resultUri } = await readResult(back.clone())
    const cookie = cookieOf(back)
    expect(cookie).toMatch(/^social-result=[\w-]{43}; Path=\/social; Max-Age=600; HttpOnly; SameSite=Lax$/)
    const again = await goAt(mine, 'google', cookie.split(';')[0])
    expect(await readResult(again)).toEqual({ parent: shop, resultUri })
    const { body } = await mine.call('social-connect', { uri: resultUri, device: mine.token })
    expect(body).toMatchObject({ userName: 'Ann' })
    // The result is used, so the next window redirects to the provider.
    expect((await goAt(mine, 'google', cookie.split(';')[0])).status).toBe(302)
  })

  test('sends no result to another device, provider or browser, and none that was declined or has expired', async () => {
    const time = { nowMs: Date.now() }
    const { device, decide } = await socialSiteOf({ clock: () => time.nowMs })
    const mine = device()
    const back = await fetch(await decide(await beginAt(mine, 'google'), ann))
    const cookie = cookieOf(back).split(';')[0] ?? ''
    for (const [by, provider, held] of [
      [device(), 'google', cookie],
      [mine, 'github', cookie],
      [mine, 'google', ''],
      [mine, 'google', `social-result=${'a'.repeat(43)}`],
    ] as const)
      expect((await goAt(by, provider, held)).status).toBe(302)
    const declined = await fetch(await decide(await beginAt(mine, 'google'), { choice: 'decline' }))
    expect([cookieOf(declined), await declined.text()]).toEqual(['', expect.stringContaining('was declined')])
    time.nowMs += 10 * minute
    expect((await goAt(mine, 'google', cookie)).status).toBe(302)
  })

  test('is not redirected for an unknown state', async () => {
    const { site, local } = await socialSiteOf()
    for (const path of ['google/go?state=x', 'google/go', 'myspace/go'])
      expect((await fetch(local(`${site.origin}/social/${path}`), { redirect: 'manual' })).status).toBeGreaterThan(399)
  })
})

describe('a result', () => {
  test('opens a wallet once, within ten minutes, on the device that began', async () => {
    const time = { nowMs: Date.now() }
    const { device, visit } = await socialSiteOf({ clock: () => time.nowMs })
    const mine = device()
    const { resultUri } = await visit(mine, 'google', ann)
    const open = async (uri: string, by = mine) =>
      (await by.call('social-connect', { uri, device: by.token })).body['error'] ?? 'opened'
    expect(await open(resultUri, device())).toBe('social.device')
    expect(await open(resultUri)).toBe('opened')
    expect(await open(resultUri)).toBe('social.unknown')
    expect(await open('x')).toBe('social.unknown')
    const late = await visit(mine, 'google', ann)
    time.nowMs += 10 * minute
    expect(await open(late.resultUri)).toBe('social.expired')
  })

  test('with a code of another attempt opens nothing', async () => {
    const { device, decide } = await socialSiteOf({ report: () => {} })
    const victim = new URL((await decide(await beginAt(device(), 'google'), ann)).url)
    const thief = device()
    const state = (await beginAt(thief, 'google')).searchParams.get('state') ?? ''
    victim.searchParams.set('state', state)
    const { resultUri } = await readResult(await fetch(victim))
    expect((await thief.call('social-connect', { uri: resultUri, device: thief.token })).body['error']).toBe(
      'social.failed',
    )
  })
})

const given = json({ access_token: 'token', token_type: 'bearer' })
const silent: Handle = () => undefined
const page: Handle = (_, response) => response.end('<html>')
/** Redirects to an answer with a user, whom no one may be signed in as. */
const elsewhere: Handle = (request, response) =>
  request.url === '/user'
    ? response.writeHead(302, { location: '/elsewhere' }).end()
    : json({ sub: '1' })(request, response)
const wrongAnswers: [string, token: Handle, user: Handle][] = [
  ['refuses the code', json({ error: 'invalid_grant' }, 400), json({ sub: '1' })],
  ['refuses the code with status 200', json({ error: 'bad_verification_code' }), json({ sub: '1' })],
  ['returns an invalid token', json({ access_token: 'a\r\nb: c' }), json({ sub: '1' })],
  ['returns no user id', given, json({ name: 'Ann' })],
  ['returns an empty user id', given, json({ sub: '' })],
  ['returns status 500', given, json({ sub: '1' }, 500)],
  ['returns no JSON', given, page],
  ['returns too much data', given, json({ sub: '1', name: 'a'.repeat(100_000) })],
  ['redirects the server', given, elsewhere],
  ['does not respond', given, silent],
]

describe('the sign-in', () => {
  test.each(wrongAnswers)('fails if the provider %s', async (_, token, user) => {
    const reported: unknown[] = []
    const report = (error: unknown) => void reported.push(error)
    const { device, options } = await siteOf({
      providers: await fakeProvider({ token, user }),
      providerMs: 300,
      report,
    })
    const mine = device()
    const { resultUri } = await returned(mine, 'google')
    expect(await mine.call('social-connect', { uri: resultUri, device: mine.token })).toEqual({
      status: 502,
      body: { error: 'social.failed', message: 'Google could not sign you in. Please try again later.' },
    })
    expect(reported).toHaveLength(1)
    await expect(readFile(join(options.data, 'accounts.json'))).rejects.toThrow('ENOENT')
  })

  test('fails for an id_token of another issuer, another client or another attempt, and for an expired one', async () => {
    const claims: Record<string, unknown> = {}
    const token: Handle = (_, response) => {
      const idToken = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.e30`
      json({ access_token: 'token', id_token: idToken })(_, response)
    }
    const { time, device } = await siteOf({ providers: await fakeProvider({ token, user: silent }), report: () => {} })
    const mine = device()
    const signIn = async (more: (good: object) => object) => {
      const { searchParams } = await beginAt(mine, 'apple')
      const exp = time.nowMs / 1_000 + 60
      const good = { iss: 'https://appleid.apple.com', aud: 'us', sub: '1', exp, nonce: searchParams.get('nonce') }
      Object.assign(claims, good, more(good))
      const body = new URLSearchParams({ state: searchParams.get('state') ?? '', code: 'code' })
      const { resultUri } = await readResult(await fetch(mine.at('/social/apple'), { method: 'POST', body }))
      return (await mine.call('social-connect', { uri: resultUri, device: mine.token })).body['error'] ?? 'opened'
    }
    expect(await signIn(() => ({ iss: 'https://other.example' }))).toBe('social.failed')
    expect(await signIn(() => ({ aud: 'them' }))).toBe('social.failed')
    expect(await signIn(() => ({ exp: time.nowMs / 1_000 }))).toBe('social.failed')
    expect(await signIn(() => ({ nonce: 'theirs' }))).toBe('social.failed')
    expect(await signIn(() => ({}))).toBe('opened')
  })
})

/** A site whose only provider always returns `user`. */
async function siteWith(user: Record<string, unknown>) {
  const providers = await fakeProvider({ token: given, user: (...both) => json(user)(...both) })
  const made = await siteOf({ providers })
  const signIn = async (mine = made.device()) => {
    const { resultUri } = await returned(mine, 'google')
    return (await mine.call('social-connect', { uri: resultUri, device: mine.token })).body
  }
  return { ...made, signIn }
}
const email = 'ann@example.com'

describe('an account', () => {
  test('is that of the email address which the provider has verified, with any sign-in method', async () => {
    const { device, signedIn } = await socialSiteOf()
    const { seed } = await device().signedIn(email)
    for (const provider of ['google', 'github', 'apple', 'x', 'discord'] as const)
      expect(await signedIn(device(), provider, ann)).toMatchObject({ email, seed })
    const first = await signedIn(device(), 'google', { choice: 'bob' })
    expect((await device().signedIn('bob@example.com'))['seed']).toBe(first['seed'])
  })

  test('notifies its email address once when a provider joins through it, whatever the limits on other emails', async () => {
    const { site, device, signedIn } = await socialSiteOf({ mails: { email: 2, caller: 2 } })
    const { seed } = await device().signedIn(email)
    expect((await device().connect(email)).body['error']).toBe('mail.tooMany')
    const notices = () => site.mails.filter(({ subject }) => subject.includes('opens your wallet')).map(({ to }) => to)
    for (const provider of ['google', 'google', 'github'] as const)
      expect(await signedIn(device(), provider, ann)).toMatchObject({ seed })
    expect(notices()).toEqual([email, email])
    expect(site.mails.at(-1)?.subject).toBe('GitHub opens your wallet now')
    await signedIn(device(), 'google', { choice: 'bob' })
    expect(notices()).toEqual([email, email])
  })

  test('is opened even if the limit on notices is reached, which is separate from that on codes', async () => {
    const { site, device, signedIn } = await socialSiteOf({ mails: { email: 4, caller: 20 } })
    const { seed } = await device().signedIn(email)
    for (const provider of ['google', 'github', 'apple', 'x', 'discord'] as const)
      expect(await signedIn(device(), provider, ann)).toMatchObject({ seed })
    expect(site.mails.filter(({ subject }) => subject.includes('opens your wallet'))).toHaveLength(4)
    expect((await device().signedIn(email))['seed']).toBe(seed)
  })

  test('is another one, without an email address, if the provider has not verified the address or has none', async () => {
    const { device, signedIn } = await socialSiteOf()
    const { seed } = await device().signedIn(email)
    const unverified = { choice: 'other', email, unverified: 'on' }
    for (const choice of [unverified, { choice: 'cleo' }])
      for (const provider of ['google', 'github', 'apple', 'x', 'discord'] as const) {
        const opened = await signedIn(device(), provider, choice)
        expect(opened['seed']).not.toBe(seed)
        expect(opened['email']).toBeUndefined()
        expect((await signedIn(device(), provider, choice))['seed']).toBe(opened['seed'])
      }
  })

  test('stays with its identity, whatever email address the provider returns later', async () => {
    const user: Record<string, unknown> = { sub: '1', email, email_verified: true }
    const { device, signIn } = await siteWith(user)
    const { seed } = await signIn()
    user['email'] = 'bob@example.com'
    expect(await signIn()).toMatchObject({ email, seed })
    expect((await device().signedIn('bob@example.com'))['seed']).not.toBe(seed)
    user['sub'] = '2'
    expect((await signIn())['seed']).not.toBe(seed)
    user['email'] = 'nonsense'
    user['sub'] = '3'
    expect((await signIn())['email']).toBeUndefined()
  })

  test('that changes its email address loses identities that joined through the old one, except the current one', async () => {
    const { device, signedIn } = await socialSiteOf()
    await signedIn(device(), 'github', ann)
    const mine = device()
    const { session, seed } = await signedIn(mine, 'google', ann)
    await mine.call('email', { session, email: 'eva@example.com' })
    await mine.call('email-primary', { session, code: mine.codeTo(email) })
    const code = mine.codeTo('eva@example.com')
    expect((await mine.call('email-secondary', { session, code, device: mine.token })).status).toBe(200)
    expect(await signedIn(device(), 'google', ann)).toMatchObject({ email: 'eva@example.com', seed })
    expect((await signedIn(device(), 'github', ann))['seed']).not.toBe(seed)
  })

  test('cannot get an email address if it has none, so that the embedding page cannot set its own', async () => {
    const { site, device, signedIn } = await socialSiteOf()
    const mine = device()
    const { session } = await signedIn(mine, 'x', { choice: 'cleo' })
    expect((await mine.call('email', { session, email: 'mallory@example.com' })).body).toEqual({
      error: 'email.none',
      message: 'This wallet has no e-mail address to confirm with.',
    })
    expect(site.mails).toEqual([])
    const code = '000000'
    expect((await mine.call('email-secondary', { session, code, device: mine.token })).body['error']).toBe(
      'code.missing',
    )
  })

  test('survives a restart, with its names', async () => {
    const { site, options, device, signedIn, oauth } = await socialSiteOf()
    const mine = device()
    const { session, seed, pageToken } = await signedIn(mine, 'github', { choice: 'cleo' })
    await site.stop()
    const next = await startSecureSite(options)
    onTestFinished(() => next.stop())
    oauth.register(next.origin)
    const { call } = deviceOf(next)
    expect((await call('session', { session })).body).toEqual({ userName: 'Cleo', seed })
    expect((await call('reopen', { pageToken, device: mine.token })).body).toMatchObject({ userName: 'Cleo', seed })
  })

  test('has a user name on one line, whatever the provider returns', async () => {
    const { signIn } = await siteWith({ sub: '1', name: ` Ann\n\u202E\u0000${'n'.repeat(300)}` })
    expect((await signIn())['userName']).toBe(`Ann${'n'.repeat(253)}`)
  })
})

test("the command line has an option for the providers' clients", async () => {
  const path = await folder()
  const write = async (name: string, value: unknown) => {
    await writeFile(join(path, name), JSON.stringify(value))
    return join(path, name)
  }
  const common = ['--origin', 'https://wallet.example', '--port', '8443', '--data', '/srv', '--mail', 'mailbox']
  const all = [...common, '--parents', shop, '--networks', await write('networks.json', networks)]
  const read = async (providers: unknown) =>
    (await readSettings([...all, '--providers', await write('providers.json', providers)], {})).providers
  const google = { clientId: 'us', clientSecret: 'secret' }
  const apple = { clientId: 'us', clientSecret: { teamId: 'T', keyId: 'K', privateKey: 'PEM' } }
  expect(await read({ google, apple })).toEqual({ google, apple })
  for (const wrong of [
    { myspace: google },
    { google: { clientId: 'us' } },
    { google: { ...google, tokenUrl: 'x' } },
    [],
  ])
    await expect(read(wrong)).rejects.toThrow('--providers')
})
