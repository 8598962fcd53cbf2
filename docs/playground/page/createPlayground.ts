import { announceWallet } from '../../../mocks/sandbox/announce.ts'
import { createApprovals, type Approvals } from '../../../mocks/sandbox/approvals.ts'
import type { SandboxChain } from '../../../mocks/sandbox/chains.ts'
import { createSandboxWallet, type SandboxWallet } from '../../../mocks/sandbox/wallet.ts'
import { createLatchkey, defineNetwork, type Latchkey, type Timeouts } from '../../../sdk/index.ts'

/** The instance, and the wallet it meets. */
export interface PlaygroundParts {
  latchkey: Latchkey
  wallet: SandboxWallet
  approvals: Approvals
}

async function fetchChains(): Promise<SandboxChain[]> {
  const response = await fetch('/sandbox.json')
  if (!response.ok) throw new Error(`/sandbox.json answered ${response.status}: is the sandbox running?`)
  const { chains } = (await response.json()) as { chains: SandboxChain[] }
  return chains
}

/** Bounds on every wait for the wallet, where `?patience=2500` asks for shorter ones. */
function timeoutsOf(query: URLSearchParams): Partial<Timeouts> {
  const ms = Number(query.get('patience'))
  return ms > 0 ? { connectMs: ms, switchMs: ms, walletRequestMs: ms } : {}
}

/** Makes an instance for the sandbox's two networks. `?dialog` shows a dialog, `?debug` shows alerts on screen. */
export async function createPlayground(query: URLSearchParams): Promise<PlaygroundParts> {
  const chains = await fetchChains()
  const approvals = createApprovals()
  const wallet = createSandboxWallet({ chains, approve: approvals.approve, storage: localStorage })
  announceWallet(wallet.provider)

  const latchkey = createLatchkey({
    projectId: 'playground',
    id: 'playground',
    networks: chains.map(({ chainId, name, symbol, rpcUrl }) =>
      defineNetwork({
        id: chainId,
        name,
        nativeCurrency: { name: 'Ether', symbol, decimals: 18 },
        rpcUrls: { default: { http: [rpcUrl] } },
      }),
    ),
    tokens: Object.fromEntries(chains.map(({ networkId, tokens }) => [networkId, tokens])),
    embedded: !query.has('dialog'),
    debug: query.has('debug'),
    timeouts: timeoutsOf(query),
  })
  return { latchkey, wallet, approvals }
}
