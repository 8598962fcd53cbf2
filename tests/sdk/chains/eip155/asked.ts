/** Requests to an EVM wallet, and what a node answers about them. */
import { encodeAbiParameters, type Hex } from 'viem'
import { defineNetwork, mainnet } from '../../../../sdk/index.ts'
import { countingServer } from '../../../support/countingServer.ts'

export const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const { signal } = new AbortController()

/**
 * A node with one token. `decimals` and `symbol` are its answers, and a hex `symbol` is sent unchanged. Without them it has no
 * ERC-20.
 */
export async function ground(token?: { decimals: number; symbol: string }) {
  const server = await countingServer(({ method, params }) => {
    const [{ data = '' } = {}] = (params ?? []) as { data?: string }[]
    if (method !== 'eth_call' || !token) return { error: { code: 3, message: 'execution reverted' } }
    return {
      result: data.startsWith('0x313ce567')
        ? encodeAbiParameters([{ type: 'uint8' }], [token.decimals])
        : token.symbol.startsWith('0x')
          ? token.symbol
          : encodeAbiParameters([{ type: 'string' }], [token.symbol]),
    }
  })
  const network = defineNetwork({ ...mainnet, rpcUrls: { default: { http: [server.url] } } } as never)
  return { address: ADDRESS, networkId: 'eip155:1', host: 'shop.example', network, own: [ADDRESS], abis: {} } as const
}
export const transaction = (fields: object) => ({
  method: 'eth_sendTransaction',
  params: [{ from: ADDRESS, ...fields }],
})
export const call = (data: Hex, fields: object = {}) => transaction({ to: TOKEN, data, ...fields })
export const usd = { decimals: 6, symbol: 'USDC' }
