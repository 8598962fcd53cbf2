import { onTestFinished } from 'vitest'
import { createClient, http, type Address } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { erc20Abi, parseUnits, formatUnits } from 'viem'
import { memoryStorage } from '../../mocks/index.ts'
import { createSandboxWallet, type SandboxWalletOptions } from '../../mocks/sandbox/eip155/wallet.ts'
import type { SandboxChain } from '../../mocks/sandbox/eip155/chains.ts'
import {
  createLatchkey,
  defineNetwork,
  type Latchkey,
  type LatchkeyOptions,
  type Network,
  type LazyName,
} from '../../sdk/index.ts'

/** The sandbox's chains as an app's networks. */
export const networksOf = (chains: readonly SandboxChain[]): Network[] =>
  chains.map(({ chainId, name, symbol, rpcUrl }) =>
    defineNetwork({
      id: chainId,
      name,
      nativeCurrency: { name: 'Ether', symbol, decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
  )

/** Reads balances directly from the chain. */
export const onChain = (chain: SandboxChain) => {
  const client = createClient({ transport: http(chain.rpcUrl) })
  return {
    ether: (address: Address) => getBalance(client, { address }),
    token: (address: Address, token = chain.tokens[0]?.address) =>
      readContract(client, { abi: erc20Abi, address: token as Address, functionName: 'balanceOf', args: [address] }),
  }
}

/** A headless instance with the sandbox's wallet, which approves everything by default. */
export function sandboxInstance(
  chains: readonly SandboxChain[],
  {
    storage = memoryStorage(),
    wallet: walletOptions,
    ...options
  }: LatchkeyOptions & { storage?: ReturnType<typeof memoryStorage>; wallet?: Partial<SandboxWalletOptions> } = {},
) {
  const wallet = createSandboxWallet({ chains, approve: async () => true, ...walletOptions })
  const [first] = chains
  const latchkey = createLatchkey({
    networks: networksOf(chains),
    tokens: Object.fromEntries(chains.map(({ networkId, tokens }) => [networkId, tokens])) as NonNullable<
      LatchkeyOptions['tokens']
    >,
    connectors: [
      {
        connector: { id: 'sandbox', name: 'Sandbox Wallet', type: 'ANNOUNCED', chain: 'eip155' },
        provider: wallet.provider,
      },
    ],
    ...options,
    ports: { storage, logger: { error: () => {} }, ...options.ports },
  })
  onTestFinished(() => latchkey.stop())
  if (!first) throw new Error('the sandbox has no chain')
  return { latchkey, wallet, storage, first }
}

/** Resolves when the check is true; rejects with a readable error after 10 s. */
export function until(
  latchkey: Latchkey,
  name: Parameters<Latchkey['actor']>[0] | LazyName,
  check: () => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let unsubscribe = () => {}
    const end = () => {
      clearTimeout(timer)
      unwatch()
      unsubscribe()
    }
    const look = () => {
      if (!latchkey.find(name) || !check()) return
      queueMicrotask(end)
      resolve()
    }
    const timer = setTimeout(() => {
      end()
      reject(new Error(`${name} did not come to it: ${JSON.stringify(latchkey.find(name)?.getSnapshot())}`))
    }, 10_000)
    // The actor may start and stop with its account.
    const unwatch = latchkey.watch(name, (found) => {
      const actor = found as { subscribe(seen: () => void): { unsubscribe(): void } } | undefined
      unsubscribe()
      const subscription = actor?.subscribe(look)
      unsubscribe = () => subscription?.unsubscribe()
      look()
    })
  })
}

export { formatUnits, parseUnits }
