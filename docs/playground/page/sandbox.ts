import type { BitcoinChain } from '../../../mocks/sandbox/bitcoin/chain.ts'
import type { SandboxChain } from '../../../mocks/sandbox/chain.ts'
import type { SandboxSecureSite } from '../../../mocks/sandbox/secureSite.ts'
import type { SandboxSeller } from '../../../mocks/sandbox/seller.ts'
import type { SolanaChain } from '../../../mocks/sandbox/solana/chain.ts'
import type { Hosts } from '../../../sdk/index.ts'

/** What the server behind the playground runs. */
export interface Sandbox {
  chains: SandboxChain[]
  solana: Pick<SolanaChain, 'networkId' | 'rpcUrl'>
  bitcoin: Pick<BitcoinChain, 'networkId' | 'esploraUrl'>
  /** Paths on this server. */
  provider: Hosts
  projectId: string
  /** A WebSocket. */
  relayUrl: string
  /** The verification service. */
  verifyUrl: string
  /** The embedded wallet's, and where its mails are read. */
  secureSite: SandboxSecureSite
  /** Who sells crypto. */
  seller: SandboxSeller
}

export async function fetchSandbox(): Promise<Sandbox> {
  const response = await fetch('/sandbox.json')
  if (!response.ok) throw new Error(`/sandbox.json answered ${response.status}: is the sandbox running?`)
  return (await response.json()) as Sandbox
}
