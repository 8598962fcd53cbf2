/** Sessions at the secure site: how long they last, where, and for which user. */
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startSecureSite } from '../../../mocks/secureSite/server/start.ts'
import { day, deviceOf, folder, minute, siteOf, wrongCode } from './site.ts'

const [ann, eva] = ['ann@example.com', 'eva@example.com']
const over = { status: 401, body: { error: 'session.missing', message: 'You are not signed in.' } }

describe('a session', () => {
  test('opens the wallet, makes the code unnecessary, and ends with signing out [7.41] [7.45]', async () => {
    const { device } = await siteOf()
    const { signedIn, call, connect } = device()
    const { session, seed } = await signedIn(ann)
    expect((await call('session', { session })).body).toEqual({ email: ann, seed })
    expect((await connect(ann, { session })).body).toEqual({ action: 'CONNECT' })
    expect((await connect(eva, { session })).body['action']).toBe('VERIFY_DEVICE')
    expect((await call('sign-out', { session })).status).toBe(200)
    expect(await call('session', { session })).toEqual(over)
    expect((await connect(ann, { session })).body['action']).toBe('VERIFY_OTP')
  })

  test('lasts for seven days', async () => {
    const { time, device } = await siteOf()
    const { signedIn, call } = device()
    const { session } = await signedIn(ann)
    time.nowMs += 7 * day - 1
    expect((await call('session', { session })).status).toBe(200)
    time.nowMs += 1
    expect(await call('session', { session })).toEqual(over)
  })

  test("is reopened with the page's token, only on the same device and once", async () => {
    const { device } = await siteOf()
    const { signedIn, call, token } = device()
    const { pageToken, seed, session } = await signedIn(ann)
    expect(await call('session', { session: pageToken })).toEqual(over)
    expect(await call('reopen', { pageToken, device: device().token })).toEqual(over)
    const reopened = await call('reopen', { pageToken, device: token })
    expect(reopened.body['seed']).toBe(seed)
    expect(await call('reopen', { pageToken, device: token })).toEqual(over)
    expect(await call('session', { session })).toEqual(over)
  })

  test('ends 90 days after the sign-in, even if it is reopened regularly', async () => {
    const { time, device } = await siteOf()
    const { signedIn, call, token } = device()
    let { pageToken } = await signedIn(ann)
    for (let week = 0; week < 14; week += 1) {
      time.nowMs += 6 * day
      const { body } = await call('reopen', { pageToken, device: token })
      pageToken = String(body['pageToken'])
    }
    time.nowMs += 6 * day - 1
    const { body, status } = await call('reopen', { pageToken, device: token })
    expect(status).toBe(200)
    time.nowMs += 1
    pageToken = String(body['pageToken'])
    expect(await call('reopen', { pageToken, device: token })).toEqual(over)
  })
})

describe('a change of the email address', () => {
  test('takes a code to each address, and signs out other devices [7.42]', async () => {
    const { site, device } = await siteOf()
    const elsewhere = device()
    const other = await elsewhere.signedIn(ann)
    const bob = await device().signedIn('bob@example.com')
    const { signedIn, call, codeTo, token, connect } = device()
    const { session, seed } = await signedIn(ann)
    expect((await call('email', { session, email: eva })).body).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
    expect(site.mails.at(-1)).toMatchObject({ to: ann, text: expect.stringContaining(eva) as string })
    expect((await call('email-secondary', { session, code: '000000', device: token })).body['error']).toBe(
      'code.missing',
    )
    expect((await call('email-primary', { session, code: wrongCode(codeTo(ann)) })).body['error']).toBe('code.wrong')
    const primary = codeTo(ann)
    expect((await call('email-primary', { session, code: primary })).status).toBe(200)
    expect((await call('email-primary', { session, code: primary })).body['error']).toBe('code.missing')
    const wrong = wrongCode(codeTo(eva))
    expect((await call('email-secondary', { session, code: wrong, device: token })).body['error']).toBe('code.wrong')
    const moved = await call('email-secondary', { session, code: codeTo(eva), device: token })
    expect(moved.body).toEqual({ newEmail: eva })
    expect((await call('session', { session })).body).toEqual({ email: eva, seed })
    expect(await call('session', { session: other['session'] })).toEqual(over)
    expect((await call('session', { session: bob['session'] })).body['email']).toBe('bob@example.com')
    expect((await connect(eva)).body['action']).toBe('VERIFY_OTP')
    expect((await device().signedIn(ann))['seed']).not.toBe(seed)
  })

  test('locks out a stranger who guesses codes, and not the owner', async () => {
    const { time, device } = await siteOf()
    const owner = device()
    await owner.signedIn(eva)
    const stranger = device()
    const { session } = await stranger.signedIn('mallory@example.com')
    const guess = async () => {
      await stranger.call('email', { session, email: eva })
      await stranger.call('email-primary', { session, code: stranger.codeTo('mallory@example.com') })
      const code = wrongCode(stranger.codeTo(eva))
      const errors: unknown[] = []
      for (let count = 0; count < 5; count += 1)
        errors.push((await stranger.call('email-secondary', { session, code, device: stranger.token })).body['error'])
      time.nowMs += 10 * minute
      return errors
    }
    for (let round = 0; round < 5; round += 1) expect(await guess()).toContain('code.wrong')
    expect(await guess()).not.toContain('code.wrong')
    const { body } = await owner.connect(eva)
    expect(body['action']).toBe('VERIFY_OTP')
    expect((await owner.call('code', { attempt: body['attempt'], code: owner.codeTo(eva) })).status).toBe(200)
  })

  test("is refused for the current address, and for one with a wallet, which only that address's owner learns", async () => {
    const { device } = await siteOf()
    await device().signedIn(eva)
    const { signedIn, call, codeTo, token } = device()
    const { session } = await signedIn(ann)
    expect((await call('email', { session, email: ann })).body['error']).toBe('email.same')
    expect((await call('email', { session, email: eva })).status).toBe(200)
    await call('email-primary', { session, code: codeTo(ann) })
    const refused = await call('email-secondary', { session, code: codeTo(eva), device: token })
    expect(refused).toMatchObject({ status: 409, body: { error: 'email.taken' } })
    expect((await call('session', { session })).body['email']).toBe(ann)
  })
})

describe('the stored data', () => {
  test('survives a restart: accounts, devices and sessions', async () => {
    const { site, options, device } = await siteOf()
    const { signedIn, token } = device()
    const { session, seed } = await signedIn(ann)
    await site.stop()
    const next = await startSecureSite(options)
    onTestFinished(() => next.stop())
    const { call } = deviceOf(next)
    expect((await call('session', { session })).body).toEqual({ email: ann, seed })
    expect((await call('connect', { email: ann, device: token })).body['action']).toBe('VERIFY_OTP')
  })

  test('contains no seed, token or code in clear text, and is useless without the secret', async () => {
    const { site, options, device } = await siteOf()
    const { signedIn, token, codeTo } = device()
    const { session, pageToken, seed } = await signedIn(ann)
    const files = await readdir(options.data)
    expect(files.toSorted()).toEqual(['accounts.json', 'devices.json', 'sessions.json'])
    const texts = await Promise.all(files.map((file) => readFile(join(options.data, file), 'utf8')))
    const bytes = Buffer.from(seed ?? '', 'base64url')
    const secrets = [session, pageToken, seed, token, codeTo(ann), bytes.toString('hex'), bytes.toString('base64')]
    for (const secret of secrets) expect(texts.join('\n')).not.toContain(secret)
    expect(await readFile(`${options.data}.secret`, 'utf8')).toMatch(/^[\da-f]{64}\n$/)
    expect((await stat(`${options.data}.secret`)).mode & 0o777).toBe(0o600)
    await site.stop()
    const reported: unknown[] = []
    const report = (error: unknown) => void reported.push(error)
    const thief = await startSecureSite({ ...options, secret: new Uint8Array(32), report })
    onTestFinished(() => thief.stop())
    expect((await deviceOf(thief).call('session', { session })).status).toBe(500)
    expect(reported).toHaveLength(1)
  })

  test('does not decrypt a seed that was moved from another account', async () => {
    const { site, options, device } = await siteOf()
    const { session } = await device().signedIn(ann)
    await device().signedIn(eva)
    await site.stop()
    const file = join(options.data, 'accounts.json')
    const kept = JSON.parse(await readFile(file, 'utf8')) as Record<string, { email: string; seed: string }>
    const [first, second] = Object.values(kept)
    if (!first || !second) throw new Error('Two accounts are kept.')
    ;[first.seed, second.seed] = [second.seed, first.seed]
    await writeFile(file, JSON.stringify(kept))
    const next = await startSecureSite({ ...options, report: () => undefined })
    onTestFinished(() => next.stop())
    expect((await deviceOf(next).call('session', { session })).status).toBe(500)
  })

  test('contains a wallet before it is opened, even if writing it failed at first', async () => {
    const { device, options } = await siteOf({ report: () => undefined })
    const { registered, call, codeTo, connect } = device()
    const attempt = await registered(ann)
    const draft = join(options.data, 'accounts.json.draft')
    await mkdir(draft)
    expect((await call('code', { attempt, code: codeTo(ann) })).status).toBe(500)
    const again = (await connect(ann)).body['attempt']
    expect((await call('code', { attempt: again, code: codeTo(ann) })).status).toBe(500)
    await rm(draft, { recursive: true })
    const last = (await connect(ann)).body['attempt']
    const { body } = await call('code', { attempt: last, code: codeTo(ann) })
    const restarted = await siteOf(options)
    expect((await restarted.device().call('session', { session: body['session'] })).body['seed']).toBe(body['seed'])
  })

  test('is left unchanged if it is invalid', async () => {
    const data = await folder()
    await writeFile(join(data, 'accounts.json'), '{"a":1}')
    await expect(siteOf({ data })).rejects.toThrow('accounts.json holds something else than it should.')
    await writeFile(join(data, 'accounts.json'), '{')
    await expect(siteOf({ data })).rejects.toThrow('accounts.json cannot be read.')
    expect(await readFile(join(data, 'accounts.json'), 'utf8')).toBe('{')
  })
})
