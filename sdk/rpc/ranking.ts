import { RPC } from '../../machines/constants.ts'
import { rankedOrder, type Ping } from '../../machines/rules/rpc.ts'

/** Which node to ask first, found out while a network is used. */
export interface Ranking {
  /** The nodes' places, best first. */
  order(): readonly number[]
  /** Counts one call until the returned function is called. */
  use(): () => void
}

/**
 * Ranks nodes by asking each whether it is there, every interval, for as long as somebody uses the network: a call began
 * within the last interval, or is still under way. After that nothing is asked, and the nodes' own order holds again.
 * @param isThere whether the node at a place answers; never rejects.
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
    return { answered, latencyMs: performance.now() - began }
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
