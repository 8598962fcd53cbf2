/**
 * The factory of smart accounts (contracts/SmartAccount.sol): its address, which is the same on every chain, and its
 * deployment.
 */
import { concat, encodeDeployData, getContractAddress, parseAbi, type Address, type Hex } from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import code from './contracts/SmartAccount.json' with { type: 'json' }

/**
 * A contract that deploys code at an address derived only from the code
 * (https://github.com/Arachnid/deterministic-deployment-proxy).
 */
export const create2Deployer: Address = '0x4e59b44847b379578588920ca78fbf26c0b4956c'

const salt: Hex = `0x${'00'.repeat(32)}`
const bytecode = encodeDeployData({
  abi: parseAbi(['constructor(address entryPoint)']),
  bytecode: code.SmartAccountFactory as Hex,
  args: [entryPoint07Address],
})

/** Calldata for `create2Deployer`. */
export const factoryDeployment = concat([salt, bytecode])
export const factory = getContractAddress({ opcode: 'CREATE2', from: create2Deployer, salt, bytecode })
