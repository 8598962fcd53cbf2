import { RPC } from '../../machines/constants.ts'
import { rankedOrder, type Ping } from '../../machines/network/rpc.rules.ts'

/** The order in which to query nodes, measured while a network is used. */
export interface Ranking {
  /** The indexes of the nodes, best first. */
  order(): readonly number[]
  /** Counts a call as in use until the returned function is called. */
  use(): () => void
}

/**
 * Ranks nodes by pinging each at an interval while the network is in use: a call started within the last interval or is in
 * flight. After that it makes no requests, and the original order applies again.
 * @param isThere whether the node at an index responds; never rejects.
 */
export function createRanking(count: number, isThere: (place: number) => Promise<boolean>): Ranking {
  const own = Array.from({ length: count }, (_, place) => place)
  let order: readonly number[] = own
  let samples: (readonly Ping[])[] = []
  let underWay = 0
  let usedAt = 0
  let running = false

  const ping = async (place: number): Promise<Ping> => {
    const began = performance.now()
    const answered = await isThere(place)
    return { hasAnswered: answered, latencyMs: performance.now() - began }
  }
  const look = async () => {
    if (underWay === 0 && performance.now() - usedAt >= RPC.rankIntervalMs) {
      running = false
      samples = []
      order = own
      return
    }
    samples = [...samples, await Promise.all(own.map(ping))].slice(-RPC.rankSamples)
    order = rankedOrder(samples, count)
    setTimeout(() => void look(), RPC.rankIntervalMs)
  }

  return {
    order: () => order,
    use() {
      underWay += 1
      usedAt = performance.now()
      if (!running && count > 1) {
        running = true
        setTimeout(() => void look(), RPC.rankIntervalMs)
      }
      return () => {
        underWay -= 1
      }
    },
  }
}
