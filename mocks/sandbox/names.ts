/** The names of a sandbox chain, in contracts/Names.sol: a registry and a universal resolver, as ENS has them. */
import { encodeFunctionData, parseAbi, toHex, type Address, type Hex } from 'viem'
import { packetToBytes, toCoinType } from 'viem/ens'
import { secondAccount } from './accounts.ts'
import code from './contracts/Names.json' with { type: 'json' }
import type { Deployer } from './deployer.ts'

const abi = parseAbi(['function set(bytes name, uint256 coinType, bytes value)'])

/** What a name is given an address by, on one chain (ENSIP-11). */
export const naming = (name: string, chainId: number, address: Address): Hex =>
  encodeFunctionData({
    abi,
    functionName: 'set',
    args: [toHex(packetToBytes(name)), toCoinType(chainId), address],
  })

/** Deploys the names. The second account has one: `wren.eth`. */
export async function deployNames(deployer: Deployer, chains: readonly { chainId: number }[]): Promise<Address> {
  const names = await deployer.deploy('The names', code.Names as Hex)
  for (const { chainId } of chains)
    await deployer.send('A name', { to: names, data: naming('wren.eth', chainId, secondAccount.address) })
  return names
}
