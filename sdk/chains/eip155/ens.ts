/** Resolves ENS names through the universal resolver of the chain that has the registry. */
import type { Address } from 'viem'
import { getEnsAddress } from 'viem/actions'
import { toCoinType } from 'viem/ens'
import type { Network } from '../../../machines/shared/network.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { nameError } from '../../../machines/names/names.rules.ts'
import { rpcClient } from '../../rpc/client.ts'

/**
 * The address of a normalized name (ENSIP-15) for one chain (ENSIP-11); an address for another chain does not count. No off-chain
 * server of the name's owner is queried (EIP-3668). Throws `names.resolveFailed`.
 */
export async function ensAddress(
  registry: Network,
  { name, chainId }: { name: string; chainId: number },
  signal: AbortSignal,
): Promise<Address | undefined> {
  const client = Object.assign(rpcClient(registry, signal), { ccipRead: false as const })
  try {
    const universalResolverAddress = registry.ensUniversalResolver as Address
    const address = await getEnsAddress(client, { name, coinType: toCoinType(chainId), universalResolverAddress })
    return address ?? undefined
  } catch (cause) {
    signal.throwIfAborted()
    throw LatchkeyError.is(cause, 'rpc.urlMissing') ? cause : nameError('resolve', cause)
  }
}
