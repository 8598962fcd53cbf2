/** Email sign-in at the secure site: who gets a wallet, and who does not. */
import { describe, expect, test } from 'vitest'
import { day, minute, siteOf, wrongCode } from './site.ts'

const ann = 'ann@example.com'

describe('a device', () => {
  test('is registered with the button behind an emailed link, not by opening the link; then the code is sent [7.40]', async () => {
    const { site, device } = await siteOf()
    const { connect, call, linkTo, confirm, at } = device()
    const { body } = await connect(ann, { parent: 'https://shop.example' })
    expect(body['action']).toBe('VERIFY_DEVICE')
    const page = await fetch(at(`/device?link=${linkTo(ann)}`), { headers: { 'user-agent': '<b>A browser</b>' } })
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain('https://shop.example')
    expect(html).toContain('Register this device')
    expect(site.mails.map(({ code }) => code)).toEqual([undefined])
    const waiting = call('device', { attempt: body['attempt'] })
    expect((await confirm(linkTo(ann))).status).toBe(200)
    expect((await waiting).body).toEqual({ isRegistered: true })
    expect(site.mails.at(-1)).toMatchObject({ to: ann, code: expect.stringMatching(/^\d{6}$/) as string })
  })

  test("is registered once per link, within 20 minutes, and only by the site's own page", async () => {
    const { time, device } = await siteOf()
    const { connect, linkTo, confirm, at } = device()
    await connect(ann)
    const link = linkTo(ann)
    expect((await confirm(link, 'https://shop.example')).status).toBe(403)
    expect((await confirm(link, 'null')).status).toBe(403)
    expect((await confirm('nonsense')).status).toBe(404)
    expect((await confirm(link)).status).toBe(200)
    const again = await confirm(link)
    expect([again.status, await again.text()]).toEqual([409, expect.stringContaining('The link was used already.')])
    expect((await fetch(at(`/device?link=${link}`))).status).toBe(409)

    const other = device()
    const { body } = await other.connect(ann)
    time.nowMs += 20 * minute
    expect(await (await other.confirm(other.linkTo(ann))).text()).toContain('The link has expired.')
    expect(await other.call('device', { attempt: body['attempt'] })).toMatchObject({
      status: 410,
      body: { error: 'link.expired' },
    })
  })

  test('is registered for one email address, for 90 days', async () => {
    const { time, device } = await siteOf()
    const { registered, connect } = device()
    await registered(ann)
    expect((await connect(ann)).body['action']).toBe('VERIFY_OTP')
    expect((await connect('bob@example.com')).body['action']).toBe('VERIFY_DEVICE')
    expect((await device().connect(ann)).body['action']).toBe('VERIFY_DEVICE')
    time.nowMs += 90 * day
    expect((await connect(ann)).body['action']).toBe('VERIFY_DEVICE')
  })

  test('learns why no code was sent after too many emails', async () => {
    const { device } = await siteOf()
    const { connect, call, linkTo, confirm } = device()
    let attempt: string | undefined
    for (let count = 0; count < 5; count += 1) attempt = (await connect(ann)).body['attempt']
    await confirm(linkTo(ann))
    expect(await call('device', { attempt })).toMatchObject({ status: 429, body: { error: 'mail.tooMany' } })
  })
})

describe('a code', () => {
  test('opens the wallet once', async () => {
    const { device } = await siteOf()
    const { registered, call, codeTo } = device()
    const attempt = await registered(ann)
    const opened = await call('code', { attempt, code: codeTo(ann) })
    expect(opened.body).toMatchObject({ email: ann, session: expect.any(String) as string })
    expect(Buffer.from(opened.body['seed'] ?? '', 'base64url')).toHaveLength(32)
    expect(await call('code', { attempt, code: codeTo(ann) })).toMatchObject({
      status: 409,
      body: { error: 'code.missing' },
    })
  })

  test('can be tried five times', async () => {
    const { device } = await siteOf()
    const { registered, call, codeTo } = device()
    const attempt = await registered(ann)
    const code = wrongCode(codeTo(ann))
    const said: (string | undefined)[] = []
    for (let count = 0; count < 5; count += 1) said.push((await call('code', { attempt, code })).body['message'])
    expect(said).toEqual([
      ...[4, 3, 2, 1].map((left) => `The code is wrong. Tries left: ${left}.`),
      'The code was wrong too often. Please ask for a new one.',
    ])
    expect((await call('code', { attempt, code: codeTo(ann) })).body['error']).toBe('code.tooManyTries')
  })

  test('is refused for a day after 25 wrong codes', async () => {
    const { time, device } = await siteOf()
    const { registered, connect, call, codeTo } = device()
    let attempt: string | undefined = await registered(ann)
    for (let count = 0; count < 25; count += 1) {
      if (count % 5 === 0) {
        time.nowMs += 10 * minute
        attempt = (await connect(ann)).body['attempt']
      }
      await call('code', { attempt, code: wrongCode(codeTo(ann)) })
    }
    time.nowMs += 10 * minute
    attempt = (await connect(ann)).body['attempt']
    expect((await call('code', { attempt, code: codeTo(ann) })).body['error']).toBe('code.locked')
    time.nowMs += day
    attempt = (await connect(ann)).body['attempt']
    expect((await call('code', { attempt, code: codeTo(ann) })).status).toBe(200)
  })

  test('lasts for 20 minutes, and ends when the next one is requested', async () => {
    const { time, device } = await siteOf()
    const { registered, connect, call, codeTo } = device()
    const attempt = await registered(ann)
    const first = codeTo(ann)
    time.nowMs += 20 * minute
    expect((await call('code', { attempt, code: first })).body['error']).toBe('code.expired')
    const second = (await connect(ann)).body['attempt']
    const replaced = codeTo(ann)
    const third = (await connect(ann)).body['attempt']
    expect((await call('code', { attempt: second, code: replaced })).body['error']).toBe('code.missing')
    expect((await call('code', { attempt: third, code: codeTo(ann) })).status).toBe(200)
  })

  test('is only valid for the frame that requested it', async () => {
    const { device } = await siteOf()
    const { registered, call, codeTo } = device()
    const attempt = await registered(ann)
    const stranger = device()
    const theirs = (await stranger.connect(ann)).body['attempt']
    for (const other of [theirs, stranger.token])
      expect((await call('code', { attempt: other, code: codeTo(ann) })).body['error']).toBe('code.missing')
    expect((await call('code', { attempt, code: codeTo(ann) })).status).toBe(200)
  })
})

test('an invalid email address is refused; case and surrounding spaces are ignored', async () => {
  const { device } = await siteOf()
  const { connect, signedIn } = device()
  for (const email of ['', 'ann', 'ann@', 'a b@example.com', `${'a'.repeat(250)}@example.com`])
    expect(await connect(email)).toMatchObject({ status: 400, body: { message: 'This is not an e-mail address.' } })
  const { seed } = await signedIn(ann)
  expect((await device().signedIn(ann)).seed).toBe(seed)
  expect((await connect('  ANN@Example.com ')).body['action']).toBe('VERIFY_OTP')
})

test('five emails per email address are sent within ten minutes, and twenty per IP address', async () => {
  const { time, device } = await siteOf()
  const { connect } = device()
  const to = async (email: string) => (await connect(email)).body['message']
  for (let count = 0; count < 5; count += 1) expect(await to(ann)).toBeUndefined()
  time.nowMs += 90_000
  expect(await to(ann)).toBe('Too many e-mails were asked for. Please try again in 9 min.')
  for (let count = 0; count < 15; count += 1) expect(await to(`visitor${count}@example.com`)).toBeUndefined()
  expect(await to('visitor99@example.com')).toBe('Too many e-mails were asked for. Please try again in 9 min.')
  time.nowMs += 10 * minute
  expect(await to(ann)).toBeUndefined()
})

test("a proxy determines the caller's IP address", async () => {
  const { device } = await siteOf({ behindProxy: true, mails: { email: 5, caller: 1 } })
  const { call, token } = device()
  const from = async (forwarded: string, email: string) =>
    (await call('connect', { email, device: token }, { 'x-forwarded-for': forwarded })).status
  expect(await from('1.1.1.1', 'a@example.com')).toBe(200)
  expect(await from('2.2.2.2, 1.1.1.1', 'b@example.com')).toBe(429)
  expect(await from('1.1.1.1, 2.2.2.2', 'b@example.com')).toBe(200)
})

test('an email only names listed sites, and is not sent for others', async () => {
  const { site, device } = await siteOf()
  const { connect } = device()
  for (const parent of [
    'https://stranger.example',
    'https://shop.example.\n\nYour wallet is at risk: https://evil.example/rescue',
    '<script>',
    '',
  ])
    expect(await connect(ann, { parent })).toMatchObject({ status: 403, body: { error: 'signIn.parent' } })
  expect(site.mails).toEqual([])
  expect((await connect(ann, { parent: 'http://localhost:3000' })).status).toBe(200)
  expect(site.mails).toHaveLength(1)
})

test('all addresses of one IPv6 network count as one caller', async () => {
  const { device } = await siteOf({ behindProxy: true, mails: { email: 5, caller: 1 } })
  const { call, token } = device()
  const from = async (forwarded: string, email: string) =>
    (await call('connect', { email, device: token }, { 'x-forwarded-for': forwarded })).status
  expect(await from('2001:db8:1:2:a:b:c:d', 'a@example.com')).toBe(200)
  expect(await from('2001:0DB8:1:2::1', 'b@example.com')).toBe(429)
  expect(await from('2001:db8:1:3::1', 'b@example.com')).toBe(200)
  expect(await from('2001:db8::1', 'c@example.com')).toBe(200)
  expect(await from('2001:db8:0:0:ffff::', 'd@example.com')).toBe(429)
  expect(await from('::ffff:7.7.7.7', 'd@example.com')).toBe(200)
  expect(await from('7.7.7.7', 'e@example.com')).toBe(429)
})

test('an email address with characters outside of ASCII is refused, and opens no other wallet', async () => {
  const { device } = await siteOf()
  const { connect } = device()
  for (const email of ['mi\u212ae@example.org', 'anna@exampl\u0435.org', 'a nn@example.org'])
    expect(await connect(email)).toMatchObject({ body: { error: 'email.invalid' } })
  expect((await connect(' Mike@Example.org ')).status).toBe(200)
})

test('an email that cannot be sent is reported as an error', async () => {
  const { device } = await siteOf({ mail: 'http://127.0.0.1:1/', from: 'wallet@example.com', report: () => {} })
  expect(await device().connect(ann)).toMatchObject({ status: 502, body: { error: 'mail.failed' } })
})
