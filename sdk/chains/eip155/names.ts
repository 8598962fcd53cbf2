/** Resolves names to addresses: the API's names and ENS. Loaded when the first name is entered. */
import { normalize } from 'viem/ens'
import type { NetworkId } from '../../../machines/shared/namespace.types.ts'
import type { Network } from '../../../machines/shared/network.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { ensAddressFor, labelOf, nameError } from '../../../machines/names/names.rules.ts'
import type { Receiver } from '../../../machines/send/receiver.contract.ts'
import { ensAddress } from './ens.ts'
import type { Ports } from '../../instance/ports.ts'

/** Normalizes a name (ENSIP-15). Throws `names.notNormal` for invalid letters, or for mixed ones that imitate others. */
export function normalName(text: string): string {
  try {
    return normalize(text)
  } catch (cause) {
    throw new LatchkeyError('names.notNormal', { cause })
  }
}

/** The API's address for a name on one network. */
async function apiAddress({ api }: Pick<Ports, 'api'>, name: string, network: Network, signal: AbortSignal) {
  const networkId = network.caipNetworkId
  try {
    const client = await api.client()
    if (!(await client.serves(networkId, signal))) return undefined
    const lookup = await client.call('nameLookup', { name }, { networkId, signal, fresh: true })
    return lookup.name.toLowerCase() === name ? ensAddressFor(lookup, Number(network.id)) : undefined
  } catch (cause) {
    signal.throwIfAborted()
    throw nameError('resolve', cause)
  }
}

/**
 * Resolves a name on a network. Throws `names.notNormal`, `names.noAddress`, `names.resolveFailed`, `names.refused`, and
 * `address.name` if none of the app's networks has a name registry.
 */
export async function resolveName(
  ports: Pick<Ports, 'api' | 'chains'>,
  { text, networkId, networks }: { text: string; networkId: NetworkId; networks: readonly Network[] },
  signal: AbortSignal,
): Promise<Receiver> {
  const name = normalName(text)
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  const registry = [network, ...networks].find((candidate) => candidate?.ensUniversalResolver !== undefined)
  const isApiName = labelOf(name) !== undefined
  if (!network || (!isApiName && !registry)) throw new LatchkeyError('address.name', { params: { name } })
  const address =
    isApiName || !registry
      ? await apiAddress(ports, name, network, signal)
      : await ensAddress(registry, { name, chainId: Number(network.id) }, signal)
  if (address === undefined) throw new LatchkeyError('names.noAddress', { params: { name, network: network.name } })
  // The resolved address is untrusted until the chain's adapter has validated it.
  const chain = await ports.chains.at('eip155')
  return { name, address: await chain.resolveReceiver(address, networkId, signal) }
}
