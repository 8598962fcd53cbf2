/** The sandbox's exchange: the published Uniswap v2 contracts with liquidity, so that prices come from real reserves. */
import factoryBuild from '@uniswap/v2-core/build/UniswapV2Factory.json' with { type: 'json' }
import routerBuild from '@uniswap/v2-periphery/build/UniswapV2Router02.json' with { type: 'json' }
import wethBuild from '@uniswap/v2-periphery/build/WETH9.json' with { type: 'json' }
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import type { SandboxExchange, SandboxToken } from './chain.ts'
import type { Deployer } from './deployer.ts'

/** The initial reserves of the pools, in whole tokens. Later prices follow the reserves. */
const etherPool = { ether: '1000', dollars: '2500000' }
const goldPool = { gold: '10000', dollars: '650000' }

/** What the deployer needs to fill the pools, in whole tokens by symbol. */
export const exchangeStock = {
  USDX: `${Number(etherPool.dollars) + Number(goldPool.dollars)}`,
  GLD: goldPool.gold,
}

const constructors = {
  factory: parseAbi(['constructor(address feeToSetter)']),
  router: parseAbi(['constructor(address factory, address weth)']),
}

const abi = parseAbi([
  'function addLiquidity(address tokenA, address tokenB, uint256 amountA, uint256 amountB, uint256 minimumA, uint256 minimumB, address to, uint256 deadline)',
  'function addLiquidityETH(address token, uint256 amount, uint256 minimum, uint256 minimumEther, address to, uint256 deadline) payable',
])

const bytecodeOf = ({ bytecode }: { bytecode: string }) => `0x${bytecode}` as const

/** Deploys the factory, wrapped ether and the router, and fills two pools: ether and gold, both against dollars. */
export async function deployExchange(deployer: Deployer, tokens: readonly SandboxToken[]): Promise<SandboxExchange> {
  const requireToken = (symbol: string) => {
    const token = tokens.find((candidate) => candidate.symbol === symbol)
    if (!token) throw new Error(`The exchange needs ${symbol}.`)
    return { address: token.address, units: (amount: string) => parseUnits(amount, token.decimals) }
  }
  const [dollar, gold] = [requireToken('USDX'), requireToken('GLD')]
  const factory = await deployer.deploy(
    'The factory',
    encodeDeployData({ abi: constructors.factory, bytecode: bytecodeOf(factoryBuild), args: [deployer.address] }),
  )
  const weth = await deployer.deploy('WETH', bytecodeOf(wethBuild))
  const router = await deployer.deploy(
    'The router',
    encodeDeployData({ abi: constructors.router, bytecode: bytecodeOf(routerBuild), args: [factory, weth] }),
  )

  const approve = (address: Address) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, maxUint256] })
    return deployer.send('An approval', { to: address, data })
  }
  await approve(dollar.address)
  await approve(gold.address)

  const dollarsForEther = dollar.units(etherPool.dollars)
  const ether = parseEther(etherPool.ether)
  await deployer.send('The pool of ether', {
    to: router,
    value: ether,
    data: encodeFunctionData({
      abi,
      functionName: 'addLiquidityETH',
      args: [dollar.address, dollarsForEther, dollarsForEther, ether, deployer.address, maxUint256],
    }),
  })
  const goldUnits = gold.units(goldPool.gold)
  const dollarsForGold = dollar.units(goldPool.dollars)
  await deployer.send('The pool of gold', {
    to: router,
    data: encodeFunctionData({
      abi,
      functionName: 'addLiquidity',
      args: [
        gold.address,
        dollar.address,
        goldUnits,
        dollarsForGold,
        goldUnits,
        dollarsForGold,
        deployer.address,
        maxUint256,
      ],
    }),
  })
  return { factory, router, weth, dollar: dollar.address }
}
