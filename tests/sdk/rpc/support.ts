import { AsyncLocalStorage } from 'node:async_hooks'
import { onTestFinished, vi } from 'vitest'
import { rpcClient } from '../../../sdk/rpc/client.ts'
import type { Network } from '../../../machines/shared/network.types.ts'

/** A network over the given URLs. */
export const networkOver = (
  urls: readonly string[],
  chainNamespace: Network['chainNamespace'] = 'eip155',
  open: readonly string[] = [],
): Network => ({
  id: 1,
  caipNetworkId: `${chainNamespace}:1`,
  chainNamespace,
  name: 'Test',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [...urls, ...open] }, chainDefault: { http: open } },
})

export interface Asked {
  signal?: AbortSignal
  retryCount?: number
}

/** Sends calls to a network with the URLs of an app, and public ones. Each call of this function creates its own client. */
export function asking(
  urls: readonly string[],
  chainNamespace?: Network['chainNamespace'],
  open: readonly string[] = [],
) {
  const client = rpcClient(networkOver(urls, chainNamespace, open))
  return (method = 'eth_blockNumber', options: Asked = {}): Promise<unknown> =>
    client.request({ method } as never, options as never)
}

/** The test that a timer belongs to: a call of an earlier test file may still be retried in the same worker. */
const tests = new AsyncLocalStorage<object>()

/** Fakes time for the SDK and viem. The network and its timers use real time. */
export function stillTime() {
  const test = {}
  tests.enterWith(test)
  const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  vi.setSystemTime(1_800_000_000_000)
  const still = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout }
  const set = new Set<unknown>()
  const pauses: number[] = []
  const setTimeout = (run: () => void, ms = 0, ...rest: []) => {
    const lines = new Error('Who asks?').stack?.split('\n') ?? []
    const asker = lines.find((line) => /\/sdk\/(?!rpc\/support)|\/viem\/|undici/.test(line)) ?? ''
    if (asker === '' || asker.includes('undici') || tests.getStore() !== test) return real.setTimeout(run, ms, ...rest)
    // A timer of 0 ms runs in the same turn.
    if (ms === 0) return setImmediate(run)
    if (lines.some((line) => line.includes('/sdk/rpc/transport')) && !asker.includes('/viem/')) pauses.push(ms)
    const timer = still.setTimeout(run, ms, ...rest)
    set.add(timer)
    return timer
  }
  const clearTimeout = (timer: number) => (set.has(timer) ? still : real).clearTimeout(timer)
  Object.assign(globalThis, { setTimeout, clearTimeout })
  onTestFinished(() => {
    vi.useRealTimers()
    Object.assign(globalThis, real)
  })
  /** Lets pending network work finish, without time for other timers. */
  const settle = async () => {
    for (let turn = 0; turn < 40; turn += 1) {
      await vi.advanceTimersByTimeAsync(0)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return {
    settle,
    /** All pauses between attempts so far, in milliseconds. */
    pauses: () => pauses,
    /** Advances the time after all pending network work. */
    async pass(ms: number) {
      await settle()
      await vi.advanceTimersByTimeAsync(ms)
      await settle()
    },
    /** Waits for the network without advancing the time. */
    async until(holds: () => boolean) {
      const latest = process.hrtime.bigint() + 10_000_000_000n
      while (!holds() && process.hrtime.bigint() < latest) {
        await vi.advanceTimersByTimeAsync(0)
        await new Promise((resolve) => setImmediate(resolve))
      }
      if (!holds()) throw new Error('It did not come to be.')
      await settle()
    },
  }
}

/** The result of a promise, once it has settled. */
export function watched(promise: Promise<unknown>) {
  const seen: { value?: unknown; error?: unknown; ended: boolean } = { ended: false }
  promise.then(
    (value) => Object.assign(seen, { value, ended: true }),
    (error: unknown) => Object.assign(seen, { error, ended: true }),
  )
  return seen
}
