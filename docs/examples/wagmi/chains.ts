/** The sandbox's chains as viem chains. Your app uses chains of `viem/chains` here. */
import { defineChain } from 'viem'
import { fetchSandbox } from '../../playground/page/sandbox.ts'

const { chains: running } = await fetchSandbox()
const [one, two] = running.map(({ chainId: id, name, symbol, rpcUrl }) =>
  defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol, decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  }),
)
if (!one || !two) throw new Error('two chains are needed')
export const chains = [one, two] as const
