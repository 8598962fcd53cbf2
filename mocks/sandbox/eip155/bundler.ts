/** A bundler (ERC-4337): sends each user operation in its own transaction if the EntryPoint accepts it. */
import {
  BaseError,
  decodeErrorResult,
  encodeFunctionData,
  type Hash,
  type Hex,
  type LocalAccount,
  parseAbi,
} from 'viem'
import {
  entryPoint07Abi,
  entryPoint07Address,
  getUserOperationHash,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import { mnemonicToAccount } from 'viem/accounts'
import { call, sendTransaction } from 'viem/actions'
import { mnemonic } from '../accounts.ts'
import { clientOf, pollReceipt } from './nodeRpc.ts'
import { ProviderRpcError } from '../providerRpcError.ts'
import type { WalletChain } from './questions.ts'

export type Operation = UserOperation<'0.7'>

const bundler = mnemonicToAccount(mnemonic, { addressIndex: 7 })
/** The gas overhead of a transaction, in addition to its operation. */
const overheadGas = 200_000n

/** Error codes by the prefix of the EntryPoint's reason (ERC-4337, JSON-RPC API). */
const codes: readonly (readonly [reason: string, code: number])[] = [
  ['AA22', -32_503],
  ['AA32', -32_503],
  ['AA24', -32_507],
  ['AA34', -32_507],
  ['AA31', -32_508],
  ['AA3', -32_501],
]
const defaultCode = -32_500

/** The errors with which a sandbox account rejects an operation. */
const accountErrors = parseAbi([
  'error NotAllowed()',
  'error NotValid()',
  'error NotGranted(address to, uint256 value, bytes data)',
  'error OverAllowance(uint256 left, uint256 asked)',
  'error NotPaid()',
])

/** An error as text, with its arguments if it has any. */
const formatError = ({ errorName, args = [] }: { errorName: string; args?: readonly unknown[] | undefined }) =>
  `${errorName}(${args.join(', ')})`

/** The account's own reason. */
function decodeReason(data: Hex): string {
  try {
    return formatError(decodeErrorResult({ abi: accountErrors, data }))
  } catch {
    return data
  }
}

/** Maps the EntryPoint's revert to the bundler's error code. Other errors are unchanged. */
function toRpcError(error: unknown): unknown {
  const revert = error instanceof BaseError && error.walk((cause) => typeof Object(cause).data === 'string')
  if (!revert) return error
  try {
    const { errorName, args } = decodeErrorResult({ abi: entryPoint07Abi, data: Object(revert).data as Hex })
    if (errorName !== 'FailedOp' && errorName !== 'FailedOpWithRevert') return error
    const [, reason, inner] = args as readonly [bigint, string, Hex?]
    const [, code = defaultCode] = codes.find(([prefix]) => reason.startsWith(prefix)) ?? []
    return new ProviderRpcError(code, inner ? `${reason}: ${decodeReason(inner)}` : reason)
  } catch {
    return error
  }
}

/** The maximum gas of an operation. */
export const maxGasOf = (operation: Operation): bigint =>
  operation.callGasLimit +
  operation.preVerificationGas +
  operation.verificationGasLimit +
  (operation.paymasterVerificationGasLimit ?? 0n) +
  (operation.paymasterPostOpGasLimit ?? 0n)

/** The hash of an operation, which its account signs. */
export const hashOf = ({ chainId }: WalletChain, userOperation: Operation): Hash =>
  getUserOperationHash({ chainId, entryPointAddress: entryPoint07Address, entryPointVersion: '0.7', userOperation })

/**
 * The transaction that submits an operation, from the account that is reimbursed for it. Throws the EntryPoint's reason for
 * rejecting the operation.
 */
export async function prepareBundle(chain: WalletChain, operation: Operation, account: LocalAccount = bundler) {
  const data = encodeFunctionData({
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [[toPackedUserOperation(operation)], account.address],
  })
  const transaction = { account, to: entryPoint07Address, data, gas: maxGasOf(operation) + overheadGas }
  try {
    await call(clientOf(chain), transaction)
  } catch (error) {
    throw toRpcError(error)
  }
  return transaction
}

/**
 * Sends an operation. Resolves to its transaction's hash once it is mined, or throws the EntryPoint's reason for rejecting the
 * operation.
 */
export async function sendUserOperation(chain: WalletChain, operation: Operation): Promise<Hash> {
  const client = clientOf(chain)
  const hash = await sendTransaction(client, { chain: null, ...(await prepareBundle(chain, operation)) })
  await pollReceipt(client, hash)
  return hash
}
