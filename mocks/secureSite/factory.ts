/** The factory of smart accounts (contracts/SmartAccount.sol): where it is, on every chain, and what puts it there. */
import { concat, encodeDeployData, getContractAddress, parseAbi, type Address, type Hex } from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import code from './contracts/SmartAccount.json' with { type: 'json' }

/** The contract that puts code at an address that only the code decides (https://github.com/Arachnid/deterministic-deployment-proxy). */
export const create2Deployer: Address = '0x4e59b44847b379578588920ca78fbf26c0b4956c'

const salt: Hex = `0x${'00'.repeat(32)}`
const bytecode = encodeDeployData({
  abi: parseAbi(['constructor(address entryPoint)']),
  bytecode: code.SmartAccountFactory as Hex,
  args: [entryPoint07Address],
})

/** Calldata for the deployer above. */
export const factoryDeployment = concat([salt, bytecode])
export const factory = getContractAddress({ opcode: 'CREATE2', from: create2Deployer, salt, bytecode })
