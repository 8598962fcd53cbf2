import type { BitcoinChain } from '../../../mocks/sandbox/bitcoin/chain.ts'
import type { SandboxChain } from '../../../mocks/sandbox/eip155/chain.ts'
import type { SandboxSecureSite } from '../../../mocks/sandbox/secureSite.ts'
import type { SandboxSeller } from '../../../mocks/sandbox/seller.ts'
import type { SolanaChain } from '../../../mocks/sandbox/solana/chain.ts'
import type { Hosts } from '../../../sdk/index.ts'

/** Whether this is the build that needs no server. */
export const isStatic = import.meta.env.MODE === 'static'

/** The services that the playground server runs. */
export interface Sandbox {
  chains: SandboxChain[]
  solana: Pick<SolanaChain, 'networkId' | 'rpcUrl'>
  bitcoin: Pick<BitcoinChain, 'networkId' | 'esploraUrl'>
  /** The API, as paths on this server. */
  provider: Hosts
  projectId: string
  /** A WebSocket URL. */
  relayUrl: string
  /** The URL of the verification service. */
  verifyUrl: string
  /** The secure site of the embedded wallet, and the URL of its emails. */
  secureSite: SandboxSecureSite
  /** The on-ramp provider. */
  seller: SandboxSeller
}

/** The chains, and the services unless the chains are simulated in this page. */
export type SandboxParts = Pick<Sandbox, 'chains' | 'solana' | 'bitcoin'> & Partial<Sandbox>

/** Reads the services of the server. */
export async function fetchServices(): Promise<Sandbox> {
  const response = await fetch('/sandbox.json')
  if (!response.ok) throw new Error(`/sandbox.json answered ${response.status}: is the sandbox running?`)
  return (await response.json()) as Sandbox
}

/** Reads the services of the server. In the static build, starts simulated chains in this page instead. */
export async function fetchSandbox(): Promise<SandboxParts> {
  return isStatic ? (await import('../inPage/chains.ts')).startChains() : fetchServices()
}
