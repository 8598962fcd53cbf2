import { describe, expect, test } from 'vitest'
import { rankedOrder, type Ping } from '../../../machines/network/rpc.rules.ts'
import { createRanking } from '../../../sdk/rpc/ranking.ts'
import { countingServer, type CountingServer } from '../../support/countingServer.ts'
import { asking, stillTime, watched } from './support.ts'

const PING = 'net_listening'
/** Calls until the result of a ping counts. A test cannot see the moment at which it does. */
async function until(answer: () => Promise<unknown>, value: string) {
  while ((await answer()) !== value);
  return value
}
const pings = ({ methods }: CountingServer, method = PING) => methods().filter((each) => each === method).length

describe('a network with several nodes', () => {
  test('pings them every 4 s while it is used [9.24] [7.23]', async () => {
    const time = stillTime()
    const nodes = [await countingServer(), await countingServer()] as const
    const ask = asking(nodes.map(({ url }) => url))
    const looks = () => nodes.map((node) => pings(node))
    const useFor = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        const call = watched(ask())
        await time.until(() => call.ended)
        await time.pass(second === seconds - 1 ? 999 : 1_000)
      }
    }
    await useFor(4)
    expect(looks()).toEqual([0, 0])
    await time.pass(1)
    await time.until(() => looks().join() === '1,1')
    await useFor(4)
    expect(looks()).toEqual([1, 1])
    await time.pass(1)
    await time.until(() => looks().join() === '2,2')
    expect(nodes.map(({ arrivals }) => arrivals.length)).toEqual([10, 2])
  })

  test('does not ping before use, after a single call, or when the use has ended', async () => {
    const time = stillTime()
    const nodes = [await countingServer(), await countingServer()] as const
    const ask = asking(nodes.map(({ url }) => url))
    await time.pass(60_000)
    expect(nodes.flatMap(({ arrivals }) => arrivals)).toEqual([])

    const lone = watched(ask())
    await time.until(() => lone.ended)
    await time.pass(60_000)
    expect(nodes.map((node) => pings(node))).toEqual([0, 0])

    const one = watched(ask())
    await time.until(() => one.ended)
    await time.pass(2_000)
    const two = watched(ask())
    await time.until(() => two.ended)
    await time.pass(2_000)
    await time.until(() => nodes.every((node) => pings(node) === 1))
    await time.pass(60_000)
    expect(nodes.map((node) => pings(node))).toEqual([1, 1])
  })

  test('continues to ping during a call', async () => {
    const time = stillTime()
    const silent = await countingServer(({ method }) =>
      method === PING ? { result: true } : { silent: 'from the start' },
    )
    const other = await countingServer()
    const call = watched(asking([silent.url, other.url])())
    await time.until(() => silent.arrivals.length === 1)
    for (const looks of [1, 2]) {
      await time.pass(4_000)
      await time.until(() => pings(silent) === looks && pings(other) === looks)
    }
    await time.pass(2_000)
    await time.until(() => call.ended)
    await time.pass(60_000)
    expect(pings(other)).toBe(2)
  })

  test('calls the better node first, and its first node again when the use has ended', async () => {
    const time = stillTime()
    const first = await countingServer(({ method }) => (method === PING ? { status: 500 } : { result: 'first' }))
    const second = await countingServer(({ method }) => (method === PING ? { result: true } : { result: 'second' }))
    const ask = asking([first.url, second.url])
    const answer = async () => {
      const call = watched(ask())
      await time.until(() => call.ended)
      return call.value
    }
    expect(await answer()).toBe('first')
    await time.pass(2_000)
    expect(await answer()).toBe('first')
    await time.pass(2_000)
    await time.until(() => pings(first) === 1 && pings(second) === 1)
    expect(await until(answer, 'second')).toBe('second')
    expect(await answer()).toBe('second')
    await time.pass(60_000)
    expect(await answer()).toBe('first')
  })

  test('gives a node 1 s to answer a ping', async () => {
    const time = stillTime()
    const slow = await countingServer(({ method }) =>
      method === PING ? { silent: 'from the start' } : { result: 'slow' },
    )
    const other = await countingServer(({ method }) => ({ result: method === PING ? true : 'other' }))
    const ask = asking([slow.url, other.url])
    const answer = async () => {
      const call = watched(ask())
      await time.until(() => call.ended)
      return call.value
    }
    await answer()
    await time.pass(2_000)
    await answer()
    await time.pass(2_000)
    await time.until(() => pings(slow) === 1)
    await time.pass(999)
    expect(await answer()).toBe('slow')
    await time.pass(1)
    expect(await until(answer, 'other')).toBe('other')
    expect(pings(slow)).toBe(1)
  })

  test('counts a node that does not support the ping as available', async () => {
    const time = stillTime()
    const away = await countingServer(({ method }) => (method === PING ? { status: 500 } : { result: 'away' }))
    const other = await countingServer(({ method }) =>
      method === PING ? { error: { code: -32_601, message: 'No such method' } } : { result: 'other' },
    )
    const ask = asking([away.url, other.url])
    const values: unknown[] = []
    const answer = async () => {
      const call = watched(ask())
      await time.until(() => call.ended)
      return call.value
    }
    for (let round = 0; round < 2; round += 1) {
      values.push(await answer())
      await time.pass(2_000)
    }
    await time.until(() => pings(other) === 1)
    expect(values).toEqual(['away', 'away'])
    expect(await until(answer, 'other')).toBe('other')
  })

  test.each([
    ['solana', 'getHealth'],
    ['bip122', 'getblockcount'],
    ['polkadot', 'system_health'],
    ['cosmos', 'health'],
  ] as const)('of %s is pinged with %s [7.23]', async (namespace, method) => {
    const time = stillTime()
    const nodes = [await countingServer(), await countingServer()] as const
    const ask = asking(
      nodes.map(({ url }) => url),
      namespace,
    )
    for (let round = 0; round < 2; round += 1) {
      const call = watched(ask('anything'))
      await time.until(() => call.ended)
      await time.pass(2_000)
    }
    await time.until(() => nodes.every((node) => pings(node, method) > 0))
    expect(nodes.map((node) => pings(node, method))).toEqual([1, 1])
  })

  test('does not ping its only node', async () => {
    const time = stillTime()
    const node = await countingServer()
    const ask = asking([node.url])
    for (let second = 0; second < 10; second += 1) {
      const call = watched(ask())
      await time.until(() => call.ended)
      await time.pass(1_000)
    }
    expect(pings(node)).toBe(0)
  })
})

describe('the nodes of an app', () => {
  test('are ranked among each other, without calls and pings to public nodes while one of them answers [9.24] [7.25]', async () => {
    const time = stillTime()
    const away = await countingServer(({ method }) => (method === PING ? { status: 500 } : { result: 'first' }))
    const better = await countingServer(({ method }) => ({ result: method === PING ? true : 'second' }))
    const open = [await countingServer(), await countingServer()] as const
    const ask = asking(
      [away.url, better.url],
      'eip155',
      open.map(({ url }) => url),
    )
    const answer = async () => {
      const call = watched(ask())
      await time.until(() => call.ended)
      return call.value
    }
    for (let second = 0; second < 9; second += 1) {
      await answer()
      await time.pass(1_000)
    }
    expect(await until(answer, 'second')).toBe('second')
    expect(pings(better)).toBeGreaterThan(1)
    expect(open.flatMap(({ arrivals }) => arrivals)).toEqual([])
  })

  test('are replaced by the public nodes only after each of them failed', async () => {
    const time = stillTime()
    const own = [await countingServer(() => ({ status: 503 })), await countingServer(() => ({ status: 401 }))] as const
    const open = [await countingServer(() => ({ result: 'public' })), await countingServer()] as const
    const ask = asking(
      own.map(({ url }) => url),
      'eip155',
      open.map(({ url }) => url),
    )
    const call = watched(ask())
    await time.until(() => call.ended)
    expect(call.value).toBe('public')
    expect([...own, ...open].map(({ arrivals }) => arrivals.length)).toEqual([1, 1, 1, 0])
  })
})

describe('the order of nodes', () => {
  const looks = (shares: readonly [hasAnswered: number, latencyMs: number][]): Ping[][] =>
    Array.from({ length: 10 }, (_, at) =>
      shares.map(([answered, latencyMs]) => ({ hasAnswered: at < answered, latencyMs })),
    )

  test('forgets a ping after ten more [9.25]', async () => {
    const time = stillTime()
    let failing = true
    const ranking = createRanking(2, async (place) => place === 1 || !failing)
    ranking.use()
    await time.pass(4_000)
    expect(ranking.order()).toEqual([1, 0])
    failing = false
    for (let look = 0; look < 9; look += 1) await time.pass(4_000)
    expect(ranking.order()).toEqual([1, 0])
    await time.pass(4_000)
    expect(ranking.order()).toEqual([0, 1])
  })

  test('weights stability with 0.7 and speed with 0.3 [9.26]', () => {
    // A slow node that always answers scores 0.7. An instant node scores 0.3, plus 0.7 times its share of answers.
    expect(
      rankedOrder(
        looks([
          [10, 100],
          [6, 0],
        ]),
        2,
      ),
    ).toEqual([1, 0])
    expect(
      rankedOrder(
        looks([
          [10, 100],
          [5, 0],
        ]),
        2,
      ),
    ).toEqual([0, 1])
  })

  test('is the configured one when the nodes are equal or unknown', () => {
    expect(rankedOrder([], 3)).toEqual([0, 1, 2])
    expect(
      rankedOrder(
        looks([
          [10, 0],
          [10, 0],
          [10, 0],
        ]),
        3,
      ),
    ).toEqual([0, 1, 2])
    expect(
      rankedOrder(
        looks([
          [0, 0],
          [0, 0],
        ]),
        2,
      ),
    ).toEqual([0, 1])
  })

  test('begins with the faster node, and ends with one that never answers, however fast it fails', () => {
    expect(
      rankedOrder(
        looks([
          [0, 0],
          [10, 90],
          [10, 30],
        ]),
        3,
      ),
    ).toEqual([2, 1, 0])
  })
})
