import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { Cache, SharedCalls } from '../../../sdk/api/shared.ts'
import { client, HOSTS, rejection, SERVED, UNSERVED, useProvider } from './support.ts'

const provider = useProvider()
const ACCOUNT = '0x01'
const IDENTITY = `${HOSTS.blockchain}/v1/identity/${ACCOUNT}`
const HISTORY = `${HOSTS.blockchain}/v1/account/${ACCOUNT}/history`
const at = { networkId: SERVED }

/** Answers that arrive when the test says so, in the order of the requests. */
function held(address: string, method = 'GET') {
  const waiting: ((response: Response) => void)[] = []
  provider.on(method, address, () => new Promise<Response>((resolve) => waiting.push(resolve)))
  return {
    /** Waits until this many requests were made. */
    asked: async (count: number) => {
      await expect.poll(() => waiting.length).toBe(count)
    },
    answer: (index: number, value: object, init?: ResponseInit) => waiting[index]?.(HttpResponse.json(value, init)),
  }
}

/** A client that already has the list of served networks. */
async function ready(options: Parameters<typeof client>[0] = {}) {
  provider.serve(SERVED)
  const made = client(options)
  await made.api.serves(SERVED)
  return made
}

describe('equal calls at the same time', () => {
  test('are one request, and all get its answer', async () => {
    const { api } = await ready()
    const server = held(HISTORY)
    const calls = Array.from({ length: 10 }, () => api.call('history', { account: ACCOUNT }, at))
    await server.asked(1)
    server.answer(0, { data: [], next: 'c2' })
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 10 }, () => ({ data: [], next: 'c2' })))
    expect(provider.asked()).toHaveLength(1)
  })

  test('are one failure, which is reported once and not cached', async () => {
    const { api, heard } = await ready()
    const server = held(HISTORY)
    const calls = Array.from({ length: 3 }, () => rejection(api.call('history', { account: ACCOUNT }, at)))
    await server.asked(1)
    server.answer(0, {}, { status: 403 })
    const errors = await Promise.all(calls)
    expect(errors).toEqual([heard[0], heard[0], heard[0]])
    expect(heard).toHaveLength(1)

    const again = api.call('history', { account: ACCOUNT }, at)
    await server.asked(2)
    server.answer(1, { data: [] })
    expect(await again).toEqual({ data: [] })
  })

  test('are separate requests when they differ in anything', async () => {
    const { api } = await ready()
    const server = held(HISTORY)
    const calls = [
      api.call('history', { account: ACCOUNT }, at),
      api.call('history', { account: ACCOUNT, cursor: '' }, at),
      api.call('history', { account: ACCOUNT, cursor: 'c1' }, at),
      api.call('history', { account: ACCOUNT, chainId: SERVED }, at),
    ]
    await server.asked(4)
    for (const index of calls.keys()) server.answer(index, { data: [], next: `${index}` })
    const pages = (await Promise.all(calls)).map(({ next }) => next)
    expect(new Set(pages)).toEqual(new Set(['0', '1', '2', '3']))
  })

  test('continue for the others when one is aborted', async () => {
    const { api, heard } = await ready()
    const server = held(HISTORY)
    const control = new AbortController()
    const leaving = rejection(api.call('history', { account: ACCOUNT }, { ...at, signal: control.signal }))
    const staying = [
      api.call('history', { account: ACCOUNT }, { ...at, signal: new AbortController().signal }),
      api.call('history', { account: ACCOUNT }, at),
    ]
    await server.asked(1)
    control.abort(new Error('closed'))
    expect(await leaving).toMatchObject({ message: 'closed' })
    expect(provider.asked()[0]?.signal.aborted).toBe(false)
    server.answer(0, { data: [], next: 'c2' })
    expect(await Promise.all(staying)).toEqual([
      { data: [], next: 'c2' },
      { data: [], next: 'c2' },
    ])
    expect(heard).toEqual([])
  })

  test('end when all are aborted, each with its own reason, and the next call starts again', async () => {
    const { api, heard } = await ready()
    const server = held(HISTORY)
    const controls = ['first', 'second'].map(() => new AbortController())
    const calls = controls.map(({ signal }) => rejection(api.call('history', { account: ACCOUNT }, { ...at, signal })))
    await server.asked(1)
    const [sent] = provider.asked()
    controls[0]?.abort(new Error('first'))
    expect(sent?.signal.aborted).toBe(false)
    controls[1]?.abort(new Error('second'))
    expect(await Promise.all(calls)).toEqual([new Error('first'), new Error('second')])
    await expect.poll(() => sent?.signal.aborted).toBe(true)

    const again = api.call('history', { account: ACCOUNT }, at)
    await server.asked(2)
    server.answer(1, { data: [] })
    expect(await again).toEqual({ data: [] })
    expect(heard).toEqual([])
  })

  test('are not joined by a call that is aborted already', async () => {
    const { api } = await ready()
    const signal = AbortSignal.abort(new Error('too late'))
    expect(await rejection(api.call('history', { account: ACCOUNT }, { ...at, signal }))).toEqual(new Error('too late'))
    expect(await rejection(api.call('history', { account: ACCOUNT }, { networkId: UNSERVED, signal }))).toEqual(
      new Error('too late'),
    )
    expect(provider.asked()).toEqual([])
  })

  test('are never shared when they change something', async () => {
    const { api } = await ready()
    const server = held(`${HOSTS.blockchain}/v1/sessions/a/revoke`, 'POST')
    const input = { address: 'a', pci: 'pci', signature: '0x' }
    const calls = [api.call('revokeSmartSession', input, at), api.call('revokeSmartSession', input, at)]
    await server.asked(2)
    server.answer(0, { success: true })
    server.answer(1, { success: false })
    expect(await Promise.all(calls)).toEqual([{ success: true }, { success: false }])
  })
})

describe('a cached answer', () => {
  test.each([
    ['identity', { address: ACCOUNT }, IDENTITY, { name: 'a', avatar: null }, 300_000],
    ['balance', { address: ACCOUNT }, `${HOSTS.blockchain}/v1/account/${ACCOUNT}/balance`, { balances: [] }, 30_000],
    ['nameLookup', { name: 'a.id' }, `${HOSTS.blockchain}/v1/profile/account/a.id`, { name: 'a.id' }, 300_000],
    ['namesOfAddress', { address: ACCOUNT }, `${HOSTS.blockchain}/v1/profile/reverse/${ACCOUNT}`, [], 300_000],
  ] as const)(
    'of %s is valid for its time from the moment when it arrived [9.29]',
    async (name, input, address, answer, goodForMs) => {
      let time = 1_000_000
      const { api } = await ready({ now: () => time })
      const server = held(address)
      const ask = () => api.call(name, input as { address: string; name: string }, at)
      const first = ask()
      await server.asked(1)
      // The answer takes its time, and its age counts from its arrival.
      time += 5_000
      server.answer(0, answer)
      const value = await first

      time += goodForMs - 1
      expect(await ask()).toEqual(value)
      expect(provider.asked()).toHaveLength(1)

      time += 1
      const second = ask()
      await server.asked(2)
      server.answer(1, answer)
      expect(await second).toEqual(value)
    },
  )

  test('is skipped by a fresh call, whose answer replaces it', async () => {
    const modes: string[] = []
    const { api } = await ready({
      now: () => 0,
      fetch: (request, init) => {
        if (request instanceof Request) modes.push(request.cache)
        return fetch(request, init)
      },
    })
    const server = held(IDENTITY)
    const ask = (fresh: boolean) => api.call('identity', { address: ACCOUNT }, { ...at, fresh })
    const first = ask(false)
    await server.asked(1)
    server.answer(0, { name: 'old' })
    expect(await first).toMatchObject({ name: 'old' })

    const second = ask(true)
    await server.asked(2)
    server.answer(1, { name: 'new' })
    expect(await second).toMatchObject({ name: 'new' })
    expect(await ask(false)).toMatchObject({ name: 'new' })
    // The browser's cache is skipped as well.
    expect(modes).toEqual(['default', 'default', 'no-cache'])
  })

  test('is not shared with a fresh call while it is pending, and does not replace the fresh answer when it is late', async () => {
    const { api } = await ready({ now: () => 0 })
    const server = held(IDENTITY)
    const ask = (fresh: boolean) => api.call('identity', { address: ACCOUNT }, { ...at, fresh })
    const old = ask(false)
    await server.asked(1)
    const fresh = ask(true)
    await server.asked(2)
    server.answer(1, { name: 'new' })
    expect(await fresh).toMatchObject({ name: 'new' })
    server.answer(0, { name: 'old' })
    expect(await old).toMatchObject({ name: 'old' })
    expect(await ask(false)).toMatchObject({ name: 'new' })
  })

  test('of balances is replaced by a forced update', async () => {
    const { api } = await ready()
    const answers = ['1', '2'].map((numeric) => ({
      balances: [{ name: 'E', symbol: 'E', chainId: SERVED, quantity: { decimals: '18', numeric } }],
    }))
    const server = held(`${HOSTS.blockchain}/v1/account/${ACCOUNT}/balance`)
    const input = { address: ACCOUNT, chainId: SERVED }
    const first = api.call('balance', input, at)
    await server.asked(1)
    server.answer(0, answers[0] ?? {})
    expect(await first).toEqual(answers[0])

    const forced = api.call('balance', { ...input, forceUpdate: `${SERVED}:0x02` }, { ...at, fresh: true })
    await server.asked(2)
    server.answer(1, answers[1] ?? {})
    expect(await forced).toEqual(answers[1])
    expect(await api.call('balance', input, at)).toEqual(answers[1])
  })

  test('of balances belongs to its network [7.5]', async () => {
    const { api } = await ready()
    const server = held(`${HOSTS.blockchain}/v1/account/${ACCOUNT}/balance`)
    const ask = (chainId: string) => api.call('balance', { address: ACCOUNT, chainId }, at)
    const first = ask(SERVED)
    await server.asked(1)
    server.answer(0, { balances: [] })
    await first
    const second = ask('eip155:10')
    await server.asked(2)
    server.answer(1, { balances: [] })
    expect(await second).toEqual({ balances: [] })
  })

  test('is kept apart by everything in the input', async () => {
    const { api } = await ready()
    const server = held(`${HOSTS.blockchain}/v1/account/${ACCOUNT}/balance`)
    const ask = (chainId?: string) => api.call('balance', { address: ACCOUNT, ...(chainId && { chainId }) }, at)
    const calls = [ask('eip155:1'), ask('eip155:10'), ask()]
    await server.asked(3)
    for (const index of calls.keys()) server.answer(index, { balances: [] })
    await Promise.all(calls)
    await Promise.all([ask('eip155:1'), ask('eip155:10'), ask()])
    expect(provider.asked()).toHaveLength(3)
  })

  test('is never a failure', async () => {
    const { api } = await ready()
    const server = held(IDENTITY)
    const ask = () => api.call('identity', { address: ACCOUNT }, at)
    const refused = rejection(ask())
    await server.asked(1)
    server.answer(0, {}, { status: 404 })
    await refused
    const malformed = rejection(ask())
    await server.asked(2)
    server.answer(1, { name: 7 })
    await malformed
    const sound = ask()
    await server.asked(3)
    server.answer(2, { name: 'a' })
    expect(await sound).toMatchObject({ name: 'a' })
  })

  test('is not shared between clients', async () => {
    const one = await ready()
    const two = await ready()
    provider.on('GET', IDENTITY, () => HttpResponse.json({ name: 'a' }))
    await one.api.call('identity', { address: ACCOUNT }, at)
    await two.api.call('identity', { address: ACCOUNT }, at)
    expect(provider.asked()).toHaveLength(2)
  })
})

describe('shared work', () => {
  test('does not start for a caller that is aborted already', async () => {
    const begun: string[] = []
    const shared = new SharedCalls()
    const work = async () => begun.push('work')
    const signal = AbortSignal.abort(new Error('too late'))
    expect(await rejection(shared.run('a', signal, work))).toEqual(new Error('too late'))
    expect(begun).toEqual([])
    expect(await shared.run('a', undefined, work)).toBe(1)
  })
})

describe('the cache', () => {
  test('holds a limited number of answers, and drops the oldest', () => {
    const cache = new Cache(() => 0, 3)
    for (const key of ['a', 'b', 'c', 'a', 'd']) cache.set(key, key, cache.nextSequence())
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key, 1))).toEqual(['a', 'c', 'd'])
  })

  test('holds 200 answers by default', () => {
    const cache = new Cache(() => 0)
    for (let index = 0; index < 300; index += 1) cache.set(`${index}`, index, cache.nextSequence())
    const held = Array.from({ length: 300 }, (_, index) => index).filter((index) => cache.get(`${index}`, 1))
    expect([held.length, held[0]]).toEqual([200, 100])
  })

  test('returns no answer from the future, as after a clock was set back', () => {
    let time = 1_000
    const cache = new Cache(() => time)
    cache.set('a', 1, cache.nextSequence())
    time = 999
    expect(cache.get('a', 60_000)).toBeUndefined()
    time = 1_000
    expect(cache.get('a', 60_000)).toMatchObject({ value: 1 })
  })

  test('holds answers that are undefined', () => {
    const cache = new Cache(() => 0)
    cache.set('a', undefined, cache.nextSequence())
    expect(cache.get('a', 1)).toBeDefined()
    expect(cache.get('a', 0)).toBeUndefined()
  })
})
