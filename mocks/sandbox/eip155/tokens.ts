/** The sandbox's tokens: OpenZeppelin's ERC-20 with a fixed supply. */
import preset from '@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json' with { type: 'json' }
import { encodeDeployData, isHex, parseAbi, parseUnits } from 'viem'
import { firstAccount } from '../accounts.ts'
import type { SandboxToken } from './chain.ts'
import type { Deployer } from './deployer.ts'

const tokenPlans = [
  { symbol: 'USDX', name: 'Sandbox Dollar', decimals: 6, supply: '1000000' },
  { symbol: 'GLD', name: 'Sandbox Gold', decimals: 18, supply: '5000' },
]

const abi = parseAbi(['constructor(string name, string symbol, uint256 initialSupply, address owner)'])

/** The preset's bytecode. `decimals()` returns a constant, which is replaced for other decimals. */
function tokenBytecode(decimals: number) {
  const [before, after, ...others] = preset.bytecode.split('601281526020')
  const bytecode = `${before}60${decimals.toString(16).padStart(2, '0')}81526020${after}`
  if (after === undefined || others.length > 0 || !isHex(bytecode)) {
    throw new Error('ERC20PresetFixedSupply is not the build of OpenZeppelin that the sandbox knows.')
  }
  return bytecode
}

/**
 * Deploys the tokens to the wallet's first account. Each of `stocks`, in whole tokens by symbol, is also minted to the
 * deployer.
 */
export async function deployTokens(deployer: Deployer, stocks: readonly Readonly<Record<string, string>>[]) {
  const tokens: SandboxToken[] = []
  for (const { symbol, name, decimals, supply } of tokenPlans) {
    const walletUnits = parseUnits(supply, decimals)
    const deployerUnits = stocks.map((stock) => parseUnits(stock[symbol] ?? '0', decimals))
    const totalUnits = deployerUnits.reduce((sum, units) => sum + units, walletUnits)
    const args = [name, symbol, totalUnits, deployer.address] as const
    const data = encodeDeployData({ abi, bytecode: tokenBytecode(decimals), args })
    const address = await deployer.deploy(symbol, data)
    await deployer.transfer(address, firstAccount.address, walletUnits)
    tokens.push({ address, symbol, name, decimals })
  }
  return tokens
}
