/** Deploys what smart accounts need on a chain: the EntryPoint at its canonical address, and the factory. */
import entryPointBuild from '@account-abstraction/contracts/artifacts/EntryPoint.json' with { type: 'json' }
import { type Address, concat, type Hex, parseEther, parseUnits } from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import { smartOwner } from '../accounts.ts'
import type { SandboxToken } from './chain.ts'
import type { Deployer } from './deployer.ts'
import { create2Deployer, factoryDeployment } from '../../secureSite/factory.ts'
import { smartAccountOf } from './smartAccount.ts'

/** The salt that yields the EntryPoint's canonical address. */
const entryPointSalt: Hex = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3'
/** The transaction that deploys it. */
export const entryPointDeployment = {
  to: create2Deployer,
  data: concat([entryPointSalt, entryPointBuild.bytecode as Hex]),
}

/** The initial ether balance of the wallet's smart account. */
const ether = '100'
/** The initial token balances of the account, which the deployer must hold: whole tokens by symbol. */
export const smartStock = { USDX: '10000' }

/** Deploys the EntryPoint and the factory, and funds the wallet's smart account, which is not deployed yet. */
export async function deploySmartAccounts(deployer: Deployer, tokens: readonly SandboxToken[]): Promise<Address> {
  await deployer.send('The EntryPoint', entryPointDeployment)
  await deployer.send('The factory of accounts', { to: create2Deployer, data: factoryDeployment })
  const account = smartAccountOf(smartOwner.address)
  await deployer.send('A payment', { to: account, value: parseEther(ether) })
  const dollar = tokens.find(({ symbol }) => symbol === 'USDX')
  if (dollar) await deployer.transfer(dollar.address, account, parseUnits(smartStock.USDX, dollar.decimals))
  return entryPoint07Address
}
