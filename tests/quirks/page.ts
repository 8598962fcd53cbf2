/** A page on a simulated clock: a real instance with real adapters, a simulated wallet with quirks, and simulated chains. */
import { vi } from 'vitest'
import { memoryStorage } from '../../mocks/fakes/memoryStorage.ts'
import { httpNode, withHttpQuirks, type QuirkyServer } from '../../mocks/quirks/httpServer.ts'
import { withQuirks, type Quirky } from '../../mocks/quirks/quirk.ts'
import { satsConnectWallet, simulatedBitcoinWallet } from '../../mocks/quirks/simulatedBitcoinWallet.ts'
import { simulatedChain, type SimulatedChain } from '../../mocks/quirks/simulatedChain.ts'
import { simulatedSolanaChain } from '../../mocks/quirks/simulatedSolanaChain.ts'
import { simulatedSolanaWallet, type SimulatedSolanaWallet } from '../../mocks/quirks/simulatedSolanaWallet.ts'
import {
  simulatedWallet,
  type SimulatedWallet,
  type SimulatedWalletOptions,
} from '../../mocks/quirks/simulatedWallet.ts'
import {
  simulatedWalletConnectWallet,
  type SimulatedWalletConnectWallet,
} from '../../mocks/quirks/simulatedWalletConnectWallet.ts'
import { walletConnectDriver } from '../../mocks/quirks/walletConnectDriver.ts'
import { withStandardQuirks } from '../../mocks/quirks/withStandardQuirks.ts'
import { satsConnectProvider } from '../../sdk/chains/bip122/satsConnect.ts'
import { solanaProvider } from '../../sdk/connectors/walletStandard.ts'
import {
  bitcoinTestnet,
  createLatchkey,
  defineNetwork,
  mainnet,
  solana,
  type Latchkey,
  type LatchkeyOptions,
  type Ports,
  type VisibilityPort,
} from '../../sdk/index.ts'
import { engine } from '../../sdk/instance/engine.ts'
import { other as otherNetwork } from '../support/instance.ts'
import { exchangeApi, withExchange } from './exchange.ts'

/** The parts of the world that outlive a page: the wallet, its chain, and the browser's storage. */
export interface World {
  namespace: 'eip155' | 'solana' | 'bip122'
  inner: Pick<SimulatedSolanaWallet, 'deeds' | 'accounts' | 'selectAccount'>
  wallet: Pick<Quirky, 'calls' | 'answered' | 'use' | 'listenerCount'>
  storage: ReturnType<typeof memoryStorage>
  networks: NonNullable<LatchkeyOptions['networks']>
  connectors: NonNullable<LatchkeyOptions['connectors']>
  /** Reaches a wallet on another device. */
  driver?: Ports['driver']
  /** Whether the app reaches the API over HTTP, at `API_HOSTS`. */
  usesApi?: boolean
}

export const API_HOSTS = {
  blockchain: 'https://api.example/',
  catalog: 'https://catalog.example/',
  analytics: 'https://analytics.example/',
}

/** An EVM wallet and its chains. */
export interface EthereumWorld extends World {
  inner: SimulatedWallet
  wallet: Quirky
  ethereum: SimulatedChain
  other: SimulatedChain
  /** The node of the app for `ethereum`. The wallet has its own. */
  node: Quirky
}

export function createWorld(options: SimulatedWalletOptions = {}): EthereumWorld {
  const ethereum = withExchange(simulatedChain({ chainId: 1 }))
  const other = simulatedChain({ chainId: 10 })
  const inner = simulatedWallet({ chains: [ethereum], addableChains: [other], ...options })
  const wallet = withQuirks(inner)
  const node = withQuirks(ethereum)
  return {
    namespace: 'eip155',
    ethereum,
    other,
    inner,
    wallet,
    node,
    storage: memoryStorage(),
    networks: [defineNetwork(mainnet, { node }), defineNetwork(otherNetwork, { node: other })],
    connectors: [{ connector: { id: 'wallet', name: 'Wallet', type: 'ANNOUNCED', chain: 'eip155' }, provider: wallet }],
  }
}

/** The same with nodes that the app reaches over HTTP. All its URLs lead to the same server. */
export function createHttpWorld(): EthereumWorld & { server: QuirkyServer } {
  const world = createWorld()
  const { node, other } = world
  const [answerEthereum, answerOther] = [httpNode(node), httpNode(other)]
  const server = withHttpQuirks((request) =>
    request.url.includes('other.example') || request.url.includes('eip155%3A10') || request.url.includes('eip155:10')
      ? answerOther(request)
      : answerEthereum(request),
  )
  vi.stubGlobal('fetch', server.fetch)
  const networks = [mainnet, otherNetwork].map((network) => defineNetwork(network)) as typeof world.networks
  return { ...world, networks, server }
}

export function createSolanaWorld(): World {
  const chain = simulatedSolanaChain()
  const inner = simulatedSolanaWallet({ chain })
  const wallet = withStandardQuirks(inner.wallet)
  return {
    namespace: 'solana',
    inner,
    wallet,
    storage: memoryStorage(),
    networks: [defineNetwork(solana, { node: chain })],
    connectors: [
      {
        connector: { id: 'wallet', name: 'Wallet', type: 'ANNOUNCED', chain: 'solana' },
        provider: solanaProvider(wallet.wallet),
      },
    ],
  }
}

const page = { read: () => ({ url: 'https://shop.example/cart', origin: 'https://shop.example', mobile: false }) }

export function createBitcoinWorld(): World {
  const inner = simulatedBitcoinWallet()
  const wallet = withQuirks(inner)
  return {
    namespace: 'bip122',
    inner,
    wallet,
    storage: memoryStorage(),
    networks: [bitcoinTestnet],
    connectors: [
      {
        connector: { id: 'wallet', name: 'Wallet', type: 'ANNOUNCED', chain: 'bip122' },
        provider: satsConnectProvider(satsConnectWallet(wallet)),
      },
    ],
  }
}

/** A wallet on another device. */
export interface WalletConnectWorld extends World {
  inner: SimulatedWalletConnectWallet
}

/** By default, the wallet approves only the first network, and can add the second one. */
export function createWalletConnectWorld({ knowsBoth = false } = {}): WalletConnectWorld {
  const ethereum = simulatedChain({ chainId: 1 })
  const other = simulatedChain({ chainId: 10 })
  const inner = simulatedWalletConnectWallet({
    chains: knowsBoth ? [ethereum, other] : [ethereum],
    addableChains: [other],
  })
  const wallet = withQuirks(inner)
  return {
    namespace: 'eip155',
    inner,
    wallet,
    storage: memoryStorage(),
    networks: [defineNetwork(mainnet, { node: ethereum }), defineNetwork(otherNetwork, { node: other })],
    connectors: [],
    driver: walletConnectDriver(wallet),
  }
}

/** Opens a page that uses the world. By default, the app passes the wallet itself. */
export function openPage(
  { storage, networks, connectors: own, namespace, driver, usesApi = false }: World,
  {
    connectorId = driver ? 'walletConnect' : 'wallet',
    connectors = own,
  }: { connectorId?: string; connectors?: LatchkeyOptions['connectors'] } = {},
) {
  const watchers = new Set<Parameters<VisibilityPort['watch']>[0]>()
  const visibility: VisibilityPort = {
    watch(listener) {
      watchers.add(listener)
      listener({ type: 'page.shown' })
      return () => void watchers.delete(listener)
    },
  }
  const api = exchangeApi()
  const latchkey: Latchkey = createLatchkey(
    {
      projectId: 'test',
      enableWalletConnect: driver !== undefined,
      review: 'none',
      siwx: { required: false },
      features: { pay: true, swaps: true, names: true, onramp: true },
      onramp: {
        providers: [{ id: 'seller', name: 'Seller', kind: 'api', origins: ['https://seller.example'] }],
      },
      hosts: API_HOSTS,
      networks,
      connectors: connectors ?? [],
      ports: {
        storage,
        ...(!usesApi && { api }),
        logger: { error: () => {}, warn: () => {} },
        page,
        visibility,
        ...(driver && { driver }),
      },
    },
    engine,
  )
  latchkey.start()
  const notify = (type: 'page.hidden' | 'page.shown' | 'page.online') => {
    watchers.forEach((watcher) => watcher({ type }))
  }
  const [hide, show] = [() => notify('page.hidden'), () => notify('page.shown')]
  return {
    latchkey,
    namespace,
    connectorId,
    api,
    hide,
    show,
    goOnline: () => notify('page.online'),
    /** The user goes to another tab and comes back. */
    revisit() {
      hide()
      show()
    },
  }
}
export type Page = ReturnType<typeof openPage>

/**
 * Everything is read from `Date` and `setTimeout`, which the test controls. `setImmediate` stays real. The client for nodes measures
 * with `performance`.
 */
export const simulateTime = (more: readonly 'performance'[] = []): unknown =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', ...more] })

const turn = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Lets simulated time pass until a promise settles, in growing steps. Returns `pending` if it does not settle in that time. Code is
 * loaded in real time, so `loadCode` has to be called before.
 */
export async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value | 'pending'> {
  let settled: { value: Value } | undefined
  void promise.then((value) => (settled = { value }))
  for (let passed = 0; ;) {
    for (let left = 6; left > 0; left -= 1) await turn()
    if (settled) return settled.value
    if (passed >= ms) return 'pending'
    const step = Math.min(ms - passed, passed < 5_000 ? 250 : passed < 60_000 ? 2_500 : 15_000)
    await vi.advanceTimersByTimeAsync(step)
    passed += step
  }
}

/** Loads everything that pages load on demand. */
export async function loadCode(): Promise<void> {
  const parts = import.meta.glob([
    '../../machines/{account,analytics,calls,connection,core,names,network,onramp,pairing,pay,project,send,shell}/**/*.ts',
    '../../machines/{sign-in,storage,swap,transactions,wallet-requests,wallets}/**/*.ts',
    '../../sdk/{account,analytics,api,calls,connection,connectors,instance,names,network,onramp,pay,platform}/**/*.ts',
    '../../sdk/{project,provider,rpc,send,shell,sign-in,storage,swap,transactions,wallet-requests,wallets}/**/*.ts',
    '../../sdk/pairing/*.ts',
    '../../sdk/chains/*.ts',
    '../../sdk/chains/{eip155,solana,bip122}/*.ts',
    '../../mocks/sandbox/bitcoin/{accounts,messages}.ts',
  ])
  for (const load of Object.values(parts)) await load()
  await vi.dynamicImportSettled()
}

/** Lets minutes of simulated time pass, in long steps: nothing is expected to happen. */
export async function passMinutes(minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 1) {
    await vi.advanceTimersByTimeAsync(60_000)
    for (let turns = 6; turns > 0; turns -= 1) await turn()
  }
}

/** Lets simulated time pass. */
export const pass = (ms: number): Promise<unknown> => within(ms, new Promise(() => {}))
