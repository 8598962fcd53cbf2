/** Sends read requests to the networks' nodes. */
import * as z from 'zod/mini'
import type { SecureSiteNetwork } from '../network.ts'
import { RefusalError } from './refusals.ts'

const defaultTimeoutMs = 20_000
/** The maximum length of an answer, in characters. */
const maxAnswerLength = 4_000_000
const answerSchema = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ message: z.string() })),
})

const splitWords = (text: string) => new Set(text.split(/\s+/))
/** Methods that only read. Signing methods are excluded because a node may have its own keys. */
const readMethods = {
  eip155: splitWords(
    'eth_blockNumber eth_call eth_estimateGas eth_feeHistory eth_gasPrice eth_getAccount eth_getBalance eth_getBlockByHash ' +
      'eth_getBlockByNumber eth_getBlockReceipts eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber ' +
      'eth_getCode eth_getFilterChanges eth_getFilterLogs eth_getLogs eth_getProof eth_getStorageAt ' +
      'eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex eth_getTransactionByHash ' +
      'eth_getTransactionCount eth_getTransactionReceipt eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber ' +
      'eth_maxPriorityFeePerGas eth_newBlockFilter eth_newFilter eth_newPendingTransactionFilter eth_sendRawTransaction ' +
      'eth_syncing eth_uninstallFilter',
  ),
  solana: splitWords(
    'getAccountInfo getBalance getBlockHeight getFeeForMessage getHealth getLatestBlockhash getMinimumBalanceForRentExemption ' +
      'getMultipleAccounts getSignatureStatuses getSlot getTokenAccountsByOwner getTransaction getVersion isBlockhashValid ' +
      'sendTransaction simulateTransaction',
  ),
}

export const namespaceOf = ({ networkId }: SecureSiteNetwork): 'eip155' | 'solana' =>
  networkId.startsWith('eip155:') ? 'eip155' : 'solana'

/** Whether a method only reads on that network. */
export const isReadMethod = (network: SecureSiteNetwork, method: string): boolean =>
  readMethods[namespaceOf(network)].has(method)

/** The text of an answer. Throws if it exceeds the maximum length. */
async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    text += decoder.decode(chunk.value, { stream: true })
    if (text.length <= maxAnswerLength) continue
    await reader?.cancel()
    throw new Error('The answer is too long')
  }
  return text + decoder.decode()
}

/** Calls the network's node. Throws the node's own error message. */
export async function callNode(
  { rpcUrl, name }: Pick<SecureSiteNetwork, 'rpcUrl' | 'name'>,
  method: string,
  params: unknown,
  timeoutMs = defaultTimeoutMs,
): Promise<unknown> {
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }),
    signal: AbortSignal.timeout(timeoutMs),
  })
    .then(async (response) => answerSchema.parse(JSON.parse(await readText(response))))
    .catch((error: unknown) => {
      throw new RefusalError(`${name} does not answer`, { cause: error })
    })
  if (answer.error) throw new RefusalError(answer.error.message)
  return answer.result
}
