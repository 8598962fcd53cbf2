import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ApiError } from '../../../machines/shared/errors/apiError.ts'
import { alertOf } from '../../../machines/project/project.rules.ts'
import { client, HOSTS, rejection, useProvider } from './support.ts'

const provider = useProvider()
const ORIGINS = `${HOSTS.catalog}/projects/v1/origins`
const EVENT = `${HOSTS.analytics}/e`
const event = { eventId: 'e', url: 'https://shop.test', domain: 'shop.test', timestamp: 0, props: {} }
const fine = () => HttpResponse.json({ allowedOrigins: [] })
const status = (code: number, headers: Record<string, string> = {}) => new HttpResponse(null, { status: code, headers })
const never = () => new Promise<Response>(() => {})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: Date.UTC(2030, 0, 1) })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Lets requests and answers through without advancing the time. */
async function settle() {
  for (let turn = 0; turn < 20; turn += 1) await vi.advanceTimersByTimeAsync(0)
}
/** Advances the time, step by step. */
async function pass(ms: number) {
  await settle()
  for (let passed = 0; passed < ms; passed += 50) {
    await vi.advanceTimersByTimeAsync(Math.min(50, ms - passed))
    await settle()
  }
}
/** The result of a promise, with as much time as it needs. */
async function inTime<Value>(promise: Promise<Value>, atMostMs = 10_000): Promise<Value> {
  const progress = { open: true }
  const end = () => {
    progress.open = false
  }
  promise.then(end, end)
  for (let passed = 0; progress.open && passed <= atMostMs; passed += 50) await pass(50)
  expect(progress.open).toBe(false)
  return promise
}

describe('a failure', () => {
  test.each([
    [400, 'api.refused', 'The server rejected the request: 400 Bad Request', 1],
    [401, 'api.refused', 'The server rejected the request: 401 Unauthorized', 1],
    [403, 'api.refused', 'The server rejected the request: 403 Forbidden', 1],
    [404, 'api.refused', 'The server rejected the request: 404 Not Found', 1],
    [408, 'api.refused', 'The server rejected the request: 408 Request Timeout', 3],
    [429, 'api.busy', 'The server is busy. Please try again in a moment.', 3],
    [500, 'api.failed', 'Server error (500)', 3],
    [502, 'api.failed', 'Server error (502)', 3],
    [503, 'api.failed', 'Server error (503)', 3],
    [504, 'api.failed', 'Server error (504)', 3],
    [522, 'api.failed', 'Server error (522)', 3],
  ])('has for status %i the code %s: "%s", after %i request(s)', async (code, fault, message, requests) => {
    provider.on('GET', ORIGINS, () => status(code))
    const { api, heard } = client()
    const error = await inTime(rejection(api.call('allowedOrigins', {})))
    expect(error).toMatchObject({ code: fault, message, call: 'allowedOrigins', status: code, reasons: [] })
    expect(provider.sent).toHaveLength(requests)
    expect(heard).toEqual([error])
  })

  test('of the connection is api.offline, after three requests', async () => {
    provider.on('GET', ORIGINS, () => HttpResponse.error())
    const { api, heard } = client()
    const error = await inTime(rejection(api.call('allowedOrigins', {})))
    expect(error).toMatchObject({
      code: 'api.offline',
      message: 'The server could not be reached. Check your connection and try again.',
      status: undefined,
    })
    expect(provider.sent).toHaveLength(3)
    expect(heard).toEqual([error])
  })

  test('is retried after 150 ms, and once more after another 300 ms', async () => {
    const answers = [status(503), HttpResponse.error(), fine()]
    provider.on('GET', ORIGINS, () => answers.shift() ?? status(500))
    const { api, heard } = client()
    const call = api.call('allowedOrigins', {})
    await pass(149)
    expect(provider.sent).toHaveLength(1)
    await pass(1)
    expect(provider.sent).toHaveLength(2)
    await pass(299)
    expect(provider.sent).toHaveLength(2)
    await pass(1)
    expect(await call).toEqual({ allowedOrigins: [] })
    expect(provider.sent).toHaveLength(3)
    expect(heard).toEqual([])
  })

  test.each([408, 429, 500, 503, 0])('of a call that changes something is never retried (%i)', async (code) => {
    provider.on('POST', EVENT, () => (code === 0 ? HttpResponse.error() : status(code)))
    const { api, heard } = client()
    const error = await inTime(rejection(api.call('analyticsEvent', event)))
    await pass(5_000)
    expect(provider.sent).toHaveLength(1)
    expect(heard).toEqual([error])
  })

  test('is reported to every listener, until it unsubscribes', async () => {
    provider.on('GET', ORIGINS, () => status(401))
    const { api } = client()
    const [one, other] = [vi.fn<(error: ApiError) => void>(), vi.fn<(error: ApiError) => void>()]
    const leave = api.watch(one)
    api.watch(other)
    const first = await inTime(rejection(api.call('allowedOrigins', {})))
    leave()
    leave()
    const second = await inTime(rejection(api.call('allowedOrigins', {})))
    expect(one.mock.calls).toEqual([[first]])
    expect(other.mock.calls).toEqual([[first], [second]])
  })
})

describe('a server that does not answer', () => {
  test('causes a timeout after the time of the call, and no retry', async () => {
    provider.on('GET', ORIGINS, never)
    const { api, heard } = client({ timeoutMs: 5_000 })
    const call = rejection(api.call('allowedOrigins', {}))
    await pass(4_999)
    expect(heard).toEqual([])
    await pass(1)
    expect(heard).toHaveLength(1)
    const error = await call
    expect(error).toMatchObject({ code: 'api.expired', message: 'The server did not respond in time' })
    expect(heard).toEqual([error])
    expect(provider.sent).toHaveLength(1)
    expect(provider.sent[0]?.signal.aborted).toBe(true)
  })

  test.each([200, 500])('causes a timeout when an answer of status %i never ends', async (code) => {
    provider.on('GET', ORIGINS, () => {
      const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{"allowed')) })
      return new HttpResponse(body, { status: code, headers: { 'content-type': 'application/json' } })
    })
    const { api, heard } = client({ timeoutMs: 1_000 })
    const error = await inTime(rejection(api.call('allowedOrigins', {})), 1_000)
    expect(error).toMatchObject({ code: 'api.expired' })
    expect(heard).toEqual([error])
  })

  test('causes a timeout for a call that changes something, too', async () => {
    provider.on('POST', EVENT, never)
    const { api } = client({ timeoutMs: 1_000 })
    expect(await inTime(rejection(api.call('analyticsEvent', event)), 1_000)).toMatchObject({ code: 'api.expired' })
  })

  test('causes a timeout for the call including its retries', async () => {
    provider.on('GET', ORIGINS, async () => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      return status(503)
    })
    const { api } = client({ timeoutMs: 1_000 })
    // 400 ms, a delay of 150 ms and 400 ms more: the second delay of 300 ms would end too late.
    expect(await inTime(rejection(api.call('allowedOrigins', {})), 1_000)).toMatchObject({ code: 'api.expired' })
    expect(provider.sent).toHaveLength(2)
  })

  test('can be awaited for longer than timers can count', async () => {
    provider.on('GET', ORIGINS, fine)
    const { api } = client({ timeoutMs: Number.MAX_SAFE_INTEGER })
    expect(await inTime(api.call('allowedOrigins', {}))).toEqual({ allowedOrigins: [] })
  })
})

describe('a server that sends retry-after', () => {
  const after =
    (retryAfter: string, code = 429) =>
    () =>
      status(code, { 'retry-after': retryAfter })
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toUTCString()

  test.each([
    ['two seconds', () => '2', 429],
    ['a date two seconds ahead', () => inSeconds(2), 429],
    ['two seconds, with status 503', () => '2', 503],
    ['two seconds, with status 500', () => '2', 500],
  ])('with %s gets a retry within the call, and not before', async (_, header, code) => {
    const answers = [status(code, { 'retry-after': header() }), fine()]
    provider.on('GET', ORIGINS, () => answers.shift() ?? status(500))
    const { api, heard } = client()
    const call = api.call('allowedOrigins', {})
    await pass(1_999)
    expect(provider.sent).toHaveLength(1)
    await pass(1)
    expect(await call).toEqual({ allowedOrigins: [] })
    expect(heard).toEqual([])
  })

  test.each([
    ['a minute', () => '60', 429, 'api.busy'],
    ['a minute, as a date', () => inSeconds(60), 429, 'api.busy'],
    ['a minute, with status 503', () => '60', 503, 'api.failed'],
    ['a minute, with status 403', () => '60', 403, 'api.refused'],
  ])('with %s makes the call fail, and gets no other request for that time', async (_, header, code, fault) => {
    provider.on('GET', ORIGINS, after(header(), code))
    const { api, heard } = client()
    const error = await inTime(rejection(api.call('allowedOrigins', {})), 0)
    expect(error).toMatchObject({ code: fault, status: code, retryAfterMs: 60_000 })
    expect(provider.sent).toHaveLength(1)

    provider.on('GET', ORIGINS, fine)
    provider.on('GET', `${HOSTS.catalog}/getAnalyticsConfig`, () => HttpResponse.json({ isAnalyticsEnabled: true }))
    await pass(20_000)
    const refused = await inTime(rejection(api.call('analyticsConfiguration', {})), 0)
    expect(refused).toMatchObject({ code: 'api.busy', call: 'analyticsConfiguration' })
    expect((refused as { retryAfterMs: number }).retryAfterMs).toBeLessThanOrEqual(40_000)
    expect((refused as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(39_000)
    expect(heard).toEqual([error, refused])

    await pass(39_000)
    await inTime(rejection(api.call('allowedOrigins', {})), 0)
    expect(provider.sent).toHaveLength(1)
    await pass(1_000)
    expect(await inTime(api.call('allowedOrigins', {}), 0)).toEqual({ allowedOrigins: [] })
  })

  test('gets no call that changes something either, while other hosts do', async () => {
    provider.on('POST', EVENT, after('60'))
    provider.on('GET', ORIGINS, fine)
    const { api } = client()
    await inTime(rejection(api.call('analyticsEvent', event)), 0)
    expect(await inTime(rejection(api.call('analyticsEvent', event)), 0)).toMatchObject({ code: 'api.busy' })
    expect(await inTime(api.call('allowedOrigins', {}), 0)).toEqual({ allowedOrigins: [] })
    expect(provider.sent.map(({ url }) => url.origin)).toEqual([HOSTS.analytics, HOSTS.catalog])
  })

  test('gets three requests at most, and no more after that', async () => {
    provider.on('GET', ORIGINS, after('1'))
    const { api } = client()
    const error = await inTime(rejection(api.call('allowedOrigins', {})))
    expect(error).toMatchObject({ code: 'api.busy', retryAfterMs: 1_000 })
    expect(provider.sent).toHaveLength(3)
    await inTime(rejection(api.call('allowedOrigins', {})), 0)
    expect(provider.sent).toHaveLength(3)
  })

  test('gets no request for the longest time that it sent, in whichever order', async () => {
    const wishes = ['600', '60']
    provider.on('POST', EVENT, () => status(429, { 'retry-after': wishes.shift() ?? '1' }))
    const { api } = client()
    await inTime(
      Promise.all([rejection(api.call('analyticsEvent', event)), rejection(api.call('analyticsEvent', event))]),
      0,
    )
    expect(provider.sent).toHaveLength(2)
    await pass(61_000)
    expect(await inTime(rejection(api.call('analyticsEvent', event)), 0)).toMatchObject({ code: 'api.busy' })
    expect(provider.sent).toHaveLength(2)
  })

  test('gets no retry from calls that were waiting for one', async () => {
    provider.on('GET', ORIGINS, () => status(503))
    provider.on('GET', `${HOSTS.catalog}/getAnalyticsConfig`, after('60'))
    const { api } = client()
    const trying = rejection(api.call('allowedOrigins', {}))
    await settle()
    await inTime(rejection(api.call('analyticsConfiguration', {})), 0)
    expect(await inTime(trying)).toMatchObject({ code: 'api.busy', call: 'allowedOrigins' })
    expect(provider.sent).toHaveLength(2)
  })

  test('with an endless time gets no request for an hour', async () => {
    provider.on('GET', ORIGINS, after('99999999999'))
    const { api } = client()
    expect(await inTime(rejection(api.call('allowedOrigins', {})), 0)).toMatchObject({ retryAfterMs: 3_600_000 })
  })

  test('gets requests again when the clock was set back meanwhile', async () => {
    let time = Date.UTC(2035, 0, 1)
    provider.on('GET', ORIGINS, after('60'))
    const { api } = client({ now: () => time })
    await inTime(rejection(api.call('allowedOrigins', {})), 0)
    time = Date.UTC(2030, 0, 1)
    provider.on('GET', ORIGINS, fine)
    expect(await inTime(api.call('allowedOrigins', {}), 0)).toEqual({ allowedOrigins: [] })

    provider.on('GET', ORIGINS, after('60'))
    await inTime(rejection(api.call('allowedOrigins', {})), 0)
    expect(await inTime(rejection(api.call('allowedOrigins', {})), 0)).toMatchObject({ retryAfterMs: 60_000 })
    expect(provider.sent).toHaveLength(3)
  })

  test.each(['', 'soon', '-5', '0', 'Infinity', 'Fri, 01 Jan 1999 00:00:00 GMT'])(
    'with an invalid value (%j) gets the usual retries, and no pause',
    async (header) => {
      provider.on('GET', ORIGINS, after(header))
      const { api } = client()
      const error = await inTime(rejection(api.call('allowedOrigins', {})), 1_000)
      expect(error).toMatchObject({ code: 'api.busy', retryAfterMs: undefined })
      expect(provider.sent).toHaveLength(3)
    },
  )

  test('by another header gets a retry after two seconds at most', async () => {
    const answers = [status(429, { 'ratelimit-reset': '60' }), fine()]
    provider.on('GET', ORIGINS, () => answers.shift() ?? status(500))
    const { api } = client()
    expect(await inTime(api.call('allowedOrigins', {}), 2_000)).toEqual({ allowedOrigins: [] })
  })
})

describe('an aborted call', () => {
  test.each([new Error('closed'), 'just because', undefined])('ends at once, with the reason %s', async (reason) => {
    provider.on('GET', ORIGINS, never)
    provider.on('POST', EVENT, never)
    const { api, heard } = client()
    const control = new AbortController()
    const calls = [
      rejection(api.call('allowedOrigins', {}, { signal: control.signal })),
      rejection(api.call('analyticsEvent', event, { signal: control.signal })),
    ]
    await settle()
    control.abort(reason)
    expect(await inTime(Promise.all(calls), 0)).toEqual([control.signal.reason, control.signal.reason])
    expect(provider.sent.map(({ signal }) => signal.aborted)).toEqual([true, true])
    expect(heard).toEqual([])
  })

  test('ends at once while it waits for a retry, which is not made', async () => {
    provider.on('GET', ORIGINS, () => status(503))
    const { api, heard } = client()
    const control = new AbortController()
    const call = rejection(api.call('allowedOrigins', {}, { signal: control.signal }))
    await pass(100)
    control.abort(new Error('closed'))
    expect(await inTime(call, 0)).toEqual(new Error('closed'))
    await pass(5_000)
    expect(provider.sent).toHaveLength(1)
    expect(heard).toEqual([])
  })

  test('ends at once while its answer arrives', async () => {
    const body = () => new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{')) })
    provider.on('POST', EVENT, () => new HttpResponse(body()))
    const { api, heard } = client()
    const control = new AbortController()
    const call = rejection(api.call('analyticsEvent', event, { signal: control.signal }))
    await pass(100)
    control.abort(new Error('closed'))
    expect(await inTime(call, 0)).toEqual(new Error('closed'))
    expect(heard).toEqual([])
  })
})

describe('the text of a refusal', () => {
  const WORDS = 'Unauthorized: origin not allowed'
  const text = (body: string, type = 'text/plain') =>
    new HttpResponse(body, { status: 403, headers: { 'content-type': type } })

  test.each([
    ['plain text', text(WORDS)],
    ['plain text that is declared as JSON', text(WORDS, 'application/json')],
    ['a JSON string', text(JSON.stringify(WORDS), 'application/json')],
    ['a message', HttpResponse.json({ message: WORDS }, { status: 403 })],
    ['an error', HttpResponse.json({ error: WORDS }, { status: 403 })],
    ['the message of an error', HttpResponse.json({ error: { code: 3, message: WORDS } }, { status: 403 })],
    ['JSON that is declared as text', text(JSON.stringify({ reasons: [{ description: WORDS }] }))],
    [
      'a later reason',
      HttpResponse.json({ reasons: [{ description: 'No' }, { description: WORDS }] }, { status: 403 }),
    ],
    [
      'a message next to invalid reasons',
      HttpResponse.json({ reasons: [{ name: 5 }, 'x', null], message: WORDS }, { status: 403 }),
    ],
    ['an error next to an invalid message', HttpResponse.json({ message: 5, error: WORDS }, { status: 403 })],
    ['a reason without a name', HttpResponse.json({ reasons: [{ name: 5, description: WORDS }] }, { status: 403 })],
  ])('is found in %s', async (_, answer) => {
    provider.on('GET', ORIGINS, () => answer.clone())
    const error = await inTime(rejection(client().api.call('allowedOrigins', {})))
    expect((error as { serverText: string }).serverText).toContain(WORDS)
    expect(alertOf(error)).toBe('alert.invalidAppConfiguration')
  })

  test.each([
    ['an empty text', () => text('')],
    ['an HTML page', () => text('<!DOCTYPE html><title>Forbidden</title>', 'text/html')],
    ['an HTML page that is declared as text', () => text('  <html></html>')],
    ['an object without a text', () => HttpResponse.json({ __proto__: null, at: 5 }, { status: 403 })],
    ['a list', () => HttpResponse.json([1], { status: 403 })],
    ['null', () => text('null', 'application/json')],
    ['a number', () => text('5', 'application/json')],
  ])('is that of the status when the server answers with %s', async (_, answer) => {
    provider.on('GET', ORIGINS, answer)
    const error = await inTime(rejection(client().api.call('allowedOrigins', {})))
    expect(error).toMatchObject({
      serverText: '403 Forbidden',
      message: 'The server rejected the request: 403 Forbidden',
      reasons: [],
    })
  })

  test('is cut when it is very long', async () => {
    provider.on('GET', ORIGINS, () => text('no '.repeat(100_000)))
    const error = await inTime(rejection(client().api.call('allowedOrigins', {})))
    expect((error as { serverText: string }).serverText).toHaveLength(500)
  })
})
