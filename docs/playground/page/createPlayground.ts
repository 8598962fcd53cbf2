import { announceWallet } from '../../../mocks/sandbox/announce.ts'
import { createApprovals, type Approvals } from '../../../mocks/sandbox/approvals.ts'
import { createSandboxWallet, type SandboxWallet } from '../../../mocks/sandbox/wallet.ts'
import { fetchSandbox, type Sandbox } from './sandbox.ts'
import {
  createLatchkey,
  defineNetwork,
  solana,
  type Hosts,
  type Latchkey,
  type Network,
  type Timeouts,
} from '../../../sdk/index.ts'

/** The instance, and the wallet it meets. */
export interface PlaygroundParts {
  latchkey: Latchkey
  wallet: SandboxWallet
  approvals: Approvals
}

const absolute = (hosts: Hosts): Hosts => ({
  blockchain: new URL(hosts.blockchain, location.href).href,
  catalogue: new URL(hosts.catalogue, location.href).href,
  analytics: new URL(hosts.analytics, location.href).href,
})

/** MetaMask, Trust, Rainbow, Coinbase, OKX. */
const featuredWalletIds = [
  'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
  '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0',
  '1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369',
  'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
  '971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709',
]

/** Bounds on every wait for the wallet, where `?patience=2500` asks for shorter ones. */
function timeoutsOf(query: URLSearchParams): Partial<Timeouts> {
  const ms = Number(query.get('patience'))
  return ms > 0 ? { connectMs: ms, switchMs: ms, walletRequestMs: ms } : {}
}

/** Says yes once everything is approved: the Solana wallet has no panel of its own. */
const onceEverything = (approvals: Approvals) => (): Promise<boolean> =>
  new Promise((resolve) => {
    if (approvals.everything()) return resolve(true)
    const stop = approvals.subscribe(() => {
      if (!approvals.everything()) return
      stop()
      resolve(true)
    })
  })

/** The sandbox's Solana wallet, announced to the page, and its network. */
async function solanaOf({ networkId, rpcUrl }: Sandbox['solana'], approvals: Approvals): Promise<Network> {
  const { createSandboxSolanaWallet } = await import('../../../mocks/sandbox/solana/wallet.ts')
  const { registerSandboxSolanaWallet } = await import('../../../mocks/sandbox/solana/register.ts')
  const approve = onceEverything(approvals)
  registerSandboxSolanaWallet(createSandboxSolanaWallet({ rpcUrl, networkId, approve, storage: localStorage }).wallet)
  return { ...solana, caipNetworkId: networkId, name: 'Sandbox Solana', rpcUrls: { default: { http: [rpcUrl] } } }
}

/**
 * Makes an instance for the sandbox's two networks and its provider. `?solana` adds its Solana chain and a wallet for it. `?dialog` shows a dialog, `?debug` alerts on screen,
 * `?alone` does without a provider, `?analytics` has the provider told what happens.
 */
export async function createPlayground(query: URLSearchParams): Promise<PlaygroundParts> {
  const { chains, solana: solanaChain, provider, projectId, relayUrl } = await fetchSandbox()
  const approvals = createApprovals()
  const wallet = createSandboxWallet({ chains, approve: approvals.approve, storage: localStorage })
  announceWallet(wallet.provider)
  const others = query.has('solana') ? [await solanaOf(solanaChain, approvals)] : []

  const latchkey = createLatchkey({
    ...(!query.has('alone') && { projectId }),
    hosts: absolute(provider),
    relayUrl,
    featuredWalletIds,
    ...(query.has('analytics') && { analytics: 'provider' as const }),
    id: 'playground',
    networks: [
      ...chains.map(({ chainId, name, symbol, rpcUrl }) =>
        defineNetwork({
          id: chainId,
          name,
          nativeCurrency: { name: 'Ether', symbol, decimals: 18 },
          rpcUrls: { default: { http: [rpcUrl] } },
        }),
      ),
      ...others,
    ],
    tokens: Object.fromEntries(chains.map(({ networkId, tokens }) => [networkId, tokens])),
    embedded: !query.has('dialog'),
    debug: query.has('debug'),
    timeouts: timeoutsOf(query),
  })
  return { latchkey, wallet, approvals }
}
