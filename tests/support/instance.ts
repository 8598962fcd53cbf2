import { SimulatedClock } from 'xstate'
import { onTestFinished, vi } from 'vitest'
import { fakeApi, type FakeApi } from '../../mocks/fakes/fakeApi.ts'
import { fakeWallet, type FakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { memoryStorage } from '../../mocks/fakes/memoryStorage.ts'
import type { Clock } from '../../machines/core/time.ts'
import type { ChainAdapter } from '../../sdk/chains/adapter.ts'
import { offlineAdapter } from './offline.ts'
import { engine } from '../../sdk/instance/engine.ts'
import { createLatchkey, defineNetwork, mainnet, type LatchkeyOptions } from '../../sdk/index.ts'
import type { TokenBalance } from '../../machines/shared/token.types.ts'

export const other = defineNetwork({
  id: 10,
  name: 'Other',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://other.example'] } },
  blockExplorers: { default: { name: 'Scan', url: 'https://scan.example' } },
})

export const ether = (numeric: string, chainId = mainnet.caipNetworkId): TokenBalance => ({
  name: 'Ether',
  symbol: 'ETH',
  chainId,
  quantity: { decimals: '18', numeric },
})

const turn = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Lets promises settle: several turns of the queue, then pending dynamic imports, then as many turns again. With 0 turns it
 * returns immediately.
 */
export async function settle(turns = 12): Promise<void> {
  if (turns === 0) return
  for (let left = turns; left > 0; left -= 1) await turn()
  await vi.dynamicImportSettled()
  for (let left = turns; left > 0; left -= 1) await turn()
}

/** A clock that records its timers, so that a test can prove that none is left. */
export class CountingClock extends SimulatedClock {
  readonly live = new Set<unknown>()
  override setTimeout(run: (...args: unknown[]) => void, ms: number): number {
    const id = super.setTimeout(() => {
      this.live.delete(id)
      run()
    }, ms)
    this.live.add(id)
    return id
  }
  override clearTimeout(id: number): void {
    this.live.delete(id)
    super.clearTimeout(id)
  }
}

/** The system's clock, except that pauses up to 300 ms, as while typing, take no time. */
export const hurriedClock: Clock = {
  now: Date.now,
  setTimeout: (run, ms) => globalThis.setTimeout(run, ms <= 300 ? 0 : ms),
  clearTimeout: (id) => globalThis.clearTimeout(id),
}

/** Advances a simulated clock in steps, so that timers set by timers fire too, and promises settle in between. */
export async function pass(clock: SimulatedClock, ms: number, steps = 4): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    clock.increment(ms / steps)
    await settle(2)
  }
}

/** An instance with real machines and effects, a simulated clock, and a scripted wallet and chain. */
export function instance({
  wallet = fakeWallet(),
  chain = {},
  storage = memoryStorage(),
  clock = new CountingClock(),
  api = fakeApi({}, { serves: false }),
  ...options
}: LatchkeyOptions & {
  wallet?: FakeWallet
  chain?: Partial<ChainAdapter>
  storage?: ReturnType<typeof memoryStorage>
  clock?: CountingClock
  api?: FakeApi
} = {}) {
  const errors: string[] = []
  const adapter: ChainAdapter = {
    ...offlineAdapter,
    fetchAssets: async () => undefined,
    fetchBalances: async ({ network }) => [ether('2.5', network.caipNetworkId)],
    estimateMaximum: async ({ token }) => token.quantity.numeric,
    awaitReceipt: async ({ hash }) => ({ status: 'success', hash }),
    fetchReceipt: async () => undefined,
    ...chain,
  }
  const connectorId = 'fake'
  const latchkey = createLatchkey(
    {
      projectId: 'test',
      logLevel: 'warn',
      enableWalletConnect: false,
      networks: [mainnet, other],
      connectors: [
        { connector: { id: connectorId, name: 'Fake Wallet', type: 'ANNOUNCED', chain: 'eip155' }, provider: wallet },
      ],
      ...options,
      ports: {
        clock,
        storage,
        api,
        logger: { error: (message) => void errors.push(message), warn: (message) => void errors.push(message) },
        chains: { at: async () => adapter },
        ...options.ports,
      },
    },
    engine,
  )
  onTestFinished(() => latchkey.stop())
  return { latchkey, wallet, storage, clock, api, errors, connectorId }
}

/** The same, started, with its storage read. */
export async function started(options: Parameters<typeof instance>[0] = {}) {
  const made = instance(options)
  made.latchkey.start()
  await settle()
  return made
}

/** The same, with the fake wallet connected. */
export async function connected(options: Parameters<typeof instance>[0] = {}) {
  const made = await started(options)
  const outcome = await made.latchkey.connect({ connectorId: made.connectorId })
  if (outcome.status !== 'done') throw new Error(`not connected: ${outcome.status}`)
  await made.latchkey.load('send')
  await settle()
  return made
}
