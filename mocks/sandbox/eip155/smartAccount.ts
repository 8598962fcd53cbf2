/**
 * Smart accounts (ERC-4337): the owner's key signs their operations, and so can other keys within limits that the contract
 * enforces (SmartAccount.sol). The first operation on a chain deploys the account there.
 */
import {
  type Address,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  type Hash,
  hashMessage,
  hashTypedData,
  formatLog,
  isAddressEqual,
  type Hex,
  keccak256,
  type LocalAccount,
  type PrivateKeyAccount,
  parseAbi,
  parseEventLogs,
  type RpcTransactionReceipt,
  serializeErc6492Signature,
} from 'viem'
import { entryPoint07Abi, entryPoint07Address } from 'viem/account-abstraction'
import { estimateFeesPerGas, estimateGas, getCode, readContract } from 'viem/actions'
import { factory } from '../../secureSite/factory.ts'
import {
  getAccountAddress,
  type AccountCall,
  encodeCreate,
  encodeExecute,
  accountMessage,
} from '../../secureSite/smartAccount.ts'
import { hashOf, type Operation, sendUserOperation } from './bundler.ts'
import { clientOf } from './nodeRpc.ts'
import type { TypedDataDocument } from './params.ts'
import type { WalletChain } from './questions.ts'

const permission =
  '(uint8 kind, address target, bytes4[] selectors, uint256 allowance, uint48 start, uint48 period)[] permissions'
const grantShape = `(address[] keys, uint48 validUntil, ${permission}, uint256 salt) given`
const accountAbi = parseAbi([
  `function grant(${grantShape})`,
  'function revoke(bytes32 id)',
  'function isGranted(bytes32 id) view returns (bool)',
])
const [grantParameter] = accountAbi[0].inputs

/** The kinds of permissions, with the contract's numbers. */
export const kinds = { contractCall: 0, nativeAllowance: 1, tokenAllowance: 2 } as const

/** What a grant's keys may do, in the contract's units: base units and seconds. */
export interface Grant {
  keys: readonly Address[]
  validUntil: number
  permissions: readonly {
    kind: number
    target: Address
    selectors: readonly Hex[]
    allowance: bigint
    start: number
    period: number
  }[]
  salt: bigint
}

/** The address of an owner's account, which is the same on every chain, also before deployment. */
export const smartAccountOf = (owner: Address): Address => getAccountAddress(factory, owner)

const isDeployed = async (chain: WalletChain, address: Address) =>
  (await getCode(clientOf(chain), { address })) !== undefined

/** The gas limit of the calls. A failing call gets a fixed limit, so that the EntryPoint reports its failure. */
async function estimateCallGas(chain: WalletChain, account: Address, calls: readonly AccountCall[]): Promise<bigint> {
  const estimates = calls.map((call) => estimateGas(clientOf(chain), { ...call, account }).catch(() => 500_000n))
  const gasPerCall = await Promise.all(estimates)
  return gasPerCall.reduce((sum, gas) => sum + (gas * 3n) / 2n, 100_000n)
}

/** The unsigned operation that executes the calls. */
async function createOperation(
  chain: WalletChain,
  sender: Address,
  calls: readonly AccountCall[],
  fees: Pick<Operation, 'maxFeePerGas' | 'maxPriorityFeePerGas'>,
): Promise<Operation> {
  const nonce = await readContract(clientOf(chain), {
    address: entryPoint07Address,
    abi: entryPoint07Abi,
    functionName: 'getNonce',
    args: [sender, 0n],
  })
  return {
    sender,
    nonce,
    callData: encodeExecute(calls),
    callGasLimit: await estimateCallGas(chain, sender, calls),
    verificationGasLimit: 2_500_000n,
    preVerificationGas: 60_000n,
    ...fees,
    signature: '0x',
  }
}

/** A sent operation and its transaction. */
export interface SentOperation {
  operation: Hash
  hash: Hash
}

/** Executes the calls atomically; the account pays the fee. Throws the EntryPoint's reason for rejecting the operation. */
export async function sendCalls(
  chain: WalletChain,
  owner: LocalAccount,
  calls: readonly AccountCall[],
): Promise<SentOperation> {
  const sender = smartAccountOf(owner.address)
  const fees = await estimateFeesPerGas(clientOf(chain), { chain: undefined })
  const creation = (await isDeployed(chain, sender)) ? {} : { factory, factoryData: encodeCreate(owner.address) }
  const unsigned = { ...(await createOperation(chain, sender, calls, fees)), ...creation }
  const operation = hashOf(chain, unsigned)
  const signature = await owner.sign?.({ hash: operation })
  return { operation, hash: await sendUserOperation(chain, { ...unsigned, signature: signature ?? '0x' }) }
}

/** The account's call that grants permissions to keys, or revokes them. */
export const createGrantCall = (account: Address, grant: Grant) => ({
  to: account,
  value: 0n,
  data: encodeFunctionData({ abi: accountAbi, functionName: 'grant', args: [grant] }),
})
export const createRevokeCall = (account: Address, context: Hex) => ({
  to: account,
  value: 0n,
  data: encodeFunctionData({ abi: accountAbi, functionName: 'revoke', args: [grantIdOf(context)] }),
})

const contextParameters = [{ type: 'address', name: 'account' }, grantParameter] as const
/** What the holders of the keys need to use a grant: the account and the full grant. */
export const encodeContext = (account: Address, grant: Grant): Hex =>
  encodeAbiParameters(contextParameters, [account, grant])
const decodeContext = (context: Hex) => decodeAbiParameters(contextParameters, context)
const encodeGrant = (grant: Grant) => encodeAbiParameters([grantParameter], [grant])
const grantIdOf = (context: Hex): Hash => keccak256(encodeGrant(decodeContext(context)[1]))

/** Whether a grant is valid on the chain on which it was made. */
export const isGranted = (chain: WalletChain, context: Hex): Promise<boolean> =>
  readContract(clientOf(chain), {
    address: decodeContext(context)[0],
    abi: accountAbi,
    functionName: 'isGranted',
    args: [grantIdOf(context)],
  })

/**
 * Executes the calls with a grant, signed by its keys in order; the bundler pays the fee. Throws the reason with which the
 * EntryPoint or the account rejects the operation.
 */
export async function sendWithGrant(
  chain: WalletChain,
  context: Hex,
  keys: readonly PrivateKeyAccount[],
  calls: readonly AccountCall[],
): Promise<SentOperation> {
  const [account, grant] = decodeContext(context)
  const unsigned = await createOperation(chain, account, calls, { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n })
  const operation = hashOf(chain, unsigned)
  const signatures = await Promise.all(keys.map((key) => key.sign({ hash: operation })))
  const signature = encodeAbiParameters([grantParameter, { type: 'bytes[]', name: 'signatures' }], [grant, signatures])
  return { operation, hash: await sendUserOperation(chain, { ...unsigned, signature }) }
}

/**
 * The receipt of an operation, extracted from that of its transaction: its own status and logs. The transaction itself always
 * succeeds.
 */
export function operationReceipt(receipt: RpcTransactionReceipt, operation: Hash): RpcTransactionReceipt {
  const logs = receipt.logs.map((log) => formatLog(log))
  const events = parseEventLogs({ abi: entryPoint07Abi, eventName: 'UserOperationEvent', logs })
  const succeeded = events.find(({ args }) => args.userOpHash === operation)?.args.success ?? false
  const ownLogs = receipt.logs.filter(({ address }) => !isAddressEqual(address, entryPoint07Address))
  return { ...receipt, status: succeeded ? '0x1' : '0x0', logs: ownLogs }
}

/**
 * The owner's signature for the account (ERC-1271), wrapped with the deployment data if the account is not deployed yet
 * (ERC-6492).
 */
async function sign(chain: WalletChain, owner: LocalAccount, hash: Hash): Promise<Hex> {
  const address = smartAccountOf(owner.address)
  const signature = await owner.signTypedData(accountMessage(address, chain.chainId, hash))
  if (await isDeployed(chain, address)) return signature
  return serializeErc6492Signature({ address: factory, data: encodeCreate(owner.address), signature })
}
export const signMessage = (chain: WalletChain, owner: LocalAccount, message: string | { raw: Hex }) =>
  sign(chain, owner, hashMessage(message))
export const signTypedData = (chain: WalletChain, owner: LocalAccount, document: TypedDataDocument) =>
  sign(chain, owner, hashTypedData(document))
