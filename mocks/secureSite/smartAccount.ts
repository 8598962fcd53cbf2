/**
 * The client side of the smart account contract (contracts/SmartAccount.sol): addresses, deployment, calldata and signed
 * messages.
 */
import {
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  parseAbi,
  type Address,
  type Hash,
  type Hex,
} from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import code from './contracts/SmartAccount.json' with { type: 'json' }

/** A call of an account. */
export interface AccountCall {
  to: Address
  value?: bigint | undefined
  data?: Hex | undefined
}

/** An owner has one account per factory. */
const salt: Hex = `0x${'00'.repeat(32)}`
const abi = parseAbi([
  'constructor(address owner, address entryPoint)',
  'function execute((address to, uint256 value, bytes data)[] calls)',
])
const factoryAbi = parseAbi(['function create(address owner) returns (address)'])

/** The address of an owner's account, which is the same on every chain with this factory, also before deployment. */
export const getAccountAddress = (factory: Address, owner: Address): Address =>
  getContractAddress({
    opcode: 'CREATE2',
    from: factory,
    salt,
    bytecode: encodeDeployData({ abi, bytecode: code.SmartAccount as Hex, args: [owner, entryPoint07Address] }),
  })

/** The factory's calldata for deploying an owner's account. */
export const encodeCreate = (owner: Address): Hex =>
  encodeFunctionData({ abi: factoryAbi, functionName: 'create', args: [owner] })

/** The account's calldata for executing all calls atomically. */
export const encodeExecute = (calls: readonly AccountCall[]): Hex =>
  encodeFunctionData({
    abi,
    functionName: 'execute',
    args: [calls.map(({ to, value = 0n, data = '0x' }) => ({ to, value, data }))],
  })

/** Signatures for this EIP-712 domain are the smart account's signatures. */
export const accountDomain = 'Latchkey Smart Account'

/**
 * The owner signs this (EIP-712), so that the account's signature of a hash is only valid for this account on this chain
 * (ERC-1271).
 */
export const accountMessage = (account: Address, chainId: number, hash: Hash) => ({
  domain: { name: accountDomain, chainId, verifyingContract: account },
  types: { Message: [{ name: 'hash', type: 'bytes32' }] },
  primaryType: 'Message' as const,
  message: { hash },
})

/** A placeholder for estimating gas. It recovers to an arbitrary address. */
export const stubSignature: Hex =
  '0xfffffffffffffffffffffffffffffff0000000000000000000000000000000007aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1c'
