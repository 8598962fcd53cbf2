/** Reads chain data for the answers. */
import { type Address, createClient, erc20Abi, getAddress, http, isAddressEqual } from 'viem'
import { readContract } from 'viem/actions'
import type { SandboxChain, SandboxToken } from '../sandbox/eip155/chain.ts'

/** The API uses this address for a chain's native coin. */
export const NATIVE: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

const clientOf = ({ rpcUrl }: SandboxChain) =>
  createClient({ transport: http(rpcUrl, { batch: true, retryCount: 0 }), cacheTime: 0 })

/** Reads one chain. */
export class ChainReader {
  readonly chain: SandboxChain
  readonly client: ReturnType<typeof clientOf>
  readonly native: SandboxToken
  readonly #tokens = new Map<Address, Promise<SandboxToken>>()

  constructor(chain: SandboxChain) {
    this.chain = chain
    this.client = clientOf(chain)
    this.native = { address: NATIVE, symbol: chain.symbol, name: 'Ether', decimals: 18 }
    for (const token of chain.tokens) this.#tokens.set(getAddress(token.address), Promise.resolve(token))
  }

  /** The token at an address, from the list or from its contract. */
  token(address: Address): Promise<SandboxToken> {
    const key = getAddress(address)
    if (isAddressEqual(key, NATIVE)) return Promise.resolve(this.native)
    const cached = this.#tokens.get(key)
    if (cached) return cached
    const pending = this.#readToken(key)
    this.#tokens.set(key, pending)
    pending.catch(() => this.#tokens.delete(key))
    return pending
  }

  async #readToken(address: Address): Promise<SandboxToken> {
    const [symbol, name, decimals] = await Promise.all([
      readContract(this.client, { address, abi: erc20Abi, functionName: 'symbol' }),
      readContract(this.client, { address, abi: erc20Abi, functionName: 'name' }),
      readContract(this.client, { address, abi: erc20Abi, functionName: 'decimals' }),
    ])
    return { address, symbol, name, decimals }
  }
}

/** The sandbox's chains. */
export type Readers = readonly ChainReader[]

/** The chain with this CAIP-2 id, if it is in the sandbox. */
export const readerOf = (readers: Readers, networkId: string): ChainReader | undefined =>
  readers.find(({ chain }) => chain.networkId === networkId)
