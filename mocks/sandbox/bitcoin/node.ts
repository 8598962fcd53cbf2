/** The Bitcoin wallet's client for its Esplora server. */
import * as z from 'zod/mini'
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'

const timeoutMs = 10_000

const coinsSchema = z.array(z.object({ txid: z.string(), vout: z.number(), value: z.number() }))
const feesSchema = z.record(z.string(), z.number())
const targetBlocks = '3'

async function fetchText(url: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    .then(async (response) => ({ ok: response.ok, text: await response.text() }))
    .catch((error: unknown) => {
      throw new ProviderRpcError(rpcCodes.disconnected, `${url} doesn't answer.`, String(error))
    })
  if (!answer.ok) throw new ProviderRpcError(rpcCodes.internal, answer.text)
  return answer.text
}

/** The unspent outputs of an address. */
export const fetchCoins = async (esploraUrl: string, address: string) =>
  coinsSchema.parse(JSON.parse(await fetchText(`${esploraUrl}/address/${address}/utxo`)))

/** The fee rate in satoshis per virtual byte, rounded up. */
export async function fetchFeeRate(esploraUrl: string): Promise<bigint> {
  const { [targetBlocks]: rate = 1 } = feesSchema.parse(JSON.parse(await fetchText(`${esploraUrl}/fee-estimates`)))
  return BigInt(Math.max(Math.ceil(rate), 1))
}

/** Broadcasts a transaction. Resolves to its id, or rejects with the node's own message. */
export const sendTransaction = (esploraUrl: string, hexadecimal: string): Promise<string> =>
  fetchText(`${esploraUrl}/tx`, { method: 'POST', body: hexadecimal })
