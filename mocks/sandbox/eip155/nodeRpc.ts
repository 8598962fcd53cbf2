/** The wallet's client for a chain's node. The node's errors reach the site unchanged. */
import { BaseError, type Client, createClient, custom, type Hash, type TransactionReceipt, withRetry } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import * as z from 'zod/mini'
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'
import type { WalletChain } from './questions.ts'

const rpcTimeoutMs = 10_000
const receiptPollMs = 50
const receiptTimeoutMs = 30_000

const rpcAnswer = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })),
})

// Not every eth_ method: the node would sign some with its own development keys.
const readMethods = new RegExp(
  '^(net_version|web3_clientVersion|eth_(get\\w+|new\\w*Filter|uninstallFilter|blockNumber|blobBaseFee|call|' +
    'createAccessList|estimateGas|feeHistory|gasPrice|maxPriorityFeePerGas|sendRawTransaction|syncing))$',
)

/** Whether a method only reads. The wallet forwards these to the node. */
export const isReadMethod = (method: string) => readMethods.test(method)

/** Calls a chain's node. Rejects with the node's error code, or with 4900 or 4901 if the node is unreachable. */
export async function callNode({ name, rpcUrl }: WalletChain, method: string, params: unknown = []): Promise<unknown> {
  if (!rpcUrl) throw new ProviderRpcError(rpcCodes.chainDisconnected, `The wallet can't reach ${name}.`)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(rpcTimeoutMs)
  const answer = await fetch(rpcUrl, { method: 'POST', headers, body, signal })
    .then(async (response) => rpcAnswer.parse(await response.json()))
    .catch((error: unknown) => {
      throw new ProviderRpcError(rpcCodes.disconnected, `${rpcUrl} doesn't answer.`, String(error))
    })
  if (answer.error) throw new ProviderRpcError(answer.error.code, answer.error.message, answer.error.data)
  return answer.result
}

/** A viem client for the chain's node. */
export const clientOf = (chain: WalletChain) =>
  createClient({
    transport: custom(
      { request: ({ method, params }: { method: string; params?: unknown }) => callNode(chain, method, params) },
      { retryCount: 0 },
    ),
  })

/**
 * Polls for the receipt of a transaction. viem's `waitForTransactionReceipt` polls once per block, and can miss a block that
 * arrives while it reads the previous one. These chains mine a block per transaction, so no later one would follow.
 */
export const pollReceipt = (client: Client, hash: Hash): Promise<TransactionReceipt> =>
  withRetry(() => getTransactionReceipt(client, { hash }), {
    delay: receiptPollMs,
    retryCount: receiptTimeoutMs / receiptPollMs,
    shouldRetry: ({ error }) => error.name === 'TransactionReceiptNotFoundError',
  })

/** Unwraps viem errors to the node's error, which sites expect. */
export function asRpcError(error: unknown): unknown {
  if (!(error instanceof BaseError)) return error
  const rpcError = error.walk((cause) => cause instanceof ProviderRpcError)
  return rpcError ?? new ProviderRpcError(rpcCodes.internal, error.shortMessage)
}
