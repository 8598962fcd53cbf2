import { describe, expect, test } from 'vitest'
import { countingServer } from '../../support/countingServer.ts'
import { asking, stillTime, watched } from './support.ts'

const TIME_OUT = 10_000

describe('a call that a node fails to answer', () => {
  test('is retried three times, after 150, 300 and 600 ms [9.20] [9.21]', async () => {
    const time = stillTime()
    const node = await countingServer(() => ({ status: 503 }))
    const call = watched(asking([node.url])())
    for (const [done, ms] of [150, 300, 600].entries()) {
      await time.until(() => time.pauses().length > done)
      expect(time.pauses()[done]).toBe(ms)
      await time.pass(ms - 1)
      expect(node.arrivals).toHaveLength(done + 1)
      await time.pass(1)
      await time.until(() => node.arrivals.length === done + 2)
    }
    await time.until(() => call.ended)
    expect(call.error).toMatchObject({ code: 'rpc.failed', params: { status: 503 } })
    await time.pass(60_000)
    expect(node.arrivals).toHaveLength(4)
    expect(time.pauses()).toEqual([150, 300, 600])
  })

  test('can succeed with the last retry', async () => {
    const time = stillTime()
    const node = await countingServer((_, { place }) => (place === last() ? { result: '0x5' } : { status: 500 }))
    const last = () => (node.arrivals[0]?.place ?? 0) + 3
    const call = watched(asking([node.url])())
    for (const ms of [150, 300, 600]) {
      await time.until(() => time.pauses().includes(ms))
      await time.pass(ms)
    }
    await time.until(() => call.ended)
    expect(call.value).toBe('0x5')
  })

  test('is sent to all nodes in order on each try [9.20]', async () => {
    const time = stillTime()
    const nodes = [await countingServer(() => ({ status: 502 })), await countingServer(() => ({ status: 504 }))]
    const call = watched(asking(nodes.map(({ url }) => url))())
    for (const ms of [150, 300, 600]) {
      await time.until(() => time.pauses().includes(ms))
      await time.pass(ms)
    }
    await time.until(() => call.ended)
    const places = nodes.flatMap(({ arrivals }, node) => arrivals.map(({ place }) => ({ place, node })))
    expect(places.toSorted((a, b) => a.place - b.place).map(({ node }) => node)).toEqual([0, 1, 0, 1, 0, 1, 0, 1])
  })

  test('is not repeated when it broadcasts a transaction', async () => {
    const node = await countingServer(() => ({ status: 503 }))
    await expect(asking([node.url])('eth_sendRawTransaction')).rejects.toMatchObject({ code: 'rpc.failed' })
    expect(node.arrivals).toHaveLength(1)
  })
})

describe('a failed call', () => {
  const tried = async (first: Parameters<typeof countingServer>[0]) => {
    const time = stillTime()
    const node = await countingServer((call, arrival) =>
      arrival === node.arrivals[0] && first ? first(call, arrival) : { result: 'second' },
    )
    const call = watched(asking([node.url])())
    await time.until(() => call.ended || time.pauses().includes(150))
    await time.pass(150)
    await time.until(() => call.ended)
    return { call, count: node.arrivals.length }
  }
  test.each([403, 408, 413, 429, 500, 502, 503, 504])('is retried after the status %i [8.57]', async (status) => {
    expect(await tried(() => ({ status }))).toMatchObject({ call: { value: 'second' }, count: 2 })
  })
  test.each([-1, -32_005, -32_603, -32_007, 429])('is retried after the code %i [8.57]', async (code) => {
    expect(await tried(() => ({ error: { code, message: 'Not now' } }))).toMatchObject({
      call: { value: 'second' },
      count: 2,
    })
  })
  test('is retried after the status 429 with another code in its body [8.57]', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'Too many' } })
    expect(await tried(() => ({ status: 429, body }))).toMatchObject({ call: { value: 'second' }, count: 2 })
  })
  test('is retried after an answer that is not JSON-RPC', async () => {
    expect(await tried(() => ({ status: 200, body: '<html>' }))).toMatchObject({ call: { value: 'second' }, count: 2 })
    expect(await tried(() => ({ status: 200, body: '{}' }))).toMatchObject({ call: { value: 'second' }, count: 2 })
  })
  test.each([400, 401, 404, 501])('is not retried after the status %i [8.57]', async (status) => {
    expect(await tried(() => ({ status }))).toMatchObject({ call: { error: { params: { status } } }, count: 1 })
  })
  test.each([-32_700, -32_600, -32_601, -32_602, -32_000, -32_001, -32_002, -32_003, -32_004, -32_006, 4100])(
    'is not retried after the code %i [8.57]',
    async (code) => {
      expect(await tried(() => ({ error: { code, message: 'No' } }))).toMatchObject({
        call: { error: { code } },
        count: 1,
      })
    },
  )
  test('is not retried after 4001, which only a wallet may use, and is rejected as malformed [8.57]', async () => {
    expect(await tried(() => ({ error: { code: 4001, message: 'No' } }))).toMatchObject({
      call: { error: { code: 'rpc.malformed' } },
      count: 1,
    })
  })
})

describe('a node that does not answer', () => {
  test.each(['from the start', 'after the headers'] as const)(
    'is abandoned after 10 s when it is silent %s [9.22] [8.58]',
    async (silent) => {
      const time = stillTime()
      const node = await countingServer(() => ({ silent }))
      const call = watched(asking([node.url])('eth_blockNumber', { retryCount: 0 }))
      await time.until(() => node.arrivals.length === 1)
      await time.pass(9_999)
      expect(call.ended).toBe(false)
      await time.pass(1)
      await time.until(() => call.ended)
      expect(call.error).toMatchObject({ code: 'rpc.expired', cause: { name: 'TimeoutError' } })
    },
  )
  test('is replaced by the next one', async () => {
    const time = stillTime()
    const nodes = [await countingServer(() => ({ silent: 'from the start' })), await countingServer()]
    const call = watched(asking(nodes.map(({ url }) => url))())
    await time.until(() => nodes[0]?.arrivals.length === 1)
    await time.pass(TIME_OUT)
    await time.until(() => call.ended)
    expect(call.value).toBe('eth_blockNumber')
  })
})

describe('the Retry-After header', () => {
  const busy = (retryAfter: string) => ({ status: 429, headers: { 'Retry-After': retryAfter } })
  const busyFirst = async (retryAfter: () => string) => {
    const node = await countingServer((_, arrival) =>
      arrival === node.arrivals[0] ? busy(retryAfter()) : { result: 'later' },
    )
    return node
  }

  test.each([
    ['seconds', () => '7'],
    ['a date', () => new Date(Date.now() + 7_000).toUTCString()],
  ])('delays the retry when it is %s [8.57]', async (_, retryAfter) => {
    const time = stillTime()
    const node = await busyFirst(retryAfter)
    const call = watched(asking([node.url])())
    await time.until(() => time.pauses().includes(7_000))
    await time.pass(6_999)
    expect(node.arrivals).toHaveLength(1)
    await time.pass(1)
    await time.until(() => call.ended)
    expect(call.value).toBe('later')
  })

  test('of more than 10 s fails the call with the time, and blocks calls until then [8.57]', async () => {
    const time = stillTime()
    const node = await busyFirst(() => '600')
    const ask = asking([node.url])
    const first = watched(ask())
    await time.until(() => first.ended)
    expect(first.error).toMatchObject({
      code: 'rpc.busy',
      message: 'The network is busy. Try again in 600 s.',
      cause: { name: 'HttpRequestError', status: 429 },
    })
    await time.pass(580_000)
    await expect(ask()).rejects.toMatchObject({ code: 'rpc.busy', params: { seconds: 20 } })
    expect(node.arrivals).toHaveLength(1)
    await time.pass(20_000)
    const second = watched(ask())
    await time.until(() => second.ended)
    expect(second.value).toBe('later')
  })

  test('of a day counts as an hour', async () => {
    const time = stillTime()
    const node = await busyFirst(() => '86400')
    const call = watched(asking([node.url])())
    await time.until(() => call.ended)
    expect(call.error).toMatchObject({ code: 'rpc.busy', params: { seconds: 3_600 } })
  })

  test('of one node blocks only that node', async () => {
    const first = await countingServer(() => busy('600'))
    const second = await countingServer()
    const ask = asking([first.url, second.url])
    expect(await ask()).toBe('eth_blockNumber')
    expect(await ask()).toBe('eth_blockNumber')
    expect([first.arrivals.length, second.arrivals.length]).toEqual([1, 2])
  })
})

describe('a busy node', () => {
  test('is waited for in full on a real clock, also when another answer extends the time [8.57]', async () => {
    let busy = 2
    const node = await countingServer((_, arrival) => {
      if (busy === 0) return { result: 'ok' }
      busy -= 1
      return { status: 429, headers: { 'Retry-After': '1' }, ...(arrival === node.arrivals[1] && { afterMs: 200 }) }
    })
    const ask = asking([node.url])
    const [one, two] = [new AbortController(), new AbortController()]
    const answers = [ask('eth_one', { signal: one.signal }), ask('eth_two', { signal: two.signal })]
    expect(await Promise.all(answers)).toEqual(['ok', 'ok'])
  })
})
