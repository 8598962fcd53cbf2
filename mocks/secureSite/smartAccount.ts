/** The contract of smart accounts (contracts/SmartAccount.sol) as it is used from outside: where an owner's account is, what makes it, what it is told and what it signs. */
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

/** An owner has one account of each factory. */
const salt: Hex = `0x${'00'.repeat(32)}`
const abi = parseAbi([
  'constructor(address owner, address entryPoint)',
  'function execute((address to, uint256 value, bytes data)[] calls)',
])
const factoryAbi = parseAbi(['function create(address owner) returns (address)'])

/** Where an owner's account is, on every chain that has the factory there, also before it is deployed. */
export const accountOf = (factory: Address, owner: Address): Address =>
  getContractAddress({
    opcode: 'CREATE2',
    from: factory,
    salt,
    bytecode: encodeDeployData({ abi, bytecode: code.SmartAccount as Hex, args: [owner, entryPoint07Address] }),
  })

/** What tells the factory to deploy an owner's account. */
export const creationOf = (owner: Address): Hex =>
  encodeFunctionData({ abi: factoryAbi, functionName: 'create', args: [owner] })

/** What tells the account to do all of the calls or none. */
export const executionOf = (calls: readonly AccountCall[]): Hex =>
  encodeFunctionData({
    abi,
    functionName: 'execute',
    args: [calls.map(({ to, value = 0n, data = '0x' }) => ({ to, value, data }))],
  })

/** Whoever signs data of this domain signs as a smart account. */
export const accountDomain = 'Latchkey Smart Account'

/** What the owner signs (EIP-712), so that the account's signature of a hash is good for this account on this chain alone (ERC-1271). */
export const messageOf = (account: Address, chainId: number, hash: Hash) => ({
  domain: { name: accountDomain, chainId, verifyingContract: account },
  types: { Message: [{ name: 'hash', type: 'bytes32' }] },
  primaryType: 'Message' as const,
  message: { hash },
})

/** In place of a signature where only gas is estimated: it is somebody's. */
export const stubSignature: Hex =
  '0xfffffffffffffffffffffffffffffff0000000000000000000000000000000007aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1c'
