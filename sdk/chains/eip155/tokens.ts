/** The decimals of ERC-20 tokens, from their contracts. */
import { getAddress, pad, type Hex } from 'viem'
import { HEX, RPC } from '../../../machines/constants.ts'
import type { Network } from '../../../machines/shared/network.types.ts'
import { addressOf, type TokenBalance } from '../../../machines/shared/token.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { isContractData } from '../../../machines/shared/hex.rules.ts'
import { bounded } from '../../platform/abort.ts'
import { rpcClient } from '../../rpc/client.ts'

/** `decimals()`. */
const DECIMALS_CALL = '0x313ce567'

/** The decimals of tokens in hex, by CAIP-10 id; limited to the most recent ones [9.43]. */
const cachedWords = new Map<string, Hex>()

function cacheWord(id: string, word: Hex): void {
  cachedWords.delete(id)
  cachedWords.set(id, word)
  const [oldest] = cachedWords.keys()
  if (cachedWords.size > HEX.cacheSize && oldest !== undefined) cachedWords.delete(oldest)
}

/** The contract of a balance's token; `undefined` for the native one. */
export const contractOf = (token: TokenBalance) => {
  const address = addressOf(token)
  return address === undefined ? undefined : getAddress(address)
}

/** A number as a 32-byte word, the format of contracts [9.43]. */
const wordOf = (decimals: string): Hex => pad(`0x${Number(decimals).toString(16)}`, { size: HEX.wordBytes })

/**
 * Checks that the contract's decimals match those with which amounts were shown. A matching result is cached until the page is
 * reloaded. Throws `send.decimalsDiffer`, `send.unsupportedToken`, or the nodes' error.
 */
export async function assertDecimals(network: Network, token: TokenBalance, signal: AbortSignal): Promise<void> {
  const contract = contractOf(token)
  if (contract === undefined) return
  const expected = wordOf(token.quantity.decimals)
  const id = `${network.caipNetworkId}:${contract}`
  if (cachedWords.get(id) === expected) return
  const bound = bounded(signal, RPC.tokenMs, () => new LatchkeyError('balance.expired'))
  try {
    const call = { to: contract, data: DECIMALS_CALL } as const
    const answer: unknown = await rpcClient(network, bound.signal).request({
      method: 'eth_call',
      params: [call, 'latest'],
    })
    const decimals = isContractData(answer) && answer.length === expected.length ? BigInt(answer) : undefined
    if (decimals === undefined || decimals > HEX.largestByte)
      throw new LatchkeyError('send.unsupportedToken', { cause: answer })
    const actual = wordOf(decimals.toString())
    if (actual !== expected)
      throw new LatchkeyError('send.decimalsDiffer', { params: { symbol: token.symbol, decimals: Number(decimals) } })
    // Only matching results are cached, so a node that returned a wrong one is queried again.
    cacheWord(id, actual)
  } catch (error) {
    throw bound.signal.aborted ? bound.signal.reason : error
  } finally {
    bound.end()
  }
}
