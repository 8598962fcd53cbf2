/** The wallet's requests that the user must approve, as plain data that a panel can show and a test can compare. */
import { type Address, decodeFunctionData, erc20Abi, formatEther, formatUnits, type Hex, isAddressEqual } from 'viem'
import type { SandboxChain } from './chain.ts'

/** A chain that the wallet supports; without `rpcUrl` it can be selected but not reached. */
export type WalletChain = Pick<SandboxChain, 'chainId' | 'name' | 'symbol' | 'tokens' | 'batch' | 'entryPoint'> & {
  rpcUrl?: string | undefined
}

/**
 * What a transaction does, for the user: `amount` is decimal text, `contract` is set if a contract is called, and `data` if the
 * call is unknown.
 */
export interface TransactionDetails {
  from: Address
  to?: Address
  amount: string
  symbol: string
  network: string
  contract?: Address
  data?: Hex
}

/** The details of a grant that the user approves. */
export interface GrantDetails {
  account: Address
  network: string
  permissions: readonly string[]
  /** The number of keys that must sign together. */
  keys: number
  /** ISO 8601. */
  until: string
}

/** A request of one kind with its details. */
export type WalletQuestion =
  | { kind: 'connect'; details: { account: Address } }
  | { kind: 'sign'; details: { account: Address; message: string } }
  | { kind: 'typedData'; details: { account: Address; primaryType: string; message: Record<string, unknown> } }
  | { kind: 'transaction'; details: TransactionDetails }
  | {
      kind: 'calls'
      details: { from: Address; network: string; atomic: boolean; calls: readonly TransactionDetails[] }
    }
  | { kind: 'grant'; details: GrantDetails }
  | { kind: 'revoke'; details: { account: Address; session: string; permissions: readonly string[] } }
  | { kind: 'switch'; details: { chainId: number; network: string } }
  | { kind: 'add'; details: { chainId: number; network: string; symbol: string; rpcUrl: string } }

interface Call {
  from: Address
  to?: Address | undefined
  value?: bigint | undefined
  data?: Hex | undefined
}

const decodeTransfer = (data: Hex) => {
  try {
    const call = decodeFunctionData({ abi: erc20Abi, data })
    return call.functionName === 'transfer' ? call.args : undefined
  } catch {
    return undefined // not a transfer: the data is shown unchanged
  }
}

/** Describes a transaction: a token's `transfer(address,uint256)` becomes its recipient and amount. */
export function describeTransaction(chain: WalletChain, { from, to, value = 0n, data }: Call): TransactionDetails {
  const network = chain.name
  const token = to && chain.tokens.find(({ address }) => isAddressEqual(address, to))
  const transfer = token && data && decodeTransfer(data)
  if (transfer) {
    const [recipient, units] = transfer
    const amount = formatUnits(units, token.decimals)
    return { from, to: recipient, amount, symbol: token.symbol, network, contract: token.address }
  }
  const callDetails = data && data !== '0x' ? { data, ...(to && { contract: to }) } : {}
  return { from, ...(to && { to }), amount: formatEther(value), symbol: chain.symbol, network, ...callDetails }
}
