/** The bundler's JSON-RPC API (ERC-4337). An operation is checked before anything is sent. */
import {
  decodeErrorResult,
  encodeFunctionData,
  formatLog,
  parseAbi,
  parseEventLogs,
  size,
  toHex,
  type Hash,
  type Hex,
  type RpcTransactionReceipt,
} from 'viem'
import { entryPoint07Abi, entryPoint07Address, toPackedUserOperation } from 'viem/account-abstraction'
import { mnemonicToAccount } from 'viem/accounts'
import { getBlock, sendTransaction, simulateBlocks } from 'viem/actions'
import * as z from 'zod/mini'
import { mnemonic } from '../accounts.ts'
import { prepareBundle, hashOf, type Operation } from './bundler.ts'
import type { SandboxChain } from './chain.ts'
import { callNode, clientOf } from './nodeRpc.ts'
import { invalidParams, readOperation, writeOperation } from './operationParams.ts'
import { parseParams } from './params.ts'
import { ProviderRpcError } from '../providerRpcError.ts'
import type { RpcMethods } from '../rpcServer.ts'
import { operationReceipt } from './smartAccount.ts'

/** A separate account: the wallet's own bundler may send at the same time. */
const bundler = mnemonicToAccount(mnemonic, { addressIndex: 4 })
const maxOperations = 10_000
/** The unmetered gas of a transaction with its bundle, and of each byte. */
const bundleGas = 50_000n
const byteGas = 16n
const reverted = -32_521
const rejected = -32_500

const packed =
  '(address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature) operation'
const validationAbi = parseAbi([
  `function validateUserOp(${packed}, bytes32 hash, uint256 missing)`,
  `function validatePaymasterUserOp(${packed}, bytes32 hash, uint256 cost)`,
])
const hashParams = z.tuple([z.templateLiteral(['0x', z.string().check(z.regex(/^[\da-fA-F]{64}$/))])])

/** The part of an operation's gas that is not metered. */
const unmeteredGas = (operation: Operation): bigint => {
  const args = [[toPackedUserOperation(operation)], entryPoint07Address] as const
  return (
    bundleGas + byteGas * BigInt(size(encodeFunctionData({ abi: entryPoint07Abi, functionName: 'handleOps', args })))
  )
}

/** The revert reason of a call, if it has one as text. */
function decodeReason(data: Hex | undefined): string {
  try {
    return `: ${String(decodeErrorResult({ abi: [], data: data ?? '0x' }).args?.[0])}`
  } catch {
    return ''
  }
}

/** Adds a margin: refunded gas is needed first, and a call only gets 63/64 of the remaining gas. */
const withMargin = (gas: bigint) => (gas * 3n) / 2n + 10_000n

/** A dummy signature of maximum length, if the operation has none yet. */
const dummySignature = ({ signature }: Operation): Hex => (size(signature) > 65 ? signature : `0x${'ff'.repeat(65)}`)

/** Simulates each step of an operation in sequence, without changing the chain. */
async function estimate(chain: SandboxChain, operation: Operation) {
  const { sender, factory, factoryData = '0x', paymaster, callData } = operation
  const args = [toPackedUserOperation(operation), hashOf(chain, operation), 0n] as const
  const validation = (functionName: 'validateUserOp' | 'validatePaymasterUserOp') =>
    encodeFunctionData({ abi: validationAbi, functionName, args })
  const steps = [
    ...(factory ? [{ name: 'AA13 initCode failed or OOG', to: factory, data: factoryData }] : []),
    { name: 'AA23 reverted', to: sender, data: validation('validateUserOp') },
    ...(paymaster ? [{ name: 'AA33 reverted', to: paymaster, data: validation('validatePaymasterUserOp') }] : []),
    { name: 'execution reverted', to: sender, data: callData },
  ]
  const calls = steps.map(({ to, data }) => ({ from: entryPoint07Address, to, data }))
  const [block] = await simulateBlocks(clientOf(chain), { blocks: [{ calls }] })
  const gas = steps.map(({ name }, index) => {
    const result = block?.calls[index]
    if (result?.status === 'success') return withMargin(result.gasUsed)
    const code = index === steps.length - 1 ? reverted : rejected
    throw new ProviderRpcError(code, `${name}${decodeReason(result?.data)}`)
  })
  const sum = (values: readonly bigint[]) => values.reduce((sumSoFar, value) => sumSoFar + value, 0n)
  const paymasterGas = paymaster ? gas.slice(-2, -1) : []
  return {
    preVerificationGas: toHex(unmeteredGas({ ...operation, signature: dummySignature(operation) })),
    verificationGasLimit: toHex(sum(gas.slice(0, factory ? 2 : 1))),
    callGasLimit: toHex(gas.at(-1) ?? 0n),
    ...(paymaster && { paymasterVerificationGasLimit: toHex(sum(paymasterGas)), paymasterPostOpGasLimit: toHex(0) }),
  }
}

/** The bundler's RPC methods for a chain. */
export function bundlerMethods(chain: SandboxChain): RpcMethods {
  const client = clientOf(chain)
  const operations = new Map<Hash, { operation: Operation; transaction: Hash }>()
  let lastSent: Promise<unknown> = Promise.resolve()

  async function check(operation: Operation) {
    const { baseFeePerGas } = await getBlock(client)
    if (operation.maxPriorityFeePerGas > operation.maxFeePerGas || operation.maxFeePerGas < (baseFeePerGas ?? 0n))
      throw invalidParams('The fees are too low.')
    if (operation.preVerificationGas < unmeteredGas(operation)) throw invalidParams('preVerificationGas is too low.')
  }
  /** Sends operations one at a time, so that each transaction has its own nonce. */
  function send(operation: Operation): Promise<Hash> {
    const sending = lastSent.then(async () =>
      sendTransaction(client, { chain: null, ...(await prepareBundle(chain, operation, bundler)) }),
    )
    lastSent = sending.catch(() => undefined)
    return sending
  }
  async function findReceipt(params: unknown) {
    const [hash] = parseParams(hashParams, params)
    const transaction = operations.get(hash as Hash)?.transaction
    const receipt = transaction && (await callNode(chain, 'eth_getTransactionReceipt', [transaction]))
    return receipt ? { hash: hash as Hash, receipt: receipt as RpcTransactionReceipt } : undefined
  }

  return {
    eth_chainId: () => toHex(chain.chainId),
    eth_supportedEntryPoints: () => [entryPoint07Address],
    eth_estimateUserOperationGas: (params) => estimate(chain, readOperation(params).operation),
    async eth_sendUserOperation(params) {
      const { operation } = readOperation(params)
      const hash = hashOf(chain, operation)
      if (operations.has(hash)) return hash
      await check(operation)
      operations.set(hash, { operation, transaction: await send(operation) })
      const [oldest] = operations.keys()
      if (operations.size > maxOperations && oldest) operations.delete(oldest)
      return hash
    },
    async eth_getUserOperationByHash(params) {
      const [hash] = parseParams(hashParams, params)
      const stored = operations.get(hash as Hash)
      if (!stored) return null
      const receipt = (await findReceipt(params))?.receipt
      return {
        userOperation: writeOperation(stored.operation),
        entryPoint: entryPoint07Address,
        transactionHash: receipt?.transactionHash ?? null,
        blockHash: receipt?.blockHash ?? null,
        blockNumber: receipt?.blockNumber ?? null,
      }
    },
    async eth_getUserOperationReceipt(params) {
      const result = await findReceipt(params)
      if (!result) return null
      const { hash, receipt } = result
      const logs = receipt.logs.map((log) => formatLog(log))
      const event = parseEventLogs({ abi: entryPoint07Abi, eventName: 'UserOperationEvent', logs }).find(
        ({ args }) => args.userOpHash === hash,
      )
      if (!event) return null
      const { sender, nonce, paymaster, actualGasCost, actualGasUsed, success } = event.args
      return {
        userOpHash: hash,
        entryPoint: entryPoint07Address,
        sender,
        nonce: toHex(nonce),
        paymaster,
        actualGasCost: toHex(actualGasCost),
        actualGasUsed: toHex(actualGasUsed),
        success,
        logs: operationReceipt(receipt, hash).logs,
        receipt,
      }
    },
  }
}
