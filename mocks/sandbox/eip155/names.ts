/** The names on a sandbox chain (contracts/Names.sol): a registry and a universal resolver, as in ENS. */
import { encodeFunctionData, parseAbi, toHex, type Address, type Hex } from 'viem'
import { packetToBytes, toCoinType } from 'viem/ens'
import { secondAccount } from '../accounts.ts'
import code from './contracts/Names.json' with { type: 'json' }
import type { Deployer } from './deployer.ts'

const abi = parseAbi(['function set(bytes name, uint256 coinType, bytes value)'])

/** The calldata that sets a name's address on one chain (ENSIP-11). */
export const encodeSetName = (name: string, chainId: number, address: Address): Hex =>
  encodeFunctionData({
    abi,
    functionName: 'set',
    args: [toHex(packetToBytes(name)), toCoinType(chainId), address],
  })

/** Deploys the contract. The second account has a name: `wren.eth`. */
export async function deployNames(deployer: Deployer, chains: readonly { chainId: number }[]): Promise<Address> {
  const names = await deployer.deploy('The names', code.Names as Hex)
  for (const { chainId } of chains)
    await deployer.send('A name', { to: names, data: encodeSetName('wren.eth', chainId, secondAccount.address) })
  return names
}
