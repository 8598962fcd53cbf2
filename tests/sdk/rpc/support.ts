import { onTestFinished, vi } from 'vitest'
import { rpcClient } from '../../../sdk/rpc/client.ts'
import type { Network } from '../../../machines/entities/network.ts'

/** A network of its own, over some URLs. */
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

/** Asks a network over a site's own URLs, and public ones; each call of this function has clients of its own. */
export function asking(
  urls: readonly string[],
  chainNamespace?: Network['chainNamespace'],
  open: readonly string[] = [],
) {
  const client = rpcClient(networkOver(urls, chainNamespace, open))
  return (method = 'eth_blockNumber', options: Asked = {}): Promise<unknown> =>
    client.request({ method } as never, options as never)
}

/** Time stands still for the sdk and viem, but for what a test lets pass; the network and its own timers go on. */
export function stillTime() {
  const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  vi.setSystemTime(1_800_000_000_000)
  const still = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout }
  const set = new Set<unknown>()
  const pauses: number[] = []
  const setTimeout = (run: () => void, ms = 0, ...rest: []) => {
    const lines = new Error('Who asks?').stack?.split('\n') ?? []
    const asker = lines.find((line) => /\/sdk\/(?!rpc\/support)|\/viem\/|undici/.test(line)) ?? ''
    if (asker === '' || asker.includes('undici')) return real.setTimeout(run, ms, ...rest)
    // What ends the moment is part of it.
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
  /** Lets the network do what it has to do: no time passes but what is due at once. */
  const settle = async () => {
    for (let turn = 0; turn < 40; turn += 1) {
      await vi.advanceTimersByTimeAsync(0)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return {
    settle,
    /** Every pause between two attempts so far, in milliseconds. */
    pauses: () => pauses,
    /** Lets time pass, after everything that was under way over the network has ended. */
    async pass(ms: number) {
      await settle()
      await vi.advanceTimersByTimeAsync(ms)
      await settle()
    },
    /** Waits for the network, not for time. */
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

/** How a promise ended, as soon as it has; nothing while it has not. */
export function watched(promise: Promise<unknown>) {
  const seen: { value?: unknown; error?: unknown; ended: boolean } = { ended: false }
  promise.then(
    (value) => Object.assign(seen, { value, ended: true }),
    (error: unknown) => Object.assign(seen, { error, ended: true }),
  )
  return seen
}
