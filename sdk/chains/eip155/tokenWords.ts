import { hexToString, parseAbi, type Address, type Client } from 'viem'
import { readContract } from 'viem/actions'

const TEXT = parseAbi(['function symbol() view returns (string)', 'function name() view returns (string)'])
/** The format of tokens that are older than ERC-20 (MKR, SAI). */
const BYTES = parseAbi(['function symbol() view returns (bytes32)', 'function name() view returns (bytes32)'])

/** Reads a token's symbol or name. Rejects if it has none. */
export async function readTokenWord(
  client: Client,
  address: Address,
  functionName: 'symbol' | 'name',
): Promise<string> {
  try {
    return await readContract(client, { address, abi: TEXT, functionName })
  } catch (error) {
    const bytes = await readContract(client, { address, abi: BYTES, functionName }).catch(() => {
      throw error
    })
    return hexToString(bytes, { size: 32 })
  }
}
