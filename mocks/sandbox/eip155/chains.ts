/** The sandbox's chains: two real EVM chains on this machine, with two tokens each and one exchange. */
import { mnemonicToAccount } from 'viem/accounts'
import { mnemonic } from '../accounts.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { batchBytecode } from './batch.ts'
import { bundlerMethods } from './bundlerRpc.ts'
import type { SandboxChain } from './chain.ts'
import { Deployer } from './deployer.ts'
import { deployExchange, exchangeStock } from './exchange.ts'
import { deployNames } from './names.ts'
import { deployPaymaster, paymasterMethods } from './paymaster.ts'
import { startRpcServer } from '../rpcServer.ts'
import { factory } from '../../secureSite/factory.ts'
import { deploySmartAccounts, smartStock } from './smartAccounts.ts'
import { deployNfts } from './nfts.ts'
import { deployTokens } from './tokens.ts'

export type { SandboxChain, SandboxToken } from './chain.ts'

// The deployers are not accounts of the wallet, so that the wallet's nonces start at zero. Each chain has its own deployer, so
// that token addresses differ between chains.
const chainPlans = [
  { chainId: 31337, name: 'Sandbox One', symbol: 'ETH', deployer: 8, hasExchange: true },
  { chainId: 31338, name: 'Sandbox Two', symbol: 'ETH', deployer: 9, hasExchange: false },
]

/** What the deployer keeps to pay out exchange payments: whole tokens by symbol. */
const tillStock = { USDX: '10000', GLD: '100' }

async function setUpChain(
  anvil: Anvil,
  services: Services,
  { chainId, name, symbol, deployer: addressIndex, hasExchange }: Plan,
) {
  const deployer = new Deployer(anvil.rpcUrl, mnemonicToAccount(mnemonic, { addressIndex }))
  const tokens = await deployTokens(
    deployer,
    hasExchange ? [exchangeStock, smartStock, tillStock] : [smartStock, tillStock],
  )
  const exchange = hasExchange && { exchange: await deployExchange(deployer, tokens) }
  const batch = await deployer.deploy('The batch', batchBytecode)
  const entryPoint = await deploySmartAccounts(deployer, tokens)
  const paymaster = await deployPaymaster(deployer)
  const names = await deployNames(deployer, chainPlans)
  const nfts = await deployNfts(deployer)
  await deployer.finish()
  const networkId = `eip155:${chainId}` as const
  const chain = {
    chainId,
    networkId,
    name,
    symbol,
    rpcUrl: anvil.rpcUrl,
    tokens,
    tillIndex: addressIndex,
    batch,
    entryPoint,
    names,
    nfts,
    ...exchange,
  }
  const smartAccount = {
    factory,
    bundlerUrl: services.serve(`/bundler/${chainId}`, bundlerMethods(chain)),
    paymasterUrl: services.serve(`/paymaster/${chainId}`, paymasterMethods(chain, paymaster)),
  }
  return { ...chain, smartAccount }
}
type Services = Awaited<ReturnType<typeof startRpcServer>>
type Plan = (typeof chainPlans)[number]

/** Starts the two chains and deploys their contracts. The wallet's first account holds the tokens. */
export async function startChains(): Promise<{ chains: SandboxChain[]; stop(): Promise<void> }> {
  const anvils: Anvil[] = []
  const services = await startRpcServer()
  const stop = async () => {
    await Promise.all([services.stop(), ...anvils.map((anvil) => anvil.stop())])
  }
  const start = async (plan: Plan): Promise<SandboxChain> => {
    const anvil = await startAnvil(plan.chainId)
    anvils.push(anvil)
    return setUpChain(anvil, services, plan)
  }
  const results = await Promise.allSettled(chainPlans.map(start))
  const chains = results.filter((result) => result.status === 'fulfilled').map((result) => result.value)
  const failure = results.find((result) => result.status === 'rejected')
  if (!failure) return { chains, stop }
  await stop()
  throw failure.reason
}
