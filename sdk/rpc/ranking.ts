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
 * @param isReachable whether the node at an index responds; never rejects.
 */
export function createRanking(count: number, isReachable: (index: number) => Promise<boolean>): Ranking {
  const originalOrder = Array.from({ length: count }, (_, index) => index)
  let order: readonly number[] = originalOrder
  let samples: (readonly Ping[])[] = []
  let callsInFlight = 0
  let lastUsedAt = 0
  let running = false

  const ping = async (index: number): Promise<Ping> => {
    const startedAt = performance.now()
    const hasAnswered = await isReachable(index)
    return { hasAnswered, latencyMs: performance.now() - startedAt }
  }
  const updateOrder = async () => {
    if (callsInFlight === 0 && performance.now() - lastUsedAt >= RPC.rankIntervalMs) {
      running = false
      samples = []
      order = originalOrder
      return
    }
    samples = [...samples, await Promise.all(originalOrder.map(ping))].slice(-RPC.rankSamples)
    order = rankedOrder(samples, count)
    setTimeout(() => void updateOrder(), RPC.rankIntervalMs)
  }

  return {
    order: () => order,
    use() {
      callsInFlight += 1
      lastUsedAt = performance.now()
      if (!running && count > 1) {
        running = true
        setTimeout(() => void updateOrder(), RPC.rankIntervalMs)
      }
      return () => {
        callsInFlight -= 1
      }
    },
  }
}
