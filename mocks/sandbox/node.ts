/** Starts the sandbox in Node, for tests and the playground's server. */
import { startBitcoin, type BitcoinChain } from './bitcoin/chain.ts'
import { startChains } from './eip155/chains.ts'
import type { SandboxChain } from './eip155/chain.ts'
import { type SolanaChain, startSolana } from './solana/chain.ts'

/** The parts that run outside the browser: the EVM chains, the Solana chain and the Bitcoin chain. */
export interface Sandbox {
  chains: SandboxChain[]
  solana: SolanaChain
  bitcoin: BitcoinChain
  stop(): Promise<void>
}

/** Starts every part of the sandbox that runs outside the browser. They stop with `stop`, or with this process. */
export async function startSandbox(): Promise<Sandbox> {
  const starting = [startChains(), startSolana(), startBitcoin()] as const
  const stop = async () => {
    const settled = await Promise.allSettled(starting)
    await Promise.all(settled.map(async (result) => result.status === 'fulfilled' && result.value.stop()))
  }
  try {
    const [{ chains }, solana, bitcoin] = await Promise.all(starting)
    return { chains, solana, bitcoin, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
