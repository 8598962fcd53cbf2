/** The sandbox's chains: two real EVM chains with two real tokens each, on this machine. */
import preset from '@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json' with { type: 'json' }
import {
  type Address,
  createClient,
  encodeDeployData,
  getAddress,
  http,
  isHex,
  type LocalAccount,
  parseAbi,
  parseUnits,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { firstAccount, mnemonic } from './accounts.ts'
import { type Anvil, startAnvil } from './anvil.ts'

/** An ERC-20 token that exists on a sandbox chain. */
export interface SandboxToken {
  address: Address
  symbol: string
  name: string
  decimals: number
}

/** A running sandbox chain, as plain JSON: it can be handed to a browser. */
export interface SandboxChain {
  chainId: number
  networkId: `eip155:${number}`
  name: string
  symbol: string
  rpcUrl: string
  tokens: SandboxToken[]
}

const receiptTimeoutMs = 10_000

// The deployers are not the wallet's accounts, whose nonces stay as anvil made them, and are two, so that a token has
// another address on each chain.
const plannedChains = [
  { chainId: 31337, name: 'Sandbox One', symbol: 'ETH', deployer: 8 },
  { chainId: 31338, name: 'Sandbox Two', symbol: 'ETH', deployer: 9 },
]

const plannedTokens = [
  { symbol: 'USDX', name: 'Sandbox Dollar', decimals: 6, supply: '1000000' },
  { symbol: 'GLD', name: 'Sandbox Gold', decimals: 18, supply: '5000' },
]

const abi = parseAbi(['constructor(string name, string symbol, uint256 initialSupply, address owner)'])

/** The preset's code. Its decimals are a constant in `decimals()`, so another number of them is another constant. */
function tokenBytecode(decimals: number) {
  const [before, after, ...more] = preset.bytecode.split('601281526020')
  const bytecode = `${before}60${decimals.toString(16).padStart(2, '0')}81526020${after}`
  if (after === undefined || more.length > 0 || !isHex(bytecode)) {
    throw new Error('ERC20PresetFixedSupply is not the build of OpenZeppelin that the sandbox knows.')
  }
  return bytecode
}

async function deployTokens(rpcUrl: string, deployer: LocalAccount) {
  const client = createClient({ account: deployer, transport: http(rpcUrl), pollingInterval: 20 })
  const tokens: SandboxToken[] = []
  for (const { symbol, name, decimals, supply } of plannedTokens) {
    const args = [name, symbol, parseUnits(supply, decimals), firstAccount.address] as const
    const data = encodeDeployData({ abi, bytecode: tokenBytecode(decimals), args })
    const hash = await sendTransaction(client, { chain: null, data })
    const { contractAddress } = await waitForTransactionReceipt(client, { hash, timeout: receiptTimeoutMs })
    if (!contractAddress) throw new Error(`The deployment of ${symbol} on ${rpcUrl} made no contract.`)
    tokens.push({ address: getAddress(contractAddress), symbol, name, decimals })
  }
  return tokens
}

/** Starts the two chains and deploys their tokens to the wallet's first account. They end with this process. */
export async function startChains(): Promise<{ chains: SandboxChain[]; stop(): Promise<void> }> {
  const anvils: Anvil[] = []
  const stop = async () => {
    await Promise.all(anvils.map((anvil) => anvil.stop()))
  }
  const start = async ({ chainId, name, symbol, deployer }: (typeof plannedChains)[number]): Promise<SandboxChain> => {
    const anvil = await startAnvil(chainId)
    anvils.push(anvil)
    const tokens = await deployTokens(anvil.rpcUrl, mnemonicToAccount(mnemonic, { addressIndex: deployer }))
    return { chainId, networkId: `eip155:${chainId}`, name, symbol, rpcUrl: anvil.rpcUrl, tokens }
  }
  const started = await Promise.allSettled(plannedChains.map(start))
  const chains = started.filter((result) => result.status === 'fulfilled').map((result) => result.value)
  const failed = started.find((result) => result.status === 'rejected')
  if (!failed) return { chains, stop }
  await stop()
  throw failed.reason
}
