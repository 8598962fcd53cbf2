/** A bundler (ERC-4337): each user operation in a transaction of its own, once the EntryPoint would take it. */
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
import { call, sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { mnemonic } from './accounts.ts'
import { clientOf } from './nodeRpc.ts'
import { ProviderRpcError } from './providerRpcError.ts'
import type { WalletChain } from './questions.ts'

export type Operation = UserOperation<'0.7'>

const bundler = mnemonicToAccount(mnemonic, { addressIndex: 7 })
/** What a transaction costs beside what it does. */
const overhead = 200_000n

/** What a refusal says, by what the EntryPoint's reason begins with (ERC-4337, JSON-RPC API). */
const codes: readonly (readonly [reason: string, code: number])[] = [
  ['AA22', -32_503],
  ['AA32', -32_503],
  ['AA24', -32_507],
  ['AA34', -32_507],
  ['AA31', -32_508],
  ['AA3', -32_501],
]
const refused = -32_500

/** Why an account of the sandbox does not take an operation. */
const accountErrors = parseAbi([
  'error NotAllowed()',
  'error NotValid()',
  'error NotGranted(address to, uint256 value, bytes data)',
  'error OverAllowance(uint256 left, uint256 asked)',
  'error NotPaid()',
])

/** An error as it is written; one without arguments has none. */
const written = ({ errorName, args = [] }: { errorName: string; args?: readonly unknown[] | undefined }) =>
  `${errorName}(${args.join(', ')})`

/** An account's own reason. */
function reasonIn(data: Hex): string {
  try {
    return written(decodeErrorResult({ abi: accountErrors, data }))
  } catch {
    return data
  }
}

/** The EntryPoint's no, with the code that bundlers give it; what failed otherwise stays as it is. */
function asRefusal(error: unknown): unknown {
  const found = error instanceof BaseError && error.walk((cause) => typeof Object(cause).data === 'string')
  if (!found) return error
  try {
    const { errorName, args } = decodeErrorResult({ abi: entryPoint07Abi, data: Object(found).data as Hex })
    if (errorName !== 'FailedOp' && errorName !== 'FailedOpWithRevert') return error
    const [, reason, inner] = args as readonly [bigint, string, Hex?]
    const [, code = refused] = codes.find(([begins]) => reason.startsWith(begins)) ?? []
    return new ProviderRpcError(code, inner ? `${reason}: ${reasonIn(inner)}` : reason)
  } catch {
    return error
  }
}

/** What an operation may use at most. */
export const gasOf = (operation: Operation): bigint =>
  operation.callGasLimit +
  operation.preVerificationGas +
  operation.verificationGasLimit +
  (operation.paymasterVerificationGasLimit ?? 0n) +
  (operation.paymasterPostOpGasLimit ?? 0n)

/** The name of an operation, which its account signs. */
export const hashOf = ({ chainId }: WalletChain, userOperation: Operation): Hash =>
  getUserOperationHash({ chainId, entryPointAddress: entryPoint07Address, entryPointVersion: '0.7', userOperation })

/** The transaction that an operation goes in, of whoever is paid back for it. Throws why the EntryPoint does not take it. */
export async function bundleOf(chain: WalletChain, operation: Operation, account: LocalAccount = bundler) {
  const data = encodeFunctionData({
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [[toPackedUserOperation(operation)], account.address],
  })
  const transaction = { account, to: entryPoint07Address, data, gas: gasOf(operation) + overhead }
  try {
    await call(clientOf(chain), transaction)
  } catch (error) {
    throw asRefusal(error)
  }
  return transaction
}

/** Sends an operation, and tells the transaction that it is in, once the chain has that. Throws why the EntryPoint does not take it. */
export async function sendUserOperation(chain: WalletChain, operation: Operation): Promise<Hash> {
  const client = clientOf(chain)
  const hash = await sendTransaction(client, { chain: null, ...(await bundleOf(chain, operation)) })
  await waitForTransactionReceipt(client, { hash, pollingInterval: 50, timeout: 10_000 })
  return hash
}
